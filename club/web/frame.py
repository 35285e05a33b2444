"""The club's own pages, and the frame around every page."""

from __future__ import annotations

import logging
from typing import Any
from urllib.parse import quote, urlsplit

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.views.decorators.http import require_GET

from club.accounts.auth_adapters import JUST_CAME
from club.base import registry
from club.house import health
from club.house.rights import has_right, roles_of
from club.http import browser_origins
from club.ledger import audit
from club.web_owner import first_evening, manual_pages
from club.web_owner.club_pages import club
from club.web_people.settings_page import theme_of

log = logging.getLogger(__name__)


def frame(request: HttpRequest) -> dict[str, Any]:
    """What base.html needs on every page: the streams' address, the server's clock in ms, the club, and a part of the menu."""
    return {
        "club": SimpleLazyObject(club),
        "csp_nonce": str(getattr(request, "csp_nonce", "")),
        "chapter_of_page": lambda: manual_pages.chapter_of(request.path),
        "streams_url": browser_origins.streams_url(request.get_host()),
        "theme": theme_of(request),
        "server_now": int(timezone.now().timestamp() * 1000),
        "may_issue_tickets": lambda: has_right(request.user, "tickets.issue"),
        "do_books_differ": lambda: bool(roles_of(request.user) - {"player"}) and audit.is_failing(),
        "standstills": lambda: [
            one for right, told in registry.STANDSTILLS.items() if has_right(request.user, right) for one in told()
        ],
        "may_audit": lambda: has_right(request.user, "ledger.audit"),
        "may_enter": lambda: has_right(request.user, "tournaments.enter"),
        "may_see_desk": lambda: has_right(request.user, "books.read"),
        "may_see_conduct": lambda: has_right(request.user, "conduct.see"),
        "may_see_integrity": lambda: has_right(request.user, "integrity.see"),
        "may_read_audit_log": lambda: has_right(request.user, "audit_log.read"),
        "may_manage_webhooks": lambda: has_right(request.user, "webhooks.manage"),
        "may_set_rules": lambda: has_right(request.user, "house_rules.set"),
        "is_being_set_up": lambda: first_evening.is_under_way(request.user),  # asked only where its steps lead to
        "may_see_members": lambda: has_right(request.user, "people.see"),  # asked only where the menu is drawn
    }


def front_door(request: HttpRequest) -> HttpResponse:
    """The first page; a login that has just come in to a club that nobody has set up goes to its first evening."""
    if request.session.pop(JUST_CAME, False) and first_evening.is_to_be_shown(request.user):
        return redirect("first-evening")
    setup = first_evening.stand() if has_right(request.user, first_evening.RIGHT) else None
    return render(request, "club/front_door.html", {"setup": setup})


def healthz(request: HttpRequest) -> HttpResponse:
    """The web process reaches the database and the cache. `standstills` names what waits for a person to act."""
    try:
        health.servers_answer()
        standstills = [one.reference for one in health.standstills()]
    except Exception as fault:  # whatever it is, the answer is the same: not well
        log.warning("not well: %s", fault)
        return JsonResponse({"ok": False}, status=503, headers={"Retry-After": "1"})
    return JsonResponse({"ok": True, "standstills": standstills})


def healthz_workers(request: HttpRequest) -> HttpResponse:
    """A heartbeat came through beat, broker and worker within half a minute."""
    is_well = health.workers_are_alive(now=timezone.now())
    return JsonResponse({"ok": is_well}, status=200 if is_well else 503)


@require_GET
def stream(request: HttpRequest, channels: str) -> HttpResponse:
    """Whoever looks for a stream at the club's address is sent to where it is; where a proxy joins both, nobody comes here."""
    host = request.get_host()
    streams = browser_origins.streams_url(host)
    if urlsplit(streams).netloc == host:
        raise Http404
    return redirect(f"{streams}/streams/{quote(channels, safe=':,')}")


urlpatterns = [
    path("streams/<str:channels>", stream, name="stream"),
    path("", front_door, name="front-door"),
    path("healthz", healthz, name="healthz"),
    path("healthz/workers", healthz_workers, name="healthz-workers"),
]
