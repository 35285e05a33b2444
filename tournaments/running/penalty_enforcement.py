"""Penalties enforced (TDA 71): hands to be missed are dealt and killed, orbits are counted in hands, a disqualified player's
chips leave play.

What was given stands in the club's record of conduct; here is what it comes to in one tournament.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from club.models import User
from club.models.conduct import Incident
from club.people import conduct
from tables.cash import floor_seats
from tournaments.base.errors import Refused
from tournaments.log import stored_lines, tournament_log
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.penalties import HandsToMiss
from tournaments.log.events.prizes import PrizeBarred
from tournaments.log.state import RUNNING
from tournaments.log.tournament_log import Book
from tournaments.models import Entry
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables
from tournaments.seating import penalties

# As `conduct.Kind`: hands, orbits, and out.
HAND, ORBIT, OUT = Incident.Kind.MISSED_HAND, Incident.Kind.MISSED_ORBIT, Incident.Kind.DISQUALIFICATION


def heed(book: Book, now: datetime) -> None:
    """Act on the records of conduct in this tournament that were not acted on yet, and on those taken back since.

    An orbit is as many hands as its table has players now. A disqualified player in a hand is out when it is over. Whoever
    was brought back by undo is not put out again for the same record. A record that is taken back takes back as many hands
    as it gave, missed or not.
    """
    in_force = {one.incident: one for one in conduct.in_force_at(book.row.owner)}
    heeded = book.state.orders.heeded
    if not in_force and not heeded:
        return
    entries = _entries(book)
    for number, one in sorted(in_force.items()):
        entry = entries.get(one.player)
        if number in heeded or entry is None or book.state.entries[entry].is_out:
            continue
        if one.kind == OUT:
            disqualify(book, entry, number, now)
            continue
        at_table = len(book.state.seated(book.state.entries[entry].table or 0))
        hands = penalties.hands_missed(one.amount, max(1, at_table)) if one.kind == ORBIT else one.amount
        book.add(HandsToMiss(entry=entry, hands=hands, incident=number), now=now)
    for number in sorted(heeded - set(in_force)):
        given = _given(book, number)
        if given is not None:
            back = HandsToMiss(entry=given[0], hands=-given[1], incident=number, is_withdrawn=True)
            book.add(back, now=now)


def _given(book: Book, incident: int) -> tuple[int, int] | None:
    """The entry that was given hands to miss by a record that is withdrawn since, and how many."""
    lines = stored_lines.of_class(book.row, HandsToMiss, data__incident=incident)
    return (lines[0].event.entry, lines[0].event.hands) if lines else None


def _entries(book: Book) -> dict[int, int]:
    """Player to entry, of those entered: the last of several."""
    rows = Entry.objects.filter(tournament=book.row, is_withdrawn=False).order_by("number")
    found = dict(rows.values_list("player_id", "number"))
    return {player: number for player, number in found.items() if number in book.state.entries}


def disqualify(book: Book, entry: int, incident: int, now: datetime) -> None:
    """Put an entry out between hands, in the place that is lost next; the chips leave play (TDA 8-B, 71)."""
    place, left = book.state.entries[entry], len(book.state.alive)
    orders = book.state.orders
    if left < 2 or place.table is None or place.table in book.state.hands:
        return
    if place.table in orders.physical and entry not in orders.counts:
        return  # somebody has to count the stack first: the floor is told
    chips = tournament_tables.stack_of(book, entry)
    floor_seats.unseat(tournament_tables.sittings(book, place.table)[place.seat], now=now)
    out = KnockedOut(
        entry=entry, best=left, worst=left, fell=book.state.falls + 1, table=place.table, seat=place.seat,
        physical=place.table in orders.physical, why=_("disqualified"), floor=True, incident=incident,
    )  # fmt: skip
    seq = book.add(out, now=now)
    book.add(HandsToMiss(entry=entry, hands=0, incident=incident), now=now)
    tournament_tables.take_stack(
        book, entry, chips, f"{book.row.owner}:{seq}:1", None, is_physical=place.table in orders.physical
    )
    bounty_awards.hunt(book, entry, (), now)
    book.add(PrizeBarred(entry=entry, is_barred=True), now=now)


def mark(book: Book, number: int) -> None:
    """Before a deal: whose hand at this table is killed in turn, since they miss it."""
    misses = book.state.orders.misses
    if not misses and not book.state.orders.heeded:
        return  # nobody ever had any
    missing = {seat for seat, entry in book.state.seated(number).items() if misses.get(entry)}
    floor_seats.mark_missing(book.state.tables[number], missing)


def serve(book: Book, tables: Collection[int], now: datetime) -> None:
    """One hand less to miss for those whose hand was killed at these tables, in which a hand was taken."""
    for number in sorted(tables) if book.state.orders.misses else ():
        if number not in book.state.tables:
            continue
        missing = {sitting.seat for sitting in tournament_tables.sittings(book, number).values() if sitting.is_missing}
        for seat, entry in sorted(book.state.seated(number).items()):
            if seat in missing and book.state.orders.misses.get(entry):
                book.add(HandsToMiss(entry=entry, hands=-1), now=now)


def served(
    tournament_id: int, entry: int, hands: int, *, now: datetime, by: User | None, why: str = "", source: str = ""
) -> None:
    """So many hands less to miss: at a table with real cards, whose dealer counts them, or because they are forgiven.

    Raises `Refused` (not running, no such entry, fewer hands to miss).
    """
    with transaction.atomic():
        book = tournament_log.open_book(tournament_id)
        if book.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        left = book.state.orders.misses.get(entry, 0)
        if not 1 <= hands <= left:
            raise Refused("no_penalty", _("This player has %(left)d hands to miss.") % {"left": left}, left=left)
        served = HandsToMiss(entry=entry, hands=-hands, left=left - hands, why=why, floor=True)
        book.add(served, now=now, by=by, source=source)
        book.close()


def stack_wanted(book: Book) -> list[int]:
    """The entries that are disqualified at real cards and whose stacks have to be counted before they leave play."""
    orders, entries = book.state.orders, _entries(book)
    found = []
    for one in conduct.in_force_at(book.row.owner):
        entry = entries.get(one.player)
        if one.kind != OUT or one.incident in orders.heeded or entry is None:
            continue
        place = book.state.entries[entry]
        if not place.is_out and place.table in orders.physical and entry not in orders.counts:
            found.append(entry)
    return found
