"""The API of a player's own hands, sittings, statistics, and files of hands for study."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tables.answers import floor, tables
from tables.api.requests_and_rights import ONCE, checked, key_given, playing, whole_number
from tables.hand import statistics
from tables.models import PlayerNote, Study
from tables.pages.own_play import file_of_hands
from tables.player_choices import player_notes
from tables.players import study_files
from tables.queries import player_hands
from tables.queries.player_hands import Wanted

BEFORE = OpenApiParameter("before", int, description="Only those before this id; 50 come at a time, latest first.")
WANTED = [
    OpenApiParameter("game", str, description="A key of /api/v1/games/."),
    OpenApiParameter("day", OpenApiTypes.DATE, description="A business day of the club."),
    OpenApiParameter("from", OpenApiTypes.DATE, description="The first business day."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="The last business day."),
    OpenApiParameter("sitting", int, description="One of /api/v1/me/sittings/."),
]


class NewStudy(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, default="", allow_blank=True)
    phh = serializers.CharField(
        max_length=study_files.MOST_BYTES,
        help_text="The text of a file in PHH, PHHS, Open Hand History or PokerStars text.",
        trim_whitespace=False,
    )


class GivenNote(serializers.Serializer[Any]):
    mark = serializers.ChoiceField(choices=PlayerNote.Mark.values, default="", allow_blank=True)
    text = serializers.CharField(max_length=player_notes.MOST_LETTERS, default="", allow_blank=True)


class NoteView(APIView):
    @extend_schema(request=GivenNote, responses={200: dict[str, tables.Note]}, tags=["mine"])
    def put(self, request: Request, about_id: int) -> Response:
        """Note something of another player, for yourself alone (a table's `your_notes`); neither mark nor words: no note."""
        given, player = checked(GivenNote, request), playing(request)
        player_notes.note(player, about_id, given["mark"], given["text"], now=timezone.now())
        return Response(player_notes.of_others(player, [about_id]))


def wanted_of(request: Request) -> Wanted:
    """Which hands the query string asks for. Raises `Refused`."""
    return Wanted.parse(request.query_params.dict())


class OwnHandsView(APIView):
    @extend_schema(
        responses={200: list[tables.OwnHand]}, parameters=[*WANTED, BEFORE], tags=["mine"], operation_id="my_hands"
    )
    def get(self, request: Request) -> Response:
        """The hands you were dealt into: table, game, time, chips won or lost."""
        seats = player_hands.own(playing(request), wanted_of(request))
        return Response(player_hands.page(seats, whole_number(request, "before")))


class OwnHandsFileView(APIView):
    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR},
        parameters=WANTED,
        tags=["mine"],
        operation_id="my_hands_phhs",
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Those hands as PHHS: your own cards, those that were shown, and `??` for the others. At most 2,000 a file."""
        return file_of_hands(playing(request), wanted_of(request), "phh")


class OwnHandsOhhView(APIView):
    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR},
        parameters=WANTED,
        tags=["mine"],
        operation_id="my_hands_ohh",
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Those hands as Open Hand History 1.4.7, with your own cards and those that were shown. At most 2,000 a file; hands of
        games that the standard does not name are left out."""
        return file_of_hands(playing(request), wanted_of(request), "ohh")


class OwnHandsPokerStarsView(APIView):
    @extend_schema(
        responses={(200, "text/plain"): OpenApiTypes.STR},
        parameters=WANTED,
        tags=["mine"],
        operation_id="my_hands_pokerstars",
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Those hands as PokerStars writes its histories (play money), with your own cards and those that were shown. At most
        2,000 a file; hands that such histories have no words for are left out."""
        return file_of_hands(playing(request), wanted_of(request), "pokerstars")


class OwnSittingsView(APIView):
    @extend_schema(
        responses={200: list[tables.OwnSitting]}, parameters=[BEFORE], tags=["mine"], operation_id="my_sittings"
    )
    def get(self, request: Request) -> Response:
        """Where you sat, from when until when and how many minutes, how many hands, and what came of it: null where
        nobody has counted the chips yet."""
        return Response(player_hands.sittings(playing(request), whole_number(request, "before")))


class OwnStatisticsView(APIView):
    @extend_schema(responses={200: tables.Statistics}, parameters=WANTED, tags=["mine"], operation_id="my_statistics")
    def get(self, request: Request) -> Response:
        """Your hands in numbers: VPIP, PFR, showdowns (shares of 0 to 1), results by unit and by game."""
        return Response(statistics.of(player_hands.own(playing(request), wanted_of(request))))


class StudiesView(APIView):
    @extend_schema(responses={200: list[tables.Study]}, tags=["mine"], operation_id="my_studies")
    def get(self, request: Request) -> Response:
        """Your files of hands for study."""
        return Response([_line(file) for file in study_files.files_of(playing(request))])

    @extend_schema(
        request=NewStudy, responses={201: tables.Study}, parameters=[ONCE], tags=["mine"], operation_id="add_study"
    )
    def post(self, request: Request) -> Response:
        """Keep a text in PHH, PHHS, Open Hand History or PokerStars text (in English) for yourself.

        One with an impossible hand is refused with the reason.
        """
        given = checked(NewStudy, request)
        kept = study_files.add(
            playing(request), given["phh"], given["name"], now=timezone.now(), key=key_given(request)
        )
        return Response(_line(kept), status=status.HTTP_201_CREATED)


class StudyView(APIView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR}, tags=["mine"], operation_id="my_study")
    def get(self, request: Request, study_id: int) -> HttpResponse:
        """The text as you uploaded it."""
        return HttpResponse(
            study_files.file_of(playing(request), study_id).text, content_type="text/plain; charset=utf-8"
        )

    @extend_schema(responses={204: None}, tags=["mine"], operation_id="remove_study")
    def delete(self, request: Request, study_id: int) -> Response:
        """Forget the file."""
        study_files.remove(playing(request), study_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class StudyHandView(APIView):
    @extend_schema(
        responses={200: floor.StudyHand},
        parameters=[OpenApiParameter("step", int)],
        tags=["mine"],
        operation_id="my_study_hand",
    )
    def get(self, request: Request, study_id: int, hand: int) -> Response:
        """A hand of your file after `step` decisions (by default all), with every card that the file tells."""
        file, step = study_files.file_of(playing(request), study_id), whole_number(request, "step")
        shown, last = study_files.hand_at_step(file, hand, study_files.MOST_BYTES if step is None else step)
        return Response(shown | {"steps": last})


def _line(file: Study) -> dict[str, Any]:
    return {"id": file.pk, "name": file.name, "hands": file.hands, "added_at": file.added_at.isoformat()}


urlpatterns = [
    path("me/hands/", OwnHandsView.as_view(), name="api-my-hands"),
    path("me/hands.phhs", OwnHandsFileView.as_view(), name="api-my-hands-file"),
    path("me/hands.ohh", OwnHandsOhhView.as_view(), name="api-my-hands-ohh"),
    path("me/hands.txt", OwnHandsPokerStarsView.as_view(), name="api-my-hands-pokerstars"),
    path("me/sittings/", OwnSittingsView.as_view(), name="api-my-sittings"),
    path("me/statistics/", OwnStatisticsView.as_view(), name="api-my-statistics"),
    path("me/notes/<int:about_id>/", NoteView.as_view(), name="api-my-note"),
    path("me/studies/", StudiesView.as_view(), name="api-my-studies"),
    path("me/studies/<int:study_id>/", StudyView.as_view(), name="api-my-study"),
    path("me/studies/<int:study_id>/<int:hand>/", StudyHandView.as_view(), name="api-my-study-hand"),
]
