"""Orders of the floor about the room, and how they are undone: a table is opened, a move that was called is called off, the
final table is drawn."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from club.base.phrases import gettext as _
from club.models import Transfer, User
from tables.breaking_and_closing import closing_tables
from tables.models import Table
from tables.tournament_seats import bulk_seating
from tournaments.base.errors import Refused
from tournaments.log import tournament_log
from tournaments.log.events.log_event import Change
from tournaments.log.events.seats import (
    CallDrop,
    CallDropped,
    FinalTable,
    RoomPut,
    TableOpened,
    TableReopened,
    TableShut,
)
from tournaments.log.tournament_log import TournamentLog, transfer_key
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves


def open_table(tournament_id: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Open a table while play goes on. It stays as long as nobody is out since, though nobody sits there yet, and balancing
    fills it (TDA 11).

    Raises `Refused`: not running, a round of tables that play for themselves, or as many tables as the event may have.
    """
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        if log.state.stage is not None:
            raise Refused("in_rounds", _("The tables of a round play for themselves."))
        opened = tournament_tables.open_again(log, None, now, by=by, source=source, is_order=True)
        opened = replace(opened, last=log.state.last_table, why=why, floor=True)
        log.add(opened, now=now, by=by, source=source)
        balancing_moves.advance(log, now)
        log.close()


def call_off(
    tournament_id: int, entry: int, *, now: datetime, by: User | None, why: str = "", source: str = ""
) -> None:
    """Call off a move that was called: the player stays, and is not called again until this is undone.

    Raises `Refused` (not running, no move called for this entry).
    """
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        called = log.state.orders.called.get(entry)
        if called is None:
            raise Refused("not_called", _("No move is called for this player."), entry=entry)
        was = CallDrop(entry=entry, is_off=False, call=called)
        dropped = CallDropped(entry=entry, is_off=True, line=log.next_line, why=why, was=was, floor=True)
        log.add(dropped, now=now, by=by, source=source)
        balancing_moves.advance(log, now)
        log.close()


# -- taken back, for `undo`


def close_opened(log: TournamentLog, opened: TableOpened, now: datetime) -> TableShut:
    """Close the table again; the change that undoes its opening."""
    number, last = opened.table, opened.last
    closing_tables.close_table(log.state.tables[number], by=None, now=now)
    if last is None or log.state.last_table != number:
        last = log.state.last_table
    return TableShut(closed=number, last=last)


def open_anew(log: TournamentLog, opened: TableOpened, now: datetime) -> TableReopened:
    """Open it once more, under its number; the change that does it again. Raises `Refused`."""
    kind = Table.objects.values_list("kind", flat=True).get(pk=opened.id)
    again = tournament_tables.open_again(log, opened.table, now, physical=opened.physical, is_order=True)
    assert (kind == Table.Kind.RECORDED) == (again.physical or again.recorded)
    return TableReopened(table=again.table, id=again.id, physical=again.physical, recorded=again.recorded)


def room_back(log: TournamentLog, final: FinalTable, last: int, now: datetime, by: User | None) -> RoomPut:
    """Everyone returns to the table and seat from before the final table was drawn, stacks as they were, which that line
    carried; the change that undoes the draw."""
    room = final.was
    assert room is not None
    rows = {one.pk: one for one in bulk_seating.reopen_tables(list(room.tables.values()), by=by, now=now)}
    for entry, number, seat in room.seats:
        carried = Transfer.objects.filter(key=transfer_key(log.tournament, last, entry)).first()
        chips = None if carried is None else carried.entries.aggregate(n=Max("amount"))["n"]
        key = log.transfer_key(entry)
        table, is_physical = rows[room.tables[number or 0]], number in room.orders.physical
        tournament_tables.to_seat_of(
            log, entry, table, seat or 0, is_physical=is_physical, key=key, now=now, chips=chips
        )
    closing_tables.close_table(final.id, by=by, now=now)
    return RoomPut(room=room)


def final_again(log: TournamentLog, final: FinalTable, now: datetime, by: User | None) -> Change:
    """Everyone sits at the final table as it was drawn; the change that does it again."""
    (table,) = bulk_seating.reopen_tables([final.id], by=by, now=now)
    for entry, seat in final.seats:
        key = log.transfer_key(entry)
        tournament_tables.to_seat_of(log, entry, table, seat, is_physical=final.physical, key=key, now=now)
    for pk in final.was.tables.values() if final.was is not None else ():
        closing_tables.close_table(pk, by=by, now=now)
    return final.again()
