"""Check-in by the member's card, taken back, and taking out one who has not come."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from club.people import eligibility
from tournaments.base.errors import Refused
from tournaments.entries import absentees, alternates, entries, late_seating
from tournaments.log import stored_lines, tournament_log
from tournaments.log.events.draws_and_hands import Dealt
from tournaments.log.events.entries import AbsentRemoved, CheckedIn, CheckInUndone, Seated
from tournaments.log.events.hand_for_hand import HandPlayed
from tournaments.log.events.undo_and_redo import Turn, Undone
from tournaments.log.replay import apply
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves


def check_in(tournament_id: int, card: str, *, now: datetime, by: User | None, source: str = "") -> Entry:
    """The player of that card, member number or nickname has come. Harmless if repeated.

    Who was to be seated on coming gets a seat, if registration is open still. Raises `Refused`: nobody of that name, not
    registered, over, or too late for a seat; and what `eligibility.check_may_play` raises of one who may not play now.
    """
    player = alternates.player_named(card)
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        entry = entries.live_entry(log.tournament, player)
        if entry is None:
            words = _("%(name)s is not registered for this tournament, or is out.")
            raise Refused("not_registered", words % {"name": player.nickname}, 404)
        if log.state.status not in (REGISTERING, RUNNING):
            raise Refused("not_running", _("The tournament is not running."))
        if entry.checked_in_at is not None:
            return entry
        eligibility.check_may_play(player, now)
        absentees.note_come(entry, now)  # also one who was to be taken out after the hand
        log.add(CheckedIn(entry=entry.number, player=player.pk), now=now, by=by, source=source)
        absentees.take_place(log, entry, now)
        balancing_moves.advance(log, now)
        log.close()
        return entry


def take_back(tournament_id: int, entry: int, *, why: str, now: datetime, by: User | None, source: str = "") -> None:
    """Somebody else was checked in by mistake: the player has not come. The seat, if there is one, is an absent one's again.

    Raises `Refused`: over, no such entry, out, not checked in, or who drew a seat by coming, or has been dealt a hand since.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status not in (REGISTERING, RUNNING):
            raise Refused("not_running", _("The tournament is not running."))
        found = Entry.objects.filter(tournament=log.tournament, number=entry, is_withdrawn=False).first()
        if found is None:
            words = _("There is no entry %(entry)d in this tournament.")
            raise Refused("unknown_entry", words % {"entry": entry}, 404, entry=entry)
        place = log.state.entries[entry]
        if place.is_out:
            raise Refused("is_out", _("This player is out already."), entry=entry)
        if found.checked_in_at is None:
            raise Refused("not_checked_in", _("This player has not been checked in."), entry=entry)
        if log.state.status == RUNNING and _has_played(log, found):
            words = _("This player was seated or dealt a hand since: it is too late to take it back.")
            raise Refused("changed_since", words, entry=entry)
        found.checked_in_at = None
        found.save(update_fields=["checked_in_at"])
        undone = CheckInUndone(entry=entry, player=found.player_id, why=why)
        log.add(undone, now=now, by=by, source=source)
        if log.state.status == RUNNING and place.seat is not None and log.tournament.needs_check_in:
            late_seating.set_presence(tournament_tables.sittings(log, place.table)[place.seat], is_present=False)
        log.close()


def _has_played(log: TournamentLog, entry: Entry) -> bool:
    """True if the entry drew its seat on coming, or a hand was begun, or reported, since at the table where it sat then."""
    came = stored_lines.last_of_class(log.tournament, CheckedIn, data__entry=entry.number)
    since = 0 if came is None else came.seq
    if stored_lines.last_of_class(log.tournament, Seated, data__entry=entry.number, seq__gt=since) is not None:
        return True
    if all(stored_lines.last_of_class(log.tournament, one, seq__gt=since) is None for one in (Dealt, HandPlayed)):
        return False
    state, reports = State(), dict[int, bool]()  # by line: whether the report stands, which may be undone
    for seq, line in enumerate(stored_lines.lines(log.tournament), 1):
        state = apply(state, line)
        if seq <= since:
            continue
        at = state.entries[entry.number].table
        match line.event:
            case Dealt(table=table) if table == at:
                return True
            case HandPlayed(table=table) if table in (None, at):
                reports[seq] = True  # where hands are not entered, a hand is known by its report alone
            case Turn(line=number) if number in reports:
                reports[number] = not isinstance(line.event, Undone)
    return any(reports.values())


def remove(
    tournament_id: int,
    entry: int,
    *,
    why: str,
    chips: int | None = None,
    now: datetime,
    by: User | None,
    source: str = "",
) -> None:
    """Take out one who has not come: at once, or as soon as the hand at the table is over. The chips leave play.

    At real cards the stack has to be counted: `chips`, else the last count. Whether the price returns is a field of the
    event. Raises `Refused`: no such entry, out, checked in, or a stack nobody counted.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        found = Entry.objects.filter(tournament=log.tournament, number=entry, is_withdrawn=False).first()
        if found is None:
            words = _("There is no entry %(entry)d in this tournament.")
            raise Refused("unknown_entry", words % {"entry": entry}, 404, entry=entry)
        if log.state.entries[entry].is_out:
            raise Refused("is_out", _("This player is out already."), entry=entry)
        if found.checked_in_at is not None:
            words = _("This player has checked in; knock the player out instead.")
            raise Refused("checked_in", words, entry=entry)
        if len(log.state.alive) < 2:
            raise Refused("last_player", _("The last player has won, and cannot be knocked out."))
        counts = {} if log.state.entries[entry].seat is None else {entry: tournament_tables.stack_of(log, entry, chips)}
        found.is_leaving = True
        found.save(update_fields=["is_leaving"])
        removed = AbsentRemoved(entry=entry, player=found.player_id, why=why)
        log.add(removed, now=now, by=by, source=source)
        absentees.let_leave(log, [found], now, counts, by)
        balancing_moves.advance(log, now)
        log.close()
