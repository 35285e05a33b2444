"""The webhooks in the browser: made, their secret shown once, their messages looked at and sent again."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext_noop as noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import EVENTS
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import Webhook
from club.notifications import webhooks
from club.text.messages import in_words, on_page
from club.web.webhook_api import MANAGE, made, messages_of
from club.web_people.member_pages import login_of

FIELDS = ("kind", "url", "secret", "target", "language", "name")


# The families of events, by how their kinds begin, as the page shows them; what is in none stands at the end.
FAMILIES = {
    "tournament.": noop("Tournaments"),
    "season.": noop("Seasons"),
    "table.": noop("Tables"),
    "member.": noop("Members"),
    "ledger.": noop("Desk"),
    "": noop("Other"),
}


def _events(chosen: Iterable[str], kind: str = Webhook.Kind.PROGRAM) -> list[dict[str, Any]]:
    """The events that such a receiver may be told of, by family; one of which some are chosen is open."""
    wanted, left = set(chosen), dict(EVENTS)
    families = []
    for begins, title in FAMILIES.items():
        if kind != Webhook.Kind.PROGRAM and begins in webhooks.PRIVATE:
            continue
        kinds = [one for one in left if one.startswith(begins)]
        events = [(one, _(left.pop(one)), one in wanted) for one in kinds]
        families.append({"title": _(title), "events": events, "is_open": any(is_chosen for *_one, is_chosen in events)})
    return families


@never_cache
@require_http_methods(["GET", "POST"])
@page_needs(MANAGE)
def webhook_list(request: HttpRequest) -> HttpResponse:
    """The webhooks; by POST a new one, whose secret is on this one answer and nowhere else."""
    fresh, status = "", 200
    typed = {name: request.POST.get(name, "") for name in FIELDS}
    chosen = request.POST.getlist("events")
    if request.method == "POST":
        try:
            how: dict[str, Any] = {"by": login_of(request), "now": timezone.now(), "source": source_of(request)}
            asked = {**typed, "kind": typed["kind"] or Webhook.Kind.PROGRAM, "events": chosen}
            row, fresh = made(asked, **how)
            if not fresh:
                messages.success(request, _("It is told from now on. What you gave as a secret is not shown again."))
                return redirect("webhook", row.pk)
        except ClubError as refusal:
            messages.error(request, on_page(refusal))
            status = refusal.status
    context = {
        "webhooks": Webhook.objects.order_by("pk"),
        "families": _events(chosen if status != 200 else []),
        "kinds": Webhook.Kind.choices,
        "languages": settings.LANGUAGES,
        "typed": {name: told for name, told in typed.items() if name != "secret"} if status != 200 else {},
        "fresh": fresh,
    }
    return render(request, "club/webhooks.html", context, status=status)


@require_http_methods(["GET", "POST"])
@page_needs(MANAGE)
def webhook(request: HttpRequest, webhook_id: int) -> HttpResponse:
    """One webhook and its messages; by POST other events, on or off."""
    try:
        row = webhooks.found(webhook_id)
        if request.method == "POST":
            chosen, is_active = request.POST.getlist("events"), request.POST.get("is_active") == "yes"
            how: dict[str, Any] = {"by": login_of(request), "now": timezone.now(), "source": source_of(request)}
            webhooks.change(webhook_id, events=chosen, is_active=is_active, **how)
            messages.success(request, _("The webhook is changed."))
            return redirect("webhook", webhook_id)
    except ClubError as refusal:
        if refusal.status == 404:
            raise Http404(in_words(refusal)) from refusal
        messages.error(request, on_page(refusal))
        return redirect("webhook", webhook_id)
    context = {"webhook": row, "families": _events(row.events, row.kind), "deliveries": messages_of(row)}
    return render(request, "club/webhook.html", context)


@require_POST
@page_needs(MANAGE)
def again(request: HttpRequest, message_number: uuid.UUID) -> HttpResponse:
    """Send a message once more."""
    try:
        row = webhooks.redeliver(message_number, by=login_of(request), now=timezone.now(), source=source_of(request))
    except ClubError as refusal:
        if refusal.status == 404:
            raise Http404(in_words(refusal)) from refusal
        messages.error(request, on_page(refusal))
        return redirect("webhooks")
    messages.success(request, _("The message goes out again."))
    return redirect("webhook", row.webhook_id)


urlpatterns = [
    path("webhooks/", webhook_list, name="webhooks"),
    path("webhooks/<int:webhook_id>/", webhook, name="webhook"),
    path("webhooks/messages/<uuid:message_number>/again/", again, name="message-again"),
]
