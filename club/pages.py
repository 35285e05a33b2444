"""The club's own pages, and the frame around every page."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils import timezone

from club import health, statements
from club.people import player_of

log = logging.getLogger(__name__)


def frame(request: HttpRequest) -> dict[str, Any]:
    """What base.html needs on every page: the streams' address and the server's clock in ms, which browsers follow."""
    return {"streams_url": settings.STREAMS_URL, "server_now": int(timezone.now().timestamp() * 1000)}


def front_door(request: HttpRequest) -> HttpResponse:
    return render(request, "club/front_door.html")


@login_required
def chips(request: HttpRequest) -> HttpResponse:
    """My chips: every account, and the lines behind the one that is looked at (the wallet, if none is named)."""
    accounts = statements.accounts_of(player_of(request.user))
    wanted = request.GET.get("account", "")
    chosen = next((one for one in accounts if str(one.pk) == wanted), accounts[0] if accounts and not wanted else None)
    if chosen is None:
        raise Http404
    before = request.GET.get("before", "")
    page = statements.page(chosen, before=int(before) if before.isdigit() else None)
    context = {
        "accounts": [statements.account(one) for one in accounts],
        "account": page["account"],
        "entries": page["entries"],
        "next": page["next"],
    }
    return render(request, "club/chips.html", context)


def healthz(request: HttpRequest) -> HttpResponse:
    """The web process reaches the database and the cache."""
    try:
        health.servers_answer()
    except Exception as fault:  # whatever it is, the answer is the same: not well
        log.warning("not well: %s", fault)
        return JsonResponse({"ok": False}, status=503)
    return JsonResponse({"ok": True})


def healthz_workers(request: HttpRequest) -> HttpResponse:
    """A heartbeat came through beat, broker and worker within half a minute."""
    is_well = health.workers_are_alive(now=timezone.now())
    return JsonResponse({"ok": is_well}, status=200 if is_well else 503)


urlpatterns = [
    path("", front_door, name="front-door"),
    path("chips/", chips, name="my-chips"),
    path("healthz", healthz, name="healthz"),
    path("healthz/workers", healthz_workers, name="healthz-workers"),
]
