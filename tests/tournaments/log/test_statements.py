"""Statements about the floor that are told by number, T1 to T12 and T18, as small worked situations.

T2 as a law stands in tests/engine/games/test_dealer_button.py, T7 and T11 as laws in test_balancing.py, T13 to T16, T19
and T22 in the tests of their modules.
"""

from __future__ import annotations

import random

import pytest

from engine.betting.pots_and_results.pots import split
from engine.games.dealer_button import advance, advance_mixed, is_button_dead, posts_small_blind
from engine.games.hand_start import Positions
from tournaments.seating import balancing
from tournaments.seating.balancing import Seats

FULL = frozenset(range(1, 10))


def told(where: Positions, live: frozenset[int]) -> tuple[int, int | None, int | None, bool]:
    """Button, who posts the small blind, big blind, and whether the button is dead."""
    return where.button, posts_small_blind(where, live), where.big_blind, is_button_dead(where, live)


def hands(begun: Positions, *live: frozenset[int]) -> list[tuple[int, int | None, int | None, bool]]:
    """The hands that follow, with those live in each."""
    made = []
    for here in live:
        begun = advance(begun, here, 9)
        made.append(told(begun, here))
    return made


def test_t1_positions_move_to_the_next_seats_whoever_is_there() -> None:
    assert hands(Positions(1, 2, 3), FULL, FULL) == [(2, 3, 4, False), (3, 4, 5, False)]
    assert hands(Positions(8, 9, 1), FULL) == [(9, 1, 2, False)]


def test_t3_the_small_blind_busts_and_the_button_stands_at_the_empty_seat() -> None:
    left = FULL - {2}
    assert hands(Positions(1, 2, 3), left, left) == [(2, 3, 4, True), (3, 4, 5, False)]


def test_t3_the_big_blind_busts_one_hand_without_a_small_blind_then_a_dead_button() -> None:
    left = FULL - {3}
    assert hands(Positions(1, 2, 3), left, left, left) == [(2, None, 4, False), (3, 4, 5, True), (4, 5, 6, False)]


def test_t3_both_blinds_bust() -> None:
    left = FULL - {2, 3}
    assert hands(Positions(1, 2, 3), left, left, left) == [(2, None, 4, True), (3, 4, 5, True), (4, 5, 6, False)]


def test_t3_who_is_next_busts_and_nobody_is_skipped() -> None:
    left = FULL - {4, 5}
    assert hands(Positions(1, 2, 3), left, left) == [(2, 3, 6, False), (3, 6, 7, False)]


@pytest.mark.parametrize(
    ("out", "button", "big_blind"),
    [
        (1, 3, 2),  # the button busts: the old big blind is button and small blind
        (2, 3, 1),  # the small blind busts: the old big blind, against the old button
        (3, 2, 1),  # the big blind busts: the old small blind again, never the big blind twice
    ],
)
def test_t4_three_become_two(out: int, button: int, big_blind: int) -> None:
    left = frozenset({1, 2, 3}) - {out}
    assert hands(Positions(1, 2, 3), left) == [(button, button, big_blind, False)]


def test_t4_heads_up_the_button_is_the_small_blind_and_they_alternate() -> None:
    left = frozenset({4, 7})
    assert hands(Positions(4, 4, 7), left, left) == [(7, 7, 4, False), (4, 4, 7, False)]


def table(number: int, *live: int, button: int = 4, small: int = 5, big: int = 6) -> Seats:
    return Seats(number, 9, {seat: 100 * number + seat for seat in live}, button, small, big)


def test_t7_the_next_big_blind_moves_to_the_worst_seat_never_the_small_blind() -> None:
    assert balancing.mover(table(1, 1, 2, 3, 4, 5, 6, 8, 9)) == 8
    assert balancing.mover(table(1, 1, 2, 3, 4, 5, 6, button=4)) == 1
    assert balancing.destination(table(1, 1, 2, 3, 4, 5, 6, 8, 9)) == 7  # a single big blind
    assert balancing.destination(table(1, 1, 2, 3, 4, 5, 7, 8, 9)) is None  # the small blind alone is free: wait
    assert balancing.destination(table(1, 1, 2, 3, 4, 5, 7, 9)) == 8  # not the small blind at 6, but who posts soonest


def test_t7_of_two_seats_that_post_equally_soon_the_first_clockwise() -> None:
    assert balancing.destination(table(1, 1, 2, 3, 4, 5, 6, 9)) == 7


def test_t8_coming_to_stud_the_button_advances_once_and_is_frozen() -> None:
    blinds = Positions(1, 2, 3)
    stud = advance_mixed(blinds, blinds, FULL, 9, has_blinds=False)
    assert stud == Positions(2)
    assert advance_mixed(stud, blinds, FULL, 9, has_blinds=False) == Positions(2)
    assert advance_mixed(stud, blinds, FULL, 9, has_blinds=True) == Positions(2, 3, 4)


def test_t9_the_largest_table_gives_the_first_of_equals() -> None:
    tables = [table(1, *range(1, 9)), table(2, *range(1, 9)), table(3, *range(1, 7)), table(4, *range(1, 9))]
    (move,) = balancing.plan(tables, 9, random.Random(1))
    assert (move.table, move.to_table) == (1, 3)


def test_t10_a_table_three_short_stops() -> None:
    assert [balancing.must_halt(sizes) for sizes in ([8, 5], [9, 8, 6], [8, 6], [9, 7], [5])] == [
        True, True, False, False, False,
    ]  # fmt: skip


def test_t11_a_table_breaks_as_soon_as_the_others_hold_all() -> None:
    assert balancing.can_break(18, 3, 9)
    assert not balancing.can_break(19, 3, 9)
    assert not balancing.can_break(9, 1, 9)


def test_t12_tables_of_nine_and_eight_meet_with_nine_of_seven_and_six_with_seven() -> None:
    for size, at in ((9, 9), (8, 9), (7, 7), (6, 7)):
        assert balancing.is_final(at, 2, size)
        assert not balancing.is_final(at + 1, 2, size)


def test_t18_each_side_pot_is_split_by_itself() -> None:
    """Two pots of 300 in chips of 100 between two: 400 and 200, not 300 each."""
    one, other = split(300, 2, 100), split(300, 2, 100)
    assert [a + b for a, b in zip(one, other, strict=True)] == [400, 200]
