"""People of the club: who plays, and under which name."""

from __future__ import annotations

import unicodedata
from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club import ledger
from club.errors import ClubError
from club.models import Player, User


def enrol(
    nickname: str, *, user: User | None = None, is_computer: bool = False, language: str = "en", now: datetime
) -> Player:
    """A new player with an empty wallet. The name is normalised (full-width letters and digits are understood).

    Raises `ClubError` for a name that is empty or taken.
    """
    name = " ".join(unicodedata.normalize("NFKC", nickname).split())
    if not name:
        raise ClubError("nickname_missing", _("A player needs a nickname."), 422)
    if Player.objects.filter(nickname=name).exists():
        raise ClubError("nickname_taken", _("The nickname %(name)s is taken; choose another.") % {"name": name}, 409)
    with transaction.atomic():
        player = Player.objects.create(
            user=user, nickname=name, is_computer=is_computer, language=language, joined_at=now
        )
        ledger.open_account(player.owner, "wallet")
    return player


def player_of(user: Any) -> Player | None:
    """The player behind a login; made at the first call for a login that has none. None for a stranger."""
    if not getattr(user, "is_authenticated", False):
        return None
    found = Player.objects.filter(user=user).first()
    if found is not None:
        return found
    name, n = user.get_username(), 1
    while Player.objects.filter(nickname=name).exists():
        n += 1
        name = f"{user.get_username()} {n}"
    return enrol(name, user=user, now=timezone.now())


def give_role(user: User, role: str) -> None:
    """Put a login into the group of that role; an admin and an owner may enter the admin pages."""
    group, _made = Group.objects.get_or_create(name=role)
    user.groups.add(group)
    if role in ("owner", "admin") and not (user.is_staff and user.is_superuser):
        user.is_staff = user.is_superuser = True
        user.save(update_fields=["is_staff", "is_superuser"])
