"""The member's card: a number, a code to scan, and a PIN; the way in for players without an e-mail address."""

from __future__ import annotations

import io
from datetime import datetime

import segno
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction

from club.base.names import plain
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.rights import roles_of
from club.membership.joining import rules
from club.membership.pins import Refused, check_person, count_wrong, resting, wrong
from club.models import Player, User
from club.people import eligibility, ended_access, people


def make_anew(player_id: int, *, ends_access: bool = True, by: User | None, source: str = "", now: datetime) -> Player:
    """A new code for a card that was lost: the old one lets nobody in from now on, and who came in by it is out.

    Raises as `ended_access.end` does.
    """
    with transaction.atomic():
        player = people.locked(player_id)
        check_person(player)
        ended_access.end(player.user, is_confirmed=ends_access)
        player.card = people.new_card()
        player.save(update_fields=["card"])
        audit_log.record("player.card", by=by, subject=player.owner, source=source, now=now)
    return player


def as_svg(address: str) -> str:
    """The address as a QR code, an SVG to stand in a page."""
    drawn = io.BytesIO()
    segno.make(address, error="m", micro=False).save(drawn, kind="svg", xmldecl=False, omitsize=True, border=2)
    return drawn.getvalue().decode()


def enter(*, number: str = "", card: str = "", pin: str = "", now: datetime) -> User:
    """The login of whoever holds that card, or that member number, with the PIN; made at the first time.

    Raises `Refused`: for a wrong number or PIN, without saying which (403); too many of them (429); one who may not play,
    with the reason (403); a login that holds a role of the staff or a second factor, which takes the password (403); or
    where the house has no such way in (403).
    """
    how = rules().card_login
    if how == "off":
        raise Refused("card_login_off", _("This house lets nobody in by the card; use your password."), 403)
    with transaction.atomic():
        refusal, player = _tried(number, card, pin, how, now)
        # Raised below, after the commit: a wrong try counts, whatever the answer.
    if refusal is not None or player is None:
        raise refusal or wrong()
    return _login_of(player)


def _tried(number: str, card: str, pin: str, how: str, now: datetime) -> tuple[Refused | None, Player | None]:
    by_card, by_number = plain(card), plain(number)
    wanted = Player.objects.select_for_update(no_key=True, of=("self",)).filter(is_computer=False)
    player = wanted.filter(card=by_card).first() if by_card else wanted.filter(member_number=by_number).first()
    if player is None:
        make_password(plain(pin))  # takes as long as the check of a card that there is
        return wrong(), None
    if not (by_card and how == "card alone"):
        if player.pin_locked_until is not None and now < player.pin_locked_until:
            return resting(), None
        if not check_password(plain(pin), player.pin or make_password(people.new_card())):
            return count_wrong(player, now), None
        if player.pin_failures:
            player.pin_failures, player.pin_locked_until = 0, None
            player.save(update_fields=["pin_failures", "pin_locked_until"])
    found = eligibility.may_play(player, now)
    if not found.accepted and found.code != "not_admitted":
        return Refused(found.code, found.why, 403), None
    return None, player


def _login_of(player: Player) -> User:
    with transaction.atomic():
        held = people.locked(player.pk)
        if held.user is None:
            login = User(username=people.free_username(held))
            login.set_unusable_password()
            login.save()
            held.user = login
            held.save(update_fields=["user"])
    if roles_of(held.user) - {"player"} or is_mfa_enabled(held.user):
        raise Refused("password_needed", _("This login comes in by its password only."), 403)
    if not held.user.is_active:
        raise Refused("login_closed", _("This login is closed; ask the floor."), 403)
    return held.user
