"""Suspensions by the floor, and self-exclusion by the player."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.errors import ClubError
from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.base.signals import player_barred
from club.house import audit_log
from club.house.rights import roles_of
from club.models import Player, User
from club.people.eligibility import is_suspended, moment_in_words
from club.people.people import locked


def suspend(
    player_id: int, *, until: datetime | None, why: str, by: User | None, source: str = "", now: datetime
) -> Player:
    """Keep a player from playing until then, or until it is lifted.

    Raises `ClubError` without a reason, for the past, or for an owner by anybody but an owner.
    """
    if shows_nothing(why):
        raise ClubError("reason_missing", _("Say why."), 422, field="why")
    if until is not None and until <= now:
        raise ClubError("in_the_past", _("Say a time to come."), 422, field="until")
    with transaction.atomic():
        player = locked(player_id)
        if by is not None and player.user is not None and "owner" in roles_of(player.user) - roles_of(by):
            raise ClubError("owner_needed", _("Only an owner suspends an owner."), 403)
        player.suspended_at, player.suspended_until, player.suspended_why = now, until, why.strip()[:300]
        player.save(update_fields=["suspended_at", "suspended_until", "suspended_why"])
        audit_log.record(
            "player.suspended", by=by, subject=player.owner, why=why.strip()[:300], after=until, source=source, now=now
        )
        _tell_barred(player)
    return player


def lift_suspension(player_id: int, *, why: str, by: User | None, source: str = "", now: datetime) -> Player:
    """End a suspension. Raises `ClubError` if there is none."""
    with transaction.atomic():
        player = locked(player_id)
        if not is_suspended(player, now):
            raise ClubError("not_suspended", _("This player is not suspended."), 409)
        before = player.suspended_until
        player.suspended_at, player.suspended_until, player.suspended_why = None, None, ""
        player.save(update_fields=["suspended_at", "suspended_until", "suspended_why"])
        audit_log.record(
            "player.reinstated", by=by, subject=player.owner, why=why[:300], before=before, source=source, now=now
        )
    return player


def exclude_oneself(player_id: int, until: datetime, *, by: User | None, source: str = "", now: datetime) -> Player:
    """Keep oneself from playing until then. It can be made longer, by nobody shorter: that is its purpose.

    Raises `ClubError` for a time that is past, or sooner than what was chosen before.
    """
    with transaction.atomic():
        player = locked(player_id)
        if until <= now:
            raise ClubError("in_the_past", _("Say a time to come."), 422, field="until")
        if player.excluded_until is not None and until < player.excluded_until and now < player.excluded_until:
            words = _("A self-exclusion is never shortened; this one lasts until %(when)s.")
            raise ClubError(
                "exclusion_stands", words % {"when": moment_in_words(player.excluded_until)}, 409, field="until"
            )
        before, player.excluded_until = player.excluded_until, until
        player.save(update_fields=["excluded_until"])
        audit_log.record(
            "player.self-excluded", by=by, subject=player.owner, before=before, after=until, source=source, now=now
        )
        _tell_barred(player)
    return player


def _tell_barred(player: Player) -> None:
    """After the commit, whoever seats players hears of it."""
    number = player.pk
    transaction.on_commit(lambda: player_barred.send_robust(Player, player_id=number), robust=True)
