"""The page of the club itself: its name, address, colour, languages and logo; and what every page draws of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import colours, house_rules, logo
from club.house.audit_log import source_of
from club.house.business_day import parse_zone
from club.house.club_rules import LANGUAGES, ClubRules, in_force
from club.house.rights import page_needs
from club.text.messages import in_words, on_page
from engine.house_rules import declared

RIGHT = "house_rules.set"
KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}  # a new picture or colour has a new address
FIELDS = ("name", "address", "colour", "languages", "time_zone")


@dataclass(frozen=True)
class Club:
    """What pages say and draw of the club. Addresses are empty where there is nothing of the kind."""

    name: str
    is_named: bool
    address: str
    tongues: tuple[tuple[str, str], ...]  # code and name of each language, the first one first
    logo_url: str
    colours_url: str
    theme: str  # the colour of the browser's own frame


def club() -> Club:
    """The club as it is called and looks now."""
    rules, digest = in_force(), logo.digest()
    names = dict(settings.LANGUAGES)
    return Club(
        name=rules.called,
        is_named=bool(rules.name),
        address=rules.address,
        tongues=tuple((code, names[code]) for code in rules.tongues),
        logo_url=f"{reverse('club-logo')}?v={digest}" if digest else "",
        colours_url=f"{reverse('club-colours')}?v={rules.colour[1:]}" if rules.colour else "",
        theme=colours.shades(rules.colour).deep if rules.colour else "#123d31",
    )


@require_GET
def logo_picture(request: HttpRequest) -> HttpResponse:
    """The club's logo."""
    png = logo.png()
    if png is None:
        raise Http404
    return HttpResponse(png, content_type="image/png", headers=KEPT)


@require_GET
def colour_sheet(request: HttpRequest) -> HttpResponse:
    """The club's colour as a style sheet: the tokens of the felt, in the place of the house's green."""
    colour = in_force().colour
    shades = colours.shades(colour) if colour else None
    sheet = render_to_string("club/colours.css", {"shades": shades})
    return HttpResponse(sheet, content_type="text/css; charset=utf-8", headers=KEPT)


@require_http_methods(["GET", "POST"])
@page_needs(RIGHT)
def settings_page(request: HttpRequest) -> HttpResponse:
    """How the club is called and looks. What cannot be is said at its field, and everything typed stays."""
    typed = {name: str(getattr(in_force(), name)) for name in FIELDS}
    refused: dict[str, str] = {}
    status = 200
    if request.method == "POST":
        typed |= {name: request.POST[name].strip() for name in FIELDS if name in request.POST}
        refused = change(request, typed)
        if not refused:
            messages.success(request, _("The club was changed."))
            return redirect("club")
        status = 422
    return render(request, "club/club.html", form(typed, refused), status=status)


def form(typed: dict[str, str], refused: dict[str, str]) -> dict[str, Any]:
    """What the fields of the club need to be drawn: what stands in each, what was refused of it, and what may be chosen."""
    rules = {one.key: one for one in declared(ClubRules)}
    return {
        "fields": {
            name: {
                "title": _(rules[name].title),
                "help": _(rules[name].help),
                "value": typed[name],
                "refused": refused.get(name),
            }
            for name in FIELDS
        },
        "refused": refused,
        "languages": [(value, pgettext("choice", value)) for value in LANGUAGES],
        "zone": parse_zone(in_force().time_zone).key,
        "zones": sorted(available_timezones()),
        "green": "#1d5c4a",
    }


def change(request: HttpRequest, typed: dict[str, str]) -> dict[str, str]:
    """Set what was typed; by field what cannot be, and then nothing is changed."""
    rules = {one.key: one for one in declared(ClubRules)}
    if request.POST.get("plain_colour"):
        typed["colour"] = ""
    refused = house_rules.refusals({f"ClubRules.{name}": typed[name] for name in FIELDS})
    if refused:
        return {full.partition(".")[2]: in_words(wrong) for full, wrong in refused.items()}
    before = in_force()
    values = {
        f"ClubRules.{name}": typed[name] if typed[name] != rules[name].default else None
        for name in FIELDS
        if typed[name] != getattr(before, name)
    }
    house_rules.change(
        values,
        by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
        source=source_of(request),
        now=timezone.now(),
    )
    return {}


@require_POST
@page_needs(RIGHT)
def set_logo(request: HttpRequest) -> HttpResponse:
    """A new logo: `logo`; none: the old one is taken off."""
    file = request.FILES.get("logo")
    who: dict[str, Any] = {"by": request.user, "source": source_of(request), "now": timezone.now()}
    try:
        if file is None or file.file is None:
            logo.remove_logo(**who)
        else:
            logo.set_logo(file.file, **who)
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
    else:
        messages.success(request, _("The logo was changed."))
    return redirect("club")


urlpatterns = [
    path("club/", settings_page, name="club"),
    path("club/logo/", set_logo, name="club-logo-set"),
    path("club/logo.png", logo_picture, name="club-logo"),
    path("club/colours.css", colour_sheet, name="club-colours"),
]
