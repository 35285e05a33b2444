"""The API of what staff does at cash tables with real cards: one endpoint an act, whom it may be, and taking back."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.house.rights import has_right
from club.people import search
from tables.answers import floor as answers
from tables.api.requests_and_rights import KEY, checked, device_of, key_of, login_of, need
from tables.cash import waiting_lists
from tables.models import StaffAct, Table, Wait
from tables.queries import table_as_seen
from tables.sessions import session_tables
from tables.staff import take_back
from tables.staff.act_list import ACTS, RIGHT, TableAct, do

SHOWN = 30


class Reason(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


def told(act: StaffAct) -> dict[str, Any]:
    """An act for programs."""
    return {
        "act": act.pk,
        "kind": act.kind,
        "player": act.player_id,
        "chips": act.chips,
        "wait": act.wait_id,
        "before": act.before,
        "after": act.after,
        "why": act.why,
        "by": str(act.by),
        "at": act.at.isoformat(),
        "taken_back_at": None if act.taken_back_at is None else act.taken_back_at.isoformat(),
    }


def _endpoint(act: TableAct) -> Any:
    """The view of an act, with its own fields in the schema."""

    class Done(APIView):
        @extend_schema(
            request=act.fields,
            responses={200: answers.StaffAct},
            parameters=[KEY],
            tags=["staff"],
            summary=act.name.replace("-", " ").capitalize(),
            operation_id=f"table_staff_{act.name}".replace("-", "_"),
            description=f"Done by staff for people at the table, who need no login. Needs the right `{act.right}`.",
        )
        def post(self, request: Request, table_id: int) -> Response:
            need(request, act.right)
            given = checked(act.fields, request)
            how: dict[str, Any] = {"by": login_of(request), "now": timezone.now(), "source": device_of(request)}
            return Response(told(do(table_id, act.name, given, key=key_of(request), **how)))

    return Done.as_view()


class StaffView(APIView):
    @extend_schema(responses={200: answers.TableStaff}, tags=["staff"])
    def get(self, request: Request, table_id: int) -> Response:
        """The line of a table, the last acts of staff at it, and at a session table its balance (else null): what came to it,
        what left it, and the chips that `must_be_there`. Needs the right `tables.seat`."""
        need(request, RIGHT)
        table, now = table_as_seen.table_of(table_id), timezone.now()
        lines = waiting_lists.in_line(table, since=now - timedelta(minutes=30))
        acts = StaffAct.objects.filter(table=table).select_related("by").order_by("-pk")[:SHOWN]
        shown: dict[str, Any] = {"line": [_in_line(line, now) for line in lines], "acts": [told(act) for act in acts]}
        return Response(shown | {"balance": _balance(table)})


class PeopleView(APIView):
    @extend_schema(
        responses={200: list[answers.FoundPlayer]},
        parameters=[OpenApiParameter("q", str, description="A name, a reading, a number, or a card's code.")],
        tags=["staff"],
    )
    def get(self, request: Request) -> Response:
        """Who that may be, to be seated. Needs the right `tables.seat`."""
        need(request, RIGHT)
        may_see = has_right(request.user, "people.see")
        found = search.called(request.query_params.get("q", ""), may_see_members=may_see, most=SHOWN)
        lines = [{"player": one.pk, "name": one.nickname, "member_number": one.member_number} for one in found]
        return Response(lines)


class TakeBackView(APIView):
    @extend_schema(request=Reason, responses={200: answers.StaffAct}, tags=["staff"])
    def post(self, request: Request, act_id: int) -> Response:
        """Take an act back; harmless if it was. Needs the right `tables.seat`."""
        need(request, RIGHT)
        why = checked(Reason, request)["why"]
        how: dict[str, Any] = {"by": login_of(request), "now": timezone.now(), "source": device_of(request)}
        return Response(told(take_back.take_back(act_id, why=why, **how)))


def _balance(table: Table) -> dict[str, int] | None:
    if not table.is_session:
        return None
    balance = session_tables.balance_of(table)
    return {**asdict(balance), "must_be_there": balance.must_be_there}


def _in_line(line: Wait, now: datetime) -> dict[str, Any]:
    return {
        "wait": line.pk,
        "player": line.player_id,
        "name": line.player.nickname,
        "state": line.state,
        "may_play": waiting_lists.may_play(line, now),
        "joined_at": line.joined_at.isoformat(),
        "answer_by": None if line.answer_by is None else line.answer_by.isoformat(),
    }


urlpatterns = [
    path("tables/<int:table_id>/staff/", StaffView.as_view(), name="api-table-staff"),
    *[
        path(f"tables/<int:table_id>/staff/{act.name}/", _endpoint(act), name=f"api-table-staff-{act.name}")
        for act in ACTS.values()
    ],
    path("staff-acts/<int:act_id>/take-back/", TakeBackView.as_view(), name="api-staff-take-back"),
    path("staff/people/", PeopleView.as_view(), name="api-staff-people"),
]
