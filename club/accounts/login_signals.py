"""What people do to their own logins through allauth's pages goes on record as well."""

from __future__ import annotations

from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.socialaccount import signals as provider
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest
from django.utils import timezone

from club.accounts import logins, provider_logins
from club.house import audit_log
from club.house.audit_log import source_of
from club.models import User
from club.people import ended_access


def _record(kind: str, request: HttpRequest, user: User, before: Any = None, after: Any = None) -> None:
    audit_log.record(
        kind,
        by=user,
        subject=f"login:{user.pk}",
        before=before,
        after=after,
        source=source_of(request),
        now=timezone.now(),
    )


def _end_other_access(request: HttpRequest, user: User) -> None:
    ended_access.end(user)
    ended_access.keep_session(request, user)


@receiver([account.password_set, account.password_changed, account.password_reset], dispatch_uid="password on record")
def password(request: HttpRequest, user: User, **_more: Any) -> None:
    """Somebody set their own password."""
    _end_other_access(request, user)
    _record("login.password", request, user)


@receiver(post_save, sender=User, dispatch_uid="access by an old password")
def new_password(instance: User, created: bool, **_more: Any) -> None:
    """End what came in by the old password wherever a new one is saved, the operator's command line as well."""
    # Django keeps the password as it was typed until its digest is stored; a better digest of the old one is no new one.
    if instance._password is not None and not created and ended_access.is_open(instance):  # type: ignore[attr-defined]  # Django sets it
        ended_access.end(instance)


@receiver(account.email_changed, dispatch_uid="address on record")
def address(request: HttpRequest, user: User, from_email_address: Any, to_email_address: Any, **_more: Any) -> None:
    """Somebody's own address is another one now."""
    before = logins.mark(from_email_address.email) if from_email_address else ""
    _record("login.changed", request, user, {"email": before}, {"email": logins.mark(to_email_address.email)})


@receiver(mfa.authenticator_added, dispatch_uid="second factor on record")
def second_factor_on(request: HttpRequest, user: User, authenticator: Any, **_more: Any) -> None:
    """Somebody took a second factor."""
    _end_other_access(request, user)
    _record("login.second-factor-on", request, user, after=str(authenticator.type))


@receiver(mfa.authenticator_reset, dispatch_uid="recovery codes on record")
def recovery_codes(request: HttpRequest, user: User, authenticator: Any, **_more: Any) -> None:
    """Somebody made new recovery codes."""
    _end_other_access(request, user)
    _record("login.second-factor-on", request, user, after=str(authenticator.type))


@receiver(mfa.authenticator_removed, dispatch_uid="second factor off record")
def second_factor_off(request: HttpRequest, user: User, authenticator: Any, **_more: Any) -> None:
    """Somebody gave their second factor up."""
    _end_other_access(request, user)
    _record("login.second-factor-off", request, user, before=str(authenticator.type))


@receiver(provider.social_account_added, dispatch_uid="linked provider on record")
def linked(request: HttpRequest, sociallogin: Any, **_more: Any) -> None:
    """Somebody linked an account elsewhere to their own login."""
    how: dict[str, Any] = {"source": source_of(request), "now": timezone.now()}
    provider_logins.on_record("login.provider-linked", sociallogin.user, sociallogin.account.provider, **how)
