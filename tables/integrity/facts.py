"""What signs are read from: hands, visits and stays at tables, as frozen values. Players are numbers; amounts are chips.

A hand is told in bets: one bet is the least bet after the first street (the big blind where the limit is none), so that hands of
all stakes can be counted together.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """One player's part in a hand: chips won or lost, and the seconds of each decision given on the screen."""

    player: int
    net: int
    seconds: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class LargeLoss:
    """A large pot that `giver` lost, most of it to `taker`. `standing`: what part of a pot the giver's hand would have won from any
    one hand when the giver last put chips in, 0 to 1; None where cards are not known."""

    giver: int
    taker: int
    chips: int
    standing: float | None


@dataclass(frozen=True, slots=True)
class Duel:
    """A pot that two players alone contested after the first street, with chips behind. `is_quiet`: neither bet or raised.
    `standing`: of the better hand in the end, as in `LargeLoss`."""

    first: int
    second: int
    pot: int
    is_quiet: bool
    standing: float


@dataclass(frozen=True, slots=True)
class CheapCall:
    """A question to go on with a hand that was ahead of the bettor's and better than most, at a small price or with much put in.

    `price`, `pot` (the bet in it) and `put` (what the player had put in before) are chips.
    """

    player: int
    bettor: int
    price: int
    pot: int
    put: int
    is_folded: bool


@dataclass(frozen=True, slots=True)
class HandFacts:
    """One hand that is settled. `bet`: chips of one bet. `day`: the club's business day. `play`: the game, and whether two or
    more were dealt in: what is usual is asked of such hands alone."""

    hand: int
    table: int
    day: date
    bet: int
    seats: tuple[SeatFacts, ...]
    losses: tuple[LargeLoss, ...] = ()
    duels: tuple[Duel, ...] = ()
    cheap_calls: tuple[CheapCall, ...] = ()
    play: str = ""


@dataclass(frozen=True, slots=True)
class Visit:
    """A day on which a player came in, or played, from an address with a browser; both are texts that are only compared."""

    player: int
    day: date
    address: str
    browser: str


@dataclass(frozen=True, slots=True)
class Evening:
    """The cash tables of one business day that play the same game at the same stakes, each with everybody who sat there."""

    day: date
    tables: Mapping[int, frozenset[int]]


Fact = HandFacts | Visit | Evening
