"""Words for hands: a message id and its parameters, so that a page can say them in any language.

Parameters that are ranks are given as indexes 0 (deuce) to 12 (ace); `RANK_ONE` and `RANK_MANY` name them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import RANKS
from engine.messages.hands import RANK_MANY, RANK_ONE, HandText
from engine.messages.message import Message, Term
from engine.ranking.values import (
    ABOVE_ALL,
    ACE,
    FIVE_OF_A_KIND,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    NO_HAND,
    PAIR,
    QUADS,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    USUAL,
    Scale,
    nibbles,
    ranks_of,
)


@dataclass(frozen=True, slots=True)
class Words:
    """What a hand makes: the name of a text in `HandText`, in small letters, and what fills it."""

    id: str
    params: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        return {"id": self.id, "params": self.params, "text": str(self)}

    @property
    def message(self) -> Message:
        """The same with the ranks' names."""
        return Message(HandText[self.id.upper()], {name: _named(name, value) for name, value in self.params.items()})

    def __str__(self) -> str:
        return str(self.message)


def _named(name: str, value: int | str) -> int | str | Term:
    if name == "ranks":
        return str(value).replace("T", "10")  # as the cards themselves say it
    if not isinstance(value, int) or name == "count":
        return value
    return Term((RANK_ONE if name == "one" else RANK_MANY)[value])


_BY_CATEGORY = {
    HIGH_CARD: ("high_card", "one"),
    PAIR: ("pair", "many"),
    TWO_PAIR: ("two_pair", "many"),
    TRIPS: ("trips", "many"),
    STRAIGHT: ("straight", "one"),
    FLUSH: ("flush", "one"),
    FULL_HOUSE: ("full_house", "many"),
    QUADS: ("quads", "many"),
    STRAIGHT_FLUSH: ("straight_flush", "one"),
    FIVE_OF_A_KIND: ("five_of_a_kind", "many"),
}


def _parts(scale: Scale, value: int) -> tuple[int, list[int]]:
    """The category and the ranks of a value; `NO_HAND` for one that no hand has."""
    ranks = ranks_of(value)
    category = scale.category(value) if value >> 20 in scale.places else NO_HAND
    named = 2 if category in (TWO_PAIR, FULL_HOUSE) else 1
    return (category, ranks) if named <= len(ranks) and max(ranks) <= ACE else (NO_HAND, [])


def say_high(scale: Scale) -> Callable[[int], Words]:
    """Words for values of that scale; a value that no hand has is said to be none."""

    def say(value: int) -> Words:
        category, ranks = _parts(scale, value)
        if category not in _BY_CATEGORY:
            return Words("no_hand", {})
        if category == STRAIGHT_FLUSH and ranks[0] == 12:
            return Words("royal_flush", {})
        message, name = _BY_CATEGORY[category]
        params = {name: ranks[0]}
        if category in (TWO_PAIR, FULL_HOUSE):
            params["many2"] = ranks[1]
        return Words(message, params)

    return say


def say_low(*, is_ace_low: bool) -> Callable[[int], Words]:
    """Words for values of lows: the ranks from the highest, or what spoils it."""
    say_spoilt = say_high(USUAL)

    def say(value: int) -> Words:
        if not value:
            return Words("no_low", {})
        bad = ABOVE_ALL - value
        ranks = [(rank - is_ace_low) % 13 for rank in ranks_of(bad)]
        if bad >> 20 == HIGH_CARD:
            return Words("low", {"ranks": "-".join(RANKS[rank] for rank in ranks)})
        return say_spoilt(nibbles(bad >> 20, ranks))

    return say


def say_badugi(*, is_ace_low: bool) -> Callable[[int], Words]:
    """Words for values of badugis: how many cards, and their ranks from the highest."""

    def say(value: int) -> Words:
        ranks = [13 - nibble for nibble in (value >> 4 * at & 15 for at in range(3, -1, -1)) if nibble]
        if not ranks:
            return Words("no_hand", {})
        text = "-".join(RANKS[(rank - is_ace_low) % 13] for rank in ranks)
        return Words("badugi", {"count": len(ranks), "ranks": text})

    return say
