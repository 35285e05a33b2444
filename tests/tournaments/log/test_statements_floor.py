"""Statements about the floor that are told by number and are not in `test_statements`: T2, T5, T8, T13, T17, T23; and that no
number is without a test."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from club.house import house_rules
from tables.core.errors import Refused
from tables.dealing import called_off_hands, player_decisions
from tables.dealing.settlement import play_out
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, Table
from tests.support.shared import needs_shared, shared
from tests.tournaments.conftest import Evening, is_replay
from tournaments.cases import outcomes
from tournaments.floor import held_seats_and_break_order, moves_and_knockouts
from tournaments.log import seating_rules
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.running import event_start, runner
from tournaments.seating import balancing
from tournaments.seating.balancing import Policy, Seats

TESTS = Path(__file__).parents[2]
NUMBERS = range(1, 24)


def test_every_statement_has_a_test_with_its_number() -> None:
    told = {
        int(number)
        for path in TESTS.rglob("test_*.py")
        for name in re.findall(r"^\s*def (test_\w+)", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for number in re.findall(r"(?<=_)t(\d+)(?=_)", name)
    }
    assert set(NUMBERS) - told == set(), "each of T1 to T23 is in the name of a test"


def differing(file: dict[str, Any]) -> list[str]:
    return [str(one) for one in outcomes(json.dumps(file)) if one.ok is not True]


def test_t2_the_big_blind_comes_to_everybody_and_never_twice_running() -> None:
    assert differing({"dead_button_fuzz": {"transitions": 3000, "double_bb": 0, "skipped_bb": 0}}) == []


# -- T5 ---------------------------------------------------------------------------------------------------------------


def begun(evening: Evening) -> Hand:
    """The first hand of three persons at one table of a tournament."""
    row = evening.entered([evening.person(name) for name in ("anna", "ben", "chika")])
    event_start.start(row.pk, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    return Hand.objects.get()


def call(hand: Hand, evening: Evening) -> None:
    ask = rebuilt(Hand.objects.get(pk=hand.pk)).asks[0]
    player = hand.seats.get(seat=ask.seat).player
    player_decisions.decide(hand.table_id, hand.pk, ask.number, "call", by=player, now=evening.now)


@pytest.mark.django_db(transaction=True)
def test_t5_before_substantial_action_a_hand_is_taken_back_and_the_button_is_where_it_was() -> None:
    evening = Evening()
    hand = begun(evening)
    call(hand, evening)
    called_off_hands.void(hand.pk, by=None, why="the button was wrong", now=evening.now, is_misdeal=True)
    tournament = int(hand.table.owner.partition(":")[2])
    runner.direct(tournament, now=evening.now)
    again = Hand.objects.exclude(pk=hand.pk).get()
    assert again.start["positions"] == hand.start["positions"]


@pytest.mark.django_db(transaction=True)
def test_t5_after_substantial_action_the_button_stands() -> None:
    evening = Evening()
    hand = begun(evening)
    call(hand, evening)
    call(hand, evening)  # two actions with chips (TDA 36)
    with pytest.raises(Refused) as refusal:
        called_off_hands.void(hand.pk, by=None, why="the button was wrong", now=evening.now, is_misdeal=True)
    assert refusal.value.code == "substantial_action"
    hand.refresh_from_db()
    assert hand.is_live


# -- T8 ---------------------------------------------------------------------------------------------------------------

STUD = {
    "id": "stud-only",
    "game": "Stud Hi",
    "items": [{"type": "level", "n": 1, "minutes": 20, "ante": 5, "bring_in": 10, "small_bet": 25, "big_bet": 50}],
}


def test_t8_in_stud_the_seat_that_fell_free_last_is_filled() -> None:
    players = {seat: seat for seat in (1, 4, 5, 6)}
    target = Seats(1, 7, players, vacated={2: 5, 3: 9, 7: 1})
    assert balancing.destination(target, 0, Policy(destination="last open")) == 3


def test_t8_a_stud_only_event_fills_the_last_seat_open_whatever_the_house_has_for_others(evening: Evening) -> None:
    row = evening.entered(evening.computers(7), structure=evening.structure(**STUD), table_size=4)
    assert seating_rules.policy(row, evening.state(row)).destination == "last open"
    event_start.start(row.pk, now=evening.now)
    state = evening.state(row)
    largest = max(state.room().items(), key=lambda one: len(one[1]))[0]
    other = next(number for number in state.tables if number != largest)
    freed = []
    for entry in sorted(state.seated(other).values())[:2]:
        place = evening.state(row).entries[entry]
        moves_and_knockouts.knock_out(row.pk, entry, why="x", now=evening.now, by=None)
        freed.append(place.seat)
        evening.now = evening.now.replace(minute=evening.now.minute + 1)
    before = evening.state(row)
    runner.direct(row.pk, now=evening.now)
    ((entry, place),) = [
        (entry, place)
        for entry, place in evening.state(row).entries.items()
        if before.entries[entry].table == largest and place.table == other
    ]
    assert place.seat == freed[-1]
    assert is_replay(row)


def test_t8_other_events_keep_what_the_house_has(evening: Evening) -> None:
    row = evening.tournament()
    assert seating_rules.policy(row, evening.state(row)).destination == "worst"


# -- published cases ---------------------------------------------------------------------------------------------------


@needs_shared
def test_t17_the_published_odd_chips() -> None:
    assert differing({"odd_chips": shared("vectors/tda.json")["odd_chips"]}) == []


@needs_shared
def test_t23_every_published_betting_case() -> None:
    file = shared("vectors/tda.json")
    kept = {name: file[name] for name in ("betting_examples", "odd_chips")}
    assert differing(kept) == []
    assert len(kept["betting_examples"]) >= 14


def test_t7_the_draw_of_a_plan_does_not_hang_on_the_order_in_which_tables_are_told() -> None:
    tables = [Seats(n, 9, {s: 10 * n + s for s in range(1, 4 + n)}, 1, 2, 3) for n in (1, 2, 3, 4)]
    one = balancing.plan(tables, 9, random.Random(5))
    assert balancing.plan(tables[::-1], 9, random.Random(5)) == one


# -- T10 --------------------------------------------------------------------------------------------------------------


def dealt_room(evening: Evening, players: int, size: int) -> tuple[Tournament, int]:
    """A tournament with a hand in play at each of its dealt tables, and the number of its shortest table."""
    sheet = evening.structure(starting_chips=1_000_000)
    row = evening.entered(evening.computers(players), structure=sheet, table_size=size)
    # Where blinds fall decides who halts and who is dealt in: these evenings were chosen with a button drawn by lot.
    house_rules.change({"TableRules.first_button": "by lot"}, scope=row.owner, by=None, now=evening.now)
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    assert set(state.hands) == set(state.tables)
    return row, min(state.tables, key=lambda number: (len(state.seated(number)), -number))


def finish_hand(evening: Evening, row: Tournament, table: int) -> State:
    play_out(evening.state(row).hands[table], now=evening.now)
    runner.direct(row.pk, now=evening.now)
    return evening.state(row)


def test_t10_only_who_moves_waits_for_the_own_hand_and_the_other_tables_play_on(evening: Evening) -> None:
    row, short = dealt_room(evening, 11, 4)
    began = dict(evening.state(row).hands)
    play_out(began[short], now=evening.now)
    moves_and_knockouts.knock_out(
        row.pk, min(evening.state(row).seated(short).values()), why="x", now=evening.now, by=None
    )
    runner.direct(row.pk, now=evening.now)
    state = evening.state(row)
    assert sorted(len(seats) for seats in state.room().values()) == [2, 4, 4]
    assert state.hands[short] != began[short]  # two short: it plays on
    giving, third = sorted(set(state.tables) - {short})
    state = finish_hand(evening, row, third)  # this one has nobody to give: the first of equals does (TDA 11-C)
    assert len(state.seated(third)) == 4
    assert state.hands[third] != began[third]
    state = finish_hand(evening, row, giving)
    assert (len(state.seated(giving)), len(state.seated(short))) == (3, 3)
    assert set(state.hands) == set(state.tables)
    assert len(rebuilt(Hand.objects.get(pk=state.hands[short])).start.seats) == 2  # who has come plays the next hand
    state = finish_hand(evening, row, short)
    assert len(rebuilt(Hand.objects.get(pk=state.hands[short])).start.seats) == 3
    assert is_replay(row)


def test_t10_a_table_three_short_stops_until_a_player_comes_or_the_director_waives_it(evening: Evening) -> None:
    row, short = dealt_room(evening, 14, 5)
    state = evening.state(row)
    pk = state.tables[short]
    big_blind = Table.objects.get(pk=pk).big_blind
    play_out(state.hands[short], now=evening.now)
    seated = state.seated(short)
    after = sorted(seated, key=lambda seat: (seat - big_blind - 1) % 5)
    for seat in after[:2]:  # whoever would post the next big blinds
        moves_and_knockouts.knock_out(row.pk, seated[seat], why="x", now=evening.now, by=None)
    runner.direct(row.pk, now=evening.now)
    assert set(evening.state(row).hands) == set(state.tables) - {short}
    held_seats_and_break_order.waive_halt(row.pk, pk, True, now=evening.now, by=None)
    runner.direct(row.pk, now=evening.now)
    assert set(evening.state(row).hands) == set(state.tables)
    held_seats_and_break_order.waive_halt(row.pk, pk, False, now=evening.now, by=None)
    state = finish_hand(evening, row, short)
    assert short not in state.hands
    state = finish_hand(evening, row, min(set(state.tables) - {short}))
    assert len(state.seated(short)) == 3
    assert short in state.hands
