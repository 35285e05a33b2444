"""The API of the page on which hands with real cards are entered tap by tap."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.phrases import gettext as _
from club.text.messages import in_words
from tables.answers import floor
from tables.api.live_hands import UNSEEN
from tables.api.requests_and_rights import checked, device_of, login_of, need, whole_number
from tables.core.errors import Refused
from tables.live_cards import entry_taps
from tables.queries import entry_state, table_as_seen

RIGHT = "tables.record"
MOST_TAPS = 500  # what a device may have kept while it had no network


class TapSent(serializers.Serializer[Any]):
    """One tap. Taps of hand `number` are told apart by the number of the question they answer."""

    kind = serializers.ChoiceField(choices=entry_taps.KINDS, default=entry_taps.ENTER)
    number = serializers.IntegerField(min_value=1, max_value=2**31 - 1, help_text="Of the hand at its table.")
    ask = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="Which answer is entered or taken back."
    )
    decision = serializers.CharField(
        max_length=400, allow_blank=True, default="", help_text="As in `hands/{hand_id}/entries/`."
    )
    is_unseen = serializers.BooleanField(default=False, help_text=UNSEEN)
    button = serializers.IntegerField(required=False, allow_null=True, default=None, min_value=1, max_value=11)
    game = serializers.CharField(max_length=60, allow_blank=True, default="")
    posting = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=11), required=False, default=list, max_length=11
    )


class TapsSent(serializers.Serializer[Any]):
    taps = serializers.ListField(child=TapSent(), allow_empty=False, max_length=MOST_TAPS)


class EntryView(APIView):
    @extend_schema(
        parameters=[
            OpenApiParameter("button", int, description="The seat that has the button of the next hand."),
            OpenApiParameter("game", str, description="Dealer's choice: what was chosen, such as `razz fixed`."),
            OpenApiParameter("posting", int, many=True, description="Seats that post to come in."),
        ],
        responses={200: floor.EntryState},
        tags=["hands"],
    )
    def get(self, request: Request, table_id: int) -> Response:
        """How the table stands for whoever enters its hands: the hand that is entered, or the next as it will begin.

        Needs the right `tables.record`.
        """
        need(request, RIGHT)
        posting = request.query_params.getlist("posting")
        if len(posting) > 11 or not all(seat.isdecimal() and len(seat) < 3 for seat in posting):
            raise Refused("not_a_number", _("%(name)s must be a whole number.") % {"name": "posting"}, 400)
        coming = entry_state.Coming(
            whole_number(request, "button"),
            request.query_params.get("game", "")[:60],
            tuple(int(seat) for seat in posting),
        )
        return Response(_state(request, table_id, coming))

    @extend_schema(request=TapsSent, responses={200: floor.TapsTaken}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """Enter taps in order, up to the first that is refused. The same taps again are harmless. Needs `tables.record`."""
        need(request, RIGHT)
        sent = [
            entry_taps.Tap(**{**tap, "posting": tuple(tap["posting"])}) for tap in checked(TapsSent, request)["taps"]
        ]
        table_as_seen.table_of(table_id)
        by, now = login_of(request), timezone.now()
        done, refusal = entry_taps.take(table_id, sent, by=by, now=now, source=device_of(request))
        told = None if refusal is None else {"code": refusal.code, "detail": in_words(refusal)}
        return Response({"done": done, "refusal": told, "state": _state(request, table_id, entry_state.Coming())})


def _state(request: Request, table_id: int, coming: entry_state.Coming) -> dict[str, Any]:
    table = table_as_seen.table_of(table_id)
    return entry_state.state_of(table, coming, by=login_of(request), now=timezone.now(), source=device_of(request))


urlpatterns = [path("tables/<int:table_id>/entry/", EntryView.as_view(), name="api-entry")]
