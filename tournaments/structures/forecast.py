"""When an evening will end: by rule, and by playing a plan many times. Values in, values out.

By rule a tournament ends in the level whose big blind is a twentieth of the chips in play (Blind Valet). Played, an
evening is a plain model of stacks: at each table, hand after hand, two players contest the blinds and the ante and a bet
besides, which is next to nothing in one hand and a whole stack in another. Its two figures are those with which it loses
its players as evenings of computer players do that are played hand by hand (`bench forecast` prints both). It knows nothing
of skill or style, and says how evenings spread, not who wins.

A level of Chinese poker has no blinds: each pair at a table wins and loses points, spread as those that computer players won
from one another (`SWINGS`), paid as far as stacks reach. So many points as `BIG` of that spread stand for a big blind where
the rule asks for one; they are set so that these plans, too, end about where the rule has them.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from club.base.errors import ClubError
from tournaments.messages.structures import ForecastText
from tournaments.structures import level_games_and_stakes, levels_and_breaks
from tournaments.structures.levels_and_breaks import Item, Level
from tournaments.structures.sheet_games import BadSheet

END_FRACTION = 20
HANDS_PER_HOUR = 25  # at one table with a dealer
HANDS_PER_HOUR_OF_POINTS = 15  # three players who set thirteen cards each in turn take about four minutes
BET = 1.5  # big blinds, the middle of what is contested
SPREAD = 3.2  # of its logarithm
# Points that one player wins from another in a hand: the standard deviation over 100 to 360 pairs of computer players.
SWINGS = {"ofc-pineapple": 14.0, "ofc-2-7-pineapple": 15.0, "chinese": 8.5, "ofc-turbo": 8.0, "ofc": 7.0}
BIG = 0.35
MOST_MINUTES = 60 * 48


@dataclass(frozen=True, slots=True)
class Finish:
    """The level in which it should end, and the minutes from the start to that level's end, breaks included.

    `level` is None where the sheet ends before: the minutes are then those of the sheet.
    """

    level: int | None
    minutes: int


def swing_of(sheet: Mapping[str, Any]) -> float:
    """The spread of points of the sheet's first Chinese game; of Pineapple, where it has none or says no games yet."""
    try:
        levels = [item for item in levels_and_breaks.items(sheet) if isinstance(item, Level)]
        played = [leg.game for level in levels for leg in level_games_and_stakes.rotation_at(sheet, level).legs]
    except BadSheet:
        played = []
    return next((SWINGS[game] for game in played if game in SWINGS), SWINGS["ofc-pineapple"])


def is_of_points(level: Level) -> bool:
    """True for a level that states no bets, only what a point is worth."""
    told = level.amounts
    return not (told.get("bb") or told.get("small_bet")) and bool(told.get("point"))


def big_bet_of(level: Level, swing: float = SWINGS["ofc-pineapple"]) -> float:
    """What stands for the big blind: in limit games without blinds the small bet, in Chinese games some points' worth."""
    told = level.amounts
    if is_of_points(level):
        return float(told["point"] * swing * BIG)
    return float(told.get("bb") or told.get("small_bet") or 0)


def finish(
    items: Sequence[Item],
    total_chips: int,
    fraction: float = END_FRACTION,
    swing: float = SWINGS["ofc-pineapple"],
) -> Finish:
    """By rule. total_chips: all in play, rebuys and add-ons counted; open-ended breaks count nothing. swing: `swing_of`."""
    minutes = 0
    for item in items:
        minutes += item.minutes or 0
        if isinstance(item, Level) and big_bet_of(item, swing) * fraction >= total_chips:
            return Finish(item.number, minutes)
    return Finish(None, minutes)


@dataclass(frozen=True, slots=True)
class Bagging:
    """How a flight ends: after a level, or with so many players left once nobody enters any more, whichever comes first.

    left: 1 or more. closed_after: the last level in which players may enter; 0: none. hands: played at each table then.
    """

    after_level: int | None = None
    left: int = 1
    closed_after: int = 0
    hands: int = 0

    def is_due(self, level: Level, players: int, *, is_played_out: bool) -> bool:
        """True once so few are left in that level, or it is the last one and played out."""
        is_last = self.after_level is not None and level.number >= self.after_level
        return (is_last and is_played_out) or (players <= self.left and level.number > self.closed_after)


@dataclass(frozen=True, slots=True)
class Evenings:
    """Many evenings of one plan: the minutes each took, in ascending order, and by level the players left at its end.

    `left` has a row a level, with a number an evening, ascending. `unfinished`: evenings that were cut off.
    """

    minutes: tuple[float, ...]
    left: tuple[tuple[int, ...], ...]
    unfinished: int

    def at(self, part: float) -> float:
        """The minutes by which that part of the evenings (0 to 1) had ended."""
        return self.minutes[min(len(self.minutes) - 1, int(part * len(self.minutes)))]


def play(
    items: Sequence[Item],
    players: int,
    stack: int,
    seed: int,
    *,
    evenings: int = 200,
    seats: int = 9,
    hands_per_hour: float | None = None,
    stacks: Sequence[int] = (),
    swing: float = SWINGS["ofc-pineapple"],
    bagging: Bagging | None = None,
) -> Evenings:
    """Play the plan so many times; the same seed gives the same evenings. The last level lasts until somebody has won.
    bagging: of a flight, which ends by it.

    hands_per_hour: None: as usual, fewer in Chinese games. stacks: where a tournament stands, instead of the starting
    stacks; `items` are then those that are left. swing: `swing_of` the sheet.

    Raises `ClubError` for fewer than two players, or a plan without levels or with a level that has no minutes or bets.
    """
    pace = HANDS_PER_HOUR if hands_per_hour is None else hands_per_hour
    if players < 2 or stack < 1 or evenings < 1 or seats < 2 or pace <= 0:
        words = ForecastText.TOO_LITTLE()
        raise ClubError("bad_forecast", words, 422)
    levels = [item for item in items if isinstance(item, Level)]
    unready = [level.number for level in levels if level.minutes is None or not big_bet_of(level)]
    if not levels or unready:
        words = ForecastText.NO_LEVELS()
        if unready:
            words = ForecastText.LEVEL_LACKS(level=unready[0])
        raise ClubError("bad_forecast", words, 422)
    if hands_per_hour is None and is_of_points(levels[0]):
        pace = HANDS_PER_HOUR_OF_POINTS
    rng = random.Random(seed)
    begun = list(stacks) or [stack] * players
    ran = [_evening(items, levels, begun, seats, pace, swing, bagging, rng) for _ in range(evenings)]
    left = tuple(tuple(sorted(alive[at] for _minutes, alive, _cut in ran)) for at in range(len(levels)))
    return Evenings(tuple(sorted(minutes for minutes, _alive, _cut in ran)), left, sum(cut for *_rest, cut in ran))


def _evening(
    items: Sequence[Item],
    levels: Sequence[Level],
    begun: Sequence[int],
    seats: int,
    hands_per_hour: float,
    swing: float,
    bagging: Bagging | None,
    rng: random.Random,
) -> tuple[float, list[int], bool]:
    stacks = list(begun)
    clock, due, played = 0.0, 0.0, 0  # minutes; `due` is when the item ends, which a hand may outlast
    alive: list[int] = []
    is_bagged = False
    for item in items:
        if not isinstance(item, Level):
            clock += item.minutes or 0
            due += item.minutes or 0
            continue
        assert item.minutes is not None
        due += item.minutes if item is not levels[-1] else MOST_MINUTES
        last = 0 if bagging is None else bagging.hands
        is_over = bagging is not None and bagging.is_due(item, len(stacks), is_played_out=clock >= due)
        while len(stacks) > 1 and (last if is_over else clock < min(due, MOST_MINUTES)):
            last -= is_over
            _play_hand(stacks, item, seats, played, swing, rng)
            played += 1
            clock += 60 / hands_per_hour
            if bagging is not None and not is_over:
                is_over = bagging.is_due(item, len(stacks), is_played_out=clock >= due)
        is_bagged = is_bagged or is_over
        alive.append(len(stacks))
        if len(stacks) == 1 or is_bagged:
            break
    return clock, alive + [len(stacks)] * (len(levels) - len(alive)), len(stacks) > 1 and not is_bagged


def _play_hand(stacks: list[int], level: Level, seats: int, played: int, swing: float, rng: random.Random) -> None:
    """A hand at every table; who has nothing left is out."""
    if is_of_points(level):
        _points(stacks, level.amounts["point"] * swing, seats, rng)
    else:
        _hand(stacks, level, seats, played, rng)
    stacks[:] = [chips for chips in stacks if chips]


def _hand(stacks: list[int], level: Level, seats: int, played: int, rng: random.Random) -> None:
    """A hand at every table."""
    big = round(big_bet_of(level))
    small = int(level.amounts.get("sb") or big // 2)
    ante = int(level.amounts.get("ante") or 0)
    is_big_blind_ante = level.amounts.get("ante_type") == "big_blind"
    tables = -(-len(stacks) // seats)
    for table in range(tables):
        places = range(table, len(stacks), tables)
        count = len(places)
        if count < 2:
            continue
        dead = 0
        forced = [(played % count, big + (ante if is_big_blind_ante else 0)), ((played + 1) % count, small)]
        if ante and not is_big_blind_ante:
            forced += [(at, ante) for at in range(count)]
        for at, owed in forced:
            paid = min(owed, stacks[places[at]])
            stacks[places[at]] -= paid
            dead += paid
        winner, loser = (places[at] for at in rng.sample(range(count), 2))
        bet = min(round(big * BET * math.exp(rng.gauss(0.0, SPREAD))), stacks[winner], stacks[loser])
        stacks[winner] += dead + bet
        stacks[loser] -= bet


def _points(stacks: list[int], spread: float, seats: int, rng: random.Random) -> None:
    """A hand of Chinese poker at every table: debts netted, what losers can pay shared by what winners are owed."""
    tables = -(-len(stacks) // seats)
    for table in range(tables):
        places = range(table, len(stacks), tables)
        net = dict.fromkeys(places, 0.0)
        for a, b in combinations(places, 2):
            won = rng.gauss(0.0, spread)
            net[a] += won
            net[b] -= won
        owed = sum(won for won in net.values() if won > 0)
        paid = {at: min(stacks[at], round(-won)) for at, won in net.items() if won < 0}
        pot, shared = sum(paid.values()), 0.0
        for at, won in net.items():
            if won < 0:
                stacks[at] -= paid[at]
            elif won > 0:
                before, shared = shared, shared + won
                stacks[at] += round(pot * min(1.0, shared / owed)) - round(pot * min(1.0, before / owed))
