"""The API of what a player does from the seat: sitting down and leaving, deciding, choosing beforehand, showing cards."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from club.house import house_rules
from tables.answers import tables as answers
from tables.api.requests_and_rights import (
    KEY,
    checked,
    device_of,
    key_of,
    playing,
    seen,
)
from tables.cash import seating
from tables.core.errors import TableError
from tables.dealing import dealer, player_decisions
from tables.hand import fair_deals, preactions, presence, voluntary_shows
from tables.models import MAX_SEATS
from tables.player_choices import seat_switches
from tables.queries import table_as_seen


class SitDown(serializers.Serializer[Any]):
    seat = serializers.IntegerField(min_value=1, max_value=MAX_SEATS)
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


class GivenSwitch(serializers.Serializer[Any]):
    switch = serializers.ChoiceField(choices=list(seat_switches.NAMES), help_text="One of the table's `your_switches`.")
    on = serializers.BooleanField()
    chips = serializers.IntegerField(
        required=False, min_value=1, help_text="The stack that `tops_up_to` keeps; by default the largest buy-in."
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


class ChosenGame(serializers.Serializer[Any]):
    game = serializers.CharField(
        max_length=80, help_text="Of the table's `mix.choosing.offered`, such as `razz fixed`."
    )


class GivenWord(serializers.Serializer[Any]):
    hand = serializers.IntegerField(min_value=1, help_text="The number of the table's next hand, as `next` tells it.")
    word = serializers.CharField(
        max_length=200, allow_blank=True, help_text="1 to 40 characters; everybody may read it. Empty: none."
    )


class ChosenPlan(serializers.Serializer[Any]):
    hand = serializers.IntegerField(min_value=1)
    preaction = serializers.CharField(
        max_length=40,
        allow_blank=True,
        help_text="One of the table's `your_preactions`, such as `call 200`; empty: none.",
    )


class ShownCards(serializers.Serializer[Any]):
    cards = serializers.ListField(
        child=serializers.CharField(max_length=2), min_length=1, max_length=20, help_text="Of `your_cards_to_show`."
    )


class SittingsView(APIView):
    @extend_schema(request=SitDown, responses={201: answers.Table}, parameters=[KEY], tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Sit down at a cash table with chips from your wallet."""
        given = checked(SitDown, request)
        seating.sit_down(
            table_id, playing(request), key=key_of(request), now=timezone.now(), source=device_of(request), **given
        )
        return seen(request, table_id, status.HTTP_201_CREATED)


class OwnSittingView(APIView):
    @extend_schema(request=TopUp, responses={200: answers.Table}, parameters=[KEY], tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Add chips from your wallet, between hands."""
        given = checked(TopUp, request)
        seating.top_up(
            table_id, playing(request), key=key_of(request), now=timezone.now(), source=device_of(request), **given
        )
        return seen(request, table_id)

    @extend_schema(request=Presence, responses={200: answers.Table}, tags=["tables"])
    def patch(self, request: Request, table_id: int) -> Response:
        """Sit out, or come back."""
        given = checked(Presence, request)
        named: dict[str, Any] = {"now": timezone.now(), "source": device_of(request)}
        if given["state"] == "out":
            seating.sit_out(table_id, playing(request), **named)
        else:
            seating.come_back(table_id, playing(request), post=given["post"], **named)
        return seen(request, table_id)

    @extend_schema(request=None, responses={200: answers.Table}, tags=["tables"])
    def delete(self, request: Request, table_id: int) -> Response:
        """Stand up. Your chips go to your wallet: at once, or when the hand you are in is settled."""
        seating.stand_up(table_id, playing(request), now=timezone.now(), source=device_of(request))
        return seen(request, table_id)


class SwitchView(APIView):
    @extend_schema(request=GivenSwitch, responses={200: answers.Table}, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """Set a switch of your seat, for this stay: the server acts on it without asking you each time."""
        given = checked(GivenSwitch, request)
        seat_switches.set_switch(
            table_id,
            playing(request),
            given["switch"],
            on=given["on"],
            chips=given.get("chips"),
            now=timezone.now(),
            source=device_of(request),
        )
        return seen(request, table_id)


class DecisionsView(APIView):
    @extend_schema(request=GivenDecision, responses={200: answers.Table}, tags=["tables"])
    def post(self, request: Request, table_id: int) -> Response:
        """Answer an ask of the hand. The same answer again is harmless; after another's it is a 409 with the state."""
        given = checked(GivenDecision, request)
        player = playing(request)
        try:
            decided, play = player_decisions.answer(
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
                table = table_as_seen.table_of(table_id)
                refusal.params["state"] = table_as_seen.table_as_seen_by(table, player, now=timezone.now())
            raise
        presence.sign_by_decision(play.sittings, player, timezone.now())
        if decided not in play.new or play.row.is_recorded:  # said before: the table may have another hand by now
            return seen(request, table_id)
        with house_rules.as_of(play.newest_rule):
            return Response(table_as_seen.table_as_seen_by(play.table, player, now=timezone.now(), play=play))


class GameChoiceView(APIView):
    @extend_schema(request=ChosenGame, responses={200: answers.Table}, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """In dealer's choice, choose the game of the next hand. Until it is dealt the choice may be changed."""
        given, player = checked(ChosenGame, request), playing(request)
        dealer.choose_game(table_id, given["game"], by=player, now=timezone.now(), device=device_of(request))
        return seen(request, table_id)


class WordView(APIView):
    @extend_schema(request=GivenWord, responses={200: answers.Table}, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """Add a word to the shuffle of the table's next hand, whose commitment is in `next`; an empty one takes it back."""
        given = checked(GivenWord, request)
        fair_deals.add_word(table_id, given["hand"], given["word"], by=playing(request), now=timezone.now())
        return seen(request, table_id)


class PreactionView(APIView):
    @extend_schema(request=ChosenPlan, responses={200: answers.Table}, tags=["tables"])
    def put(self, request: Request, table_id: int) -> Response:
        """Choose beforehand what to answer in this street; nobody else sees it. It is used only if it still holds."""
        given = checked(ChosenPlan, request)
        preactions.choose(table_id, given["hand"], given["preaction"], by=playing(request), now=timezone.now())
        return seen(request, table_id)


class ShowView(APIView):
    @extend_schema(request=ShownCards, responses={200: answers.Table}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Show cards of yours after a hand, until the next is dealt. The same again is harmless."""
        cards = checked(ShownCards, request)["cards"]
        row = voluntary_shows.show(hand_id, cards, by=playing(request), now=timezone.now(), source=device_of(request))
        return seen(request, row.table_id)


class HuntView(APIView):
    @extend_schema(request=None, responses={200: answers.Table}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Turn up the cards that would have come onto the board, after a hand you held cards in, until the next is dealt, where
        the house allows rabbit hunting (`may_hunt`). Everybody sees them in the hand's `would_have_come`. The same again is
        harmless."""
        row = voluntary_shows.hunt(hand_id, by=playing(request), now=timezone.now(), source=device_of(request))
        return seen(request, row.table_id)


urlpatterns = [
    path("tables/<int:table_id>/sittings/", SittingsView.as_view(), name="api-sittings"),
    path("tables/<int:table_id>/sittings/mine/", OwnSittingView.as_view(), name="api-own-sitting"),
    path("tables/<int:table_id>/sittings/mine/switch/", SwitchView.as_view(), name="api-own-switch"),
    path("tables/<int:table_id>/decisions/", DecisionsView.as_view(), name="api-decisions"),
    path("tables/<int:table_id>/next-game/", GameChoiceView.as_view(), name="api-next-game"),
    path("tables/<int:table_id>/shuffle-word/", WordView.as_view(), name="api-word"),
    path("tables/<int:table_id>/preaction/", PreactionView.as_view(), name="api-preaction"),
    path("hands/<int:hand_id>/shown/", ShowView.as_view(), name="api-show"),
    path("hands/<int:hand_id>/rabbit-hunt/", HuntView.as_view(), name="api-rabbit-hunt"),
]
