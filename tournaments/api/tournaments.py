"""The API of the tournaments: sheets, announcing, registering, the director's hand, the clock, the standings."""

from __future__ import annotations

import secrets
from typing import Any, cast

from django.urls import path
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.base.page_numbers import page_of
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.http.problems import problems
from club.models import User
from club.people.people import player_of
from club.text import messages
from engine.text_limits import whole
from tournaments.acts import entry_acts
from tournaments.answers import events, money
from tournaments.answers import structures as sheets
from tournaments.api import acts, clock_face, event_as_seen, event_history, event_list, log_lines
from tournaments.api.requests_and_rights import check, fields_of, playing
from tournaments.base.errors import Refused
from tournaments.desk import registration
from tournaments.endings import requests_to_call_off_or_reopen
from tournaments.flights import flight_summary
from tournaments.floor import floor_view, real_card_tables
from tournaments.log import spectator_delay
from tournaments.models import Structure, Tournament
from tournaments.prizes import tickets
from tournaments.rooms import tournament_tables
from tournaments.running import event_start
from tournaments.setup import changed_fields, entry_fields
from tournaments.setup.money_fields import EventMoney, event_fields
from tournaments.structures import levels_and_breaks, sheet_drafts, sheet_import
from tournaments.terms import event_kinds

SEEN = OpenApiTypes.OBJECT
RETRY_KEY = OpenApiParameter(
    "Idempotency-Key", str, OpenApiParameter.HEADER, description="The same key is the same request."
)


def structure(row: Structure) -> dict[str, Any]:
    """A sheet in a list."""
    return {
        "key": row.key,
        "name": row.name,
        "game": row.sheet.get("game"),
        "missing": messages.told(row.lacks),
        "version": row.version,
    }


class Structures(APIView):
    @extend_schema(responses={200: sheets.Structures, **problems()}, operation_id="structures")
    def get(self, request: Request) -> Response:
        """The structure sheets, each with what is missing before a tournament can be scheduled by it."""
        return Response({"structures": [structure(row) for row in Structure.objects.order_by("key")]})

    @extend_schema(
        request=SEEN, responses={201: sheets.StructureImported, **problems(400, 422)}, operation_id="import_structure"
    )
    def post(self, request: Request) -> Response:
        """Take in one sheet. A gap in its levels, or none, is refused; an unfinished sheet says what is missing, and what is to
        be looked at twice stands in `warnings`."""
        by = check(request, "structures.import")
        if not isinstance(request.data, dict):
            raise Refused("bad_structure", _("A structure sheet is an object with id, name and items."), 422)
        row = sheet_import.take_in(request.data, now=timezone.now(), by=by, source=source_of(request))
        told = {**structure(row), "warnings": messages.told(sheet_drafts.warnings(row.sheet))}
        return Response(told, status=status.HTTP_201_CREATED)


class StructureSheet(APIView):
    @extend_schema(responses={200: sheets.StructureSeen, **problems(404)}, operation_id="structure")
    def get(self, request: Request, key: str) -> Response:
        """One sheet, whole."""
        row = Structure.objects.filter(key=key).first()
        if row is None:
            raise Refused("unknown_structure", _("There is no structure %(key)s.") % {"key": key}, 404)
        looked = {
            "unread": levels_and_breaks.unread(row.sheet),
            "warnings": messages.told(sheet_drafts.warnings(row.sheet)),
        }
        return Response({**structure(row), "sheet": row.sheet, **looked})


class Tournaments(APIView):
    class Announced(entry_fields.Terms, EventMoney):
        name = serializers.CharField(max_length=120)
        structure = serializers.CharField()
        starts_at = serializers.DateTimeField(required=False, allow_null=True)
        must_end_at = serializers.DateTimeField(required=False, allow_null=True)
        buy_in = serializers.IntegerField(min_value=0, max_value=10**15)
        fee = serializers.IntegerField(min_value=0, max_value=10**15, default=0)
        starting_chips = serializers.IntegerField(min_value=1, max_value=10**12, required=False)
        table_size = serializers.IntegerField(min_value=2, max_value=levels_and_breaks.MOST_SEATS, required=False)
        min_players = serializers.IntegerField(min_value=2, max_value=10_000, required=False)
        max_players = serializers.IntegerField(min_value=2, max_value=10_000, required=False, allow_null=True)
        cards = serializers.ChoiceField(choices=Tournament.Cards.choices, required=False)
        physical_tables = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=10_000), max_length=2000, required=False
        )
        chip_colours = serializers.CharField(max_length=300, allow_blank=True, required=False)
        payout_table = serializers.JSONField(required=False, allow_null=True)
        payout_unit = serializers.IntegerField(min_value=1, max_value=10**12, required=False)
        payout_floor = serializers.IntegerField(min_value=0, max_value=10**12, required=False)
        payout_minimum = serializers.IntegerField(min_value=0, max_value=10**12, required=False)
        guarantee = serializers.IntegerField(min_value=0, max_value=10**15, required=False)
        staff_basis_points = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
        action_seconds = serializers.IntegerField(min_value=5, max_value=600, required=False)
        day_two = serializers.PrimaryKeyRelatedField(
            queryset=Tournament.objects.filter(format=Tournament.Format.DAY_TWO),
            pk_field=serializers.IntegerField(min_value=1, max_value=2**63 - 1),
            required=False,
            allow_null=True,
        )

        class Meta(entry_fields.Terms.Meta):
            fields = [*entry_fields.Terms.Meta.fields, *event_kinds.FIELDS]

    class Edited(Announced):
        """The fields of an event that was announced; those left out stay."""

        structure = None  # type: ignore[assignment]  # how a serializer drops a field
        name = serializers.CharField(max_length=120, required=False)
        buy_in = serializers.IntegerField(min_value=0, max_value=10**15, required=False)
        fee = serializers.IntegerField(min_value=0, max_value=10**15, required=False)
        why = serializers.CharField(max_length=300, allow_blank=True, required=False)

    @extend_schema(
        parameters=[OpenApiParameter("page", int, description="The next of those that are on; by default the first.")],
        responses={200: events.EventLines, **problems(400)},
        operation_id="tournaments",
    )
    def get(self, request: Request) -> Response:
        """The tournaments that are open or running by their time, 60 a page; with the first page the latest that were."""
        page = page_of(request.query_params.get("page", ""))
        now = timezone.now()
        found = spectator_delay.all_seen_by(event_list.listed(page, now=now), request.user, now=now)
        return Response({"tournaments": [event_list.in_list(row) for row in found]})

    @extend_schema(
        request=Announced, responses={201: events.EventAnnounced, **problems(400, 404, 422)}, operation_id="announce"
    )
    def post(self, request: Request) -> Response:
        """Announce a tournament and open its registration. `warnings`: what to look at twice in its structure."""
        by = check(request, "tournaments.direct")
        given = self.Announced(data=fields_of(request, self.Announced))
        given.is_valid(raise_exception=True)
        told = event_fields(dict(given.validated_data))
        key = told.pop("structure")
        sheet = Structure.objects.filter(key=key).first()
        if sheet is None:
            raise Refused("unknown_structure", _("There is no structure %(key)s.") % {"key": key}, 404)
        tournament = event_start.announce(
            told.pop("name"),
            sheet,
            starts_at=told.pop("starts_at", None),
            buy_in=told.pop("buy_in"),
            fee=told.pop("fee"),
            seed=secrets.token_bytes(tournament_tables.DECK_SEED_BYTES),
            now=timezone.now(),
            by=by,
            source=source_of(request),
            **told,
        )
        told = {
            **event_list.in_list(tournament),
            "warnings": messages.told(sheet_drafts.warnings(tournament.sheet)),
        }
        return Response(told, status=status.HTTP_201_CREATED)


class OneTournament(APIView):
    @extend_schema(responses={200: events.Event, **problems(404)}, operation_id="tournament")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The tournament as the caller sees it: clock, levels, entrants, tables, prizes, and what it means for `you`.

        `delay`: by how many seconds what hands came to lags behind for a spectator, where the house sets that.
        """
        now = timezone.now()
        whole = event_as_seen.tournament_of(tournament_id)
        flights = spectator_delay.all_seen_by(flight_summary.of(whole), request.user, now=now)
        tournament = spectator_delay.seen_by(whole, request.user, now=now)
        seen = event_as_seen.as_seen_by(tournament, player_of(request.user), now=now, flights=flights)
        return Response({**seen, "clock": clock_face.clock_of(tournament, now=now)})

    @extend_schema(
        request=Tournaments.Edited,
        responses={200: events.EventLine, **problems(400, 404, 409, 422)},
        operation_id="change_event",
    )
    def patch(self, request: Request, tournament_id: int) -> Response:
        """Change fields of the event. What players rely on since they joined, or since it began, is refused; entries keep
        their prices. Needs the right tournaments.direct."""
        by = check(request, "tournaments.direct")
        event_as_seen.tournament_of(tournament_id)
        given = Tournaments.Edited(data=fields_of(request, Tournaments.Edited), partial=True)
        given.is_valid(raise_exception=True)
        told = dict(given.validated_data)
        told = event_fields(told) if told.get("ticket_for") else told
        changed_fields.change(tournament_id, **told, now=timezone.now(), by=by, source=source_of(request))
        return Response(event_list.in_list(event_as_seen.tournament_of(tournament_id)))


class WithTicket(serializers.Serializer[Any]):
    ticket = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False, allow_null=True)


class Entering(WithTicket):
    """What one who enters may say: the event's code, a ticket."""

    code = entry_acts.code()


class Registration(APIView):
    @extend_schema(
        request=Entering,
        parameters=[RETRY_KEY],
        responses={201: events.Registered, **problems(400, 404, 409)},
        operation_id="register",
    )
    def post(self, request: Request, tournament_id: int) -> Response:
        """Register the caller, or enter one who is out again: the buy-in goes into escrow, the fee to the house.

        A `ticket` pays first.
        """
        key = request.headers.get("Idempotency-Key", "").strip()[:100]
        given = Entering(data=fields_of(request, Entering))
        given.is_valid(raise_exception=True)
        entry = registration.register(
            tournament_id,
            playing(request),
            now=timezone.now(),
            by=cast(User, request.user),
            source=source_of(request),
            key=key,
            ticket=given.validated_data.get("ticket"),
            code=given.validated_data["code"],
        )
        told = {"entry": entry.number, "paid": entry.paid, "fee": entry.fee}
        return Response(told, status=status.HTTP_201_CREATED)

    @extend_schema(responses={204: None, **problems(404, 409)}, operation_id="unregister")
    def delete(self, request: Request, tournament_id: int) -> Response:
        """Take the caller's entry back before the start; the chips return to the wallet."""
        registration.unregister(
            tournament_id,
            playing(request),
            now=timezone.now(),
            by=cast(User, request.user),
            source=source_of(request),
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class History(APIView):
    @extend_schema(responses={200: events.History, **problems(404)}, operation_id="tournament_history")
    def get(self, request: Request, tournament_id: int) -> Response:
        """What happened, the latest first, in words: who did it, when, and whether it can be undone or done again.

        Needs the right tournaments.direct.
        """
        check(request, "tournaments.direct")
        return Response({"history": event_history.history(event_as_seen.tournament_of(tournament_id))})


class Floor(APIView):
    @extend_schema(responses={200: events.Floor, **problems(404)}, operation_id="tournament_floor")
    def get(self, request: Request, tournament_id: int) -> Response:
        """What to do now, who sits where, who moves where, and a seat card for everybody in play.

        Needs the right tournaments.direct.
        """
        check(request, "tournaments.direct")
        tournament = event_as_seen.tournament_of(tournament_id)
        return Response(
            {**floor_view.board(tournament, now=timezone.now()), "seat_cards": floor_view.seat_cards(tournament)}
        )


class Ending(APIView):
    class EndingDecided(serializers.Serializer[Any]):
        is_approved = serializers.BooleanField()
        why = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")

    @extend_schema(responses={200: money.Ending, **problems(404)}, operation_id="tournament_ending")
    def get(self, request: Request, tournament_id: int) -> Response:
        """The `request` to call the event off that waits for a second person: who asked, why, what each would be paid;
        null if there is none. `warnings`: the tickets and satellites that calling it off would touch, before anybody asks.
        Needs the right tournaments.direct."""
        check(request, "tournaments.direct")
        tournament = event_as_seen.tournament_of(tournament_id)
        return Response(
            {"request": requests_to_call_off_or_reopen.told(tournament), "warnings": tickets.warnings(tournament)}
        )

    @extend_schema(
        request=EndingDecided,
        responses={200: events.EventLine, **problems(400, 403, 404, 409, 422)},
        operation_id="decide_ending",
    )
    def put(self, request: Request, tournament_id: int) -> Response:
        """Approve what waits, or refuse it with a reason; nobody approves what they asked for. Needs the right cashier.approve."""
        by, now = check(request, "cashier.approve"), timezone.now()
        given = self.EndingDecided(data=fields_of(request, self.EndingDecided))
        given.is_valid(raise_exception=True)
        if given.validated_data["is_approved"]:
            requests_to_call_off_or_reopen.approve(tournament_id, now=now, by=by, source=source_of(request))
        else:
            why = given.validated_data["why"]
            requests_to_call_off_or_reopen.refuse(tournament_id, why=why, now=now, by=by, source=source_of(request))
        return Response(event_list.in_list(event_as_seen.tournament_of(tournament_id)))


class OwnMove(APIView):
    @extend_schema(request=None, responses={204: None, **problems(404, 409)}, operation_id="see_own_move")
    def post(self, request: Request, tournament_id: int) -> Response:
        """The caller knows of the move that was called."""
        by, now = cast(User, request.user), timezone.now()
        event_as_seen.tournament_of(tournament_id)
        real_card_tables.see_own(tournament_id, playing(request), now=now, by=by, source=source_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Log(APIView):
    @extend_schema(
        parameters=[OpenApiParameter("after", int, description="Lines after this number.")],
        responses={200: log_lines.LogLines, **problems(404)},
        operation_id="tournament_log",
    )
    def get(self, request: Request, tournament_id: int) -> Response:
        """The log, line by line, two hundred at most; `kind` says what `data` holds. Needs the right tournaments.direct."""
        check(request, "tournaments.direct")
        after = whole(request.query_params.get("after", "0"))
        if after is None:
            raise Refused("bad_cursor", _("after must be a line number."), 400)
        return Response(log_lines.lines_of(event_as_seen.tournament_of(tournament_id), after=after))


def _one(rest: str, view: Any, name: str) -> Any:
    return path(f"tournaments/<int:tournament_id>/{rest}", view, name=name)


urlpatterns = [
    path("structures/", Structures.as_view(), name="api-structures"),
    path("structures/<slug:key>/", StructureSheet.as_view(), name="api-structure"),
    path("tournaments/", Tournaments.as_view(), name="api-tournaments"),
    _one("", OneTournament.as_view(), "api-tournament"),
    _one("registration/", Registration.as_view(), "api-registration"),
    *acts.urlpatterns,
    _one("history/", History.as_view(), "api-tournament-history"),
    _one("floor/", Floor.as_view(), "api-tournament-floor"),
    _one("ending/", Ending.as_view(), "api-ending"),
    _one("move-seen/", OwnMove.as_view(), "api-own-move"),
    _one("log/", Log.as_view(), "api-tournament-log"),
]
