"""How a hand is told by the API: what may be seen of it, and what it came to."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class HandName(serializers.Serializer[Any]):
    """What a hand or a row makes: a message id, its parameters (ranks from 0, the deuce, to 12), and the English."""

    id = serializers.CharField()
    params = serializers.DictField()
    text = serializers.CharField()


class WinningHand(serializers.Serializer[Any]):
    """A hand that won: what it makes, and the cards of it that play, at most five."""

    made = HandName()
    cards = serializers.ListField(child=serializers.CharField())
    wild = serializers.ListField(child=serializers.CharField(), help_text="Those of `cards` that are wild.")


class Take(serializers.Serializer[Any]):
    """Chips that a seat takes of a part of a pot, its own bets among them."""

    seat = serializers.IntegerField()
    chips = serializers.IntegerField()
    hand = WinningHand(allow_null=True, help_text="Null where it was not shown, or nobody contested the pot.")


class PartOutcome(serializers.Serializer[Any]):
    """A board's part of a pot, or its high or low half."""

    board = serializers.IntegerField(allow_null=True, help_text="From 0; null where boards do not part the pot.")
    by = serializers.CharField(allow_null=True, help_text="The ranking, such as `eight-or-better`; null for all of it.")
    kind = serializers.ChoiceField(["win", "chop", "quarter"])
    takes = Take(many=True)


class PotOutcome(serializers.Serializer[Any]):
    """A pot; the first is the main pot."""

    amount = serializers.IntegerField(help_text="Chips before rake.")
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="Who could win it.")
    rake = serializers.IntegerField()
    parts = PartOutcome(many=True)


class HandOutcome(serializers.Serializer[Any]):
    """What the hand came to: all that is taken, given back and raked is what was put in."""

    pots = PotOutcome(many=True)
    returned = serializers.DictField(child=serializers.IntegerField(), help_text="Uncalled chips by seat.")
    taken = serializers.DictField(child=serializers.IntegerField(), help_text="Chips taken of all pots, by seat.")
    net = serializers.DictField(child=serializers.IntegerField(), help_text="Chips won or lost, by seat.")
    rake = serializers.IntegerField()


class HandView(serializers.Serializer[Any]):
    """The hand as the viewer may see it."""

    game = serializers.CharField()
    limit = serializers.CharField()
    street = serializers.CharField()
    over = serializers.BooleanField()
    boards = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    pot = serializers.IntegerField()
    pots = serializers.ListField(child=serializers.DictField())
    seats = serializers.ListField(child=serializers.DictField())
    asks = serializers.ListField(child=serializers.DictField())
    events = serializers.ListField(child=serializers.DictField())
    result = serializers.DictField(allow_null=True)
    outcome = HandOutcome(allow_null=True, help_text="Null until a betting hand is over, and in Chinese games.")


class SeenHand(serializers.Serializer[Any]):
    """A hand as you may see it."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.CharField()
    you = serializers.IntegerField(allow_null=True, help_text="Your seat.")
    names = serializers.DictField(child=serializers.CharField(), help_text="By seat.")
    view = HandView()
