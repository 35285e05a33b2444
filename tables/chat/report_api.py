"""The API of the floor's list of reported lines."""

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
from tables.chat import chat_lines, reports


class Settled(serializers.Serializer[Any]):
    act = serializers.ChoiceField(
        choices=list(reports.ACTS), help_text="`settle`: nothing was wrong. `silence`: for a day, at every table."
    )


class ReportsView(APIView):
    @extend_schema(responses={200: rooms.ReportedLines}, tags=["tables"])
    def get(self, request: Request) -> Response:
        """The reported lines that wait, wherever they were said. Needs the right `chat.moderate`."""
        need(request, chat_lines.RIGHT)
        return Response({"lines": reports.listed()})


class ReportView(APIView):
    @extend_schema(request=Settled, responses={200: rooms.ReportedLines}, tags=["tables"])
    def post(self, request: Request, line_id: int) -> Response:
        """Settle the reports of a line. Needs the right `chat.moderate`."""
        need(request, chat_lines.RIGHT)
        act = checked(Settled, request)["act"]
        reports.settle(line_id, act, by=login_of(request), now=timezone.now(), source=device_of(request))
        return Response({"lines": reports.listed()})


urlpatterns = [
    path("chat/reports/", ReportsView.as_view(), name="api-chat-reports"),
    path("chat/reports/<int:line_id>/", ReportView.as_view(), name="api-chat-settle"),
]
