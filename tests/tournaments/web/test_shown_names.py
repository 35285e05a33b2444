"""What the floor gives a name that everybody is shown: none of them holds what nobody sees, ends a line or turns letters around."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.conftest import NOW, Evening
from tournaments.models import League, Season, Structure, Tournament, TournamentTemplate
from tournaments.results import seasons
from tournaments.structures import sheet_import

pytestmark = pytest.mark.django_db
EVENT = {"buy_in": 100, "days": [0], "at": "19:00", "begins": "2026-03-01", "days_ahead": 7}
SEASON = {"begins": "2026-03-01", "ends": "2026-03-31", "formula": "places_beaten"}


def an_event(boss: Any, evening: Evening, name: str) -> Any:
    asked = {"name": name, "structure": evening.structure().key, "buy_in": 100}
    return boss.post("/api/v1/tournaments/", asked, format="json")


def a_recurring_event(boss: Any, evening: Evening, name: str) -> Any:
    return boss.post("/api/v1/recurring/", {**EVENT, "name": name, "structure": evening.structure().key}, format="json")


def a_league(boss: Any, _evening: Evening, name: str) -> Any:
    return boss.post("/api/v1/leagues/", {"name": name}, format="json")


def a_season(boss: Any, _evening: Evening, name: str) -> Any:
    league = League.objects.first() or seasons.make_league("Friday", by=None, now=NOW)
    return boss.post(f"/api/v1/leagues/{league.pk}/seasons/", {**SEASON, "name": name}, format="json")


def a_structure(boss: Any, _evening: Evening, name: str) -> Any:
    sheet_import.take_in_own(now=NOW)
    row = Structure.objects.get(key="club-turbo")
    told = {"version": row.version, "sheet": {"name": name}}
    return boss.post(f"/api/v1/structures/{row.key}/edit/", told, format="json")


NAMED = (an_event, a_recurring_event, a_league, a_season, a_structure)


def names() -> set[str]:
    kinds: tuple[Any, ...] = (Tournament, TournamentTemplate, League, Season, Structure)
    return {name for kind in kinds for name in kind.objects.values_list("name", flat=True)}


@pytest.mark.parametrize("sign", ["\n", "\x0b", "\x85", "\u2028", "\u200b", "\u202e", "\u3164"])
@pytest.mark.parametrize("door", NAMED)
def test_no_name_deceives_or_has_lines(evening: Evening, door: Any, sign: str) -> None:
    boss = evening.client(evening.person("boss", role="admin"))
    answer = door(boss, evening, f"Fri{sign}day")
    assert answer.status_code == 422, answer.content
    assert answer.json()["code"] == "unseen_character"
    assert f"Fri{sign}day" not in names()


@pytest.mark.parametrize("door", NAMED)
def test_what_is_seen_may_be_in_a_name(evening: Evening, door: Any) -> None:
    boss = evening.client(evening.person("boss", role="admin"))
    answer = door(boss, evening, "金曜 ♠️")
    assert answer.status_code in (200, 201), answer.content
    assert "金曜 ♠️" in names()
