"""What programs and printers take of the club's events: calendars, the latest results as RSS and JSON, a week on paper."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, cast

from django.contrib.auth.decorators import login_required
from django.contrib.syndication.views import Feed
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.club_rules import UNNAMED, in_force
from club.membership import calendar_keys
from club.models import User
from club.people.people import player_of
from tournaments.api import event_calendar, event_list
from tournaments.log import spectator_delay
from tournaments.models import Tournament
from tournaments.results import result_files, tournament_results

if TYPE_CHECKING:
    _Feed = Feed[Tournament, None]
else:  # which is generic for the stubs alone
    _Feed = Feed
LATEST = 20  # results that a feed has


def _ical(request: HttpRequest, rows: Any, name: str) -> HttpResponse:
    site = request.build_absolute_uri("/").rstrip("/")
    now = timezone.now()
    seen = spectator_delay.all_seen_by(rows, None, now=now)
    answer = HttpResponse(event_calendar.as_ical(seen, site, now=now), content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return answer


@require_GET
def calendar(request: HttpRequest) -> HttpResponse:
    """All events that have a time, for programs that follow calendars."""
    return _ical(request, event_calendar.coming(now=timezone.now()), "events")


@never_cache
@require_GET
def own_calendar(request: HttpRequest, calendar_key: str) -> HttpResponse:
    """The events that the owner of a secret address has entered; without a login, as such programs have none."""
    player = calendar_keys.owner_of(calendar_key)
    if player is None:
        raise Http404
    return _ical(request, event_calendar.coming(player, now=timezone.now()), "my-events")


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def my_calendar(request: HttpRequest) -> HttpResponse:
    """The address of one's own calendar: made, made anew (the old one is dead), or taken away."""
    player = player_of(request.user)
    if player is None:
        raise Http404
    if request.method == "POST":
        act = calendar_keys.take_away if request.POST.get("do") == "take-away" else calendar_keys.make_anew
        act(player.pk, by=cast(User, request.user), source=source_of(request), now=timezone.now())
        return redirect("my-calendar")
    key = player.calendar_key
    address = request.build_absolute_uri(reverse("own-calendar", args=[key])) if key else ""
    every = request.build_absolute_uri(reverse("calendar"))
    return render(request, "tournaments/my_calendar.html", {"address": address, "every": every})


@require_GET
def week(request: HttpRequest) -> HttpResponse:
    """A week of events, fit to be printed: from the Monday of `from` on, by default of this week."""
    day = _day(request.GET.get("from", "")) or in_force().calendar.day_of(timezone.now())
    first = day - timedelta(days=day.weekday())
    context = {
        "days": event_calendar.week(first),
        "first": first,
        "last": first + timedelta(days=6),
        "before": first - timedelta(days=7),
        "after": first + timedelta(days=7),
    }
    return render(request, "tournaments/week.html", context)


def _day(text: str) -> date | None:
    try:
        found = datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007  # a day of the club's calendar
    except ValueError:
        return None
    return found if 1970 <= found.year <= 9000 else None


def _finished() -> list[Tournament]:
    """The latest finished tournaments whose results spectators may know."""
    kept_back = spectator_delay.kept_back(now=timezone.now())
    return list(event_list.finished().exclude(pk__in=kept_back)[:LATEST])


@require_GET
def results_json(request: HttpRequest) -> HttpResponse:
    """The latest results, each as the file of a tournament's results has them."""
    told = {"events": [result_files.event(row) for row in _finished()]}
    return HttpResponse(json.dumps(told, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1), "application/json")


class ResultsFeed(_Feed):
    """The latest results as RSS: an item an event, with its first places."""

    def title(self) -> str:
        return _("%(club)s: results") % {"club": in_force().name or UNNAMED}

    def description(self) -> str:
        return _("Who won at the latest events.")

    def link(self) -> str:
        return reverse("tournaments")

    def items(self) -> list[Tournament]:
        return _finished()

    def item_title(self, item: Tournament) -> str:
        return item.name

    def item_description(self, item: Tournament) -> str:
        first = tournament_results.of(item)[:3]
        return " · ".join(f"{one['place']}. {one['name']} {one['prize']:,}" for one in first)

    def item_link(self, item: Tournament) -> str:
        return reverse("results", args=[item.pk])

    def item_pubdate(self, item: Tournament) -> datetime:
        return cast(datetime, tournament_results.over_at(item))


urlpatterns = [
    path("tournaments/calendar.ics", calendar, name="calendar"),
    path("tournaments/results.json", results_json, name="results-json"),
    path("tournaments/results.rss", require_GET(ResultsFeed()), name="results-rss"),
    path("tournaments/week/", week, name="week"),
    path("calendar/<str:calendar_key>.ics", own_calendar, name="own-calendar"),
    path("me/calendar/", my_calendar, name="my-calendar"),
]
