"""Keys to the API for a login's own programs: made on the login's page, shown once, kept as a hash, taken back at will."""

from __future__ import annotations

import binascii
import uuid
from datetime import datetime
from secrets import compare_digest

from django.db import transaction
from django.utils import timezone
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied

from club.accounts import demanded_factors
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.database.prepared_queries import Rows, read
from club.house import audit_log
from club.models import ApiToken, Player, User
from club.people import people

_OF_KEY = Rows(ApiToken, "WHERE own.token_key = %s", "user")
_PLAYERS = Rows(Player, "WHERE own.user_id IN (SELECT user_id FROM club_apitoken WHERE token_key = %s)")
MOST = 20  # a login's tokens
LONGEST_NAME = 60


class Authentication(TokenAuthentication):  # type: ignore[misc]  # knox has no types
    """Who a request's token belongs to, and as which player, asked at once; tokens that have expired open nothing."""

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """The login and the token. Raises `AuthenticationFailed`."""
        try:
            text = token.decode()
            digest = hash_token(text)
        except (UnicodeDecodeError, TypeError, binascii.Error):
            raise AuthenticationFailed(_("Invalid token.")) from None
        now, key = timezone.now(), text[: CONSTANTS.TOKEN_KEY_LENGTH]
        tokens, players = read((_OF_KEY, [key]), (_PLAYERS, [key]))
        for found in tokens:
            if found.expiry > now and compare_digest(digest, found.digest):
                found_user: tuple[User, ApiToken] = self.validate_user(found)
                if demanded_factors.is_missing(found.user):
                    raise PermissionDenied(
                        _("The role of this token's login asks for a second factor: take one on the pages.")
                    )
                people.expect_player(found.user, players)
                return found_user
        raise AuthenticationFailed(_("Invalid token."))


def tokens_of(user: User, *, now: datetime) -> list[ApiToken]:
    """The login's tokens that still open something, newest first."""
    return list(ApiToken.objects.filter(user=user, expiry__gt=now).order_by("-created"))


def make(user: User, name: str, *, source: str = "", now: datetime) -> str:
    """A new token for the login; its text, which nobody can read again.

    Raises `ClubError` (422) for a name that is empty or too long, (409) for one token too many, and where the login's
    access was ended meanwhile.
    """
    if not 0 < len(name.strip()) <= LONGEST_NAME:
        words = _("Name the program that uses the token, in %(most)s characters at most.") % {"most": LONGEST_NAME}
        raise ClubError("token_name", words, 422)
    with transaction.atomic():
        _lock(user)
        if len(tokens_of(user, now=now)) >= MOST:
            words = _("A login has %(most)s tokens at most: take one back first.") % {"most": MOST}
            raise ClubError("too_many_tokens", words, 409)
        _clear_away(user, now)
        token, text = ApiToken.objects.create(user, name=name.strip())
        _note("token.made", user, token, source, now)
    return str(text)


def make_by_password(user: User, *, now: datetime) -> str:
    """A token for a login that has just given its password; the oldest of these gives way to the newest.

    Raises `ClubError` (409) where the login's access was ended meanwhile.
    """
    with transaction.atomic():
        _lock(user)
        _clear_away(user, now)
        old = ApiToken.objects.filter(user=user, name="").order_by("-created")[MOST - 1 :]
        ApiToken.objects.filter(pk__in=[one.pk for one in old]).delete()
        _token, text = ApiToken.objects.create(user)
    return str(text)


def take_back(user: User, number: uuid.UUID, *, source: str = "", now: datetime) -> None:
    """Make a token of the login worthless. Raises `ClubError` (404) if the login has no such token."""
    with transaction.atomic():
        token = ApiToken.objects.filter(user=user, number=number).first()
        if token is None:
            raise ClubError("unknown_token", _("You have no such token."), 404)
        _note("token.taken-back", user, token, source, now)
        token.delete()


def _lock(user: User) -> None:
    """Hold the login, which is to be as it was when it gave its password."""
    held = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if held.get_session_auth_hash() != user.get_session_auth_hash():
        raise ClubError("access_ended", _("This login's sessions were ended meanwhile: come in again."), 409)


def _clear_away(user: User, now: datetime) -> None:
    """Forget the login's tokens that have expired."""
    ApiToken.objects.filter(user=user, expiry__lte=now).delete()


def _note(kind: str, user: User, token: ApiToken, source: str, now: datetime) -> None:
    audit_log.record(kind, by=user, subject=f"login:{user.pk}", after=str(token.number), source=source, now=now)
