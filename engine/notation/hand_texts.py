"""Files of hands in any notation that is read here: PHH, PHHS, Open Hand History."""

from __future__ import annotations

from engine.notation import phh
from engine.notation.ohh import is_ohh, read_ohh
from engine.notation.phh import Record
from engine.text_limits import HANDS, Limits


def read(text: str, limits: Limits = HANDS) -> tuple[Record, ...]:
    """The hands of a text, as PHH records.

    Raises `BrokenRecord` for text that is none, `BeyondBounds` for one beyond the limits, and `Unsupported` for an Open Hand
    History of a game that is not in the catalogue.
    """
    return read_ohh(text, limits) if is_ohh(text) else phh.read(text, limits)
