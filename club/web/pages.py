"""The club's own pages, and the frame around every page."""

from __future__ import annotations

import logging
import uuid
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from club.accounts.auth_adapters import JUST_CAME
from club.base import registry
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import expiry, handouts
from club.house import health
from club.house.club_rules import ClubRules, in_force
from club.house.rights import has_right, roles_of
from club.ledger import audit, ledger, statements
from club.live import origins
from club.models import Account
from club.people.people import player_of
from club.text.messages import on_page
from club.web_owner import first_evening
from club.web_owner.club_pages import club

log = logging.getLogger(__name__)


def frame(request: HttpRequest) -> dict[str, Any]:
    """What base.html needs on every page: the streams' address, the server's clock in ms, the club, and a part of the menu."""
    return {
        "club": SimpleLazyObject(club),
        "streams_url": origins.streams_url(request.get_host()),
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
        "may_read_audit_log": lambda: has_right(request.user, "audit_log.read"),
        "may_manage_webhooks": lambda: has_right(request.user, "webhooks.manage"),
        "may_set_rules": lambda: has_right(request.user, "house_rules.set"),
        "may_see_members": lambda: has_right(request.user, "people.see"),  # asked only where the menu is drawn
    }


def front_door(request: HttpRequest) -> HttpResponse:
    """The first page; a login that has just come in to a club that nobody has set up goes to its first evening."""
    if request.session.pop(JUST_CAME, False) and first_evening.is_to_be_shown(request.user):
        return redirect("first-evening")
    setup = first_evening.stand() if has_right(request.user, first_evening.RIGHT) else None
    return render(request, "club/front_door.html", {"setup": setup})


@login_required
def chips(request: HttpRequest) -> HttpResponse:
    """My chips: every account, and the lines behind the one that is looked at (the wallet, if none is named)."""
    accounts = statements.accounts_of(player_of(request.user))
    wanted = request.GET.get("account", "")
    chosen = next((one for one in accounts if str(one.pk) == wanted), accounts[0] if accounts and not wanted else None)
    if chosen is None:
        raise Http404
    before = request.GET.get("before", "")
    page = statements.page(chosen, before=int(before) if before.isdecimal() and len(before) < 19 else None)
    rules = in_force()
    context = {
        "accounts": [statements.account(one) for one in accounts],
        "account": page["account"],
        "entries": page["entries"],
        "next": page["next"],
        "symbol": rules.unit_symbol if chosen.unit == ledger.CHIPS else "",
        "expiry": expiry.notice_for(chosen) if chosen.kind == "wallet" else None,
        "asked": request.GET.get("at", ""),
        "held": _balance_at(request, chosen, rules),
        "may_give": rules.player_transfers == "players" and chosen.kind == "wallet",
        "key": uuid.uuid4().hex,
    }
    return render(request, "club/chips.html", context)


def _balance_at(request: HttpRequest, account: Account, rules: ClubRules) -> int | None:
    """What the account held at the club's local time that is asked for, such as 2026-11-21T20:00."""
    said = request.GET.get("at", "")
    if not said:
        return None
    try:
        instant = datetime.fromisoformat(said).replace(tzinfo=rules.calendar.zone).astimezone(UTC)
    except (ValueError, OverflowError):
        messages.error(request, _("Write a day and time such as 2026-11-21 20:00."))
        return None
    return ledger.balance_at(account, instant)


@login_required
def statement(request: HttpRequest, form: str) -> HttpResponseBase:
    """One of one's own accounts as a file, or on paper."""
    wanted = request.GET.get("account", "")
    for one in statements.accounts_of(player_of(request.user)):
        if str(one.pk) == wanted:
            try:
                return handouts.statement(one, form, request.GET.get("begin", ""), request.GET.get("end", ""))
            except ClubError as refusal:
                messages.error(request, on_page(refusal))
                return redirect("my-chips")
    raise Http404


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


urlpatterns = [
    path("", front_door, name="front-door"),
    path("chips/", chips, name="my-chips"),
    path("chips/statement.<str:form>", statement, name="my-statement"),
    path("healthz", healthz, name="healthz"),
    path("healthz/workers", healthz_workers, name="healthz-workers"),
]
