"""The API of the floor at cash tables: a table broken, a feeder and its main table; and the players' time bank."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.answers import tables as answers
from tables.api.requests_and_rights import KEY, checked, device_of, key_of, login_of, need, playing, seen
from tables.breaking_and_closing import breaking_tables, must_move
from tables.cash import time_bank


class Breaking(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=400)


class MainTable(serializers.Serializer[Any]):
    main = serializers.IntegerField(min_value=1, allow_null=True, help_text="Null: a table of its own again.")


class MoreTime(serializers.Serializer[Any]):
    hand = serializers.IntegerField(min_value=1)
    ask = serializers.IntegerField(min_value=0, help_text="The number of the ask whose clock is to be longer.")


class BreakView(APIView):
    @extend_schema(request=Breaking, responses={200: answers.Table}, tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Break a cash table, after the hand in progress: its players go to free seats elsewhere, or to the head of the
        line with their chips in their wallets. Needs the right `tables.open`."""
        need(request, "tables.open")
        why = checked(Breaking, request)["why"]
        breaking_tables.break_table(
            table_id, by=login_of(request), why=why, now=timezone.now(), source=device_of(request)
        )
        return seen(request, table_id)

    @extend_schema(request=None, responses={200: answers.Table}, tags=["tables"])
    def delete(self, request: Request, table_id: int) -> Response:
        """Take back that the table is broken, while its last hand is still played. Needs the right `tables.open`."""
        need(request, "tables.open")
        breaking_tables.keep_table(table_id, by=login_of(request), now=timezone.now(), source=device_of(request))
        return seen(request, table_id)


class MainTableView(APIView):
    @extend_schema(request=MainTable, responses={200: answers.Table}, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """Make the table a feeder whose players must move to a main table. Needs the right `tables.open`."""
        need(request, "tables.open")
        main = checked(MainTable, request)["main"]
        must_move.feed(table_id, main, by=login_of(request), now=timezone.now(), source=device_of(request))
        return seen(request, table_id)


class TimeView(APIView):
    @extend_schema(request=MoreTime, responses={200: answers.Table}, parameters=[KEY], tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Add seconds of your time bank to your clock."""
        given = checked(MoreTime, request)
        time_bank.take(
            table_id, given["hand"], given["ask"], by=playing(request), key=key_of(request), now=timezone.now()
        )
        return seen(request, table_id)


urlpatterns = [
    path("tables/<int:table_id>/break/", BreakView.as_view(), name="api-break-table"),
    path("tables/<int:table_id>/main/", MainTableView.as_view(), name="api-main-table"),
    path("tables/<int:table_id>/time-bank/", TimeView.as_view(), name="api-time"),
]
