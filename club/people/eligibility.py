"""Whether a player may play now, and what stands in the way: suspension, self-exclusion, admission, age."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.club_rules import in_force
from club.models import AgeCheck, Player
from club.people.people import locked


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a player may play now. If not, `code` and `why` say what stands in the way, and until when."""

    accepted: bool
    code: str = ""
    why: str = ""


ACCEPTED = Verdict(True)


def may_play(player: Player, now: datetime) -> Verdict:
    """Whether the player may register, sit down or come back to a seat now, by the row as it was read."""
    if player.merged_into_id is not None:
        return Verdict(False, "merged", _("This membership was merged into another; play under that one."))
    if player.erased_at is not None:
        return Verdict(False, "erased", _("This membership has ended."))
    if player.admitted_at is None:
        return Verdict(False, "not_admitted", _("The club has not admitted you yet; the floor looks at new members."))
    if player.excluded_until is not None and now < player.excluded_until:
        words = _("You have excluded yourself from play until %(when)s.") % {
            "when": moment_in_words(player.excluded_until)
        }
        return Verdict(False, "self_excluded", words)
    if is_suspended(player, now):
        if player.suspended_until is None:
            return Verdict(False, "suspended", _("You are suspended until the club lifts it; ask the floor."))
        words = _("You are suspended until %(when)s.") % {"when": moment_in_words(player.suspended_until)}
        return Verdict(False, "suspended", words)
    return ACCEPTED


def is_suspended(player: Player, now: datetime) -> bool:
    """True while a suspension is in force."""
    return player.suspended_at is not None and (player.suspended_until is None or now < player.suspended_until)


def barred(now: datetime) -> QuerySet[Player]:
    """Whoever is suspended or excluded by own wish now: no invitation to play is sent to them."""
    is_suspended = Q(suspended_at__isnull=False) & (Q(suspended_until=None) | Q(suspended_until__gt=now))
    return Player.objects.filter(is_suspended | Q(excluded_until__gt=now))


def check_may_play(player: Player, now: datetime) -> None:
    """Raise `ClubError` (403) unless the player may play now, in an amusement room also of the age it asks for.

    Inside the caller's transaction: the row is locked and read again, so that no suspension, self-exclusion or merge slips
    in between the question and the seat.
    """
    found = may_take_part(locked(player.pk), now)
    if not found.accepted:
        raise ClubError(found.code, found.why, 403)


def may_take_part(player: Player, now: datetime) -> Verdict:
    """`may_play`, and in an amusement room also whether the player has shown to be of its least age."""
    found = may_play(player, now)
    return found if not found.accepted else _old_enough(player)


def check_old_enough(player: Player) -> None:
    """Raise `ClubError` (403) in an amusement room for somebody who has not shown to be of its least age."""
    found = _old_enough(player)
    if not found.accepted:
        raise ClubError(found.code, found.why, 403)


def _old_enough(player: Player) -> Verdict:
    rules = in_force()
    if not rules.is_amusement_room or not rules.least_age or player.is_computer:
        return ACCEPTED
    if age_checks_of(player).filter(age__gte=rules.least_age).exists():
        return ACCEPTED
    words = _("See a document first: %(name)s has not shown to be %(age)d or older.")
    return Verdict(False, "age_not_checked", words % {"name": player.nickname, "age": rules.least_age})


def age_checks_of(player: Player) -> QuerySet[AgeCheck]:
    """Who saw a document of this player, the oldest age first; also under a membership merged into this one."""
    return AgeCheck.objects.filter(Q(player=player) | Q(player__merged_into=player)).order_by("-age", "pk")


def moment_in_words(at: datetime) -> str:
    return date_format(timezone.localtime(at), "DATETIME_FORMAT")
