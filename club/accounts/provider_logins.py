"""Coming in by another provider's login (Google, LINE, OpenID Connect): who may, what is linked and what is taken off.

Nobody comes to a login by an e-mail address: a provider's account opens the login to which it was linked, by somebody who was
signed in there and had just proved it, or that was opened by it. Newcomers sign up as all do, by the house's rule.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import requests
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.internal.flows.signup import clear_pending_signup
from allauth.socialaccount.models import SocialAccount, SocialApp
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest
from django.shortcuts import redirect
from django.utils import timezone

from club.accounts.openid_provider import NotBelieved
from club.accounts.provider_answers import Session
from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.audit_log import source_of
from club.models import User
from club.notifications import mail, unsent_mail
from club.people import ended_access, recent_proof

log = logging.getLogger(__name__)
LINKED, UNLINKED = "login.provider-linked", "login.provider-unlinked"
LONGEST_NAME = 60  # characters of a name that a provider suggests
SIGN_UP_SECONDS = 900  # for which somebody who came back may sign up
CAME_BACK = "came back from a provider"  # when, in seconds of the epoch, in the session


class ProviderLogins(DefaultSocialAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """The club's rules for logins by a provider."""

    def list_apps(self, request: HttpRequest, provider: str | None = None, client_id: str | None = None) -> list[Any]:
        """The providers of the settings, and none from the database."""
        found = [SocialApp(provider="openid_connect", **one) for one in settings.SIGN_IN_PROVIDERS]
        return [
            one
            for one in found
            if provider in (None, one.provider, one.provider_id) and client_id in (None, one.client_id)
        ]

    def get_requests_session(self) -> requests.Session:
        return Session()

    def authenticate_by_email(self, sociallogin: Any) -> None:
        """By an address nobody comes in, whoever says that it was checked."""

    def is_email_verified(self, provider: Any, email: str) -> bool:
        """No address counts as checked because of where it is."""
        return False

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Newcomers see their name before they have it."""
        return False

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """As for everybody, and only soon after they came back: a machine that many use forgets who left the form as it was."""
        if time.time() - request.session.get(CAME_BACK, 0) > SIGN_UP_SECONDS:
            clear_pending_signup(request)
            raise ImmediateHttpResponse(redirect("account_login"))
        return bool(super().is_open_for_signup(request, sociallogin))

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """The access token has done its work; a checked address that somebody else gave here is not taken along."""
        sociallogin.token = None
        request.session[CAME_BACK] = time.time()
        taken = [one for one in sociallogin.email_addresses if _is_anothers(one.email)]
        sociallogin.email_addresses = [one for one in sociallogin.email_addresses if one not in taken]
        if taken and not sociallogin.is_existing:
            sociallogin.user.email = ""

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        """The name that the provider knows, as a suggestion."""
        user: User = super().populate_user(request, sociallogin, data)
        user.username = plain(user.username)[:LONGEST_NAME]
        user.email = next((one.email for one in sociallogin.email_addresses), "")
        return user

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        """The login, its member and the link to the provider, together or not at all."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, sociallogin, form)
                provider, source = sociallogin.account.provider, source_of(request)
                on_record(LINKED, saved, provider, source=source, now=timezone.now())
        except IntegrityError as twice:  # two pages of the same person
            messages.error(request, _("Somebody was quicker with this name or this account: come in again."))
            raise ImmediateHttpResponse(redirect("account_login")) from twice
        return saved

    def on_authentication_error(self, request: HttpRequest, provider: Any, **named: Any) -> None:
        """What went wrong goes to the log, without what was sent."""
        wrong = named.get("exception")
        why = str(wrong) if isinstance(wrong, NotBelieved) else ""
        log.warning("sign-in by %s failed: %s %s", provider.app.provider_id, type(wrong).__name__, why[:200])


def _is_anothers(email: str) -> bool:
    return (
        User.objects.filter(email__iexact=email).exists() or EmailAddress.objects.filter(email__iexact=email).exists()
    )


def told(user: User) -> list[dict[str, Any]]:
    """The providers' accounts of a login, for its owner."""
    names = {one["provider_id"]: one["name"] for one in settings.SIGN_IN_PROVIDERS}
    return [
        {
            "id": one.pk,
            "provider": one.provider,
            "name": names.get(one.provider, one.provider),
            "is_offered": one.provider in names,
            "account": one.extra_data.get("email") or one.extra_data.get("name") or "",
            "since": one.date_joined,
        }
        for one in SocialAccount.objects.filter(user=user).order_by("pk")
    ]


@dataclass(frozen=True)
class Use:
    """How many open logins are linked to a provider, and how many of them have no other way in."""

    logins: int
    without_another: int


def use() -> dict[str, Use]:
    """By provider, those that the club no longer offers among them."""
    offered = [one["provider_id"] for one in settings.SIGN_IN_PROVIDERS]
    others = SocialAccount.objects.filter(user=OuterRef("user"), provider__in=offered).exclude(pk=OuterRef("pk"))
    has_none = Q(~Exists(others), user__password__startswith=UNUSABLE_PASSWORD_PREFIX)
    found = SocialAccount.objects.filter(user__is_active=True).order_by().values("provider")
    counted = found.annotate(
        logins=Count("user", distinct=True), without_another=Count("user", distinct=True, filter=has_none)
    )
    return {one["provider"]: Use(one["logins"], one["without_another"]) for one in counted}


def unlink(user: User, number: int, *, ends_access: bool, source: str = "", now: datetime) -> None:
    """Have nobody come in by that account any more; what came in by it ends, as after a new password.

    Raises `ClubError`: none of the login's own (404), no other way in left (409), as `recent_proof.demand` and
    `ended_access.end` do.
    """
    recent_proof.demand()
    with transaction.atomic():
        held = User.objects.select_for_update().get(pk=user.pk)
        accounts = list(SocialAccount.objects.filter(user=held))
        found = next((one for one in accounts if one.pk == number), None)
        if found is None:
            raise ClubError("unknown_link", _("No such account is linked to this login."), 404)
        offered = {one["provider_id"] for one in settings.SIGN_IN_PROVIDERS}
        if not held.has_usable_password() and not any(one.provider in offered for one in accounts if one != found):
            raise ClubError("last_way_in", _("It is the only way in to this login: set a password first."), 409)
        ended_access.end(held, is_confirmed=ends_access)
        found.delete()
        on_record(UNLINKED, held, found.provider, source=source, now=now)


def on_record(kind: str, user: User, provider: str, *, source: str, now: datetime) -> None:
    """Put on record by which provider somebody comes in from now on, or no more; not who they are there. Their mailbox hears of it
    too, so that nobody has a way in behind its owner's back."""
    what = {"before": provider} if kind == UNLINKED else {"after": provider}
    audit_log.record(kind, by=user, subject=f"login:{user.pk}", source=source, now=now, **what)
    if user.email and mail.is_sent():
        transaction.on_commit(lambda: _tell(kind, user, provider, now))


def _tell(kind: str, user: User, provider: str, now: datetime) -> None:
    name = next((one["name"] for one in settings.SIGN_IN_PROVIDERS if one["provider_id"] == provider), provider)
    words = {
        LINKED: _("From now on your login %(login)s is opened by an account of %(name)s as well."),
        UNLINKED: _("Your login %(login)s is no longer opened by the account of %(name)s."),
    }
    rest = _("If that was not you: take it off under Linked logins, set a new password, and tell the floor.")
    text = "\n\n".join([words[kind] % {"login": user.get_username(), "name": name}, rest])
    unsent_mail.send_or_keep(user, _("Linked logins"), text, now)
