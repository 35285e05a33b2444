"""What is decided about logins: opened, changed, closed, given a password, freed of a lost second factor. All on record.

The record outlives an erasure, so it holds no name and no address: of these it keeps a mark, the same for the same text,
by which a known one can be found again. Of a password it keeps that one was set.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db import transaction

from club.base.errors import ClubError
from club.base.lookalikes import code_of, shows_nothing, skeleton, unseen
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.rights import roles_of
from club.models import Player, User
from club.people import ended_access, recent_proof

NAMES = ("username", "email")
FLAGS = ("is_active", "is_staff", "is_superuser")


def mark(text: str) -> str:
    """The mark of a name or an address: nobody reads the text from it. Empty for none."""
    if not text:
        return ""
    return (
        "#" + hmac.new(settings.SECRET_KEY.encode(), text.strip().casefold().encode(), hashlib.sha256).hexdigest()[:16]
    )


def check_name(name: str, *, of: User | None = None) -> None:
    """Refuse a name for a login with characters that nobody sees (422), or that is taken for another login's or member's (409).

    `of`: the login that is to be called so. A member may be called as the login is: whoever signs up is perhaps that member.
    """
    if found := unseen(name):
        words = _("The name holds a character that nobody sees or that turns letters around (%(character)s).")
        raise ClubError("unseen_character", words % {"character": code_of(found)}, 422, field="name")
    look, own = skeleton(name), 0 if of is None or of.pk is None else of.pk
    logins = User.objects.exclude(pk=own).filter(looks_as=look).exclude(username__iexact=name)
    members = Player.objects.filter(looks_as=look).exclude(nickname__iexact=name)
    if logins.exists() or members.exclude(user__isnull=False, user=own).exists():
        words = _("This name looks like another's in the club; choose one that nobody mistakes for it.")
        raise ClubError("name_looks_alike", words, 409, field="name")


def told(user: User) -> dict[str, Any]:
    """A login as the record keeps it."""
    return {
        **{name: mark(getattr(user, name)) for name in NAMES},
        **{name: getattr(user, name) for name in FLAGS},
        "has_password": user.has_usable_password(),
    }


def on_record(
    user: User, *, before: dict[str, Any] | None, is_password_set: bool, by: Any, source: str = "", now: datetime
) -> None:
    """Put on record what became of a login since `before` (`told`; None: it is new), in the caller's transaction."""
    now_is = told(user)
    if before is None:
        audit_log.record("login.opened", by=by, subject=_of(user), after=now_is, source=source, now=now)
        return
    changed = [name for name, value in now_is.items() if before[name] != value]
    if changed:
        audit_log.record(
            "login.changed",
            by=by,
            subject=_of(user),
            before={name: before[name] for name in changed},
            after={name: now_is[name] for name in changed},
            source=source,
            now=now,
        )
    if is_password_set:
        audit_log.record("login.password", by=by, subject=_of(user), source=source, now=now)


def take_off_second_factor(
    user: User, *, why: str, ends_access: bool = True, by: User, source: str = "", now: datetime
) -> None:
    """Let somebody in by the password alone who has lost the second factor.

    Sessions and tokens that came from it go. Raises `ClubError` without a reason (422), for a login of an owner or admin
    by anybody but an owner (403), where there is none (409), and as `recent_proof.demand` and `ended_access.end` do.
    """
    recent_proof.demand()
    if shows_nothing(why):
        raise ClubError("reason_missing", _("Say why."), 422, field="why")
    if roles_of(user) & {"owner", "admin"} and "owner" not in roles_of(by):
        raise ClubError("owner_needed", _("Only an owner does this to an owner's or admin's login."), 403)
    with transaction.atomic():
        held = Authenticator.objects.select_for_update().filter(user=user)
        before = sorted(one.type for one in held)
        if not before:
            raise ClubError("no_second_factor", _("This login has no second factor."), 409)
        ended_access.end(user, is_confirmed=ends_access)
        held.delete()
        audit_log.record(
            "login.second-factor-off",
            by=by,
            subject=_of(user),
            why=why.strip()[:300],
            before=before,
            after=[],
            source=source,
            now=now,
        )


def _of(user: User) -> str:
    return f"login:{user.pk}"
