"""What the club knows of a player: handed to the player whole, and forgotten without touching the books."""

from __future__ import annotations

import base64
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import FORGETS, KNOWLEDGE
from club.cashier import chip_expiry, desk_transfers
from club.house import audit_log
from club.house.club_rules import in_force
from club.ledger import ledger, statements
from club.models import Account, ApiToken, AuditEntry, Entry, ExpiryNotice, Player, PlayerPhoto, Proposal, User
from club.notifications import push
from club.people import conduct, eligibility, people, roles

OWN = ("nickname", "real_name", "reading", "member_number", "language", "notes", "joined_at", "admitted_at")
BARS = ("suspended_at", "suspended_until", "suspended_why", "excluded_until")


def everything_about(player: Player) -> dict[str, Any]:
    """All that the club keeps of the player, as JSON values and instants: for the player's eyes."""
    family = people.family(player)
    owners = [one.owner for one in family]
    subjects = [*owners, *(f"login:{one.user_id}" for one in family if one.user_id)]
    about_you = AuditEntry.objects.filter(subject__in=subjects).order_by("pk")
    by_you = AuditEntry.objects.filter(by__in=[one.user_id for one in family if one.user_id]).order_by("pk")
    return {
        "kind": "cardhouse member",
        **_membership(player),
        "merged": [_membership(one) for one in family[1:]],
        "accounts": [_account(one) for one in statements.accounts_of(player)],
        "decisions_about_you": [{"what": one.kind, "at": one.at, "why": one.why} for one in about_you],
        "decisions_by_you": [
            {"what": one.kind, "at": one.at, "subject": one.subject, "why": one.why, "source": one.source}
            for one in by_you
        ],
        "conduct": [conduct.told(one) for one in conduct.of(player)],
        "age_checks": [{"age": one.age, "at": one.at} for one in eligibility.age_checks_of(player)],
        "adjustments": [_proposal(one) for one in Proposal.objects.filter(player__in=family).order_by("pk")],
        "expiry_notices": [
            {"account": one.account_id, "given": one.given_at, "due": one.due_at, "mail_done": one.mail_done_at}
            for one in ExpiryNotice.objects.filter(account__owner__in=owners).order_by("pk")
        ],
    }


def _membership(player: Player) -> dict[str, Any]:
    """One membership: its particulars, its login, and what the apps know of it."""
    photo = photo_of(player)
    picture = None if photo is None else f"data:image/jpeg;base64,{base64.b64encode(bytes(photo.jpeg)).decode()}"
    return {
        "player": {name: getattr(player, name) for name in (*OWN, *BARS)} | {"photo": picture},
        "login": None if player.user is None else _login(player.user),
        **{name: tell(player) for name, tell in KNOWLEDGE.items()},
    }


def _proposal(one: Proposal) -> dict[str, Any]:
    return {"chips": one.amount, "why": one.why, "status": one.status, "at": one.proposed_at, "decided": one.decided_at}


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
        "sessions": [
            {"since": one.created_at, "seen": one.last_seen_at, "from": one.ip, "with": one.user_agent}
            for one in UserSession.objects.filter(user=user).order_by("pk")
        ],
        "visits": [
            {"at": one.attempt_time, "until": one.logout_time, "from": one.ip_address, "with": one.user_agent}
            for one in AccessLog.objects.filter(username=user.get_username()).order_by("pk")
        ],
    }


def _account(account: Account) -> dict[str, Any]:
    lines = (
        Entry.objects.filter(account=account)
        .select_related("transfer", "transfer__by", "transfer__slip")
        .order_by("version")
    )
    return statements.account(account) | {"lines": [statements.line(line) for line in lines.iterator(2000)]}


def erase(
    player_id: int,
    *,
    by: User | None,
    why: str = "",
    source: str = "",
    now: datetime,
    gives_up_chips: bool = False,
) -> Player:
    """Forget who a player is: names, notes, photograph, login. Accounts, hands and tournaments stay, under a number.

    What was merged into the membership is forgotten with it. The records of decisions and of conduct stay; they never held
    names or notes. `gives_up_chips`: in an amusement room, which pays nothing out, the wallet goes back to the house.
    Raises `ClubError` (409) while chips are left, the player is seated or entered somewhere, or a bar is in force, which
    erasing would undo; and for one who is gone already.
    """
    with transaction.atomic():
        if gives_up_chips:
            desk_transfers.lock()  # before the player, as the desk takes them
        player = people.locked(player_id)
        family = [player, *(people.locked(one.pk) for one in people.family(player)[1:])]
        _check(player, now, family)
        if gives_up_chips:
            chip_expiry.forfeit(player, by=by, why=why, now=now, source=source)
        _check_chips(family)
        for one in family:
            _forget(one, now)
        audit_log.record("player.erased", by=by, subject=player.owner, why=why[:300], source=source, now=now)
    return player


def _forget(player: Player, now: datetime) -> None:
    login = player.user
    PlayerPhoto.objects.filter(player=player).delete()
    push.forget(player)
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


def _check_chips(family: list[Player]) -> None:
    held = Account.objects.filter(owner__in=[one.owner for one in family]).exclude(balance=0)
    if not held.exists():
        return
    if in_force().is_amusement_room:
        words = _(
            "There are chips left, and an amusement room pays none out: play them, let them expire, or give them up to the "
            "house with the erasure."
        )
    else:
        words = _("There are chips left: cash out first, so that no chip is lost.")
    raise ClubError("chips_left", words, 409, accounts=[statements.account(one) for one in held])


def _check(player: Player, now: datetime, family: list[Player]) -> None:
    if player.is_computer or player.erased_at is not None or player.merged_into_id is not None:
        raise ClubError("gone_already", _("There is nobody to erase here."), 409)
    ties = people.ties_of(player)
    if ties:
        raise ClubError("tied", _("Not now: %(why)s.") % {"why": "; ".join(ties)}, 409, ties=ties)
    if player.excluded_until is not None and now < player.excluded_until:
        words = _("A self-exclusion is in force until %(when)s; erasing would undo it.")
        when = date_format(player.excluded_until, "DATETIME_FORMAT")
        raise ClubError("exclusion_stands", words % {"when": when}, 409)
    if eligibility.is_suspended(player, now):
        raise ClubError("suspended", _("A suspension is in force; erasing would undo it."), 409)
    if any(one.user is not None and roles.held_roles(one.user) for one in family):
        raise ClubError("holds_roles", _("This login holds roles: take them back first."), 409)


def _erase_login(login: User) -> None:
    named = Q()
    for name in filter(None, (login.get_username(), login.email)):
        named |= Q(username__iexact=name)  # the throttle knows it in small letters
    for model in (AccessAttempt, AccessFailureLog, AccessLog):
        model.objects.filter(named).delete()
    EmailAddress.objects.filter(user=login).delete()
    Authenticator.objects.filter(user=login).delete()
    ApiToken.objects.filter(user=login).delete()
    for session in UserSession.objects.filter(user=login):
        session.end()
    login.username = f"erased-{login.pk}"
    login.email = login.first_name = login.last_name = ""
    login.is_active = False
    login.last_login = None
    login.set_unusable_password()
    login.save()
