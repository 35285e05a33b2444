"""What the floor orders for seats and tables: seats held or reserved, players who are not moved or who deal, the order in
which tables break, a short table that plays on. Each is undone by its own line, and all are obeyed by `balancing_moves`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tournaments.base.errors import Refused
from tournaments.floor import moves_and_knockouts
from tournaments.log import tournament_log
from tournaments.log.events.floor_orders import (
    BreakOrder,
    BreakOrderSet,
    Dealing,
    Fixture,
    HaltWaived,
    PlayerDeals,
    PlayerFixed,
    SeatHeld,
    SeatHold,
    Waiver,
)
from tournaments.log.events.log_event import Ordered, is_set
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.running import balancing_moves


def hold_seat(
    tournament_id: int, table: int, seat: int, entry: int | None, *, now: datetime, by: User | None, source: str = ""
) -> None:
    """Hold a seat (`table` is the number, before the start too): for an entry, for nobody (0), or no more (None).

    Nobody is sent there by draw, balancing or breaking but the one it is reserved for. Raises `Refused` (over, no such
    seat, no such entry, out).
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status not in (REGISTERING, RUNNING):
            raise Refused("not_running", _("The tournament is over."))
        if not 1 <= seat <= log.tournament.table_size or table < 1:
            words = _("This table has the seats 1 to %(seats)s.") % {"seats": log.tournament.table_size}
            raise Refused("unknown_seat", words, 422, seat=seat)
        if entry:
            moves_and_knockouts.in_play(log, entry)
        if entry and any(entry in seats.values() for seats in log.state.orders.held.values()):
            raise Refused("reserved_already", _("A seat is reserved for this player: let it go first."), entry=entry)
        was = SeatHold(table=table, seat=seat, entry=log.state.orders.held.get(table, {}).get(seat))
        _order(log, SeatHeld(table=table, seat=seat, entry=entry, was=was), now, by, source)


def fix_player(
    tournament_id: int, entry: int, is_in: bool, *, now: datetime, by: User | None, source: str = ""
) -> None:
    """A player keeps the seat when tables are balanced, or no more; a table that breaks moves everybody. Raises `Refused`."""
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        moves_and_knockouts.in_play(log, entry)
        was = Fixture(entry=entry, is_in=entry in log.state.orders.fixed)
        _order(log, PlayerFixed(entry=entry, is_in=is_in, was=was), now, by, source)


def set_dealing(
    tournament_id: int, entry: int, is_in: bool, *, now: datetime, by: User | None, source: str = ""
) -> None:
    """A player deals at the own table, and is passed over as the mover; or no more. Raises `Refused`."""
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        moves_and_knockouts.in_play(log, entry)
        was = Dealing(entry=entry, is_in=entry in log.state.orders.dealers)
        _order(log, PlayerDeals(entry=entry, is_in=is_in, was=was), now, by, source)


def set_break_order(
    tournament_id: int, tables: Sequence[int], *, now: datetime, by: User | None, source: str = ""
) -> None:
    """In which order tables break, by their numbers, the first first (TDA 11-C); an empty one: by house rule.

    Raises `Refused` (not running, a table that is none, or named twice).
    """
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        if len(set(tables)) != len(tables) or not set(tables) <= set(log.state.tables):
            known = ", ".join(map(str, sorted(log.state.tables)))
            words = _("Name each table once, of these: %(known)s.") % {"known": known}
            raise Refused("bad_order", words, 422, tables=list(tables))
        was = BreakOrder(tables=log.state.orders.order)
        _order(log, BreakOrderSet(tables=tuple(tables), was=was), now, by, source)


def waive_halt(
    tournament_id: int, table: int, is_in: bool, *, now: datetime, by: User | None, source: str = ""
) -> None:
    """Let a short table play on (TDA 11-D), or stop again; `table` is its id. Raises `Refused`."""
    with transaction.atomic():
        log = tournament_log.open_running(tournament_id)
        number = next((one for one, pk in log.state.tables.items() if pk == table), None)
        if number is None:
            raise Refused("unknown_table", _("This is no table of the tournament."), 404, table=table)
        was = Waiver(table=number, is_in=number in log.state.orders.waived)
        _order(log, HaltWaived(table=number, is_in=is_in, was=was), now, by, source)


def _order(log: TournamentLog, ordered: Ordered, now: datetime, by: User | None, source: str) -> None:
    if is_set(ordered.order(), log.state):
        raise Refused("so_already", _("It is so already."))
    log.add(ordered, now=now, by=by, source=source)
    balancing_moves.advance(log, now)
    log.close()
