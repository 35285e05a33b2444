"""What pages and the API say of flights: those of a Day 2 with their survivors, and how a flight ends. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from club.base.phrases import gettext as _
from tournaments.log import stored_lines
from tournaments.log.events.flights import Bagged
from tournaments.log.state import BAGGED, State
from tournaments.models import Entry, Tournament
from tournaments.prizes import prize_pool
from tournaments.terms import event_kinds

WORDS = {
    Tournament.Status.REGISTERING: "open",
    Tournament.Status.RUNNING: "running",
    Tournament.Status.BAGGED: "bagged",
    Tournament.Status.CANCELLED: "cancelled",
}


def told(tournament: Tournament, state: State, flights: Iterable[Tournament] | None = None) -> dict[str, Any]:
    """Of a flight its `day_two` and when it `ends`; of a Day 2 its `flights` and what it makes of them; of a day between
    all of it, else both None. `pays`: what a flight of the event pays, in words.

    flights: {id, name, status, status_words, starts_at, entries, left, ends, chips}, chips those of its bags in all; made of
    those given, as the reader sees them, else of the rows as they are.
    """
    made: dict[str, Any] = {"day_two": None, "ends": "", "flights": None, "pays": pays(tournament)}
    if tournament.day_two is not None:
        day_two = {
            "id": tournament.day_two.pk,
            "name": tournament.day_two.name,
            "entries": prize_pool.entered(tournament),
        }
        made |= {"day_two": day_two, "ends": ends(tournament)}
    if not event_kinds.format_of(tournament).gathers:
        return made
    found = [_line(one) for one in (of(tournament) if flights is None else flights)]
    return {
        **made,
        "flights": found,
        "stacks_words": str(tournament.get_flight_stacks_display()),
        "enters_again": tournament.enters_again,
        "goes_on_at": tournament.restart_level or max((one.level for one in state.merged_flights), default=None),
        "places_words": str(tournament.get_flight_ranking_display()),
    }


def of(tournament: Tournament) -> QuerySet[Tournament]:
    """The flights of a Day 2 in their order."""
    return Tournament.objects.filter(day_two=tournament).order_by("starts_at", "pk")


def _line(flight: Tournament) -> dict[str, Any]:
    state = State.from_json(flight.snapshot)
    return {
        "id": flight.pk,
        "name": flight.name,
        "status": WORDS.get(Tournament.Status(flight.status), "over"),
        "status_words": str(flight.get_status_display()),
        "starts_at": flight.starts_at,
        "entries": len(state.entries),
        "left": len(state.alive),
        "ends": ends(flight),
        "chips": sum(state.bags.values()),
    }


def ends(tournament: Tournament) -> str:
    """How a flight ends, in words."""
    found = []
    if tournament.bags_after_level is not None:
        found.append(_("after level %(n)d") % {"n": tournament.bags_after_level})
    if tournament.bags_at_percent is not None:
        found.append(_("with %(n)d %% of the entries left") % {"n": tournament.bags_at_percent})
    if tournament.bags_at_players is not None:
        found.append(_("with %(n)d players left") % {"n": tournament.bags_at_players})
    words = _(", or ").join(found)
    if not tournament.bags_after_hands:
        return words
    return _("%(ends)s; each table then plays %(n)d hands more") % {"ends": words, "n": tournament.bags_after_hands}


def pays(tournament: Tournament) -> str:
    """What a flight of the event pays to those who are out in it, in words; empty for nothing."""
    pot = tournament.pot
    if not pot.flight_prize:
        return ""
    words = _("%(chips)s each for the best %(percent)d %%")
    return words % {"chips": f"{pot.flight_prize:,}", "percent": pot.flight_paid_percent}


def paid(tournament: Tournament, state: State) -> dict[int, int]:
    """What a flight paid as it was bagged, in chips by entry."""
    if state.status != BAGGED:
        return {}
    line = stored_lines.last_of_class(tournament, Bagged)
    return {} if line is None else dict(line.event.paid)


def bag_of(entry: Entry, state: State) -> int | None:
    """The chips of an entry that waits: bagged at the end of its flight, or on its account until Day 2 is drawn; else None."""
    if state.status == BAGGED:
        return state.bags.get(entry.number)
    place = state.entries[entry.number]
    if entry.came_from_id and entry.account is not None and place.seat is None and not place.is_out:
        return entry.account.balance
    return None
