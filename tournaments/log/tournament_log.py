"""The lock of a tournament and its log: every line is appended here, and the snapshot goes with it.

Locks are taken in one order: tournament, tables by primary key, accounts by primary key.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.dispatch import Signal

from club.base.phrases import gettext as _
from club.database import bulk_sql
from club.database.prepared_queries import Rows
from club.house import audit_log
from club.live import nudges
from club.models import User
from tournaments.base.errors import Refused, UnknownTournament
from tournaments.log import stored_lines
from tournaments.log.events.log_event import LogEvent
from tournaments.log.replay import Line, apply, apply_all, replay
from tournaments.log.state import RUNNING, State
from tournaments.models import Entry, LogEntry, Tournament

# Sent in the transaction that writes them, before the snapshot: `row` with the status from before them, the state `before` and the
# `state` after them, the `lines` (`stored_lines.Numbered`), and of the last `by` and `now`. Who listens is connected in the app's
# `ready`.
lines_written = Signal()
_LOCKED = Rows(Tournament, "WHERE own.id = %s FOR NO KEY UPDATE")


class TournamentLog:
    """A locked tournament, its state, and the lines added in this transaction. `close` writes the snapshot."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.state = State.from_json(tournament.snapshot)
        self._before = self.state
        self._new: list[LogEntry] = []
        self._events: list[stored_lines.Numbered[LogEvent]] = []
        self._out = {entry for entry, place in self.state.entries.items() if place.is_out}

    def add(self, event: LogEvent, *, now: datetime, by: User | None = None, source: str = "") -> int:
        """Append a line; returns its number in the log, from 1. Raises `Refused` for one that has to wait."""
        return self.add_all([event], now=now, by=by, source=source)

    def add_all(self, events: Sequence[LogEvent], *, now: datetime, by: User | None = None, source: str = "") -> int:
        """Append lines in their order; returns the number of the last, from 1. Raises `Refused` for one that has to wait."""
        self._check_request(events)
        lines = [Line(event, now) for event in events]
        # A single line copies the state, many at once do so together.
        self.state = apply(self.state, lines[0]) if len(lines) == 1 else apply_all(self.state, lines)
        of_all = {"tournament": self.tournament, "by": by, "source": source[:200], "at": now}
        for event in events:
            self.tournament.seq += 1
            self._new.append(LogEntry(seq=self.tournament.seq, kind=event.kind, data=event.as_json(), **of_all))
            self._events.append(stored_lines.Numbered(self.tournament.seq, event, now))
        return self.tournament.seq

    def _check_request(self, events: Sequence[LogEvent]) -> None:
        if self.state.request is None or self.state.status != RUNNING:
            return
        if all(event.is_free for event in events):
            return
        words = _("Somebody has asked to call this tournament off: that is approved or refused first.")
        raise Refused("call_off_waits", words)

    @property
    def has_changed(self) -> bool:
        """True if a line was added."""
        return bool(self._new)

    @property
    def fresh(self) -> tuple[stored_lines.Numbered[LogEvent], ...]:
        """The lines added in this transaction, which the table of lines does not have yet."""
        return tuple(self._events)

    def _put_on_record(self, line: LogEntry, event: LogEvent) -> None:
        """A person's decision is in the club's record too, where every decision is searched."""
        audit_log.record(
            f"tournament.{event.kind}",
            by=line.by,
            subject=self.tournament.owner,
            why=event.reason[:300],
            after={"line": line.seq, **event.facts()},
            source=line.source,
            now=line.at,
        )

    @property
    def next_line(self) -> int:
        """The number in the log of the line that is added next, from 1."""
        return self.tournament.seq + 1

    def transfer_key(self, part: int = 1) -> str:
        """The ledger's key of what the next line moves; a line that moves several things numbers them."""
        return transfer_key(self.tournament, self.next_line, part)

    def mark_out(self) -> None:
        """Keep the entries' rows in step with the log: who is out may enter again by another entry."""
        now = {entry for entry, place in self.state.entries.items() if place.is_out}
        for changed, is_out in ((now - self._out, True), (self._out - now, False)):
            if changed:
                Entry.objects.filter(tournament=self.tournament, number__in=changed).update(is_out=is_out)
        self._out = now

    def close(self) -> None:
        """Write the lines and the snapshot, and tell the watchers after the commit."""
        if not self._new:
            return
        self.mark_out()
        names = ("seq", "kind", "data", "by_id", "source", "at")
        listed = [[getattr(line, name) for name in names] for line in self._new]
        bulk_sql.insert(LogEntry, names, listed, {"tournament_id": self.tournament.pk})
        for line, numbered in zip(self._new, self._events, strict=True):
            if line.by is not None:
                self._put_on_record(line, numbered.event)
        last = self._new[-1]
        lines_written.send(
            TournamentLog,
            tournament=self.tournament,
            before=self._before,
            state=self.state,
            lines=self.fresh,
            by=last.by,
            now=last.at,
        )
        self._new, self._events, self._before = [], [], self.state
        self.tournament.snapshot = self.state.as_json()
        self.tournament.status = self.state.status
        self.tournament.version += 1
        self.tournament.save(update_fields=["snapshot", "status", "seq", "version"])
        nudges.nudge(self.tournament.owner, self.tournament.version)


def transfer_key(tournament: Tournament, line: int, part: int = 1) -> str:
    """The ledger's key of what a line of the log moves, so that the transfer is found from the line and made but once."""
    return f"{tournament.owner}:{line}:{part}"


def open_log(tournament_id: int) -> TournamentLog:
    """Lock a tournament until the transaction ends. Raises `UnknownTournament`."""
    tournament = _LOCKED.first(tournament_id)
    if tournament is None:
        raise UnknownTournament(tournament_id)
    return TournamentLog(tournament)


def open_running(tournament_id: int) -> TournamentLog:
    """Lock a tournament that is running. Raises `UnknownTournament`, and `Refused` for one that is not."""
    log = open_log(tournament_id)
    if log.state.status != RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    return log


def replayed(tournament_id: int) -> State:
    """The state by the log alone, for checking the snapshot against it."""
    with transaction.atomic():
        return replay(stored_lines.lines(tournament_id))
