"""What open rows come to over cards to come: royalties, fantasyland, rows won against the others at the table, or a foul.

Rows are finished in the best way for each sample of cards to come, many samples and boards at once. That way is found
knowing all the cards of the sample, though a player knows only those of the next street.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.chinese.arranger import row_strengths
from engine.chinese.arranger.row_strengths import Cards
from engine.chinese.arranger.row_worths import POINT, worths
from engine.chinese.arranger.street_reference_field import street_places
from engine.chinese.rows.chinese_games import Street
from engine.chinese.rows.compiled_rules import Profile
from engine.games.row_layout import SIZES, Board, Layout, laid

_MOST_WAYS = 600
_IMPOSSIBLE = -1e6

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Room = tuple[int, int, int]


class Points(NamedTuple):
    """By place of strength: what a row is worth in front (beside rows that do not earn fantasyland, and that do), in
    the middle and at the back; which middles earn it; what a foul is worth; and of what a front is worth, the part that is
    fantasyland."""

    fronts: tuple[Floats, Floats]
    middle: Floats
    back: Floats
    keeps_middle: NDArray[np.bool_]
    foul: float
    fantasyland: Floats


class Rivals(NamedTuple):
    """What the rows of others may come to: by row, places of strength ascending; and how often, 0 to 1, one is fouled."""

    rows: tuple[Ints, Ints, Ints]
    fouled: float


def room_of(board: Board) -> Room:
    """How many cards each row still takes."""
    front, middle, back = [size - len(row) for size, row in zip(SIZES, board, strict=True)]
    return front, middle, back


def added(board: Board, layout: Layout) -> Board:
    """The board after that placing."""
    return Board(*[has + gets for has, gets in zip(board, layout.board, strict=True)])


def placements(board: Board, cards: Sequence[int], keep: int) -> Iterator[Layout]:
    """Every way to set `keep` of the cards in rows that have room, the others discarded."""
    room = room_of(board)
    for kept in combinations(cards, keep):
        gone = [card for card in cards if card not in kept]
        for rows in product(range(3), repeat=keep):
            if all(rows.count(row) <= room[row] for row in range(3)):
                yield laid(
                    *[[card for card, to in zip(kept, rows, strict=True) if to == row] for row in range(3)], gone
                )


# -- points -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _earned(profile: Profile, worth: tuple[int, ...]) -> tuple[Floats, Floats, Floats, Floats]:
    """What rows earn by place, without the rows won: both fronts, the middle, the back."""
    table = worths(profile, 0, worth)
    parts = [np.where(one < 0, _IMPOSSIBLE, one // POINT) for one in (*table.fronts, table.middle, table.back)]
    return parts[0], parts[1], parts[2], parts[3]


def usual_rivals(profile: Profile, is_drawn_freely: bool) -> Rivals:
    """Boards of the reference field, none fouled, where nobody's rows are seen."""
    rows = [street_places(row, profile.is_low_middle, is_drawn_freely) for row in range(3)]
    return Rivals((rows[0], rows[1], rows[2]), 0.0)


def points_against(profile: Profile, worth: tuple[int, ...], rivals: Rivals) -> Points:
    """What rows are worth, beside those rivals."""
    rules = profile.rules
    # A row won by itself, and its part in winning most of them and all.
    row_won = 2 * (rules.row_points + (rules.majority_points + rules.scoop_points) / 3)
    earned = _earned(profile, worth)

    def of_row(row: int, part: Floats) -> Floats:
        held, places = rivals.rows[row], np.arange(len(part))
        if not len(held):
            return part
        won = (np.searchsorted(held, places, "left") + np.searchsorted(held, places, "right")) / (2 * len(held))
        return part + row_won * (won - 0.5) * (1 - rivals.fouled)

    cost = rules.foul_points if rules.foul_costs == "flat" else profile.foul_points
    return Points(
        (of_row(0, earned[0]), of_row(0, earned[1])),
        of_row(1, earned[2]),
        of_row(2, earned[3]),
        worths(profile, 0, worth).keeps_middle,
        # A rival who fouls pays as much for a legal board as a fouled one then saves: a foul costs the same.
        -float(cost),
        earned[0] - _earned(profile, (0,) * len(worth))[0],
    )


# -- rows finished ----------------------------------------------------------------------------------------------------


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


class Finished(NamedTuple):
    """For boards by samples: what the best way to finish is worth, and the places of its rows; -1 in front: a foul."""

    worth: Floats
    fronts: Ints
    middles: Ints
    backs: Ints


def worth_of(boards: Sequence[Board], futures: Cards, profile: Profile, points: Points) -> Floats:
    """What each board comes to over cards to come, by sample. `futures`: (1 or boards, samples, cards)."""
    total = np.zeros((len(boards), futures.shape[1]))
    for room, members in by_room(boards).items():
        some = futures if len(futures) == 1 else futures[members]
        total[members] = finished([boards[at] for at in members], room, some, profile, points).worth
    return total


def by_room(boards: Sequence[Board]) -> dict[Room, list[int]]:
    found: dict[Room, list[int]] = defaultdict(list)
    for at, board in enumerate(boards):
        found[room_of(board)].append(at)
    return found


def finished(boards: Sequence[Board], room: Room, futures: Cards, profile: Profile, points: Points) -> Finished:
    """The best way to finish each of those boards, which have that room, for each sample of cards to come."""
    samples, count = futures.shape[1:]
    ways = _ways(count, room)
    made = [_rows([board[row] for board in boards], futures[:, :, ways.choices[row]]) for row in range(3)]
    some = _plain if not profile.rules.jokers else _with_jokers
    worth, fronts, middles, backs = some(made, ways, profile, points, len(boards) * samples)
    if profile.is_low_middle and points.keeps_middle.any():
        more = points.fronts[1] - points.fronts[0]
        worth = worth + np.where(points.keeps_middle[middles], more[fronts], 0.0)
    gap = 0 if profile.may_be_equal else 1
    is_foul = (fronts < 0) | (middles < 0) | (worth < _IMPOSSIBLE / 2)
    is_foul |= fronts > (backs if profile.is_low_middle else middles) - gap
    if not profile.is_low_middle:
        is_foul |= middles > backs - gap
    worth = np.where(is_foul, np.float32(points.foul), worth)
    best = worth.argmax(axis=1)
    each, shape = np.arange(len(worth)), (len(boards), samples)
    fouled = is_foul[each, best]
    return Finished(
        worth[each, best].reshape(shape),
        np.where(fouled, -1, fronts[each, best]).reshape(shape),
        middles[each, best].reshape(shape),
        backs[each, best].reshape(shape),
    )


_Judged = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]


def _plain(made: Sequence[Cards], ways: _Ways, profile: Profile, points: Points, count: int) -> _Judged:
    """The worth and the places of the rows of every way, where every row is what it is: rows are looked up once each."""
    tables = (points.fronts[0], points.middle, points.back)
    worth, places = np.zeros((count, ways.ways.shape[1]), dtype=np.float32), []
    for row, cards in enumerate(made):
        is_low = profile.is_low_middle and row == 1
        place = row_strengths.low_places(cards) if is_low else row_strengths.rows(cards).top
        of_ways = ways.ways[row]
        value = tables[row].astype(np.float32).take(place).reshape(count, -1).take(of_ways, axis=1)
        worth += value
        places.append(place.reshape(count, -1).take(of_ways, axis=1))
    return worth, places[0], places[1], places[2]


def _with_jokers(made: Sequence[Cards], ways: _Ways, profile: Profile, points: Points, count: int) -> _Judged:
    """The same, each row read as high as the row behind it allows."""
    is_row_maximum = profile.rules.joker_reading == "row maximum"
    front, back = (row_strengths.rows(made[row], is_row_maximum=is_row_maximum) for row in (0, 2))
    first = [np.arange(count)[:, None] * len(ways.choices[row]) for row in range(3)]
    which = [start + ways.ways[row] for row, start in enumerate(first)]
    gap = 0 if profile.may_be_equal else 1
    backs = back.top[which[2]].astype(np.int64)
    if profile.is_low_middle:
        middles = row_strengths.low_places(made[1])[which[1]].astype(np.int64)
    else:
        middle = row_strengths.rows(made[1], is_row_maximum=is_row_maximum)
        middles = _at_most(middle, which[1], backs - gap)
    fronts = _at_most(front, which[0], (backs if profile.is_low_middle else middles) - gap)
    worth = points.back[backs] + points.middle[middles] + points.fronts[0][fronts]
    return worth, fronts, middles, backs


def _rows(held: Sequence[tuple[int, ...]], drawn: Cards) -> Cards:
    """Every row held, with every choice drawn: boards by samples by choices, one after another."""
    _boards, samples, choices, more = drawn.shape
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


# -- full boards ------------------------------------------------------------------------------------------------------


def full_boards(cards: Cards, profile: Profile, points: Points) -> tuple[NDArray[np.float32], ...]:
    """What full boards (n, 13), without jokers, of a game whose middle is high are worth, fantasyland apart, a foul 0; 1 for
    those fouled; and what the fantasyland that each earns is worth."""
    front, middle, back = [
        row_strengths.rows(np.ascontiguousarray(cards[:, start : start + size])).top
        for start, size in zip((0, 3, 8), SIZES, strict=True)
    ]
    gap = 0 if profile.may_be_equal else 1
    fouled = (front > middle - gap) | (middle > back - gap)
    entry = points.fantasyland[front]
    worth = points.fronts[0][front] - entry + points.middle[middle] + points.back[back]
    found = [np.where(fouled, 0, worth), fouled, np.where(fouled, 0, entry)]
    return tuple([part.astype(np.float32) for part in found])


# -- cards to come ----------------------------------------------------------------------------------------------------


def cards_needed(coming: Sequence[Street]) -> int:
    """How many of the cards of those streets are dealt in a sample: of those drawn beyond what is kept, one is as good as
    knowing them all beforehand."""
    kept = sum([street.keep for street in coming])
    return min(sum([street.cards for street in coming]), kept + any(street.cards > street.keep for street in coming))
