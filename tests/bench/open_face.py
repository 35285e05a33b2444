"""Street-by-street games between computer players: fouls, royalties, fantasyland and points a hand.

`python -m tests.bench.open_face HANDS SAMPLES` plays as many as are wanted against both baselines; `python -m
tests.bench.open_face duel GAME HANDS` against the former computer player, every deal twice with seats changed.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.chinese.play.computer_players import SAMPLES as SAMPLES_OF_THE_HOUSE
from engine.chinese.play.computer_players import choose, placements
from engine.chinese.play.foul_warnings import foresee
from engine.chinese.play.hand import ChineseHand
from engine.chinese.play.placing import ChineseAsk, decided
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.rows import rank_row
from engine.deck.shuffle import Deck
from engine.games.decisions import Decision
from engine.games.hand_start import Positions, Seat, Stakes
from engine.games.row_layout import Board
from engine.play.any_game import begin, deck_of, start_of
from tests.bench import Remark, Row
from tests.bench.former_open_face import former_placement

GAMES = ("ofc", "ofc-turbo", "ofc-pineapple", "ofc-2-7-pineapple")
HANDS, SAMPLES = 100, 12
STACK = 1_000_000

Policy = Callable[[ChineseHand, ChineseAsk, random.Random], Decision]


def thoughtful(samples: int) -> Policy:
    """Our computer player, thinking so long."""
    return lambda hand, ask, rng: choose(hand.view(ask.seat), ask, rng, samples)


def former(samples: int) -> Policy:
    """The computer player as it was before it looked at the next street and at others' rows."""

    def policy(hand: ChineseHand, ask: ChineseAsk, rng: random.Random) -> Decision:
        if ask.kind != "place" or ask.outside is not None:
            return choose(hand.view(ask.seat), ask, rng, samples)
        return decided(ask.kind, former_placement(hand.view(ask.seat), ask, rng, samples))

    return policy


def at_random(hand: ChineseHand, ask: ChineseAsk, rng: random.Random) -> Decision:
    """Any legal placing; what is dealt at once is set by the clock, as for everybody here."""
    return ask.sample(rng) if ask.kind == "place" else ask.default


def greedy(hand: ChineseHand, ask: ChineseAsk, rng: random.Random) -> Decision:
    """The placing that makes the strongest rows now and endangers nothing; of those alike, the one farthest back."""
    if ask.kind != "place":
        return ask.default

    def worth(board: Board) -> tuple[int, float]:
        danger = foresee(board, ask.profile)
        strength = sum([rank_row(row) * (1 + at / 20) for at, row in enumerate(board) if row])
        return 0 if danger is None else -2 if danger.is_certain else -1, strength

    def after(layout: Board) -> Board:
        return Board(*[has + gets for has, gets in zip(ask.board, layout, strict=True)])

    return decided(ask.kind, max(placements(ask.board, ask.cards, ask.keep), key=lambda one: worth(after(one.board))))


@dataclass
class Record:
    """What came of a player's hands: points of all, and of those dealt street by street the rest."""

    points: list[int] = field(default_factory=list)
    fouls: list[bool] = field(default_factory=list)
    royalties: list[int] = field(default_factory=list)
    entries: list[bool] = field(default_factory=list)
    stays: list[bool] = field(default_factory=list)  # of the hands in fantasyland
    boards: list[Board] = field(default_factory=list)  # not fouled


def played(game: str, policies: tuple[Policy, Policy], hands: int, seed: int, **rules: object) -> tuple[Record, Record]:
    """Hands of two players one after another, the button moving, fantasyland carried over. The same seed deals the same."""
    rng, house = random.Random(seed), ChineseRules(payment="credit", **rules)  # type: ignore[arg-type]  # names checked there
    records: tuple[Record, Record] = (Record(), Record())
    carried: dict[str, Any] = {}
    for number in range(hands):
        stakes, seats = Stakes("points", point=1), (Seat(1, STACK), Seat(2, STACK))
        start = start_of(game, stakes, seats, Positions(1 + number % 2), house, carried)
        deck = list(deck_of(start))
        random.Random(f"{seed} {number}").shuffle(deck)
        hand = begin(start, Deck.of(deck))
        assert isinstance(hand, ChineseHand)
        while not hand.is_over:
            ask = hand.asks[0]
            hand.answer(ask.number, policies[ask.seat - 1](hand, ask, rng))
        result = hand.result
        assert result is not None
        for seat, record in enumerate(records, 1):
            scored = result.hands[seat]
            record.points.append(result.points[seat])
            if not hand.plan.earned[hand.seats.index(seat)]:
                record.fouls.append(scored.is_fouled)
                record.royalties.append(sum(scored.royalties))
                record.entries.append(scored.fantasyland > 0)
                if not scored.is_fouled and scored.board is not None:
                    record.boards.append(scored.board)
            else:
                record.stays.append(scored.fantasyland > 0)
        carried = dict(result.carried)
    return records


def measured(hands: int = HANDS, samples: int = SAMPLES) -> Iterator[Row]:
    """Every street-by-street game against both baselines."""
    yield Remark(f"{hands} hands of each, fantasyland played out; {samples} samples a decision; ± one standard error")
    for game in GAMES:
        for name, policy in (("random", at_random), ("greedy", greedy)):
            ours, theirs = played(game, (thoughtful(samples), policy), hands, seed=1)
            error = statistics.stdev(ours.points) / math.sqrt(len(ours.points))
            yield Remark(
                f"{game:<18} against {name}: {statistics.mean(ours.points):+.2f} ± {error:.2f} points a hand; "
                f"fouls {statistics.mean(ours.fouls):.1%} (theirs {statistics.mean(theirs.fouls):.1%}), royalties "
                f"{statistics.mean(ours.royalties):.2f} ({statistics.mean(theirs.royalties):.2f}), "
                f"fantasyland {statistics.mean(ours.entries):.1%} ({statistics.mean(theirs.entries):.1%})"
            )


def duel(game: str, hands: int, ours: Policy, theirs: Policy, seed: int = 1) -> Remark:
    """Our policy against theirs over so many hands, every deal twice with seats changed."""
    first, other = played(game, (ours, theirs), hands // 2, seed)
    second = played(game, (theirs, ours), hands // 2, seed)[::-1]
    pairs = [(one + same) / 2 for one, same in zip(first.points, second[0].points, strict=True)]
    error = statistics.stdev(pairs) / math.sqrt(len(pairs))
    told = [_told(one, same) for one, same in ((first, second[0]), (other, second[1]))]
    return Remark(
        f"{game}: {statistics.mean(pairs):+.2f} ± {error:.2f} points a hand; ours {told[0]}; theirs {told[1]}"
    )


def _told(*records: Record) -> str:
    """Fouls, entries and stays of those records together, each with its standard error in points of per cent."""
    lists = {"fouls": "fouls", "fantasyland": "entries", "stays": "stays"}
    parts = []
    for word, name in lists.items():
        seen = [one for record in records for one in getattr(record, name)]
        share = statistics.mean(seen) if seen else 0.0
        error = math.sqrt(share * (1 - share) / max(1, len(seen)))
        parts.append(f"{word} {share:.1%} ± {error:.1%} of {len(seen)}")
    return ", ".join(parts)


def main(asked: list[str]) -> None:
    if asked[:1] == ["duel"]:
        game, hands = (asked[1:2] or ["ofc-pineapple"])[0], int((asked[2:3] or ["200"])[0])
        print(duel(game, hands, thoughtful(SAMPLES_OF_THE_HOUSE), former(SAMPLES_OF_THE_HOUSE)), flush=True)
        return
    for row in measured(*map(int, asked)):
        print(row, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
