"""Pages tell instants in the club's time zone, a house rule; the API tells them with their offset."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone

from club.house.club_rules import in_force

ELSEWHERE = ("/api/", "/static/", "/healthz")


def in_the_clubs_time_zone(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: whatever a page formats is local to the club."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(ELSEWHERE):
            return get_response(request)
        with timezone.override(in_force().calendar.zone):
            return get_response(request)

    return answer
