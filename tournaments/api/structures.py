"""The API of the plans: structures made, edited and looked over, their versions, and the forecast of an evening."""

from __future__ import annotations

import dataclasses
import secrets
from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.http.problems import problems
from club.text.messages import said, told
from tournaments.answers import structures as answers
from tournaments.api.requests_and_rights import check, fields_of
from tournaments.api.tournaments import structure
from tournaments.base.errors import Refused, UnknownTournament
from tournaments.floor import forecast_jobs
from tournaments.models import Forecast, Structure, StructureVersion, Tournament
from tournaments.structures import generator, levels_and_breaks, sheet_edits, sheet_gaps, sheet_import, sheet_lint
from tournaments.structures.forecast import finish, swing_of
from tournaments.structures.pasted import pasted_sheet, plain_lines

RIGHT, FLOOR = "structures.import", "tournaments.direct"


class Edit(serializers.Serializer[Any]):
    """What is changed in a structure, and which version that was made of: another one meanwhile is not overwritten.

    `sheet`: fields of the sheet by their names, null to take one out. `edits`: then acts on its items, one after another, such
    as ``up:3``, ``down:3``, ``delete:3``, ``level:3`` or ``break:3`` (added after item 3; 0: at the head).
    """

    version = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    sheet = serializers.DictField(required=False)
    edits = serializers.ListField(
        child=serializers.RegexField(r"\A(up|down|delete|level|break):\d{1,3}\Z"),
        required=False,
        max_length=sheet_edits.MOST_ROWS,
    )


class Wanted(serializers.Serializer[Any]):
    """What a structure is made from: players, tournament chips and minutes. What is left out is as usual."""

    game = serializers.ChoiceField(
        choices=list(generator.GAMES),
        required=False,
        help_text="Of a Chinese game the big blinds are what a point is worth.",
    )
    players = serializers.IntegerField(min_value=2, max_value=100_000)
    stack = serializers.IntegerField(min_value=1, max_value=levels_and_breaks.LARGEST)
    minutes = serializers.IntegerField(min_value=1, max_value=10_000)
    level_minutes = serializers.IntegerField(min_value=1, max_value=levels_and_breaks.MOST_MINUTES)
    speed = serializers.ChoiceField(choices=list(generator.SPEEDS), required=False)
    first_big_blind = serializers.IntegerField(min_value=1, max_value=levels_and_breaks.LARGEST, required=False)
    rebuys = serializers.IntegerField(min_value=0, max_value=100_000, required=False)
    rebuy_stack = serializers.IntegerField(min_value=1, max_value=levels_and_breaks.LARGEST, required=False)
    addons = serializers.IntegerField(min_value=0, max_value=100_000, required=False)
    addon_stack = serializers.IntegerField(min_value=1, max_value=levels_and_breaks.LARGEST, required=False)
    chips = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=levels_and_breaks.LARGEST), max_length=20, required=False
    )
    ante_from = serializers.IntegerField(min_value=1, max_value=200, required=False, allow_null=True)
    ante_type = serializers.ChoiceField(choices=list(levels_and_breaks.ANTE_TYPES), required=False)
    ante_percent = serializers.IntegerField(
        min_value=1, max_value=generator.MOST_ANTE_PERCENT, required=False, help_text="Of the big blind."
    )
    break_every = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
    break_minutes = serializers.IntegerField(min_value=1, max_value=levels_and_breaks.MOST_MINUTES, required=False)
    seats = serializers.IntegerField(min_value=2, max_value=levels_and_breaks.MOST_SEATS, required=False)


class Shown(serializers.Serializer[Any]):
    """A sheet to be looked over, and for how many players it is asked when it ends."""

    sheet = serializers.DictField()
    players = serializers.IntegerField(min_value=2, max_value=100_000, required=False)


class Pasted(serializers.Serializer[Any]):
    """The text of a page of levels, as it was copied."""

    text = serializers.CharField(max_length=plain_lines.MOST_CHARACTERS, trim_whitespace=False)


class Expected(serializers.Serializer[Any]):
    """How many players are expected; left out: those entered. A tournament that runs is played on as it stands."""

    players = serializers.IntegerField(min_value=2, max_value=forecast_jobs.MOST_PLAYERS, required=False)


def _looked_over(sheet: dict[str, Any], players: int | None) -> dict[str, Any]:
    """What is missing in a sheet and what to look at twice; with `players`, in which level and after how many minutes it ends
    by rule. Raises `BadSheet` for one that is none."""
    items, chips = levels_and_breaks.items(sheet), sheet.get("starting_chips")
    end = finish(items, players * chips, swing=swing_of(sheet)) if players and isinstance(chips, int) else None
    return {
        "missing": told(sheet_gaps.missing(sheet)),
        "findings": [{**dataclasses.asdict(one), "words": said(one.message)} for one in sheet_lint.lint(sheet)],
        "unread": levels_and_breaks.unread(sheet),
        "minutes": sum(item.minutes or 0 for item in items),
        "finish": end and {"level": end.level, "minutes": end.minutes},
    }


class Generator(APIView):
    @extend_schema(
        request=Wanted, responses={200: answers.SheetMade, **problems(400, 422)}, operation_id="generate_structure"
    )
    def post(self, request: Request) -> Response:
        """Make a sheet from players, stack, hours and chips. It is not kept: import it once it has an id.

        Needs the right structures.import."""
        check(request, RIGHT)
        asked = _read(Wanted, request)
        chips = tuple(asked.pop("chips", ()))
        sheet = generator.sheet(generator.Asked(**asked, chips=chips))
        return Response({"sheet": sheet, **_looked_over(sheet, asked["players"])})


class Lint(APIView):
    @extend_schema(
        request=Shown, responses={200: answers.LookedOver, **problems(400, 422)}, operation_id="lint_structure"
    )
    def post(self, request: Request) -> Response:
        """Look a sheet over: what is missing, what to look at twice, what is not read. Nothing is kept.

        Needs the right structures.import."""
        check(request, RIGHT)
        told = _read(Shown, request)
        return Response(_looked_over(told["sheet"], told.get("players")))


class Read(APIView):
    @extend_schema(
        request=Pasted, responses={200: answers.SheetRead, **problems(400, 422)}, operation_id="read_structure"
    )
    def post(self, request: Request) -> Response:
        """Read the levels and breaks of a text that was copied from a page, and tell what became of each line. Nothing is kept:
        import the sheet once it has an id and a name. Needs the right structures.import."""
        check(request, RIGHT)
        pasted = pasted_sheet.read(_read(Pasted, request)["text"])
        lines = [
            {"number": line.number, "text": line.text, "kind": line.kind, "words": said(line.words)}
            for line in pasted.lines
        ]
        sheet = pasted.sheet() if pasted.has_levels and not pasted.refused else None
        return Response({"sheet": sheet, "refused": pasted.refused, "lines": lines})


class EditedStructure(APIView):
    @extend_schema(
        request=Edit,
        responses={200: answers.StructureEdited, **problems(400, 404, 409, 422)},
        operation_id="edit_structure",
    )
    def post(self, request: Request, key: str) -> Response:
        """Save the next version of a structure. Tournaments that were announced keep theirs. Needs the right structures.import."""
        by = check(request, RIGHT)
        told, row = _read(Edit, request), _structure(key)
        if told["version"] != row.version:
            raise Refused("changed_since", _("Somebody saved this structure meanwhile: look at it again."))
        changed = {**row.sheet, **told.get("sheet", {}), "id": key}
        made = {name: value for name, value in changed.items() if value is not None}
        levels_and_breaks.items(made)
        if "items" in told.get("sheet", {}):
            made = sheet_edits.with_items(made, made["items"])
        if edits := told.get("edits"):
            rows = sheet_edits.all_changed(sheet_edits.rows_of(made), edits)
            made = sheet_edits.with_items(made, sheet_edits.items_of(rows))
        now = timezone.now()
        saved = sheet_import.take_in(made, now=now, by=by, source=source_of(request), expected=told["version"])
        return Response({**structure(saved), "sheet": saved.sheet, **_looked_over(saved.sheet, None)})


class Versions(APIView):
    @extend_schema(responses={200: answers.StructureVersions, **problems(404)}, operation_id="structure_versions")
    def get(self, request: Request, key: str) -> Response:
        """Every version of a structure that was saved, the latest first: when, and by whom. Needs the right structures.import."""
        check(request, RIGHT)
        kept = StructureVersion.objects.filter(structure=_structure(key)).select_related("by").order_by("-number")
        return Response({"versions": [_version(one) for one in kept]})


class Version(APIView):
    @extend_schema(responses={200: answers.StructureVersionSeen, **problems(404)}, operation_id="structure_version")
    def get(self, request: Request, key: str, version: int) -> Response:
        """A structure as it was saved then, whole. Needs the right structures.import."""
        check(request, RIGHT)
        kept = StructureVersion.objects.filter(structure=_structure(key), number=min(version, 2**31 - 1)).first()
        if kept is None:
            words = _("There is no version %(number)d of this structure.")
            raise Refused("unknown_version", words % {"number": version}, 404)
        return Response({**_version(kept), "sheet": kept.sheet})


class Forecasts(APIView):
    @extend_schema(responses={200: answers.LatestForecast, **problems(404)}, operation_id="latest_forecast")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The forecast that was asked last; null where none was, or the tournament is over. Needs the right
        tournaments.direct."""
        check(request, FLOOR)
        found = forecast_jobs.latest(_tournament(tournament_id))
        return Response({"forecast": found and forecast_jobs.seen(found)})

    @extend_schema(
        request=Expected, responses={202: answers.Forecast, **problems(400, 404, 409, 422)}, operation_id="ask_forecast"
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Have the workers play the evening some hundreds of times; look at its address until `is_done`, or `error` says why
        not. Needs the right tournaments.direct."""
        by = check(request, FLOOR)
        tournament, players = _tournament(tournament_id), _read(Expected, request).get("players")
        made = forecast_jobs.ask(tournament, players, seed=secrets.randbelow(2**31), now=timezone.now(), by=by)
        return Response(forecast_jobs.seen(made), status=status.HTTP_202_ACCEPTED)


class OneForecast(APIView):
    @extend_schema(responses={200: answers.Forecast, **problems(404)}, operation_id="forecast")
    def get(self, request: Request, tournament_id: int, forecast_id: int) -> Response:
        """A forecast: how many of its evenings are played; once all are, by when a tenth, half and nine tenths of them had
        ended, and how many players were left after each level. Needs the right tournaments.direct."""
        check(request, FLOOR)
        found = Forecast.objects.filter(tournament=_tournament(tournament_id), pk=forecast_id).first()
        if found is None:
            raise Refused("unknown_forecast", _("There is no such forecast of this tournament."), 404)
        return Response(forecast_jobs.seen(found))


def _read(serializer: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    asked = serializer(data=fields_of(request, serializer))
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _structure(key: str) -> Structure:
    row = Structure.objects.filter(key=key).first()
    if row is None:
        raise Refused("unknown_structure", _("There is no structure %(key)s.") % {"key": key}, 404)
    return row


def _tournament(pk: int) -> Tournament:
    tournament = Tournament.objects.filter(pk=pk).first()
    if tournament is None:
        raise UnknownTournament(pk)
    return tournament


def _version(one: StructureVersion) -> dict[str, Any]:
    return {"number": one.number, "at": one.at, "by": one.by and one.by.get_username()}


urlpatterns = [
    path("structures/generate/", Generator.as_view(), name="api-structure-generate"),
    path("structures/read/", Read.as_view(), name="api-structure-read"),
    path("structures/lint/", Lint.as_view(), name="api-structure-lint"),
    path("structures/<slug:key>/edit/", EditedStructure.as_view(), name="api-structure-edit"),
    path("structures/<slug:key>/versions/", Versions.as_view(), name="api-structure-versions"),
    path("structures/<slug:key>/versions/<int:version>/", Version.as_view(), name="api-structure-version"),
    path("tournaments/<int:tournament_id>/forecast/", Forecasts.as_view(), name="api-forecasts"),
    path("tournaments/<int:tournament_id>/forecast/<int:forecast_id>/", OneForecast.as_view(), name="api-forecast"),
]
