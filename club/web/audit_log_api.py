"""The API of the record: what people decided, searched."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.urls import path
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.answers import house
from club.house import audit_log
from club.house.business_day import read_instant
from club.house.rights import needs
from club.http.problems import problems

PAGE = 100
ASKED = ("by", "kind", "subject", "text", "source")


class AuditLog(APIView):
    """The record of decisions."""

    permission_classes = (needs("audit_log.read"),)

    @extend_schema(
        operation_id="record_of_decisions",
        parameters=[
            OpenApiParameter("by", str, description="A part of a login's name or nickname."),
            OpenApiParameter("kind", str, description="Such as cashier.buy-chips, or a family, such as cashier."),
            OpenApiParameter("subject", str, description="A part of what it is about, such as player:7."),
            OpenApiParameter("text", str, description="In the reason, or in what was before and after."),
            OpenApiParameter("source", str, description="A part of the address or of the browser's name."),
            OpenApiParameter("begin", datetime, description="From this instant, with its offset."),
            OpenApiParameter("end", datetime, description="To before this instant."),
            OpenApiParameter("older", int, description="Decisions older than this number."),
        ],
        responses={200: house.RecordedDecisions, **problems(422)},
    )
    def get(self, request: Request) -> Response:
        """Decisions, latest first, a hundred at a time; `next` is the `older` to go on with."""
        asked: dict[str, Any] = {name: request.query_params.get(name, "").replace("\x00", "") for name in ASKED}
        begin, end = (request.query_params.get(name, "") for name in ("begin", "end"))
        rows = audit_log.found(
            **asked, begins=read_instant(begin) if begin else None, ends=read_instant(end) if end else None
        )
        older = request.query_params.get("older", "")
        if older.isdecimal() and len(older) < 19:
            rows = rows.filter(pk__lt=int(older))
        told = [audit_log.told(one) for one in rows[:PAGE]]
        return Response({"decisions": told, "next": told[-1]["id"] if len(told) == PAGE else None})


urlpatterns = [path("audit-log/", AuditLog.as_view(), name="api-audit-log")]
