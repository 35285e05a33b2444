"""The best setting of 13 to 17 cards, exactly: branch and bound over the backs.

A setting is worth the sum of what its rows are worth (`row_worths`), so it is bounded from above by the worth of its back,
of the best middle among the cards left and of the best front among the cards left, neither stronger than may stand over
that back. Backs are looked at from the highest bound down until none can beat the best setting found. For a back all
its middles are bounded at once in the same way, and only for a middle that may still win are the fronts looked at.
Nothing is assumed of the worths: a table of royalties may pay a weaker row more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.chinese.arranger import row_strengths
from engine.chinese.arranger.row_worths import NEVER, Worths
from engine.games.row_layout import Board

Ints = row_strengths.Ints
_LOW = 6
Masks = NDArray[np.int32]


class Terms(NamedTuple):
    """What a setting must keep to and is weighed by.

    `gap`: 1 where equal rows foul, else 0. `is_row_maximum`: jokers make the most of their row, whatever the others are.
    """

    worths: Worths
    is_low_middle: bool
    gap: int
    is_row_maximum: bool


class Setting(NamedTuple):
    """A board and the sum of its rows' worths."""

    value: int
    board: Board


class Choices(NamedTuple):
    """Every way to choose some of so many cards: the numbers of the cards chosen, and those as a mask."""

    chosen: NDArray[np.intp]
    masks: Masks


@cache
def choices(count: int, size: int) -> Choices:
    """All choices of `size` of `count` cards, in the order of `itertools.combinations`."""
    chosen = np.array(list(combinations(range(count), size)), dtype=np.intp)
    return Choices(chosen, (1 << chosen).sum(axis=1).astype(np.int32))


def best_setting(
    cards: Sequence[int], terms: Terms, score: Callable[[Board], int | None] | None = None, above: int = -1
) -> Setting | None:
    """The setting of 13 to 17 different cards that is worth most, and more than `above`; None if there is none.

    `score`, where given, says what a setting is worth, at most the sum of what its rows may be read as, or None for a
    foul. Without it that sum is the worth, and jokers are read as the house reads them when they stand for any card.
    Equal settings: which of them is not said, but their rows are equally strong.
    """
    return _Search(sorted(cards), terms, score, above).run()


class _Bests:
    """The most that any of some choices is worth among the cards left, by the mask of those; built once for a hand."""

    def __init__(self, count: int, masks: Masks, worths: Ints) -> None:
        ascending = np.argsort(worths)
        self._worths = np.concatenate(([NEVER], worths[ascending]))
        ranks = np.zeros(1 << count, dtype=np.uint16)
        ranks[masks[ascending]] = np.arange(1, len(masks) + 1)
        # For each mask the maximum over its subsets, bit by bit. Bits that lie close together in the table are slow to
        # go through, so for the lowest of them it is turned, and then stays so.
        for bit in range(_LOW, count):
            _take_greater(ranks, bit)
        self._ranks = np.ascontiguousarray(ranks.reshape(-1, 1 << _LOW).T).reshape(-1)
        self._turn = count - _LOW
        for bit in range(self._turn, count):
            _take_greater(self._ranks, bit)

    def among(self, left: Masks) -> Ints:
        """The most that a choice among those cards is worth; `NEVER` if there is none."""
        return self._worths.take(self._ranks.take((left & (1 << _LOW) - 1) << self._turn | left >> _LOW))


def _take_greater(ranks: NDArray[np.uint16], bit: int) -> None:
    """Let each place with that bit have what the place without it has, if that is more."""
    halves = ranks.reshape(-1, 2, 1 << bit)
    np.maximum(halves[:, 1], halves[:, 0], out=halves[:, 1])


class _Search:
    """One hand. Where a setting is scored from outside (`score`), what rows are worth here are bounds: the most of any
    reading, each row for itself."""

    def __init__(self, cards: list[int], terms: Terms, score: Callable[[Board], int | None] | None, above: int) -> None:
        self.cards, self.terms, self.score = np.array(cards, dtype=np.uint8), terms, score
        self.fives, self.threes = choices(len(cards), 5), choices(len(cards), 3)
        rows = self.cards[self.fives.chosen]
        is_row_maximum = terms.is_row_maximum and not score
        self.five = row_strengths.rows(rows, is_row_maximum=is_row_maximum)
        self.three = row_strengths.rows(self.cards[self.threes.chosen], is_row_maximum=is_row_maximum)
        self.low = row_strengths.low_places(rows) if terms.is_low_middle else None
        self.found: Setting | None = None
        self.best = above  # what is found must be worth more

        worths, is_scored = terms.worths, score is not None
        every = np.arange(len(rows))
        self.top = self.five.top.astype(np.int64)
        self.backs = self.five.most(worths.back, every) if is_scored else worths.back[self.top]
        if self.low is not None:
            self.middles = (np.maximum.accumulate(worths.middle) if is_scored else worths.middle)[self.low]
        else:
            self.middles = self.five.most(worths.middle, every)
        self.fronts = [self.three.most(front, np.arange(len(self.threes.masks))) for front in worths.fronts]
        # Whether a back, and whether some middle, makes the front worth as beside a row that keeps fantasyland.
        self.may_keep = is_scored or bool(worths.keeps_middle.any())
        self.keeps_back = worths.keeps_back[self.top]
        self._bound()

    def _bound(self) -> None:
        """The bounds of all backs, and the middles by what they are worth."""
        count, worths = len(self.cards), self.terms.worths
        self.caps = self.top - self.terms.gap
        self.left = ((1 << count) - 1) & ~self.fives.masks
        self.front_caps = [np.maximum.accumulate(front) for front in worths.fronts]
        self.front_bests = [_Bests(count, self.threes.masks, front) for front in self.fronts]
        self.front_bounds = self._fronts(self.left, self.caps, self.keeps_back, self.may_keep)
        bounds = _Bests(count, self.fives.masks, self.middles).among(self.left)
        if self.low is None:
            self.middle_caps = np.maximum.accumulate(worths.middle)
            bounds = np.minimum(bounds, self.middle_caps[self.caps])
        self.bounds = self.backs + bounds + self.front_bounds
        self.by_worth = np.argsort(-self.middles)
        self.less_worth = -self.middles[self.by_worth]  # ascending
        self.by_worth_masks = self.fives.masks[self.by_worth]
        self.by_worth_lowest = self.five.lowest[self.by_worth]

    def _fronts(self, left: Masks, caps: Ints, keeps: NDArray[np.bool_], is_either: bool) -> Ints:
        """At most so much are the fronts among those cards worth, under those caps, by whether a row below keeps."""
        beside = np.minimum(self.front_bests[0].among(left), self.front_caps[0][caps])
        if not is_either and not keeps.any():
            return beside
        beside_keeping = np.minimum(self.front_bests[1].among(left), self.front_caps[1][caps])
        return np.maximum(beside, beside_keeping) if is_either else np.where(keeps, beside_keeping, beside)

    def run(self) -> Setting | None:
        """The best setting."""
        likely = int(np.argmax(self.bounds))
        if self.bounds[likely] > self.best:
            self._look_at(likely)
        live = np.flatnonzero(self.bounds > self.best)
        for back in live[np.argsort(-self.bounds[live])]:
            if self.bounds[back] <= self.best:
                break
            self._look_at(int(back))
        return self.found

    def _look_at(self, back: int) -> None:
        """Improve on the best setting with settings over that back, if any is better."""
        need = self.best - int(self.backs[back])
        cap, mask = int(self.caps[back]), int(self.fives.masks[back])
        enough = int(np.searchsorted(self.less_worth, int(self.front_bounds[back]) - need))
        fits = (self.by_worth_masks[:enough] & mask) == 0
        if self.low is None:
            fits &= self.by_worth_lowest[:enough] <= cap
        which = self.by_worth[:enough][fits]
        if not which.size:
            return
        worth, keeps, caps = self._middles(which, cap)
        keeps |= bool(self.keeps_back[back])
        left = self.left[back] & ~self.fives.masks[which]
        bounds = worth + self._fronts(left, caps, keeps, self.score is not None)
        while True:
            at = int(np.argmax(bounds))
            if bounds[at] <= self.best - self.backs[back]:
                return
            self._finish(back, int(which[at]), int(worth[at]), int(caps[at]), bool(keeps[at]))
            bounds[at] = NEVER

    def _middles(self, which: Ints, cap: int) -> tuple[Ints, NDArray[np.bool_], Ints]:
        """What those middles are worth under that cap, whether they keep fantasyland, and the caps of their fronts."""
        worths, caps = self.terms.worths, np.full(which.size, cap)
        if self.low is not None:
            return self.middles[which], worths.keeps_middle[self.low[which]], caps
        if self.score:
            most = np.minimum(self.middles[which], self.middle_caps[cap])
            return most, np.zeros(which.size, dtype=np.bool_), np.minimum(self.top[which], cap) - self.terms.gap
        places = self.five.at_most(which, caps)
        return worths.middle[places], worths.keeps_middle[places], places - self.terms.gap

    def _finish(self, back: int, middle: int, worth: int, cap: int, keeps: bool) -> None:
        """Look at the fronts beside those two rows."""
        left = int(self.left[back]) & ~int(self.fives.masks[middle])
        which = np.flatnonzero((self.threes.masks & ~left) == 0)
        below = int(self.backs[back]) + worth
        if self.score:
            fronts = np.maximum(*self.fronts)[which]
            for at in np.argsort(-fronts):
                if below + fronts[at] <= self.best:
                    return
                board = self._board(int(which[at]), middle, back)
                value = self.score(board)
                if value is not None and value > self.best:
                    self.best, self.found = value, Setting(value, board)
            return
        places = self.three.at_most(which, np.full(which.size, cap))
        fronts = np.where(places >= 0, self.terms.worths.fronts[keeps][places], NEVER)
        at = int(np.argmax(fronts))
        value = below + int(fronts[at])
        if value > self.best:
            self.best = value
            self.found = Setting(value, self._board(int(which[at]), middle, back))

    def _board(self, front: int, middle: int, back: int) -> Board:
        rows = (self.threes.chosen[front], self.fives.chosen[middle], self.fives.chosen[back])
        return Board(*[tuple(self.cards[row].tolist()) for row in rows])
