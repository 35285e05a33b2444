"""Pages tell instants in the club's time zone and speak the club's languages, both house rules; the API does neither."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.utils.translation.trans_real import parse_accept_lang_header

from club.house.club_rules import in_force

ELSEWHERE = ("/api/", "/static/", "/healthz")


def as_the_club_has_it(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: whatever a page formats is local to the club, and said in one of its languages."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.path.startswith(ELSEWHERE):
            return get_response(request)
        rules = in_force()
        language = spoken(request, rules.tongues)
        request.LANGUAGE_CODE = language
        with timezone.override(rules.calendar.zone), translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return answer


def spoken(request: HttpRequest, tongues: tuple[str, ...]) -> str:
    """The language of a page: what the visitor chose, or the browser asks for, if the club speaks it; else its first."""
    found = translation.get_language() or ""
    chosen = settings.LANGUAGE_COOKIE_NAME in request.COOKIES
    return found if found in tongues and (chosen or _asks_for(request, found)) else tongues[0]


def _asks_for(request: HttpRequest, language: str) -> bool:
    wanted = parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    return any(code.partition("-")[0] == language for code, _priority in wanted)
