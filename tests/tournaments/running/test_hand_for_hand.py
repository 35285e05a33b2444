"""Hand for hand at dealt tables (TDA RP-8; T14, T15), and penalties enforced in the hands that are dealt (TDA 71; T22)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from club.house import house_rules
from club.models import User
from club.people import conduct
from tables.dealing import settlement
from tables.models import Decision, Hand
from tests.support.tournaments.given_hands import given
from tests.tournaments.conftest import Evening, held, is_replay
from tournaments.floor import clock_by_hand, undo
from tournaments.models import LogEntry, Tournament
from tournaments.running import event_start, hand_for_hand, runner
from tournaments.structures.clock import moment
from tournaments.structures.levels_and_breaks import items


@pytest.fixture
def row(evening: Evening) -> Tournament:
    """Six computers at two tables of three, with stacks that last."""
    made = evening.entered(evening.computers(6), structure=evening.structure(starting_chips=100_000))
    event_start.start(made.pk, now=evening.now)
    return made


def how(evening: Evening) -> dict[str, Any]:
    return {"now": evening.now, "by": None}


def test_t15_each_round_is_charged_by_itself_while_the_clock_stands_and_levels_rise(
    evening: Evening, row: Tournament
) -> None:
    hand_for_hand.declare(row.pk, True, **how(evening))
    runner.direct(row.pk, now=evening.now)
    one, other = evening.state(row).hands.values()
    settlement.play_out(one, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    assert set(evening.state(row).hands.values()) == {one, other}  # the first table waits, and is not taken alone
    settlement.play_out(other, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    evening.now += timedelta(minutes=7)
    assert evening.state(row).clock.seconds(evening.now) == 120
    while moment(items(row.sheet), evening.state(row).clock, evening.now).index == 0:
        evening.play_round(row)
        rounds = LogEntry.objects.filter(tournament=row, kind="hand_played").count()
        assert evening.state(row).clock.seconds(evening.now) == 120 * rounds
    assert rounds == 3  # the level has five minutes
    assert is_replay(row)


def test_after_it_the_clock_runs_on_from_where_the_hands_have_brought_it(evening: Evening, row: Tournament) -> None:
    evening.now += timedelta(seconds=60)
    hand_for_hand.declare(row.pk, True, **how(evening))
    clock_by_hand.pause(row.pk, **how(evening))
    evening.now += timedelta(seconds=500)
    clock_by_hand.resume(row.pk, **how(evening))
    evening.now += timedelta(seconds=40)
    assert evening.state(row).clock.seconds(evening.now) == 60
    hand_for_hand.declare(row.pk, False, **how(evening))
    evening.now += timedelta(seconds=5)
    assert evening.state(row).clock.seconds(evening.now) == 65
    assert is_replay(row)


def test_it_begins_by_itself_at_the_bubble_where_the_house_has_it_so_and_ends_in_the_money(evening: Evening) -> None:
    house_rules.change({"SeatingRules.is_hand_for_hand": True}, scope="club", by=None, why="x", now=evening.now)
    row = evening.entered(evening.computers(6), table_size=2)
    event_start.start(row.pk, now=evening.now)
    paid = hand_for_hand.paid(row)
    begun = False
    for _round in range(300):
        state = evening.play_round(row)
        if state.status != "running":
            break
        begun |= state.orders.hand_for_hand is not None
        assert state.orders.hand_for_hand is None or len(state.alive) > paid or state.hands or len(state.tables) < 2
    kinds = list(LogEntry.objects.filter(tournament=row, kind="hand_for_hand").values_list("data__is_on", flat=True))
    assert kinds in ([], [True, False])  # several may leave the room at once, past the bubble
    assert begun == bool(kinds)


def test_t22_an_orbit_is_as_many_hands_as_players_and_each_is_dealt_and_killed(
    evening: Evening, row: Tournament
) -> None:
    given(evening, row, 1, "missed-orbit", 1)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).orders.misses == {1: 3}
    place = evening.state(row).entries[1]
    left = []
    for _round in range(4):
        state = evening.state(row)
        hand = Hand.objects.get(pk=state.hands[place.table or 0])
        for one in state.hands.values():
            settlement.play_out(one, now=evening.now)
        given_ = Decision.objects.filter(hand=hand, seat=place.seat)
        if state.orders.misses.get(1):
            assert not given_.exclude(text="fold", source=Decision.Source.CLOCK).exists()
        runner.direct(row.pk, now=evening.now)
        left.append(evening.state(row).orders.misses.get(1, 0))
    assert left == [2, 1, 0, 0]
    assert held(f"entry:{row.entries.get(number=1).pk}", "stack", row.owner) > 0
    assert is_replay(row)


def test_a_penalty_taken_back_is_missed_no_more(evening: Evening, row: Tournament) -> None:
    incident = given(evening, row, 2, "missed-hand", 5)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).orders.misses == {2: 5}
    conduct.withdraw(incident, "wrong player", by=User.objects.get(username="floor"), now=evening.now)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).orders.misses == {}
    assert is_replay(row)


def test_a_disqualified_player_is_out_when_the_hand_is_and_comes_back_by_undo(
    evening: Evening, row: Tournament
) -> None:
    runner.direct(row.pk, now=evening.now)
    given(evening, row, 3, "disqualification")
    runner.direct(row.pk, now=evening.now)
    assert not evening.state(row).entries[3].is_out  # in a hand
    for hand in evening.state(row).hands.values():
        settlement.play_out(hand, now=evening.now)
    stack = held(f"entry:{row.entries.get(number=3).pk}", "stack", row.owner)
    runner.direct(row.pk, now=evening.now)
    assert evening.state(row).entries[3].best == 6
    assert held(f"entry:{row.entries.get(number=3).pk}", "stack", row.owner) == 0
    line = LogEntry.objects.get(tournament=row, kind="knocked_out").seq
    undo.undo(row.pk, line, **how(evening))
    assert held(f"entry:{row.entries.get(number=3).pk}", "stack", row.owner) != 0
    runner.direct(row.pk, now=evening.now)
    assert not evening.state(row).entries[3].is_out
    assert is_replay(row)
    assert stack


def test_t20_a_new_level_is_for_the_next_hand(evening: Evening, row: Tournament) -> None:
    runner.direct(row.pk, now=evening.now)
    clock_by_hand.set_level(row.pk, 3, **how(evening))
    before = {hand.pk: hand.start["stakes"]["big_blind"] for hand in Hand.objects.all()}
    evening.play_round(row)
    runner.direct(row.pk, now=evening.now)
    after = {hand.pk: hand.start["stakes"]["big_blind"] for hand in Hand.objects.exclude(pk__in=before)}
    assert set(before.values()) == {50}
    assert set(after.values()) == {200}
