"""A person's own settings: how pages look and sound in this browser."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

AUTO = "auto"
THEMES = {AUTO: _("As the device"), "light": _("Light"), "dark": _("Dark"), "felt": _("Felt")}


def theme_of(request: HttpRequest) -> str:
    """The look that was chosen in this browser; `AUTO` where none was, or none that there is."""
    chosen = request.COOKIES.get("theme", AUTO)
    return chosen if chosen in THEMES else AUTO


@require_GET
@login_required
def settings_page(request: HttpRequest) -> HttpResponse:
    """How I like it."""
    return render(request, "club/settings.html", {"themes": THEMES.items()})


urlpatterns = [path("me/settings/", settings_page, name="my-settings")]
