"""Conduct in the browser: the list of incidents and penalties, recording one, taking one back."""

from __future__ import annotations

import unicodedata

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_GET, require_POST

from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import check, has_right, page_needs
from club.models import Player
from club.models.conduct import Incident
from club.people import conduct
from club.text.messages import on_page
from club.web_people.conduct_forms import form, shown
from club.web_people.member_pages import day_span, login_of

PAGE = 100


@require_GET
@page_needs("conduct.see")
def listed(request: HttpRequest) -> HttpResponse:
    """Incidents and penalties, a hundred at a time: `player`, `kind`, `place`, `begin` and `end` (days) narrow the list."""
    asked = {name: request.GET.get(name, "").replace("\x00", "") for name in ("player", "kind", "place")}
    try:
        begins, ends = day_span(request.GET.get("begin", ""), request.GET.get("end", ""))
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        begins = ends = None
    rows = conduct.found(**asked, begins=begins, ends=ends)
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        rows = rows.filter(pk__lt=int(before))
    found = list(rows[: PAGE + 1])
    query = request.GET.copy()
    query.pop("before", None)
    context = {
        "rows": shown(found[:PAGE]),
        "next": found[PAGE - 1].pk if len(found) > PAGE else None,
        "query": query.urlencode(),
        "asked": {**asked, "begin": request.GET.get("begin", ""), "end": request.GET.get("end", "")},
        "kinds": [(value, words) for value, words in Incident.Kind.choices if value in conduct.RECORDED],
        "places": conduct.open_places(),
        "form": form(request, None),
        "may_withdraw": has_right(request.user, "conduct.penalise"),
    }
    return render(request, "club/conduct.html", context)


@require_POST
@page_needs("conduct.record")
def record(request: HttpRequest) -> HttpResponse:
    """Record one: `player` (an id) or `number` (a member number or nickname), `kind`, `amount`, `place`, `words`."""
    kind = request.POST.get("kind", "")
    check(request.user, conduct.right_for(kind))
    try:
        amount = unicodedata.normalize("NFKC", request.POST.get("amount", "")).strip() or "0"
        conduct.record(
            _player(request).pk,
            kind,
            request.POST.get("words", ""),
            amount=int(amount) if amount.isdecimal() and len(amount) < 6 else -1,
            place=plain(request.POST.get("place", "")),
            key=f"conduct:{request.user.pk}:{_key(request)}",
            by=login_of(request),
            source=source_of(request),
            now=timezone.now(),
        )
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    else:
        messages.success(request, _("It is on record."))
    return _back(request)


def _key(request: HttpRequest) -> str:
    key = request.POST.get("key", "")
    if not 1 <= len(key) <= 100:
        raise ClubError("idempotency_key_missing", _("Open the page again and repeat it there."), 400)
    return key


def _player(request: HttpRequest) -> Player:
    """The player who was chosen, or typed. Raises `ClubError` (404) for nobody."""
    number, typed = request.POST.get("player", ""), plain(request.POST.get("number", ""))
    here = Player.objects.filter(merged_into=None, erased_at=None)
    found = here.filter(pk=int(number)) if number.isdecimal() and len(number) < 19 else here.none()
    one = found.first() or (typed and (here.filter(member_number=typed) or here.filter(nickname=typed)).first())
    if not one:
        words = _("Nobody has the number or nickname %(text)s.") % {"text": typed or number}
        raise ClubError("unknown_player", words, 404)
    return one


@require_POST
@page_needs("conduct.penalise")
def withdraw(request: HttpRequest, incident_id: int) -> HttpResponse:
    """Take one back; both records stay."""
    try:
        conduct.withdraw(
            incident_id,
            request.POST.get("words", ""),
            by=login_of(request),
            source=source_of(request),
            now=timezone.now(),
        )
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    else:
        messages.success(request, _("Withdrawn."))
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    after = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(after, allowed_hosts={request.get_host()})
    return redirect(after if is_ours else reverse("conduct"))


urlpatterns = [
    path("conduct/", listed, name="conduct"),
    path("conduct/record/", record, name="conduct-record"),
    path("conduct/<int:incident_id>/withdraw/", withdraw, name="conduct-withdraw"),
]
