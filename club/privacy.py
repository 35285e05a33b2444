"""What the club knows of a player: handed to the player whole, and forgotten without touching the books."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from club import audit_log, conduct, ledger, people, statements
from club.errors import ClubError
from club.models import Account, ApiToken, AuditEntry, Entry, Player, PlayerPhoto, User
from club.registry import FORGETS, KNOWLEDGE

OWN = ("nickname", "real_name", "reading", "member_number", "language", "notes", "joined_at", "admitted_at")
BARS = ("suspended_at", "suspended_until", "suspended_why", "excluded_until")


def everything_about(player: Player) -> dict[str, Any]:
    """All that the club keeps of the player, as JSON values and instants: for the player's eyes."""
    user = player.user
    subjects = [player.owner, *([f"login:{user.pk}"] if user else [])]
    about_you = AuditEntry.objects.filter(subject__in=subjects).order_by("pk")
    by_you = AuditEntry.objects.filter(by=user).order_by("pk") if user else AuditEntry.objects.none()
    return {
        "kind": "cardhouse member",
        "player": {name: getattr(player, name) for name in (*OWN, *BARS)} | {"has_photo": photo_of(player) is not None},
        "login": None if user is None else _login(user),
        "accounts": [_account(one) for one in statements.accounts_of(player)],
        "decisions_about_you": [{"what": one.kind, "at": one.at, "why": one.why} for one in about_you],
        "decisions_by_you": [
            {"what": one.kind, "at": one.at, "subject": one.subject, "why": one.why, "source": one.source}
            for one in by_you
        ],
        "conduct": [conduct.told(one) for one in conduct.of(player)],
        **{name: tell(player) for name, tell in KNOWLEDGE.items()},
    }


def photo_of(player: Player) -> PlayerPhoto | None:
    """The player's photograph, if there is one."""
    return PlayerPhoto.objects.filter(player=player).first()


def _login(user: User) -> dict[str, Any]:
    return {
        "username": user.get_username(),
        "email": user.email,
        "addresses": list(EmailAddress.objects.filter(user=user).values_list("email", flat=True)),
        "joined": user.date_joined,
        "last_login": user.last_login,
        "has_second_factor": Authenticator.objects.filter(user=user).exists(),
    }


def _account(account: Account) -> dict[str, Any]:
    lines = Entry.objects.filter(account=account).select_related("transfer").order_by("version")
    return statements.account(account) | {"lines": [statements.line(line) for line in lines.iterator(2000)]}


def erase(player_id: int, *, by: User | None, why: str = "", source: str = "", now: datetime) -> Player:
    """Forget who a player is: names, notes, photograph, login. Accounts, hands and tournaments stay, under a number.

    The records of decisions and of conduct stay as well; they never held names or notes. Raises `ClubError` (409) while
    chips are left, the player is seated or entered somewhere, or a bar is in force, which erasing would undo; and for one
    who is gone already.
    """
    with transaction.atomic():
        player = people.locked(player_id)
        _check(player, now)
        login = player.user
        PlayerPhoto.objects.filter(player=player).delete()
        for forget in FORGETS.values():
            forget(player)
        for name in ("real_name", "reading", "notes", "suspended_why", "pin"):
            setattr(player, name, "")
        player.nickname = _("Former member %(number)s") % {"number": player.pk}
        player.member_number = player.card = None
        player.erased_at = now
        player.save()
        if hasattr(player, "invitation"):
            player.invitation.note = ""
            player.invitation.save(update_fields=["note"])
        for account in Account.objects.filter(owner=player.owner, closed_at__isnull=True).order_by("pk"):
            ledger.close_account(account, now=now)
        if login is not None:
            _erase_login(login)
        audit_log.record("player.erased", by=by, subject=player.owner, why=why[:300], source=source, now=now)
    return player


def _check(player: Player, now: datetime) -> None:
    if player.is_computer or player.erased_at is not None or player.merged_into_id is not None:
        raise ClubError("gone_already", _("There is nobody to erase here."), 409)
    held = Account.objects.filter(owner=player.owner).exclude(balance=0)
    if held.exists():
        words = _("There are chips left: cash out first, so that no chip is lost.")
        raise ClubError("chips_left", words, 409, accounts=[statements.account(one) for one in held])
    ties = people.ties_of(player)
    if ties:
        raise ClubError("tied", _("Not now: %(why)s.") % {"why": "; ".join(ties)}, 409, ties=ties)
    if player.excluded_until is not None and now < player.excluded_until:
        words = _("A self-exclusion is in force until %(when)s; erasing would undo it.")
        when = date_format(player.excluded_until, "DATETIME_FORMAT")
        raise ClubError("exclusion_stands", words % {"when": when}, 409)
    if people.is_suspended(player, now):
        raise ClubError("suspended", _("A suspension is in force; erasing would undo it."), 409)
    if player.user is not None and people.roles_of_groups(player.user) - {"player"}:
        raise ClubError("holds_roles", _("This login holds roles: take them back first."), 409)


def _erase_login(login: User) -> None:
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(username__in=[login.get_username(), login.email or login.get_username()]).delete()
    EmailAddress.objects.filter(user=login).delete()
    Authenticator.objects.filter(user=login).delete()
    ApiToken.objects.filter(user=login).delete()
    login.username = f"erased-{login.pk}"
    login.email = login.first_name = login.last_name = ""
    login.is_active = False
    login.last_login = None
    login.set_unusable_password()
    login.save()
