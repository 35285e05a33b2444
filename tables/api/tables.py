"""The API of the tables: the lobby, a table as one may see it, opening one, and the games there are."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.page_numbers import page_of
from club.base.phrases import gettext as _
from club.http.problems import problems
from engine.betting.hand import Stakes
from engine.errors import EngineError
from engine.mixes.rotation import ON_TIME_OUT, ORDERS, UNITS
from tables.answers import tables as answers
from tables.api.requests_and_rights import (
    ONCE,
    checked,
    device_of,
    key_given,
    login_of,
    need,
    viewer_of,
)
from tables.cash import new_tables
from tables.core.errors import IllegalAction, Refused
from tables.hand import presence
from tables.models import MAX_SEATS, PRACTICE, Table
from tables.pages.mix_fields import level_from, rotation_from
from tables.queries import game_catalogue, lobby, rail_view, table_as_seen

RAIL = OpenApiParameter(
    "Rail",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description="Only for whoever just watches a table without a delay: the address where the same view is had soonest, for some "
    "minutes and without a login. `&version=7` asks for that version or a later one. Once it refuses, ask here again.",
)


class Mix(serializers.Serializer[Any]):
    """What a mixed table plays. Whatever is left out is as in the house rules."""

    games = serializers.JSONField(
        required=False,
        help_text="A mix that has a name, such as `horse` or `8-game`; `house`; a text such as `holdem no, razz fixed`; or a "
        'list of objects such as {"game": "razz", "limit": "fixed", "stakes": {…}}.',
    )
    order = serializers.ChoiceField(
        choices=ORDERS,
        required=False,
        help_text="`again`: the list begins again; `once`: the last game stays; `choice`: the dealer chooses.",
    )
    unit = serializers.ChoiceField(choices=[unit for unit in UNITS if unit != "level"], required=False)
    every = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    on_time_out = serializers.ChoiceField(choices=ON_TIME_OUT, required=False)
    level = serializers.DictField(
        required=False,
        help_text='From which the stakes follow of games without their own, such as {"small_bet": 100, "ante": 20}: '
        "`small_bet`, `big_bet`, `ante`, `bring_in`, `big_bet_small_blind` and `big_bet_big_blind` (of pot and no limit), "
        "`point`, `unit`.",
    )


class NewTable(serializers.Serializer[Any]):
    """What a new cash table is to be: of one game with stakes, or a mix."""

    name = serializers.CharField(max_length=80)
    game = serializers.CharField(max_length=40, help_text="A key of /api/v1/games/.", required=False)
    mix = Mix(required=False)
    stakes = serializers.DictField(
        required=False,
        help_text='Such as {"limit": "no", "small_blind": 50, "big_blind": 100}: amounts in chips. Fixed limit has a '
        "`small_bet` and a `big_bet`; spread limit bets from `min_bet` to either of them; games without blinds have an "
        '`ante`, and stud a `bring_in`; Chinese games are settled in points, `{"limit": "points", "point": 10}`. '
        "/api/v1/games/ has an example for each game and limit.",
    )
    seats = serializers.IntegerField(
        min_value=2, max_value=MAX_SEATS, required=False, help_text="Else as many as the game has."
    )
    min_buy_in = serializers.IntegerField(min_value=1, required=False)
    max_buy_in = serializers.IntegerField(min_value=1, required=False)
    action_seconds = serializers.IntegerField(min_value=5, max_value=600, required=False)
    pace = serializers.FloatField(min_value=0, max_value=60, default=1.0)
    practice = serializers.BooleanField(
        default=False,
        help_text="Dealt by the server for play chips, with computer players whom those who sit there seat.",
    )
    kind = serializers.ChoiceField(
        choices=Table.Kind.choices,
        default=Table.Kind.DEALT.value,
        help_text="`recorded`: real cards, entered by the floor; `session`: real cards, nobody enters hands, chips are "
        "counted.",
    )


class TablesView(APIView):
    """The lobby."""

    @extend_schema(
        parameters=[
            OpenApiParameter("page", int, description="Sixty a page, cash tables first; by default the first.")
        ],
        responses={200: list[answers.TableLine], **problems(400)},
        tags=["tables"],
        operation_id="tables_list",
    )
    def get(self, request: Request) -> Response:
        """The open tables, sixty a page: cash tables by their names, then those of tournaments."""
        page = page_of(request.query_params.get("page", ""))
        found, _has_more = lobby.lobby_as_seen_by(viewer_of(request), now=timezone.now(), page=page)
        return Response([lobby.in_lobby(table) for table in found])

    @extend_schema(request=NewTable, responses={201: answers.TableLine}, parameters=[ONCE], tags=["tables"])
    def post(self, request: Request) -> Response:
        """Open a cash table. Needs the right `tables.open`."""
        need(request, "tables.open")
        given = checked(NewTable, request)
        mix = given.pop("mix", None)
        if (mix is None) == ("game" not in given and "stakes" not in given):
            raise Refused("game_or_mix", _("Name either a game with its stakes, or a mix."), 422)
        try:
            if mix is None:
                given["stakes"] = Stakes.from_json(given.get("stakes", {}))
            else:
                given |= {"rotation": rotation_from(mix), "level": level_from(mix.get("level"))}
        except EngineError as error:
            raise IllegalAction(error) from error
        if given.pop("practice"):
            given |= {"kind": Table.Kind.DEALT, "unit": PRACTICE}
        opening, key = new_tables.Opening(**given), key_given(request)
        table = new_tables.open_table(
            opening, by=login_of(request), now=timezone.now(), source=device_of(request), key=key
        )
        return Response(lobby.in_lobby(table), status=status.HTTP_201_CREATED)


class TableView(APIView):
    @extend_schema(responses={200: answers.Table}, parameters=[RAIL], tags=["tables"])
    def get(self, request: Request, table_id: int) -> HttpResponse:
        """The table as you may see it: your own cards, and what everybody sees. `version` grows with every change."""
        login = login_of(request)
        told = rail_view.told(table_id, login)
        if told is not None:
            address = rail_view.address(table_id, login.pk, host=request.get_host(), now=timezone.now())
            return HttpResponse(told, content_type="application/json", headers={"Rail": address})
        viewer, now = viewer_of(request), timezone.now()
        presence.sign(table_id, viewer, now)
        return Response(table_as_seen.table_as_seen_by(table_as_seen.table_of(table_id), viewer, now=now))


class GamesView(APIView):
    @extend_schema(responses={200: list[answers.Game]}, tags=["tables"])
    def get(self, request: Request) -> Response:
        """The games that can be played: seats, limits, which of them is usual, and for each an example of stakes."""
        return Response(game_catalogue.catalogue())


urlpatterns = [
    path("tables/", TablesView.as_view(), name="api-tables"),
    path("tables/<int:table_id>/", TableView.as_view(), name="api-table"),
    path("games/", GamesView.as_view(), name="api-games"),
]
