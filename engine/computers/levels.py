"""The levels of computer players, from loose to solid, as data.

A level says how well a player reads its own hand, what it thinks of rivals who bet, and how it turns that into bets. What
each wins from the one below is measured (docs/computer_players.md).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """One level. Shares are parts of the pot, 0 to 1; chances are 0 to 1.

    samples: how often cards to come are dealt to measure a hand. blur: standard deviation of the error with which the hand is
    judged. respect: how much better than any hand a rival's is taken to be for each bet or raise, in hands that it is the
    best of. grip: the same for a rival who goes on after a bet of one's own. loose: by how much a call may be worse than its
    price (below 0: must be better). caution: what each street to come adds to the price, as a part of it. edge: by how much
    one's share must exceed an even one to bet. daring: chance to bet a hand that is worth it. bluff and semi_bluff: chance
    to bet one that is not, with nothing and with something that may come. position: what it is worth to act last.
    least and most: a bet without a limit, as a part of the pot.
    """

    key: str
    samples: int
    blur: float
    respect: float
    grip: float
    loose: float
    caution: float
    edge: float
    daring: float
    bluff: float
    semi_bluff: float
    position: float
    least: float
    most: float


LOOSE = Level(
    "loose", samples=16, blur=0.08, respect=0.15, grip=0.2, loose=0.06, caution=0.0, edge=0.12,
    daring=0.45, bluff=0.06, semi_bluff=0.06, position=0.0, least=0.3, most=0.7,
)  # fmt: skip
STEADY = Level(
    "steady", samples=24, blur=0.05, respect=0.3, grip=0.25, loose=0.0, caution=0.0, edge=0.06,
    daring=0.7, bluff=0.04, semi_bluff=0.08, position=0.01, least=0.5, most=1.0,
)  # fmt: skip
SOLID = Level(
    "solid", samples=48, blur=0.0, respect=0.45, grip=0.3, loose=0.0, caution=0.05, edge=0.03,
    daring=0.92, bluff=0.08, semi_bluff=0.2, position=0.03, least=0.5, most=0.8,
)  # fmt: skip

LEVELS: dict[str, Level] = {level.key: level for level in (LOOSE, STEADY, SOLID)}
USUAL = STEADY


def level_of(key: str) -> Level:
    """The level of that key; the usual one for a key that is none, as of a player who was seated before there were levels."""
    return LEVELS.get(key, USUAL)
