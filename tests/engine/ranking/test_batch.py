"""Rankings by the array are those by the hand, and all 2,598,960 high hands (S0.3)."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engine.cards import UNKNOWN
from engine.errors import BadCards, UnknownCard
from engine.ranking import batch
from engine.ranking.rankings import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, RANKINGS
from tests.support.budget import sweep

QUICK = {key: ranking for key, ranking in RANKINGS.items() if not key.startswith("badugi")}


def dealt(hands: int, size: int, seed: int, deck: int = 52) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.argsort(rng.random((hands, deck), dtype=np.float32), axis=1)[:, :size].astype(np.uint8)


@sweep("key", QUICK)
@pytest.mark.parametrize("size", [5, 6, 7])
@pytest.mark.parametrize("deck", [52, 24])
def test_every_row_has_the_value_of_its_hand(key, size, deck):
    hands = dealt(40_000, size, size, deck)  # more than a piece; few ranks make pairs and straights
    assert batch.rank_rows(QUICK[key], hands).tolist() == [RANKINGS[key].rank(hand) for hand in hands.tolist()]


@pytest.mark.parametrize("key", QUICK)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_flushes_have_the_value_of_their_hand(key, size):
    rng = np.random.default_rng(size)
    ranks = np.array(list(combinations(range(13), size)), dtype=np.uint8) * 4
    for suit in range(4):
        hands = rng.permuted(ranks, axis=1) + np.uint8(suit)
        hands[:, 5:] ^= rng.integers(0, 4, hands[:, 5:].shape, dtype=np.uint8)  # those to spare of any suit
        assert batch.rank_rows(QUICK[key], hands).tolist() == [RANKINGS[key].rank(hand) for hand in hands.tolist()]


def test_s0_3_all_2598960_high_hands_fall_into_their_categories_and_7462_values():
    hands = np.fromiter(combinations(range(52), 5), dtype=np.dtype((np.uint8, 5)), count=2_598_960)
    values = batch.rank_rows(HIGH, hands)
    # high card, pair, two pair, trips, straight, flush, full house, quads, straight flush
    expected = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert np.bincount(values >> 20).tolist() == [0, *expected]
    assert len(np.unique(values)) == 7462
    for at in range(0, len(hands), 97):
        assert HIGH.rank(hands[at].tolist()) == values[at]


def test_s0_5_all_lows_of_five_cards_fall_into_their_classes():
    hands = np.fromiter(combinations(range(52), 5), dtype=np.dtype((np.uint8, 5)), count=2_598_960)
    assert len(np.unique(batch.rank_rows(ACE_TO_FIVE, hands))) == 6175
    assert len(np.unique(batch.rank_rows(DEUCE_TO_SEVEN, hands))) == 7462
    lows = batch.rank_rows(EIGHT_OR_BETTER, hands)
    assert len(np.unique(lows)) == 56 + 1  # and none
    assert np.count_nonzero(lows) == 56 * 4**5


def test_other_rankings_and_sizes_go_one_by_one():
    for ranking, size in ((BADUGI, 4), (BADUGI, 7), (HIGH, 3), (HIGH, 9), (ACE_TO_FIVE, 7), (EIGHT_OR_BETTER, 5)):
        hands = dealt(300, size, size)
        assert batch.rank_rows(ranking, hands).tolist() == [ranking.rank(hand) for hand in hands.tolist()]


def test_no_hands_have_no_values():
    assert batch.rank_rows(HIGH, np.empty((0, 7), dtype=np.uint8)).tolist() == []


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS)
@pytest.mark.parametrize("size", [4, 7])
def test_a_card_nobody_knows_is_refused(ranking, size):
    hands = dealt(10, size, 1)
    hands[3, 3] = UNKNOWN
    with pytest.raises(UnknownCard):
        batch.rank_rows(ranking, hands)


@pytest.mark.parametrize("hands", [np.zeros(7, np.uint8), np.zeros((2, 13), np.uint8), np.zeros((2, 7), np.int64)])
@pytest.mark.parametrize("ranking", [HIGH, BADUGI])
def test_arrays_that_are_no_hands_are_refused(ranking, hands):
    with pytest.raises(BadCards, match="rows of 1 to 12 cards in uint8"):
        batch.rank_rows(ranking, hands)
