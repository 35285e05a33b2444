"""What the fields of an event may be together, and which of them stay once players rely on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments import bounty_play, flight_terms, kinds, payouts, prizegiving, structures
from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.state import REGISTERING, State

# On these players have relied in joining. What they paid is kept by their entries: prices may change for who comes later.
PROMISED = frozenset(
    """payout payout_table payout_unit payout_rounding payout_floor payout_minimum bounty bounty_kind bounty_paid_percent
    bounty_final bounty_paid mystery_level mystery_shares disqualified_prize ticket_for ticket_value cards""".split()
) | frozenset(kinds.FIELDS) - {"restart_level"}
ONLY_MORE = ("guarantee", "tickets_guaranteed")
ONLY_LESS = ("staff_basis_points",)
# The tables are opened with these, or they are about the start.
OF_THE_START = frozenset(
    "table_size cards physical_tables action_seconds pace starts_at opens_at min_players starting_chips".split()
) | frozenset(kinds.FIELDS)


def check(chosen: Mapping[str, Any], buy_in: int, sheet: Mapping[str, Any]) -> None:
    """Refuse fields that cannot be together. Raises `Refused`, naming the field, or `ClubError` for a bad payout table."""
    if str(chosen.get("payout") or payouts.DEFAULT) not in {*payouts.PAYOUTS, *payouts.ALIASES}:
        known = ", ".join((*payouts.PAYOUTS, *payouts.ALIASES))
        words = _("There is no such payout; choose one of: %(known)s.")
        raise Refused("unknown_payout", words % {"known": known}, 422, field="payout")
    prizegiving.check(chosen)
    bounty_play.check(chosen, buy_in)
    kinds.check(chosen, int(chosen.get("table_size") or sheet.get("table_size") or 9))
    flight_terms.check(chosen, buy_in)
    most = structures.most_seats(sheet)
    if int(chosen.get("table_size") or 0) > most:
        words = _("The games of this structure seat at most %(most)d.")
        raise Refused("seats_out_of_range", words % {"most": most}, 422, most=most, field="table_size")


def locked(row: Tournament, state: State, wanted: Mapping[str, Any]) -> set[str]:
    """The fields of those wanted that stay as they are by now."""
    found = set[str]() if state.status == REGISTERING else set(wanted) & OF_THE_START
    of_flights = {"format", *flight_terms.BOUNTIES} & set(wanted)
    if of_flights and Tournament.objects.filter(day_two=row).exists():
        found |= of_flights  # its flights go on to it, and were announced with these bounties
    if not prizegiving.entered(row):
        return found
    found |= PROMISED & set(wanted)
    found |= {name for name in ONLY_MORE if name in wanted and wanted[name] < getattr(row, name)}
    found |= {name for name in ONLY_LESS if name in wanted and wanted[name] > getattr(row, name)}
    if wanted.get("max_players") is not None and wanted["max_players"] < len(state.alive):
        found.add("max_players")
    return found
