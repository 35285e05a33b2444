"""The API of what is worth a look: findings with their evidence, and what was noted of them."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.http.problems import problems
from tables.answers import integrity
from tables.api.requests_and_rights import checked, device_of, login_of, need
from tables.integrity_desk import findings_as_seen, looks, marks


class Marked(serializers.Serializer[Any]):
    act = serializers.ChoiceField(choices=list(marks.ACTS), help_text="`take-back`: it was not looked into after all.")
    note = serializers.CharField(
        max_length=marks.LONGEST_NOTE, required=False, allow_blank=True, help_text="What was seen; for `look-into`."
    )


def _told(request: Request) -> dict[str, Any]:
    looks.seen(by=login_of(request), source=device_of(request), now=timezone.now())
    return findings_as_seen.told(login_of(request))


class IntegrityView(APIView):
    @extend_schema(responses={200: integrity.Integrity, **problems()}, tags=["tables"])
    def get(self, request: Request) -> Response:
        """What is worth a look in the play of the last weeks. It accuses nobody, and names no finding about whoever asks.

        Needs the right `integrity.see`. That you looked goes on record, once a business day.
        """
        need(request, looks.RIGHT)
        return Response(_told(request))


class LookView(APIView):
    @extend_schema(request=None, responses={202: integrity.Integrity, **problems(409)}, tags=["tables"])
    def post(self, request: Request) -> Response:
        """Have play looked over now by a worker, which may take minutes. Needs the right `integrity.see`."""
        need(request, looks.RIGHT)
        looks.ask(by=login_of(request), source=device_of(request), now=timezone.now())
        return Response(_told(request), status=202)


class FindingView(APIView):
    @extend_schema(request=Marked, responses={200: integrity.Integrity, **problems(404, 422)}, tags=["tables"])
    def post(self, request: Request, finding_id: int) -> Response:
        """Note that a finding was looked into, or take that back. Needs the right `integrity.see`."""
        need(request, looks.RIGHT)
        given = checked(Marked, request)
        how: dict[str, Any] = {"by": login_of(request), "source": device_of(request), "now": timezone.now()}
        marks.mark(finding_id, given["act"], given.get("note", ""), **how)
        return Response(_told(request))


urlpatterns = [
    path("integrity/", IntegrityView.as_view(), name="api-integrity"),
    path("integrity/look/", LookView.as_view(), name="api-integrity-look"),
    path("integrity/findings/<int:finding_id>/", FindingView.as_view(), name="api-integrity-mark"),
]
