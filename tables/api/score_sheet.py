"""The API of the floor's score sheet: Chinese rows of real cards."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.api.requests_and_rights import by_seat, checked, device_of, login_of, need
from tables.live_cards import score_sheet
from tables.views import queries

RIGHT = "tables.record"
ROWS = "The rows by seat, such as `Ks Kh 4d / 9s 9d 9c 2h 3h / As Ad Ac 2c 2d`, or `surrender`."


class RowsSeen(serializers.Serializer[Any]):
    rows = serializers.DictField(child=serializers.CharField(allow_blank=True, max_length=200), help_text=ROWS)
    button = serializers.IntegerField(required=False, allow_null=True, help_text="The seat that has it.")
    game = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=60,
        help_text="Dealer's choice: what was chosen, such as `ofc points`.",
    )  # fmt: skip


class RowsPosted(RowsSeen):
    number = serializers.IntegerField(min_value=1, help_text="The hand's number at its table, as the preview says.")


class Why(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=300)


class PreviewView(APIView):
    @extend_schema(request=RowsSeen, responses={200: OpenApiTypes.OBJECT}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """What rows come to: fouls, royalties, points, who pays whom, who goes to fantasyland. Nothing is written."""
        need(request, RIGHT)
        given = checked(RowsSeen, request)
        told = {"button": given.get("button"), "game": given["game"], "source": device_of(request)}
        return Response(
            score_sheet.preview(
                table_id, by_seat("rows", given["rows"]), by=login_of(request), now=timezone.now(), **told
            )
        )


class ScoresView(APIView):
    @extend_schema(request=RowsPosted, responses={201: OpenApiTypes.OBJECT}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """Post a hand: it is `over` until a worker has scored it and moved its chips. The same rows for the same number again:
        the same hand."""
        need(request, RIGHT)
        given = checked(RowsPosted, request)
        row = score_sheet.post(
            table_id,
            by_seat("rows", given["rows"]),
            number=given["number"],
            button=given.get("button"),
            game=given["game"],
            by=login_of(request),
            now=timezone.now(),
            source=device_of(request),
        )
        return Response(queries.in_history(row), status=status.HTTP_201_CREATED)


class TakeBackView(APIView):
    @extend_schema(request=Why, responses={200: OpenApiTypes.OBJECT}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Take a posted hand back: its chips return by a linked transfer."""
        need(request, RIGHT)
        given = checked(Why, request)
        row = score_sheet.correct(
            hand_id, by=login_of(request), why=given["why"], now=timezone.now(), source=device_of(request)
        )
        return Response(queries.in_history(row))


urlpatterns = [
    path("tables/<int:table_id>/scores/preview/", PreviewView.as_view(), name="api-scores-preview"),
    path("tables/<int:table_id>/scores/", ScoresView.as_view(), name="api-scores"),
    path("hands/<int:hand_id>/take-back/", TakeBackView.as_view(), name="api-take-back"),
]
