"""The event's own prizes through HTTP: guarantee, staff, rounding, floor, least prize, own table; escrow ends at nothing."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from club.ledger import audit
from tests.support.tournaments.tournament_api import announced, is_problem
from tests.tournaments.conftest import CHIPS, Evening, held, wallet
from tournaments.desk import registration
from tournaments.models import Tournament
from tournaments.running import event_start

OWN = {"key": "ours", "name": "Ours", "rows": [{"entries": [1, 100], "basis_points": [6000, 4000]}]}


@pytest.fixture
def boss(evening: Evening) -> APIClient:
    return evening.client(evening.person("boss", role="director", chips=0))


@pytest.mark.parametrize(
    ("fields", "prizes", "overlay", "staff"),
    [
        ({"payout_table": OWN}, [2400, 1600], 0, 0),
        ({"payout_table": OWN, "guarantee": 10_000}, [6000, 4000], 6000, 0),
        ({"payout_table": OWN, "guarantee": 3000}, [2400, 1600], 0, 0),
        ({"payout_table": OWN, "staff_basis_points": 300}, [2328, 1552], 0, 120),
        ({"payout_table": OWN, "staff_basis_points": 300, "payout_unit": 50}, [2350, 1550], 0, 100),
        ({"payout_table": OWN, "staff_basis_points": 300, "guarantee": 4000}, [2400, 1600], 120, 120),
        ({"payout_table": OWN, "payout_floor": 1000}, [2200, 1800], 0, 0),
        ({"payout_table": OWN, "payout_minimum": 1700}, [4000], 0, 0),
        ({"payout": "winner-takes-all"}, [4000], 0, 0),
    ],
)
def test_the_prizes_an_event_chose_are_paid(
    evening: Evening, boss: APIClient, fields: dict[str, Any], prizes: list[int], overlay: int, staff: int
) -> None:
    players = evening.computers(4)
    number = announced(boss, starting_chips=200, table_size=4, **fields)
    Tournament.objects.filter(pk=number).update(pace=0.0, seed=bytes(32))
    row = Tournament.objects.get(pk=number)
    for player in players:
        registration.register(number, player, now=evening.now)
    seen = boss.get(f"/api/v1/tournaments/{number}/").json()
    assert [one["amount"] for one in seen["prizes"]] == prizes
    assert (seen["prize_pool"], seen["overlay"], seen["staff_share"]) == (sum(prizes), overlay, staff)
    event_start.start(number, now=evening.now)
    evening.play(row)
    seen = boss.get(f"/api/v1/tournaments/{number}/").json()
    assert sorted((one["prize"] for one in seen["entrants"] if one["prize"]), reverse=True) == prizes
    assert sum(wallet(player) for player in players) == 4 * (CHIPS - 1100) + sum(prizes)
    assert (held(row.owner, "escrow"), held("house", "tips")) == (0, staff)
    assert held("house", "fees") == 400 - overlay
    assert audit.rebuild().ok


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"payout_table": [1]}, 422, "basis_points"),
        ({"payout_table": {**OWN, "rows": [{"entries": [1, 9], "basis_points": [6000, 3000]}]}}, 422, "90 %"),
        ({"staff_basis_points": 10_001}, 400, ""),
        ({"payout_unit": 0}, 400, ""),
        ({"guarantee": -1}, 400, ""),
    ],
)
def test_prizes_that_cannot_be_are_refused(boss: APIClient, fields: dict[str, Any], status: int, words: str) -> None:
    announced(boss)
    answer = boss.post(
        "/api/v1/tournaments/", {"name": "x", "structure": "quick", "buy_in": 10, **fields}, format="json"
    )
    assert is_problem(answer, status, "bad_payout" if status == 422 else "invalid")
    assert words in answer.json()["detail"]
    assert Tournament.objects.count() == 1


def test_an_event_that_is_called_off_has_no_overlay(evening: Evening, boss: APIClient) -> None:
    players = evening.computers(2)
    number = announced(boss, guarantee=50_000)
    for player in players:
        registration.register(number, player, now=evening.now)
    assert boss.post(f"/api/v1/tournaments/{number}/cancel/", {"why": "x"}).status_code == 200
    assert [wallet(player) for player in players] == [CHIPS] * 2
    assert held("house", "fees") == held(f"tournament:{number}", "escrow") == 0
