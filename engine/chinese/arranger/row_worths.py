"""What a row's strength is worth in its place, under the profile in force: the numbers that the arranger adds up.

A setting is worth its royalties and, if it earns or keeps fantasyland, that; between settings worth the same, the one
whose rows beat more rows of the reference field (`field`). All is one int a row: whole points times `POINT`, the rest
below it, so that sums compare exactly and two settings weigh the same only if their rows are equally strong.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.cards import parse_cards
from engine.chinese.arranger.reference_field import field_places
from engine.chinese.arranger.row_strengths import Ints, lows, order
from engine.chinese.rows.compiled_rules import Profile
from engine.chinese.rows.fantasyland import cards_next
from engine.chinese.rows.rows import made, made_low, rank_row
from engine.games.row_layout import Board

POINT = 1 << 46
NEVER = -(1 << 60)  # no sum with it reaches that of a legal setting

Row = tuple[int, ...]

# Rows that neither earn nor keep anything; the middle as a deuce-to-seven low neither.
_NOTHING = Board(parse_cards("2c 3d 4h"), parse_cards("2c 3d 4h 5s 8c"), parse_cards("2c 3d 4h 5s 8d"))


class Worths(NamedTuple):
    """By place in `row_strengths.order`; the middle by place in `row_strengths.lows` where it is a deuce-to-seven low.

    `fronts` are two: what a front is worth beside rows that do not keep (or earn) fantasyland, and beside rows that do;
    the worth of fantasyland is in it. `keeps_middle`, `keeps_back`: which strengths there do. A strength that a row
    cannot have, or a low that does not qualify, is worth `NEVER`.
    """

    fronts: tuple[Ints, Ints]
    middle: Ints
    back: Ints
    keeps_middle: NDArray[np.bool_]
    keeps_back: NDArray[np.bool_]


@lru_cache(maxsize=64)
def worths(profile: Profile, cards_now: int, worth: tuple[int, ...]) -> Worths:
    """The worths of all strengths. `worth`: points by the cards of fantasyland, 0 to 17; `cards_now` as in `cards_next`."""

    def cards_of(board: Board) -> int:
        return cards_next(board, rank_row(board.front), profile, cards_now)

    def royalties(row: int, examples: Sequence[Row]) -> list[int]:
        rank = profile.middle_rank if row == 1 else rank_row
        return [profile.royalty(row, rank(cards), cards) if cards else 0 for cards in examples]

    # What fives earn and keep is the same for all of a kind; lows and fronts are asked one by one.
    kinds, kind_of = _kinds()
    lowest = [cards if _qualifies(cards, profile) else () for cards in lows().examples]
    middles, middle_of = (lowest, np.arange(len(lowest))) if profile.is_low_middle else (kinds, kind_of)
    fronts = [cards if len(cards) == 3 else () for cards in order().examples]
    middle_boards = [_NOTHING._replace(middle=cards or _NOTHING.middle) for cards in middles]
    back_boards = [_NOTHING._replace(back=cards or _NOTHING.back) for cards in kinds]
    # Which of the rows keeps fantasyland makes no difference to what comes of it.
    keeping = next((board for board in (*back_boards, *middle_boards) if cards_of(board)), _NOTHING)
    of_fronts = np.array(royalties(0, fronts))
    nexts = [
        np.array([worth[cards_of(beside._replace(front=cards))] if cards else 0 for cards in fronts])
        for beside in (_NOTHING, keeping)
    ]
    every = np.arange(len(fronts))
    return Worths(
        (_table(0, fronts, of_fronts + nexts[0], every), _table(0, fronts, of_fronts + nexts[1], every)),
        _table(1, middles, np.array(royalties(1, middles)), middle_of, is_low=profile.is_low_middle),
        _table(2, kinds, np.array(royalties(2, kinds)), kind_of),
        np.array([cards_of(board) > 0 for board in middle_boards])[middle_of],
        np.array([cards_of(board) > 0 for board in back_boards])[kind_of],
    )


@cache
def _kinds() -> tuple[list[Row], NDArray[np.intp]]:
    """Cards of each kind of five, the first no cards at all; and by place which of those, the first for three cards."""
    examples: dict[str, Row] = {"": ()}
    kinds = [made(cards).kind if len(cards) == 5 else "" for cards in order().examples]
    for kind, cards in zip(kinds, order().examples, strict=True):
        examples.setdefault(kind, cards)
    return list(examples.values()), np.array([list(examples).index(kind) for kind in kinds])


def _qualifies(cards: Row, profile: Profile) -> bool:
    low = made_low(cards) if cards else None
    return low is not None and low.rank <= profile.low_qualifier


def _table(row: int, examples: Sequence[Row], points: Ints, which: NDArray[np.intp], *, is_low: bool = False) -> Ints:
    """The worths by place of what earns those points; `which` of the examples each place is like."""
    table: Ints = points[which] * POINT + beaten(row, is_low)
    table[np.array([not cards for cards in examples])[which]] = NEVER
    return table


@cache
def beaten(row: int, is_low: bool) -> Ints:
    """For each place, less than a third of `POINT`: how many rows of the field it beats (a tie is half of one), then
    the place, then noise.

    The noise has no meaning. It keeps two different sets of strengths from ever coming to the same sum, so that which
    setting is best does not depend on the order of the cards.
    """
    places = np.arange(len((lows() if is_low else order()).strengths))
    if is_low:  # the field sets high middles; a low beats others as its place says
        wins = places
    else:
        held = field_places(row)
        wins = np.searchsorted(held, places, "left") + np.searchsorted(held, places, "right")
    rng = random.Random(row)
    noise = np.array([rng.getrandbits(20) for _ in places])
    weighed: Ints = (wins << 33) + (places << 20) + noise
    return weighed
