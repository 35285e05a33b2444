"""Teaches the learned outlook of Pineapple by play: `python -m tests.bench.open_face_training FILE ROUNDS`.

Each round, hands are played alone with what was learned so far, some placings drawn by lot, with cards of another player
seen now and then. Then the networks learn backwards: that of eleven cards set what the best placing of the last street
earns, each other what the next one makes of the best placing in between. A round takes two or three minutes; where the file
is there, what it holds is where they begin (docs/computer_players.md).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.chinese.arranger.arranger import worth_by_cards
from engine.chinese.outlook.features import Features, features, unseen_of
from engine.chinese.outlook.many_boards import EMPTY, Boards, Cards, placed
from engine.chinese.outlook.network import FOUL_SCALE, LEARNED, STREETS, WEIGHTS, Network, Outlook, load, save
from engine.chinese.outlook.next_street import best_placed
from engine.chinese.outlook.row_prospects import full_boards, points_against, usual_rivals
from engine.chinese.rows.chinese_games import Street
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import OPEN_FACE, prepare

PROFILE = prepare(ChineseRules(), OPEN_FACE)
NEXT = STREETS[1]
POINTS = points_against(PROFILE, worth_by_cards(None), usual_rivals(PROFILE, True))
# What a foul is held to cost, in points, and how many times its worth fantasyland counts, while hands are played to learn from:
# who plays wants 18 % of entries at no more than 15 % of fouls. All is told apart, so that whoever plays may weigh it anew.
CAUTION, ZEAL = 16.0, 1.4
HIDDEN = (128, 64)
HANDS, BATCHES = 1000, 16  # in one batch, and how many are new in a round
DEALS: Mapping[int, int] = {5: 4, 7: 4, 9: 5, 11: 12}  # of the next street, for what is to be learned of a board
KEPT_BATCHES = 60

Bools = NDArray[np.bool_]


class States(NamedTuple):
    """Boards of one number of cards, and the cards seen beside each (n, 52)."""

    boards: Boards
    seen: Bools


def empty(count: int) -> Boards:
    return Boards(np.full((count, 13), EMPTY, dtype=np.uint8), np.zeros((count, 3), dtype=np.int64))


def marked(seen: Bools, cards: Cards) -> Bools:
    """The cards seen with these (n, any number) among them."""
    found = seen.copy()
    np.put_along_axis(found, cards.astype(np.int64), True, axis=1)
    return found


def hands(
    count: int, learned: Mapping[int, Network] | None, by_lot: float, rng: np.random.Generator
) -> tuple[list[States], Cards]:
    """Boards after each street but the last of so many hands, and the full boards. `by_lot`: the share of placings drawn."""
    points = POINTS._replace(foul=-CAUTION)
    deck = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (count, 1)), axis=1)
    boards, seen = empty(count), np.zeros((count, 52), dtype=np.bool_)
    others, is_seen = deck[:, 17:28], rng.random(count) < 0.7
    found: list[States] = []
    for at, street in enumerate(STREETS):
        start = 0 if at == 0 else 2 + 3 * at
        dealt = deck[:, start : start + street.cards]
        seen = marked(seen, dealt)
        seen[is_seen] = marked(seen[is_seen], others[is_seen, : min(11, 5 + 2 * at)])
        if learned is None and at < 4:
            boards = drawn(boards, dealt, street, rng)
        else:
            best = best_placed(boards, dealt, street, unseen_of(seen), PROFILE, points, ZEAL, learned)[1]
            lot = (rng.random(count) < by_lot) & (at < 4)
            other = drawn(boards, dealt, street, rng)
            boards = Boards(*[np.where(lot[:, None], one, two) for one, two in zip(other, best, strict=True)])
        if at < 4:
            found.append(States(boards, seen))
    return found, boards.cards


def drawn(boards: Boards, dealt: Cards, street: Street, rng: np.random.Generator) -> Boards:
    """Each board with its cards placed by lot."""
    after, has_room = placed(boards, dealt, street.keep)
    best = np.where(has_room, rng.random(has_room.shape), -1).argmax(axis=1)
    each = np.arange(len(best))
    return Boards(after.cards[each, best], after.held[each, best])


def lessons(states: States, learned: Mapping[int, Network], rng: np.random.Generator) -> tuple[Features, Features]:
    """Features of those boards, and what they came to over deals of the next street: worth, and fouls scaled."""
    deals = DEALS[int(states.boards.held[0].sum())]
    points = POINTS._replace(foul=-CAUTION)
    total = np.zeros((len(states.seen), 3), dtype=np.float32)
    for _ in range(deals):
        lots = np.where(states.seen, 2.0, rng.random(states.seen.shape))
        dealt = lots.argpartition(NEXT.cards, axis=1)[:, : NEXT.cards].astype(np.uint8)
        unseen = unseen_of(marked(states.seen, dealt))
        told = best_placed(states.boards, dealt, NEXT, unseen, PROFILE, points, ZEAL, learned)[0]
        total += np.stack([told.worth, told.fouled * FOUL_SCALE, told.fantasyland], axis=1)
    return features(states.boards.cards, unseen_of(states.seen)), total / deals


def taught(inputs: Features, wanted: Features, rng: np.random.Generator, epochs: int = 20, batch: int = 512) -> Network:
    """A network that tells `wanted` of `inputs`, by Adam with a rate that falls to nothing; errors count up to 15 points."""
    sizes = (inputs.shape[1], *HIDDEN, 3)
    layers = [
        [(rng.standard_normal((one, two)) * np.sqrt(2 / one)).astype(np.float32), np.zeros(two, dtype=np.float32)]
        for one, two in pairwise(sizes)
    ]
    centre, scale = inputs.mean(axis=0), inputs.std(axis=0) + np.float32(1e-2)
    means = [[np.zeros_like(part) for part in layer] for layer in layers]
    squares = [[np.zeros_like(part) for part in layer] for layer in layers]
    steps, step = epochs * (len(inputs) // batch), 0
    for _ in range(epochs):
        order = rng.permutation(len(inputs))
        for start in range(0, len(order) - batch + 1, batch):
            which = order[start : start + batch]
            outputs = [(inputs[which] - centre) / scale]
            for weights, offsets in layers[:-1]:
                outputs.append(np.maximum(outputs[-1] @ weights + offsets, 0))
            error = np.clip(outputs[-1] @ layers[-1][0] + layers[-1][1] - wanted[which], -15, 15) / batch
            step += 1
            rate = 1e-3 * (1 + np.cos(np.pi * step / steps)) + 1e-5
            for at in reversed(range(len(layers))):
                slopes = [outputs[at].T @ error, error.sum(axis=0)]
                error = (error @ layers[at][0].T) * (outputs[at] > 0)
                for part, slope, mean, square in zip(layers[at], slopes, means[at], squares[at], strict=True):
                    mean += 0.1 * (slope - mean)
                    square += 0.001 * (slope * slope - square)
                    part -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return Network(centre, scale, tuple([(weights, offsets) for weights, offsets in layers]))


def rounds(
    count: int, learned: Mapping[int, Network] | None = None, seed: int = 1
) -> Iterator[tuple[Mapping[int, Network], str]]:
    """What is known after each round, and how it does alone at the table."""
    rng = np.random.default_rng(seed)
    batches: list[list[States]] = []
    for number in range(count):
        began = time.monotonic()
        by_lot = 1.0 if learned is None else max(0.15, 0.5 - 0.1 * number)
        batches += [hands(HANDS, learned, by_lot, rng)[0] for _ in range(BATCHES)]
        some = batches[-KEPT_BATCHES:]
        now: dict[int, Network] = {}
        for at, cards in reversed(list(enumerate(LEARNED))):
            told = [lessons(batch[at], now, rng) for batch in some]
            inputs, wanted = [np.concatenate(each) for each in zip(*told, strict=True)]
            now[cards] = taught(inputs, wanted, rng)
        learned = now
        full = np.concatenate([hands(HANDS, learned, 0.0, np.random.default_rng(at))[1] for at in range(3)])
        told = Outlook(*full_boards(full, PROFILE, POINTS))
        yield (
            learned,
            (
                f"round {number + 1}, {time.monotonic() - began:.0f} s, {len(some) * HANDS} hands learned from: "
                f"{told.at(POINTS.foul).mean():.2f} points a hand, fouls {told.fouled.mean():.1%}, fantasyland "
                f"{(told.fantasyland > 0).mean():.1%}"
            ),
        )


def main(asked: list[str]) -> None:
    path = Path(asked[0]) if asked else WEIGHTS
    known = load(path) if path.exists() else None
    for learned, words in rounds(int(asked[1]) if len(asked) > 1 else 10, known):
        save(learned, path)
        print(words, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
