"""Rankings: the whole of them where it can be had, and beside PokerKit where it cannot (S0.2, S0.3, S0.5, S1.9, S2.9)."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from itertools import combinations, combinations_with_replacement, pairwise

import numpy as np
import poker_equity
import pokerkit
import pytest

from engine.cards import UNKNOWN, card_text, cards_text, parse_cards
from engine.errors import BadCards, UnknownCard
from engine.ranking import batch
from engine.ranking.lookup import PLACES
from engine.ranking.rankings import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, RANKINGS

BY_PAIRS = [ranks for ranks in combinations_with_replacement(range(13), 5) if max(Counter(ranks).values()) < 5]


def offsuit(ranks):
    """Those ranks with no flush among them: a pair takes different suits, the rest alternate."""
    seen = Counter()
    cards = []
    for at, rank in enumerate(ranks):
        suit = seen[rank] if ranks.count(rank) > 1 else (0 if at else 1)
        seen[rank] += 1
        cards.append(rank * 4 + suit)
    return cards


def test_s0_3_there_are_7462_high_hands_and_all_2598960_fall_into_their_categories():
    # Hands by their ranks, each weighed by how many deals make it; flushes are a choice of five of thirteen ranks.
    counted: Counter[int] = Counter()
    values = set()
    ways = {1: 4, 2: 6, 3: 4, 4: 1}
    for ranks in BY_PAIRS:
        value = HIGH.rank(offsuit(ranks))
        values.add(value)
        deals = 1
        for count in Counter(ranks).values():
            deals *= ways[count]
        counted[value >> 20] += deals - 4 * (len(set(ranks)) == 5)
    for ranks in combinations(range(13), 5):
        value = HIGH.rank([rank * 4 for rank in ranks])
        values.add(value)
        counted[value >> 20] += 4
    assert len(values) == 7462
    # high card, pair, two pair, trips, straight, flush, full house, quads, straight flush
    expected = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]
    assert [counted[category] for category in range(1, 10)] == expected
    assert sum(expected) == 2598960


def test_s0_5_there_are_6175_ace_to_five_lows_and_56_that_qualify():
    assert len({ACE_TO_FIVE.rank(offsuit(ranks)) for ranks in BY_PAIRS}) == 6175
    assert len({EIGHT_OR_BETTER.rank(offsuit(ranks)) for ranks in BY_PAIRS} - {0}) == 56


@pytest.mark.parametrize("key", ["badugi", "badugi-ace-high"])
def test_there_are_1092_badugis_and_all_270725_hands_fall_into_their_sizes(key):
    rank = RANKINGS[key].rank
    values = Counter(map(rank, combinations(range(52), 4)))
    assert len(values) == 1092
    sizes: Counter[int] = Counter()
    for value, hands in values.items():
        sizes[value >> 16] += hands
    assert sizes == {4: 17160, 3: 154440, 2: 96252, 1: 2873}


@pytest.mark.parametrize(
    ("key", "order"),
    [
        ("short-deck", [122400, 193536, 36288, 16128, 6120, 1728, 480, 288, 24]),
        ("short-deck-trips", [122400, 193536, 36288, 6120, 16128, 1728, 480, 288, 24]),
        ("short-deck-classic", [122400, 193536, 36288, 16128, 6120, 480, 1728, 288, 24]),
    ],
)
def test_there_are_1404_short_deck_hands_and_all_376992_fall_into_their_categories(key, order):
    hands = np.fromiter(combinations(range(16, 52), 5), dtype=np.dtype((np.uint8, 5)))
    values = batch.rank_rows(RANKINGS[key], hands)
    assert len(np.unique(values)) == 1404
    assert np.bincount(values >> 20).tolist() == [0, *order]
    for at in range(0, len(hands), 31):
        assert RANKINGS[key].rank(hands[at].tolist()) == values[at]


@pytest.mark.parametrize("places", PLACES.values(), ids=PLACES)
def test_every_multiset_of_ranks_has_a_place_of_its_own(places):
    sums = [
        sum(places.numbers[rank] for rank in ranks)
        for ranks in combinations_with_replacement(range(13), places.size)
        if max(map(ranks.count, ranks)) <= 4
    ]
    assert len(set(sums)) == len(sums) == places.multisets
    assert max(sums) == places.sums - 1


KERNELS = {
    "high": ("high", (5, 6, 7)),
    "ace-to-five": ("low_a5", (5, 6, 7)),
    "deuce-to-seven": ("deuce_seven", (5,)),
    "badugi": ("badugi", (1, 2, 3, 4, 5, 6, 7)),
    "short-deck": ("short_deck", (5, 6, 7)),
}


@pytest.mark.parametrize(("key", "size"), [(key, size) for key, (_name, sizes) in KERNELS.items() for size in sizes])
def test_hands_are_equal_and_better_as_poker_equity_has_them(key, size):
    rng = random.Random(f"{key} {size}")
    deck = range(16 if key == "short-deck" else 0, 52)
    hands = [rng.sample(deck, size) for _ in range(20_000)]
    scores = poker_equity.score_batch(KERNELS[key][0], ["".join(map(card_text, hand)) for hand in hands])
    # Of all different pairs of ours and theirs, which counts down, both go up together.
    pairs = sorted({(RANKINGS[key].rank(hand), -score) for hand, score in zip(hands, scores, strict=True)})
    assert all(one[0] < other[0] and one[1] < other[1] for one, other in pairwise(pairs))


THEIRS = {
    "high": pokerkit.StandardHighHand,
    "ace-to-five": pokerkit.RegularLowHand,
    "deuce-to-seven": pokerkit.StandardLowHand,
    "badugi": pokerkit.BadugiHand,
}


@pytest.mark.parametrize("key", THEIRS)
@pytest.mark.parametrize("size", [5, 6, 7])
def test_the_order_of_random_hands_is_pokerkits(key, size):
    rng = random.Random(f"{key} {size}")
    rank = RANKINGS[key].rank

    def theirs(cards):
        return THEIRS[key].from_game("".join(card_text(card) for card in cards))

    for _ in range(400):
        dealt = rng.sample(range(52), 2 * size)
        one, other = dealt[:size], dealt[size:]
        ours = (rank(one) > rank(other)) - (rank(one) < rank(other))
        a, b = theirs(one), theirs(other)
        assert ours == (a > b) - (a < b), (cards_text(one), cards_text(other))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_eight_or_better_qualifies_and_orders_as_pokerkits(size):
    rng = random.Random(size)
    for _ in range(1500):
        dealt = rng.sample(range(52), 2 * size)
        hands = [dealt[:size], dealt[size:]]
        texts = ["".join(card_text(card) for card in hand) for hand in hands]
        theirs = [pokerkit.EightOrBetterLowHand.from_game_or_none(text) for text in texts]
        ours = [EIGHT_OR_BETTER.rank(hand) for hand in hands]
        assert [not value for value in ours] == [hand is None for hand in theirs]
        if all(ours):
            assert (ours[0] > ours[1]) == (theirs[0] > theirs[1])


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (HIGH, "Ks Kd Kc Td Th", "Kings full of Tens"),
        (HIGH, "As Ks Qs Js Ts", "Royal flush"),
        (HIGH, "5s 4s 3s 2s As 9d 9h", "Straight flush, Five high"),
        (HIGH, "6s 6d", "Pair of Sixes"),
        (HIGH, "Ah Kd Qc Jd Th", "Straight, Ace high"),
        (HIGH, "Ah 2d 3c 4d 6h", "Ace high"),
        (ACE_TO_FIVE, "As 2d 3c 4d 5s Ks Kd", "5-4-3-2-A low"),
        (DEUCE_TO_SEVEN, "7s 5d 4c 3d 2s", "7-5-4-3-2 low"),
        (DEUCE_TO_SEVEN, "As 5d 4c 3d 2s", "A-5-4-3-2 low"),
        (EIGHT_OR_BETTER, "9s 5d 4c 3d 2s", "No low"),
        (BADUGI, "As 2d 3c 4h", "4-card badugi, 4-3-2-A"),
        (BADUGI, "As 2s 3c 4h", "3-card badugi, 4-3-A"),
    ],
)
def test_hands_in_words(ranking, cards, words):
    assert str(ranking.describe(parse_cards(cards))) == words


def test_s0_3_a_straight_never_goes_round_the_corner():
    assert HIGH.rank(parse_cards("2s As Kd Qc Jd")) >> 20 == 1
    assert HIGH.rank(parse_cards("5s 4d 3c 2d As")) < HIGH.rank(parse_cards("6s 5d 4c 3d 2s"))


def test_incomplete_hands_compare_as_stud_boards_do():
    order = ["2c", "Ac", "Ac 2d", "2c 2d", "Ac Ad Kc Kd", "2c 2d 2h", "2c 2d 2h 2s"]
    values = [HIGH.rank(parse_cards(text)) for text in order]
    assert values == sorted(values)
    assert HIGH.rank(parse_cards("As Ks Qs Js")) >> 20 == 1


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=RANKINGS)
def test_a_card_nobody_knows_cannot_be_ranked(ranking):
    with pytest.raises(UnknownCard):
        ranking.rank([0, 5, 10, 15, UNKNOWN])


@pytest.mark.parametrize("text", ["As K", "Zs", "A", "AsKx"])
def test_text_that_is_no_card_is_named(text):
    with pytest.raises(BadCards):
        parse_cards(text)


def test_cards_and_their_text():
    assert cards_text(parse_cards("AsKd 10h X1??")) == "As Kd Th X1 ??"


def in_a_new_process(source: str) -> str:
    """What it prints, in a process that has ranked nothing yet."""
    return subprocess.run([sys.executable, "-c", source], check=True, capture_output=True, text=True).stdout.strip()


def test_no_room_is_made_before_a_hand_of_that_size_is_ranked():
    told = in_a_new_process(
        "from engine.ranking.lookup import PLACES; from engine.ranking.rankings import HIGH\n"
        "HIGH.rank((0, 5, 10, 15, 20)); print([size for size, places in PLACES.items() if places.of_sum])"
    )
    assert told == "[5]"


@pytest.mark.parametrize("ranking", ["HIGH", "BADUGI"])
@pytest.mark.parametrize("hand", [(52, 1, 2, 3), (3, 3, 3, 3, 3, 3, 3), (0, 1, 2, 3, 4, 5, 99)])
def test_the_first_hand_is_refused_as_any_other_if_there_is_no_such_hand(ranking, hand):
    told = in_a_new_process(
        "from engine.errors import UnknownCard; from engine.ranking import rankings\n"
        f"for again in range(2):\n try: rankings.{ranking}.rank({hand})\n except UnknownCard: print('refused')"
    )
    is_ranked = ranking == "BADUGI" and max(hand) < 52  # badugi takes what is held more than once
    assert told.split() == ([] if is_ranked else ["refused"] * 2)


def test_threads_that_rank_the_first_hand_at_once_all_have_its_value():
    told = in_a_new_process(
        "import sys; from concurrent.futures import ThreadPoolExecutor; from threading import Barrier\n"
        "from engine.ranking.rankings import BADUGI, HIGH; sys.setswitchinterval(1e-6); at_once = Barrier(8)\n"
        "def first(_each): at_once.wait(); return HIGH.rank((0, 5, 10, 15, 20, 25, 30)), BADUGI.rank((0, 5, 10, 15))\n"
        "with ThreadPoolExecutor(8) as pool: print(len(set(pool.map(first, range(8)))))"
    )
    assert told == "1"
