"""Thirteen cards at once, every setting of them: the classic game, where rows are won and naturals win whole.

`most_points` sets a hand for the points that it would win, on average, from the hands of the reference field
(`reference_field`) under the profile in force: rows, most rows, the scoop, royalties, naturals. `best_natural`
finds the natural that is worth most.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.chinese.arranger import row_strengths
from engine.chinese.arranger.reference_field import HANDS
from engine.chinese.arranger.row_strengths import Ints, order
from engine.chinese.arranger.row_worths import NEVER, POINT, beaten
from engine.chinese.arranger.search import Setting, choices
from engine.chinese.rows.compiled_rules import Profile
from engine.chinese.rows.naturals import is_flush, is_straight, natural_of
from engine.chinese.scoring.scoring import natural_against, score_hand
from engine.games.row_layout import SIZES, Board

_BY_ROWS = ("natural_three_straights", "natural_three_flushes")
_AT_ONCE = 64  # settings whose points are counted together


class Settings(NamedTuple):
    """All 72,072 settings of thirteen cards: which choice of three, of five and of five each is."""

    front: NDArray[np.intp]
    middle: NDArray[np.intp]
    back: NDArray[np.intp]


@cache
def settings() -> Settings:
    """Every way to set thirteen cards, by the choices of `search.choices`."""
    fives, threes = choices(13, 5).masks, choices(13, 3).masks
    three_of = np.zeros(1 << 13, dtype=np.intp)
    three_of[threes] = np.arange(len(threes))
    found = []
    for back, mask in enumerate(fives.tolist()):
        middles = np.flatnonzero((fives & mask) == 0)
        fronts = three_of[(1 << 13) - 1 - (fives[middles] | mask)]
        found.append((fronts, middles, np.full(middles.size, back)))
    front, middle, back_of = (np.concatenate(rows) for rows in zip(*found, strict=True))
    return Settings(front, middle, back_of)


def board_of(cards: Sequence[int], at: int) -> Board:
    """The setting of that number, of thirteen cards ascending."""
    rows = []
    for size, which in zip(SIZES, settings(), strict=True):
        rows.append(tuple([cards[one] for one in choices(13, size).chosen[which[at]]]))
    return Board(*rows)


# -- naturals ---------------------------------------------------------------------------------------------------------


def naturals_of(cards: Sequence[int], profile: Profile) -> tuple[int, dict[int, int]]:
    """The naturals of thirteen cards, ascending: the points of the best that they are in any setting, 0 for none; and
    by setting those of naturals that ask how the cards are set, where they are more."""
    of_cards = [(points, natural) for points, natural in profile.naturals if natural.rule not in _BY_ROWS]
    whole, _name = natural_of(board_of(cards, 0), of_cards)
    found = {}
    for at in _in_straights_or_flushes(cards) if len(of_cards) < len(profile.naturals) else ():
        points, _name = natural_of(board_of(cards, at), profile.naturals)
        if points > whole:
            found[at] = points
    return whole, found


def _in_straights_or_flushes(cards: Sequence[int]) -> list[int]:
    """The settings whose three rows are all straights, or all flushes, as naturals know them."""
    found: set[int] = set()
    for holds in (is_straight, is_flush):
        three, five = (
            np.array([holds([cards[one] for one in chosen]) for chosen in choices(13, size).chosen.tolist()])
            for size in (3, 5)
        )
        every = settings()
        found.update(np.flatnonzero(three[every.front] & five[every.middle] & five[every.back]).tolist())
    return sorted(found)


# -- points against the field -----------------------------------------------------------------------------------------


class Opponents(NamedTuple):
    """The hands of the field under a profile; `places` are (hands, 3), the rows' strengths.

    `rows`, by row and place: points that a row of that strength wins from all of them, royalties included, with
    `row_worths.beaten` below `POINT`. `wins`, by row and place: how many of them it beats. `naturals`: the points of those
    that win whole, which are in no other number here.
    """

    places: NDArray[np.int16]
    rows: tuple[Ints, ...]
    wins: tuple[Ints, ...]
    naturals: tuple[int, ...]


@lru_cache(maxsize=64)
def opponents_of(profile: Profile, boards: tuple[Board, ...] = HANDS) -> Opponents:
    """Those boards as the profile scores them; what it holds to be fouled is left out."""
    hands = [hand for hand in (score_hand(board, profile) for board in boards) if not hand.is_fouled]
    naturals = tuple([hand.natural_points for hand in hands if hand.natural_points])
    hands = [hand for hand in hands if not hand.natural_points]
    places = np.searchsorted(order().strengths, [hand.strengths for hand in hands]).astype(np.int16)
    every = np.arange(len(order().strengths))
    rows, wins = [], []
    for row in range(3):
        held = np.sort(places[:, row])
        won, lost = np.searchsorted(held, every, "left"), len(held) - np.searchsorted(held, every, "right")
        points = profile.rules.row_points * (won - lost)
        earned = _royalties(profile, row)
        if profile.pays_lost_rows:
            points += earned * len(hands) - sum([hand.royalties[row] for hand in hands])
        else:
            theirs = np.array([0, *np.cumsum(earned[held])])
            points += earned * won - (theirs[-1] - theirs[len(held) - lost])
        rows.append(np.where(earned < 0, NEVER, points * POINT + beaten(row, False)))
        wins.append(won)
    return Opponents(places, tuple(rows), tuple(wins), naturals)


def _royalties(profile: Profile, row: int) -> Ints:
    """By place; -1 for a strength that the row cannot have."""
    size = SIZES[row]
    strengths_and_cards = zip(order().strengths.tolist(), order().examples, strict=True)
    return np.array(
        [profile.royalty(row, one, cards) if len(cards) == size else -1 for one, cards in strengths_and_cards]
    )


class _Sums(NamedTuple):
    """Every setting's rows: `points` from the field, `NEVER` for a foul, and `bounds` with most rows and the scoop.

    `places` are the rows' strengths, (settings, 3).
    """

    points: Ints
    bounds: Ints
    places: Ints


def most_points(
    cards: Sequence[int], profile: Profile, opponents: Opponents, without: Collection[int] = ()
) -> Setting | None:
    """The setting of thirteen cards that wins most from the field, jokers standing for any card; None if all are fouled.

    The middle is a high hand. The value is `POINT`s from all hands of the field together; between settings that win as
    much, the rows that beat more of the field's decide. `without`: settings that are none of these, by number.
    """
    sums = _sums(cards, profile, opponents)
    sums.bounds[list(without)] = NEVER
    best, found = NEVER, -1
    live = np.argpartition(-sums.bounds, _AT_ONCE)[:_AT_ONCE]
    while live.size:
        values = sums.points[live] + POINT * _together(sums.places[live], profile, opponents)
        at = int(np.argmax(values))
        if values[at] > best:
            best, found = int(values[at]), int(live[at])
        sums.bounds[live] = NEVER
        better = np.flatnonzero(sums.bounds > best)
        live = better[np.argsort(-sums.bounds[better])][:_AT_ONCE]
    return None if found < 0 else Setting(best - POINT * sum(opponents.naturals), board_of(cards, found))


def _sums(cards: Sequence[int], profile: Profile, opponents: Opponents) -> _Sums:
    gap = 0 if profile.may_be_equal else 1
    is_row_maximum = profile.rules.joker_reading == "row maximum"
    held = np.array(cards, dtype=np.uint8)
    five = row_strengths.rows(held[choices(13, 5).chosen], is_row_maximum=is_row_maximum)
    three = row_strengths.rows(held[choices(13, 3).chosen], is_row_maximum=is_row_maximum)
    every = settings()
    back = five.top[every.back].astype(np.int64)
    middle = five.at_most(every.middle, back - gap)
    front = three.at_most(every.front, middle - gap)
    fouled = (middle < 0) | (front < 0)
    won = [wins[row] for wins, row in zip(opponents.wins, (front, middle, back), strict=True)]
    points: Ints = opponents.rows[0][front] + opponents.rows[1][middle] + opponents.rows[2][back]
    points[fouled] = NEVER
    most_rows = np.minimum(len(opponents.places), (won[0] + won[1] + won[2]) // 2)
    scoops = np.minimum(np.minimum(won[0], won[1]), won[2])
    bounds = points + POINT * (profile.rules.scoop_points * scoops + profile.rules.majority_points * most_rows)
    bounds[fouled] = NEVER
    return _Sums(points, bounds, np.stack((front, middle, back), axis=1))


def _together(places: Ints, profile: Profile, opponents: Opponents) -> Ints:
    """What settings of those strengths win from the field for most rows and for the scoop."""
    won = (places[:, None] > opponents.places).sum(axis=2)
    lost = (places[:, None] < opponents.places).sum(axis=2)
    scoops = (won == 3).sum(axis=1) - (lost == 3).sum(axis=1)
    most_rows = (won > 1).sum(axis=1) - (lost > 1).sum(axis=1)
    points: Ints = profile.rules.scoop_points * scoops + profile.rules.majority_points * most_rows
    return points


def natural_value(points: int, opponents: Opponents) -> int:
    """What a natural wins from the field, on the scale of `most_points`."""
    against = sum([natural_against(points, theirs) for theirs in opponents.naturals])
    return POINT * (points * len(opponents.places) + against)
