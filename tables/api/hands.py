"""The API of the hands: a hand as one may see it, its proof, what a setting would come to; voiding; published hands."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.http.problems import problems
from tables.answers import hands as answers
from tables.api.requests_and_rights import (
    ONCE,
    checked,
    device_of,
    key_given,
    login_of,
    need,
    playing,
    viewer_of,
    whole_number,
)
from tables.chinese_hands import placement_preview, setting_suggestions
from tables.dealing import called_off_hands, phh_import
from tables.hand import presence
from tables.queries import hand_as_seen, hand_history, table_as_seen, written_hands


class Placing(serializers.Serializer[Any]):
    rows = serializers.CharField(
        max_length=200,
        allow_blank=True,
        help_text="Cards by row, such as `front=Ks middle=2c3c back=As`; those that have no place yet are left out.",
    )


class Voiding(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=400)
    misdeal = serializers.BooleanField(
        default=False, help_text="True: it is dealt anew from the same button and blinds."
    )


class Record(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, default="", allow_blank=True)
    phh = serializers.CharField(
        max_length=1_000_000,
        help_text="The text of a file in PHH, PHHS, Open Hand History or PokerStars text.",
        trim_whitespace=False,
    )


class TableHandsView(APIView):
    @extend_schema(
        responses={200: list[answers.HandLine]},
        parameters=[OpenApiParameter("before", int, description="Hand number")],
        tags=["hands"],
    )
    def get(self, request: Request, table_id: int) -> Response:
        """The table's hands, latest first, 50 at a time: who won what, no cards."""
        before = whole_number(request, "before")
        table = table_as_seen.table_of(table_id)
        return Response(hand_history.hands_at(table, viewer_of(request), now=timezone.now(), before=before))


class HandView(APIView):
    @extend_schema(
        responses={200: answers.Hand | answers.HandNews},
        parameters=[OpenApiParameter("after", int, description="Only the events from this one on, counted from 0.")],
        tags=["hands"],
    )
    def get(self, request: Request, hand_id: int) -> Response:
        """A hand as you may see it: your own cards, and those that were shown."""
        row, viewer, now = hand_as_seen.hand_of(hand_id), viewer_of(request), timezone.now()
        after = whole_number(request, "after")
        presence.sign(row.table_id, viewer, now)  # a program may look at hands alone
        if after is not None:
            return Response(
                {"id": row.pk, "after": after, "events": hand_as_seen.events_after(row, viewer, after, now=now)}
            )
        return Response(hand_as_seen.hand_as_seen_by(row, viewer, now=now))


class HandTextView(APIView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, **problems(409)}, tags=["hands"])
    def get(self, request: Request, hand_id: int) -> HttpResponse:
        """The hand in PHH notation, with the cards you may see and `??` for the others."""
        text = written_hands.notation_as_seen_by(hand_as_seen.hand_of(hand_id), viewer_of(request), now=timezone.now())
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class HandOhhView(APIView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, **problems(409, 422)}, tags=["hands"])
    def get(self, request: Request, hand_id: int) -> HttpResponse:
        """A hand that is over as Open Hand History 1.4.7, with the cards you may see; 422 for games that it does not name."""
        return _as_file(request, hand_id, "ohh")


class HandPokerStarsView(APIView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR, **problems(409, 422)}, tags=["hands"])
    def get(self, request: Request, hand_id: int) -> HttpResponse:
        """A hand that is over as PokerStars writes its histories, with the cards you may see; 422 if these lack words for it."""
        return _as_file(request, hand_id, "pokerstars")


def _as_file(request: Request, hand_id: int, notation: str) -> HttpResponse:
    row = hand_as_seen.hand_of(hand_id)
    text = written_hands.notation_as_seen_by(row, viewer_of(request), notation, now=timezone.now())
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    name = f"hand-{row.pk}{written_hands.NOTATIONS[notation].suffix}"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


class ProofView(APIView):
    @extend_schema(responses={200: answers.Proof}, tags=["hands"])
    def get(self, request: Request, hand_id: int) -> Response:
        """What you may prove of the deal: what was sealed before it, the words, and the salts of the cards you have seen.

        Check it with `python -m engine verify FILE`.
        """
        row = hand_as_seen.hand_of(hand_id)
        return Response(hand_as_seen.proof_as_seen_by(row, viewer_of(request), now=timezone.now()))


class SuggestionView(APIView):
    @extend_schema(responses={200: answers.Suggestion}, tags=["hands"])
    def get(self, request: Request, hand_id: int, ask: int) -> Response:
        """In Chinese games, the best setting of your cards where you set all at once and the house allows suggestions."""
        return Response(setting_suggestions.suggest(hand_id, ask, playing(request)))


class PlacementPreviewView(APIView):
    @extend_schema(request=Placing, responses={200: answers.PlacementPreview}, tags=["hands"])
    def post(self, request: Request, hand_id: int, ask: int) -> Response:
        """In Chinese games, what your rows would make with cards placed so: fouls, royalties, fantasyland. Nothing is written."""
        return Response(placement_preview.preview(hand_id, ask, playing(request), checked(Placing, request)["rows"]))


class VoidView(APIView):
    @extend_schema(request=Voiding, responses={200: answers.Hand}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Call off a hand that is not settled; every chip goes back. Needs the right `tables.void`."""
        need(request, "tables.void")
        given = checked(Voiding, request)
        now = timezone.now()
        called_off_hands.void(
            hand_id,
            by=login_of(request),
            why=given["why"],
            is_misdeal=given["misdeal"],
            now=now,
            source=device_of(request),
        )
        return Response(hand_as_seen.hand_as_seen_by(hand_as_seen.hand_of(hand_id), viewer_of(request), now=now))


class RecordedHandsView(APIView):
    @extend_schema(request=Record, responses={201: answers.HandImport}, parameters=[ONCE], tags=["hands"])
    def post(self, request: Request) -> Response:
        """Import published hands (PHH, Open Hand History, PokerStars text).

        A broken text is refused with the reason, and nothing is kept.
        """
        need(request, "tables.record")
        given = checked(Record, request)
        imported = phh_import.import_text(
            given["phh"],
            given["name"] or "PHH",
            by=login_of(request),
            now=timezone.now(),
            source=device_of(request),
            key=key_given(request),
        )
        return Response(
            {"table": imported.table.pk, "hands": [row.pk for row in imported.hands]}, status=status.HTTP_201_CREATED
        )


urlpatterns = [
    path("tables/<int:table_id>/hands/", TableHandsView.as_view(), name="api-table-hands"),
    path("hands/<int:hand_id>/", HandView.as_view(), name="api-hand"),
    path("hands/<int:hand_id>/phh/", HandTextView.as_view(), name="api-hand-phh"),
    path("hands/<int:hand_id>/ohh/", HandOhhView.as_view(), name="api-hand-ohh"),
    path("hands/<int:hand_id>/pokerstars/", HandPokerStarsView.as_view(), name="api-hand-pokerstars"),
    path("hands/<int:hand_id>/proof/", ProofView.as_view(), name="api-hand-proof"),
    path("hands/<int:hand_id>/asks/<int:ask>/suggestion/", SuggestionView.as_view(), name="api-suggestion"),
    path(
        "hands/<int:hand_id>/asks/<int:ask>/placement-preview/",
        PlacementPreviewView.as_view(),
        name="api-placement-preview",
    ),
    path("hands/<int:hand_id>/void/", VoidView.as_view(), name="api-void"),
    path("recorded-hands/", RecordedHandsView.as_view(), name="api-recorded-hands"),
]
