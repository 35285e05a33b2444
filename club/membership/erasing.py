"""Erasing a member: the person is forgotten, and the books stay untouched."""

from __future__ import annotations

from datetime import datetime

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import FORGETS
from club.cashier import chip_expiry, desk_transfers
from club.house import audit_log
from club.house.club_rules import in_force
from club.ledger import ledger, statements
from club.models import Account, ApiToken, Player, PlayerPhoto, UnsentMail, User
from club.notifications import web_push
from club.people import eligibility, people, roles


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
    web_push.forget(player)
    for forget in FORGETS.values():
        forget(player)
    for name in ("real_name", "reading", "notes", "suspended_why", "pin"):
        setattr(player, name, "")
    player.nickname = _("Former member %(number)s") % {"number": player.pk}
    player.member_number = player.card = player.calendar_key = None
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
    SocialAccount.objects.filter(user=login).delete()
    ApiToken.objects.filter(user=login).delete()
    UnsentMail.objects.filter(user=login).delete()
    for session in UserSession.objects.filter(user=login):
        session.end()
    login.username = f"erased-{login.pk}"
    login.email = login.first_name = login.last_name = ""
    login.is_active = False
    login.last_login = None
    login.set_unusable_password()
    login.save()
