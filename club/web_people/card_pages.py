"""Coming in without a password: by the member's card or number and the PIN; and by an invitation."""

from __future__ import annotations

from allauth.core import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from club.accounts.auth_adapters import INVITATION
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.membership import cards, joining
from club.text.messages import on_page

BACKEND = "django.contrib.auth.backends.ModelBackend"  # by which the session knows the login from then on


@never_cache
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, card: str = "") -> HttpResponse:
    """Look at the card (GET changes nothing, since scanners and previews follow links), and come in (POST)."""
    how = joining.rules().card_login
    status, refused = 200, ""
    if request.method == "POST":
        if not ratelimit.consume(request, action="card_login"):
            status, refused = 429, _("Too many tries from here. Wait a minute.")
        else:
            try:
                user = cards.enter(
                    number=request.POST.get("number", ""),
                    card=card,
                    pin=request.POST.get("pin", ""),
                    now=timezone.now(),
                )
            except ClubError as refusal:
                status, refused = refusal.status, on_page(refusal)
            else:
                login(request, user, backend=BACKEND)
                return redirect(settings.LOGIN_REDIRECT_URL)
    context = {
        "card": card,
        "needs_pin": not (card and how == "card alone"),
        "refused": refused,
        "is_off": how == "off",
    }
    return render(request, "club/card_enter.html", context, status=status)


@require_GET
def invited(request: HttpRequest, code: str) -> HttpResponse:
    """Somebody comes with an invitation: on to signing up, if it is good."""
    if not joining.is_good(code, now=timezone.now()):
        messages.error(
            request, _("This invitation was used, has run out, or was taken back. Ask the club for a new one.")
        )
        return redirect("front-door")
    request.session[INVITATION] = code
    return redirect("account_signup")


urlpatterns = [
    path("card/", enter, name="card"),
    path("card/<str:card>/", enter, name="card-enter"),
    path("join/<str:code>/", invited, name="invited"),
]
