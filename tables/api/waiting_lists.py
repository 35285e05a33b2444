"""The API of waiting lists and of changing seats."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.phrases import gettext as _
from tables.answers import tables as answers
from tables.api.requests_and_rights import checked, device_of, playing, seen
from tables.cash import seat_changes, waiting_lists
from tables.core.errors import Refused
from tables.models import MAX_SEATS, Table


class WaitFor(serializers.Serializer[Any]):
    """Either a table or a game."""

    table = serializers.IntegerField(min_value=1, required=False)
    is_recorded = serializers.BooleanField(
        default=False, help_text="With a game: at its tables with real cards, not those on the screen."
    )
    game = serializers.CharField(max_length=40, required=False, help_text="A key of /api/v1/games/: any table of it.")


class WantedSeat(serializers.Serializer[Any]):
    seat = serializers.IntegerField(
        min_value=1, max_value=MAX_SEATS, allow_null=True, help_text="Null: no change after all."
    )


class WaitingView(APIView):
    @extend_schema(responses={200: list[answers.WaitingLine]}, tags=["tables"])
    def get(self, request: Request) -> Response:
        """The lines you stand in."""
        return Response(waiting_lists.of_player(playing(request)))

    @extend_schema(request=WaitFor, responses={201: list[answers.WaitingLine]}, tags=["tables"])
    def post(self, request: Request) -> Response:
        """Get in line for a table, or for a game. Once more is harmless: you keep your place."""
        given, player = checked(WaitFor, request), playing(request)
        if ("table" in given) == ("game" in given):
            raise Refused("table_or_game", _("Wait either for a table or for a game."), 422)
        waiting_lists.join(
            player,
            table_id=given.get("table"),
            game=given.get("game", ""),
            kind=Table.Kind.RECORDED if given["is_recorded"] else Table.Kind.DEALT,
            now=timezone.now(),
            source=device_of(request),
        )
        return Response(waiting_lists.of_player(player), status=status.HTTP_201_CREATED)


class OneWaitView(APIView):
    @extend_schema(request=None, responses={200: list[answers.WaitingLine]}, tags=["tables"])
    def delete(self, request: Request, wait_id: int) -> Response:
        """Get out of line; a seat that was kept for you goes to the next."""
        player = playing(request)
        waiting_lists.leave(player, wait_id, now=timezone.now(), source=device_of(request))
        return Response(waiting_lists.of_player(player))


class WantedSeatView(APIView):
    @extend_schema(request=WantedSeat, responses={200: answers.Table}, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """Change to another seat of the table, between hands and as soon as it is free."""
        seat, player = checked(WantedSeat, request)["seat"], playing(request)
        seat_changes.want_seat(table_id, player, seat, now=timezone.now(), source=device_of(request))
        return seen(request, table_id)


urlpatterns = [
    path("waiting/", WaitingView.as_view(), name="api-waiting"),
    path("waiting/<int:wait_id>/", OneWaitView.as_view(), name="api-wait"),
    path("tables/<int:table_id>/sittings/mine/seat/", WantedSeatView.as_view(), name="api-wanted-seat"),
]
