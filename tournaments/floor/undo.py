"""Undo and redo of what the floor did: a compensating line, and what else goes back with it.

Chips that moved go back by a transfer that names the first. Only acts of the floor are undone: never a hand that was played,
nor what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Transfer, User
from tables.breaking_and_closing import closing_tables
from tables.models import HandSeat, Table
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.entries import absentees, entries
from tournaments.floor import structure_changes, tables_opened_and_broken
from tournaments.floor.moves_and_knockouts import sitting_of
from tournaments.log.events.clock import StructureChanged
from tournaments.log.events.draws_and_hands import Dealt
from tournaments.log.events.floor_orders import ButtonTold, SeatHeld
from tournaments.log.events.hand_for_hand import HandPlayed
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.log_event import Change, LogEvent, Standing, Undoable
from tournaments.log.events.penalties_and_colour_ups import ColouredUp, HandsToMiss, TableColoured
from tournaments.log.events.purchases import Asked, RebuyOffered
from tournaments.log.events.registry import event_of
from tournaments.log.events.seats import FinalTable, Moved, OutPut, SeatPut, TableBroken, TableOpened
from tournaments.log.events.undo_and_redo import UNDOABLE, Redone, Turn, Undone
from tournaments.log.state import State
from tournaments.log.tournament_log import TournamentLog, transfer_key
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, bracket_rounds, colour_up, hand_for_hand, settled_hands


@dataclass(frozen=True, slots=True)
class Act:
    """One act of the floor: its line and what that is, whether it stands, the last line that undid it or did it again, and the
    change by which that was done."""

    line: LogEntry
    event: Undoable
    is_standing: bool = True
    turn: LogEntry | None = None
    change: Change | None = None

    @property
    def last(self) -> LogEntry:
        """The line by which it stands, or is undone."""
        return self.turn or self.line

    def is_as_left(self, state: State) -> bool:
        """True if what it was about is still as its last line left it: only then can it be turned."""
        return self.event.is_as_left(state, Standing(self.is_standing, self.change))


def undo(tournament_id: int, line: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Take back an act of the floor: things are as they would be without it.

    Raises `Refused`: no such line, no act of the floor, undone already, a later act on the same subject, or what is
    there now is no longer what the act made of it.
    """
    _turn(tournament_id, line, Undone, now, by, why, source)


def redo(tournament_id: int, line: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Do again what was undone; undo and redo together change nothing. Raises `Refused` as `undo` does."""
    _turn(tournament_id, line, Redone, now, by, why, source)


def acts_of(tournament: Tournament) -> dict[int, Act]:
    """The acts of the floor by their lines, from the first, with what has become of them."""
    acts: dict[int, Act] = {}
    kinds = (*UNDOABLE, Undone.kind, Redone.kind)
    for line in LogEntry.objects.filter(tournament=tournament, kind__in=kinds, data__floor=True).order_by("seq"):
        event = event_of(line)
        if isinstance(event, Turn):
            is_standing, change = isinstance(event, Redone), event.change
            acts[event.line] = replace(acts[event.line], is_standing=is_standing, turn=line, change=change)
        elif isinstance(event, Undoable):
            acts[line.seq] = Act(line, event)
    return acts


def _turn(
    tournament_id: int, line: int, turn: type[Turn], now: datetime, by: User | None, why: str, source: str
) -> None:
    with transaction.atomic():
        log, is_undone = settled_hands.open_running(tournament_id, now), turn is Undone
        acts = acts_of(log.tournament)
        if line not in acts:
            _refuse_line(log.tournament, line)
        act = acts[line]
        if act.is_standing != is_undone:
            words = _("It is undone already.") if is_undone else _("It stands: there is nothing to do again.")
            raise Refused("not_standing" if is_undone else "not_undone", words, line=line)
        if not act.is_as_left(log.state):
            words = _("Things have changed since: undo first what came later, or set it right by a new act.")
            raise Refused("changed_since", words, line=line)
        key = log.transfer_key()
        change = _changed(log, act, key, now, by, is_undone=is_undone)
        log.add(turn(line=line, of=act.event.kind, why=why, change=change), now=now, by=by, source=source)
        _follow_turn(log, act, now, by, is_undone=is_undone)
        log.close()


def _changed(log: TournamentLog, act: Act, key: str, now: datetime, by: User | None, *, is_undone: bool) -> Change:
    """The change that undoes the act or does it again, with what goes with it outside the log."""
    how = (_BACK if is_undone else _AGAIN).get(type(act.event))
    if how is not None:
        return how(log, act, act.event, key, now, by)
    return act.event.back() if is_undone else act.event.again()


def _follow_turn(log: TournamentLog, act: Act, now: datetime, by: User | None, *, is_undone: bool) -> None:
    """What follows from an act that was turned, once its line is written."""
    event, closes = act.event, isinstance(act.event, HandPlayed) and act.event.closes
    if not is_undone and isinstance(act.change, SeatPut):
        _close_again(log, act.change, now)
    if closes:
        hand_for_hand.end_if_over(log, now)
    if isinstance(event, ButtonTold) or (closes and is_undone):
        balancing_moves.call_anew(log, act.line.seq, now)
    else:
        balancing_moves.advance(log, now)
    if isinstance(event, KnockedOut):
        bounty_awards.turn(log, event.entry, is_undone, now, by)
        if not is_undone:
            bracket_rounds.go_on(log, now)


def _refuse_line(tournament: Tournament, line: int) -> None:
    if not LogEntry.objects.filter(tournament=tournament, seq=line).exists():
        raise Refused("unknown_line", _("The log has no line %(line)d.") % {"line": line}, 404, line=line)
    if LogEntry.objects.filter(tournament=tournament, seq=line, kind=KnockedOut.kind).exists():
        words = _(
            "This knock-out came of a hand that is on record, and stands with it, in an event that was reopened too: what can be "
            "put right there are bounties, deals, prizes and knock-outs that the floor has said."
        )
        raise Refused("not_of_the_floor", words, line=line)
    words = _("Only what the floor did by hand can be undone: hands that were played stand, and what came of them.")
    raise Refused("not_of_the_floor", words, line=line)


def _offer_again(log: TournamentLog, act: Act, event: RebuyOffered, key: str, now: datetime, by: User | None) -> Change:
    return replace(event, until=now + timedelta(seconds=log.tournament.rebuy_seconds)).again()


def _plan_back(
    log: TournamentLog, act: Act, event: StructureChanged, key: str, now: datetime, by: User | None
) -> Change:
    return replace(event.back(), lasts=structure_changes.swap(log, event.was_sheet, now))  # type: ignore[call-arg]  # its own field


def _plan_again(
    log: TournamentLog, act: Act, event: StructureChanged, key: str, now: datetime, by: User | None
) -> Change:
    return replace(event.again(), lasts=structure_changes.swap(log, event.sheet, now))  # type: ignore[call-arg]  # its own field


def _chips(log: TournamentLog, act: Act, key: str, now: datetime, by: User | None, change: Change) -> Change:
    colour_up.reverse(log, act.last, key, now, by)
    return replace(change, round=log.state.rounds)  # type: ignore[call-arg]  # both changes of chips have it


def _moved(log: TournamentLog, act: Act, to: SeatPut, key: str, now: datetime) -> Change:
    """To that seat; back from dealt to real cards or the other way with the stack that was carried, or as it is now."""
    is_there, physical = to.table in log.state.tables, to.table in log.state.orders.physical
    opened = None if is_there else _open_again(log, to.table, physical, now)
    carried = Transfer.objects.filter(key=transfer_key(log.tournament, act.last.seq)).first()
    stack = None if carried is None else carried.entries.aggregate(n=Max("amount"))["n"]
    known = tournament_tables.move_stack(log, to.entry, (to.table, to.seat), key=key, now=now, chips=stack)
    put = SeatPut(entry=to.entry, table=to.table, seat=to.seat, stack=known)
    return put if opened is None else replace(put, opened=opened.table, last=opened.last)


def _open_again(log: TournamentLog, number: int | None, is_physical: bool, now: datetime) -> TableOpened:
    """Open a table for one who comes back; with the highest number that a table had before. Raises `Refused`."""
    before = log.state.last_table
    opened = tournament_tables.open_again(log, number, now, physical=is_physical, is_limited=False)
    log.add(opened, now=now)
    return replace(opened, last=before)


def _close_again(log: TournamentLog, put: SeatPut, now: datetime) -> None:
    """Close the table that an undo has opened, once nobody sits there or is called there."""
    number = put.opened
    if number is None or number not in log.state.tables or log.state.seated(number):
        return
    closing_tables.close_table(log.state.tables[number], by=None, now=now)
    log.add(TableBroken(table=number, last=put.last), now=now)


def _bring_back(log: TournamentLog, act: Act, event: KnockedOut, key: str, now: datetime, by: User | None) -> Change:
    """Back to the seat; to another where somebody sits there; to a table that is opened where there is no other. The chips
    that left play return by a linked transfer."""
    tournament, entry = log.tournament, event.entry
    rank = log.state.orders.round_ranks.get(entry)
    held = Entry.objects.select_related("player").get(tournament=tournament, number=entry)
    _check_may_come_back(log, entry, held)
    if log.state.stage is not None and entry not in log.state.stage.group_of(entry):
        bracket_rounds.take_back(log, act.line.seq, now=now, by=by)
    table_seat, opened = _place_for(log, event, act.line.seq, now)
    table = Table.objects.get(pk=log.state.tables[table_seat[0]])
    account = None if event.physical else held.account_id
    single_seats.seat_entry(table, table_seat[1], held.player, account, now=now)
    taken = Transfer.objects.filter(key=transfer_key(tournament, act.last.seq)).first()
    if taken is not None:
        ledger.reverse(taken, key=key, by=by, why=_("undone"), now=now)
    if event.is_absent:  # who is brought back has come after all
        absentees.note_come(held, now)
    put = SeatPut(entry=entry, table=table_seat[0], seat=table_seat[1], rank=rank)
    if (declined := event.declined) is not None:  # asked once more
        until = now + timedelta(seconds=tournament.rebuy_seconds)
        asked = Asked(
            elimination_number=declined.elimination_number,
            eliminators=declined.eliminators,
            round=declined.round,
            until=until,
        )
        put = replace(put, asked=asked)
    return put if opened is None else replace(put, opened=opened.table, last=opened.last)


def _check_may_come_back(log: TournamentLog, entry: int, held: Entry) -> None:
    """Raise `Refused` for one who has entered again, or has no share of a deal that stands."""
    if entries.live_entry(log.tournament, held.player) is not None:
        words = _("The player has entered again since; this knock-out stands.")
        raise Refused("reentered", words, entry=entry)
    deal = log.state.prize_state.deal
    if deal is not None and deal.is_binding and entry not in deal.shares:
        # Without a share among those who have one, it would take a place whose prize belongs to none of them.
        raise Refused(
            "deal_stands", _("The others have made a deal without this player: call it off first."), entry=entry
        )


def _place_for(
    log: TournamentLog, event: KnockedOut, since: int, now: datetime
) -> tuple[tuple[int, int], TableOpened | None]:
    """Table number and seat for one who is out since that line and comes back, and the table that was opened for it. Raises
    `Refused`."""
    assert event.table is not None
    assert event.seat is not None
    is_there = event.table in log.state.tables
    if is_there and _is_empty(log, event.table, event.seat, since):
        return (event.table, event.seat), None
    found = tournament_tables.seat_for(log, event.entry, physical=event.physical)
    if found is not None:
        return found, None
    if log.state.stage is not None:
        raise Refused("no_free_seat", _("No seat is free for the player."))
    opened = _open_again(log, None if is_there else event.table, event.physical, now)
    return (opened.table, min(event.seat, log.tournament.table_size)), opened


def _is_empty(log: TournamentLog, table: int, seat: int, since: int) -> bool:
    """True if nobody sits there, and the floor has not held the seat since that line: who sat in one that was held has it
    again. Whoever was called there is called elsewhere."""
    if seat in log.state.seated(table):
        return False
    order = {"data__table": table, "data__seat": seat}
    held = LogEntry.objects.filter(tournament=log.tournament, kind=SeatHeld.kind, seq__gt=since, **order).exists()
    return not held or seat not in log.state.orders.held.get(table, {})


def _out_again(log: TournamentLog, act: Act, event: KnockedOut, key: str, now: datetime, by: User | None) -> Change:
    assert act.turn is not None
    assert event.elimination_number is not None
    entry, put = event.entry, act.change
    if len(log.state.alive) < 2 or _has_played(log, entry, act.turn.seq):
        raise Refused("played_since", _("The player has played since: knock the player out anew."))
    is_physical = log.state.entries[entry].table in log.state.orders.physical
    taken = Transfer.objects.filter(key=transfer_key(log.tournament, act.line.seq)).exists()
    stack = 0 if not taken else _taken(log.tournament, act) if is_physical else tournament_tables.stack_of(log, entry)
    single_seats.unseat(sitting_of(log, entry), now=now)
    tournament_tables.take_stack(log, entry, stack, key, by, is_physical=is_physical)
    return OutPut(
        entry=entry, elimination_number=event.elimination_number, rank=put.rank if isinstance(put, SeatPut) else None
    )


def _has_played(log: TournamentLog, entry: int, since: int) -> bool:
    """True if the entry was dealt a hand since that line."""
    dealt = LogEntry.objects.filter(tournament=log.tournament, kind=Dealt.kind, seq__gt=since)
    hands = list(dealt.values_list("data__hand", flat=True))
    held = Entry.objects.get(tournament=log.tournament, number=entry)
    account = held.account_id
    return account is not None and HandSeat.objects.filter(hand_id__in=hands, account_id=account).exists()


def _taken(tournament: Tournament, act: Act) -> int:
    """The chips that left play when the act was done."""
    found = Transfer.objects.get(key=transfer_key(tournament, act.line.seq))
    return int(found.entries.aggregate(n=Max("amount"))["n"])


Turner = Callable[[TournamentLog, Act, Any, str, datetime, User | None], Change]


_BACK: Mapping[type[LogEvent], Turner] = {
    StructureChanged: _plan_back,
    ColouredUp: lambda log, act, event, key, now, by: _chips(log, act, key, now, by, event.back()),
    TableColoured: lambda log, act, event, key, now, by: _chips(log, act, key, now, by, event.back()),
    HandsToMiss: lambda log, act, event, key, now, by: event.turned(log.state, -1),
    TableOpened: lambda log, act, event, key, now, by: tables_opened_and_broken.close_opened(log, event, now),
    FinalTable: lambda log, act, event, key, now, by: tables_opened_and_broken.room_back(
        log, event, act.last.seq, now, by
    ),
    Moved: lambda log, act, event, key, now, by: _moved(log, act, event.back(), key, now),
    KnockedOut: _bring_back,
}


_AGAIN: Mapping[type[LogEvent], Turner] = {
    StructureChanged: _plan_again,
    ColouredUp: lambda log, act, event, key, now, by: _chips(log, act, key, now, by, event.again()),
    TableColoured: lambda log, act, event, key, now, by: _chips(log, act, key, now, by, event.again()),
    HandsToMiss: lambda log, act, event, key, now, by: event.turned(log.state, 1),
    RebuyOffered: _offer_again,
    TableOpened: lambda log, act, event, key, now, by: tables_opened_and_broken.open_anew(log, event, now),
    FinalTable: lambda log, act, event, key, now, by: tables_opened_and_broken.final_again(log, event, now, by),
    Moved: lambda log, act, event, key, now, by: _moved(log, act, event.again(), key, now),
    KnockedOut: _out_again,
}
