"""What a fantasyland is worth, learned from play: `python -m tests.bench.fantasyland_worth HANDS` prints the table.

One player is in fantasyland, the other is dealt street by street; both are today's computer player. What the hand wins is the
mean of its points, m; with the chance s to stay, a fantasyland of so many cards is worth m / (1 - s), since a hand like any
other between two of them is worth nothing.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections.abc import Iterator

from engine.chinese.play.hand import ChineseHand
from engine.chinese.play.hand_start import FANTASYLAND
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.deck.shuffle import Deck
from engine.games.hand_start import Positions, Seat, Stakes
from engine.play.any_game import begin, deck_of, start_of
from tests.bench import Remark, Row
from tests.bench.open_face import STACK, thoughtful

GAME, HANDS, SAMPLES = "ofc-pineapple", 400, 12
CARDS = (14, 15, 16, 17)


def hands_in(cards: int, hands: int) -> Iterator[tuple[int, bool]]:
    """Points of the player in fantasyland with so many cards, and whether it stays, of each hand."""
    policy, house = thoughtful(SAMPLES), ChineseRules(payment="credit")
    seats = (Seat(1, STACK), Seat(2, STACK))
    for number in range(hands):
        stakes, carried = Stakes("points", point=1), {FANTASYLAND: {"1": cards}}
        start = start_of(GAME, stakes, seats, Positions(1 + number % 2), house, carried)
        rng = random.Random(f"{cards} {number}")
        deck = list(deck_of(start))
        rng.shuffle(deck)
        hand = begin(start, Deck.of(deck))
        assert isinstance(hand, ChineseHand)
        while not hand.is_over:
            ask = hand.asks[0]
            hand.answer(ask.number, policy(hand, ask, rng))
        assert hand.result is not None
        yield hand.result.points[1], hand.result.hands[1].fantasyland > 0


def measured(hands: int = HANDS) -> Iterator[Row]:
    """The worth of each number of cards, with the standard error of its points."""
    for cards in CARDS:
        told = list(hands_in(cards, hands))
        points, stay = [one for one, _stays in told], statistics.mean([float(stays) for _one, stays in told])
        mean, error = statistics.mean(points), statistics.stdev(points) / math.sqrt(len(points))
        worth = mean / (1 - stay)
        yield Remark(
            f"{cards} cards: worth {worth:.1f} ± {error / (1 - stay):.1f}; {mean:+.2f} points a hand, stays {stay:.1%}"
        )


if __name__ == "__main__":
    for row in measured(*map(int, sys.argv[1:])):
        print(row, flush=True)
