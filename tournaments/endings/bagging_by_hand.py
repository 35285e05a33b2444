"""Bags by hand: the floor ends a flight with the stacks it counted, and takes that back while Day 2 has not begun."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Transfer, User
from tables.tournament_seats import bulk_seating
from tournaments.base.errors import Refused
from tournaments.entries import alternates
from tournaments.flights import end_of_flight
from tournaments.log import stored_lines, tournament_log
from tournaments.log.events.flights import Bagged, BagUndone, MergeUndone
from tournaments.log.state import BAGGED, REGISTERING, RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.rooms import tournament_tables
from tournaments.running import settled_hands


def bag(
    tournament_id: int,
    *,
    entries: Sequence[int] = (),
    stacks: Sequence[int] = (),
    difference: int = 0,
    why: str = "",
    now: datetime,
    by: User | None,
    source: str = "",
) -> None:
    """End a flight between hands, by its fields or before; of entries at real cards the stacks in the same order.

    difference: the chips that these are above (or, below 0, short of) what the tables hold, where that is accepted, and
    `why`. Raises `Refused` as `flights.bag` does, and unless there is one stack for each entry.
    """
    if len(entries) != len(stacks) or len(set(entries)) != len(entries):
        raise Refused("bad_stacks", _("Name each player once, and the chips of each."), 422)
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status == RUNNING:
            settled_hands.take_hands(log, now)
        counted = dict(zip(entries, stacks, strict=True))
        end_of_flight.bag(log, counted, difference=difference, why=why, now=now, by=by, source=source)
        log.close()


def undo(tournament_id: int, *, why: str, now: datetime, by: User | None, source: str = "") -> None:
    """Take the bags of a flight back: everybody has the own seat and stack again, and the clock stands until it is started.

    The tables are new ones, with real cards where there were. Raises `Refused`: it is not bagged, Day 2 has begun, or
    another flight was bagged since, which has to be taken back first.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        tournament = log.tournament
        if log.state.status != BAGGED:
            raise Refused("not_bagged", _("This event has no bags to take back."))
        day_two = tournament_log.open_log(tournament.day_two_id or 0)
        if day_two.state.status != REGISTERING:
            raise Refused("day_two_began", _("Day 2 has begun with these stacks."))
        last = day_two.state.merged_flights[-1]
        if last.flight != tournament.pk:
            raise Refused(
                "bagged_since", _("Another flight was bagged since: take that back first."), flight=last.flight
            )
        line = stored_lines.last_of_class(tournament, Bagged)
        assert line is not None
        gone = [*last.through, *last.eliminated]
        undone = MergeUndone(flight=tournament.pk, event=tournament.name, why=why)
        day_two.add(undone, now=now, by=by, source=source)
        Entry.objects.filter(tournament=day_two.tournament, number__in=gone).update(is_withdrawn=True)
        seq = _seat_again(log, line.event, why, now, by, source)
        for part in (3, 2, 1):
            _take_back(f"{tournament.owner}:{line.seq}:{part}", f"{tournament.owner}:{seq}:{part}", by, now)
        day_two.close()
        log.close()


def _seat_again(log: TournamentLog, bagged: Bagged, why: str, now: datetime, by: User | None, source: str) -> int:
    """Open tables like those that were closed, with everybody in the own seat; returns the number of the line."""
    tournament, last = log.tournament, log.state.last_table
    number_of = {number: last + at for at, number in enumerate(sorted(bagged.sizes), 1)}
    real = {number_of[number] for number in bagged.physical if number in number_of}
    recorded = {number_of[number] for number in bagged.recorded if number in number_of}
    tables = {}
    for was, number in number_of.items():
        size, is_real = bagged.sizes[was], number in real | recorded
        tables[number] = tournament_tables.open_table(
            tournament, number, str(number), size, now, by, source, physical=is_real
        )
    seats = [(entry, number_of[table or 0], seat or 0) for entry, table, seat in bagged.seats]
    held = {one.number: one for one in Entry.objects.filter(tournament=tournament)}
    placed = {
        bulk_seating.Chair(tables[table].pk, seat): (
            held[entry].player_id,
            None if table in real else held[entry].account_id,
        )
        for entry, table, seat in seats
    }
    bulk_seating.seat_all(tables.values(), placed, now=now)
    undone = BagUndone(
        seats=tuple(seats),
        tables={number: table.pk for number, table in tables.items()},
        physical=tuple(sorted(real)),
        recorded=tuple(sorted(recorded)),
        why=why,
        last_hands=bagged.last_hands,
    )
    alternates.wait_again(bagged.waited)
    return log.add(undone, now=now, by=by, source=source)


def _take_back(key: str, by_key: str, by: User | None, now: datetime) -> None:
    moved = Transfer.objects.filter(key=key).first()
    if moved is not None:  # nothing went to Day 2 where everybody had a better stack there
        ledger.reverse(moved, key=by_key, by=by, why=_("undone"), now=now)
