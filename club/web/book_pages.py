"""The books in the browser: months and their reports, audits, and what to do when one fails."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.books import days_and_months, month_closing
from club.house.audit_log import source_of
from club.house.rights import has_right, page_needs
from club.ledger import asked_audits, statements
from club.models import Account, AskedAudit, AuditRun, ClosedMonth, User
from club.text.messages import on_page

SEE, CLOSE, AUDIT = "books.read", "books.close", "ledger.audit"
SHOWN = 100


@require_GET
@page_needs(SEE)
def months(request: HttpRequest) -> HttpResponse:
    """Every month of the books, and whether it is closed."""
    return render(request, "club/months.html", {"months": month_closing.months()})


@require_GET
@page_needs(SEE)
def month(request: HttpRequest, text: str) -> HttpResponse:
    """A month's report; of a closed one the figures it was closed with, and whether they still agree."""
    try:
        first = days_and_months.read_month(text)
    except ClubError:
        raise Http404 from None
    closed = ClosedMonth.objects.select_related("closed_by").filter(month=first).first()
    told = closed.report if closed is not None else days_and_months.report(first)
    kinds = dict(Account.Kind.choices)
    before, after = told["balances"]["before"], told["balances"]["after"]
    context = {
        "month": first,
        "text": text,
        "report": told,
        "balances": [(kinds.get(kind, kind), before.get(kind, 0), after.get(kind, 0)) for kind in after],
        "purposes": [(statements.in_words(row["purpose"]), row["transfers"], row["chips"]) for row in told["purposes"]],
        "closed": closed,
        "agrees": closed is None or month_closing.still_agrees(closed),
        "may_close": closed is None and has_right(request.user, CLOSE),
    }
    return render(request, "club/month.html", context)


@require_POST
@page_needs(CLOSE)
def close(request: HttpRequest, text: str) -> HttpResponse:
    """Close a month."""
    try:
        month_closing.close(
            days_and_months.read_month(text),
            by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
            now=timezone.now(),
            source=source_of(request),
        )
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return redirect("months")
    messages.success(request, _("The month is closed."))
    return redirect("month", text=text)


@require_GET
@page_needs(AUDIT)
def audits(request: HttpRequest) -> HttpResponse:
    """The history of audits, and what to do when one fails."""
    runs = list(AuditRun.objects.order_by("-pk")[:SHOWN])
    asked = AskedAudit.objects.select_related("by").order_by("-pk").first()
    context = {"runs": runs, "last": runs[0] if runs else None, "open": asked_audits.open_one(), "asked": asked}
    return render(request, "club/audits.html", context)


@require_POST
@page_needs(AUDIT)
def audit_now(request: HttpRequest) -> HttpResponse:
    """Have a worker rebuild every balance."""
    by = cast(User, request.user)  # page_needs lets only logins in
    asked_audits.ask(by=by, source=source_of(request), now=timezone.now())
    return redirect("audits")


urlpatterns = [
    path("books/", months, name="months"),
    path("books/audits/", audits, name="audits"),
    path("books/audits/run/", audit_now, name="audit-now"),
    path("books/<str:text>/", month, name="month"),
    path("books/<str:text>/close/", close, name="month-close"),
]
