"""Recurring events: on the same hour of the wall clock all year, each day announced once, changed without touching what was."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from club.models import AuditEntry
from tests.tournaments.conftest import NOW, Evening
from tournaments.evening import recurring
from tournaments.evening.recurring import TemplateForm, falls
from tournaments.models import Occurrence, Structure, Tournament, TournamentTemplate
from tournaments.running import event_start

BERLIN = ZoneInfo("Europe/Berlin")
# NOW is a Sunday morning of March in Tokyo; the next Friday is the 13th.
FRIDAY: dict[str, Any] = {
    "name": "Friday", "structure": "quick", "buy_in": "1000", "fee": "100", "late_until_level": "2", "is_break_late": "on",
    "days": ["4"], "at": "19:00", "begins": "2026-03-01", "days_ahead": "14", "is_active": "on",
}  # fmt: skip


def made(evening: Evening, **changes: Any) -> TournamentTemplate:
    evening.structure()
    form = TemplateForm({**FRIDAY, **changes})
    assert form.is_valid(), form.errors
    return recurring.save(form, None, now=evening.now, by=None)


def test_it_is_the_same_hour_by_the_wall_clock_in_summer_and_in_winter() -> None:
    found = falls([4], time(19), date(2026, 3, 20), None, None, date(2026, 4, 4), BERLIN)
    assert [at.astimezone(UTC).hour for at in found] == [18, 18, 17]
    assert [at.hour for at in found] == [19, 19, 19]


def test_an_hour_that_a_day_lacks_is_the_one_after_it_and_of_a_double_one_the_first() -> None:
    # Clocks go forward at two on 29 March 2026, and back at three on 25 October.
    [lacking] = falls([6], time(2, 30), date(2026, 3, 29), None, None, date(2026, 3, 29), BERLIN)
    assert lacking.astimezone(UTC) == datetime(2026, 3, 29, 1, 30, tzinfo=UTC)
    [double] = falls([6], time(2, 30), date(2026, 10, 25), None, None, date(2026, 10, 25), BERLIN)
    assert double.astimezone(UTC) == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("until", "times", "days"),
    [
        (None, None, [6, 9, 13, 16, 20]),
        (date(2026, 3, 13), None, [6, 9, 13]),
        (None, 2, [6, 9]),
        (date(2026, 3, 6), 9, [6]),
    ],
)
def test_it_ends_after_a_day_or_so_many_times(until: date | None, times: int | None, days: list[int]) -> None:
    found = falls([0, 4], time(19), date(2026, 3, 5), until, times, date(2026, 3, 20), BERLIN)
    assert [at.day for at in found] == days


def test_the_days_that_are_near_are_announced_once_by_the_fields_of_the_event(evening: Evening) -> None:
    row = made(evening)
    assert recurring.announce_due(now=evening.now) == 2
    first, second = Tournament.objects.order_by("starts_at")
    assert (first.starts_at, second.starts_at) == (
        datetime(2026, 3, 13, 10, tzinfo=UTC),
        datetime(2026, 3, 20, 10, tzinfo=UTC),
    )
    assert (first.name, first.buy_in, first.fee, first.late_until_level, first.is_break_late) == (
        "Friday",
        1000,
        100,
        2,
        True,
    )
    assert first.seed != second.seed
    assert recurring.announce_due(now=evening.now) == 0
    assert recurring.announce_due(now=evening.now + timedelta(days=7)) == 1
    assert Occurrence.objects.filter(template=row).count() == 3


def test_one_that_was_called_off_is_not_announced_again_nor_at_another_hour_of_its_day(evening: Evening) -> None:
    row = made(evening)
    recurring.announce_due(now=evening.now)
    event_start.cancel(Tournament.objects.earliest("starts_at").pk, now=evening.now, by=None, why="no dealers")
    form = TemplateForm({**FRIDAY, "at": "20:00"})
    assert form.is_valid()
    recurring.save(form, row, now=evening.now, by=None)
    assert recurring.announce_due(now=evening.now) == 0
    assert Tournament.objects.count() == 2


def test_one_that_rests_or_cannot_be_announced_announces_nothing_and_the_others_go_on(evening: Evening) -> None:
    made(evening, name="Resting", is_active="")
    broken = made(evening, name="Broken")
    made(evening, name="Sound")
    # The structure has fewer levels by now than late registration is open for.
    short = {**broken.structure.sheet, "id": "short", "items": broken.structure.sheet["items"][:1]}
    broken.structure = Structure.objects.create(key="short", name="Short", sheet=short, imported_at=NOW)
    broken.save()
    assert recurring.announce_due(now=evening.now) == 2
    assert set(Tournament.objects.values_list("name", flat=True)) == {"Sound"}
    broken.refresh_from_db()
    assert "1 to 1" in broken.error


def test_the_page_makes_changes_and_tells_what_cannot_be(evening: Evening) -> None:
    evening.structure()
    client, player = Client(), evening.person("dee", role="director")
    assert player.user is not None
    client.force_login(player.user)
    new = "/tournaments/recurring/new/"
    for wrong, field in [({"days": []}, "days"), ({"at": "late"}, "at"), ({"bounty_kind": "none"}, "bounty_kind")]:
        answer = client.post(new, {**FRIDAY, **wrong})
        assert answer.status_code == 422
        assert answer.context["form"].errors[field]
    assert client.post(new, FRIDAY).status_code == 302
    assert client.post(new, FRIDAY).status_code == 409
    row = TournamentTemplate.objects.get()
    shown = client.get(f"/tournaments/recurring/{row.pk}/")
    assert 'value="19:00"' in shown.content.decode()
    assert client.post(f"/tournaments/recurring/{row.pk}/", {**FRIDAY, "buy_in": "2000"}).status_code == 302
    row.refresh_from_db()
    assert row.fields["buy_in"] == "2000"
    assert AuditEntry.objects.get(kind="template.changed").by == player.user
    assert client.get("/tournaments/recurring/").status_code == 200
    assert client.get("/tournaments/recurring/999/").status_code == 404


def test_over_the_api_what_is_left_out_is_as_usual_and_a_change_leaves_the_rest(evening: Evening) -> None:
    evening.structure()
    client = evening.client(evening.person("dee", role="director"))
    told = {"name": "F", "structure": "quick", "buy_in": 50, "days": [4], "at": "19:00", "begins": "2026-03-01"}
    answer = client.post("/api/v1/recurring/", {**told, "physical_tables": [1], "cards": "mixed"}, format="json")
    assert answer.status_code == 201, answer.json()
    one = f"/api/v1/recurring/{answer.json()['id']}/"
    assert client.patch(one, {"buy_in": 70}, format="json").json()["buy_in"] == 70
    assert client.get(one).json()["days"] == [4]
    recurring.announce_due(now=evening.now)
    row = Tournament.objects.earliest("starts_at")
    assert (row.buy_in, row.is_break_late, row.physical_tables, row.cards) == (70, True, [1], "mixed")
    assert client.patch(one, {"is_active": False}, format="json").json()["next"] == []
    assert client.patch(one, {"days": [9]}, format="json").status_code == 400
    assert client.patch(one, {"is_break_late": [{"x": 1}]}, format="json").status_code == 400
    assert evening.client(evening.person("ann")).get(one).status_code == 403
