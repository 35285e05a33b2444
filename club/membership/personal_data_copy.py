"""A copy of everything that the club knows of a player, for the player."""

from __future__ import annotations

import base64
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from axes.models import AccessLog

from club.base.registry import KNOWLEDGE
from club.ledger import statements
from club.membership import kept_notices
from club.membership.photos import photo_of
from club.models import Account, ApiToken, AuditEntry, Entry, ExpiryNotice, Player, Proposal, UnsentMail, User
from club.people import conduct, eligibility, people

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
        "notices": kept_notices.known(player),
        **{name: tell(player) for name, tell in KNOWLEDGE.items()},
    }


def _proposal(one: Proposal) -> dict[str, Any]:
    return {"chips": one.amount, "why": one.why, "status": one.status, "at": one.proposed_at, "decided": one.decided_at}


def _login(user: User) -> dict[str, Any]:
    return {
        "username": user.get_username(),
        "email": user.email,
        "addresses": list(EmailAddress.objects.filter(user=user).values_list("email", flat=True)),
        "joined": user.date_joined,
        "last_login": user.last_login,
        "has_second_factor": Authenticator.objects.filter(user=user).exists(),
        "factors": [
            {"kind": one.type, "since": one.created_at, "used": one.last_used_at}
            for one in Authenticator.objects.filter(user=user).order_by("pk")
        ],
        "tokens": [
            {"name": one.name, "since": one.created, "until": one.expiry}
            for one in ApiToken.objects.filter(user=user).order_by("created")
        ],
        "unsent_mails": [
            {"subject": one.subject, "text": one.text, "since": one.since}
            for one in UnsentMail.objects.filter(user=user).order_by("pk")
        ],
        "providers": [
            {"provider": one.provider, "since": one.date_joined, "seen": one.last_login, **one.extra_data}
            for one in SocialAccount.objects.filter(user=user).order_by("pk")
        ],
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
