"""Whose role asks for a second factor, and what such a login may do before it has one: take one, and nothing else.

`FACTOR_ROLES` names the roles; by default all of the staff. The first admin takes a factor at the first visit like everybody.
Who has lost the device comes in by a recovery code, or an owner takes the factor off (`logins.take_off_second_factor`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from club.accounts.factors import factor_secrets
from club.base.phrases import gettext as _
from club.house.rights import roles_of
from club.http import problems

PASSED = "has the factor"  # as of which access of the login the session was let on
# Where a factor is taken, a password set, and one goes out again; and what every page is drawn with.
OPEN_BELOW = ("/accounts/", "/i18n/", "/manual/")
# But no other way in is linked before there is a factor.
SHUT_BELOW = ("/accounts/3rdparty/", "/accounts/oidc/")
OPEN = (
    "/csp-reports/", "/healthz", "/manifest.webmanifest", "/sw.js", "/offline/", "/club/colours.css", "/club/logo.png",
)  # fmt: skip


def is_missing(user: Any) -> bool:
    """Whether a role of the login asks for a second factor that it has not."""
    demanded = set(settings.FACTOR_ROLES)
    return bool(demanded) and bool(roles_of(user) & demanded) and not is_mfa_enabled(user)


class Gate:
    """Middleware: a session of a login whose factor is missing is led to where one is taken."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.FACTOR_ROLES and not self._may_go_on(request):
            return _refused(request)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """What a page says that would show a factor which no key of the settings opens; of any other error nothing."""
        if not isinstance(error, ValidationError) or getattr(error, "code", "") != factor_secrets.UNREADABLE:
            return None
        return render(request, "club/refused.html", {"error": " ".join(error.messages)}, status=409)

    def _may_go_on(self, request: HttpRequest) -> bool:
        session = request.session
        if SESSION_KEY not in session or session.get(PASSED, "") == session.get(HASH_SESSION_KEY):
            return True
        if is_missing(request.user):
            is_below = request.path.startswith(OPEN_BELOW) and not request.path.startswith(SHUT_BELOW)
            return request.path in OPEN or is_below
        if request.user.is_authenticated:
            session[PASSED] = session.get(HASH_SESSION_KEY)
        return True


def _refused(request: HttpRequest) -> HttpResponse:
    words = _("Your role asks for a second factor: take one now, with an app that shows codes. Then go on.")
    address = reverse("mfa_activate_totp")
    if request.path.startswith("/api/"):
        told = problems.body(403, "second_factor_missing", words, request.path)
        return JsonResponse(told, status=403, content_type=problems.CONTENT_TYPE)
    if request.headers.get("HX-Request"):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    messages.info(request, words)
    return redirect(address)
