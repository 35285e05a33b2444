"""What the desk does about entries, and what a player does about the own one: two lists from which API and pages are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.entries import alternates, buying, check_in, registration
from tournaments.models import Purchase
from tournaments.setup import entry_terms

Fields = type[serializers.Serializer[Any]]
LARGEST_ID = 2**63 - 1


class Nothing(serializers.Serializer[Any]):
    """No fields."""


class NamedPlayer(serializers.Serializer[Any]):
    player = serializers.CharField(label=_("Card, member number or nickname"), max_length=200)
    key = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class ShownCard(serializers.Serializer[Any]):
    card = serializers.CharField(label=_("Card, member number or nickname"), max_length=200)


class TakenOut(serializers.Serializer[Any]):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1, max_value=100_000)
    why = serializers.CharField(label=_("Why"), max_length=300)


class AbsentOut(TakenOut):
    chips = serializers.IntegerField(label=_("Chips counted"), min_value=0, max_value=10**15, required=False)


class AskedEntry(serializers.Serializer[Any]):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1, max_value=100_000)


class Sold(serializers.Serializer[Any]):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1, max_value=100_000)
    kind = serializers.ChoiceField(label=_("What"), choices=Purchase.Kind.choices)
    count = serializers.IntegerField(label=_("How many"), min_value=1, max_value=5, default=1)
    key = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class TakenBack(serializers.Serializer[Any]):
    purchase = serializers.IntegerField(label=_("Purchase"), min_value=1, max_value=LARGEST_ID)
    why = serializers.CharField(label=_("Why"), max_length=300)


class Reason(serializers.Serializer[Any]):
    why = serializers.CharField(label=_("Why"), max_length=300, allow_blank=True, default="")


class Bought(serializers.Serializer[Any]):
    count = serializers.IntegerField(label=_("How many"), min_value=1, max_value=5, default=1)
    key = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class Keyed(serializers.Serializer[Any]):
    key = serializers.CharField(max_length=60, required=False, allow_blank=True, default="")


class Coded(serializers.Serializer[Any]):
    code = serializers.CharField(label=_("Code"), max_length=60, required=False, allow_blank=True, default="")


AT_DESK: dict[str, tuple[Fields, Callable[..., object]]] = {
    "register": (NamedPlayer, registration.register_at_desk),
    "unregister": (TakenOut, registration.unregister_at_desk),
    "check-in": (ShownCard, check_in.check_in),
    "check-out": (TakenOut, check_in.take_back),
    "remove-absent": (AbsentOut, check_in.remove),
    "sell": (Sold, buying.buy_at_desk),
    "no-rebuy": (AskedEntry, buying.decline_at_desk),
    "take-back": (TakenBack, buying.take_back),
    "close-registration": (Reason, registration.close),
    "open-registration": (Reason, registration.reopen),
    "terms": (entry_terms.Changed, entry_terms.change),
}
"""What the desk does, by its name in addresses: its fields, and what does it, told them by name."""

OWN: dict[str, tuple[Fields, Callable[..., object]]] = {
    "rebuy": (Bought, buying.rebuy),
    "add-on": (Keyed, buying.add_on),
    "decline": (Nothing, buying.decline),
    "give-up": (Coded, registration.give_up),
    "wait": (Coded, alternates.join),
    "leave-list": (Nothing, alternates.leave),
}
"""What a player does about the own entry, told the player besides."""
