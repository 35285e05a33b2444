"""The API of what a player does from the seat besides deciding: choosing beforehand, showing cards after a hand."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables import plans, showing
from tables.api import SEEN, checked, device_of, playing, seen


class ChosenPlan(serializers.Serializer[Any]):
    hand = serializers.IntegerField(min_value=1)
    plan = serializers.CharField(
        max_length=40, allow_blank=True, help_text="One of the table's `your_plans`, such as `call 200`; empty: none."
    )


class ShownCards(serializers.Serializer[Any]):
    cards = serializers.ListField(
        child=serializers.CharField(max_length=2), min_length=1, max_length=20, help_text="Of `your_cards_to_show`."
    )


class PlanView(APIView):
    @extend_schema(request=ChosenPlan, responses=SEEN, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """Choose beforehand what to answer in this street; nobody else sees it. It is used only if it still holds."""
        given = checked(ChosenPlan, request)
        plans.choose(table_id, given["hand"], given["plan"], by=playing(request), now=timezone.now())
        return seen(request, table_id)


class ShowView(APIView):
    @extend_schema(request=ShownCards, responses=SEEN, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Show cards of yours after a hand, until the next is dealt. The same again is harmless."""
        cards = checked(ShownCards, request)["cards"]
        row = showing.show(hand_id, cards, by=playing(request), now=timezone.now(), source=device_of(request))
        return seen(request, row.table_id)


urlpatterns = [
    path("tables/<int:table_id>/plan/", PlanView.as_view(), name="api-plan"),
    path("hands/<int:hand_id>/shown/", ShowView.as_view(), name="api-show"),
]
