"""The fields of flights and of their Day 2: what goes together, and what belongs to which of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from club.base.phrases import gettext as _
from club.house import amounts
from tournaments.base.errors import Refused
from tournaments.formulas import payout_tables
from tournaments.log.state import REGISTERING
from tournaments.models import Tournament
from tournaments.structures import levels_and_breaks

ENDS = ("bags_after_level", "bags_at_percent", "bags_at_players")
# The prizes of a flight are those of its Day 2, which says all of this.
OF_THE_POT = (
    "guarantee", "staff_basis_points", "payout_table", "payout_floor", "payout_minimum", "ticket_for", "ticket_value",
    "tickets_guaranteed", "flight_paid_percent", "flight_prize",
)  # fmt: skip
# A bounty is worth the same in every flight, and goes on with its player.
BOUNTIES = (
    "bounty", "bounty_kind", "bounty_paid_percent", "bounty_final", "bounty_paid", "mystery_level", "mystery_shares",
)  # fmt: skip


def settled(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a flight that follow from its Day 2: the bounties. Raises `Refused` for a bounty of its own."""
    day_two = chosen.get("day_two")
    if day_two is None:
        return {}
    if chosen.get("bounty") and chosen["bounty"] != day_two.bounty:
        words = _("The bounty of a flight is that of %(name)s: state it there.") % {"name": day_two.name}
        raise Refused("of_day_two", words, 422, field="bounty")
    return {name: getattr(day_two, name) for name in BOUNTIES}


def check(chosen: Mapping[str, Any], buy_in: int) -> None:
    """Refuse fields of flights that do not go together. Raises `Refused`, naming the field."""
    is_day_two = chosen.get("format") == Tournament.Format.DAY_TWO
    if chosen.get("day_two") is not None:
        _check_flight(chosen, chosen["day_two"])
    else:
        for name in (*ENDS, "bags_after_hands"):
            if chosen.get(name):
                words = _("Only a flight ends like this: say of which Day 2 it is one.")
                raise Refused("not_a_flight", words, 422, field=name)
    _check_prize(chosen, buy_in, is_day_two)
    if is_day_two and chosen.get("starts_when") == Tournament.StartsWhen.FULL:
        words = _("Day 2 starts at its hour or by hand, once its flights are over.")
        raise Refused("no_sit_and_go", words, 422, field="starts_when")
    if is_day_two and chosen.get("is_absent_refunded"):
        words = _("Whoever survived a flight is in: nobody of Day 2 is paid back.")
        raise Refused("no_refund", words, 422, field="is_absent_refunded")


def highest_level(chosen: Mapping[str, Any], sheet: Mapping[str, Any]) -> int:
    """The number of the last level that a flight of these fields can say its Day 2 goes on at."""
    ends, last = chosen.get("bags_after_level"), levels_and_breaks.last_level(sheet)
    return min(ends + 1, last) if ends else last


def _check_prize(chosen: Mapping[str, Any], buy_in: int, is_day_two: bool) -> None:
    """A prize within flights is paid from what the flight itself brings in."""
    percent, prize = int(chosen.get("flight_paid_percent") or 0), int(chosen.get("flight_prize") or 0)
    if chosen.get("day_two") is not None:
        pot = chosen["day_two"].pot
        percent, prize, staff = pot.flight_paid_percent, pot.flight_prize, pot.staff_basis_points
    elif bool(percent) != bool(prize):
        words = _("A flight that pays needs both: the share of its entries, and the prize of each.")
        raise Refused("bad_flight_prize", words, 422, field="flight_paid_percent" if prize else "flight_prize")
    else:
        staff = int(chosen.get("staff_basis_points") or 0)
    if not prize:
        return
    if chosen.get("day_two") is None and not is_day_two:
        words = _("Only flights pay so: state it for their Day 2.")
        raise Refused("not_day_two", words, 422, field="flight_prize")
    if chosen.get("ticket_value"):
        words = _("Where tickets are won, flights pay nothing.")
        raise Refused("bad_flight_prize", words, 422, field="flight_prize")
    net = (buy_in - int(chosen.get("bounty") or 0)) * (payout_tables.WHOLE - staff) // payout_tables.WHOLE
    if percent * prize > 100 * net:
        words = _("Each entry brings %(net)s into the pool: %(percent)d %% of them can get %(most)s each at most.")
        told = {"net": amounts.written(net), "percent": percent, "most": amounts.written(100 * net // percent)}
        raise Refused(
            "bad_flight_prize", words % told, 422, field="buy_in" if chosen.get("day_two") else "flight_prize"
        )


def _check_flight(chosen: Mapping[str, Any], day_two: Tournament) -> None:
    later: Tournament | None = day_two
    while later is not None:
        if later.pk == chosen.get("id"):
            words = _("This day comes after itself then: choose a later one.")
            raise Refused("own_flight", words, 422, field="day_two")
        later = later.day_two
    if day_two.format != Tournament.Format.DAY_TWO:
        words = _("%(name)s gathers no flights: its format would have to be Day 2.") % {"name": day_two.name}
        raise Refused("not_day_two", words, 422, field="day_two")
    if day_two.status != REGISTERING:
        words = _("%(name)s has begun or is over: no flight is added to it.") % {"name": day_two.name}
        raise Refused("day_two_began", words, 422, field="day_two")
    fit = (Tournament.Format.FIELD, Tournament.Format.DAY_TWO)
    if str(chosen.get("format") or Tournament.Format.FIELD) not in fit:
        words = _("A flight is played as one field.")
        raise Refused("flight_format", words, 422, field="format")
    if not any(chosen.get(name) for name in ENDS):
        words = _("Say when the flight ends: after a level, or with how many left.")
        raise Refused("no_end_of_flight", words, 422, field=ENDS[0])
    for name in OF_THE_POT:
        if chosen.get(name):
            words = _("Flights play for the prizes of their Day 2: state this there.")
            raise Refused("of_day_two", words, 422, field=name)
