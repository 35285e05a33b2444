"""What came in by an old PIN, card, password, second factor or role goes when there is a new one: sessions and API tokens."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, update_session_auth_hash
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.models import ApiToken, User


def is_open(user: User | None) -> bool:
    """Whether the login has been used, or has API tokens: whether there is anything to end."""
    return user is not None and (user.last_login is not None or ApiToken.objects.filter(user=user).exists())


def end(user: User | None, *, is_confirmed: bool = True) -> None:
    """End every session and API token of the login, in the caller's transaction; no login has none.

    Raises `ClubError` (409) if that was not confirmed and there is anything to end. The session that asks is kept by
    `keep_session`.
    """
    if user is None:
        return
    with transaction.atomic():
        if not is_confirmed and is_open(user):
            words = _("This ends every session and API token of the login: confirm that it shall.")
            raise ClubError("ends_access", words, 409, field="ends_access")
        User.objects.filter(pk=user.pk).update(access_version=F("access_version") + 1)
        ApiToken.objects.filter(user_id=user.pk).delete()
        user.refresh_from_db(fields=["access_version"])


def keep_session(request: HttpRequest, user: Any) -> None:
    """Leave the session of the person who asks open, where it is their own login whose access was ended (`end`)."""
    if user is None or user.pk != request.user.pk or SESSION_KEY not in request.session:
        return
    held = User.objects.get(pk=user.pk)
    if request.session.get(HASH_SESSION_KEY) != held.get_session_auth_hash():
        update_session_auth_hash(request, held)
