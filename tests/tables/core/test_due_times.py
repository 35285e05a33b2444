"""A machine's clock that was stepped forward once, and put right again, stops no table: what lies further off than anything is
set, is due."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tables import tasks
from tables.cash import seating, waiting_lists
from tables.core.due_times import APART, is_due
from tables.dealing import dealer
from tables.dealing.dealer import TRY_AGAIN
from tables.models import Decision, Hand, Table, Wait

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def at(monkeypatch):
    """What the sweeps do once at that instant: `at(now)`."""

    def sweep(instant):
        monkeypatch.setattr(timezone, "now", lambda: instant)
        tasks.think()
        tasks.sweep()

    return sweep


def test_what_is_due_has_come_or_lies_further_off_than_it_can_have_been_set(now):
    most = timedelta(seconds=4)
    assert is_due(now, now, most=most)
    assert not is_due(now + timedelta(seconds=1), now, most=most)
    assert not is_due(now + most + APART, now, most=most), "two machines' clocks differ a little"
    assert is_due(now + most + 2 * APART, now, most=most)


def test_computer_players_who_were_to_play_tomorrow_play_now(house, now, at):
    table = house.seated(*[house.computer(f"slow {n}") for n in range(3)], pace=2.0, pause=60.0)
    row = dealer.deal(table.pk, now=now + DAY)
    assert row.play_at == now + DAY + timedelta(seconds=2)
    at(now)
    assert Decision.objects.filter(hand=row).count() == 1
    row.refresh_from_db()
    assert row.play_at == now + timedelta(seconds=2), "and from here on at their pace"
    at(now + timedelta(seconds=1))
    assert Decision.objects.filter(hand=row).count() == 1


def test_a_deal_that_was_set_for_tomorrow_is_made_now(house, now, at):
    table = house.seated(house.person("anna"), house.person("ben"), pause=4.0)
    for ahead in (timedelta(seconds=4), TRY_AGAIN):
        Table.objects.filter(pk=table.pk).update(deal_at=now + ahead)
        at(now)
        assert not Hand.objects.exists()
    Table.objects.filter(pk=table.pk).update(deal_at=now + DAY)
    at(now)
    assert Hand.objects.get().started_at == now


def test_a_players_clock_that_would_run_until_tomorrow_begins_anew_and_decides_nothing(house, now, at):
    table = house.seated(house.person("anna"), house.person("ben"), pause=60.0)
    row = dealer.deal(table.pk, now=now + DAY)
    at(now)
    row.refresh_from_db()
    whole = timedelta(seconds=table.action_seconds)
    assert row.deadline == now + whole
    longest = now + whole + timedelta(seconds=60 + 30)  # the whole time bank, and the grace
    Hand.objects.filter(pk=row.pk).update(deadline=longest)
    at(now)
    row.refresh_from_db()
    assert row.deadline == longest
    assert not Decision.objects.exists()
    at(longest)
    assert Decision.objects.get().source == "clock"


def test_who_was_called_to_a_seat_until_tomorrow_has_the_time_of_a_call_from_now(house, now):
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben, seats=2, pause=60.0)
    waiting_lists.join(chika, table_id=table.pk, now=now + DAY)
    seating.stand_up(table.pk, anna, now=now + DAY)
    assert Wait.objects.get().answer_by > now + DAY
    waiting_lists.sweep(now=now)
    by = Wait.objects.get().answer_by
    assert now < by < now + DAY
    assert waiting_lists.sweep(now=by) == 1
    assert Wait.objects.get().state == Wait.State.MISSED
