"""The club's colour: how it is written, the shades that pages draw of it, and whether light letters can be read on them.

Contrast is that of WCAG 2.2 (1.4.3): from 1 to 21; running text needs 4.5.

>>> round(contrast("#ffffff", "#000000"))
21
>>> shades("#1d5c4a").light
'#346c5c'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from club.text.rule_texts import ClubRuleText
from engine.house_rules import BadRule

LETTERS = "#f3efe4"  # what stands on the felt, on buttons, on the clock
LEAST_CONTRAST = 4.5


@dataclass(frozen=True)
class Shades:
    """The colour itself and what pages draw beside it, each as ``#rrggbb``; `light` is the one that is hardest to read on."""

    colour: str
    light: str
    deep: str
    night: str


def parse(text: Any) -> str:
    """The colour as ``#rrggbb``, or an empty text: the house's green. Raises `BadRule` for another text, and for a colour
    on which light letters could not be read."""
    written = str(text).strip().lower()
    if not written:
        return ""
    if not re.fullmatch(r"#[0-9a-f]{6}", written):
        raise BadRule(ClubRuleText.NO_COLOUR(text=str(text)[:30]))
    found = contrast(LETTERS, shades(written).light)
    if found < LEAST_CONTRAST:
        raise BadRule(ClubRuleText.PALE_COLOUR(contrast=f"{found:.1f}", colour=_darkened(written)))
    return written


def shades(colour: str) -> Shades:
    """What pages draw of a colour written ``#rrggbb``."""
    return Shades(colour, mixed(colour, "#ffffff", 10), mixed(colour, "#000000", 40), mixed(colour, "#000000", 68))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mixed(colour: str, into: str, percent: int) -> str:
    """The colour with so many per cent of another in it."""
    pairs = zip(_channels(colour), _channels(into), strict=True)
    return "#" + "".join(f"{round((a * (100 - percent) + b * percent) / 100):02x}" for a, b in pairs)


def _darkened(colour: str) -> str:
    """The nearest darker shade that can be read on."""
    for percent in range(1, 101):
        darker = mixed(colour, "#000000", percent)
        if contrast(LETTERS, shades(darker).light) >= LEAST_CONTRAST:
            return darker
    return "#000000"


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (n / 255 for n in _channels(colour))]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
