"""Computer players of the Chinese games: they know their own cards and what lies open, nothing else.

Where all thirteen are set at once the arranger sets them. Street by street a placing is judged by what its rows come to
when unseen cards are dealt to them: for each sample of cards to come, the best way to finish the rows counts, in
royalties, fantasyland and rows won, or as a foul. That way is found knowing all the cards of the sample, as a player
does not; so the more streets are still to come, the more a foul is held to cost. Placings that do badly over a few
samples are dropped before the others are compared over more.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import FULL_DECK, JOKERS, UNKNOWN, parse_cards
from engine.chinese.arranger import row_strengths
from engine.chinese.arranger.arranger import arrange, worth_by_cards
from engine.chinese.arranger.row_strengths import Cards
from engine.chinese.arranger.row_worths import POINT, worths
from engine.chinese.arranger.street_reference_field import street_places
from engine.chinese.play.placing import ChineseAsk, decided
from engine.chinese.rows.chinese_games import Street, find_chinese_game
from engine.chinese.rows.compiled_rules import Profile
from engine.errors import BadCards
from engine.games.decisions import Decision
from engine.games.row_layout import SET, SIZES, Board, Layout, laid
from engine.messages.chinese import ArrangerText

SAMPLES = 36  # cards to come, dealt so often to the placings that are compared last
_AT_FIRST = 4
_MOST_WAYS = 600
_CAUTION = 1.0  # for each street to come, so much more a foul is held to cost
_IMPOSSIBLE = -1e6

Floats = NDArray[np.float64]
Room = tuple[int, int, int]


def choose(view: Mapping[str, Any], ask: ChineseAsk, rng: random.Random, samples: int = SAMPLES) -> Decision:
    """A sensible legal decision for the seat whose `view` this is. Nothing hidden from the seat is used.

    samples: how long it thinks; 36 take some 60 ms for the first five cards, and a few for those after. It never
    surrenders. For cards from outside there is no choice.
    """
    if ask.outside is not None or not ask.cards:
        return ask.default
    seen = _seen(view)
    if ask.kind == SET:
        return best_setting(view, ask)
    layout = choose_placement(
        ask.board,
        ask.cards,
        ask.keep,
        ask.profile,
        rng,
        coming=streets_to_come(view["game"], ask),
        seen=seen,
        samples=samples,
    )
    return decided(ask.kind, layout)


def best_setting(view: Mapping[str, Any], ask: ChineseAsk) -> Decision:
    """What to answer to an ask that sets all thirteen at once: the arranger's setting. It is a foul only if all are."""
    found = arrange(ask.cards, ask.profile, fantasyland=ask.fantasyland, visible=_seen(view))
    if found.scored.is_fouled:  # the clock looks further
        return ask.default
    return decided(ask.kind, laid(found.front, found.middle, found.back, found.discards))


def streets_to_come(game: str, ask: ChineseAsk) -> tuple[Street, ...]:
    """The streets of that game after the one that the ask is of."""
    streets, room = find_chinese_game(game).streets, sum(ask.room) - ask.keep
    while sum([street.keep for street in streets]) > room:
        streets = streets[1:]
    return streets


def _seen(view: Mapping[str, Any]) -> frozenset[int]:
    """The cards that lie open, and the seat's own discards."""
    texts = [text for seat in view["seats"] for row in (*seat["rows"].values(), seat["discards"]) for text in row]
    return frozenset(parse_cards(" ".join(texts))) - {UNKNOWN}


def placements(board: Board, cards: Sequence[int], keep: int) -> Iterator[Layout]:
    """Every way to set `keep` of the cards in rows that have room, the others discarded."""
    room = _room(board)
    for kept in combinations(cards, keep):
        gone = [card for card in cards if card not in kept]
        for rows in product(range(3), repeat=keep):
            if all(rows.count(row) <= room[row] for row in range(3)):
                yield laid(
                    *[[card for card, to in zip(kept, rows, strict=True) if to == row] for row in range(3)], gone
                )


def choose_placement(
    board: Board,
    cards: Sequence[int],
    keep: int,
    profile: Profile,
    rng: random.Random,
    *,
    coming: Sequence[Street] = (),
    seen: Collection[int] = (),
    samples: int = SAMPLES,
    worth: int | Mapping[int, int] | None = None,
) -> Layout:
    """Where to set `keep` of the new cards beside the rows already set, and which to discard.

    coming: the streets after this one. seen: cards that cannot come, besides these. samples: at least 1; how often
    cards to come are dealt to the placings that are compared last. worth: points of a fantasyland, as `arrange` has it.
    The same rng gives the same placing. Raises `BadCards` where so many cards have no room, or where the streets to come
    do not fill the rows.
    """
    found = list(placements(board, cards, keep))
    if not found:
        raise BadCards(ArrangerText.ROOM(keep=keep, count=len(cards), room=sum(_room(board))))
    is_drawn_freely = any(street.cards > street.keep for street in coming)
    points = _points(profile, is_drawn_freely or len(cards) > keep, worth_by_cards(worth))
    points = points._replace(foul=points.foul * (1 + _CAUTION * len(coming)))
    boards = [Board(*[has + gets for has, gets in zip(board, layout.board, strict=True)]) for layout in found]
    deck = FULL_DECK + JOKERS[: profile.rules.jokers]
    unseen = [card for card in deck if card not in {*cards, *seen}.union(*board)]
    room = sum(_room(boards[0]))
    if room != sum([street.keep for street in coming]):
        raise BadCards(ArrangerText.STREETS(room=room), room=room)
    # Of the cards that will be drawn beyond those that there is room for, one is as good as knowing them all beforehand.
    count = min(sum([street.cards for street in coming]), room + is_drawn_freely)
    futures = np.array([rng.sample(unseen, count) for _ in range(samples)], dtype=np.uint8).reshape(samples, count)
    live, scores = list(range(len(boards))), np.zeros(len(boards))
    done, upto = 0, min(samples, _AT_FIRST)
    while len(live) > 1:
        scores[live] += _worth([boards[at] for at in live], futures[done:upto], profile, points)
        live = sorted(live, key=lambda at: -scores[at])
        if upto == samples:
            break
        live = live[: max(3, len(live) // 3)]
        done, upto = upto, min(samples, 3 * upto)
    return found[live[0]]


def _room(board: Board) -> Room:
    front, middle, back = [size - len(row) for size, row in zip(SIZES, board, strict=True)]
    return front, middle, back


# -- what rows come to ------------------------------------------------------------------------------------------------


class _Points(NamedTuple):
    """By place of strength: what a row is worth in front (beside rows that do not earn fantasyland, and that do), in
    the middle and at the back; which middles earn it; and what a foul is worth."""

    fronts: tuple[Floats, Floats]
    middle: Floats
    back: Floats
    keeps_middle: NDArray[np.bool_]
    foul: float


@lru_cache(maxsize=64)
def _points(profile: Profile, is_drawn_freely: bool, worth: tuple[int, ...]) -> _Points:
    rules, table = profile.rules, worths(profile, 0, worth)
    # A row won by itself, and its part in winning most of them and all.
    row_won = 2 * (rules.row_points + (rules.majority_points + rules.scoop_points) / 3)

    def of_row(row: int, earned: NDArray[np.int64]) -> Floats:
        held = street_places(row, profile.is_low_middle, is_drawn_freely)
        places = np.arange(len(earned))
        won = (np.searchsorted(held, places, "left") + np.searchsorted(held, places, "right")) / (2 * len(held))
        points: Floats = np.where(earned < 0, _IMPOSSIBLE, earned // POINT) + row_won * (won - 0.5)
        return points

    return _Points(
        (of_row(0, table.fronts[0]), of_row(0, table.fronts[1])),
        of_row(1, table.middle),
        of_row(2, table.back),
        table.keeps_middle,
        -float(rules.foul_points if rules.foul_costs == "flat" else profile.foul_points),
    )


class _Ways(NamedTuple):
    """Ways to part cards among rows: which cards each row may get, and which of those each way gives it."""

    choices: tuple[NDArray[np.intp], ...]
    ways: NDArray[np.intp]


@cache
def _ways(count: int, room: Room) -> _Ways:
    """All the ways to fill that room with some of `count` cards, or a part of them where they are too many."""
    choices = [list(combinations(range(count), size)) for size in room]
    number = [{one: at for at, one in enumerate(some)} for some in choices]
    found = []
    for back in choices[2]:
        left = [card for card in range(count) if card not in back]
        for middle in combinations(left, room[1]):
            rest = [card for card in left if card not in middle]
            found += [(number[0][front], number[1][middle], number[2][back]) for front in combinations(rest, room[0])]
    if len(found) > _MOST_WAYS:
        found = random.Random(0).sample(found, _MOST_WAYS)
    arrays = [np.array(some, dtype=np.intp).reshape(len(some), size) for some, size in zip(choices, room, strict=True)]
    return _Ways(tuple(arrays), np.array(found, dtype=np.intp).T)


def _worth(boards: Sequence[Board], futures: Cards, profile: Profile, points: _Points) -> Floats:
    """What each board comes to over those cards to come, all samples added up."""
    by_room: dict[Room, list[int]] = defaultdict(list)
    for at, board in enumerate(boards):
        by_room[_room(board)].append(at)
    total = np.zeros(len(boards))
    for room, members in by_room.items():
        total[members] = _finished([boards[at] for at in members], room, futures, profile, points)
    return total


def _finished(boards: Sequence[Board], room: Room, futures: Cards, profile: Profile, points: _Points) -> Floats:
    samples, count = futures.shape
    ways = _ways(count, room)
    made = [_rows([board[row] for board in boards], futures[:, ways.choices[row]]) for row in range(3)]
    is_row_maximum = profile.rules.joker_reading == "row maximum"
    front, back = (row_strengths.rows(made[row], is_row_maximum=is_row_maximum) for row in (0, 2))
    # Which of the rows each way has, for each board and sample.
    first = [np.arange(len(boards) * samples)[:, None] * len(ways.choices[row]) for row in range(3)]
    which = [start + ways.ways[row] for row, start in enumerate(first)]
    gap = 0 if profile.may_be_equal else 1
    backs = back.top[which[2]].astype(np.int64)
    if profile.is_low_middle:
        middles = row_strengths.low_places(made[1])[which[1]].astype(np.int64)
        caps = backs - gap
    else:
        middle = row_strengths.rows(made[1], is_row_maximum=is_row_maximum)
        middles = _at_most(middle, which[1], backs - gap)
        caps = middles - gap
    fronts = _at_most(front, which[0], caps)
    worth = points.back[backs] + points.middle[middles] + points.fronts[0][fronts]
    if profile.is_low_middle and points.keeps_middle.any():
        worth = np.where(
            points.keeps_middle[middles], worth - points.fronts[0][fronts] + points.fronts[1][fronts], worth
        )
    worth[(middles < 0) | (fronts < 0) | (worth < _IMPOSSIBLE / 2)] = points.foul
    total: Floats = worth.max(axis=1).reshape(len(boards), samples).sum(axis=1)
    return total


def _rows(held: Sequence[tuple[int, ...]], drawn: Cards) -> Cards:
    """Every row held, with every choice drawn: boards by samples by choices, one after another."""
    samples, choices, more = drawn.shape
    cards = np.empty((len(held), samples, choices, len(held[0]) + more), dtype=np.uint8)
    cards[..., : len(held[0])] = np.array(held, dtype=np.uint8).reshape(len(held), 1, 1, -1)
    cards[..., len(held[0]) :] = drawn
    return cards.reshape(-1, cards.shape[-1])


def _at_most(rows: row_strengths.Rows, which: NDArray[np.intp], caps: row_strengths.Ints) -> row_strengths.Ints:
    """The highest places under those caps, or -1."""
    if not rows.kind.any():
        places = rows.top[which].astype(np.int64)
        return np.where(places <= caps, places, -1)
    return rows.at_most(which.ravel(), caps.ravel()).reshape(which.shape)
