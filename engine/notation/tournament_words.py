"""What a record tells of the tournament that its hand was of, and how PokerStars text and Open Hand History say it.

PHH has `event` and `level`; what else there is stands in `_tournament`: `number` (text), `buy_in`, `fee` and `stack` (chips),
`began` (UTC), `type` (STT or MTT, one table or more), `minutes` (of the level), or `price` as another room wrote it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MOST_LEVEL = 3_999  # that Roman numerals write
_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
          (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip
_HEAD = re.compile(
    r"Tournament #([0-9]{1,20}), ([^\n]{1,200}) - (?:Match Round [IVXLCDM]{1,12}, )?Level ([IVXLCDM]{1,15})"
)
_BEGAN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


@dataclass(frozen=True, slots=True)
class TournamentTold:
    """What is told: amounts in chips, the level from 1; 0 and empty texts where nobody has told it."""

    number: str = ""
    name: str = ""
    level: int = 0
    price: str = ""
    buy_in: int = 0
    fee: int = 0
    stack: int = 0
    began: str = ""
    type: str = ""
    minutes: int = 0

    def for_pokerstars(self) -> str:
        """The beginning of a first line, as far as the price: a price in chips where no room has written one."""
        price = self.price or (f"{self.buy_in}+{self.fee}" if self.buy_in or self.fee else "Freeroll")
        return f"Tournament #{self.number}, {price} "

    def for_ohh(self) -> dict[str, Any]:
        """The standard's members; without what the tournament is, no more than that it is one."""
        if not (self.name and self.stack and self.began and self.type):
            return {"tournament": True}
        info = {
            "tournament_number": self.number,
            "name": self.name,
            "start_date_utc": self.began,
            "currency": "XPM",
            "buyin_amount": self.buy_in,
            "fee_amount": self.fee,
            "bounty_fee_amount": 0,
            "initial_stack": self.stack,
            "type": self.type,
            "flags": [],
            "speed": {"type": "Normal", "round_time": 60 * self.minutes},
        }
        return {"tournament": True, "tournament_info": info}


def tournament_of(fields: Mapping[str, Any]) -> TournamentTold | None:
    """What a record tells of its tournament; None of a hand of a cash game. What cannot be so is taken as not told."""
    told = fields.get("_tournament")
    number = told.get("number") if isinstance(told, Mapping) else None
    if not isinstance(told, Mapping) or not isinstance(number, str) or not re.fullmatch(r"[0-9]{1,20}", number):
        return None
    name, kind, began = fields.get("event"), told.get("type"), told.get("began")
    level = _whole(fields.get("level"))
    return TournamentTold(
        number,
        " ".join(name.split())[:120] if isinstance(name, str) else "",
        level if level <= MOST_LEVEL else 0,
        _price(told.get("price")),
        began=began if isinstance(began, str) and _BEGAN.fullmatch(began) else "",
        type=kind if kind in ("STT", "MTT") else "",
        **{key: _whole(told.get(key)) for key in ("buy_in", "fee", "stack", "minutes")},
    )


def _price(told: object) -> str:
    """A price as a room wrote it, if it can stand in a line before a game's name."""
    return told if isinstance(told, str) and re.fullmatch(r"[^\s](?:[^\n\r()]{0,80}[^\s()])?", told) else ""


def _whole(value: object) -> int:
    return value if type(value) is int and 0 <= value < 10**15 else 0


def head_of(said: str, games: Mapping[str, str]) -> tuple[str, dict[str, Any]] | None:
    """Of what a first line says before its blinds: the game with its limit, and the fields of a record; None if it says no such.

    `games` are the names of games with their limits, each with anything.

    >>> head_of("Tournament #5, $1+$0.10 USD Hold'em No Limit - Level XII", {"Hold'em No Limit": ""})
    ("Hold'em No Limit", {'level': 12, '_tournament': {'number': '5', 'price': '$1+$0.10 USD'}})
    """
    found = _HEAD.fullmatch(said)
    if found is None:
        return None
    middle, level = found[2], _number(found[3])
    for name in sorted(games, key=lambda one: -len(one)):
        if middle.endswith(f" {name}") and 0 < level <= MOST_LEVEL:
            price = _price(middle.removesuffix(name).strip(" -"))
            return name, {"level": level, "_tournament": {"number": found[1], **({"price": price} if price else {})}}
    return None


def roman(number: int) -> str:
    """A number from 1 to 3,999 as Roman numerals.

    >>> roman(1), roman(14), roman(99)
    ('I', 'XIV', 'XCIX')
    """
    said = ""
    for worth, letters in _ROMAN:
        while number >= worth:
            said, number = said + letters, number - worth
    return said


def _number(letters: str) -> int:
    """What Roman numerals come to; 0 for letters that nobody writes so."""
    number, rest = 0, letters
    for worth, sign in _ROMAN:
        while rest.startswith(sign):
            number, rest = number + worth, rest.removeprefix(sign)
    return number if not rest and number <= MOST_LEVEL and roman(number) == letters else 0
