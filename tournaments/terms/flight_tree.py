"""The days of one event: flights, the Day 2 that gathers them, and any day after it, as one tree. Nothing here writes.

The last day is the event whose prizes are played for (`Tournament.pot`); a Day 2 that is itself bagged is one of its flights.
"""

from __future__ import annotations

from tournaments.log.state import BAGGED, CANCELLED, State
from tournaments.models import Tournament
from tournaments.terms import event_kinds


def flights_below(tournament: Tournament) -> list[int]:
    """Every flight that goes on to this event, by way of another day too, as primary keys; those called off left out."""
    found: list[int] = []
    level = [tournament.pk] if event_kinds.format_of(tournament).gathers else []
    while level:
        below = Tournament.objects.filter(day_two__in=level).exclude(status=CANCELLED).order_by("pk")
        level = list(below.values_list("pk", flat=True))
        found += level
    return found


def is_whole(tournament: Tournament) -> bool:
    """True if everybody who is left in the event plays here: an event of one day, or the only one of a later day."""
    if tournament.day_two_id is None:
        return True
    beside = (
        Tournament.objects.filter(day_two=tournament.day_two_id).exclude(pk=tournament.pk).exclude(status=CANCELLED)
    )
    return event_kinds.format_of(tournament).gathers and not beside.exists()


def reached(tournament: Tournament) -> int:
    """How many players have come past their flights, or entered a later day directly."""
    state, found = State.from_json(tournament.snapshot), 0
    flights = Tournament.objects.in_bulk([one.flight for one in state.merged_flights])
    for one in state.merged_flights:
        flight = flights[one.flight]
        through = sum(entry in state.entries for entry in one.through)  # but who was left out of the draw
        found += reached(flight) if event_kinds.format_of(flight).gathers else through
        found -= through + len(one.eliminated)
    return found + len(state.entries)


def paid_of(state: State) -> dict[int, int]:
    """What flights paid to those who were out in them, in chips by the entry of this later day."""
    return {entry: chips for one in state.merged_flights for entry, chips in one.paid.items()}


def paid_before(tournament: Tournament) -> int:
    """What flights of this event have paid by now, in chips, whether their Day 2 is bagged or not."""
    if not tournament.pot.flight_prize or not event_kinds.format_of(tournament).gathers:
        return 0
    own = sum(paid_of(State.from_json(tournament.snapshot)).values())
    between = Tournament.objects.filter(day_two=tournament, format=Tournament.Format.DAY_TWO).exclude(status=BAGGED)
    return own + sum(paid_before(one) for one in between)
