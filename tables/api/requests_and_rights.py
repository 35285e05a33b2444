"""What the endpoints of the tables share: the body checked, who asks and by which right, the key of the request, the answer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right
from club.models import Player, User
from club.people.people import player_of
from engine.text_limits import whole
from tables.core.errors import Refused
from tables.models import Table
from tables.queries import table_as_seen

_Told = TypeVar("_Told")

KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="Any text of yours, up to 100 characters. The same request with the same key moves chips once.",
)
ONCE = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Any text of yours, up to 100 characters. The same request with the same key finds what the first made.",
)


def checked(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The request's body, checked. Raises DRF's `ValidationError`, which names each field that is wrong."""
    try:
        return dict(_kept(form).run_validation(request.data))
    except serializers.ValidationError:  # once more, by a form of its own, which words what it says of the whole
        filled = form(data=request.data)
        filled.is_valid(raise_exception=True)
        return dict(filled.validated_data)


@cache
def _kept(form: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """A form with its fields, which take longer to make than to check a body; nothing of a request stays in it."""
    return form()


def by_seat(field: str, told: Mapping[str, _Told]) -> dict[int, _Told]:
    """What is told of each seat, whose number is text in JSON. Raises DRF's `ValidationError`, which names the field, for a seat
    that is no number, or is there twice (as `1` and `01`)."""
    found: dict[int, _Told] = {}
    for text, value in told.items():
        seat = whole(text, 2)
        if seat is None:
            raise serializers.ValidationError(
                {field: _("%(seat)s is no seat: seats are numbers.") % {"seat": text[:40]}}
            )
        if seat in found:
            raise serializers.ValidationError({field: _("Seat %(seat)s is there twice.") % {"seat": seat}})
        found[seat] = value
    return found


def viewer_of(request: Request) -> Player | None:
    """The player who looks, or None for a login that is nobody's."""
    return player_of(request.user)


def login_of(request: Request) -> User:
    """Whose request it is. Raises `NotAuthenticated` for a stranger."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def playing(request: Request) -> Player:
    """The player who acts. Raises `Refused` for a login that is no player's."""
    player = player_of(request.user)
    if player is None:
        raise Refused("not_a_player", _("This login belongs to no player."), 403)
    return player


def need(request: Request, right: str) -> None:
    """Raise `PermissionDenied` unless the login has the right."""
    if not has_right(request.user, right):
        raise PermissionDenied(_("This needs the right %(right)s.") % {"right": right})


def key_given(request: Request) -> str:
    """The request's Idempotency-Key; empty if there is none. Raises `Refused` if it is too long."""
    return key_of(request) if request.headers.get("Idempotency-Key", "").strip() else ""


def key_of(request: Request) -> str:
    """The request's Idempotency-Key. Raises `Refused` if there is none, or it is too long."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key or len(key) > 100:
        message = _("Send an Idempotency-Key header of 1 to 100 characters, a new one for each new request.")
        raise Refused("idempotency_key_missing", message, 400)
    return key


def whole_number(request: Request, name: str) -> int | None:
    """A number of the query string, or None. Raises `Refused` for anything else."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise Refused("not_a_number", _("%(name)s must be a whole number.") % {"name": name}, 400)
    return int(text)


def device_of(request: Request) -> str:
    """From where a request came, for the audit."""
    return f"api {source_of(request._request)}"[:200]


def seen(request: Request, table_id: int, code: int = status.HTTP_200_OK) -> Response:
    """The table's fresh state."""
    table: Table = table_as_seen.table_of(table_id)
    return Response(table_as_seen.table_as_seen_by(table, viewer_of(request), now=timezone.now()), status=code)
