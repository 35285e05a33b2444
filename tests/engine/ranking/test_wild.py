"""Wild cards, jokers and the bug beside every meaning they might have (S0.4)."""

from __future__ import annotations

import random

import pytest

from engine.cards import FULL_DECK, JOKERS, UNKNOWN, cards_text, parse_cards
from engine.errors import BadStart, UnknownCard
from engine.ranking.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    RANKINGS,
    SHORT_DECK,
    Ranking,
)
from engine.ranking.wild import wild_ranking
from tests.support import plain
from tests.support.budget import budget, sweep
from tests.support.engine.wild_hands import expected, unfolded

WILD = frozenset([*JOKERS, *parse_cards("6c 6d 9h")])  # of the short deck too, and enough of them


def dealt(key: str, rng: random.Random, wild: int, most: int) -> tuple[list[int], list[int]]:
    """Some cards that are not wild, and so many that are."""
    deck = [card for card in FULL_DECK[16 if key.startswith("short") else 0 :] if card not in WILD]
    if rng.random() < 0.3:  # few ranks or one suit, so that pairs, quads and flushes are met
        deck = rng.choice([[card for card in deck if card % 4 == 1], rng.sample(deck, 16)])
    size = rng.randint(0 if wild else 1, min(most, len(deck)))
    return rng.sample(deck, size), rng.sample(sorted(WILD), wild)


@sweep("key", RANKINGS, again=True)
@pytest.mark.parametrize(("wild", "hands", "most"), [(0, 400, 12), (1, 300, 9), (2, 120, 7), (3, 15, 5), (4, 2, 5)])
def test_s0_4_wild_cards_mean_whatever_is_best(key, wild, hands, most):
    rng = random.Random(f"{key} {wild}")
    rank = wild_ranking(RANKINGS[key], WILD).rank
    for _ in range(budget(hands)):
        cards, wilds = dealt(key, rng, wild, most)
        held = [*cards, *wilds]
        rng.shuffle(held)
        assert unfolded(key, rank(held)) == expected(key, cards, wild), cards_text(held)


@pytest.mark.sweep
@pytest.mark.parametrize("key", [key for key, way in plain.WAYS.items() if not way.is_low])
@pytest.mark.parametrize(("bugs", "hands", "most"), [(1, 300, 8), (2, 80, 6), (3, 8, 5)])
def test_s0_4_the_bug_is_an_ace_or_completes_a_straight_or_a_flush(key, bugs, hands, most):
    rng = random.Random(f"{key} {bugs} bugs")
    rank = wild_ranking(RANKINGS[key], WILD, bug=True).rank
    for _ in range(budget(hands)):
        cards, wilds = dealt(key, rng, bugs, most)
        assert unfolded(key, rank([*cards, *wilds])) == plain.five_best_with_bugs(key, cards, bugs), cards_text(cards)


@pytest.mark.parametrize("key", [*plain.BADUGIS, *(key for key, way in plain.WAYS.items() if way.is_low)])
def test_in_lows_the_bug_is_the_card_that_makes_the_best(key):
    rng = random.Random(key)
    wild, bug = (wild_ranking(RANKINGS[key], WILD, bug=bug).rank for bug in (False, True))
    for _ in range(200):
        cards, wilds = dealt(key, rng, rng.randint(1, 3), 7)
        assert wild([*cards, *wilds]) == bug([*cards, *wilds])


@pytest.mark.parametrize(
    ("base", "bug", "cards", "words"),
    [
        (HIGH, False, "As Ad X1 Ac Ah", "Five of a kind, Aces"),
        (HIGH, True, "As Ad X1 Ac Ah", "Five of a kind, Aces"),
        (HIGH, False, "Ks Kd X1 Kc Kh", "Five of a kind, Kings"),
        (HIGH, True, "Ks Kd X1 Kc Kh", "Four of a kind, Kings"),
        (HIGH, True, "Ks Qs X1 Js Ts 2d", "Royal flush"),
        (HIGH, True, "9s 8d X1 6c 5h", "Straight, Nine high"),
        (HIGH, False, "9s 8d X1 X2 9h 5h Kd", "Four of a kind, Nines"),
        (HIGH, False, "X1 X2", "Pair of Aces"),
        (HIGH, False, "2c 2d 2h 2s X1 X2", "Five of a kind, Aces"),
        (SHORT_DECK, False, "As 9d 8c 6h X1", "Straight, Nine high"),
        (ACE_TO_FIVE, False, "As 2d 5c Kd X1", "K-5-3-2-A low"),
        (DEUCE_TO_SEVEN, False, "3s 4d 5c 6d X1", "8-6-5-4-3 low"),
        (EIGHT_OR_BETTER, False, "3s 4d 8c 8d X1 X2", "8-4-3-2-A low"),
        (EIGHT_OR_BETTER, False, "3s 4d 9c 9d X1", "No low"),
        (BADUGI, True, "3s 4d 4h X1", "3-card badugi, 4-3-A"),
    ],
)
def test_wild_hands_in_words(base, bug, cards, words):
    wild = frozenset([*JOKERS, *parse_cards("2c 2d 2h 2s")]) if cards.startswith("2c 2d") else frozenset(JOKERS)
    assert str(wild_ranking(base, wild, bug).describe(parse_cards(cards))) == words


@pytest.mark.parametrize("base", RANKINGS.values(), ids=RANKINGS)
def test_a_wild_ranking_refuses_what_it_cannot_know(base):
    ranking = wild_ranking(base, frozenset([JOKERS[0]]))
    assert ranking.key == base.key
    assert ranking is wild_ranking(base, frozenset([JOKERS[0]]))
    for strange in (JOKERS[1], UNKNOWN):
        with pytest.raises(UnknownCard):
            ranking.rank([JOKERS[0], 50, strange])


def test_without_wild_cards_nothing_changes():
    assert wild_ranking(HIGH, frozenset()) is HIGH


@pytest.mark.parametrize(
    ("base", "wild", "why"),
    [
        (HIGH, {UNKNOWN}, "not \\[54\\]"),
        (HIGH, {-1, 60}, "not \\[-1, 60\\]"),
        (HIGH, set(FULL_DECK), "nothing to rank"),
        (SHORT_DECK, set(range(16, 52)), "nothing to rank"),
        (Ranking("suits", lambda cards: cards[0] & 3, HIGH.say), set(JOKERS), "'suits' cannot have wild cards"),
        (wild_ranking(HIGH, frozenset(JOKERS)), {0}, "'high' cannot have wild cards"),
    ],
)
def test_wild_cards_that_leave_no_ranking_are_refused(base, wild, why):
    with pytest.raises(BadStart, match=why):
        wild_ranking(base, frozenset(wild))
