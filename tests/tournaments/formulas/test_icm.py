"""ICM beside counting subsets, published figures, and laws (club.md §5: exact for any number of players)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.budget import budget
from tests.support.subsets import by_subsets
from tournaments.formulas import icm

STACKS = st.lists(st.integers(0, 10**7), min_size=1, max_size=9)
LIVE = st.lists(st.integers(1, 10**7), min_size=1, max_size=9)
PRIZES = st.lists(st.integers(0, 10**6), min_size=1, max_size=9).map(lambda listed: sorted(listed, reverse=True))


def in_orders(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """By every order in which they can finish, in fractions: the model's own definition."""
    worth = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for player in order:
            chance *= Fraction(stacks[player], left)
            left -= stacks[player]
        for player, prize in zip(order, prizes, strict=False):
            worth[player] += chance * prize
    return worth


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=6), PRIZES)
@settings(max_examples=budget(60))
def test_every_order_of_finishing_in_fractions(stacks: list[int], prizes: list[int]) -> None:
    expected = in_orders(stacks, prizes)
    for ours, exact in zip(icm.equities(stacks, prizes), expected, strict=True):
        assert ours == pytest.approx(float(exact), rel=1e-12, abs=0)


@given(LIVE, PRIZES, st.integers(0, 12))
def test_subsets_however_far_apart_the_stacks_are(stacks: list[int], prizes: list[int], far: int) -> None:
    stacks = [stacks[0] * 10**far, *stacks[1:]]
    for ours, exact in zip(icm.equities(stacks, prizes), by_subsets(stacks, prizes), strict=True):
        assert ours == pytest.approx(exact, rel=1e-11, abs=1e-290)


def test_fifteen_players_and_all_places_paid() -> None:
    stacks = [(7 * at * at + 3 * at) % 101 * 100 + 50 for at in range(15)]
    prizes = [1000 // (at + 1) for at in range(15)]
    assert icm.equities(stacks, prizes) == pytest.approx(by_subsets(stacks, prizes), rel=1e-12)


@pytest.mark.parametrize(("players", "paid"), [(100, 15), (100, 100), (400, 60)])
def test_many_players_share_all_of_the_prizes(players: int, paid: int) -> None:
    """The sum is no part of how the integrals are taken, so that it comes out is a check of all of them."""
    stacks = [1 + (at * 7919) % 30_011 for at in range(players)]
    prizes = [10_000 / (place + 1) for place in range(paid)]
    assert math.fsum(icm.equities(stacks, prizes)) == pytest.approx(math.fsum(prizes), rel=1e-13)


@given(STACKS, PRIZES)
def test_the_prizes_that_are_won_are_shared_whole(stacks: list[int], prizes: list[int]) -> None:
    won = prizes[: len(stacks)]
    worth = icm.equities(stacks, prizes)
    assert math.fsum(worth) == pytest.approx(sum(won), rel=1e-12)
    assert all(share <= max(won) * (1 + 1e-12) for share in worth)


@given(STACKS, PRIZES, st.data())
def test_who_sits_where_changes_nothing(stacks: list[int], prizes: list[int], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(stacks))))
    worth = icm.equities(stacks, prizes)
    assert icm.equities([stacks[at] for at in order], prizes) == [worth[at] for at in order]


@given(STACKS, PRIZES)
def test_more_chips_are_worth_no_less(stacks: list[int], prizes: list[int]) -> None:
    worth = icm.equities(stacks, prizes)
    for one, its in zip(stacks, worth, strict=True):
        for other, theirs in zip(stacks, worth, strict=True):
            assert one != other or its == theirs
            assert one <= other or its >= theirs * (1 - 1e-12)


@given(LIVE, PRIZES, st.integers(2, 1000))
def test_the_unit_of_chips_changes_nothing(stacks: list[int], prizes: list[int], times: int) -> None:
    many = icm.equities([stack * times for stack in stacks], prizes)
    assert many == pytest.approx(icm.equities(stacks, prizes), rel=1e-12)


@given(st.integers(1, 10**9), st.integers(1, 10**9), st.integers(0, 10**6), st.integers(0, 10**6))
def test_heads_up_it_is_linear(one: int, other: int, first: int, second: int) -> None:
    expected = second + (first - second) * one / (one + other)
    assert icm.equities([one, other], [first, second])[0] == pytest.approx(expected, rel=1e-11)


def test_those_without_chips_share_the_lowest_places() -> None:
    assert icm.equities([0, 4000, 0, 4000], [500, 300, 150, 51]) == pytest.approx([100.5, 400, 100.5, 400], rel=1e-14)
    assert icm.equities([0, 0], [7, 3]) == [5, 5]
    assert icm.equities([10, 0], [7]) == pytest.approx([7, 0], rel=1e-14)


def test_prizes_beyond_the_players_are_not_won() -> None:
    assert icm.equities([10], [7, 3]) == pytest.approx([7], rel=1e-14)


def test_the_chances_of_every_place() -> None:
    rows = icm.finish_chances([100_000, 70_000, 50_000, 20_000], 4)
    assert rows[0] == pytest.approx([10 / 24, 7 / 24, 5 / 24, 2 / 24], rel=1e-12)
    for row in rows:
        assert math.fsum(row) == pytest.approx(1, rel=1e-12)
    for column in zip(*rows, strict=True):
        assert math.fsum(column) == pytest.approx(1, rel=1e-12)


def test_a_chance_that_is_as_good_as_none() -> None:
    """The chip leader of twelve is last once in about 10^132 evenings."""
    rows = icm.finish_chances([10**12, *[1] * 11], 12)
    assert rows[11][0] == pytest.approx(math.factorial(11) * 1e-132, rel=1e-9)
    assert math.fsum(rows[11]) == pytest.approx(1, rel=1e-12)


@pytest.mark.parametrize(
    ("stacks", "prizes", "words"),
    [
        ([], [1], "one player"),
        ([1, -1], [1], "a stack must be 0 or more"),
        ([1, 2], [-5], "a prize must be 0 or more"),
        ([float("nan"), 2], [5], "finite, not nan"),
        ([1e300, 1e-300], [5], "too far apart"),
    ],
)
def test_what_cannot_be_is_refused(stacks: list[float], prizes: list[float], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        icm.equities(stacks, prizes)


# -- whole units ------------------------------------------------------------------------------------------------------


@given(STACKS, PRIZES, st.integers(1, 500))
def test_payouts_come_to_the_prizes_to_the_last_unit(stacks: list[int], prizes: list[int], unit: int) -> None:
    paid = icm.payouts(stacks, prizes, unit)
    won = sum(prizes[: len(stacks)])
    assert sum(paid) == won
    assert all(share % unit == 0 for share in paid[1:])
    for share, worth in zip(paid, icm.equities(stacks, prizes), strict=True):
        assert abs(share - worth) < 2 * unit


@given(st.lists(st.integers(1, 10**5), min_size=2, max_size=8), st.integers(1, 10**6))
def test_payouts_rise_with_the_chips(stacks: list[int], first: int) -> None:
    paid = icm.payouts(stacks, [first])
    for one, its in zip(stacks, paid, strict=True):
        for other, theirs in zip(stacks, paid, strict=True):
            assert one <= other or its >= theirs


def test_equal_remainders_go_to_the_first_listed() -> None:
    assert icm.payouts([5, 5, 5], [500, 300, 200]) == [334, 333, 333]
    assert icm.payouts([0, 4000, 0, 4000], [500, 300, 150, 51]) == [101, 400, 100, 400]
    assert icm.in_whole_units([Fraction(1, 3), Fraction(5, 3)], 2) == [0, 2]
    assert icm.in_whole_units([Fraction(1, 2), Fraction(3, 2)], 2) == [1, 1]


def test_what_lies_below_the_unit_goes_to_the_first() -> None:
    assert icm.in_whole_units([Fraction(105, 2)] * 2, 105, 10) == [55, 50]


def test_amounts_that_do_not_come_to_the_total_are_refused() -> None:
    with pytest.raises(ValueError, match="come to 9, not to 10"):
        icm.in_whole_units([4.0, 5.0], 10)
    with pytest.raises(ValueError, match="unit"):
        icm.in_whole_units([10.0], 10, 0)
