"""PINs of members' cards: set, and how many wrong tries there may be before the card rests."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.contrib.auth.hashers import make_password
from django.db import transaction

from club.base.errors import ClubError
from club.base.names import plain
from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import Player, User
from club.people import ended_access, people

TRIES = 5  # wrong PINs in a row, after which the card rests, wherever they came from
REST = timedelta(minutes=15)


class Refused(ClubError):
    """The card does not let anybody in: the message says what would."""


def set_pin(
    player_id: int, pin: str, *, ends_access: bool = True, by: User | None, source: str = "", now: datetime
) -> Player:
    """Give a player a new PIN; wrong tries before are forgotten, and what came in before an old PIN was replaced goes.

    Raises `ClubError` (422) for one that is no PIN, and as `ended_access.end` does.
    """
    digits = plain(pin)
    if not re.fullmatch(r"[0-9]{4,8}", digits):
        raise ClubError("bad_pin", _("A PIN has 4 to 8 digits."), 422, field="pin")
    if len(set(digits)) == 1 or digits in "01234567890" or digits in "09876543210":
        raise ClubError("easy_pin", _("This PIN is too easy to guess: no row of digits, and not one alone."), 422)
    with transaction.atomic():
        player = people.locked(player_id)
        check_person(player)
        if player.pin:
            ended_access.end(player.user, is_confirmed=ends_access)
        player.pin, player.pin_failures, player.pin_locked_until = make_password(digits), 0, None
        player.save(update_fields=["pin", "pin_failures", "pin_locked_until"])
        audit_log.record("player.pin", by=by, subject=player.owner, source=source, now=now)
    return player


def check_person(player: Player) -> None:
    if player.is_computer or player.merged_into_id is not None or player.erased_at is not None:
        raise ClubError("no_card", _("This player has no card."), 409)


def count_wrong(player: Player, now: datetime) -> Refused:
    player.pin_failures += 1
    if player.pin_failures >= TRIES:
        player.pin_failures, player.pin_locked_until = 0, now + REST
    player.save(update_fields=["pin_failures", "pin_locked_until"])
    return resting() if player.pin_locked_until is not None and now < player.pin_locked_until else wrong()


def wrong() -> Refused:
    return Refused("wrong_pin", _("The number or the PIN is not right. Forgotten? The floor gives you a new PIN."), 403)


def resting() -> Refused:
    minutes = int(REST.total_seconds() // 60)
    words = _("Too many wrong tries. Wait %(minutes)d minutes, or ask the floor.") % {"minutes": minutes}
    return Refused("throttled", words, 429)
