"""Rankings one at a time and many at once, beside PokerKit and the evaluators of the `peers` group.

Every evaluator gets cards of its own kind, prepared outside the clock; ours are warm, as the round that does not count
has met the hands. PokerKit is asked as it is asked in play, for the best hand that a game's cards make.
"""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np
import pokerkit

from engine.cards import FULL_DECK, TEXTS, card_text
from engine.ranking import batch
from engine.ranking.omaha import best_of
from engine.ranking.rankings import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, Ranking
from tests.bench import Figure, Remark, Row, rates

Hands = Sequence[Sequence[int]]
HANDS = 50_000
BATCH = 1_000_000
THEIR_DECK = [pokerkit.Card(pokerkit.Rank(text[0]), pokerkit.Suit(text[1])) for text in TEXTS[:52]]
POKERKIT = f"PokerKit {version('pokerkit')}"

# The ranking, how many cards, PokerKit's, and the mark for the ratio.
BESIDE_POKERKIT: tuple[tuple[Ranking, int, Any, float | None], ...] = (
    (HIGH, 5, pokerkit.StandardHighHand, None),
    (ACE_TO_FIVE, 5, pokerkit.RegularLowHand, None),
    (ACE_TO_FIVE, 7, pokerkit.RegularLowHand, 100),
    (DEUCE_TO_SEVEN, 5, pokerkit.StandardLowHand, None),
    (DEUCE_TO_SEVEN, 7, pokerkit.StandardLowHand, 100),
    (EIGHT_OR_BETTER, 7, pokerkit.EightOrBetterLowHand, 100),
    (BADUGI, 4, pokerkit.BadugiHand, 100),
    (BADUGI, 7, pokerkit.BadugiHand, 100),
)


def dealt(size: int, hands: int = HANDS) -> list[tuple[int, ...]]:
    """Random hands, always the same."""
    rng = random.Random(size)
    return [tuple(rng.sample(FULL_DECK, size)) for _ in range(hands)]


def over(hands: Sequence[Any], work: Callable[[Any], object]) -> Callable[[], int]:
    """Do the work for each hand, and say how many there were."""

    def run() -> int:
        for hand in hands:
            work(hand)
        return len(hands)

    return run


def theirs(hands: Hands) -> list[tuple[pokerkit.Card, ...]]:
    """The hands in PokerKit's cards."""
    return [tuple(THEIR_DECK[card] for card in hand) for hand in hands]


def one_at_a_time() -> Iterator[Row]:
    """One call a hand, in plain Python."""
    yield from _seven_card_high()
    for ranking, size, their_hand, mark in BESIDE_POKERKIT:
        hands = dealt(size)
        yield Figure(
            f"{size} cards, {ranking.key}",
            *rates(over(hands, ranking.rank), over(theirs(hands[:1000]), their_hand.from_game_or_none)),
            POKERKIT,
            mark,
        )
    yield from _high_and_low()
    yield from _omaha()


def _seven_card_high() -> Iterator[Row]:
    hands = dealt(7)
    what, ours = "7 cards, high", over(hands, HIGH.rank)
    pokerkits = over(theirs(hands[:500]), pokerkit.StandardHighHand.from_game_or_none)
    yield Figure(what, *rates(ours, pokerkits), POKERKIT, 540, least=4_000_000)
    for name, prepare in PEERS.items():
        try:
            work, prepared = prepare(hands)
        except ImportError:
            yield Remark(f"{what}: {name} is not installed (uv sync --group peers)")
            continue
        yield Figure(what, *rates(ours, over(prepared, work)), f"{name} {version(name)}")


def _treys(hands: Hands) -> tuple[Callable[[Any], object], list[Any]]:
    treys = importlib.import_module("treys")
    evaluate = treys.Evaluator().evaluate
    cards = [treys.Card.new(card_text(card)) for card in FULL_DECK]
    held = [([cards[card] for card in hand[:2]], [cards[card] for card in hand[2:]]) for hand in hands[:10_000]]
    return lambda hand: evaluate(*hand), held


def _phevaluator(hands: Hands) -> tuple[Callable[[Any], object], list[Any]]:
    evaluate = importlib.import_module("phevaluator").evaluate_cards
    return lambda hand: evaluate(*hand), list(hands)  # its cards are numbered as ours


def _with_cards(module: str, hands: Hands) -> tuple[Callable[[Any], object], list[Any]]:
    peer = importlib.import_module(module)
    cards = [peer.Card(card_text(card)) for card in FULL_DECK]
    return peer.evaluate, [[cards[card] for card in hand] for hand in hands]


PEERS: dict[str, Callable[[Hands], tuple[Callable[[Any], object], list[Any]]]] = {
    "treys": _treys,
    "phevaluator": _phevaluator,
    "eval7": partial(_with_cards, "eval7"),
    "pkrbot": partial(_with_cards, "pkrbot"),
}


def _high_and_low() -> Iterator[Row]:
    hands = dealt(7)
    high, low = HIGH.rank, EIGHT_OR_BETTER.rank
    their_high = pokerkit.StandardHighHand.from_game_or_none
    their_low = pokerkit.EightOrBetterLowHand.from_game_or_none
    yield Figure(
        "7 cards, high and eight-or-better",
        *rates(
            over(hands, lambda hand: (high(hand), low(hand))),
            over(theirs(hands[:300]), lambda hand: (their_high(hand), their_low(hand))),
        ),
        POKERKIT,
        100,
    )


def _omaha() -> Iterator[Row]:
    for hole in (4, 5):
        hands = [(hand[:hole], hand[hole:]) for hand in dealt(hole + 5)]
        their_hands = [(hand[:hole], hand[hole:]) for hand in theirs([[*mine, *board] for mine, board in hands[:100]])]
        for ranking, their_hand in (
            (HIGH, pokerkit.OmahaHoldemHand),
            (EIGHT_OR_BETTER, pokerkit.OmahaEightOrBetterLowHand),
        ):
            yield Figure(
                f"Omaha, {hole} and the board, {ranking.key}",
                *rates(
                    over(hands, lambda hand, ranking=ranking: best_of(hand[0], hand[1], 2, ranking)),
                    over(their_hands, lambda hand, theirs=their_hand: theirs.from_game_or_none(*hand)),
                ),
                POKERKIT,
                100,
            )


def many_at_once() -> Iterator[Row]:
    """A million hands a call, in numpy, beside PokerKit's one by one."""
    rng = np.random.default_rng(1)
    deals = np.argsort(rng.random((BATCH, 52), dtype=np.float32), axis=1)[:, :7].astype(np.uint8)
    for ranking, size, their_hand, least in (
        (HIGH, 7, pokerkit.StandardHighHand, 30_000_000),
        (HIGH, 5, pokerkit.StandardHighHand, None),
        (ACE_TO_FIVE, 7, pokerkit.RegularLowHand, None),
        (ACE_TO_FIVE, 5, pokerkit.RegularLowHand, None),
        (DEUCE_TO_SEVEN, 5, pokerkit.StandardLowHand, None),
        (EIGHT_OR_BETTER, 7, pokerkit.EightOrBetterLowHand, None),
    ):
        cards = np.ascontiguousarray(deals[:, :size])

        def ours(ranking: Ranking = ranking, cards: np.ndarray[Any, Any] = cards) -> int:
            return len(batch.rank_rows(ranking, cards))

        them = over(theirs(cards[:1000].tolist()), their_hand.from_game_or_none)
        yield Figure(f"{size} cards, {ranking.key}, a million a call", *rates(ours, them), POKERKIT, 100, least)
