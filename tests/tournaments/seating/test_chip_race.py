"""The chip race and rounding up (T19; TDA 24): who gets how many, nobody raced out, worth kept within a chip."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.base.errors import ClubError
from engine.cards import parse_cards
from tournaments.seating import chip_race

CHIPS = st.dictionaries(st.integers(1, 10), st.integers(0, 40), min_size=1, max_size=10)
VALUES = st.sampled_from([(25, 100), (100, 500), (500, 1000), (1000, 5000), (1, 5)])


@given(CHIPS, VALUES, st.integers(0, 2**32), st.booleans())
def test_a_race_keeps_the_worth_within_half_a_chip(
    chips: dict[int, int], values: tuple[int, int], seed: int, is_all_they_have: bool
) -> None:
    low, high = values
    cards = chip_race.deal_cards(chip_race.exchange(chips, low, high).odd, random.Random(seed))
    other = dict.fromkeys(chips, 0 if is_all_they_have else 5 * high)
    made = chip_race.race(chips, low, high, cards, other)
    assert made.value_before == low * sum(chips.values())
    assert made.value_after == high * sum(made.high_chips.values())
    assert abs(made.value_after - len(made.saved) * high - made.value_before) * 2 <= high
    for seat, count in chips.items():
        whole, odd = divmod(count * low, high)
        assert made.high_chips[seat] - whole in ((0, 1) if odd else (0,))
        assert made.high_chips[seat] or not count or other[seat]  # nobody is raced out
    assert is_all_they_have or not made.saved


@given(CHIPS, VALUES)
def test_rounding_up_gives_every_fraction_a_chip(chips: dict[int, int], values: tuple[int, int]) -> None:
    low, high = values
    made = chip_race.round_up(chips, low, high)
    for seat, count in chips.items():
        assert 0 <= made.high_chips[seat] * high - count * low < high


def test_t19_the_highest_cards_win_by_suit_one_chip_each() -> None:
    cards = {1: parse_cards("Ks 4d"), 2: parse_cards("2c 9h Jd"), 3: parse_cards("Ac"), 4: parse_cards("Kd 3s")}
    made = chip_race.race({1: 2, 2: 3, 3: 1, 4: 2}, 25, 100, cards, dict.fromkeys(range(1, 5), 5000))
    assert made.high_chips == {1: 1, 2: 0, 3: 1, 4: 0}


def test_t19_half_a_chip_counts_and_less_is_forfeited() -> None:
    assert [chip_race.race_chips({1: odd}, 25, 100) for odd in (1, 2, 3)] == [0, 1, 1]
    assert chip_race.race_chips({1: 3, 2: 3}, 25, 100) == 2


def test_t19_nobody_is_raced_out() -> None:
    made = chip_race.race({1: 1, 2: 3}, 25, 100, {1: parse_cards("2c"), 2: parse_cards("Ac 9h Jd")}, {2: 500})
    assert (made.high_chips, made.saved) == ({1: 1, 2: 1}, (1,))
    assert made.value_after > made.value_before


def test_t19_chips_found_afterwards_are_changed_at_equal_value_alone() -> None:
    assert [chip_race.exchange({1: count}, 25, 100).whole[1] for count in (3, 4, 9)] == [0, 1, 2]


def test_cards_are_dealt_from_seat_one_one_for_each_odd_chip() -> None:
    dealt = chip_race.deal_cards({3: 1, 1: 2, 2: 0}, random.Random(1))
    assert [(seat, len(cards)) for seat, cards in dealt.items()] == [(1, 2), (3, 1)]


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ClubError, match="worth several of it, not for 60"):
        chip_race.exchange({1: 3}, 25, 60)
    with pytest.raises(ClubError, match="Seat 1 has 3 odd chips and needs as many cards, not 1"):
        chip_race.race({1: 3}, 25, 100, {1: parse_cards("As")}, {})
    with pytest.raises(ClubError, match="dealt twice"):
        chip_race.race({1: 1, 2: 1}, 25, 100, {1: parse_cards("As"), 2: parse_cards("As")}, {})
    with pytest.raises(ClubError, match="0 or more, not -1"):
        chip_race.exchange({1: -1}, 25, 100)
