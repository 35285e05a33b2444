"""How people become members: invited, admitted by the floor, or simply by signing up, as the house has it."""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import gettext as _
from club.house import audit_log, house_rules
from club.house.membership_rules import MembershipRules
from club.membership import erasing
from club.models import Invitation, Player, User
from club.people import people


def rules() -> MembershipRules:
    """The rules of membership in force."""
    return house_rules.resolve(MembershipRules)


# -- invitations ------------------------------------------------------------------------------------------------------


def invite(note: str, *, by: User, source: str = "", now: datetime) -> tuple[Invitation, str]:
    """A new invitation and its code, which is told this once: only its digest is kept."""
    code = secrets.token_urlsafe(16)
    with transaction.atomic():
        made = Invitation.objects.create(
            digest=_digest(code),
            note=plain(note)[:120],
            by=by,
            made_at=now,
            expires_at=now + timedelta(days=rules().invitation_days),
        )
        audit_log.record("invitation.made", by=by, subject=f"invitation:{made.pk}", source=source, now=now)
    return made, code


def revoke(invitation_id: int, *, by: User, source: str = "", now: datetime) -> None:
    """Take an invitation back. Raises `ClubError` if there is none (404), or it was used (409). Twice is harmless."""
    with transaction.atomic():
        found = Invitation.objects.select_for_update().filter(pk=invitation_id).first()
        if found is None:
            raise ClubError("unknown_invitation", _("There is no such invitation."), 404)
        if found.used_at is not None:
            raise ClubError("invitation_used", _("This invitation was used already."), 409)
        if found.revoked_at is None:
            found.revoked_at = now
            found.save(update_fields=["revoked_at"])
            audit_log.record("invitation.revoked", by=by, subject=f"invitation:{found.pk}", source=source, now=now)


def is_good(code: str, *, now: datetime) -> bool:
    """True for an invitation that lets somebody in now."""
    return _good(code, now).exists()


def _good(code: str, now: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        digest=_digest(code), expires_at__gt=now, used_at__isnull=True, revoked_at__isnull=True
    )


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()


# -- joining ----------------------------------------------------------------------------------------------------------


def may_sign_up(code: str, *, now: datetime) -> bool:
    """Whether somebody with that invitation (or none: an empty text) may sign up now."""
    return rules().sign_up != "invitation" or is_good(code, now=now)


def join(user: User, code: str, *, language: str, source: str = "", now: datetime) -> Player:
    """The player of a login that has just signed up: admitted if invited or the house is open, else an applicant.

    The invitation is used up. Raises `ClubError` (403) if the house asks for one and this is none, or no longer.
    """
    with transaction.atomic():
        invitation = _good(code, now).select_for_update().first() if code else None
        how = rules().sign_up
        if how == "invitation" and invitation is None:
            raise ClubError("invitation_needed", _("Joining this club takes an invitation that is still good."), 403)
        player = people.enrol(
            people.free_nickname(user.get_username()),
            user=user,
            is_admitted=invitation is not None or how == "open",
            language=language,
            now=now,
        )
        if invitation is not None:
            invitation.used_at, invitation.used_by = now, player
            invitation.save(update_fields=["used_at", "used_by"])
        audit_log.record("player.enrolled", by=user, subject=player.owner, source=source, now=now)
    return player


def admit(player_id: int, *, by: User, source: str = "", now: datetime) -> Player:
    """Let an applicant play. Raises `ClubError` if the player is admitted already, or has left."""
    with transaction.atomic():
        player = _applicant(player_id)
        player.admitted_at = now
        player.save(update_fields=["admitted_at"])
        audit_log.record("player.admitted", by=by, subject=player.owner, source=source, now=now)
    return player


def turn_away(player_id: int, *, by: User, why: str = "", source: str = "", now: datetime) -> Player:
    """Do not admit an applicant: what they told of themselves is erased. Raises `ClubError` as `admit` does."""
    with transaction.atomic():
        player = _applicant(player_id)
        audit_log.record("player.turned-away", by=by, subject=player.owner, why=why[:300], source=source, now=now)
        return erasing.erase(player.pk, by=by, source=source, now=now)


def _applicant(player_id: int) -> Player:
    player = people.locked(player_id)
    if player.admitted_at is not None or player.erased_at is not None:
        raise ClubError("not_an_applicant", _("This player is not waiting to be admitted."), 409)
    return player
