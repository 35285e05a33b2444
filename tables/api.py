"""The API of the tables."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.audit_log import source_of
from club.models import Player, User
from club.people import player_of
from club.rights import has_right
from engine.errors import EngineError
from engine.hand import Stakes
from engine.rotation import ON_TIME_OUT, ORDERS, UNITS
from tables import dealer, fair, foresight, new_tables, presence, queries, rail, recorded, seating, suggestions
from tables.errors import IllegalAction, Refused, TableError
from tables.mix_opening import level_from, rotation_from
from tables.models import Table

SEEN = OpenApiTypes.OBJECT
KEY = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description="Any text of yours, up to 100 characters. The same request with the same key moves chips once.",
)
ONCE = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description="Any text of yours, up to 100 characters. The same request with the same key finds what the first made.",
)
RAIL = OpenApiParameter(
    "Rail",
    str,
    OpenApiParameter.HEADER,
    response=[200],
    description="Only for whoever just watches a table without a delay: the address where the same view is had soonest, for some "
    "minutes and without a login. `&version=7` asks for that version or a later one. Once it refuses, ask here again.",
)


class TableLine(serializers.Serializer[Any]):
    """A line of the lobby. Amounts are chips of the table's unit."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    game = serializers.CharField()
    game_name = serializers.CharField()
    stakes = serializers.DictField()
    mix = serializers.DictField(allow_null=True, help_text="Of a mixed table; null at a table of one game.")
    seats = serializers.IntegerField()
    seated = serializers.IntegerField()
    owner = serializers.CharField(help_text="Empty for a cash table.")
    unit = serializers.CharField()
    status = serializers.CharField()
    min_buy_in = serializers.IntegerField()
    max_buy_in = serializers.IntegerField()
    action_seconds = serializers.IntegerField()


class Mix(serializers.Serializer[Any]):
    """What a mixed table plays. Whatever is left out is as in the house rules."""

    games = serializers.JSONField(
        required=False,
        help_text="A mix that has a name, such as `horse` or `8-game`; `house`; a text such as `holdem no, razz fixed`; or a "
        'list of objects such as {"game": "razz", "limit": "fixed", "stakes": {…}}.',
    )
    order = serializers.ChoiceField(
        choices=ORDERS,
        required=False,
        help_text="`again`: the list begins again; `once`: the last game stays; `choice`: the dealer chooses.",
    )
    unit = serializers.ChoiceField(choices=[unit for unit in UNITS if unit != "level"], required=False)
    every = serializers.IntegerField(min_value=1, max_value=1000, required=False)
    on_time_out = serializers.ChoiceField(choices=ON_TIME_OUT, required=False)
    level = serializers.DictField(
        required=False,
        help_text='From which the stakes follow of games without their own, such as {"small_bet": 100, "ante": 20}: '
        "`small_bet`, `big_bet`, `ante`, `bring_in`, `big_bet_small_blind` and `big_bet_big_blind` (of pot and no limit), "
        "`point`, `unit`.",
    )


class NewTable(serializers.Serializer[Any]):
    """What a new cash table is to be: of one game with stakes, or a mix."""

    name = serializers.CharField(max_length=80)
    game = serializers.CharField(max_length=40, help_text="A key of /api/games/.", required=False)
    mix = Mix(required=False)
    stakes = serializers.DictField(
        required=False,
        help_text='Such as {"limit": "no", "small_blind": 50, "big_blind": 100}: amounts in chips. Fixed limit has a '
        "`small_bet` and a `big_bet`; spread limit bets from `min_bet` to either of them; games without blinds have an "
        '`ante`, and stud a `bring_in`; Chinese games are settled in points, `{"limit": "points", "point": 10}`. '
        "/api/games/ has an example for each game and limit.",
    )
    seats = serializers.IntegerField(
        min_value=2, max_value=10, required=False, help_text="Else as many as the game has."
    )
    min_buy_in = serializers.IntegerField(min_value=1, required=False)
    max_buy_in = serializers.IntegerField(min_value=1, required=False)
    action_seconds = serializers.IntegerField(min_value=5, max_value=600, required=False)
    pace = serializers.FloatField(min_value=0, max_value=60, default=1.0)
    kind = serializers.ChoiceField(
        choices=Table.Kind.choices,
        default=Table.Kind.DEALT.value,
        help_text="`recorded`: real cards, entered by the floor.",
    )


class SitDown(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=10)
    buy_in = serializers.IntegerField(min_value=1, help_text="Chips from the wallet.")
    post = serializers.BooleanField(
        default=False,
        help_text="At a table that plays: true posts what is owed and is dealt in at once; false waits for the big blind.",
    )


class TopUp(serializers.Serializer[Any]):
    amount = serializers.IntegerField(min_value=1, help_text="Chips from the wallet.")


class Presence(serializers.Serializer[Any]):
    state = serializers.ChoiceField(choices=["active", "out"], help_text="`out` sits out, `active` comes back.")
    post = serializers.BooleanField(
        default=False,
        help_text="At a table that plays: true posts what is owed and is dealt in at once; false waits for the big blind.",
    )


class GivenDecision(serializers.Serializer[Any]):
    hand = serializers.IntegerField(min_value=1)
    ask = serializers.IntegerField(min_value=0, help_text="The number of the ask that is answered.")
    decision = serializers.CharField(
        max_length=400,
        help_text="One of the ask's offers in words: `fold`, `check`, `call`, `bet 200`, `raise 600` (to 600), `all-in`; "
        "`draw 2c 3d` (`draw` alone stands pat), `discard 7h`; `straddle` or `pass`; `agree 2` (to run the board twice); "
        "`show` or `muck`. An offer with a `step` may be raised to lo, lo + step … hi only.",
    )


class SuggestedRows(serializers.Serializer[Any]):
    front = serializers.ListField(child=serializers.CharField())
    middle = serializers.ListField(child=serializers.CharField())
    back = serializers.ListField(child=serializers.CharField())


class Suggestion(serializers.Serializer[Any]):
    """A setting of a Chinese hand, and what it comes to."""

    ask = serializers.IntegerField()
    decision = serializers.CharField(help_text="What to answer, as it stands.")
    rows = SuggestedRows()
    discards = serializers.ListField(child=serializers.CharField())
    royalties = serializers.ListField(child=serializers.IntegerField(), help_text="Points: front, middle, back.")
    natural = serializers.CharField(help_text="Its name, or empty.")
    is_fouled = serializers.BooleanField(help_text="True only if every setting is fouled.")
    fantasyland = serializers.IntegerField(help_text="Cards of the next fantasyland, 0 for none.")


class Placing(serializers.Serializer[Any]):
    rows = serializers.CharField(
        max_length=200,
        allow_blank=True,
        help_text="Cards by row, such as `front=Ks middle=2c3c back=As`; those that have no place yet are left out.",
    )


class Foul(serializers.Serializer[Any]):
    why = serializers.CharField()
    is_certain = serializers.BooleanField(help_text="False while cards to come may still mend it.")
    words = serializers.CharField()


class Foreseen(serializers.Serializer[Any]):
    """What rows come to. Rows that lack cards have null words and royalties."""

    row_words = serializers.DictField(child=serializers.CharField(allow_null=True))
    royalties = serializers.DictField(child=serializers.IntegerField(allow_null=True), help_text="Points by row.")
    foul = Foul(allow_null=True)
    natural = serializers.CharField(help_text="Its name, or empty.")
    next_fantasyland = serializers.IntegerField(
        help_text="Cards of the next fantasyland, 0 for none; while rows lack cards, what the front alone earns."
    )
    placed = serializers.IntegerField()
    keep = serializers.IntegerField(help_text="How many cards are to be placed.")


class ChosenGame(serializers.Serializer[Any]):
    game = serializers.CharField(
        max_length=80, help_text="Of the table's `mix.choosing.offered`, such as `razz fixed`."
    )


class GivenWord(serializers.Serializer[Any]):
    hand = serializers.IntegerField(min_value=1, help_text="The number of the table's next hand, as `next` tells it.")
    word = serializers.CharField(
        max_length=200, allow_blank=True, help_text="1 to 40 characters; everybody may read it. Empty: none."
    )


class Voiding(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=400)
    misdeal = serializers.BooleanField(
        default=False, help_text="True: it is dealt anew from the same button and blinds."
    )


class Record(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=80, default="", allow_blank=True)
    phh = serializers.CharField(
        max_length=1_000_000, help_text="The text of a PHH or PHHS file.", trim_whitespace=False
    )


class Imported(serializers.Serializer[Any]):
    table = serializers.IntegerField()
    hands = serializers.ListField(child=serializers.IntegerField())


class TablesView(APIView):
    """The lobby."""

    @extend_schema(responses=TableLine(many=True), tags=["tables"])
    def get(self, request: Request) -> Response:
        """The open tables."""
        return Response([queries.in_lobby(table) for table in queries.lobby()])

    @extend_schema(request=NewTable, responses={201: TableLine}, parameters=[ONCE], tags=["tables"])
    def post(self, request: Request) -> Response:
        """Open a cash table. Needs the right `tables.open`."""
        need(request, "tables.open")
        given = checked(NewTable, request)
        mix = given.pop("mix", None)
        if (mix is None) == ("game" not in given and "stakes" not in given):
            raise Refused("game_or_mix", _("Name either a game with its stakes, or a mix."), 422)
        try:
            if mix is None:
                given["stakes"] = Stakes.from_json(given.get("stakes", {}))
            else:
                given |= {"rotation": rotation_from(mix), "level": level_from(mix.get("level"))}
        except EngineError as error:
            raise IllegalAction(error) from error
        opening, key = new_tables.Opening(**given), key_given(request)
        table = new_tables.open_table(
            opening, by=login_of(request), now=timezone.now(), source=device_of(request), key=key
        )
        return Response(queries.in_lobby(table), status=status.HTTP_201_CREATED)


class TableView(APIView):
    @extend_schema(responses=SEEN, parameters=[RAIL], tags=["tables"])
    def get(self, request: Request, table_id: int) -> HttpResponse:
        """The table as you may see it: your own cards, and what everybody sees. `version` grows with every change."""
        login = login_of(request)
        told = rail.told(table_id, login)
        if told is not None:
            address = rail.address(table_id, login.pk, now=timezone.now())
            return HttpResponse(told, content_type="application/json", headers={"Rail": address})
        viewer, now = viewer_of(request), timezone.now()
        presence.sign(table_id, viewer, now)
        return Response(queries.table_as_seen_by(queries.table_of(table_id), viewer, now=now))


class SittingsView(APIView):
    @extend_schema(request=SitDown, responses={201: SEEN}, parameters=[KEY], tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Sit down at a cash table with chips from your wallet."""
        given = checked(SitDown, request)
        seating.sit_down(
            table_id, playing(request), key=key_of(request), now=timezone.now(), source=device_of(request), **given
        )
        return seen(request, table_id, status.HTTP_201_CREATED)


class OwnSittingView(APIView):
    @extend_schema(request=TopUp, responses=SEEN, parameters=[KEY], tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Add chips from your wallet, between hands."""
        given = checked(TopUp, request)
        seating.top_up(
            table_id, playing(request), key=key_of(request), now=timezone.now(), source=device_of(request), **given
        )
        return seen(request, table_id)

    @extend_schema(request=Presence, responses=SEEN, tags=["tables"])
    def patch(self, request: Request, table_id: int) -> Response:
        """Sit out, or come back."""
        given = checked(Presence, request)
        named: dict[str, Any] = {"now": timezone.now(), "source": device_of(request)}
        if given["state"] == "out":
            seating.sit_out(table_id, playing(request), **named)
        else:
            seating.come_back(table_id, playing(request), post=given["post"], **named)
        return seen(request, table_id)

    @extend_schema(request=None, responses={200: SEEN}, tags=["tables"])
    def delete(self, request: Request, table_id: int) -> Response:
        """Stand up. Your chips go to your wallet: at once, or when the hand you are in is settled."""
        seating.stand_up(table_id, playing(request), now=timezone.now(), source=device_of(request))
        return seen(request, table_id)


class DecisionsView(APIView):
    @extend_schema(request=GivenDecision, responses=SEEN, tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Answer an ask of the hand. The same answer again is harmless; after another's it is a 409 with the state."""
        given = checked(GivenDecision, request)
        player = playing(request)
        try:
            decided, play = dealer.answer(
                table_id,
                given["hand"],
                given["ask"],
                given["decision"],
                by=player,
                now=timezone.now(),
                device=device_of(request),
            )
        except TableError as refusal:
            if refusal.status == status.HTTP_409_CONFLICT:
                table = queries.table_of(table_id)
                refusal.params["state"] = queries.table_as_seen_by(table, player, now=timezone.now())
            raise
        if decided not in play.new or play.row.is_recorded:  # said before: the table may have another hand by now
            return seen(request, table_id)
        return Response(queries.table_as_seen_by(play.table, player, now=timezone.now(), play=play))


class GameChoiceView(APIView):
    @extend_schema(request=ChosenGame, responses=SEEN, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """In dealer's choice, choose the game of the next hand. Until it is dealt the choice may be changed."""
        given, player = checked(ChosenGame, request), playing(request)
        dealer.choose_game(table_id, given["game"], by=player, now=timezone.now(), device=device_of(request))
        return seen(request, table_id)


class TableHandsView(APIView):
    @extend_schema(
        responses=SEEN, parameters=[OpenApiParameter("before", int, description="Hand number")], tags=["hands"]
    )
    def get(self, request: Request, table_id: int) -> Response:
        """The table's hands, latest first, 50 at a time: who won what, no cards."""
        before = whole_number(request, "before")
        table = queries.table_of(table_id)
        return Response(queries.hands_at(table, viewer_of(request), now=timezone.now(), before=before))


class HandView(APIView):
    @extend_schema(
        responses=SEEN,
        parameters=[OpenApiParameter("after", int, description="Only the events from this one on, counted from 0.")],
        tags=["hands"],
    )
    def get(self, request: Request, hand_id: int) -> Response:
        """A hand as you may see it: your own cards, and those that were shown."""
        row, viewer, now = queries.hand_of(hand_id), viewer_of(request), timezone.now()
        after = whole_number(request, "after")
        presence.sign(row.table_id, viewer, now)  # a program may look at hands alone
        if after is not None:
            return Response({"id": row.pk, "after": after, "events": queries.events_after(row, viewer, after, now=now)})
        return Response(queries.hand_as_seen_by(row, viewer, now=now))


class HandTextView(APIView):
    @extend_schema(responses={(200, "text/plain"): str}, tags=["hands"])
    def get(self, request: Request, hand_id: int) -> HttpResponse:
        """The hand in PHH notation, with the cards you may see and `??` for the others."""
        text = queries.notation_as_seen_by(queries.hand_of(hand_id), viewer_of(request), now=timezone.now())
        return HttpResponse(text, content_type="text/plain; charset=utf-8")


class SuggestionView(APIView):
    @extend_schema(responses=Suggestion, tags=["hands"])
    def get(self, request: Request, hand_id: int, ask: int) -> Response:
        """In Chinese games, the best setting of your cards where you set all at once and the house allows suggestions."""
        return Response(suggestions.suggest(hand_id, ask, playing(request)))


class ProofView(APIView):
    @extend_schema(responses=SEEN, tags=["hands"])
    def get(self, request: Request, hand_id: int) -> Response:
        """What you may prove of the deal: what was sealed before it, the words, and the salts of the cards you have seen.

        Check it with `python -m engine verify FILE`.
        """
        row = queries.hand_of(hand_id)
        return Response(queries.proof_as_seen_by(row, viewer_of(request), now=timezone.now()))


class WordView(APIView):
    @extend_schema(request=GivenWord, responses=SEEN, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """Add a word to the shuffle of the table's next hand, whose commitment is in `next`; an empty one takes it back."""
        given = checked(GivenWord, request)
        fair.add_word(table_id, given["hand"], given["word"], by=playing(request), now=timezone.now())
        return seen(request, table_id)


class ForesightView(APIView):
    @extend_schema(request=Placing, responses=Foreseen, tags=["hands"])
    def post(self, request: Request, hand_id: int, ask: int) -> Response:
        """In Chinese games, what your rows would make with cards placed so: fouls, royalties, fantasyland. Nothing is written."""
        return Response(foresight.foresee(hand_id, ask, playing(request), checked(Placing, request)["rows"]))


class VoidView(APIView):
    @extend_schema(request=Voiding, responses=SEEN, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Call off a hand that is not settled; every chip goes back. Needs the right `tables.void`."""
        need(request, "tables.void")
        given = checked(Voiding, request)
        now = timezone.now()
        dealer.void(
            hand_id,
            by=login_of(request),
            why=given["why"],
            is_misdeal=given["misdeal"],
            now=now,
            source=device_of(request),
        )
        return Response(queries.hand_as_seen_by(queries.hand_of(hand_id), viewer_of(request), now=now))


class GamesView(APIView):
    @extend_schema(responses=SEEN, tags=["tables"])
    def get(self, request: Request) -> Response:
        """The games that can be played: seats, limits, which of them is usual, and for each an example of stakes."""
        return Response(queries.catalogue())


class RecordedHandsView(APIView):
    @extend_schema(request=Record, responses={201: Imported}, parameters=[ONCE], tags=["hands"])
    def post(self, request: Request) -> Response:
        """Import published hands (PHH). A broken text is refused with the line and the reason, and nothing is kept."""
        need(request, "tables.record")
        given = checked(Record, request)
        imported = recorded.import_text(
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


# -- what every view needs --------------------------------------------------------------------------------------------


def checked(form: type[serializers.Serializer[Any]], request: Request) -> dict[str, Any]:
    """The request's body, checked. Raises DRF's `ValidationError`, which names each field that is wrong."""
    filled = form(data=request.data)
    filled.is_valid(raise_exception=True)
    return dict(filled.validated_data)


def viewer_of(request: Request) -> Player | None:
    """The player who looks, or None for a login that is nobody's."""
    return player_of(request.user)


def login_of(request: Request) -> User:
    """Whose request it is. Raises `NotAuthenticated` for a stranger."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def playing(request: Request) -> Player:
    """The player who acts. Raises `Refused` for a login that is no player's."""
    player = player_of(request.user)
    if player is None:
        raise Refused("not_a_player", _("This login belongs to no player."), 403)
    return player


def need(request: Request, right: str) -> None:
    """Raise `PermissionDenied` unless the login has the right."""
    if not has_right(request.user, right):
        raise PermissionDenied(_("This needs the right %(right)s.") % {"right": right})


def key_given(request: Request) -> str:
    """The request's Idempotency-Key; empty if there is none. Raises `Refused` if it is too long."""
    return key_of(request) if request.headers.get("Idempotency-Key", "").strip() else ""


def key_of(request: Request) -> str:
    """The request's Idempotency-Key. Raises `Refused` if there is none, or it is too long."""
    key = request.headers.get("Idempotency-Key", "").strip()
    if not key or len(key) > 100:
        message = _("Send an Idempotency-Key header of 1 to 100 characters, a new one for each new request.")
        raise Refused("idempotency_key_missing", message, 400)
    return key


def whole_number(request: Request, name: str) -> int | None:
    """A number of the query string, or None. Raises `Refused` for anything else."""
    text = request.query_params.get(name)
    if text is None:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise Refused("not_a_number", _("%(name)s must be a whole number.") % {"name": name}, 400)
    return int(text)


def device_of(request: Request) -> str:
    """From where a request came, for the audit."""
    return f"api {source_of(request._request)}"[:200]


def seen(request: Request, table_id: int, code: int = status.HTTP_200_OK) -> Response:
    """The table's fresh state."""
    table: Table = queries.table_of(table_id)
    return Response(queries.table_as_seen_by(table, viewer_of(request), now=timezone.now()), status=code)


urlpatterns = [
    path("tables/", TablesView.as_view(), name="api-tables"),
    path("tables/<int:table_id>/", TableView.as_view(), name="api-table"),
    path("tables/<int:table_id>/sittings/", SittingsView.as_view(), name="api-sittings"),
    path("tables/<int:table_id>/sittings/mine/", OwnSittingView.as_view(), name="api-own-sitting"),
    path("tables/<int:table_id>/decisions/", DecisionsView.as_view(), name="api-decisions"),
    path("tables/<int:table_id>/next-game/", GameChoiceView.as_view(), name="api-next-game"),
    path("tables/<int:table_id>/word/", WordView.as_view(), name="api-word"),
    path("tables/<int:table_id>/hands/", TableHandsView.as_view(), name="api-table-hands"),
    path("hands/<int:hand_id>/", HandView.as_view(), name="api-hand"),
    path("hands/<int:hand_id>/phh/", HandTextView.as_view(), name="api-hand-phh"),
    path("hands/<int:hand_id>/proof/", ProofView.as_view(), name="api-hand-proof"),
    path("hands/<int:hand_id>/asks/<int:ask>/suggestion/", SuggestionView.as_view(), name="api-suggestion"),
    path("hands/<int:hand_id>/asks/<int:ask>/foresight/", ForesightView.as_view(), name="api-foresight"),
    path("hands/<int:hand_id>/void/", VoidView.as_view(), name="api-void"),
    path("games/", GamesView.as_view(), name="api-games"),
    path("recorded-hands/", RecordedHandsView.as_view(), name="api-recorded-hands"),
]
