"""Chips an entry begins with: more for who is there at the start, fewer for who comes late, as the event has it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.base.errors import Refused
from tournaments.desk import registration
from tournaments.models import Entry
from tournaments.running import event_start

pytestmark = pytest.mark.django_db


def stack(row, entry: int) -> int:
    return Entry.objects.get(tournament=row, number=entry).account.balance


def test_who_is_there_at_the_start_has_more_and_who_comes_late_the_starting_chips(evening: Evening) -> None:
    row = evening.entered(evening.computers(3), late_until_level=3, on_time_chips=100)
    event_start.start(row.pk, now=evening.now)
    late = registration.register(row.pk, evening.person("late"), now=evening.now)
    assert [stack(row, entry) for entry in (1, 2, 3, late.number)] == [1100, 1100, 1100, 1000]
    assert held("cashier", "cashier", row.owner) == -4300
    assert is_replay(row)


def test_who_is_not_there_yet_has_no_more_than_the_others(evening: Evening) -> None:
    row = evening.entered(evening.computers(3), needs_check_in=True, late_until_level=3, on_time_chips=100)
    Entry.objects.filter(tournament=row, number__in=(1, 2)).update(checked_in_at=evening.now)
    event_start.start(row.pk, now=evening.now)
    assert [stack(row, entry) for entry in (1, 2, 3)] == [1100, 1100, 1000]


@pytest.mark.parametrize(
    ("loss", "minutes", "chips"), [(0, 11, 1000), (10, 0, 1000), (10, 6, 900), (10, 11, 800), (33, 11, 340)]
)
def test_who_comes_late_has_fewer_for_each_level_that_is_over(evening: Evening, loss, minutes, chips) -> None:
    row = evening.entered(evening.computers(3), late_until_level=3, late_loss_percent=loss)
    event_start.start(row.pk, now=evening.now)
    now = evening.now + timedelta(minutes=minutes)  # levels of five minutes
    late = registration.register(row.pk, evening.person("late"), now=now)
    assert stack(row, late.number) == chips
    assert is_replay(row)


@pytest.mark.parametrize(
    ("terms", "said"),
    [({"late_loss_percent": 10}, "until when"), ({"late_loss_percent": 34, "late_until_level": 3}, "at most 33 %")],
)
def test_an_event_whose_late_entries_would_have_nothing_is_refused(evening: Evening, terms, said) -> None:
    with pytest.raises(Refused, match=said) as refused:
        evening.tournament(**terms)
    assert refused.value.params["field"] == "late_loss_percent"
