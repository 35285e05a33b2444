"""Two orders of the floor about the room: a table is opened, and a move that was called is called off. Both are undone."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from club.models import User
from tables.cash import seating
from tables.models import Table
from tournaments.base.errors import Refused
from tournaments.log import tournament_log
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import Book
from tournaments.models import LogEntry
from tournaments.rooms import tournament_tables
from tournaments.running import moving


def open_table(tournament_id: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Open a table while play goes on. It stays as long as nobody is out since, though nobody sits there yet, and balancing
    fills it (TDA 11).

    Raises `Refused`: not running, a round of tables that play for themselves, or as many tables as the event may have.
    """
    with transaction.atomic():
        book = _running(tournament_id)
        if book.state.stage is not None:
            raise Refused("in_rounds", _("The tables of a round play for themselves."))
        told = tournament_tables.open_again(book, None, now, by=by, source=source, is_order=True)
        kept = {"last": book.state.last_table, "why": why, "floor": True}
        book.add("table_opened", {**told, **kept}, now=now, by=by, source=source)
        moving.follow(book, now)
        book.close()


def call_off(
    tournament_id: int, entry: int, *, now: datetime, by: User | None, why: str = "", source: str = ""
) -> None:
    """Call off a move that was called: the player stays, and is not called again until this is undone.

    Raises `Refused` (not running, no move called for this entry).
    """
    with transaction.atomic():
        book = _running(tournament_id)
        called = book.state.orders.called.get(entry)
        if called is None:
            raise Refused("not_called", _("No move is called for this player."), entry=entry)
        told = {"entry": entry, "is_off": True, "line": book.row.seq + 1, "why": why}
        was = {"entry": entry, "is_off": False, "call": list(called)}
        book.add("call_dropped", {**told, "was": was, "floor": True}, now=now, by=by, source=source)
        moving.follow(book, now)
        book.close()


# -- taken back, for `director_actions` ------------------------------------------------------------------------------------------


def may_turn_opening(state: State, line: LogEntry, *, is_standing: bool) -> bool:
    """True if the table can be closed since nobody sits there, or opened once more."""
    number = line.data["table"]
    if not is_standing:
        return number not in state.tables and state.stage is None
    return number in state.orders.opened and not state.seated(number)


def close_opened(book: Book, line: LogEntry, now: datetime) -> dict[str, Any]:
    """Close the table again; what the line that undoes it tells."""
    number = line.data["table"]
    seating.close_table(book.state.tables[number], by=None, now=now)
    last = line.data["last"] if book.state.last_table == number else book.state.last_table
    return {"closed": number, "last": last}


def open_anew(book: Book, line: LogEntry, now: datetime) -> dict[str, Any]:
    """Open it once more, under its number; what the line that does it again tells. Raises `Refused`."""
    kind = Table.objects.values_list("kind", flat=True).get(pk=line.data["id"])
    told = tournament_tables.open_again(
        book, line.data["table"], now, physical=bool(line.data.get("physical")), is_order=True
    )
    assert (kind == Table.Kind.RECORDED) == ("physical" in told or "recorded" in told)
    return told


def may_turn_call(state: State, line: LogEntry, *, is_standing: bool) -> bool:
    """True if the move is called off still, or may be once more: its player is in, and sits at the table it was called from."""
    entry = line.data["entry"]
    if is_standing:
        return entry in state.orders.off
    return entry not in state.orders.off and not state.entries[entry].is_out


def call_back(line: LogEntry) -> dict[str, Any]:
    """The move is called as it was; whether it still can be made is asked at once (`moving.follow`)."""
    return {"order": line.data["was"]}


def off_again(line: LogEntry) -> dict[str, Any]:
    """The move is called off once more, whatever has been called since."""
    return {name: line.data[name] for name in ("entry", "is_off", "line")}


def _running(tournament_id: int) -> Book:
    book = tournament_log.open_book(tournament_id)
    if book.state.status != RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    return book
