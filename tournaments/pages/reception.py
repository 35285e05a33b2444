"""Reception: whoever is at the door enters people for an event, and sells rebuys and add-ons, for cash or from the wallet."""

from __future__ import annotations

import uuid
from typing import Any, cast
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right, page_needs
from club.models import Player, User
from club.people import search
from club.text.messages import on_page
from engine.text_limits import whole
from tournaments.desk import reception as desk
from tournaments.desk.reception import What
from tournaments.desk.reception_sales import ENTER

FOUND = 8
DONE = {
    What.ENTRY: gettext_noop("%(name)s is entered in %(event)s."),
    What.REBUY: gettext_noop("%(name)s has bought a rebuy."),
    What.ADD_ON: gettext_noop("%(name)s has bought the add-on."),
}


@require_GET
@page_needs(ENTER)
def reception(request: HttpRequest) -> HttpResponse:
    """Events that are on, and who may be meant by `q`: what may be sold to each in the event that was chosen."""
    return render(request, "tournaments/reception.html", _finding(request))


@require_GET
@page_needs(ENTER)
def find(request: HttpRequest) -> HttpResponse:
    """The part of the page that shows who may be meant."""
    return render(request, "tournaments/_reception_people.html", _finding(request))


def _finding(request: HttpRequest) -> dict[str, Any]:
    events, now = desk.events(), timezone.now()
    wanted = whole(request.GET.get("event", ""))
    event = next((row for row in events if row.pk == wanted), next(iter(events), None))
    said = search.typed(request.GET.get("q", ""))
    found = search.called(said, may_see_members=has_right(request.user, "people.see"), most=FOUND)
    return {
        "events": events,
        "event": event,
        "q": said,
        "found": [] if event is None else [(one, desk.standing(event, one, now=now)) for one in found],
        "waiting": [] if event is None or said else desk.waiting(event, now=now),
        "slip": whole(request.GET.get("slip", "")),
        "may_enrol": has_right(request.user, "people.edit"),
        "key": uuid.uuid4().hex,
    }


@require_POST
@page_needs(ENTER)
def sell(request: HttpRequest, tournament_id: int, what: str) -> HttpResponse:
    """Sell an entry, a rebuy or an add-on to `player`; with `paid` in the address for cash."""
    try:
        wanted = What(what)
    except ValueError:
        raise Http404 from None
    player = get_object_or_404(Player, pk=whole(request.POST.get("player", "")) or 0, is_computer=False)
    back: dict[str, Any] = {"event": tournament_id}
    try:
        key = request.POST.get("key", "")
        if not 1 <= len(key) <= 60:
            raise ClubError("idempotency_key_missing", _("Open the page again and repeat it there."), 400)
        slip = desk.sell(
            tournament_id,
            player,
            wanted,
            paid="paid" in request.GET,
            key=key,
            by=cast(User, request.user),
            now=timezone.now(),
            source=source_of(request),
        )
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        back["q"] = request.POST.get("q", "")[:200] or player.nickname  # the act that helps stands beside the name
    else:
        event = next((row.name for row in desk.events() if row.pk == tournament_id), "")
        messages.success(request, _(DONE[wanted]) % {"name": player.nickname, "event": event})
        if slip is not None:
            back["slip"] = slip.number
    after = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(after, allowed_hosts={request.get_host()}):
        return redirect(after)
    return redirect(f"{reverse('reception')}?{urlencode(back)}")


urlpatterns = [
    path("reception/", reception, name="reception"),
    path("reception/found/", find, name="reception-find"),
    path("tournaments/<int:tournament_id>/reception/<slug:what>/", sell, name="reception-sell"),
]
