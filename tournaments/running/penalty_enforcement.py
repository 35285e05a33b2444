"""Penalties enforced (TDA 71): hands to be missed are dealt and killed, orbits are counted in hands, a disqualified player's
chips leave play.

What was given stands in the club's record of conduct; here is what it comes to in one tournament.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from club.models.conduct import Incident
from club.people import conduct
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.log import stored_lines, tournament_log
from tournaments.log.events.penalties_and_colour_ups import HandsToMiss
from tournaments.log.state import RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.rooms import tournament_tables
from tournaments.running.disqualification import disqualify, entries_by_player
from tournaments.seating import penalty_hands_and_clock_charge

# As `conduct.Kind`: hands, orbits, and out.
HAND, ORBIT, OUT = Incident.Kind.MISSED_HAND, Incident.Kind.MISSED_ORBIT, Incident.Kind.DISQUALIFICATION


def apply_due(log: TournamentLog, now: datetime) -> None:
    """Act on the records of conduct in this tournament that were not acted on yet, and on those taken back since.

    An orbit is as many hands as its table has players now. A disqualified player in a hand is out when it is over. Whoever
    was brought back by undo is not put out again for the same record. A record that is taken back takes back as many hands
    as it gave, missed or not.
    """
    in_force = {one.incident: one for one in conduct.in_force_at(log.tournament.owner)}
    enforced = log.state.orders.enforced
    if not in_force and not enforced:
        return
    entries = entries_by_player(log)
    for number, one in sorted(in_force.items()):
        entry = entries.get(one.player)
        if number in enforced or entry is None or log.state.entries[entry].is_out:
            continue
        if one.kind == OUT:
            disqualify(log, entry, number, now)
            continue
        at_table = len(log.state.seated(log.state.entries[entry].table or 0))
        hands = (
            penalty_hands_and_clock_charge.hands_missed(one.amount, max(1, at_table))
            if one.kind == ORBIT
            else one.amount
        )
        log.add(HandsToMiss(entry=entry, hands=hands, incident=number), now=now)
    for number in sorted(enforced - set(in_force)):
        given = _given(log, number)
        if given is not None:
            back = HandsToMiss(entry=given[0], hands=-given[1], incident=number, is_withdrawn=True)
            log.add(back, now=now)


def _given(log: TournamentLog, incident: int) -> tuple[int, int] | None:
    """The entry that was given hands to miss by a record that is withdrawn since, and how many."""
    lines = stored_lines.of_class(log.tournament, HandsToMiss, data__incident=incident)
    return (lines[0].event.entry, lines[0].event.hands) if lines else None


def mark(log: TournamentLog, number: int) -> None:
    """Before a deal: whose hand at this table is killed in turn, since they miss it."""
    misses = log.state.orders.misses
    if not misses and not log.state.orders.enforced:
        return  # nobody ever had any
    missing = {seat for seat, entry in log.state.seated(number).items() if misses.get(entry)}
    single_seats.mark_missing(log.state.tables[number], missing)


def serve(log: TournamentLog, tables: Collection[int], now: datetime) -> None:
    """One hand less to miss for those whose hand was killed at these tables, in which a hand was taken."""
    for number in sorted(tables) if log.state.orders.misses else ():
        if number not in log.state.tables:
            continue
        missing = {sitting.seat for sitting in tournament_tables.sittings(log, number).values() if sitting.is_missing}
        for seat, entry in sorted(log.state.seated(number).items()):
            if seat in missing and log.state.orders.misses.get(entry):
                log.add(HandsToMiss(entry=entry, hands=-1), now=now)


def served(
    tournament_id: int, entry: int, hands: int, *, now: datetime, by: User | None, why: str = "", source: str = ""
) -> None:
    """So many hands less to miss: at a table with real cards, whose dealer counts them, or because they are forgiven.

    Raises `Refused` (not running, no such entry, fewer hands to miss).
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        left = log.state.orders.misses.get(entry, 0)
        if not 1 <= hands <= left:
            raise Refused("no_penalty", _("This player has %(left)d hands to miss.") % {"left": left}, left=left)
        served = HandsToMiss(entry=entry, hands=-hands, left=left - hands, why=why, floor=True)
        log.add(served, now=now, by=by, source=source)
        log.close()
