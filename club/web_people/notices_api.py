"""The API of what calls the caller: of which kinds, by which way, and by which device."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.answers import notices
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.http.problems import problems
from club.models import Player, PushDevice
from club.notifications import web_push
from club.notifications.personal import line_notices, mailed_notices
from club.people.people import player_of
from club.web_people.people_api import body


def _kinds(known: Any, **more: Any) -> serializers.ListField:
    return serializers.ListField(child=serializers.ChoiceField(choices=list(known)), max_length=20, **more)


class ChosenNotices(serializers.Serializer[Any]):
    """What is left out stays as it is; an empty list is nothing."""

    mail = _kinds(web_push.MAILED, required=False, help_text="By e-mail.")
    line = _kinds(web_push.KINDS, required=False, help_text="By LINE.")


class ChosenForDevice(serializers.Serializer[Any]):
    kinds = _kinds(web_push.KINDS, help_text="Empty: nothing.")


def _own(request: Request) -> Player:
    player = player_of(request.user)
    if player is None:
        raise ClubError("not_a_player", _("This login belongs to no player."), 403)
    return player


def told(player: Player) -> dict[str, Any]:
    """All that the player has chosen, and what may be chosen."""
    lined = line_notices.of(player)
    return {
        "kinds": [{"kind": kind, "words": str(words)} for kind, words in web_push.KINDS.items()],
        "mail": {
            "is_offered": mailed_notices.is_offered(player),
            "offered": list(web_push.MAILED),
            "kinds": mailed_notices.chosen(player),
            "most_a_day": mailed_notices.MOST_A_DAY,
        },
        "line": {
            "is_offered": line_notices.is_offered(player),
            "offered": list(web_push.KINDS),
            "kinds": [] if lined is None else list(lined.kinds),
            "most_a_day": line_notices.MOST_A_DAY,
            "unreachable_since": None if lined is None else lined.unreachable_at,
        },
        "devices": [device(one) for one in PushDevice.objects.filter(player=player).order_by("made_at", "pk")],
    }


def device(one: PushDevice) -> dict[str, Any]:
    return {"id": one.pk, "name": one.name, "made_at": one.made_at, "kinds": one.kinds}


class MyNotices(APIView):
    """What calls the caller."""

    @extend_schema(operation_id="my_notices", responses={200: notices.Notices, **problems()}, tags=["mine"])
    def get(self, request: Request) -> Response:
        """The kinds there are, and what was chosen by e-mail, by LINE, and for each device."""
        return Response(told(_own(request)))

    @extend_schema(
        operation_id="choose_my_notices",
        request=ChosenNotices,
        responses={200: notices.Notices, **problems(400, 409, 422)},
        tags=["mine"],
    )
    def patch(self, request: Request) -> Response:
        """Choose what comes by e-mail and by LINE; what is left out stays."""
        player, given, now = _own(request), body(ChosenNotices, request), timezone.now()
        with transaction.atomic():  # one refused leaves the other as it was
            if "mail" in given:
                mailed_notices.choose(player, given["mail"], web_push.MAILED, now=now)
            if "line" in given:
                line_notices.choose(player, given["line"], web_push.KINDS, now=now)
        return Response(told(player))


class MyDevice(APIView):
    """A browser of the caller's that is called by web push."""

    @extend_schema(
        operation_id="choose_for_my_device",
        request=ChosenForDevice,
        responses={200: notices.Device, **problems(400, 404)},
        tags=["mine"],
    )
    def patch(self, request: Request, device_id: int) -> Response:
        """Choose what that device is called for."""
        player = _own(request)
        called = _device(player, device_id)  # before the body is read: of somebody else's nothing is told
        web_push.choose(player, body(ChosenForDevice, request)["kinds"], called.pk)
        return Response(device(_device(player, device_id)))

    @extend_schema(operation_id="forget_my_device", responses={204: None, **problems(404)}, tags=["mine"])
    def delete(self, request: Request, device_id: int) -> Response:
        """Call that device no more."""
        player = _own(request)
        web_push.forget(player, _device(player, device_id).pk)
        return Response(status=204)


def _device(player: Player, number: int) -> PushDevice:
    found = PushDevice.objects.filter(player=player, pk=number).first()
    if found is None:
        raise ClubError("unknown_device", _("You have no such device."), 404)
    return found


urlpatterns = [
    path("me/notices/", MyNotices.as_view(), name="api-my-notices"),
    path("me/notices/devices/<int:device_id>/", MyDevice.as_view(), name="api-my-device"),
]
