"""The age of a player, of which somebody at the desk saw a document."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import no_self_service
from club.house import audit_log
from club.models import AgeCheck, Player, User


def check_age(player: Player, age: int, *, by: User, now: datetime, source: str = "") -> AgeCheck:
    """Put on record that `by` saw a document: the player is at least `age` years old. Raises `ClubError` for no age."""
    if type(age) is not int or not 1 <= age <= 130:
        raise ClubError("bad_age", _("An age is a number of years from 1 to 130."), 422)
    with transaction.atomic():
        no_self_service.check_not_own(by, [player.owner])
        made = AgeCheck.objects.create(player=player, age=age, by=by, at=now)
        audit_log.record("cashier.age-checked", by=by, subject=player.owner, after=age, source=source, now=now)
    return made
