"""A structure from players, stack, hours and chips. Values in, values out.

The last level is the one at which the big blind is a twentieth of the chips in play (Blind Valet: about that is when
tournaments end); between it and the first the blinds grow by one factor, each level taking the nearest amount, in ratio, of
a ladder people know, ever rising, and payable in the smallest chip. What comes out is a sheet as `structures` reads it.

Of Chinese poker it is what a point is worth that grows so, to where so many points as `forecast` has for a big blind are a
twentieth of the chips.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from club.base.errors import ClubError
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.messages.message import Message, Quoted
from engine.play.any_game import find_game
from tournaments.base.field_words import named
from tournaments.messages.structures import GeneratorText
from tournaments.structures import forecast
from tournaments.structures.levels_and_breaks import ANTE_TYPES, LARGEST

LADDER = ("1", "1.2", "1.5", "2", "2.5", "3", "4", "5", "6", "8")
CHIPS = (25, 100, 500, 1_000, 5_000, 25_000, 100_000)
# The first big blind is this part of the starting stack (maynetee/MTT).
SPEEDS = {"turbo": 100, "regular": 150, "deep": 200}
# In Chinese games the stack is worth so many points at first: a choice of ours, about seven to thirty lost hands.
POINTS = {"turbo": 50, "regular": 100, "deep": 200}
# What is asked for, and what a sheet calls it.
GAMES = {"holdem": "NLHE", "omaha": "PLO", **{key: game.name for key, game in CHINESE_GAMES.items()}}
MOST_LEVELS = 200
MOST_ANTE_PERCENT = 200


@dataclass(frozen=True, slots=True)
class Asked:
    """What a structure is asked for. Chips are tournament chips, times minutes of play without breaks.

    game: one of `GAMES`; of a Chinese game the big blinds are what a point is worth, and there are no antes.
    first_big_blind: None: `SPEEDS` of the stack, or `POINTS`. end_fraction: the last big blind is this part of the chips in
    play. chips: the values there are; empty: any, the smallest being half the first big blind. rebuy_stack, addon_stack:
    None: the starting stack. ante_from: the level from which an ante is posted; None: none is. ante_type: whose it is, one of
    `structures.ANTE_TYPES`; ante_percent: of the big blind, rounded to the smallest chip. break_every: minutes of play between
    breaks; 0: no breaks.
    """

    players: int
    stack: int
    minutes: int
    level_minutes: int
    first_big_blind: int | None = None
    speed: str = "regular"
    rebuys: int = 0
    rebuy_stack: int | None = None
    addons: int = 0
    addon_stack: int | None = None
    end_fraction: float = 20
    ladder: tuple[str | float, ...] = LADDER
    chips: tuple[int, ...] = ()
    ante_from: int | None = 1
    ante_type: str = "big_blind"
    ante_percent: int = 100
    break_every: int = 120
    break_minutes: int = 10
    seats: int = 9
    game: str = "holdem"

    @property
    def is_of_points(self) -> bool:
        """True for Chinese games, whose levels say what a point is worth."""
        return self.game in CHINESE_GAMES

    def __post_init__(self) -> None:
        for name, least in (("players", 2), ("stack", 1), ("minutes", 1), ("level_minutes", 1), ("break_minutes", 1)):
            _whole(name, getattr(self, name), least)
        for name in ("rebuys", "addons", "break_every"):
            _whole(name, getattr(self, name), 0)
        for name in ("first_big_blind", "rebuy_stack", "addon_stack", "ante_from"):
            if getattr(self, name) is not None:
                _whole(name, getattr(self, name), 1)
        if not 1 <= self.end_fraction <= 1000:
            raise _refused(GeneratorText.END_FRACTION(value=Quoted(self.end_fraction)), "end_fraction")
        if self.speed not in SPEEDS:
            raise _unknown("speed", SPEEDS, self.speed)
        if self.game not in GAMES:
            raise _unknown("game", GAMES, self.game)
        if self.ante_type not in ANTE_TYPES:
            raise _unknown("ante_type", ANTE_TYPES, self.ante_type)
        if type(self.ante_percent) is not int or not 1 <= self.ante_percent <= MOST_ANTE_PERCENT:
            raise _refused(
                GeneratorText.ANTE_PERCENT(most=MOST_ANTE_PERCENT, value=Quoted(self.ante_percent)), "ante_percent"
            )
        if not self.ladder or any(not 1 <= Fraction(str(step)) < 10 for step in self.ladder):
            raise _refused(GeneratorText.LADDER(), "ladder")
        for chip in self.chips:
            _whole("chips", chip, 1)
        if round(self.minutes / self.level_minutes) > MOST_LEVELS:
            raise _refused(GeneratorText.MOST_LEVELS(most=MOST_LEVELS), "level_minutes")


@dataclass(frozen=True, slots=True)
class Blinds:
    """The big blinds of a structure, and the figures they rest on."""

    total_chips: int
    levels: int
    growth: float
    target: float
    big_blinds: tuple[int, ...]


def blinds(asked: Asked) -> Blinds:
    """The big blinds, level by level. Raises `ClubError` if the ladder has no amounts payable in the smallest chip."""
    extra = asked.rebuys * _or(asked.rebuy_stack, asked.stack) + asked.addons * _or(asked.addon_stack, asked.stack)
    total = asked.players * asked.stack + extra
    levels = max(1, round(asked.minutes / asked.level_minutes))
    # Of points, so many as stand for a big blind are that part of the chips.
    big = forecast.SWINGS[asked.game] * forecast.BIG if asked.is_of_points else 1.0
    target = total / asked.end_fraction / big
    first = asked.first_big_blind or first_big_blind(asked)
    growth = (target / first) ** (1 / (levels - 1)) if levels > 1 else 1.0
    payable = _payable(asked, first)
    made: list[int] = []
    for level in range(levels):
        higher = [amount for amount in payable if not made or amount > made[-1]]
        if not higher:
            raise _refused(GeneratorText.TOO_HIGH(most=LARGEST), "level_minutes")
        made.append(_nearest(first * growth**level, higher))
    return Blinds(total, levels, growth, target, tuple(made))


def first_big_blind(asked: Asked) -> int:
    """The first big blind by the speed: the nearest payable amount of the ladder to that part of the stack."""
    wanted = asked.stack / (POINTS if asked.is_of_points else SPEEDS)[asked.speed]
    smallest = (min(asked.chips) if asked.chips else 1) * (1 if asked.is_of_points else 2)
    return _nearest(wanted, [amount for amount in _ladder(asked.ladder) if amount % smallest == 0])


def sheet(asked: Asked) -> dict[str, Any]:
    """A whole sheet: levels, breaks, and the chips that go at each. Raises `ClubError` as `blinds` does.

    The small blind is half the big blind, rounded up to the smallest chip left (BARGE: 800/1,500 once T25 is gone). A chip goes
    at the first break after which every amount can be paid in the next one.
    """
    found = blinds(asked)
    chips = list(_chips_of(asked, found.big_blinds[0]))
    breaks = _breaks(asked, found.levels)
    items: list[dict[str, Any]] = []
    for at, big in enumerate(found.big_blinds):
        if at in breaks:
            removed = _removed(chips, found.big_blinds[at:])
            items.append({"type": "break", "minutes": asked.break_minutes, **({"remove": removed} if removed else {})})
        level = {"type": "level", "n": at + 1, "minutes": asked.level_minutes}
        if asked.is_of_points:
            items.append({**level, "point": big})
            continue
        level |= {"sb": half_up(big, chips[0]), "bb": big}
        has_ante = asked.ante_from is not None and at + 1 >= asked.ante_from
        ante = _ante(big, asked.ante_percent, chips[0]) if has_ante else 0
        items.append({**level, "ante": ante, "ante_type": asked.ante_type})
    return {
        "name": f"{asked.players} × {asked.stack:,}, {asked.minutes} min",
        "game": GAMES[asked.game],
        "starting_chips": asked.stack,
        "table_size": min(asked.seats, find_game(asked.game).max_seats),
        "chips": list(_chips_of(asked, found.big_blinds[0])),
        "items": items,
    }


def _ante(big_blind: int, percent: int, chip: int) -> int:
    """That part of the big blind to the nearest chip, a half of one up; one chip at least."""
    return max(1, (2 * big_blind * percent + 100 * chip) // (200 * chip)) * chip


def half_up(big_blind: int, chip: int) -> int:
    """Half of the big blind, rounded up to the chip."""
    return -(-big_blind // (2 * chip)) * chip


def _chips_of(asked: Asked, first: int) -> tuple[int, ...]:
    """The chips needed: from the largest in which the first blinds can be paid. Without a set, those everybody has."""
    known = tuple(sorted({*asked.chips})) or CHIPS
    least = 1 if asked.is_of_points else 2  # the small blind is half of it
    paying = [chip for chip in known if first % (least * chip) == 0]
    if not paying and asked.chips:
        raise _refused(GeneratorText.FIRST_NOT_PAYABLE(first=first, chip=min(known)), "chips")
    if paying and asked.ante_from is not None and asked.ante_type != ANTE_TYPES[0]:
        # Everybody pays an ante by itself: in chips no larger than it, as far as there are any.
        paying = [chip for chip in paying if chip <= first * asked.ante_percent // 100] or paying[:1]
    if not paying:
        return (first // 2 if first % 2 == 0 else 1, *(chip for chip in known if chip > first))
    return tuple(chip for chip in known if chip >= paying[-1])


def _removed(chips: list[int], later: Sequence[int]) -> list[int]:
    """Take off the smallest chips that are not needed any more; the next must pay the small blind as well."""
    gone = []
    while len(chips) > 1 and later[0] >= 2 * chips[1] and all(big % chips[1] == 0 for big in later):
        gone.append(chips.pop(0))
    return gone


def _breaks(asked: Asked, levels: int) -> set[int]:
    """The levels, from 0, before which there is a break."""
    if not asked.break_every:
        return set()
    each = max(1, round(asked.break_every / asked.level_minutes))
    return set(range(each, levels, each))


def _payable(asked: Asked, first: int) -> list[int]:
    """The ladder's amounts that can be paid in the smallest chip; without a chip set it is half the first big blind."""
    if asked.chips:
        chip = _chips_of(asked, first)[0]
        return [amount for amount in _ladder(asked.ladder) if amount % chip == 0]
    made = [amount for amount in _ladder(asked.ladder) if 2 * amount % first == 0]
    if not made:
        raise _refused(GeneratorText.NO_AMOUNT_FOR_FIRST(first=first), "first_big_blind")
    return made


def _ladder(steps: Sequence[str | float]) -> list[int]:
    exact = {Fraction(str(step)) * 10**power for step in steps for power in range(13)}
    return sorted(int(amount) for amount in exact if amount.denominator == 1 and amount <= LARGEST)


def _nearest(wanted: float, amounts: Sequence[int]) -> int:
    """The nearest in ratio; of two as near the lower."""
    if not amounts:
        raise _refused(GeneratorText.NO_AMOUNT(), "chips")
    return min(amounts, key=lambda amount: (abs(math.log(amount / wanted)), amount))


def _or(told: int | None, otherwise: int) -> int:
    return otherwise if told is None else told


def _whole(name: str, value: Any, least: int) -> None:
    if type(value) is not int or not least <= value <= LARGEST:
        raise _refused(GeneratorText.WHOLE_NUMBER(name=named(name), least=least, value=Quoted(value)), name)


def _unknown(name: str, known: Iterable[str], value: str) -> ClubError:
    return _refused(GeneratorText.ONE_OF(name=named(name), known=[*known], value=value), name)


def _refused(message: Message, field: str) -> ClubError:
    return ClubError("bad_plan", message, 422, field=field)
