"""What the sweeps of the tables have to do at an instant, as queries of which one finds a row; beat asks them all at once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tables.breaking_and_closing import breaking_tables, must_move
from tables.core.due_times import due
from tables.hand import presence
from tables.models import Hand, Table, Wait
from tables.players import turn_and_seat_notifications


def sweep(now: datetime) -> Iterator[QuerySet[Any]]:
    """Hands to be settled, hands to be dealt, lines that may move, tables to be broken or fed, players who went away."""
    yield Hand.objects.filter(state=Hand.State.OVER)
    yield deals(now)
    yield Wait.objects.filter(state__in=[Wait.State.CALLED, Wait.State.WAITING])
    yield breaking_tables.breaking()
    yield must_move.feeders()
    yield must_move.moving_nowhere()
    yield presence.silent(now)


def think(now: datetime) -> Iterator[QuerySet[Any]]:
    """Clocks that have run out, and computer players whose time has come."""
    yield late(now)
    yield computers(now)


def call_players(now: datetime) -> Iterator[QuerySet[Any]]:
    """Who is to be called to a turn or to a seat."""
    yield turn_and_seat_notifications.hands(now)
    yield turn_and_seat_notifications.called_to_seats(now)


def deals(now: datetime) -> QuerySet[Table]:
    """The tables whose next hand is due."""
    return Table.objects.filter(due("deal_at", "pause", now), status=Table.Status.OPEN)


def late(now: datetime) -> QuerySet[Hand]:
    """The hands in which somebody's clock has run out."""
    return _playing().filter(due("deadline", "table__action_seconds", now))


def computers(now: datetime) -> QuerySet[Hand]:
    """The hands in which a computer player's time has come."""
    return _playing().filter(due("play_at", "table__pace", now))


def _playing() -> QuerySet[Hand]:
    return Hand.objects.filter(state=Hand.State.PLAYING, is_recorded=False)
