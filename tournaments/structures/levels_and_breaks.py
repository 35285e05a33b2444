"""Structure sheets: levels and breaks as a published sheet lists them. Values in, values out.

A sheet is kept whole, every field of it; this module reads from it what can be played. A broken sheet (no levels, a gap
in their numbers) is refused; an unfinished one (partial, levels without minutes) is taken in, and says what is missing
before a tournament can be scheduled by it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.messages.message import Message, Quoted, Value
from engine.messages.starts import StakesText
from tournaments.base.field_words import named
from tournaments.messages.structures import SheetText
from tournaments.structures.sheet_games import BadSheet

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


# -- games ------------------------------------------------------------------------------------------------------------


def last_level(sheet: Mapping[str, Any]) -> int:
    """The number of the last level of a sheet; 0 without any."""
    return max((item.number for item in items(sheet) if isinstance(item, Level)), default=0)


# -- chips ------------------------------------------------------------------------------------------------------------


def told(item: Item) -> tuple[Message | str, str]:
    """A level's blinds, or what a point is worth, and its ante as a screen shows them; two empty texts for a break."""
    if isinstance(item, Break):
        return "", ""
    amounts = item.amounts
    point = "" if not amounts.get("point") else StakesText.A_POINT(chips=f"{amounts['point']:,}")
    if point and not (amounts.get("bb") or amounts.get("small_bet")):
        return point, ""
    limit_bets = (amounts.get("small_bet") or 0, amounts.get("big_bet") or 0)
    low, high = limit_bets if any(limit_bets) else (amounts.get("sb") or 0, amounts.get("bb") or 0)
    ante = amounts.get("ante") or 0
    ante_words = "" if not ante else f"{ante:,}" + (" (BB)" if amounts.get("ante_type") == "big_blind" else "")
    bets = f"{low:,}/{high:,}"
    return (SheetText.BETS_AND_POINT(bets=bets, point=point) if point else bets), ante_words


def level_index(items: Sequence[Item], level: int) -> int:
    """Where that level stands; the last item if there is none such, as in a sheet that was cut since it was announced with it
    (`event_checks` refuses one that lacks it)."""
    found = (at for at, item in enumerate(items) if isinstance(item, Level) and item.number == level)
    return next(found, len(items) - 1)
