"""Players are called by web push: a tournament is announced, theirs starts, or they are moved to another table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.notifications import web_push
from tournaments.log.events.draws_and_hands import Started
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.seats import MoveCalled, Moved
from tournaments.log.state import State
from tournaments.log.stored_lines import Numbered
from tournaments.models import Entry, Tournament

LASTS = 12 * 3600  # seconds for which the announcement of an event is worth telling
SECONDS = 600  # after which whoever was to come has heard of it otherwise


class Call(NamedTuple):
    """An entry that is called to a table and seat, for a kind of `web_push.KINDS`."""

    kind: str
    entry: int
    table: int
    seat: int


def on_lines(*, tournament: Tournament, state: State, lines: Iterable[Numbered[LogEvent]], **_more: Any) -> None:
    """Write what those lines tell the devices of players, in the transaction that writes the lines."""
    called = [(line, call) for line in lines for call in calls_of(line.event)]
    if not called or not any(web_push.is_anybody_called(kind) for kind in {call.kind for _line, call in called}):
        return
    entries = Entry.objects.filter(tournament=tournament, number__in={call.entry for _line, call in called})
    players = dict(entries.values_list("number", "player"))
    for line, call in called:
        _tell(tournament, state, f"{tournament.owner}:{line.seq}:{call.entry}", call, players[call.entry], line.at)


def announce(tournament: Tournament, *, now: datetime) -> None:
    """Tell whoever wants to hear of it that an event was announced, in the transaction that makes it; a flight is its Day 2's."""
    players = [] if tournament.day_two_id is not None else web_push.called(web_push.ANNOUNCED)

    def words() -> tuple[str, str]:
        if tournament.starts_at is None:
            return tournament.name, _("A tournament is announced.")
        starts = date_format(timezone.localtime(tournament.starts_at, in_force().calendar.zone), "DATETIME_FORMAT")
        return tournament.name, _("A tournament is announced: %(when)s.") % {"when": starts}

    page, key = reverse("tournament", args=[tournament.pk]), f"{tournament.owner}:announced"
    if players:
        web_push.tell(players, web_push.ANNOUNCED, key, words, page, now=now, seconds=LASTS)


def calls_of(event: LogEvent) -> Iterator[Call]:
    """Whom a line of the log calls where."""
    if isinstance(event, Started):
        yield from (Call(web_push.STARTS, entry, table, seat) for entry, table, seat in event.seats)
    elif isinstance(event, Moved | MoveCalled):
        yield Call(web_push.MOVED, event.entry, event.to_table, event.to_seat)


def _tell(tournament: Tournament, state: State, key: str, call: Call, player: int, now: datetime) -> None:
    def words() -> tuple[str, str]:
        where = {"table": call.table, "seat": call.seat}
        said = {
            web_push.STARTS: _("It starts. Your place: table %(table)s, seat %(seat)s."),
            web_push.MOVED: _("You move to table %(table)s, seat %(seat)s."),
        }
        return tournament.name, said[call.kind] % where

    web_push.tell([player], call.kind, key, words, _page(tournament, state, call.table), now=now, seconds=SECONDS)


def _page(tournament: Tournament, state: State, number: int) -> str:
    """The table that is played in the browser; of real cards the tournament's page."""
    if number in state.orders.physical or number not in state.tables:
        return reverse("tournament", args=[tournament.pk])
    return reverse("table", args=[state.tables[number]])
