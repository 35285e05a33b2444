"""The API of hands with real cards, entered action by action, and of the floor's rulings."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine.rulings import TURNS
from tables.answers import floor, hands, tables
from tables.api.requests_and_rights import by_seat, checked, device_of, login_of, need
from tables.live_cards import button_draw_entry, live_hand_entry, result_entry, rulings, taking_back_hands
from tables.models import MAX_SEATS, Hand
from tables.queries import hand_as_seen

RIGHT = "tables.record"
UNSEEN = "Boards are not entered: at the showdown `award 3` says that seat 3 has won; `award 3 / 1 5` pot by pot."


class NextHand(serializers.Serializer[Any]):
    number = serializers.IntegerField(min_value=1, help_text="The table's next hand; the same again begins no other.")
    button = serializers.IntegerField(required=False, allow_null=True, help_text="The seat that has it.")
    game = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=60,
        help_text="Dealer's choice: what was chosen, such as `razz fixed`.",
    )  # fmt: skip
    posting = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_SEATS), required=False, default=list, max_length=MAX_SEATS,
        help_text="At a cash table the seats of those who wait for the big blind, and post to come in.",
    )  # fmt: skip


class Beginning(NextHand):
    is_unseen = serializers.BooleanField(default=False, help_text=UNSEEN)


class Outcome(NextHand):
    """Either the stacks after the hand or what was won; seats that are not named stand as they did."""

    stacks = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=10**15), required=False, help_text="Chips by seat, after."
    )
    won = serializers.DictField(
        child=serializers.IntegerField(min_value=-(10**15), max_value=10**15),
        required=False,
        help_text="Chips won by seat, below zero lost.",
    )
    pot = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=10**15,
        help_text="What was played for, if it pays rake.",
    )


class SaidAndDone(serializers.Serializer[Any]):
    """What happened together."""

    said = serializers.CharField(required=False, allow_blank=True, max_length=200)
    chips = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**15),
        required=False,
        max_length=100,
        help_text="Each chip pushed forward.",
    )
    taps = serializers.IntegerField(required=False, min_value=0, max_value=9)
    is_cards_forward = serializers.BooleanField(required=False)
    taken_back = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**15), required=False, max_length=100
    )


class Asked(serializers.Serializer[Any]):
    motions = SaidAndDone(many=True, help_text="In order of time.")
    turn = serializers.ChoiceField(choices=TURNS, default="in turn")
    told = serializers.IntegerField(min_value=0, max_value=10**15, default=0, help_text="What a call was said to cost.")


class RulingAsked(Asked):
    hand = serializers.IntegerField(required=False, min_value=1, help_text="The hand that is entered.")
    situation = serializers.DictField(
        required=False, help_text='Instead of a hand, such as {"stack": 1000, "level": 25, "pot": 40}.'
    )


class Entry(serializers.Serializer[Any]):
    ask = serializers.IntegerField(min_value=0)
    decision = serializers.CharField(
        max_length=400,
        help_text="Of a player, such as `raise 600`, `show As Kd` or `award 3`; of the dealer `deal 2c 3d 4h`.",
    )
    is_unseen = serializers.BooleanField(default=False, help_text=UNSEEN)
    motions = SaidAndDone(many=True, required=False, help_text="The ruling by which it is entered, if there was one.")
    turn = serializers.ChoiceField(choices=TURNS, default="in turn")
    told = serializers.IntegerField(min_value=0, max_value=10**15, default=0)


class Back(serializers.Serializer[Any]):
    why = serializers.CharField(max_length=300)


class ButtonCards(serializers.Serializer[Any]):
    cards = serializers.DictField(
        child=serializers.CharField(max_length=3),
        help_text="A card for each seat that plays, such as `Ks`; empty: none.",
    )


class ButtonCardsView(APIView):
    @extend_schema(request=ButtonCards, responses={200: tables.FirstButtonCards}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """Enter the cards dealt for the first button: the highest has it (RULES.md S0.15).

        Until the table's first hand; entered again they replace the first. Needs the right `tables.record`.
        """
        need(request, RIGHT)
        cards = checked(ButtonCards, request)["cards"]
        told = by_seat("cards", cards)
        by, now = login_of(request), timezone.now()
        table = button_draw_entry.enter(table_id, told, by=by, now=now, source=device_of(request))
        return Response({"cards": table.button_cards or {}})


class BeginView(APIView):
    @extend_schema(request=Beginning, responses={201: hands.EnteredHand}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """Begin a hand with real cards. Hole cards are dealt unseen. Needs the right `tables.record`."""
        need(request, RIGHT)
        given = checked(Beginning, request)
        row = live_hand_entry.begin(
            table_id,
            number=given["number"],
            button=given.get("button"),
            game=given["game"],
            posting=given["posting"],
            is_unseen=given["is_unseen"],
            by=login_of(request),
            now=timezone.now(),
            source=device_of(request),
        )
        return Response(told(row), status=status.HTTP_201_CREATED)


class ResultView(APIView):
    @extend_schema(request=Outcome, responses={201: hands.EnteredHand}, tags=["hands"])
    def post(self, request: Request, table_id: int) -> Response:
        """Enter a hand with real cards as what it came to, no cards and no actions; a worker moves the chips.

        Needs the right `tables.record`. The same result for the same number again is harmless.
        """
        need(request, RIGHT)
        given = checked(Outcome, request)
        row = result_entry.enter(
            table_id,
            number=given["number"],
            **{name: None if name not in given else by_seat(name, given[name]) for name in ("stacks", "won")},
            pot=given.get("pot"),
            button=given.get("button"),
            game=given["game"],
            posting=given["posting"],
            by=login_of(request),
            now=timezone.now(),
            source=device_of(request),
        )
        return Response(told(row), status=status.HTTP_201_CREATED)


class EntriesView(APIView):
    @extend_schema(request=Entry, responses={200: hands.EnteredHand}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Enter the answer to an ask of the hand. The same again is harmless. A hand that is over is `over` until a worker has
        settled it."""
        need(request, RIGHT)
        given = checked(Entry, request)
        common: dict[str, Any] = {"by": login_of(request), "now": timezone.now(), "source": device_of(request)}
        motions = given.get("motions")
        if motions is None:
            row = live_hand_entry.enter(
                hand_id, given["ask"], given["decision"], is_unseen=given["is_unseen"], **common
            )
        else:
            more = {"turn": given["turn"], "told": given["told"]}
            row = rulings.enter(hand_id, given["ask"], given["decision"], motions, **more, **common)
        return Response(told(row))


class BackView(APIView):
    @extend_schema(request=Back, responses={200: hands.EnteredHand}, tags=["hands"])
    def post(self, request: Request, hand_id: int) -> Response:
        """Take the last entry of a hand back, in progress or settled. It goes on under the next number; the old one is kept as
        called off, and its chips return. A hand of which only the result was entered is called off. Refused once somebody of it
        has left with the chips.
        """
        need(request, RIGHT)
        why = checked(Back, request)["why"]
        who: dict[str, Any] = {"by": login_of(request), "now": timezone.now(), "source": device_of(request)}
        row = taking_back_hands.step_back(hand_id, why=why, **who)
        return Response(told(row))


class RulingsView(APIView):
    @extend_schema(request=RulingAsked, responses={200: floor.Ruling}, tags=["hands"])
    def post(self, request: Request) -> Response:
        """What was that action? The binding action, why, and the rules; nothing is written. Needs `tables.record`."""
        need(request, RIGHT)
        given = checked(RulingAsked, request)
        number = given.pop("hand", None)
        return Response(rulings.rule(hand=None if number is None else hand_as_seen.hand_of(number), **given))


def told(row: Hand) -> dict[str, Any]:
    """The hand as everybody sees it; `asked` are its open asks in full, since the floor answers them all."""
    seen = hand_as_seen.hand_as_seen_by(hand_as_seen.hand_of(row.pk), None, now=timezone.now())
    return seen | {"asked": live_hand_entry.asked(row)}


urlpatterns = [
    path("tables/<int:table_id>/recorded-hands/", BeginView.as_view(), name="api-begin-recorded"),
    path("tables/<int:table_id>/button-cards/", ButtonCardsView.as_view(), name="api-button-cards"),
    path("tables/<int:table_id>/recorded-hands/result/", ResultView.as_view(), name="api-recorded-result"),
    path("hands/<int:hand_id>/entries/", EntriesView.as_view(), name="api-entries"),
    path("hands/<int:hand_id>/entries/back/", BackView.as_view(), name="api-entry-back"),
    path("rulings/", RulingsView.as_view(), name="api-rulings"),
]
