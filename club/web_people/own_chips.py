"""The pages of one's own chips: every account, the lines behind it, and its statement as a file or on paper."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.books import statement_files
from club.cashier import chip_expiry
from club.house.club_rules import ClubRules, in_force
from club.ledger import ledger, statements
from club.models import Account
from club.people.people import player_of
from club.text.messages import on_page


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
        "expiry": chip_expiry.notice_for(chosen) if chosen.kind == "wallet" else None,
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
                return statement_files.statement(one, form, request.GET.get("begin", ""), request.GET.get("end", ""))
            except ClubError as refusal:
                messages.error(request, on_page(refusal))
                return redirect("my-chips")
    raise Http404


urlpatterns = [
    path("chips/", chips, name="my-chips"),
    path("chips/statement.<str:form>", statement, name="my-statement"),
]
