"""The API of leagues, seasons, results and records."""

from __future__ import annotations

from typing import Any, cast

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.rights import has_right
from club.http.problems import problems
from club.models import Player, User
from club.people.people import player_of
from tournaments.answers import results as answers
from tournaments.api import event_as_seen, event_list
from tournaments.api.requests_and_rights import check
from tournaments.formulas import league_points
from tournaments.formulas.season_standings import TIE_BREAKS
from tournaments.log import spectator_delay
from tournaments.log.state import FINISHED
from tournaments.models import League, Season, Structure, TournamentTemplate
from tournaments.results import result_files, seasons

MANAGE = "leagues.manage"


class SeasonFields(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=120)
    begins = serializers.DateField()
    ends = serializers.DateField()
    belongs = serializers.ChoiceField(choices=Season.Belongs.choices, default=Season.Belongs.DATES)
    structure = serializers.SlugRelatedField(
        slug_field="key", queryset=Structure.objects.all(), required=False, allow_null=True
    )
    template = serializers.SlugRelatedField(
        slug_field="name",
        queryset=TournamentTemplate.objects.all(),
        required=False,
        allow_null=True,
        help_text="The name of the recurring event, where its evenings belong.",
    )
    tournaments = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=1000, required=False)
    formula = serializers.CharField(max_length=500)
    overall = serializers.ChoiceField(choices=list(league_points.OVERALL), default="sum")
    entries = serializers.ChoiceField(choices=Season.Entries.choices, default=Season.Entries.BEST)
    attendance = serializers.FloatField(min_value=-1e9, max_value=1e9, default=0)
    best = serializers.IntegerField(min_value=1, max_value=1000, required=False, allow_null=True)
    drop = serializers.IntegerField(min_value=0, max_value=1000, default=0)
    decimals = serializers.IntegerField(min_value=0, max_value=6, default=2)
    least_events = serializers.IntegerField(min_value=0, max_value=1000, default=0)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAKS)), max_length=10, required=False
    )


def told(row: Season) -> dict[str, Any]:
    """A season: what it is called, and how it scores."""
    fields = {name: getattr(row, name) for name in seasons.FIELDS if name not in seasons.ROWS}
    return {
        "id": row.pk,
        "league": row.league_id,
        **fields,
        "structure": None if row.structure is None else row.structure.key,
        "template": None if row.template is None else row.template.name,
        "closed_at": row.closed_at,
    }


class Leagues(APIView):
    class Named(serializers.Serializer[Any]):
        name = serializers.CharField(max_length=120)
        about = serializers.CharField(max_length=2000, allow_blank=True, default="")

    @extend_schema(responses={200: answers.Leagues, **problems()}, operation_id="leagues")
    def get(self, request: Request) -> Response:
        """The leagues with their seasons."""
        rows = League.objects.prefetch_related("seasons__structure", "seasons__template").order_by("pk")
        return Response(
            {
                "leagues": [
                    {
                        "id": row.pk,
                        "name": row.name,
                        "about": row.about,
                        "seasons": [told(s) for s in row.seasons.all()],
                    }
                    for row in rows
                ]
            }
        )

    @extend_schema(request=Named, responses={201: answers.League, **problems()}, operation_id="make_league")
    def post(self, request: Request) -> Response:
        """Make a league. Needs the right leagues.manage."""
        by = check(request, MANAGE)
        given = self.Named(data=request.data)
        given.is_valid(raise_exception=True)
        row = seasons.make_league(**given.validated_data, by=by, now=timezone.now(), source=source_of(request))
        return Response({"id": row.pk, "name": row.name, "about": row.about}, status=status.HTTP_201_CREATED)


class LeagueSeasons(APIView):
    @extend_schema(request=SeasonFields, responses={201: answers.Season, **problems()}, operation_id="make_season")
    def post(self, request: Request, league_id: int) -> Response:
        """Make a season. Needs the right leagues.manage."""
        by = check(request, MANAGE)
        league = League.objects.filter(pk=league_id).first()
        if league is None:
            raise ClubError("unknown_league", _("There is no such league."), 404)
        given = SeasonFields(data=request.data)
        given.is_valid(raise_exception=True)
        fields = dict(given.validated_data)
        chosen = fields.pop("tournaments", None)
        row = seasons.make(league, fields, chosen=chosen, by=by, now=timezone.now(), source=source_of(request))
        return Response(told(row), status=status.HTTP_201_CREATED)


class OneSeason(APIView):
    @extend_schema(responses={200: answers.SeasonTable, **problems()}, operation_id="season")
    def get(self, request: Request, season_id: int) -> Response:
        """A season and its table."""
        row = seasons.found(season_id)
        return Response({**told(row), "table": seasons.table(row, spectator_delay.kept_back(now=timezone.now()))})

    @extend_schema(
        request=SeasonFields(partial=True), responses={200: answers.Season, **problems()}, operation_id="change_season"
    )
    def patch(self, request: Request, season_id: int) -> Response:
        """Change a season that is open. Needs the right leagues.manage."""
        by = check(request, MANAGE)
        given = SeasonFields(data=request.data, partial=True)
        given.is_valid(raise_exception=True)
        fields = dict(given.validated_data)
        chosen = fields.pop("tournaments", None)
        how: dict[str, Any] = {"by": by, "now": timezone.now(), "source": source_of(request)}
        return Response(told(seasons.change(season_id, fields, chosen=chosen, **how)))


class SeasonClosed(APIView):
    @extend_schema(request=None, responses={200: answers.SeasonTable, **problems()}, operation_id="close_season")
    def post(self, request: Request, season_id: int) -> Response:
        """Close a season: its table stands for good. Needs the right leagues.manage."""
        by = check(request, MANAGE)
        row = seasons.close(season_id, by=by, now=timezone.now(), source=source_of(request))
        return Response({**told(row), "table": seasons.table(row)})


class PointsTried(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("formula", str, required=True, description="A known formula, or an expression.")],
        responses={200: answers.FormulaTried, **problems(422)},
        operation_id="try_formula",
    )
    def get(self, request: Request) -> Response:
        """What a formula gives in made-up tournaments; the formulas and variables there are."""
        text = request.query_params.get("formula", "")
        known = {key: expression for key, (expression, _source) in league_points.FORMULAS.items()}
        variables = {name: _(words) for name, words in league_points.VARIABLES.items()}
        return Response({"examples": seasons.examples(text), "formulas": known, "variables": variables})


class Results(APIView):
    @extend_schema(responses={200: answers.EventResults, **problems()}, operation_id="tournament_results")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The results of a tournament: `event` (name, game, date, entries, prize pool) and `results` by place (place and
        the place a tie is shared down to, player, name, which entry of the player, prize, bounty). Until it is over `results` is
        empty, and `entries`, `players`, `date` and `finished_at` are null."""
        tournament = spectator_delay.seen_by(
            event_as_seen.tournament_of(tournament_id), request.user, now=timezone.now()
        )
        return Response(result_files.event(tournament))


class LatestResults(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("before", int, description="Tournaments with a smaller number than this.")],
        responses={200: answers.LatestResults, **problems()},
        operation_id="latest_results",
    )
    def get(self, request: Request) -> Response:
        """Results of finished tournaments for screens and result sites, the latest first, ten at a time: each as at
        `tournaments/ID/results/`. `next` is the `before` to go on with, null at the end."""
        before = request.query_params.get("before", "")
        found = event_list.finished(before=int(before) if before.isdecimal() and len(before) < 19 else None)[:10]
        rows = list(found)
        seen = spectator_delay.all_seen_by(rows, request.user, now=timezone.now())
        return Response(
            {
                "tournaments": [result_files.event(row) for row in seen if row.status == FINISHED],
                "next": rows[-1].pk if len(rows) == 10 else None,
            }
        )


class PlayerResults(APIView):
    @extend_schema(responses={200: answers.PlayerRecord, **problems()}, operation_id="player_record")
    def get(self, request: Request, player_id: int) -> Response:
        """A player's tournaments and places; what was spent and won only for the player and the floor."""
        player, is_private = player_found(player_id), may_see_money(request.user, player_id)
        hidden = () if is_private else spectator_delay.kept_back(now=timezone.now())
        return Response(seasons.record(player, hidden, is_private=is_private))


def player_found(player_id: int) -> Player:
    """The player. Raises `ClubError`."""
    row = Player.objects.filter(pk=player_id).first()
    if row is None:
        raise ClubError("unknown_player", _("There is no such player."), 404)
    return row


def may_see_money(user: object, player_id: int) -> bool:
    """True for the player, and for the floor."""
    own = player_of(cast(User, user))
    return (own is not None and own.pk == player_id) or has_right(user, "tournaments.direct")


urlpatterns = [
    path("leagues/", Leagues.as_view(), name="api-leagues"),
    path("leagues/<int:league_id>/seasons/", LeagueSeasons.as_view(), name="api-league-seasons"),
    path("seasons/<int:season_id>/", OneSeason.as_view(), name="api-season"),
    path("seasons/<int:season_id>/close/", SeasonClosed.as_view(), name="api-season-close"),
    path("points/", PointsTried.as_view(), name="api-points"),
    path("results/", LatestResults.as_view(), name="api-results"),
    path("tournaments/<int:tournament_id>/results/", Results.as_view(), name="api-tournament-results"),
    path("players/<int:player_id>/results/", PlayerResults.as_view(), name="api-player-results"),
]
