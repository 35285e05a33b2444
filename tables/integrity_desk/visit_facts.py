"""Visits as facts: from where players came in, and from where they decided. Nothing here is kept: findings hold days alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from allauth.usersessions.models import UserSession
from axes.models import AccessLog
from django.db.models import F
from django.db.models.functions import Trunc

from club.house.business_day import Calendar
from club.models import User
from tables.integrity.facts import Visit
from tables.models import Decision

DOORS = ("api ", "page ")  # what stands before address and browser where a decision came from


def visits(begins: datetime, ends: datetime, calendar: Calendar, known: Mapping[int, int]) -> Iterator[Visit]:
    """The visits of those instants, by day, address and browser."""
    logins = User.objects.filter(player__in=known).values_list("pk", "username", "player__pk")
    by_login = {pk: known[player] for pk, _name, player in logins}
    by_name = {name.casefold(): known[player] for _pk, name, player in logins}
    for name, address, browser, at in AccessLog.objects.filter(
        attempt_time__gte=begins, attempt_time__lt=ends
    ).values_list("username", "ip_address", "user_agent", "attempt_time"):
        player = by_name.get((name or "").casefold())
        if player is not None and address:
            yield Visit(player, calendar.day_of(at), address, browser)
    seen = UserSession.objects.filter(user__in=by_login, last_seen_at__gte=begins, last_seen_at__lt=ends)
    for login, address, browser, at in seen.values_list("user_id", "ip", "user_agent", "last_seen_at"):
        yield Visit(by_login[login], calendar.day_of(at), address, browser)
    yield from _decided(begins, ends, calendar, by_login)


def _decided(begins: datetime, ends: datetime, calendar: Calendar, by_login: Mapping[int, int]) -> Iterator[Visit]:
    given = Decision.objects.filter(source=Decision.Source.PLAYER, user__isnull=False, at__gte=begins, at__lt=ends)
    hours = given.annotate(hour=Trunc(F("at"), "hour")).values_list("user_id", "device", "hour").distinct()
    for login, device, hour in hours.order_by("hour").iterator(2000):
        address, browser = _place(device)
        if login in by_login and address:
            yield Visit(by_login[login], calendar.day_of(hour), address, browser)


def _place(device: str) -> tuple[str, str]:
    """Address and browser of where a decision came from; empty where it names none."""
    for door in DOORS:
        device = device.removeprefix(door)
    address, _space, browser = device.partition(" ")
    return (address, browser) if "." in address or ":" in address else ("", "")
