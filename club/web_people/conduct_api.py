"""The API of conduct: what the floor recorded, for the floor and for the player it is about."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.answers import members
from club.house.audit_log import source_of
from club.house.rights import check
from club.http.problems import problems
from club.ledger.idempotency import IDEMPOTENCY_KEY, key_of
from club.models import User
from club.people import conduct
from club.people.people import player_of
from club.web_people.people_api import Guarded, body

PAGE = 100


class Conduct(Guarded):
    """What the floor recorded."""

    rights = {"GET": "conduct.see", "POST": "conduct.record"}

    class ConductGiven(serializers.Serializer[Any]):
        player = serializers.IntegerField(min_value=1, max_value=2**62)
        kind = serializers.ChoiceField(choices=conduct.RECORDED)
        amount = serializers.IntegerField(min_value=0, max_value=conduct.MOST_MISSED, default=0)
        place = serializers.CharField(max_length=60, default="", allow_blank=True)
        words = serializers.CharField(max_length=conduct.LONGEST)

    @extend_schema(
        operation_id="conduct",
        parameters=[
            OpenApiParameter("player", str, description="A part of a nickname, or a member number."),
            OpenApiParameter("kind", str, enum=conduct.RECORDED),
            OpenApiParameter("place", str, description="Such as table:7 or tournament:3."),
            OpenApiParameter("before", int, description="Records older than this number."),
        ],
        responses={200: members.ConductPage, **problems()},
    )
    def get(self, request: Request) -> Response:
        """Incidents and penalties, latest first, a hundred at a time; `next` is the `before` to go on with."""
        asked: dict[str, Any] = {
            name: request.query_params.get(name, "").replace("\x00", "") for name in ("player", "kind", "place")
        }
        rows = conduct.found(**asked)
        before = request.query_params.get("before", "")
        if before.isdecimal() and len(before) < 19:
            rows = rows.filter(pk__lt=int(before))
        told = [conduct.told(one) for one in rows[:PAGE]]
        return Response({"conduct": told, "next": told[-1]["incident"] if len(told) == PAGE else None})

    @extend_schema(
        operation_id="record_conduct",
        request=ConductGiven,
        parameters=[IDEMPOTENCY_KEY],
        responses={201: members.ConductRecord, **problems(400, 404, 422)},
    )
    def post(self, request: Request) -> Response:
        """Record an incident or a warning; a penalty needs the right to give it. The words are for the player to read."""
        given = body(self.ConductGiven, request)
        check(request.user, conduct.right_for(given["kind"]))
        made = conduct.record(
            given.pop("player"), **given, key=key_of(request, "conduct"), **_who(request), now=timezone.now()
        )
        return Response(conduct.told(made), status=201)


class Withdrawal(Guarded):
    """A record taken back."""

    rights = {"POST": "conduct.penalise"}

    class WithdrawalGiven(serializers.Serializer[Any]):
        words = serializers.CharField(max_length=conduct.LONGEST)

    @extend_schema(
        operation_id="withdraw_conduct",
        request=WithdrawalGiven,
        responses={200: members.ConductRecord, **problems(400, 404, 409, 422)},
    )
    def post(self, request: Request, incident_id: int) -> Response:
        """Withdraw a record by one that names it; both stay. Harmless if repeated."""
        made = conduct.withdraw(
            incident_id, body(self.WithdrawalGiven, request)["words"], **_who(request), now=timezone.now()
        )
        return Response(conduct.told(conduct.found().get(withdrawn_by=made)))


class MyConduct(APIView):
    """What is recorded of the caller."""

    @extend_schema(operation_id="my_conduct", responses={200: members.OwnConduct, **problems()})
    def get(self, request: Request) -> Response:
        """The caller's own records, latest first."""
        mine = player_of(request.user)
        return Response({"conduct": [] if mine is None else [conduct.told(one) for one in conduct.of(mine)]})


def _who(request: Request) -> dict[str, Any]:
    return {"by": cast(User, request.user), "source": source_of(request._request)}


urlpatterns = [
    path("conduct/", Conduct.as_view(), name="api-conduct"),
    path("conduct/<int:incident_id>/withdrawal/", Withdrawal.as_view(), name="api-conduct-withdrawal"),
    path("me/conduct/", MyConduct.as_view(), name="api-my-conduct"),
]
