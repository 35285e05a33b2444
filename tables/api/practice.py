"""The API of practice tables: computer players seated at a level that is chosen, and sent away."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.models import ComputerLevel
from tables.answers.tables import Table
from tables.api.requests_and_rights import checked, device_of, login_of, seen
from tables.practice import practice_tables


class SeatComputer(serializers.Serializer[Any]):
    level = serializers.ChoiceField(choices=ComputerLevel.choices, help_text="From loose to solid.")


class ComputersView(APIView):
    @extend_schema(request=SeatComputer, responses={201: Table}, tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Seat a computer player of that level in the first free seat of a practice table where you sit, or that you may open."""
        level = checked(SeatComputer, request)["level"]
        practice_tables.seat_computer(
            table_id, level, by=login_of(request), now=timezone.now(), source=device_of(request)
        )
        return seen(request, table_id, status.HTTP_201_CREATED)


class ComputerView(APIView):
    @extend_schema(responses={200: Table}, tags=["tables"])
    def delete(self, request: Request, table_id: int, seat: int) -> Response:
        """Have the computer player in that seat leave, after the hand if it is in one."""
        practice_tables.send_computer_away(
            table_id, seat, by=login_of(request), now=timezone.now(), source=device_of(request)
        )
        return seen(request, table_id)


urlpatterns = [
    path("tables/<int:table_id>/computers/", ComputersView.as_view(), name="api-computers"),
    path("tables/<int:table_id>/computers/<int:seat>/", ComputerView.as_view(), name="api-computer"),
]
