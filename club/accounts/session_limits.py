"""How long a session lasts: so long after its last use, and so long in all, by the roles of its login (ASVS 7.3).

Of several roles the strictest holds. A page that looks again by itself is no use of it: what counts is what is sent, and what
is opened. (Browsers say so over TLS and on this very machine; elsewhere every request counts.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from club.accounts import sessions
from club.base.phrases import gettext as _
from club.house.rights import roles_of

BEGUN, SEEN = "begun", "seen"  # when the session began, and was used last, in seconds of the epoch
EVERY = 60.0  # seconds: its last use is written down no oftener
STAFF = "staff"  # every role but the player's, where the settings do not name it


def limit_of(roles: Iterable[str], limits: Mapping[str, int]) -> int:
    """The strictest of the limits of these roles.

    >>> limit_of({"player", "cashier"}, {"player": 900, "staff": 60, "owner": 10})
    60
    """
    return min(limits[role] if role in limits else limits[STAFF] for role in roles)


class Limits:
    """Middleware: a session past its limit is over; one in use is among those of its login, with its last use."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if sessions.is_signed_in(request):
            now = timezone.now().timestamp()
            begun, seen = (request.session.setdefault(name, now) for name in (BEGUN, SEEN))
            if self._is_over(request, now - begun, now - seen):
                logout(request)
                messages.info(request, _("You were signed in for long: come in again."))
            elif now - seen >= EVERY and is_use(request) and request.user.is_authenticated:
                request.session[SEEN] = now
                sessions.keep_listed(request)
        return self.get_response(request)

    def _is_over(self, request: HttpRequest, age: float, idle: float) -> bool:
        most_idle, most = settings.SESSION_IDLE_MINUTES, settings.SESSION_HOURS
        if idle <= min(most_idle.values()) * 60 and age <= min(most.values()) * 3600:
            return False
        roles = roles_of(request.user)
        return bool(roles) and (idle > limit_of(roles, most_idle) * 60 or age > limit_of(roles, most) * 3600)


def is_use(request: HttpRequest) -> bool:
    """Whether somebody did something, rather than a page that looks again by itself."""
    is_sent = request.method not in ("GET", "HEAD")
    return is_sent or request.headers.get("Sec-Fetch-Dest", "document") == "document"


@receiver(user_logged_in, dispatch_uid="a session begins")
def begin(request: HttpRequest, **_more: Any) -> None:
    """A session begins when somebody comes in."""
    request.session[BEGUN] = request.session[SEEN] = timezone.now().timestamp()
    if request.META.get("REMOTE_ADDR"):
        sessions.keep_listed(request)
