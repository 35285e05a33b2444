"""Pots, uncalled bets and odd chips, chip by chip: the plain counting that the engine's arithmetic must come to (S0.14)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.betting.pots_and_results.pots import Pot, pots, split, uncalled

stacks = st.lists(st.integers(0, 9), min_size=2, max_size=6)


def pots_by_layers(put: list[int], live: list[bool], dead: int) -> list[tuple[int, tuple[int, ...]]]:
    """One layer of one chip from everybody who has put in so many; layers that the same players contest are one pot.

    A layer of folded players alone goes with the layer below it.
    """
    everybody = tuple(at for at, is_live in enumerate(live) if is_live)
    layers = [(dead, everybody)]
    for level in range(1, max(put) + 1):
        payers = [at for at, chips in enumerate(put) if chips >= level]
        layers.append((len(payers), tuple(at for at in payers if live[at]) or layers[-1][1]))
    made: list[tuple[int, tuple[int, ...]]] = []
    for chips, contest in layers:
        if made and made[-1][1] == contest:
            chips += made.pop()[0]
        if chips:
            made.append((chips, contest))
    return made


@given(st.data(), stacks, st.integers(0, 4))
def test_pots_are_layers_of_single_chips(data, put, dead):
    live = data.draw(st.lists(st.booleans(), min_size=len(put), max_size=len(put)).filter(any))
    made = pots(put, live, dead)
    assert made == pots_by_layers(put, live, dead)
    assert sum(pot.amount for pot in made) == sum(put) + dead
    assert all(live[at] for pot in made for at in pot.eligible)


@pytest.mark.parametrize(
    ("put", "folded", "dead", "expected"),
    [
        ([5, 5, 5], "", 0, [Pot(15, (0, 1, 2))]),
        ([5, 5, 3], "2", 0, [Pot(13, (0, 1))]),
        ([3, 8, 8], "", 2, [Pot(11, (0, 1, 2)), Pot(10, (1, 2))]),
        ([3, 8, 7, 8], "2", 1, [Pot(13, (0, 1, 3)), Pot(14, (1, 3))]),
        ([1, 2, 3, 4], "", 0, [Pot(4, (0, 1, 2, 3)), Pot(3, (1, 2, 3)), Pot(2, (2, 3)), Pot(1, (3,))]),
        ([0, 4, 4], "", 0, [Pot(8, (1, 2))]),
        ([0, 4, 4], "", 3, [Pot(3, (0, 1, 2)), Pot(8, (1, 2))]),
        ([4, 4, 2], "12", 0, [Pot(10, (0,))]),
        # Whoever folded has put in more than everybody left: the last pot takes what none of them could match.
        ([100, 80, 60], "0", 0, [Pot(180, (1, 2)), Pot(60, (1,))]),
        ([100, 80, 40, 70], "0", 0, [Pot(160, (1, 2, 3)), Pot(90, (1, 3)), Pot(40, (1,))]),
        ([9, 5, 5], "0", 1, [Pot(20, (1, 2))]),
        ([9, 8, 5, 5], "01", 0, [Pot(27, (2, 3))]),
        ([9, 0, 0], "0", 0, [Pot(9, (1, 2))]),
        ([0, 0], "", 0, []),
        ([0, 0], "", 2, [Pot(2, (0, 1))]),
    ],
)
def test_pots_by_hand(put, folded, dead, expected):
    live = [str(at) not in folded for at in range(len(put))]
    assert pots(put, live, dead) == expected


def test_without_dead_chips_none_are_added():
    assert pots([2, 2], [True, True]) == [Pot(4, (0, 1))]


def test_every_place_is_either_live_or_not():
    for put in ([2, 2], [1, 2]):
        with pytest.raises(ValueError, match="zip"):
            pots(put, [True])


@given(stacks)
def test_what_nobody_called_is_the_lead_over_the_next(put):
    *_, second, most = sorted(put)
    place, chips = uncalled(put)
    assert (place, chips) == ((put.index(most), most - second) if most > second else (-1, 0))


def test_an_uncalled_bet_that_nobody_put_anything_against():
    assert uncalled([0, 7, 0]) == (1, 7)
    assert uncalled([7]) == (0, 7)


@given(st.integers(0, 60), st.integers(1, 6), st.integers(1, 5))
def test_odd_chips_go_one_each_to_the_first(amount, count, unit):
    dealt = [0] * count
    chips, rest = amount // unit, amount % unit
    for number in range(chips):
        dealt[number % count] += unit
    dealt[0] += rest
    assert split(amount, count, unit) == dealt
