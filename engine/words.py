"""Words for hands: a message id and its parameters, so that a page can say them in any language.

`MESSAGES` is the English, and the list from which catalogues are made. Parameters that are ranks are given as indexes
0 (deuce) to 12 (ace); `RANK_ONE` and `RANK_MANY` name them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

RANK_ONE = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
RANK_MANY = tuple(name + ("es" if name == "Six" else "s") for name in RANK_ONE)

MESSAGES = {
    "no_hand": "No hand",
    "no_low": "No low",
    "high_card": "{one} high",
    "pair": "Pair of {many}",
    "two_pair": "Two pair, {many} and {many2}",
    "trips": "Three of a kind, {many}",
    "straight": "Straight, {one} high",
    "flush": "Flush, {one} high",
    "full_house": "{many} full of {many2}",
    "quads": "Four of a kind, {many}",
    "straight_flush": "Straight flush, {one} high",
    "royal_flush": "Royal flush",
    "low": "{ranks} low",
    "badugi": "{count}-card badugi, {ranks}",
}


@dataclass(frozen=True, slots=True)
class Words:
    """A message of `MESSAGES` and what fills it."""

    id: str
    params: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        return {"id": self.id, "params": self.params, "text": str(self)}

    def __str__(self) -> str:
        names = dict(self.params)
        for name, value in self.params.items():
            if name.startswith("one"):
                names[name] = RANK_ONE[value]
            elif name.startswith("many"):
                names[name] = RANK_MANY[value]
        return MESSAGES[self.id].format(**names)
