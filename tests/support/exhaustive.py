"""The best setting of a hand found by looking at every one, with rows as the plain oracle reads and pays them.

It shares no code with the engine: what a row may be read as comes of trying every card for its jokers, nothing is
bounded and nothing left out. numpy only counts: 171,531,360 settings of 17 cards would take a Python loop an hour.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tests.support.oracle import DECK, RANKS, Oracle, high, low_badness, rank

FOULED = -(10**6)
_readings = {}
_lows = {}


def _key(row):
    """All that a row's readings depend on: its ranks, and whether its cards are of one suit."""
    plain = [card for card in row if card[0] != "X"]
    return len(row), tuple(sorted(map(rank, plain))), len({card[1] for card in plain}) == 1 and len(row) == 5


def _filled(row):
    plain = [card for card in row if card[0] != "X"]
    for chosen in combinations([card for card in DECK if card not in plain], len(row) - len(plain)):
        yield [*plain, *chosen]


def readings(row):
    """Every strength that a row may be read at, ascending, with cards that have it."""
    key = _key(row)
    if key not in _readings:
        found = {}
        for cards in _filled(row):
            category, order = high(cards)
            found.setdefault((category, tuple(order)), cards)
        _readings[key] = sorted(found.items())
    return _readings[key]


def best_low(row):
    """The cards of the best deuce-to-seven low that a row may be read as."""
    key = _key(row)
    if key not in _lows:
        _lows[key] = min(_filled(row), key=low_badness)
    return _lows[key]


class Exhaustive:
    """All settings under the oracle's nested profile; `now`: cards of fantasyland; `worth`: points by its cards."""

    def __init__(self, profile, now, worth, *, is_strict=False):
        self.oracle, self.p = Oracle(profile), profile
        self.now, self.worth, self.strict = now, worth, int(is_strict)
        self.is_row_max = profile["jokers"]["policy"] == "row_max"

    def most(self, cards):
        """The most points of royalties and fantasyland of any unfouled setting of those texts; FOULED if none is."""
        count = len(cards)
        fives, threes = list(combinations(range(count), 5)), list(combinations(range(count), 3))
        masks5 = np.array([sum(1 << at for at in one) for one in fives])
        masks3 = np.array([sum(1 << at for at in one) for one in threes])
        three_of = np.zeros(1 << count, int)
        three_of[masks3] = np.arange(len(threes))
        threes_left = np.array(list(combinations(range(count - 10), 3)))
        rows5 = [readings([cards[at] for at in one]) for one in fives]
        rows3 = [readings([cards[at] for at in one]) for one in threes]
        place = {s: at for at, s in enumerate(sorted({s for row in rows5 + rows3 for s, _ in row}))}
        self._price(place, rows5, rows3)
        options5, options3 = self._options(place, rows5), self._options(place, rows3)
        lows = [self._low(best_low([cards[at] for at in one])) for one in fives] if self.oracle.low else None
        best = FOULED
        for at, mask in enumerate(masks5.tolist()):
            middles = np.flatnonzero((masks5 & mask) == 0)
            back = options5[at].max()
            left = (1 << count) - 1 - mask - masks5[middles]
            others = np.nonzero(left[:, None] >> np.arange(count) & 1)[1].reshape(middles.size, count - 10)
            fronts = three_of[(1 << others[:, threes_left]).sum(axis=2)]
            if lows is None:
                middle = self._at_most(options5[middles], np.full(middles.size, back - self.strict))
                caps = np.where(middle < 0, -1, middle - self.strict)
                earned, keeps = self.middle[middle], self.keeps_middle[middle]
                earned = np.where(middle < 0, FOULED, earned)
            else:
                earned = np.array([lows[one][0] for one in middles])
                keeps = np.array([lows[one][1] for one in middles])
                caps = np.full(middles.size, back - self.strict)
            caps = np.repeat(caps, fronts.shape[1])
            front = self._at_most(options3[fronts.ravel()], caps).reshape(fronts.shape)
            keeps = (keeps | self.keeps_back[back])[:, None]
            points = np.where(keeps, self.front[1][front], self.front[0][front]) + earned[:, None]
            points = np.where(front < 0, FOULED, points) + self.back[back]
            best = max(best, int(points.max()))
        return best if best > FOULED // 2 else FOULED

    def _options(self, place, rows):
        table = np.full((len(rows), max(map(len, rows))), 10**6)
        for at, row in enumerate(rows):
            if self.is_row_max:
                row = row[-1:]
            table[at, : len(row)] = [place[strength] for strength, _ in row]
        table[table == 10**6] = -1
        return table

    def _at_most(self, options, caps):
        return np.where(options <= caps[:, None], options, -1).max(axis=1)

    def _price(self, place, rows5, rows3):
        self.back, self.middle, self.front = (np.zeros(len(place), int) for _ in range(3))
        self.front = [np.zeros(len(place), int), np.zeros(len(place), int)]
        self.keeps_back, self.keeps_middle = np.zeros(len(place), bool), np.zeros(len(place), bool)
        stay, enabled = self.p["fantasyland"]["stay"], self.p["fantasyland"]["enabled"]
        for row in rows5:
            for (category, order), cards in row:
                at = place[category, order]
                self.back[at] = self.oracle.royalty("back", cards)
                if not self.oracle.low:
                    self.middle[at] = self.oracle.royalty("middle", cards)
                    self.keeps_middle[at] = bool(self.now) and stay["middle_full_house"] and category >= 6
                self.keeps_back[at] = bool(self.now) and enabled and stay["back_quads"] and category >= 7
        self.keeps_middle &= enabled
        for row in rows3:
            for strength, cards in row:
                royalty = self.oracle.royalty("front", cards)
                for keeps in (0, 1):
                    self.front[keeps][place[strength]] = royalty + self.worth.get(self._cards(strength, keeps), 0)

    def _cards(self, strength, keeps):
        """Cards of the next fantasyland by the front, and by whether another row keeps it (or is a wheel, on entry)."""
        p, (category, order) = self.p["fantasyland"], strength
        ladder = p["cards"]["trips"] if category == 3 else p["cards"]["Q"]
        if category == 1:
            ladder = {12: p["cards"]["A"], 11: p["cards"]["K"]}.get(order[0], p["cards"]["Q"])
        if not p["enabled"]:
            return 0
        enters = (category == 3 and p["trips_enter"]) or (category == 1 and order[0] >= RANKS.index(p["entry_pair"]))
        if not self.now:
            if keeps:
                return p["both_cards"] if enters else p["wheel_cards"]
            return ladder if enters else 0
        stays = keeps or (p["stay"]["front_trips"] and category == 3) or (p["stay"]["front_again"] and enters)
        if not stays:
            return 0
        again = p["stay_cards"]
        return self.now if again == "same" else ladder if again == "by_front" else again

    def _low(self, cards):
        """What a deuce-to-seven middle earns, and whether it keeps or earns fantasyland; a foul if it does not qualify."""
        category, order = low_badness(cards)
        if category or order[0] > self.p["low_limit"] - 2:
            return FOULED, False
        wheel, p = order == [5, 3, 2, 1, 0], self.p["fantasyland"]
        counts = p["stay"]["middle_full_house"] if self.now else p["wheel_enters"]
        return self.oracle.royalty("middle", cards), bool(wheel and counts and p["enabled"])
