"""Widgets for sites elsewhere: the clock and the lobby at a signed address, without a login and without cookies.

They say what a visitor may see and nothing else, whoever looks: a login of this very browser is not asked for. A page shows what
was put together within the last seconds, however many look at the site.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import path
from django.utils import timezone, translation
from django.views.decorators.http import require_GET

from club.base.errors import ClubError
from club.house.club_rules import in_force
from club.live import embedding
from tables.models import PRACTICE
from tables.queries import game_catalogue
from tables.queries.lobby import in_lobby, lobby_as_seen_by
from tournaments.api import event_as_seen, event_list
from tournaments.api.clock_face import clock_of
from tournaments.log import spectator_delay
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.models import Tournament

CURRENT = 0  # in the place of an event's number: whichever is on, else the next
KEPT = 5  # seconds for which a widget's words are those that were last put together
MOST_TABLES, MOST_EVENTS = 30, 8
PUBLIC = Q(is_private=False, owner="") & ~Q(unit=PRACTICE)
AHEAD = timedelta(days=14)
LATE = timedelta(hours=12)  # so long after its time an event that has not begun is still the next


def clock_words(number: int, now: datetime) -> dict[str, Any]:
    """The clock of an event, as a visitor sees it. Raises `Http404` for one that is not."""
    row = current(now) if number == CURRENT else _event(number)
    if row is None:
        return {"event": None}
    seen = spectator_delay.seen_by(row, None, now=now)
    return {"event": seen, "clock": clock_of(seen, now=now)}


def _event(number: int) -> Tournament:
    try:
        return event_as_seen.tournament_of(number)
    except ClubError as unknown:
        raise Http404 from unknown


def current(now: datetime) -> Tournament | None:
    """The event that is on, as far as spectators know, the one that began last; else the next that has a time; else none."""
    running = Tournament.objects.filter(event_list.is_on(now, RUNNING)).order_by("-starts_at", "-pk").first()
    return running or _coming(now).first()


def _coming(now: datetime) -> Any:
    rows = Tournament.objects.filter(status=REGISTERING, starts_at__gt=now - LATE, starts_at__lt=now + AHEAD)
    return rows.order_by("starts_at", "pk")


def lobby_words(number: int, now: datetime) -> dict[str, Any]:
    """The cash tables with their free seats, and the events of the coming days, as somebody without a login sees them."""
    found, _has_more = lobby_as_seen_by(None, now=now, which=PUBLIC)
    lines = [in_lobby(table) | game_catalogue.stakes_in_words(table) for table in found[:MOST_TABLES]]
    for line in lines:
        line["free"] = max(0, line["seats"] - line["seated"])
    on = Tournament.objects.filter(event_list.is_on(now, RUNNING))
    rows = [*on.order_by("starts_at", "pk"), *_coming(now)[:MOST_EVENTS]]
    events = [_event_line(row) for row in spectator_delay.all_seen_by(rows[:MOST_EVENTS], None, now=now)]
    return {"tables": lines, "events": events}


def _event_line(row: Tournament) -> dict[str, Any]:
    state = State.from_json(row.snapshot)
    status = event_list.status_of(row, state)
    words, entries = event_list.status_words(row, status), event_list.entered_of(row, state)
    return {"row": row, "words": words, "entries": entries}


# What a widget says, and its template.
KINDS: dict[str, tuple[Callable[[int, datetime], dict[str, Any]], str]] = {
    "clock": (clock_words, "tournaments/_widget_clock.html"),
    "lobby": (lobby_words, "tournaments/_widget_lobby.html"),
}


@require_GET
@embedding.framed_by_sites
def widget(request: HttpRequest, language: str, widget_kind: str, about: int, signature: str) -> HttpResponse:
    """A widget, if the address is signed by the key as it is now."""
    kind, is_known = widget_kind, language in dict(settings.LANGUAGES)
    if kind not in KINDS or not is_known or not embedding.is_signed(kind, about, signature):
        raise Http404
    with translation.override(language):
        page: dict[str, Any] = {"body": _body(kind, about, signature, language), "kind": kind, "language": language}
        page |= {"is_part": "part" in request.GET, "csp_nonce": str(getattr(request, "csp_nonce", ""))}
        # Without the request: nothing of a login, a session or a cookie can come into it.
        answer = HttpResponse(render_to_string("tournaments/widget.html", page))
    answer["Content-Language"] = language
    answer["Cache-Control"] = "no-store"  # the page has a nonce of its own
    answer["Cross-Origin-Resource-Policy"] = "cross-origin"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _body(kind: str, number: int, told: str, language: str) -> str:
    key = f"widget:{language}:{kind}:{number}:{told}"
    held: str | None = cache.get(key)
    if held is None:
        now = timezone.now()
        words, template = KINDS[kind]
        told_now = words(number, now) | {
            "number": number,
            "now": int(now.timestamp() * 1000),
            "club": in_force().called,
        }
        held = str(render_to_string(template, told_now))
        cache.set(key, held, KEPT)
    return held


urlpatterns = [
    path("widgets/<slug:language>/<slug:widget_kind>/<int:about>/<slug:signature>/", widget, name="widget"),
]
