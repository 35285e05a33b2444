"""The sessions of a login: from which device and address, seen when; ended by their owner or by whoever gives roles."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest
from django.utils import timezone

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.rights import roles_of
from club.models import User

LISTED = "listed"  # under which key the session is among those of its login
LONGEST_DEVICE = 200


def keep_listed(request: HttpRequest) -> None:
    """Put the session of a request among those of its login, with address, device and the instant."""
    key, user = request.session.session_key, request.user
    if not key or not isinstance(user, User):
        return
    seen = {
        "user": user,
        "ip": get_adapter().get_client_ip(request),
        "user_agent": request.headers.get("User-Agent", "")[:LONGEST_DEVICE],
        "last_seen_at": timezone.now(),
    }
    UserSession.objects.update_or_create(session_key=key, defaults=seen)
    if request.session.get(LISTED) != key:
        request.session[LISTED] = key


def of(user: User) -> list[UserSession]:
    """The sessions in which the login is signed in, the one seen last first; those that have ended are forgotten."""
    open_ones: list[UserSession] = UserSession.objects.purge_and_list(user)
    return sorted(open_ones, key=lambda one: one.last_seen_at, reverse=True)


def told(one: UserSession, key: str | None = None) -> dict[str, Any]:
    """A session for API and pages; `key`: that of who asks. Nobody is told a session's own key."""
    return {
        "id": one.pk,
        "device": one.user_agent,
        "address": one.ip,
        "since": one.created_at,
        "seen": one.last_seen_at,
        "is_this": one.session_key == key,
    }


def end(user: User, number: int, *, by: User, source: str = "", now: datetime) -> None:
    """End one session of the login. Raises `ClubError` (404) for none of its own, (403) for an owner's by anybody else."""
    found = UserSession.objects.filter(user=user, pk=number).first()
    if found is None:
        raise ClubError("unknown_session", _("There is no such session; perhaps it has ended."), 404)
    _end([found], user, by=by, source=source, now=now)


def end_all(user: User, *, but: str | None = None, by: User, source: str = "", now: datetime) -> int:
    """End every session of the login, except that with the key `but`; how many. Raises `ClubError` as `end` does."""
    found = [one for one in of(user) if one.session_key != but]
    _end(found, user, by=by, source=source, now=now)
    return len(found)


def _end(found: list[UserSession], user: User, *, by: User, source: str, now: datetime) -> None:
    if by != user and roles_of(user) & {"owner", "admin"} and "owner" not in roles_of(by):
        raise ClubError("owner_needed", _("Only an owner does this to an owner's or admin's login."), 403)
    for one in found:
        one.end()
    if found:
        audit_log.record(
            "login.session-ended", by=by, subject=f"login:{user.pk}", after=len(found), source=source, now=now
        )


def is_signed_in(request: HttpRequest) -> bool:
    """Whether the request comes in a session of a login, without asking for the login's row."""
    return hasattr(request, "session") and SESSION_KEY in request.session
