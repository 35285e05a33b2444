"""The owner's page of widgets: on which sites they may stand, the lines to copy, and the key that makes them worthless."""

from __future__ import annotations

from typing import Any, cast

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.live import embedding
from club.models import User
from club.text.messages import on_page
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.models import Tournament
from tournaments.pages.widgets import CURRENT

RIGHT = "house_rules.set"
HEIGHTS = {"clock": 300, "lobby": 420}  # pixels of the frame that is suggested
MOST_EVENTS = 50


@never_cache
@require_http_methods(["GET", "POST"])
@page_needs(RIGHT)
def page(request: HttpRequest) -> HttpResponse:
    """The sites, the key, and the lines to copy for a widget that is chosen (`kind`, `event`, `language`)."""
    held, error, status = embedding.held(), "", 200
    typed = "\n".join(embedding.sites())
    if request.method == "POST":
        typed = request.POST.get("sites", typed)
        try:
            _act(request, request.POST.get("do", "sites"), typed)
            return redirect("embedding")
        except ClubError as refusal:
            error, status = on_page(refusal), refusal.status
    context: dict[str, Any] = {"typed": typed, "error": error, "is_on": held is not None and bool(held.secret)}
    return render(request, "tournaments/embedding.html", context | _chosen(request), status=status)


def _act(request: HttpRequest, what: str, typed: str) -> None:
    who: dict[str, Any] = {"by": cast(User, request.user), "source": source_of(request), "now": timezone.now()}
    if what == "key":
        embedding.make_key_anew(**who)
        messages.success(request, _("The key is another one: lines that were copied before show nothing any more."))
    elif what == "off":
        embedding.take_away(**who)
        messages.success(request, _("There are no widgets any more."))
    else:
        embedding.set_sites(embedding.read_sites(typed), **who)
        messages.success(request, _("The sites are kept."))


def _chosen(request: HttpRequest) -> dict[str, Any]:
    rows = Tournament.objects.filter(status__in=(REGISTERING, RUNNING)).order_by("starts_at", "pk")
    events = list(rows.values_list("pk", "name")[:MOST_EVENTS])
    kind = "lobby" if request.GET.get("kind") == "lobby" else "clock"
    asked = request.GET.get("event", "")
    number = next((pk for pk, _name in events if str(pk) == asked and kind == "clock"), CURRENT)
    languages = dict(settings.LANGUAGES)
    language = request.GET.get("language") or get_language() or ""
    language = language if language in languages else settings.LANGUAGE_CODE
    told = embedding.signature(kind, number)
    address = reverse("widget", args=[language, kind, number, told]) if told else ""
    frame = {
        "address": request.build_absolute_uri(address),
        "height": HEIGHTS[kind],
        "language": language,
        "kind": kind,
    }
    return {
        "events": events,
        "kind": kind,
        "number": number,
        "languages": settings.LANGUAGES,
        "language": language,
        "address": address,
        "height": HEIGHTS[kind],
        "lines": " ".join(render_to_string("tournaments/_widget_lines.html", frame).split()) if told else "",
    }


urlpatterns = [
    path("club/widgets/", page, name="embedding"),
]
