"""Who asks an endpoint, and for what: the right, the player, the fields that were sent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from rest_framework import serializers
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from club.base.phrases import gettext as _
from club.house.rights import has_right
from club.models import Player, User
from club.people.people import player_of
from tournaments.base.errors import Refused


def check(request: Request, right: str) -> User:
    """The user, if they have the right. Raises `PermissionDenied`."""
    if not has_right(request.user, right):
        raise PermissionDenied(_("This needs the right %(right)s.") % {"right": right})
    return cast(User, request.user)


def fields_of(request: Request, fields: type[serializers.Serializer[Any]]) -> Mapping[str, Any]:
    """What was sent, which names fields of those alone. Raises DRF's `ValidationError`: a field that was misspelt would count as
    left out, and the act be done otherwise than it was meant."""
    if not isinstance(request.data, Mapping):
        raise serializers.ValidationError(_("Send an object with the fields of this act."))
    known = fields().fields
    if strange := [name for name in request.data if name not in known]:
        words = _("There is no such field here; there are: %(known)s.") % {"known": ", ".join(known) or "–"}
        raise serializers.ValidationError({str(name)[:60]: [words] for name in strange[:10]})
    return request.data


def playing(request: Request) -> Player:
    """The player who asks. Raises `Refused` for a login that is no player's."""
    player = player_of(request.user)
    if player is None:
        raise Refused("not_a_player", _("This login belongs to no player."), 403)
    return player
