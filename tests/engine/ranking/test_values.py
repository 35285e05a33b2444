"""Values to the last nibble, for every ranking and any number of cards, as plain counting has them (S0.3, S0.5)."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from engine.cards import FULL_DECK, cards_text, parse_cards
from engine.ranking.rankings import DEUCE_TO_SEVEN, HIGH, RANKINGS
from engine.ranking.values import (
    FLUSH,
    FULL_HOUSE,
    QUADS,
    SHORT,
    STRAIGHT,
    USUAL,
    nibbles,
    of_a_kind,
    of_suited,
    ranks_of,
    straight_top,
)
from tests.support.engine.wild_hands import expected, unfolded

SIZES = range(1, 13)


def hands(key: str, size: int, count: int):
    """Random hands; a third of them of few ranks, a third mostly of one suit."""
    rng = random.Random(f"{key} of {size}")
    deck = FULL_DECK[16 if key.startswith("short") else 0 :]
    suited = [card for card in deck if card % 4 == 1]
    few = [card for card in deck if card // 4 in (0, 2, 3, 9, 11, 12)] + suited[:3]
    for number in range(count):
        cards = [deck, few, [*suited, *rng.sample(deck, 3)]][number % 3]
        yield rng.sample(sorted(set(cards)), min(size, len(set(cards))))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", RANKINGS)
def test_every_hand_has_the_value_that_counting_gives_it(key, size):
    rank = RANKINGS[key].rank
    for cards in hands(key, size, 30):
        first = rank(cards)
        assert unfolded(key, first) == expected(key, cards, 0), cards_text(cards)
        assert rank(cards) == rank(cards[::-1]) == first  # learnt by now, and in another order


def test_no_cards_are_no_hand():
    assert {ranking.rank([]) for ranking in RANKINGS.values()} == {0}


def test_a_value_is_its_category_and_its_ranks():
    assert HIGH.rank(parse_cards("Ah Kd Qc Js 9h")) == nibbles(1, [12, 11, 10, 9, 7]) == 0x1DCBA8
    assert ranks_of(0x1DCBA8) == [12, 11, 10, 9, 7]
    assert ranks_of(nibbles(2, [4, 3])) == [4, 3]


def test_the_best_by_equal_ranks_of_more_cards_than_play():
    counts = [0] * 13
    counts[3], counts[5], counts[7], counts[12] = 3, 3, 2, 1
    assert of_a_kind(counts) == nibbles(FULL_HOUSE, [5, 7])
    counts[3] = 4
    assert of_a_kind(counts) == nibbles(QUADS, [3, 12])
    assert of_a_kind([0] * 13) == 0


def test_straights_from_the_top_and_the_lowest_that_an_ace_begins():
    assert straight_top(0b1111100000000, USUAL.straights) == 12
    assert straight_top(0b1000000001111, USUAL.straights) == 3
    assert straight_top(0b1000011110000, USUAL.straights) == -1
    assert straight_top(0b1000011110000, SHORT.straights) == 7
    assert of_suited(0b1111, USUAL) == 0


def test_a_scale_moves_categories_and_finds_them_again():
    flush, full = SHORT.placed(nibbles(FLUSH, [9])), SHORT.placed(nibbles(FULL_HOUSE, [9, 8]))
    assert flush > full > SHORT.placed(nibbles(STRAIGHT, [12]))
    assert (SHORT.category(flush), SHORT.category(full)) == (FLUSH, FULL_HOUSE)
    assert ranks_of(flush) == [9]


@pytest.mark.parametrize("hand", ["Ts Jd Qh Kc Ad Ah", "Ts Td Jd Qh Kc Ad Ah", "2s 3d 4h 5c 6d 6h"])
def test_six_cards_of_five_ranks_in_a_row_are_paired_before_they_are_a_straight(hand):
    cards = parse_cards(hand)
    fives = [DEUCE_TO_SEVEN.rank(five) for five in combinations(cards, 5)]
    assert DEUCE_TO_SEVEN.rank(cards) == max(fives)
    assert str(DEUCE_TO_SEVEN.describe(cards)).startswith("Pair")
