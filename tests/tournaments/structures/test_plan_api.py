"""Structures and forecasts through HTTP: made, looked over, edited by one at a time, played by the workers."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from tests.support.tournaments.tournament_api import announced, boss, is_problem
from tests.tournaments.conftest import SHEET, Evening
from tournaments.floor import forecast_jobs
from tournaments.models import Forecast, Structure, StructureVersion

__all__ = ["boss"]
WANTED = {"players": 30, "stack": 20_000, "minutes": 240, "level_minutes": 20, "chips": [100, 500, 1000, 5000]}


def test_a_structure_is_made_looked_over_imported_and_edited(boss: APIClient) -> None:
    made = boss.post("/api/v1/structures/generate/", WANTED)
    assert made.status_code == 200, made.data
    assert made.data["findings"] == []
    assert not Structure.objects.exists(), "nothing is kept before it is imported"
    sheet = {**made.data["sheet"], "id": "thirty"}
    assert boss.post("/api/v1/structures/", sheet).status_code == 201
    levels = [item for item in sheet["items"] if item["type"] == "level"]
    told: dict[str, Any] = {"version": 1, "sheet": {"name": "Thirty"}, "edits": ["delete:1", "break:0"]}
    edited = boss.post("/api/v1/structures/thirty/edit/", told)
    assert edited.status_code == 200, edited.data
    assert (edited.data["version"], edited.data["name"]) == (2, "Thirty")
    items = edited.data["sheet"]["items"]
    assert [item["type"] for item in items[:2]] == ["break", "level"]
    assert (items[1]["bb"], items[1]["n"]) == (levels[1]["bb"], 1), "levels are numbered from 1"
    assert is_problem(boss.post("/api/v1/structures/thirty/edit/", told), 409, "changed_since")
    listed = boss.get("/api/v1/structures/thirty/versions/").data["versions"]
    assert [(one["number"], one["by"]) for one in listed] == [(2, "boss"), (1, "boss")]
    assert boss.get("/api/v1/structures/thirty/versions/1/").data["sheet"] == sheet


def test_what_is_wrong_in_a_sheet_is_told_with_its_level(boss: APIClient) -> None:
    steep = {**SHEET, "chips": [25, 100], "items": [dict(item) for item in SHEET["items"]]}
    steep["items"][2] |= {"sb": 510, "bb": 1020}
    seen = boss.post("/api/v1/structures/lint/", {"sheet": steep, "players": 9})
    assert seen.status_code == 200, seen.data
    found = {(one["kind"], one["level"], one["amount"]) for one in seen.data["findings"]}
    assert {("steep", 3, 1020), ("not payable", 3, 1020)} <= found
    assert seen.data["finish"]["level"] == 3
    broken = {**SHEET, "items": SHEET["items"][1:]}
    assert is_problem(boss.post("/api/v1/structures/lint/", {"sheet": broken}), 422, "bad_structure")


@pytest.mark.parametrize(
    ("address", "body", "status"),
    [
        ("generate", {**WANTED, "players": 1}, 400),
        ("generate", {**WANTED, "first_big_blind": 10**12}, 422),
        ("lint", {"sheet": []}, 400),
        ("quick/edit", {"edits": ["delete:1"]}, 400),
        ("quick/edit", {"version": 1, "edits": ["burn:1"]}, 400),
        ("quick/edit", {"version": 1, "sheet": {"items": None}}, 422),
        ("quick/edit", {"version": 1, "sheet": {"items": [7]}, "edits": ["up:2"]}, 422),
        ("none/edit", {"version": 1}, 404),
    ],
)
def test_what_cannot_be_changes_nothing(
    evening: Evening, boss: APIClient, address: str, body: dict[str, Any], status: int
) -> None:
    kept = evening.structure()
    answer = boss.post(f"/api/v1/structures/{address}/", body)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json"), answer.data
    assert Structure.objects.get().sheet == kept.sheet
    assert StructureVersion.objects.count() == 1


def test_a_forecast_is_asked_watched_and_read(evening: Evening, boss: APIClient) -> None:
    number = announced(boss)
    address = f"/api/v1/tournaments/{number}/forecast/"
    assert boss.get(address).data == {"forecast": None}
    asked = boss.post(address, {"players": 9})
    assert (asked.status_code, asked.data["is_done"], asked.data["players"]) == (202, False, 9)
    Forecast.objects.update(evenings=20)
    forecast_jobs.work(asked.data["id"])
    seen = boss.get(f"{address}{asked.data['id']}/").data
    assert (seen["is_done"], seen["done"]) == (True, 20)
    assert seen["ends"] == sorted(seen["ends"])
    assert boss.get(address).data["forecast"] == seen
    assert is_problem(boss.get(f"{address}{asked.data['id'] + 1}/"), 404, "unknown_forecast")
    assert boss.post(address, {"players": 1}).status_code == 400
