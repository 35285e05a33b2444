"""The soak of faults in short: some of its kinds while tables play (`manage.py faults`), in a thorough run each.

Workers and PostgreSQL are killed in the middle of an evening in `tests/tournaments/evening/test_night.py`, and all of
them in the soak.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from django.utils import timezone

from club.project import processes, servers
from tables.dealing import dealer, player_decisions
from tables.hand.hand_replay import rebuilt
from tests.faults.house import RECORDS, forget_lost, lost, recorded, wrongs
from tests.faults.kinds import FAULTS
from tests.faults.players import Told
from tests.folders import ROOT
from tests.patience import PATIENCE
from tests.support.budget import sampled
from tests.support.opened_clubs import environment
from tests.tables.conftest import House

pytestmark = pytest.mark.slow
APART = {  # not of a minute, or shown elsewhere
    *("worker", "thinker", "postgres", "beat", "disk-full", "clock-stepped", "upgrade-killed"),
}
SHORT = tuple(fault.name for fault in FAULTS if fault.name not in APART)
KILLED = set(sampled(SHORT, "faults", one_of=len(SHORT)))
RUNS = range(1, 1 + len(KILLED))  # each kills another


@pytest.mark.sweep
def test_killed_at_a_random_moment_each_comes_back_and_no_chip_and_no_decision_is_lost(tmp_path):
    try:
        done = subprocess.run(
            [
                sys.executable,
                "manage.py",
                "faults",
                "--runs",
                str(len(RUNS)),
                "--kinds",
                ",".join(sorted(KILLED)),
                "--json",
                "--patience",
                str(PATIENCE),
            ],
            cwd=ROOT,
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            timeout=10 * PATIENCE,
        )
        runs = [json.loads(line) for line in done.stdout.splitlines()]
        assert [run["wrongs"] for run in runs] == [[] for _run in RUNS], done.stderr
        assert done.returncode == 0
        assert {run["kind"] for run in runs} == KILLED
        assert sum(run["hands"] for run in runs) >= len(RUNS), "hands were in play when it happened"
        assert processes.leftovers(tmp_path / "faults") == []
    finally:
        processes.stop_leftovers(tmp_path / "faults")
        servers.Servers(tmp_path / "faults" / "servers").stop()


@pytest.mark.django_db
def test_the_look_at_the_books_finds_a_decision_and_a_top_up_that_are_gone():
    told = Told(decisions={(7, 3): "call"}, top_ups={"key"}, asked_top_ups={"key"}, faults=["500"])
    assert wrongs([told]) == [
        "fault: 500",
        "hand 7, ask 3: call was accepted and is gone",
        "top-up key was accepted and is gone",
    ]


@pytest.mark.django_db(transaction=True)
def test_the_look_finds_a_decision_that_is_another_than_was_said_or_that_nobody_said():
    house = House(timezone.now())
    people = [house.person("anna"), house.person("ben")]
    hand = dealer.deal(house.seated(*people, pause=60.0).pk, now=house.now)
    (ask,) = rebuilt(hand).asks
    player = hand.seats.get(seat=ask.seat).player
    player_decisions.decide(hand.table_id, hand.pk, ask.number, "call", by=player, now=house.now)
    place = (hand.pk, ask.number)

    def found(**told):
        told = Told(user=player.user_id, **told)
        return [words for words in wrongs([told]) if "brought in" not in words]

    assert found(asked={place: {"call"}}, decisions={place: "call"}) == []
    assert found() == [f"hand {hand.pk}, ask {ask.number}: call stands there, and nobody said so"]
    assert found(asked={place: {"fold", "call"}}, decisions={place: "fold"}) == [
        f"hand {hand.pk}, ask {ask.number}: fold was accepted, and call stands there"
    ]


@pytest.mark.django_db
def test_what_a_standby_that_was_behind_has_not_is_found_and_forgotten_by_its_player():
    now = timezone.now()
    before = recorded(now)
    assert len(before["audit lines"]) == RECORDS
    assert not any(lost(before).values())
    before["audit lines"] |= {-1, -2}
    before["decisions"] |= {-3}
    assert {words: ids for words, ids in lost(before).items() if ids} == {"audit lines": {-1, -2}, "decisions": {-3}}
    told = Told(user=0, decisions={(7, 3): "call"}, top_ups={"key"}, asked_top_ups={"key"}, asked={(7, 3): {"call"}})
    assert forget_lost(told) == 2
    assert wrongs([told]) == []
