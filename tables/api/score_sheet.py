"""The API of the floor's score sheet: Chinese hands of real cards, by rows of cards, by lines without cards, or by points."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.phrases import gettext as _
from engine.chinese.scoring.score_lines import MARKS, ScoreLine
from tables.answers import floor, hands
from tables.api.requests_and_rights import by_seat, checked, device_of, login_of, need
from tables.chinese_hands.chinese_entry import Sheet
from tables.core.errors import Refused
from tables.live_cards import correcting_earlier_chinese_hands, score_sheet
from tables.queries import hand_history

RIGHT = "tables.record"
MOST_POINTS = 10**6
ROWS = "The rows by seat, such as `Ks Kh 4d / 9s 9d 9c 2h 3h / As Ad Ac 2c 2d`, or `surrender`."


class ScoreSheetLine(serializers.Serializer[Any]):
    """What is said of one player's hand without its cards. Triples are front, middle, back."""

    places = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=4), min_length=3, max_length=3, default=[0, 0, 0],
        help_text="Who is best in each row, 1 the best, the same for those who tie; 0 where rows are not compared.",
    )  # fmt: skip
    royalties = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=1000), min_length=3, max_length=3, default=[0, 0, 0],
        help_text="Points of the game's table, as the preview's `keys` list them.",
    )  # fmt: skip
    mark = serializers.ChoiceField(choices=MARKS, allow_blank=True, default="")
    natural = serializers.CharField(max_length=60, allow_blank=True, default="")
    fantasyland = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=0, max_value=17,
        help_text="Cards earned for the next hand; null: by what the rows earn.",
    )  # fmt: skip


class Entered(serializers.Serializer[Any]):
    """One of `rows`, `lines` and `points`, by seat."""

    rows = serializers.DictField(
        child=serializers.CharField(allow_blank=True, max_length=200), required=False, help_text=ROWS
    )
    lines = serializers.DictField(child=ScoreSheetLine(), required=False)
    points = serializers.DictField(
        child=serializers.IntegerField(min_value=-MOST_POINTS, max_value=MOST_POINTS),
        required=False,
        help_text="Points won, below zero lost; they sum to zero.",
    )
    fantasyland = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=17),
        required=False,
        help_text="With `points`: the cards earned for the next hand.",
    )


class SheetSeen(Entered):
    playing = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=17),
        required=False,
        help_text="Who plays this hand in fantasyland, with how many cards, where the club does not know it; 0: not.",
    )
    button = serializers.IntegerField(required=False, allow_null=True, help_text="The seat that has it.")
    game = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=60,
        help_text="Dealer's choice: what was chosen, such as `ofc points`.",
    )  # fmt: skip


class SheetPosted(SheetSeen):
    number = serializers.IntegerField(min_value=1, help_text="The hand's number at its table, as the preview says.")


class Why(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=300)


class Correction(Entered):
    why = serializers.CharField(max_length=300)


def sheet_of(given: dict[str, Any]) -> Sheet:
    """The sheet of a checked body. Raises `Refused` unless it is entered in one way."""
    ways = [name for name in ("rows", "lines", "points") if name in given]
    if len(ways) != 1:
        message = _("Enter the hand in one way: rows of cards, lines of a score sheet, or points.")
        raise Refused("one_way", message, 422, ways=ways)
    by_way: dict[str, Any] = {name: by_seat(name, given[name]) for name in ways}
    if "lines" in by_way:
        by_way["lines"] = {
            seat: ScoreLine(
                tuple(line["places"]), tuple(line["royalties"]), line["mark"], line["natural"], line["fantasyland"]
            )
            for seat, line in by_way["lines"].items()
        }
    more = {name: by_seat(name, given[name]) for name in ("fantasyland", "playing") if name in given}
    return Sheet(**by_way, **more)


class PreviewView(APIView):
    @extend_schema(request=SheetSeen, responses={200: floor.SheetPreview}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """What a sheet comes to: fouls, royalties, points, who pays whom, who goes to fantasyland. Nothing is written."""
        need(request, RIGHT)
        given = checked(SheetSeen, request)
        told = {"button": given.get("button"), "game": given["game"], "source": device_of(request)}
        return Response(
            score_sheet.preview(table_id, sheet_of(given), by=login_of(request), now=timezone.now(), **told)
        )


class ScoresView(APIView):
    @extend_schema(request=SheetPosted, responses={201: hands.HandLine}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """Post a hand: it is `over` until a worker has scored it and moved its chips. The same sheet for the same number again:
        the same hand."""
        need(request, RIGHT)
        given = checked(SheetPosted, request)
        row = score_sheet.post(
            table_id,
            sheet_of(given),
            number=given["number"],
            button=given.get("button"),
            game=given["game"],
            by=login_of(request),
            now=timezone.now(),
            source=device_of(request),
        )
        return Response(hand_history.in_history(row), status=status.HTTP_201_CREATED)


class TakeBackView(APIView):
    @extend_schema(request=Why, responses={200: hands.HandLine}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Take a posted hand back: its chips return by a linked transfer."""
        need(request, RIGHT)
        given = checked(Why, request)
        row = score_sheet.correct(
            hand_id, by=login_of(request), why=given["why"], now=timezone.now(), source=device_of(request)
        )
        return Response(hand_history.in_history(row))


class CorrectView(APIView):
    @extend_schema(request=Correction, responses={201: hands.CorrectedHand}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Enter another sheet instead of a settled hand's, also if others were played since: its chips return by a linked
        transfer, and the hand that is entered instead says which it corrects. `warnings` say what later hands were played on.
        """
        need(request, RIGHT)
        given = checked(Correction, request)
        row, warnings = correcting_earlier_chinese_hands.replace(
            hand_id,
            sheet_of(given),
            by=login_of(request),
            why=given["why"],
            now=timezone.now(),
            source=device_of(request),
        )
        return Response({**hand_history.in_history(row), "warnings": warnings}, status=status.HTTP_201_CREATED)


urlpatterns = [
    path("tables/<int:table_id>/scores/preview/", PreviewView.as_view(), name="api-scores-preview"),
    path("tables/<int:table_id>/scores/", ScoresView.as_view(), name="api-scores"),
    path("hands/<int:hand_id>/take-back/", TakeBackView.as_view(), name="api-take-back"),
    path("hands/<int:hand_id>/correct/", CorrectView.as_view(), name="api-correct"),
]
