"""The API of private tables: opening one, being let in, and what its host changes."""

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
from engine.betting.hand import Stakes
from engine.errors import EngineError
from tables.answers import rooms
from tables.answers.tables import TableLine
from tables.api.requests_and_rights import ONCE, checked, device_of, key_given, playing
from tables.cash.new_tables import Opening
from tables.core.errors import IllegalAction, Refused
from tables.models import MAX_SEATS
from tables.private import private_tables
from tables.queries import lobby


class NewPrivate(serializers.Serializer[Any]):
    """A private table of one game, dealt by the server; its buy-ins are the house's."""

    name = serializers.CharField(max_length=80)
    game = serializers.CharField(max_length=40, help_text="A key of /api/games/.")
    stakes = serializers.DictField(help_text="As of any table; the house rule `private_most` bounds each amount.")
    seats = serializers.IntegerField(min_value=2, max_value=MAX_SEATS, required=False)
    password = serializers.CharField(
        max_length=private_tables.MOST_LETTERS, required=False, allow_blank=True, trim_whitespace=False,
        help_text="Whoever comes by the link is asked for it, too.",
    )  # fmt: skip


class EnteringPrivate(serializers.Serializer[Any]):
    """Either the last part of the link, or the table's number with its password."""

    link = serializers.CharField(max_length=60, required=False)
    table = serializers.IntegerField(min_value=1, max_value=2**62, required=False)
    password = serializers.CharField(max_length=200, required=False, allow_blank=True, trim_whitespace=False)


class HostAct(serializers.Serializer[Any]):
    act = serializers.ChoiceField(
        choices=[*private_tables.ACTS, *private_tables.ACTS_ON_GUESTS, "password"],
        help_text="`renew` and `revoke` the link; `password` sets one, or none; `show-out` a player, `let-in` again; "
        "`close` the empty table.",
    )
    password = serializers.CharField(max_length=200, required=False, allow_blank=True, trim_whitespace=False)
    player = serializers.IntegerField(min_value=1, max_value=2**62, required=False)


class PrivateTablesView(APIView):
    @extend_schema(responses={200: list[TableLine]}, tags=["tables"], operation_id="tables_private_list")
    def get(self, request: Request) -> Response:
        """The open private tables that you have opened, or were let in at."""
        return Response([lobby.in_lobby(table) for table in private_tables.of_player(playing(request))])

    @extend_schema(
        request=NewPrivate,
        responses={201: rooms.PrivateTableSeen},
        parameters=[ONCE],
        tags=["tables"],
        operation_id="open_private_table",
    )
    def post(self, request: Request) -> Response:
        """Open a private table, where the house rule `private_tables` lets you."""
        given, player = checked(NewPrivate, request), playing(request)
        password = given.pop("password", "")
        try:
            opening = Opening(**given | {"stakes": Stakes.from_json(given["stakes"])})
        except EngineError as error:
            raise IllegalAction(error) from error
        made = private_tables.open_private(
            opening,
            host=player,
            password=password,
            now=timezone.now(),
            source=device_of(request),
            key=key_given(request),
        )
        return Response(private_tables.as_seen(made), status=status.HTTP_201_CREATED)


class EnterView(APIView):
    @extend_schema(
        request=EnteringPrivate, responses={200: TableLine}, tags=["tables"], operation_id="tables_private_enter"
    )
    def post(self, request: Request) -> Response:
        """Be let in at a private table. After five wrong passwords one waits a quarter of an hour."""
        given, player, now = checked(EnteringPrivate, request), playing(request), timezone.now()
        if ("link" in given) == ("table" in given):
            raise Refused("link_or_table", _("Give either a link or the number of a table."), 422)
        password = given.get("password", "")
        if "link" in given:
            table = private_tables.enter(given["link"], player, password=password, now=now)
        else:
            table = private_tables.enter_by_number(given["table"], player, password=password, now=now)
        return Response(lobby.in_lobby(table))


class PrivateTableView(APIView):
    @extend_schema(responses={200: rooms.PrivateTableSeen}, tags=["tables"])
    def get(self, request: Request, table_id: int) -> Response:
        """The link and the guests of a private table, for its host and the floor."""
        return Response(private_tables.as_seen(private_tables.of_host(table_id, playing(request))))

    @extend_schema(request=HostAct, responses={200: rooms.PrivateTableSeen}, tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Change who comes in, or close the table."""
        given = checked(HostAct, request)
        how: dict[str, Any] = {"by": playing(request), "now": timezone.now(), "source": device_of(request)}
        done = private_tables.act(table_id, given["act"], given, **how)
        return Response(private_tables.as_seen(done))


urlpatterns = [
    path("tables/private/", PrivateTablesView.as_view(), name="api-private-tables"),
    path("tables/private/enter/", EnterView.as_view(), name="api-private-enter"),
    path("tables/<int:table_id>/private/", PrivateTableView.as_view(), name="api-private-table"),
]
