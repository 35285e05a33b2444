"""The typed fields of acts: each is read by the API, and says what its form offers and how it is entered."""

from __future__ import annotations

from enum import Enum
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from engine.text_limits import read_json
from tables.models import MAX_SEATS
from tournaments.models import Purchase
from tournaments.structures.sheet_edits import MOST_ROWS

MOST_CHIPS = 10**15


class Choices(Enum):
    """What a form offers for a field."""

    IN_PLAY = "entries that are not out"
    ENTERED = "entries that stand"
    ABSENT = "entries that have not come"
    SEAT_HOLDERS = "nobody, let go, or an entry"
    TABLES = "tables by primary key"
    TABLE_NUMBERS = "tables by number"
    LEVELS = "levels by number"
    PURCHASES = "purchases that stand"
    ON_SALE = "kinds of purchases that the event has"


class EntryNumber(serializers.IntegerField):
    """The number of an entry."""

    def __init__(self, offers: Choices = Choices.IN_PLAY, **more: Any) -> None:
        self.offers = offers
        super().__init__(**{"label": _("Player"), "min_value": 1, **more})


class TableKey(serializers.IntegerField):
    """A table by its primary key."""

    offers = Choices.TABLES

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Table"), "min_value": 1, **more})


class TableNumber(serializers.IntegerField):
    """A table by its number in the event, which it has before it is opened."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Number of the table"), "min_value": 1, "max_value": 10_000, **more})


class SeatNumber(serializers.IntegerField):
    """A seat, from 1."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Seat"), "min_value": 1, "max_value": MAX_SEATS, **more})


class LevelNumber(serializers.IntegerField):
    """A level of the event's structure."""

    offers = Choices.LEVELS

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Set to the beginning of"), "min_value": 1, **more})


class PurchaseKey(serializers.IntegerField):
    """A rebuy or add-on by its primary key."""

    offers = Choices.PURCHASES

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Purchase"), "min_value": 1, "max_value": 2**63 - 1, **more})


class PurchaseKind(serializers.ChoiceField):
    """A rebuy or an add-on."""

    offers = Choices.ON_SALE

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("What"), "choices": Purchase.Kind.choices, **more})


class CountedChips(serializers.IntegerField):
    """A stack of real cards as it was counted; the books know those of dealt tables."""

    def __init__(self, least: int = 1, **more: Any) -> None:
        told = {"label": _("Chips counted"), "min_value": least, "max_value": MOST_CHIPS, "required": False}
        super().__init__(**{**told, **more})


class Switch(serializers.BooleanField):
    """True from now on, or no more."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("From now on"), "default": True, **more})


class PaidNow(serializers.BooleanField):
    """Paid for in cash now, which is one slip of the desk; else from the wallet, or by a ticket."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Paid in cash now"), "default": False, **more})


class Reason(serializers.CharField):
    """Why; it may be left empty unless it is needed."""

    def __init__(self, *, is_needed: bool = False, **more: Any) -> None:
        told: dict[str, Any] = {} if is_needed else {"allow_blank": True, "default": ""}
        super().__init__(**{"label": _("Why"), "max_length": 300, **told, **more})


class RequestKey(serializers.CharField):
    """The same key is the same request."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": 60, "required": False, "allow_blank": True, "default": "", **more})


class PlayerName(serializers.CharField):
    """A player by what the desk has: the card, the member number or the nickname."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"label": _("Card, member number or nickname"), "max_length": 200, **more})


class Several(serializers.ListField):
    """Several numbers, in their order."""

    def __init__(self, label: Any, *, most: int, largest: int = MOST_CHIPS, **more: Any) -> None:
        child = serializers.IntegerField(min_value=1, max_value=largest)
        super().__init__(**{"child": child, "label": label, "max_length": most, **more})


class EntryNumbers(Several):
    """Entries, each with what the field beside it says."""

    offers = Choices.IN_PLAY


class ChipCounts(Several):
    """The chips of each entry."""


class TableNumbers(Several):
    """Tables by their numbers."""

    offers = Choices.TABLE_NUMBERS


class Numbers(serializers.ListField):
    """Whole numbers: a list, or as a form sends them, a text with commas or spaces between."""

    def __init__(self, least: int, most: int, **how: Any) -> None:
        child = serializers.IntegerField(min_value=least, max_value=most)
        super().__init__(**{"child": child, "max_length": 10_000, "required": False, "default": list, **how})

    def to_internal_value(self, data: Any) -> list[Any]:
        """Raises `ValidationError` as any list does."""
        if isinstance(data, str):
            data = [data]
        if isinstance(data, list):
            data = [word for one in data for word in (one.replace(",", " ").split() if isinstance(one, str) else [one])]
        return super().to_internal_value(data)


class BountyWinners(Numbers):
    """The entries that won a bounty."""

    def __init__(self, **more: Any) -> None:
        super().__init__(1, 10**9, **{"label": _("Bounty to the entries (numbers, with commas)"), **more})


class BountiesWon(serializers.ListField):
    """Who won whose bounty: pairs of the entry that is out and one that won it, or as a form sends one, ``7-3``."""

    def __init__(self, **more: Any) -> None:
        child = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=10**9), min_length=2, max_length=2
        )
        told = {"child": child, "label": _("Bounties: who is out, who won it"), "max_length": 200}
        super().__init__(**{**told, "required": False, "default": list, **more})

    def to_internal_value(self, data: Any) -> list[Any]:
        """Raises `ValidationError` as any list does."""
        if isinstance(data, list):
            data = [one.split("-") if isinstance(one, str) else one for one in data]
        return [tuple(pair) for pair in super().to_internal_value(data)]


class SheetItems(serializers.JSONField):
    """Levels and breaks of a structure sheet: a list, or the JSON of one as a form sends it."""

    def to_internal_value(self, data: Any) -> list[Any]:
        """Raises `ValidationError` for what is no list, and for one too long."""
        try:
            told = read_json(data) if isinstance(data, str) else super().to_internal_value(data)
        except ValueError:
            told = None
        if not isinstance(told, list) or len(told) > MOST_ROWS:
            raise serializers.ValidationError(_("A list of levels and breaks is needed."))
        return told
