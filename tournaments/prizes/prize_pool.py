"""What is played for: the pool, what entries and rebuys brought, its overlay and the part of the staff."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Min, Q, QuerySet, Sum

from club.base.phrases import gettext as _
from club.http.request_cache import once
from tournaments.base.errors import Refused
from tournaments.formulas import guarantees_and_satellites, payout_tables
from tournaments.formulas.guarantees_and_satellites import Pool, Satellite, Taken
from tournaments.models import Entry, Purchase, Tournament
from tournaments.terms import event_kinds, flight_tree


def fee(buy_in: int, fee: int, chosen: Mapping[str, Any]) -> int:
    """The fee in chips: the amount, or the part of the buy-in in whole units, rounded as the event has it, the buy-in at most.

    Raises `Refused` for both at once.
    """
    points = chosen.get("fee_basis_points") or 0
    if points and fee:
        words = _("Give the fee as an amount or as a part of the buy-in, not both.")
        raise Refused("bad_fee", words, 422, field="fee_basis_points")
    if not isinstance(points, int) or not 0 <= points <= payout_tables.WHOLE:
        raise Refused("bad_fee", _("The fee is 0 to 100 % of the buy-in."), 422, field="fee_basis_points")
    unit = chosen.get("fee_unit") or 1
    whole, part = divmod(buy_in * points, payout_tables.WHOLE * unit)
    up = {"up": part > 0, "nearest": 2 * part >= payout_tables.WHOLE * unit}.get(
        str(chosen.get("fee_rounding") or "down"), False
    )
    return fee or min((whole + up) * unit, buy_in // unit * unit if points else 0)


def paying(tournament: Tournament, prefix: str = "") -> Q:
    """Whose prices are in the pool that the event plays for: its own entries, those of all flights for a Day 2 or a flight.

    prefix: how an entry is named by the rows that are asked for. Of a row as spectators see it, those of until then.
    """
    tournament = tournament.pot
    then = Q() if tournament.seen_until is None else Q(**{f"{prefix}registered_at__lte": tournament.seen_until})
    own = Q(**{f"{prefix}tournament": tournament})
    if not event_kinds.format_of(tournament).gathers:
        return own & then
    return (own | Q(**{f"{prefix}tournament__in": flight_tree.flights_below(tournament)})) & then


def purchases(tournament: Tournament) -> QuerySet[Purchase]:
    """What was bought besides by those of `paying`, and kept; of a row as spectators see it, until then."""
    found = Purchase.objects.filter(paying(tournament, "entry__"))
    if tournament.seen_until is None:
        return found.filter(taken_back_at=None)
    return found.filter(
        Q(taken_back_at=None) | Q(taken_back_at__gt=tournament.seen_until), at__lte=tournament.seen_until
    )


@once(lambda tournament: (tournament.pk, tournament.seen_until))
def taken(tournament: Tournament) -> Taken:
    """What entries, rebuys and add-ons paid into escrow, fees apart, parted for staff and prizes; of all flights together."""
    tournament = tournament.pot
    told = Entry.objects.filter(paying(tournament), is_withdrawn=False).aggregate(
        paid=Sum("paid"), bounties=Sum("bounty")
    )
    paid = (told["paid"] or 0) - (told["bounties"] or 0) + own_bounty(tournament)
    sums = purchases(tournament).aggregate(paid=Sum("paid"), bounties=Sum("bounty"))
    paid += (sums["paid"] or 0) - (sums["bounties"] or 0)
    return guarantees_and_satellites.parted(paid, 0, tournament.staff_basis_points, tournament.payout_unit)


def own_bounty(tournament: Tournament) -> int:
    """What the prize pool has of the winner's own bounty, in chips; nothing unless the event says so."""
    if not tournament.bounty or tournament.bounty_final != Tournament.BountyFinal.POOL:
        return 0
    paid = Entry.objects.filter(paying(tournament), is_withdrawn=False, came_from=None)
    return paid.aggregate(n=Min("bounty"))["n"] or 0


@once(lambda tournament: (tournament.pk, tournament.seen_until))
def entered(tournament: Tournament) -> int:
    """How many entries were made, and not taken back; of all flights together, since they play for the same prizes."""
    return Entry.objects.filter(paying(tournament), is_withdrawn=False, came_from=None).count()


def satellite(tournament: Tournament) -> Satellite | None:
    """The tickets that are played for and the rest in chips; None where the prizes are chips."""
    tournament = tournament.pot
    if not tournament.ticket_value:
        return None
    collected = guarantees_and_satellites.guaranteed(taken(tournament).pool, tournament.guarantee)
    made = guarantees_and_satellites.satellite(
        collected.total, tournament.ticket_value, entered(tournament), tournament.tickets_guaranteed
    )
    return replace(made, overlay=made.overlay + collected.overlay)


def pool(tournament: Tournament) -> Pool:
    """What is played for in chips, and what of it the house adds."""
    tournament = tournament.pot
    found = satellite(tournament)
    if found is not None:
        return Pool(found.tickets * found.value + found.rest, found.overlay)
    return guarantees_and_satellites.guaranteed(taken(tournament).pool, tournament.guarantee)


def left(tournament: Tournament) -> int:
    """What of the pool is still to be paid by place, in chips: all of it but the prizes that flights have paid."""
    return pool(tournament).total - flight_tree.paid_before(tournament.pot)
