"""The pool before it is shared: fee and staff, guarantees and overlays, satellites. Values in, values out."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from club.base.errors import ClubError
from engine.messages.message import Message
from tournaments.formulas.payout_tables import divide
from tournaments.messages.payouts import PoolText

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Taken:
    """What was paid in, parted: for the house, for the staff, and for prizes. They sum to what was paid in."""

    fee: int
    staff: int
    pool: int


def parted(paid_in: int, fee: int, staff_basis_points: int = 0, unit: int = 1) -> Taken:
    """What was paid in without the fee, and of that a part held back for the staff, rounded down to the unit.

    Raises `ClubError` for a fee above what was paid in, or a part above 10,000 basis points.
    """
    if not 0 <= fee <= paid_in:
        raise _refused(PoolText.FEE(most=paid_in, fee=fee))
    if not 0 <= staff_basis_points <= 10_000 or unit < 1:
        raise _refused(PoolText.STAFF(part=staff_basis_points))
    left = paid_in - fee
    staff = left * staff_basis_points // (10_000 * unit) * unit
    return Taken(fee, staff, left - staff)


@dataclass(frozen=True, slots=True)
class Pool:
    """What is played for, and what of it the house adds."""

    total: int
    overlay: int


def guaranteed(collected: int, guarantee: int) -> Pool:
    """The pool where so much is guaranteed: what is missing is the overlay. Raises `ClubError` below 0."""
    if collected < 0 or guarantee < 0:
        raise _refused(PoolText.BELOW_NOTHING())
    overlay = max(0, guarantee - collected)
    return Pool(collected + overlay, overlay)


@dataclass(frozen=True, slots=True)
class Satellite:
    """So many tickets, of that value each; the next place gets the rest in cash. `overlay`: what the house adds."""

    tickets: int
    value: int
    rest: int
    overlay: int


def satellite(collected: int, value: int, entries: int, tickets_guaranteed: int = 0) -> Satellite:
    """How many tickets the pool comes to: as many as it pays, or as are guaranteed; never more than entries.

    The rest, below the value of a ticket, is the cash of the next place; where everybody has a ticket, nobody is next, and
    all that is left is shared with the winner's ticket (see `awards`).
    Raises `ClubError` for a ticket without value.
    """
    if value < 1 or collected < 0 or entries < 0 or tickets_guaranteed < 0:
        raise _refused(PoolText.TICKET())
    pool = guaranteed(collected, min(tickets_guaranteed, entries) * value)
    tickets = min(pool.total // value, entries)
    return Satellite(tickets, value, pool.total - tickets * value, pool.overlay)


@dataclass(frozen=True, slots=True)
class Award:
    """What one player of a satellite gets."""

    has_ticket: bool
    cash: int


def awards(of: Satellite, places: Mapping[Player, tuple[int, int]], unit: int = 1) -> dict[Player, Award]:
    """What each gets, for places as (best, worst); only those who get something.

    Who tie for places that all win a ticket have one each. A tie that reaches beyond the last ticket shares the worth of
    the tickets and the cash left in cash, odd units to the first listed, since a ticket cannot be cut.
    """
    groups: dict[tuple[int, int], list[Player]] = {}
    for player, place in places.items():
        groups.setdefault(place, []).append(player)
    won: dict[Player, Award] = {}
    for (best, worst), players in sorted(groups.items()):
        if worst <= of.tickets:
            won |= dict.fromkeys(players, Award(True, 0))
            continue
        cash = max(0, of.tickets - best + 1) * of.value + (of.rest if best <= of.tickets + 1 <= worst else 0)
        if cash:
            shares = divide(cash, [1] * len(players), unit)
            won |= {player: Award(False, share) for player, share in zip(players, shares, strict=True)}
    if of.rest and won and of.tickets >= len(places):
        first = next(iter(won))
        won[first] = Award(won[first].has_ticket, of.rest)
    return won


def _refused(message: Message) -> ClubError:
    return ClubError("bad_pool", message, 422)
