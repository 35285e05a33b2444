"""What computer players of one level win from the level below: hands between two, each deal played twice with seats changed.

`python -m tests.bench.computer_players GAME HANDS [UPPER LOWER]` plays as many as are wanted.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
import time
from collections.abc import Iterator

from engine.betting.hand import Hand
from engine.computers.levels import LEVELS, Level
from engine.deck.shuffle import Deck
from engine.games.betting_games import find_game
from engine.games.hand_start import Positions, Seat, Stakes, Start
from engine.play.any_game import begin, deck_of, start_of
from engine.play.computer_players import choose
from tests.bench import Remark, Row

BIG = 20  # the big blind without a limit, the big bet with one: what win rates are counted in
STACK = 100 * BIG
PAIRS = (("steady", "loose"), ("solid", "steady"))
GAMES = (("holdem", "no"), ("omaha8", "fixed"), ("seven-card-stud", "fixed"), ("2-7-triple-draw", "fixed"))
HANDS = 200


def stakes_of(game: str, limit: str) -> Stakes:
    """Blinds of half and whole, or an ante of a fifth of the small bet where cards bring it in."""
    if find_game(game).has_blinds:
        if limit == "fixed":
            return Stakes(limit="fixed", small_blind=BIG // 4, big_blind=BIG // 2, small_bet=BIG // 2, big_bet=BIG)
        return Stakes(limit=limit, small_blind=BIG // 2, big_blind=BIG)
    return Stakes(limit="fixed", ante=BIG // 10, bring_in=BIG // 5, small_bet=BIG // 2, big_bet=BIG)


def played(game: str, limit: str, levels: tuple[Level, Level], order: list[int], seed: int) -> int:
    """The chips that the level in seat 1 wins of one hand; the button is in seat 1."""
    hand = begin(_start(game, limit), Deck.of(order))
    assert isinstance(hand, Hand)
    rng = random.Random(seed)
    while not hand.is_over:
        ask = hand.asks[0]
        assert ask.seat is not None
        hand.answer(ask.number, choose(hand.view(ask.seat), ask, rng, levels[ask.seat - 1]))
    assert hand.result is not None
    return hand.result.net[1]


def _start(game: str, limit: str) -> Start:
    positions = Positions(1, 1, 2) if find_game(game).has_blinds else Positions(1)
    return start_of(game, stakes_of(game, limit), (Seat(1, STACK), Seat(2, STACK)), positions)


def pairs(game: str, limit: str, upper: Level, lower: Level, deals: range) -> list[float]:
    """What `upper` wins from `lower` in big blinds or big bets a hand, on average of each deal of those numbers and the same
    with seats changed."""
    order = sorted(deck_of(_start(game, limit)))
    found = []
    for number in deals:
        cards = order.copy()
        random.Random(f"{game} {number}").shuffle(cards)
        one = played(game, limit, (upper, lower), cards, number)
        other = played(game, limit, (lower, upper), cards, number)
        found.append((one - other) / (2 * BIG))
    return found


def won(game: str, limit: str, upper: Level, lower: Level, hands: int) -> tuple[float, float]:
    """What `upper` wins from `lower` in 100 hands, in big blinds or big bets, and the standard error of that."""
    found = pairs(game, limit, upper, lower, range(hands // 2))
    return 100 * statistics.mean(found), 100 * statistics.stdev(found) / math.sqrt(len(found))


def measured(hands: int = HANDS) -> Iterator[Row]:
    """Each level against the one below, in the four games whose figures docs/computer_players.md has."""
    for game, limit in GAMES:
        for upper, lower in PAIRS:
            yield _row(game, limit, upper, lower, hands)


def _row(game: str, limit: str, upper: str, lower: str, hands: int) -> Remark:
    began = time.process_time()
    rate, error = won(game, limit, LEVELS[upper], LEVELS[lower], hands)
    unit = "big bets" if limit == "fixed" else "big blinds"
    spent = (time.process_time() - began) / hands * 1000
    return Remark(
        f"{game:<18} {limit:<6} {upper:<6} from {lower:<6}: {rate:+.1f} ± {error:.1f} {unit} in 100 hands "
        f"({hands} hands, {spent:.1f} ms each)"
    )


def main(asked: list[str]) -> None:
    """As the module says: a game's hands and perhaps two levels, or hands of each game."""
    if len(asked) < 2:
        for row in measured(*map(int, asked)):
            print(row, flush=True)
        return
    game, hands = asked[0], int(asked[1])
    for limit in [limit for known, limit in GAMES if known == game]:
        for upper, lower in [(asked[2], asked[3])] if len(asked) > 3 else PAIRS:
            print(_row(game, limit, upper, lower, hands), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
