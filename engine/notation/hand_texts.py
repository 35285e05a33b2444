"""Files of hands in any notation that is read here: PHH, PHHS, Open Hand History, PokerStars text."""

from __future__ import annotations

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
    if is_pokerstars(text):
        return read_pokerstars(text, limits)
    return read_ohh(text, limits) if is_ohh(text) else phh.read(text, limits)
