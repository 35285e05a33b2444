"""The fields of flights and of their Day 2: what goes together, and what belongs to which of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.models import Tournament
from tournaments.state import REGISTERING

ENDS = ("bags_after_level", "bags_at_percent", "bags_at_players")
# The prizes of a flight are those of its Day 2, which says all of this.
OF_THE_POT = (
    "guarantee", "staff_basis_points", "payout_table", "payout_floor", "payout_minimum", "ticket_for", "ticket_value",
    "tickets_guaranteed",
)  # fmt: skip


def check(chosen: Mapping[str, Any]) -> None:
    """Refuse fields of flights that do not go together. Raises `Refused`, naming the field."""
    is_day_two = chosen.get("format") == Tournament.Format.DAY_TWO
    if chosen.get("day_two") is not None:
        _check_flight(chosen, chosen["day_two"])
    else:
        for name in (*ENDS, "bags_after_hands"):
            if chosen.get(name):
                words = _("Only a flight ends like this: say of which Day 2 it is one.")
                raise Refused("not_a_flight", words, 422, field=name)
    if (is_day_two or chosen.get("day_two") is not None) and chosen.get("bounty"):
        raise Refused("no_flight_bounties", _("Events in flights have no bounties."), 422, field="bounty")
    if is_day_two and chosen.get("starts_when") == Tournament.StartsWhen.FULL:
        words = _("Day 2 starts at its hour or by hand, once its flights are over.")
        raise Refused("no_sit_and_go", words, 422, field="starts_when")
    if is_day_two and chosen.get("is_absent_refunded"):
        words = _("Whoever survived a flight is in: nobody of Day 2 is paid back.")
        raise Refused("no_refund", words, 422, field="is_absent_refunded")


def _check_flight(chosen: Mapping[str, Any], day_two: Tournament) -> None:
    if day_two.format != Tournament.Format.DAY_TWO:
        words = _("%(name)s gathers no flights: its format would have to be Day 2.") % {"name": day_two.name}
        raise Refused("not_day_two", words, 422, field="day_two")
    if day_two.status != REGISTERING:
        words = _("%(name)s has begun or is over: no flight is added to it.") % {"name": day_two.name}
        raise Refused("day_two_began", words, 422, field="day_two")
    if str(chosen.get("format") or Tournament.Format.FIELD) != Tournament.Format.FIELD:
        words = _("A flight is played as one field.")
        raise Refused("flight_format", words, 422, field="format")
    if not any(chosen.get(name) for name in ENDS):
        words = _("Say when the flight ends: after a level, or with how many left.")
        raise Refused("no_end_of_flight", words, 422, field=ENDS[0])
    for name in OF_THE_POT:
        if chosen.get(name):
            words = _("Flights play for the prizes of their Day 2: state this there.")
            raise Refused("of_day_two", words, 422, field=name)
