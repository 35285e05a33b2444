"""The API of the jackpots of cash tables: what they hold, what was won, and what the desk decides about it."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.answers import rooms
from tables.api.requests_and_rights import checked, device_of, login_of, need
from tables.jackpot_desk import jackpots_as_seen
from tables.jackpots import jackpot_payments


class Decided(serializers.Serializer[Any]):
    act = serializers.ChoiceField(choices=["approve", "refuse", "take-back"])
    why = serializers.CharField(max_length=300, required=False, allow_blank=True, help_text="Not for `approve`.")


class JackpotsView(APIView):
    @extend_schema(responses={200: rooms.JackpotsSeen}, tags=["tables"])
    def get(self, request: Request) -> Response:
        """What the jackpots hold; for whoever approves, what waits and what was decided last."""
        return Response(jackpots_as_seen.told(login_of(request)))


class WinView(APIView):
    @extend_schema(request=Decided, responses={200: rooms.JackpotsSeen}, tags=["tables"])
    def post(self, request: Request, win_id: int) -> Response:
        """Pay what waits, refuse it, or take back what was paid. Needs the right `cashier.approve`."""
        need(request, jackpot_payments.RIGHT)
        given = checked(Decided, request)
        how: dict[str, Any] = {"by": login_of(request), "now": timezone.now(), "source": device_of(request)}
        jackpot_payments.decide(win_id, given["act"], given.get("why", ""), **how)
        return Response(jackpots_as_seen.told(login_of(request)))


urlpatterns = [
    path("jackpots/", JackpotsView.as_view(), name="api-jackpots"),
    path("jackpots/wins/<int:win_id>/", WinView.as_view(), name="api-jackpot-win"),
]
