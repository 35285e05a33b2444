"""A seat for an entry that comes after the start, and whether its player is there."""

from __future__ import annotations

import random
from datetime import datetime

from tables.models import Sitting, Table
from tables.tournament_seats import single_seats
from tournaments.entries import first_stacks
from tournaments.log import seating_rules
from tournaments.log.events.entries import Seated
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.rooms import tournament_tables


def seat(log: TournamentLog, entry: Entry, *, now: datetime) -> None:
    """Seat an entry that comes after the start, with the full stack: any seat that is open may fall to it (TDA 8, 10), or one
    as the house draws them.

    If none is, or the house wants no more at each table, a new table is opened, and the next balancing fills it. Raises
    `Refused` when no table may be opened.
    """
    tournament = log.tournament
    house = seating_rules.in_force(tournament, log.state.level_began)
    lost = _lost_seat(log, entry) if entry.is_reentry and house.reentry_seat == "another seat" else None
    number, where = draw_seat(log, entry.number, now=now, but=lost)
    is_physical = number in log.state.orders.physical
    is_bagged = entry.came_from_id and is_physical and entry.account is not None
    chips = entry.account.balance if is_bagged and entry.account is not None else None  # as bagged in the flight
    seq = log.add(Seated(entry=entry.number, table=number, seat=where, chips=chips), now=now)
    first_stacks.late(log, entry, now)
    tournament_tables.issue_stacks(tournament, [entry], seq, {entry.number} if is_physical else ())
    table = Table.objects.get(pk=log.state.tables[number])
    sitting = single_seats.seat_entry(table, where, entry.player, None if is_physical else entry.account_id, now=now)
    if tournament.needs_check_in and entry.checked_in_at is None:
        set_presence(sitting, is_present=False)
    elif house.dealt_in != seating_rules.NEXT_HAND and not (number in log.state.orders.real or entry.came_from_id):
        sitting.entry = Sitting.Entry.POSTS if house.dealt_in == seating_rules.POSTS else Sitting.Entry.WAITS
        sitting.save(update_fields=["entry"])


def _lost_seat(log: TournamentLog, entry: Entry) -> tuple[int, int] | None:
    """The table's number and the seat at which the player of that entry sat last in this event; None for a table that is gone."""
    numbers = {pk: number for number, pk in log.state.tables.items()}
    left = Sitting.objects.filter(table__owner=log.tournament.owner, player=entry.player_id, state=Sitting.State.LEFT)
    last = left.order_by("-left_at", "-pk").values_list("table_id", "seat").first()
    return (numbers[last[0]], last[1]) if last is not None and last[0] in numbers else None


def draw_seat(
    log: TournamentLog, entry: int = 0, *, now: datetime, but: tuple[int, int] | None = None
) -> tuple[int, int]:
    """A seat by lot of all that are open (`tournament_tables.seat_for`), as table number and seat; a new table's where none is,
    or where each has as many players as the house wants there.

    Raises `Refused` when no seat is free and no table may be opened.
    """
    state = log.state
    is_reserved = bool(entry) and any(entry in seats.values() for seats in state.orders.held.values())
    playing = sum(len(seats) for seats in state.room().values())
    if is_reserved or not seating_rules.draw_of(log.tournament, state).opens(playing, len(state.tables)):
        found = tournament_tables.seat_for(log, entry, part="late seat", but=but)
        if found is not None:
            return found
    rng = random.Random(tournament_tables.derived(bytes(log.tournament.seed), "late seat", log.tournament.seq))
    opened = tournament_tables.open_again(log, None, now)
    log.add(opened, now=now)
    return opened.table, rng.randint(1, log.tournament.table_size)


def set_presence(sitting: Sitting, *, is_present: bool) -> None:
    """Whoever is not there is dealt in and blinded off; whoever is there is asked (TDA 30)."""
    sitting.state = Sitting.State.ACTIVE if is_present else Sitting.State.OUT
    sitting.save(update_fields=["state"])
