"""An event that too few have entered when its hour comes: it waits, is called off, or goes on, as the house has it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.house import house_rules
from club.ledger import audit
from tests.tournaments.conftest import CHIPS, Evening, is_replay, wallet
from tournaments import tasks
from tournaments.desk import registration
from tournaments.floor import moves_and_knockouts
from tournaments.log.state import CANCELLED, REGISTERING, RUNNING
from tournaments.models import Tournament
from tournaments.running import runner

pytestmark = pytest.mark.django_db


def at_its_hour(evening: Evening, rule: str, players: int, **fields: Any) -> tuple[Tournament, Any]:
    house_rules.change({"TournamentRules.too_few": rule}, by=None, now=evening.now)
    entered = evening.computers(players)
    row = evening.entered(entered, min_players=6, starts_at=evening.now + timedelta(minutes=10), **fields)
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
        ("called off at the close", 4, CANCELLED),  # without late registration that is its hour
    ],
)
def test_what_becomes_of_it_is_the_houses_choice(evening: Evening, rule: str, players: int, status: str) -> None:
    row, entered = at_its_hour(evening, rule, players)
    assert evening.state(row).status == status
    if status == CANCELLED:
        assert [wallet(player) for player in entered] == [CHIPS] * players


@pytest.mark.parametrize(("players", "status"), [(4, CANCELLED), (5, RUNNING)])
def test_it_begins_and_is_called_off_when_registration_closes(evening: Evening, players: int, status: str) -> None:
    row, entered = at_its_hour(evening, "called off at the close", players, late_until_level=1, reentries=1)
    assert evening.state(row).status == RUNNING
    tasks.direct_at(row.pk, evening.now + timedelta(minutes=14))
    assert evening.state(row).status == RUNNING  # the level is not over
    late = evening.person("late")
    registration.register(row.pk, late, now=evening.now + timedelta(minutes=14))
    tasks.direct_at(row.pk, evening.now + timedelta(minutes=15))
    assert evening.state(row).status == status
    if status == CANCELLED:
        assert [wallet(player) for player in [*entered, late]] == [CHIPS] * (players + 1)
        assert audit.rebuild().ok
    assert is_replay(row)


def test_who_entered_twice_is_one_player(evening: Evening) -> None:
    row, entered = at_its_hour(evening, "called off at the close", 5, late_until_level=1, reentries=1, cards="physical")
    out = {"why": "out", "chips": 0, "now": evening.now + timedelta(minutes=11), "by": None}
    moves_and_knockouts.knock_out(row.pk, 1, **out)
    registration.register(row.pk, entered[0], now=evening.now + timedelta(minutes=11))
    tasks.direct_at(row.pk, evening.now + timedelta(minutes=15))
    assert evening.state(row).status == CANCELLED
    assert [wallet(player) for player in entered] == [CHIPS] * 5


def test_a_rule_that_is_set_while_it_runs_calls_nothing_off(evening: Evening) -> None:
    row, _entered = at_its_hour(evening, "goes on", 4, late_until_level=1)
    later = evening.now + timedelta(minutes=12)
    house_rules.change({"TournamentRules.too_few": "called off at the close"}, by=None, now=later)
    tasks.direct_at(row.pk, evening.now + timedelta(minutes=15))
    assert evening.state(row).status == RUNNING
