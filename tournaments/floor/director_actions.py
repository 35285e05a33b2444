"""The floor: what a director does to a running tournament by hand. Every act is a line of the log that keeps what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tables.models import Sitting
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.log import tournament_log
from tournaments.log.events.clock import BreakEnded, ClockAdjusted, LevelSet, OnClock, Paused, Resumed
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.prizes import PrizeBarred
from tournaments.log.events.purchases import question
from tournaments.log.events.seats import move_of
from tournaments.log.state import RUNNING
from tournaments.log.tournament_log import TournamentLog, transfer_key
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, bracket_rounds, runner
from tournaments.structures import clock, structures
from tournaments.structures.structures import Level

# -- acts -------------------------------------------------------------------------------------------------------------


def move(
    tournament_id: int,
    entry: int,
    table_id: int,
    seat: int,
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
    chips: int | None = None,
) -> None:
    """Move an entry to a free seat, between hands; `chips` is its stack as counted, from real cards to dealt ones.

    Raises `Refused` (not running, no such entry, out, no seat, no such table), and what `tournament_tables.move_stack` refuses.
    """
    with transaction.atomic():
        log = runner.open_running(tournament_id, now)
        place = log.state.entries[seated(log, entry)]
        number = next((one for one, pk in log.state.tables.items() if pk == table_id), None)
        if number is None:
            raise Refused("unknown_table", _("This is no table of the tournament."), 404, table=table_id)
        bracket_rounds.may_move(log, entry, number)
        key = log.transfer_key()
        stack = tournament_tables.move_stack(log, entry, (number, seat), key=key, now=now, chips=chips)
        moved = move_of(entry, place, (number, seat), stack)
        log.add(replace(moved, why=why, floor=True), now=now, by=by, source=source)
        balancing_moves.close_empty(log, now)
        balancing_moves.advance(log, now)
        log.close()


def knock_out(
    tournament_id: int,
    entry: int,
    *,
    now: datetime,
    by: User | None,
    why: str,
    source: str = "",
    eliminators: Sequence[int] = (),
    is_disqualified: bool = False,
    chips: int | None = None,
) -> None:
    """Take an entry out of the tournament, between hands: who is disqualified, or gives up. Its chips leave play (TDA 8-B).

    The place is the next to be lost. eliminators: who won the bounty; nobody by default. Who is disqualified has the prize that
    the event says. At real cards the stack has to be counted: `chips`, else the last count. Who decides on a rebuy has none, and
    has the place of the hand that took the last chip. Raises `Refused` (not running, no such entry, out already, no seat, the
    last one in, eliminators that are none, a stack nobody counted).
    """
    with transaction.atomic():
        log = runner.open_running(tournament_id, now)
        place = log.state.entries[seated(log, entry)]
        left = len(log.state.alive)
        if left < 2:
            raise Refused("last_player", _("The last player has won, and cannot be knocked out."))
        bounty_awards.make_envelopes(log, left, now)
        asked, is_physical = log.state.deciding.get(entry), place.table in log.state.orders.physical
        stack = 0 if asked is not None else tournament_tables.stack_of(log, entry, chips)
        single_seats.unseat(sitting_of(log, entry), now=now)
        out = KnockedOut(
            entry=entry, best=left, worst=left, elimination_number=log.state.next_elimination(entry),
            table=place.table, seat=place.seat, physical=is_physical, why=why, floor=True,
        )  # fmt: skip
        if asked is not None:
            out = replace(out, elimination_number=asked.elimination_number, round=asked.round, declined=question(asked))
        seq = log.add(out, now=now, by=by, source=source)
        tournament_tables.take_stack(log, entry, stack, transfer_key(log.tournament, seq), by, is_physical=is_physical)
        bounty_awards.award_bounty(log, entry, eliminators or (asked.eliminators if asked else None) or (), now, by=by)
        if is_disqualified:
            log.add(PrizeBarred(entry=entry, is_barred=True), now=now, by=by, source=source)
        balancing_moves.advance(log, now)
        log.close()


def set_level(tournament_id: int, level: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Set the clock to the beginning of a level, forward or back. Raises `Refused` (not running, no such level)."""
    with transaction.atomic():
        log = runner.open_running(tournament_id, now)
        items = structures.items(log.tournament.sheet)
        levels = {item.number: at for at, item in enumerate(items) if isinstance(item, Level)}
        if level not in levels:
            words = _("This structure has the levels 1 to %(last)d.")
            raise Refused("unknown_level", words % {"last": max(levels)}, 422, level=level)
        made = clock.jumped(items, log.state.clock, levels[level], now)
        _on_clock(log, LevelSet(level=level, clock=made), now, by, source)


def adjust(tournament_id: int, seconds: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Add seconds to what is left of the present level or break, or take some off.

    Raises `Refused` (not running, an item without an end, or more taken off than is left).
    """
    with transaction.atomic():
        log = runner.open_running(tournament_id, now)
        try:
            made = clock.adjusted(structures.items(log.tournament.sheet), log.state.clock, seconds, now)
        except ValueError:
            words = _("There is not so much time left: set the clock to the next level, or end the break.")
            raise Refused("clock_adjust", words) from None
        _on_clock(log, ClockAdjusted(seconds=seconds, clock=made), now, by, source)


def pause(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Stop the clock; hands in play are finished, and none is dealt. Raises `Refused` unless it runs."""
    _run(tournament_id, Paused(), now, by, source, is_paused=False)


def resume(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Let the clock run on. Raises `Refused` unless it stands."""
    _run(tournament_id, Resumed(), now, by, source, is_paused=True)


def _run(tournament_id: int, act: OnClock, now: datetime, by: User | None, source: str, *, is_paused: bool) -> None:
    with transaction.atomic():
        log = runner.open_running(tournament_id, now)
        if (log.state.clock.paused is not None) != is_paused:
            words = _("The clock is running already.") if is_paused else _("The clock is stopped already.")
            raise Refused("clock_state", words)
        _on_clock(log, act, now, by, source)


def end_break(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """End a break whose length the sheet does not state, or that of all tournaments. Raises `Refused` if there is none."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        where = clock.moment(structures.items(log.tournament.sheet), log.state.clock, now)
        if log.state.status == RUNNING and log.state.clock.rest_left(now):
            _on_clock(log, BreakEnded(is_rest=True), now, by, source)
            return
        if log.state.status != RUNNING or isinstance(where.item, Level) or where.left is not None:
            raise Refused("no_open_break", _("There is no break that waits for the director."))
        _on_clock(log, BreakEnded(index=where.index), now, by, source)


# Acts that change more than the log when they are undone, or done again; of the others the class says it all.


# -- the pieces -------------------------------------------------------------------------------------------------------


def _on_clock(log: TournamentLog, act: OnClock, now: datetime, by: User | None, source: str) -> None:
    """Add an act on the clock, which keeps the clock before it and after it."""
    log.add(act.as_act(log.state, now), now=now, by=by, source=source)
    log.close()


def in_play(log: TournamentLog, entry: int) -> int:
    """The entry, if it is in play. Raises `Refused`."""
    if entry not in log.state.entries:
        words = _("There is no entry %(entry)d in this tournament.")
        raise Refused("unknown_entry", words % {"entry": entry}, 404, entry=entry)
    if log.state.entries[entry].is_out:
        raise Refused("is_out", _("This player is out already."), entry=entry)
    return entry


def seated(log: TournamentLog, entry: int) -> int:
    """The entry, if it is in play and has a seat. Raises `Refused`."""
    if log.state.entries[in_play(log, entry)].seat is None:
        raise Refused("not_seated", _("This player has no seat yet: wait until one is drawn."), entry=entry)
    return entry


def sitting_of(log: TournamentLog, entry: int) -> Sitting:
    place = log.state.entries[entry]
    return tournament_tables.sittings(log, place.table)[place.seat]
