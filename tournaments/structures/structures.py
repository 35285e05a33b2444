"""Structure sheets: levels and breaks as a published sheet lists them. Values in, values out.

A sheet is kept whole, every field of it; this module reads from it what can be played. A broken sheet (no levels, a gap
in their numbers) is refused; an unfinished one (partial, levels without minutes) is taken in, and says what is missing
before a tournament can be scheduled by it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.betting.hand import Stakes
from engine.chinese.rows.chinese_games import POINTS
from engine.errors import EngineError
from engine.messages.message import Message, Quoted, Value
from engine.mixes.mixes import Leg, MixedStakes
from engine.mixes.rotation import Change, Rotation
from engine.notation.game_names import mix_named
from engine.play.any_game import find_game
from tournaments.base.field_words import named
from tournaments.messages.structures import SheetText
from tournaments.structures.sheet_games import BadSheet, leg_of, rotation_of

# What stands in a sheet and is read here or by the fields of the event; whatever else there is, is kept and told.
KNOWN = frozenset(
    """id name game limit items starting_chips table_size rotation chips partial source validation rules note rebuy addon
    lammers late_reg max_reentries buy_in entries deck flush_beats_full_house straight_beats_trips""".split()
)
KNOWN_OF_ITEMS = frozenset(
    """type n sub minutes note remove sb bb ante ante_type small_bet big_bet bring_in big_bet_games_sb big_bet_games_bb
    big_bet_games_ante point game games rotation limit first_raise_to_min first_raise_to_max""".split()
)
ANTE_TYPES = ("big_blind", "per_player", "per_player_stud_only")
LARGEST = 10**12  # chips; far above any sheet, far below what a balance holds
AMOUNTS = tuple(
    "sb bb ante small_bet big_bet bring_in big_bet_games_sb big_bet_games_bb big_bet_games_ante point".split(),
)
MOST_MINUTES = 24 * 60
MOST_ROWS = 400  # levels and breaks of a sheet
MOST_SEATS = 11
USUAL_SEATS = 9  # of an event whose sheet says nothing
USUAL_CHIPS = (1, 5, 25, 100, 500, 1_000, 5_000, 25_000, 100_000, 500_000)


@dataclass(frozen=True, slots=True)
class Level:
    """One level: its number in the order of play, its minutes (None: not stated), the sheet's amounts in tournament chips.

    `n` is the sheet's own number and `sub` the part of it (A, B): a sheet without parts has them as they are played.
    """

    number: int
    minutes: int | None
    amounts: Mapping[str, Any]
    n: int = 0
    sub: str = ""

    @property
    def label(self) -> str:
        """What the sheet calls it: 3, or 3B."""
        return f"{self.n or self.number}{self.sub}"


@dataclass(frozen=True, slots=True)
class Break:
    """A break: its minutes (None: until the director ends it), the sheet's note, and the chips that go out of play."""

    minutes: int | None
    note: str = ""
    remove: tuple[int, ...] = ()


Item = Level | Break


def items(sheet: Mapping[str, Any]) -> tuple[Item, ...]:
    """The levels and breaks of a sheet in order. Raises `BadSheet` for a sheet that is none, naming the place."""
    listed = sheet.get("items")
    if not isinstance(listed, list) or not listed:
        raise BadSheet(SheetText.NO_ITEMS(), field="items")
    if len(listed) > MOST_ROWS:
        raise BadSheet(SheetText.MOST_ROWS(most=MOST_ROWS), field="items")
    made: list[Item] = []
    last: Level | None = None
    for at, item in enumerate(listed, 1):
        if not isinstance(item, dict):
            raise BadSheet(SheetText.NO_ITEM(at=at), field="items", item=at)
        minutes = item.get("minutes")
        if minutes is not None and (type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES):
            raise BadSheet(SheetText.MINUTES(at=at, most=MOST_MINUTES), item=at, field="minutes")
        if item.get("type") == "break":
            made.append(Break(minutes, str(item.get("note") or ""), _removed(item, at)))
        elif item.get("type") == "level":
            last = _level(item, at, last, minutes)
            made.append(last)
        else:
            raise BadSheet(SheetText.TYPE(at=at), field="type", item=at)
    if last is None:
        raise BadSheet(SheetText.NO_LEVELS(), field="items")
    return tuple(made)


def _removed(item: Mapping[str, Any], at: int) -> tuple[int, ...]:
    listed = item.get("remove") or []
    if not isinstance(listed, list) or any(type(chip) is not int or not 1 <= chip <= LARGEST for chip in listed):
        raise BadSheet(SheetText.REMOVE(at=at), item=at, field="remove")
    return tuple(sorted(listed))


def _level(item: Mapping[str, Any], at: int, last: Level | None, minutes: int | None) -> Level:
    n, sub = numbered(item)
    before, part = (0, "") if last is None else (last.n, last.sub)
    if n != before + 1 and not (n == before and sub and part and sub != part):
        raise BadSheet(
            SheetText.GAP(at=at, number=_number_told(item), expected=before + 1), item=at, expected=before + 1
        )
    for name in AMOUNTS:
        chips = item.get(name, 0)
        if chips is not None and (type(chips) is not int or not 0 <= chips <= LARGEST):
            raise BadSheet(SheetText.AMOUNT(number=f"{n}{sub}", name=named(name)), item=at, field=name)
    if item.get("ante_type") not in (None, *ANTE_TYPES):
        raise BadSheet(SheetText.ANTE_TYPE(number=f"{n}{sub}", known=[*ANTE_TYPES]), item=at, field="ante_type")
    told = {key: value for key, value in item.items() if key not in ("type", "n", "sub", "minutes")}
    return Level(1 if last is None else last.number + 1, minutes, told, n, sub)


def _number_told(item: Mapping[str, Any]) -> Value:
    """The number as the sheet has it, whatever that is."""
    n = item.get("n")
    return n if isinstance(n, int | str) else Quoted(n)


def numbered(item: Mapping[str, Any]) -> tuple[Any, str]:
    """A level's number and part: 3 and B of ``{"n": 3, "sub": "B"}`` or ``{"n": "3B"}``."""
    n, sub = item.get("n"), str(item.get("sub") or "")
    if isinstance(n, str) and (found := re.fullmatch(r"(\d{1,4}) ?([A-Za-z])", n)):
        return int(found[1]), found[2].upper()
    return (n if type(n) is int else None), sub[:8]


def unread(sheet: Mapping[str, Any]) -> tuple[str, ...]:
    """What stands in the sheet and is kept, but is read by nothing here: keys of the sheet, and of its items as `items.…`."""
    own = [str(key) for key in sheet if key not in KNOWN]
    listed = sheet.get("items")
    rows = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
    return (*own, *dict.fromkeys(f"items.{key}" for item in rows for key in item if key not in KNOWN_OF_ITEMS))


def missing(sheet: Mapping[str, Any]) -> tuple[Message, ...]:
    """What has to be completed before a tournament can be scheduled by this sheet; empty if nothing has.

    Raises `BadSheet` for a sheet that is none.
    """
    reasons: list[Message] = []
    chips, seats = sheet.get("starting_chips"), sheet.get("table_size")
    if chips is not None and (type(chips) is not int or not 1 <= chips <= LARGEST):
        raise BadSheet(SheetText.STARTING_CHIPS(), field="starting_chips")
    if seats is not None and (type(seats) is not int or not 2 <= seats <= 10):
        raise BadSheet(SheetText.TABLE_SIZE(), field="table_size")
    levels = [item for item in items(sheet) if isinstance(item, Level)]
    untimed = [level.label for level in levels if level.minutes is None]
    if untimed:
        reasons.append(SheetText.NO_MINUTES(first=untimed[0], last=untimed[-1]))
    if sheet.get("partial"):
        reasons.append(SheetText.PARTIAL(last=levels[-1].label))
    if chips is None:
        reasons.append(SheetText.NO_STARTING_CHIPS())
    if chips is not None and (words := above_stack(sheet, chips)):
        reasons.append(words)
    reasons += _unplayable(sheet, levels)
    return tuple(reasons)


def above_stack(sheet: Mapping[str, Any], chips: int | None) -> Message | None:
    """That the first level's ante takes more than the chips with which everybody begins; None if it does not."""
    first = next((item for item in items(sheet) if isinstance(item, Level)), None)
    ante = 0 if first is None else first.amounts.get("ante") or 0
    if first is None or chips is None or ante <= chips:
        return None
    return SheetText.ABOVE_STACK(number=first.label, name=named("ante"), ante=f"{ante:,}", chips=f"{chips:,}")


def _unplayable(sheet: Mapping[str, Any], levels: list[Level]) -> list[Message]:
    rotations = Rotations(sheet)
    for level in levels:
        try:
            played = rotations.at(level)
            if why := _unstated(played, level):
                return [why]
            for leg in dict.fromkeys(played.legs):
                told = stakes_of(leg, level)
                replace(leg, stakes=told)  # the engine knows best what cannot be played
        except BadSheet as wrong:
            return [wrong.message]
        except EngineError as wrong:
            return [SheetText.UNPLAYABLE(number=level.label, why=wrong.message)]
    return []


def _unstated(played: Rotation, level: Level) -> Message | None:
    """What the amounts of a level lack, or have too many, for what is played in it; None if nothing."""
    told = level.amounts
    if all(leg.limit == POINTS for leg in played.legs):
        bets = [name for name in AMOUNTS if name != "point" and told.get(name)]
        if bets:
            return SheetText.NO_BETS_IN_CHINESE(number=level.label, name=named(bets[0]))
        if not told.get("point"):
            return SheetText.NO_POINT(number=level.label)
    elif not (told.get("bb") or told.get("small_bet")):
        return SheetText.NO_BETS(number=level.label)
    return None


# -- games ------------------------------------------------------------------------------------------------------------


class Rotations:
    """What is played in each level of a sheet: what is the same in many levels is read once, however many they are."""

    def __init__(self, sheet: Mapping[str, Any]) -> None:
        self._sheet = sheet
        self._by_limit: dict[str, Rotation] = {}
        # A level that names a mix plays its rotation, and then the others what they name.
        self._names_mixes = not sheet.get("rotation") and any(map(mix_named, set(self._games())))

    def at(self, level: Level) -> Rotation:
        """The level's own game or rotation, else the sheet's. Raises `BadSheet`."""
        own, sheet = level.amounts, self._sheet
        limit = str(own.get("limit") or sheet.get("limit") or "")
        if own.get("rotation") or own.get("games"):
            told = own.get("rotation") or {"games": own["games"], "unit": "hands"}
            return rotation_of(told, limit)
        if (sheet.get("rotation") and own.get("game")) or self._names_mixes:
            return _game_or_mix(str(own.get("game") or sheet.get("game") or ""), limit)
        if limit not in self._by_limit:
            told = sheet.get("rotation")
            self._by_limit[limit] = rotation_of(told, limit) if told else self._by_levels(limit)
        return self._by_limit[limit]

    def _by_levels(self, limit: str) -> Rotation:
        games = self._games()
        legs = {name: leg_of(name, limit) for name in dict.fromkeys(games)}
        if len(legs) > 1:
            return Rotation(tuple(legs[name] for name in games), Change("level"), order="once")
        return Rotation(tuple(legs.values()))

    def _games(self) -> list[str]:
        """What each level names, in order."""
        sheet = self._sheet
        return [
            str(item.get("game") or sheet.get("game") or "")
            for item in sheet["items"]
            if isinstance(item, dict) and item.get("type") == "level"
        ]


def _game_or_mix(name: str, limit: str) -> Rotation:
    """One game, or the rotation of a mix that has a name, changing every eight hands. Raises `BadSheet`."""
    if mix_named(name):
        return rotation_of({"games": name}, limit)
    return Rotation((leg_of(name, limit),))


def rotation_at(sheet: Mapping[str, Any], level: Level) -> Rotation:
    """What is played in that level: the level's own game or rotation, else the sheet's. Raises `BadSheet`.

    A sheet whose levels name a game each, and nothing else, changes by level: the button is then frozen in stud as in any mix.
    """
    return Rotations(sheet).at(level)


def is_chinese(sheet: Mapping[str, Any]) -> bool:
    """True if it is played in points alone: every game of it is Chinese. Raises `BadSheet`."""
    return all(leg.limit == POINTS for played in _rotations(sheet) for leg in played.legs)


def is_mixed(sheet: Mapping[str, Any]) -> bool:
    """True if more than one game is played, at once or one after another. Raises `BadSheet`."""
    return len({(leg.game, leg.limit) for played in _rotations(sheet) for leg in played.legs}) > 1


def _rotations(sheet: Mapping[str, Any]) -> list[Rotation]:
    """What is played in the levels of the sheet; a rotation that many levels have in common, once. Raises `BadSheet`."""
    rotations = Rotations(sheet)
    found = [rotations.at(item) for item in items(sheet) if isinstance(item, Level)]
    return list({id(one): one for one in found}.values())


def last_level(sheet: Mapping[str, Any]) -> int:
    """The number of the last level of a sheet; 0 without any."""
    return max((item.number for item in items(sheet) if isinstance(item, Level)), default=0)


def most_seats(sheet: Mapping[str, Any]) -> int:
    """How many can sit at a dealt table of this sheet: as many as every game seats, in dealer's choice as one does."""
    most = MOST_SEATS
    for played in _rotations(sheet):
        pick = max if played.is_choice else min
        most = min(most, pick(find_game(leg.game).max_seats for leg in played.legs))
    return most


def game_of(sheet: Mapping[str, Any]) -> tuple[str, str]:
    """The game's key and the limit; of a mix those of its first. Raises `BadSheet` for a game that is not in the catalogue."""
    first = next(item for item in items(sheet) if isinstance(item, Level))
    leg = rotation_at(sheet, first).legs[0]
    return leg.game, leg.limit


def counted(sheet: Mapping[str, Any], level: Level) -> int:
    """The number by which a rotation by levels counts: each part of a level for itself if the sheet changes by sublevel."""
    told = level.amounts.get("rotation") or sheet.get("rotation")
    by_parts = not isinstance(told, Mapping) or "sub" in str(told.get("unit", ""))
    return level.number if by_parts else level.n or level.number


def mixed_stakes(level: Level) -> MixedStakes:
    """From which the stakes of every game of a level follow (S2.2, S0.17). Raises `EngineError` for amounts that cannot be.

    Games without blinds take ante and bring-in; an ante per player is theirs alone where the sheet says so, and where it
    does not say whose it is but has limit bets. Without limit bets the blinds stand for them. A point that is not stated is a
    quarter of the small bet, as `MixedStakes` has it.
    """
    amounts = {name: level.amounts.get(name) or 0 for name in AMOUNTS}
    kind = level.amounts.get("ante_type")
    is_limit = bool(amounts["small_bet"] or amounts["big_bet"])
    no_blinds_alone = kind == "per_player_stud_only" or (kind is None and is_limit)
    ante = amounts["big_bet_games_ante"] or (0 if no_blinds_alone else amounts["ante"])
    small_bet = amounts["small_bet"] or (amounts["big_bet"] // 2 if is_limit else amounts["bb"])
    return MixedStakes(
        small_bet=small_bet,
        big_bet=amounts["big_bet"],
        small_blind=amounts["sb"],
        big_blind=amounts["bb"],
        ante=amounts["ante"],
        bring_in=amounts["bring_in"],
        big_bet_small_blind=amounts["big_bet_games_sb"] or (0 if is_limit else amounts["sb"]),
        big_bet_big_blind=amounts["big_bet_games_bb"] or (0 if is_limit else amounts["bb"]),
        no_limit_ante=ante,
        pot_limit_ante=ante,
        big_bet_ante_kind="each" if kind == "per_player" else "big_blind",
        point=amounts["point"],
    )


def stakes(sheet: Mapping[str, Any], level: Level) -> Stakes:
    """What a hand of that level is played for; of a mix its first game's. Raises `BadSheet`, or `EngineError`."""
    return stakes_of(rotation_at(sheet, level).legs[0], level)


def stakes_of(leg: Leg, level: Level) -> Stakes:
    """What a hand of that game is played for in that level. Raises `EngineError` for stakes that cannot be."""
    if (level.amounts.get("small_bet") and level.amounts.get("bb")) or not find_game(leg.game).has_blinds:
        return mixed_stakes(level).of(leg.game, leg.limit)
    # Blinds alone, or limit bets alone: an ante is then everybody's, or the big blind's.
    told = level.amounts
    ante = 0 if told.get("ante_type") == "per_player_stud_only" else told.get("ante") or 0
    kind = "big_blind" if told.get("ante_type") == "big_blind" else "each"
    blinds = {"small_blind": told.get("sb") or 0, "big_blind": told.get("bb") or 0}
    if leg.limit in ("fixed", "spread"):
        small_bet = told.get("small_bet") or blinds["big_blind"]
        if not blinds["big_blind"]:
            return mixed_stakes(level).of(leg.game, leg.limit)
        big_bet = told.get("big_bet") or 2 * small_bet
        return Stakes(limit=leg.limit, ante=ante, ante_kind=kind, small_bet=small_bet, big_bet=big_bet, **blinds)
    return Stakes(limit=leg.limit, ante=ante, ante_kind=kind, **blinds)


# -- chips ------------------------------------------------------------------------------------------------------------


def chip_set(sheet: Mapping[str, Any]) -> tuple[int, ...]:
    """The chips in play at the start, by value: the sheet's own `chips`, else those its breaks remove and the larger of
    the usual ones. Empty if it says nothing of chips."""
    listed = sheet.get("chips")
    own = {chip for chip in listed if type(chip) is int and chip > 0} if isinstance(listed, list) else set()
    gone = removed(sheet, len(sheet["items"]) - 1)
    return tuple(sorted(own or {*gone, *(chip for chip in USUAL_CHIPS if gone and chip > gone[0])}))


def removed(sheet: Mapping[str, Any], index: int) -> tuple[int, ...]:
    """The chips that the breaks up to an item take out of play, by value."""
    begun = sheet["items"][: index + 1]
    return tuple(sorted({chip for item in begun if item.get("type") == "break" for chip in item.get("remove") or ()}))


def smallest_chip(sheet: Mapping[str, Any], gone: Collection[int]) -> int:
    """The smallest chip in play once those are gone; 1 if the sheet says nothing of chips."""
    return next((chip for chip in chip_set(sheet) if chip not in gone), 1)


def told(item: Item) -> tuple[Message | str, str]:
    """A level's blinds, or what a point is worth, and its ante as a screen shows them; two empty texts for a break."""
    if isinstance(item, Break):
        return "", ""
    amounts = item.amounts
    point = "" if not amounts.get("point") else SheetText.A_POINT(chips=f"{amounts['point']:,}")
    if point and not (amounts.get("bb") or amounts.get("small_bet")):
        return point, ""
    limit_bets = (amounts.get("small_bet") or 0, amounts.get("big_bet") or 0)
    low, high = limit_bets if any(limit_bets) else (amounts.get("sb") or 0, amounts.get("bb") or 0)
    ante = amounts.get("ante") or 0
    ante_words = "" if not ante else f"{ante:,}" + (" (BB)" if amounts.get("ante_type") == "big_blind" else "")
    bets = f"{low:,}/{high:,}"
    return (SheetText.BETS_AND_POINT(bets=bets, point=point) if point else bets), ante_words
