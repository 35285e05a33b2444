"""The gallery: sets that come along, one from a file looked at and taken in, one made of one's own; keys, and what was taken in."""

from __future__ import annotations

import json
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import page_needs
from club.models import User
from club.text.messages import in_words, on_page
from club.web.rule_pages import value_in_words
from tournaments.gallery import keys, ready_sets, shared_sets, signed_files
from tournaments.gallery.signed_files import LICENCES, SharedSet, fingerprint
from tournaments.models import KnownKey, SharedSetImport, Structure

RIGHT = "house_rules.set"
SHOWN = 30


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def gallery(request: HttpRequest) -> HttpResponse:
    """The gallery; posted, a look at a file (`file`, or `text` of one) or at a set that came along (`set`). Nothing is changed."""
    if request.method != "POST":
        return _page(request)
    try:
        shared, text = _asked(request)
        found = shared_sets.look(shared, now=timezone.now())
    except ClubError as refusal:
        return _page(request, {"error": on_page(refusal)}, refusal.status)
    return _page(request, {**_seen(found), "text": text, "set": request.POST.get("set", "")})


@require_POST
@page_needs(RIGHT)
def take(request: HttpRequest) -> HttpResponse:
    """Take in the set that was looked at; `accept` remembers an unknown key."""
    try:
        shared, text = _asked(request)
        try:
            shared_sets.take(shared, is_accepted=request.POST.get("accept") == "yes", **_who(request))
        except ClubError as refusal:
            found = _seen(shared_sets.look(shared, now=timezone.now()))
            more = {"text": text, "set": request.POST.get("set", ""), "error": on_page(refusal)}
            return _page(request, {**found, **more}, refusal.status)
    except ClubError as refusal:
        return _page(request, {"error": on_page(refusal)}, refusal.status)
    messages.success(request, _("The set was taken in."))
    return redirect("gallery")


@require_POST
@page_needs(RIGHT)
def share(request: HttpRequest) -> HttpResponse:
    """The club's own rules and structures as a signed file."""
    try:
        document = shared_sets.make(
            request.POST.get("title", ""),
            request.POST.get("author", ""),
            request.POST.get("licence", ""),
            has_rules=request.POST.get("rules") == "yes",
            structures=request.POST.getlist("structures")[: signed_files.MOST_STRUCTURES + 1],
            **_who(request),
        )
    except ClubError as refusal:
        return _page(request, {"error": on_page(refusal)}, refusal.status)
    told = json.dumps(document, ensure_ascii=False, indent=1)
    answer = HttpResponse(told, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = 'attachment; filename="cardhouse-gallery.json"'
    return answer


@require_POST
@page_needs(RIGHT)
def take_back(request: HttpRequest, import_id: int) -> HttpResponse:
    """Put back what a set changed."""
    try:
        done = shared_sets.take_back(import_id, **_who(request))
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    else:
        messages.success(request, _("Put back: %(count)d.") % {"count": done.undone})
        if done.left:
            messages.warning(
                request,
                _("Changed since, or a new structure, and left as it is: %(names)s.") % {"names": ", ".join(done.left)},
            )
    return redirect("gallery")


@require_POST
@page_needs(RIGHT)
def forget(request: HttpRequest, key_id: int) -> HttpResponse:
    """Take the acceptance of a key back."""
    try:
        keys.forget(key_id, **_who(request))
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    else:
        messages.success(request, _("The key is unknown again."))
    return redirect("gallery")


def _who(request: HttpRequest) -> dict[str, Any]:
    return {"by": cast(User, request.user), "source": source_of(request), "now": timezone.now()}


def _asked(request: HttpRequest) -> tuple[SharedSet, str]:
    """The set that a form is about, and the text of its file (empty for one that came along). Raises `ClubError`."""
    if name := request.POST.get("set", ""):
        return ready_sets.ready_set(name), ""
    given = request.FILES.get("file")
    data = request.POST.get("text", "").encode() if given is None else given.read(signed_files.MOST_BYTES + 1)
    return signed_files.read_bytes(data), data.decode("utf-8-sig", "replace")


def _seen(found: shared_sets.Look) -> dict[str, Any]:
    """What the page shows of a look."""
    comes_along = found.signer.standing == "cardhouse"
    return {
        "look": found,
        "title": _(found.shared.title) if comes_along else found.shared.title,
        "sources": _(found.shared.sources) if comes_along and found.shared.sources else found.shared.sources,
        "changes": [
            (_(one.group), _(one.standing.rule.title), value_in_words(one.standing.value), value_in_words(one.after))
            for one in found.changes
        ],
        "refused": [(full, in_words(why)) for full, why in found.refused.items()],
        "sheets": [(one, in_words(one.why) if one.why else "") for one in found.sheets],
    }


def _page(request: HttpRequest, more: dict[str, Any] | None = None, status: int = 200) -> HttpResponse:
    own = keys.own_public()
    context = {
        "licences": LICENCES,
        "own": fingerprint(own) if own else "",
        "keys": [(row, fingerprint(bytes.fromhex(row.public))) for row in KnownKey.objects.order_by("name", "pk")],
        "sets": [(name, _(title), _(sources)) for name, (title, sources) in ready_sets.WORDS.items()],
        "structures": Structure.objects.order_by("name"),
        "imports": SharedSetImport.objects.select_related("by").order_by("-pk")[:SHOWN],
        "typed": {name: request.POST.get(name, "") for name in ("title", "author")},
        **(more or {}),
    }
    return render(request, "tournaments/gallery.html", context, status=status)


urlpatterns = [
    path("gallery/", gallery, name="gallery"),
    path("gallery/take/", take, name="gallery-take"),
    path("gallery/share/", share, name="gallery-share"),
    path("gallery/imports/<int:import_id>/take-back/", take_back, name="gallery-take-back"),
    path("gallery/keys/<int:key_id>/forget/", forget, name="gallery-forget"),
]
