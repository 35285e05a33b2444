"""Fields that contradict each other and sheets that cannot be meant: refused or warned of in words, at every door alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from tests.support.budget import sweep
from tests.tournaments.conftest import NOW, SHEET, Evening
from tournaments.base.errors import Refused
from tournaments.evening import recurring
from tournaments.evening.recurring import TemplateForm
from tournaments.models import Structure, Tournament
from tournaments.running import event_start
from tournaments.setup import changed_fields, event_form
from tournaments.structures import (
    level_games_and_stakes,
    levels_and_breaks,
    sheet_drafts,
    sheet_edits,
    sheet_games,
    sheet_gaps,
    sheet_lint,
)
from tournaments.structures.sheet_games import BadSheet

HOUR = timedelta(hours=1)
# Fields that cannot be together, by the one that is named. Instants are hours from the start.
CONTRADICTIONS: list[tuple[dict[str, Any], str]] = [
    ({"min_players": 10, "max_players": 9}, "min_players"),
    ({"min_players": 4, "max_entries": 3}, "max_entries"),
    ({"min_players": 7, "max_tables": 2}, "max_tables"),
    ({"starts_when": "full", "starts_at": None, "max_players": 9, "max_entries": 8}, "max_entries"),
    ({"starts_when": "full", "starts_at": None, "max_players": 9, "max_tables": 2}, "max_tables"),
    ({"staff_basis_points": 10_000}, "staff_basis_points"),
    ({"starting_chips": 100}, "starting_chips"),
    ({"bounty": 100, "bounty_kind": "mystery", "mystery_level": 7}, "mystery_level"),
    ({"must_end_at": -1}, "must_end_at"),
    ({"opens_at": 1}, "opens_at"),
    ({"opens_at": 0}, "opens_at"),
    ({"starts_at": None, "opens_at": 3, "must_end_at": 2}, "opens_at"),
    ({"late_minutes": 30, "format": "day-two"}, "late_minutes"),
    ({"late_until": -1}, "late_until"),
    ({"late_until": 3, "must_end_at": 2}, "late_until"),
    ({"starts_at": None, "opens_at": 3, "late_until": 2}, "late_until"),
    ({"starts_at": None, "must_end_at": -25}, "must_end_at"),
    ({"tickets_guaranteed": 2}, "tickets_guaranteed"),
]
LATER = ("must_end_at", "opens_at", "late_until", "starts_at")
IDS = [field + str(at) for at, (_told, field) in enumerate(CONTRADICTIONS)]


def in_per_cent(told: dict[str, Any]) -> dict[str, Any]:
    """What people type for it: parts in per cent, and nothing for what is not given."""
    return {
        name: f"{value / 100:g}" if name in event_form.PERCENT else value
        for name, value in told.items()
        if value is not None
    }


def with_ante(ante: int) -> list[dict[str, Any]]:
    first, *rest = SHEET["items"]
    return [{**first, "ante": ante}, *rest]


def instants(told: dict[str, Any], start: datetime) -> dict[str, Any]:
    made = {"starts_at": start, **told}
    hours = {name: made[name] for name in LATER if isinstance(made.get(name), int)}
    return made | {name: start + count * HOUR for name, count in hours.items()}


@pytest.mark.parametrize(("told", "field"), CONTRADICTIONS, ids=IDS)
def test_fields_that_contradict_each_other_are_refused_by_name_when_announced_and_when_changed(
    evening: Evening, told: dict[str, Any], field: str
) -> None:
    structure = evening.structure(items=with_ante(200))
    wanted = instants(told, evening.now + 24 * HOUR)
    with pytest.raises(Refused) as refused:
        evening.tournament(structure=structure, **wanted)
    assert (refused.value.status, refused.value.params["field"]) == (422, field)
    row = evening.tournament(structure=structure, starts_at=evening.now + 24 * HOUR)
    with pytest.raises(Refused) as refused:
        changed_fields.change(row.pk, now=evening.now, by=None, **wanted)
    assert (refused.value.status, refused.value.params["field"]) == (422, field)


@sweep(("told", "field"), CONTRADICTIONS, ids=IDS)
def test_page_and_api_refuse_the_same_fields_with_the_same_words(
    evening: Evening, told: dict[str, Any], field: str
) -> None:
    boss = evening.person("boss", role="director")
    evening.structure(items=with_ante(200))
    start = timezone.now().astimezone(UTC).replace(second=0, microsecond=0) + 24 * HOUR
    wanted = instants(told, start) | {"structure": "quick", "name": "Friday", "buy_in": 1000, "fee": 0}
    sent = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in wanted.items()}
    client = APIClient()
    client.force_authenticate(boss.user)
    answer = client.post("/api/v1/tournaments/", sent, format="json")
    assert (answer.status_code, answer.json()["field"]) == (422, field), answer.content
    browser = Client()
    assert boss.user is not None
    browser.force_login(boss.user)
    typed = {
        name: timezone.localtime(value).strftime("%Y-%m-%dT%H:%M") if isinstance(value, datetime) else value
        for name, value in in_per_cent(wanted).items()
    }
    page = browser.post("/tournaments/announce/", typed)
    assert page.status_code == 422
    assert page.context["form"].errors[field] == [answer.json()["detail"]]
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(("told", "field"), CONTRADICTIONS[:8], ids=IDS[:8])
def test_a_recurring_event_is_checked_when_it_is_kept(evening: Evening, told: dict[str, Any], field: str) -> None:
    evening.structure(items=with_ante(200))
    usual = {"name": "Friday", "structure": "quick", "buy_in": "1000", "fee": "0", "days": ["4"], "at": "19:00"}
    usual |= {"begins": "2026-03-01", "days_ahead": "14", "is_active": "on"}
    form = TemplateForm({**usual, **in_per_cent(told)})
    assert form.is_valid(), form.errors
    with pytest.raises(Refused) as refused:
        recurring.save(form, None, now=evening.now, by=None)
    assert refused.value.params["field"] == field


def test_a_recurring_event_that_ends_before_its_first_day_is_refused(evening: Evening) -> None:
    evening.structure()
    usual = {"name": "Friday", "structure": "quick", "buy_in": "1000", "fee": "0", "days": ["4"], "at": "19:00"}
    form = TemplateForm({**usual, "begins": "2026-03-08", "until": "2026-03-07", "days_ahead": "14", "is_active": "on"})
    assert form.is_valid(), form.errors
    with pytest.raises(Refused) as refused:
        recurring.save(form, None, now=evening.now, by=None)
    assert refused.value.params["field"] == "until"


def test_late_registration_in_the_past_is_refused_and_an_old_event_is_changed_in_its_other_fields(
    evening: Evening,
) -> None:
    with pytest.raises(Refused) as refused:
        evening.tournament(starts_at=None, late_until=evening.now - HOUR)
    assert refused.value.params["field"] == "late_until"
    row = evening.tournament(starts_at=None, late_until=evening.now + HOUR)
    Tournament.objects.filter(pk=row.pk).update(min_players=9, max_players=8)  # kept before this was looked at
    later = evening.now + 2 * HOUR
    changed_fields.change(row.pk, guarantee=5000, now=later, by=None)
    for wanted in ({"late_until": evening.now + HOUR / 2}, {"max_players": 7}):
        with pytest.raises(Refused):
            changed_fields.change(row.pk, now=later, by=None, **wanted)


@pytest.mark.parametrize("wanted", [{"max_tables": 1}, {"max_tables": 2, "table_size": 2}, {"table_size": 2}])
def test_the_tables_seat_those_who_have_entered(evening: Evening, wanted: dict[str, Any]) -> None:
    row = evening.entered(evening.computers(5), table_size=3, max_tables=3)
    told = {"max_tables": 2, **wanted}
    with pytest.raises(Refused) as refused:
        changed_fields.change(row.pk, now=evening.now, by=None, **told)
    assert (refused.value.code, refused.value.params["field"]) == ("field_locked", "max_tables")
    changed_fields.change(row.pk, now=evening.now, by=None, max_tables=2)
    event_start.start(row.pk, now=evening.now)
    assert len(evening.state(row).tables) == 2


# -- sheets -----------------------------------------------------------------------------------------------------------


def poster(evening: Evening) -> APIClient:
    client = APIClient()
    client.force_authenticate(evening.person("boss", role="director").user)
    return client


def test_blinds_that_fall_are_warned_of_wherever_a_sheet_is_taken_in_or_chosen(
    evening: Evening, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    items = [{**item} for item in SHEET["items"]]
    items[2] |= {"sb": 25, "bb": 60}
    boss = poster(evening)
    told = boss.post("/api/v1/structures/", {**SHEET, "items": items}, format="json")
    assert told.status_code == 201
    words = told.json()["warnings"]
    assert ["Small blind 25" in words[0], "Big blind 60" in words[1]] == [True, True]
    assert boss.get("/api/v1/structures/quick/").json()["warnings"] == words
    event = {"structure": "quick", "name": "Friday", "buy_in": 1000}
    assert boss.post("/api/v1/tournaments/", event, format="json").json()["warnings"] == words
    browser = Client()
    browser.force_login(get_user_model().objects.get(username="boss"))
    page = browser.get("/tournaments/announce/?structure=quick")
    assert all(one in page.content.decode() for one in words)


def test_an_ante_above_the_starting_stack_is_no_structure_to_play_by() -> None:
    assert sheet_gaps.missing({**SHEET, "items": with_ante(1000)}) == ()
    [why] = sheet_gaps.missing({**SHEET, "items": with_ante(1001)})
    words = str(why)
    assert "Ante" in words
    assert "1,000" in words
    later = [{**item} for item in SHEET["items"]]
    later[3] |= {"ante": 1001}
    assert [(one.level, one.field, one.kind) for one in sheet_lint.lint({**SHEET, "items": later})] == [
        (4, "ante", "above stack")
    ]


def test_a_sheet_with_parts_of_levels_and_breaks_that_remove_nothing_is_looked_over() -> None:
    first, second, *_rest = SHEET["items"]
    parts = [{**first, "n": "1A"}, {"type": "break", "remove": None}, {**second, "n": "1B", "bb": 40, "sb": 20}]
    told = {**SHEET, "items": parts}
    assert sheet_gaps.missing(told) == ()
    assert [str(one)[:7] for one in sheet_drafts.warnings(told)] == ["Level 1"] * 2


def test_a_sheet_has_as_many_rows_as_the_editor_takes_whoever_sends_it(evening: Evening) -> None:
    level = {"type": "level", "minutes": 5, "sb": 25, "bb": 50}
    many = [{**level, "n": n} for n in range(1, sheet_edits.MOST_ROWS + 2)]
    assert len(levels_and_breaks.items({**SHEET, "items": many[:-1]})) == sheet_edits.MOST_ROWS
    with pytest.raises(BadSheet, match=str(sheet_edits.MOST_ROWS)):
        levels_and_breaks.items({**SHEET, "items": many})
    told = poster(evening).post("/api/v1/structures/", {**SHEET, "items": many}, format="json")
    assert (told.status_code, told.json()["field"]) == (422, "items")
    assert not Structure.objects.exists()


def test_reading_a_sheet_asks_for_each_game_as_often_as_there_are_levels(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = sheet_games.leg_of

    def leg_of(name: str, limit: str = "") -> Any:
        asked.append(name)
        return real(name, limit)

    monkeypatch.setattr("tournaments.structures.level_games_and_stakes.leg_of", leg_of)
    names = ("NLHE", "PLO", "Stud", "Razz")
    amounts = {"minutes": 5, "sb": 25, "bb": 50, "ante": 5, "bring_in": 10, "small_bet": 50, "big_bet": 100}

    def count(levels: int) -> int:
        items = [{"type": "level", "n": n, **amounts, "game": names[n % 4]} for n in range(1, levels + 1)]
        asked.clear()
        made = {**SHEET, "items": items}
        assert sheet_gaps.missing(made) == ()
        assert level_games_and_stakes.is_mixed(made)
        assert level_games_and_stakes.most_seats(made) == 8
        return len(asked)

    assert count(200) <= 2 * count(100)
    assert count(400) <= 4 * count(100)


def test_edits_leave_the_other_rows_alone_and_stop_at_the_limit() -> None:
    rows = sheet_edits.rows_of(SHEET)
    made = sheet_edits.all_changed(rows, [f"level:{len(rows)}"] * 600)
    assert len(made) == sheet_edits.MOST_ROWS
    assert all(new is old for new, old in zip(made, rows, strict=False))


def test_director_announce_reads_the_clock_it_is_given(evening: Evening) -> None:
    made = event_start.announce(
        "Past", evening.structure(), buy_in=0, starts_at=NOW, late_until=NOW + HOUR, seed=bytes(32), now=NOW
    )
    assert made.late_until == NOW + HOUR


def test_the_command_says_what_to_look_at_twice(db: None, tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    import json

    items = [{**item} for item in SHEET["items"]]
    items[2] |= {"sb": 25, "bb": 60}
    path = tmp_path / "sheet.json"
    path.write_text(json.dumps({**SHEET, "items": items}))
    call_command("import_structures", str(path))
    assert "Big blind 60" in capsys.readouterr().out
