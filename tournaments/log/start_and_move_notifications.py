"""Players are called by web push: a tournament is announced, theirs starts, or they are moved to another table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.notifications import web_push
from club.people import eligibility
from tournaments.log.events.draws_and_hands import RoundDrawn, Started
from tournaments.log.events.flights import BagUndone
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.seats import MoveCalled
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


def on_lines(
    *, tournament: Tournament, before: State, state: State, lines: Sequence[Numbered[LogEvent]], **_more: Any
) -> None:
    """Write what those lines tell the devices of players, in the transaction that writes the lines; each of them once."""
    if not web_push.is_anybody_called(web_push.STARTS, web_push.MOVED):
        return
    called = {call.entry: call for call in calls_of(before, state, [line.event for line in lines])}
    entries = Entry.objects.filter(tournament=tournament, number__in=called)
    last = lines[-1]
    for number, player in entries.values_list("number", "player"):
        _tell(tournament, state, f"{tournament.owner}:{last.seq}:{number}", called[number], player, last.at)


def announce(tournament: Tournament, *, now: datetime) -> None:
    """Tell whoever wants to hear of it that an event was announced, in the transaction that makes it; a flight is its Day 2's.

    Nobody is invited to play who may not, or who wished not to play for a time.
    """
    called = [] if tournament.day_two_id is not None else web_push.called(web_push.ANNOUNCED)
    players = {*called} - {*eligibility.barred(now).values_list("pk", flat=True)} if called else set()

    def words() -> tuple[str, str]:
        if tournament.starts_at is None:
            return tournament.name, _("A tournament is announced.")
        starts = date_format(timezone.localtime(tournament.starts_at, in_force().calendar.zone), "DATETIME_FORMAT")
        return tournament.name, _("A tournament is announced: %(when)s.") % {"when": starts}

    page, key = reverse("tournament", args=[tournament.pk]), f"{tournament.owner}:announced"
    if players:
        web_push.tell(players, web_push.ANNOUNCED, key, words, page, now=now, seconds=LASTS)


def calls_of(before: State, state: State, events: Iterable[LogEvent]) -> Iterator[Call]:
    """Whom lines of the log call where: by what they leave, so that no kind of line that seats many is forgotten.

    Who was called to a seat, and comes to sit there, was told already; who was knocked out and sits again is at the desk.
    """
    listed = list(events)
    if started := next((event for event in listed if isinstance(event, Started)), None):
        yield from (Call(web_push.STARTS, entry, table, seat) for entry, table, seat in started.seats)
        return
    is_drawn = any(isinstance(event, RoundDrawn | BagUndone) for event in listed)  # also for those who had no seat
    for entry, place in state.entries.items():
        was = before.entries.get(entry)
        if was is None or place == was or place.table is None or place.seat is None or place.is_out or was.is_out:
            continue
        waited = before.orders.called.get(entry)
        is_told = waited is not None and (waited.table, waited.seat) == (place.table, place.seat)
        if not is_told and (was.table is not None or is_drawn) and (was.table, was.seat) != (place.table, place.seat):
            yield Call(web_push.MOVED, entry, place.table, place.seat)
    yield from (
        Call(web_push.MOVED, event.entry, event.to_table, event.to_seat)
        for event in listed
        if isinstance(event, MoveCalled)
    )


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
