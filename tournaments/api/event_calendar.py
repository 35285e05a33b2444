"""The club's events as a calendar (iCalendar, RFC 5545), and a week of them by day. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from icalendar import Calendar, Event

from club.base.phrases import gettext as _
from club.house.club_rules import UNNAMED, in_force
from club.models import Player
from tournaments.api.event_list import entered_of
from tournaments.log.state import CANCELLED, State
from tournaments.models import Entry, Tournament
from tournaments.rooms import mixed_games

KEPT_DAYS = 60  # of the past that a calendar still has
MOST_EVENTS = 500
PERHAPS_ON = timedelta(days=1)  # an event that began no longer ago may be on still
ASKED_AGAIN = timedelta(hours=1)  # by programs that follow the calendar (RFC 7986)


class Day(NamedTuple):
    """A business day of the club, and what begins on it."""

    day: date
    events: list[Tournament]


def coming(player: Player | None = None, *, now: datetime) -> list[Tournament]:
    """Events that have a time, from `KEPT_DAYS` ago on, by that time; a player's own are those with an entry that stands.

    Of more than `MOST_EVENTS` those to come are told first, the soonest of them, then the latest of the past.
    """
    rows = Tournament.objects.filter(starts_at__gte=now - timedelta(days=KEPT_DAYS))
    if player is not None:
        own = Entry.objects.filter(player=player, is_withdrawn=False)
        rows = rows.filter(pk__in=own.values("tournament"))
    since = now - PERHAPS_ON
    ahead = list(rows.filter(starts_at__gte=since).order_by("starts_at", "pk")[:MOST_EVENTS])
    past = rows.filter(starts_at__lt=since).order_by("-starts_at", "-pk")[: MOST_EVENTS - len(ahead)]
    return [*reversed(past), *ahead]


def week(first: date) -> list[Day]:
    """The seven business days from that one on, with the events that are not called off."""
    calendar, last = in_force().calendar, first + timedelta(days=6)
    begin, end = calendar.span(first, last)
    rows = Tournament.objects.filter(starts_at__gte=begin, starts_at__lt=end).exclude(status=CANCELLED)
    days: dict[date, list[Tournament]] = {first + timedelta(days=at): [] for at in range(7)}
    for row in rows.order_by("starts_at", "pk"):
        assert row.starts_at is not None
        days[calendar.day_of(row.starts_at)].append(row)
    return [Day(day, events) for day, events in days.items()]


def as_ical(rows: Iterable[Tournament], site: str, *, now: datetime) -> bytes:
    """The events as a calendar file. `site` is the address to which its links lead, such as ``https://club.example``, without a
    slash."""
    rules = in_force()
    made = Calendar()
    made.add("prodid", "-//Cardhouse//events//EN")
    made.add("version", "2.0")
    made.add("method", "PUBLISH")
    made.add("x-wr-calname", rules.name or UNNAMED)
    made.add("refresh-interval", ASKED_AGAIN, parameters={"value": "DURATION"})
    for row in rows:
        made.add_component(_event(row, site, rules.address, now))
    return bytes(made.to_ical())


def _event(row: Tournament, site: str, place: str, now: datetime) -> Event:
    """One event. It has no end: nobody knows it before. Its UID is the same by whatever address the calendar was asked for."""
    told = Event()
    told.add("uid", f"event-{row.pk}@{urlsplit(settings.WEB_ORIGIN).netloc}")
    told.add("dtstamp", now)  # of this file, since it names a method (RFC 5545, 3.8.7.2)
    told.add("sequence", row.version)
    told.add("dtstart", row.starts_at)
    told.add("summary", row.name)
    told.add("description", description(row))
    told.add("url", f"{site}/tournaments/{row.pk}/")
    told.add("status", "CANCELLED" if row.status == CANCELLED else "CONFIRMED")
    if place:
        told.add("location", place)
    return told


def description(row: Tournament) -> str:
    """The game, the price and how many have entered, in a line."""
    price = f"{row.buy_in:,} + {row.fee:,}" if row.fee else f"{row.buy_in:,}"
    words = _("%(game)s · buy-in %(price)s · %(entries)s entered")
    entered = entered_of(row, State.from_json(row.snapshot))
    return words % {"game": _(mixed_games.name_of(row)), "price": price, "entries": entered}
