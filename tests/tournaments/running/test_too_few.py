"""An event that too few have entered when its hour comes: it waits, is called off, or goes on, as the house has it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.house import house_rules
from tests.tournaments.conftest import CHIPS, Evening, is_replay, wallet
from tournaments.log.state import CANCELLED, REGISTERING, RUNNING
from tournaments.models import Tournament
from tournaments.running import runner

pytestmark = pytest.mark.django_db


def at_its_hour(evening: Evening, rule: str, players: int) -> tuple[Tournament, Any]:
    house_rules.change({"TournamentRules.too_few": rule}, by=None, now=evening.now)
    entered = evening.computers(players)
    row = evening.entered(entered, min_players=6, starts_at=evening.now + timedelta(minutes=10))
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).status == REGISTERING  # the hour has not come
    runner.direct(row.pk, now=evening.now + timedelta(minutes=10))
    assert is_replay(row)
    return row, entered


@pytest.mark.parametrize(
    ("rule", "players", "status"),
    [
        ("waits", 4, REGISTERING),
        ("called off", 4, CANCELLED),
        ("goes on", 4, RUNNING),
        ("goes on", 1, REGISTERING),  # nobody to play with
        ("called off", 6, RUNNING),
    ],
)
def test_what_becomes_of_it_is_the_houses_choice(evening: Evening, rule: str, players: int, status: str) -> None:
    row, entered = at_its_hour(evening, rule, players)
    assert evening.state(row).status == status
    if status == CANCELLED:
        assert [wallet(player) for player in entered] == [CHIPS] * players
