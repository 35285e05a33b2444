"""A finished event reopened: its prizes, bounties and tickets taken back, everybody in the seat of before, its results gone.

Every transfer of its end is taken back by one that names it, or none is. The state before the end stands again, so that the floor
can undo the last knock-outs; the clock stands, and the event ends again when the floor says so, with payments of their own. Who
may ask for it, and who has to approve, is for `requests_to_call_off_or_reopen` to say.
"""

from __future__ import annotations

from datetime import datetime

from club.models import Transfer, User
from tables.tournament_seats import bulk_seating
from tournaments.endings import reversed_transfers
from tournaments.log import stored_lines
from tournaments.log.events.endings import Reopened
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.replay import replay
from tournaments.log.state import EndRequest, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.prizes import tickets

PARTS = (
    "bounties",
    "own",
    "overlay",
    "staff",
    "1",
    "2",
)  # the keys of what an end pays (`payout_settlement.settle`, `prizegiving.pay`)


def carry_out(log: TournamentLog, asked: EndRequest, *, now: datetime, by: User | None, source: str = "") -> None:
    """Reopen the event. Raises `Refused`, naming who, where chips or tickets are gone; then nothing has changed."""
    tournament, why = log.tournament, asked.why
    end = LogEntry.objects.filter(tournament=tournament, kind="finished").latest("seq")
    before = state_before(tournament, end)
    tickets.unwin(tournament, why=why, by=by, now=now, source=source)
    seq = log.add(Reopened(why=why, line=end.seq, state=before.as_json()), now=now, by=by, source=source)
    key = f"{tournament.owner}:{end.seq}"
    paid = Transfer.objects.filter(key__in=[f"{key}:{part}" for part in PARTS], corrected_by=None)
    reversed_transfers.reverse_all(paid, key=f"{tournament.owner}:{seq}:back", by=by, why=why, now=now)
    _seat(tournament, before, by, now, source)


def state_before(tournament: Tournament, end: LogEntry) -> State:
    """What the log said before the lines of that end: those by which whoever was left got a place, and the end itself."""
    lines = list(stored_lines.lines(tournament, seq__lt=end.seq))
    while lines and isinstance(last := lines[-1].event, KnockedOut) and last.is_of_end:
        lines.pop()
    return replay(lines)


def _seat(tournament: Tournament, before: State, by: User | None, now: datetime, source: str) -> None:
    """Everybody who was in returns to the seat of then, at the tables of then, opened again."""
    tables = bulk_seating.reopen_tables(list(before.tables.values()), by=by, now=now, source=source)
    held = {one.number: one for one in Entry.objects.filter(tournament=tournament, number__in=before.alive)}
    placed = {}
    for entry in before.alive:
        place = before.entries[entry]
        if place.table is None or place.seat is None:
            continue
        account = None if place.table in before.orders.physical else held[entry].account_id
        placed[bulk_seating.Chair(before.tables[place.table], place.seat)] = (held[entry].player_id, account)
    bulk_seating.seat_all(tables, placed, now=now)
