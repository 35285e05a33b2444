"""Moves, breaks and the final table: the published cases, and laws over random rooms (TDA 2024, 10, 11, RP-9)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import dealer_button
from engine.games.hand_start import Positions
from tests.support.shared import needs_shared, shared
from tests.support.tournaments.balancing import after, fewest, rooms
from tournaments.seating import balancing
from tournaments.seating.balancing import Move, Seats
from tournaments.seating.seat_draw import draw

CASES = shared("vectors/tda.json")


def seen(told: dict[str, Any]) -> Seats:
    players = {seat: 100 + seat for seat in told["live"]}
    return Seats(1, told["seats"], players, told["btn"], told["sb"], told["bb"])


@needs_shared
@pytest.mark.parametrize("case", CASES.get("balance_destination", []), ids=lambda case: case["id"])
def test_tda_11a_the_newcomer_gets_the_worst_seat_but_never_the_small_blind(case: dict[str, Any]) -> None:
    assert balancing.destination(seen(case["dest"])) == case["expect_seat"]


@needs_shared
@pytest.mark.parametrize("case", CASES.get("balance_mover", []))
def test_tda_11a_the_next_big_blind_moves(case: dict[str, Any]) -> None:
    assert balancing.mover(seen(case["source"])) == case["expect_mover"]


@needs_shared
@pytest.mark.parametrize("case", CASES.get("balance_halt", []))
def test_tda_11d_a_table_three_short_stands_still(case: dict[str, Any]) -> None:
    assert balancing.must_halt(case["tables"]) is case["halt"]


@needs_shared
@pytest.mark.parametrize("case", CASES.get("balance_trigger", []))
def test_tables_two_apart_are_balanced(case: dict[str, Any]) -> None:
    assert balancing.must_move(case["tables"]) is case["move"]


@needs_shared
@pytest.mark.parametrize("case", CASES.get("break_when", []))
def test_a_table_breaks_when_the_others_hold_everybody(case: dict[str, Any]) -> None:
    tables, seats = case["tables"], case["seats"]
    assert balancing.can_break(sum(tables), len(tables), seats)
    assert balancing.is_final(sum(tables), len(tables), seats) is case.get("to_final", False)


@needs_shared
@pytest.mark.parametrize("case", CASES.get("final_table", []))
def test_rp_9_the_final_table_has_its_size(case: dict[str, Any]) -> None:
    size, at = case["table_size"], case["combine_at"]
    assert balancing.final_size(size) == at
    assert balancing.is_final(at, 2, size)
    assert not balancing.is_final(at + 1, 2, size)


@pytest.mark.parametrize(("size", "at"), [(10, 10), (9, 9), (8, 9), (7, 7), (6, 7), (5, 5), (2, 2)])
def test_rp_9_for_every_size_of_table(size: int, at: int) -> None:
    assert balancing.final_size(size) == at


def test_nineteen_at_three_tables_of_nine_stay_at_three() -> None:
    assert balancing.can_break(18, 3, 9)
    assert not balancing.can_break(19, 3, 9)


def test_own_cases_of_11a() -> None:
    """Empty seat 7 has the big blind at once; the seat of last hand's big blind would be the small blind."""

    def table(*live: int) -> Seats:
        return Seats(1, 9, {seat: seat for seat in live}, 4, 5, 6)

    assert balancing.destination(table(1, 2, 3, 4, 5, 6, 8, 9)) == 7
    assert balancing.destination(table(1, 2, 3, 4, 5, 7, 8, 9)) is None
    assert balancing.mover(table(1, 3, 4, 9)) == 9


# -- laws -------------------------------------------------------------------------------------------------------------


@given(rooms(), st.randoms(use_true_random=False))
def test_a_plan_leaves_even_tables_and_loses_nobody(room: tuple[int, list[Seats]], rng: random.Random) -> None:
    size, tables = room
    everybody = sorted(entry for table in tables for entry in table.players.values())
    moves = balancing.plan(tables, size, rng)
    left = after(tables, moves)
    assert sorted(entry for players in left.values() for entry in players.values()) == everybody
    open_tables = [len(players) for players in left.values() if players]
    assert max(open_tables) <= size
    assert not balancing.can_break(len(everybody), len(open_tables), size)
    waits = any(balancing.destination(table) is None for table in tables)
    assert waits or max(open_tables) - min(open_tables) <= 1


@given(rooms(), st.randoms(use_true_random=False))
def test_balancing_takes_the_fewest_moves(room: tuple[int, list[Seats]], rng: random.Random) -> None:
    size, tables = room
    sizes = [len(table.players) for table in tables]
    moves = balancing.plan(tables, size, rng)
    left = [len(players) for players in after(tables, moves).values()]
    if balancing.can_break(sum(sizes), len(sizes), size) or max(left) - min(left) > 1:
        return  # a table was broken, or only a small blind was free
    assert len(moves) == (fewest(sizes) if balancing.must_move(sizes) else 0)


@given(rooms(least=3))
def test_the_seat_given_is_free_and_never_the_small_blind(room: tuple[int, list[Seats]]) -> None:
    for table in room[1]:
        seat = balancing.destination(table)
        free = [seat for seat in range(1, table.size + 1) if seat not in table.players]
        if seat is None:
            assert free in ([], [table.big_blind])
            continue
        assert seat in free
        last = Positions(table.button or 0, table.small_blind, table.big_blind)
        coming = dealer_button.advance(last, {*table.players, seat}, table.size)
        assert coming.small_blind != seat
        soonest = [
            other
            for other in free
            if dealer_button.advance(last, {*table.players, other}, table.size).big_blind == other
        ]
        assert coming.big_blind == seat or not [other for other in soonest if other != table.big_blind]


@given(st.integers(2, 300), st.integers(2, 10), st.integers(0, 2**32))
def test_tda_7_everybody_draws_one_seat_at_even_tables(players: int, size: int, seed: int) -> None:
    entries = list(range(1, players + 1))
    drawn = draw(entries, size, random.Random(seed))
    assert sorted(entry for entry, _table, _seat in drawn) == entries
    assert len({(table, seat) for _entry, table, seat in drawn}) == players
    counts = [sum(at == table for _entry, at, _seat in drawn) for table in {table for _e, table, _s in drawn}]
    assert len(counts) == -(-players // size)
    assert max(counts) - min(counts) <= 1
    assert all(1 <= seat <= size for _entry, _table, seat in drawn)
    assert drawn == draw(entries, size, random.Random(seed))


def test_every_seat_is_as_likely_as_any_other() -> None:
    """2,000 draws of 5 players at a table of 6: each seat is empty about one time in six."""
    empty = dict.fromkeys(range(1, 7), 0)
    rng = random.Random(5)
    for _each in range(2000):
        taken = {seat for _entry, _table, seat in draw(range(1, 6), 6, rng)}
        empty[next(seat for seat in empty if seat not in taken)] += 1
    assert all(250 < count < 420 for count in empty.values())


def test_nobody_is_sent_to_an_empty_table_alone_and_a_table_of_one_is_kept_no_more() -> None:
    two, three = Seats(1, 4, {1: 1, 2: 2}), Seats(2, 4, {1: 3, 2: 4, 3: 5})
    assert balancing.plan([two, three, Seats(3, 4, {}, kept=True)], 4, random.Random(0)) == []
    more = Seats(1, 4, {1: 1, 2: 2, 3: 6})
    assert [
        move.to_table for move in balancing.plan([more, three, Seats(3, 4, {}, kept=True)], 4, random.Random(0))
    ] == [3, 3]
    one = Seats(3, 4, {2: 6}, kept=True)
    left = balancing.plan([two, Seats(2, 4, {1: 3, 2: 4}), one], 4, random.Random(0))
    assert {(move.entry, move.table) for move in left} == {(6, 3)}
    filled = balancing.plan([two, three, one], 4, random.Random(0))
    assert [(move.table, move.to_table) for move in filled] == [(2, 3)]


def test_who_was_called_away_before_the_table_broke_is_called_on_while_it_breaks() -> None:
    tables = [
        Seats(1, 4, {2: 12, 3: 11, 4: 3}),
        Seats(2, 4, {2: 2, 3: 4, 4: 6}),
        Seats(3, 4, {1: 10, 2: 1, 3: 8, 4: 5}),
        Seats(4, 4, {1: 13}),
    ]
    away = [(Move(6, 2, 4, 2), False), (Move(5, 3, 4, 3), False)]
    broken = [(Move(10, 3, 1, 1), True), (Move(1, 3, 4, 4), True), (Move(8, 3, 2, 1), True)]
    assert 5 not in balancing.wrong_calls(tables, away + broken, 4)
