"""Bounties: fixed, progressive and mystery. Values in, values out; not a unit comes or goes.

A bounty is what somebody who knocks its owner out gets. Of a fixed bounty all is paid; of a progressive one a part (as a rule
half) is paid and the rest goes onto the eliminator's own bounty. Whoever wins the tournament is the last to own a bounty, and has
it, or it goes to the prize pool.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from club.base.errors import ClubError
from engine.messages.message import Message, Value
from tournaments.formulas.payout_tables import divide
from tournaments.messages.payouts import BountyText

WINNERS_OWN = ("winner", "pool")
FIXED, PROGRESSIVE = 100, 50  # per cent of a bounty that is paid at once


@dataclass(frozen=True, slots=True)
class Pools:
    """How the money taken is parted: for prizes, for bounties that will be paid, and how many those are."""

    prizes: int
    bounties: int
    count: int


def pools(entries: int, buy_in: int, bounty: int, winners_own: str = "winner") -> Pools:
    """What so many entries bring at a fixed bounty that is part of the buy-in (BARGE: "25 of each 100").

    winners_own: nobody knocks out the winner; that bounty goes to the "winner", or into the prize "pool". Re-entries count
    as entries. Raises `ClubError` for amounts that cannot be.
    """
    if winners_own not in WINNERS_OWN:
        raise _refused(BountyText.WINNERS_OWN(known=[*WINNERS_OWN], value=winners_own))
    if entries < 0 or not 0 <= bounty <= buy_in:
        raise _refused(BountyText.WITHIN_BUY_IN(buy_in=buy_in, bounty=bounty))
    count = max(0, entries - (winners_own == "pool"))
    return Pools(entries * buy_in - count * bounty, count * bounty, count)


@dataclass(frozen=True, slots=True)
class KnockOut:
    """What a knock-out comes to: paid at once and added to bounties, by eliminator, and every bounty left afterwards."""

    paid: Mapping[int, int]
    added: Mapping[int, int]
    bounties: Mapping[int, int]


def knock_out(
    bounties: Mapping[int, int],
    busted: int,
    eliminators: Sequence[int],
    *,
    paid_percent: int = PROGRESSIVE,
    unit: int = 1,
) -> KnockOut:
    """The bounty of `busted` goes to those who knocked it out.

    bounties: by entry. eliminators: in order of position, the first left of the button first; several split evenly, the odd
    units going to the earliest (vector ko-split). paid_percent: of the bounty, at once, in whole units rounded down; the
    rest is added to the eliminators' bounties. With paid_percent 100 bounties are fixed.
    Raises `ClubError` for a bounty that is not there, no eliminators, or one who hunts itself or is out.
    """
    if busted not in bounties:
        raise _refused(BountyText.NO_BOUNTY(entry=busted))
    strange = [eliminator for eliminator in eliminators if eliminator not in bounties or eliminator == busted]
    if not eliminators or strange or len(set(eliminators)) != len(eliminators):
        raise _refused(BountyText.ELIMINATORS(entries=_told(eliminators)))
    if not 0 <= paid_percent <= 100 or unit < 1:
        raise _refused(BountyText.PERCENT())
    bounty = bounties[busted]
    cash = bounty * paid_percent // (100 * unit) * unit
    if paid_percent == FIXED:
        cash = bounty
    paid, added = (
        dict(zip(eliminators, _evenly(part, len(eliminators), unit), strict=True)) for part in (cash, bounty - cash)
    )
    left = {entry: one + added.get(entry, 0) for entry, one in bounties.items() if entry != busted}
    return KnockOut(paid, added, left)


def winners_own(bounties: Mapping[int, int], winner: int) -> int:
    """The bounty the winner of the tournament keeps, which must be the last. Raises `ClubError` while others own one."""
    others = [entry for entry, bounty in bounties.items() if bounty and entry != winner]
    if others:
        raise _refused(BountyText.BOUNTIES_LEFT(entries=_told(others)))
    return bounties.get(winner, 0)


def eliminators_of(busted: int, pots: Sequence[tuple[Collection[int], Collection[int]]]) -> tuple[int, ...]:
    """Who knocked a player out: the winners of the last pot that player had chips in (vector ko-sidepots).

    pots: (who could win it, who won some of it), the main pot first; who could win it and who won it in order of position.
    Raises `ClubError` for one who was in no pot, or has won some of the last one and is not out.
    """
    contested = [won for eligible, won in pots if busted in eligible]
    if not contested:
        raise _refused(BountyText.NO_POT(entry=busted))
    if busted in contested[-1]:
        raise _refused(BountyText.NOT_OUT(entry=busted))
    return tuple(contested[-1])


# -- mystery bounties -------------------------------------------------------------------------------------------------


def envelopes(pool: int, count: int, shares: Sequence[tuple[int, int]], unit: int = 1) -> tuple[int, ...]:
    """So many envelopes that come to the pool exactly, the best first, each a multiple of `unit`.

    shares: (weight of one such envelope, how many of them), the best first; envelopes that are not listed have weight 1.
    What lies below a unit is in the best. Raises `ClubError` if there are more listed than envelopes, or if some would
    be empty.
    """
    weights = [weight for weight, many in shares for _one in range(many)]
    if count < 1 or len(weights) > count or any(weight < 1 for weight in weights):
        raise _refused(BountyText.ENVELOPES_LISTED(listed=len(weights), count=count))
    weights += [1] * (count - len(weights))
    made = tuple(sorted(divide(pool, weights, unit), reverse=True))
    if not made[-1]:
        raise _refused(BountyText.EMPTY_ENVELOPES(pool=pool, unit=unit, count=count))
    return made


def draw(unopened: Sequence[int], rng: random.Random) -> tuple[int, tuple[int, ...]]:
    """One envelope by lot, and those left. The outcome is what the log keeps. Raises `ClubError` if there is none left."""
    if not unopened:
        raise _refused(BountyText.ALL_OPENED())
    at = rng.randrange(len(unopened))
    return unopened[at], (*unopened[:at], *unopened[at + 1 :])


def share_envelope(amount: int, eliminators: Sequence[int], unit: int = 1) -> dict[int, int]:
    """An envelope between several eliminators, the odd units to the earliest position. Raises `ClubError` for no eliminators."""
    if not eliminators:
        raise _refused(BountyText.NO_ELIMINATOR())
    return dict(zip(eliminators, _evenly(amount, len(eliminators), unit), strict=True))


def are_drawn(alive: int, paid: int, places: int | None = None) -> bool:
    """True if a knock-out now wins an envelope: the bubble has burst, or no more than `places` players are left (APT: as
    many again as places are paid). `alive`: players left before the knock-out."""
    return alive <= (paid if places is None else places)


def _evenly(amount: int, count: int, unit: int) -> list[int]:
    return divide(amount, [1] * count, unit)


def _told(entries: Sequence[int]) -> Value:
    return [*entries] or "-"


def _refused(message: Message) -> ClubError:
    return ClubError("bad_bounty", message, 422)
