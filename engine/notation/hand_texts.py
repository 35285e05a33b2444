"""Files of hands in any notation that is read here: PHH, PHHS, Open Hand History, PokerStars text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.notation import phh
from engine.notation.ohh import is_ohh, read_ohh
from engine.notation.phh import Record
from engine.notation.pokerstars.text import is_pokerstars, read_pokerstars
from engine.text_limits import HANDS, Limits


def read(text: str, limits: Limits = HANDS) -> tuple[Record, ...]:
    """The hands of a text, as PHH records; which notation it is in is seen by how it begins.

    Raises `BrokenRecord` for text that is none, `BeyondBounds` for one beyond the limits, and `Unsupported` for an Open Hand
    History or a PokerStars text of a game that is not read.
    """
    return _READERS[notation_of(text)](text, limits)


def notation_of(text: str) -> str:
    """What the notation of a text is called, by how it begins.

    >>> notation_of("PokerStars Hand #1:  Hold'em No Limit")
    'PokerStars'
    """
    if is_pokerstars(text):
        return "PokerStars"
    return "Open Hand History" if is_ohh(text) else "PHH"


_READERS: Mapping[str, Callable[[str, Limits], tuple[Record, ...]]] = {
    "PHH": phh.read,
    "Open Hand History": read_ohh,
    "PokerStars": read_pokerstars,
}
