"""What a director does about money by hand, each with its fields: bounties, locked prizes, deals (see `action_list.ACTS`)."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.prizes import deal_proposals


class Numbers(serializers.ListField):
    """Whole numbers: a list, or as a form sends them, a text with commas or spaces between."""

    def __init__(self, least: int, most: int, **how: Any) -> None:
        child = serializers.IntegerField(min_value=least, max_value=most)
        super().__init__(child=child, max_length=10_000, required=False, default=list, **how)

    def to_internal_value(self, data: Any) -> list[Any]:
        """Raises `ValidationError` as any list does."""
        if isinstance(data, str):
            data = [data]
        if isinstance(data, list):
            data = [word for one in data for word in (one.replace(",", " ").split() if isinstance(one, str) else [one])]
        return super().to_internal_value(data)


class MoneyWhy(serializers.Serializer[Any]):
    why = serializers.CharField(label=_("Why"), max_length=300, allow_blank=True, default="")


class KnockedOut(serializers.Serializer[Any]):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)
    why = serializers.CharField(label=_("Why"), max_length=300)
    hunters = Numbers(1, 10**9, label=_("Entries that won the bounty"))
    chips = serializers.IntegerField(label=_("Chips counted"), min_value=0, max_value=10**15, required=False)
    is_disqualified = serializers.BooleanField(label=_("Disqualified"), default=False)


class Hunted(serializers.Serializer[Any]):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)
    hunters = Numbers(1, 10**9, label=_("Entries that won the bounty"))
    why = serializers.CharField(label=_("Why"), max_length=300)


class Locked(MoneyWhy):
    prizes = Numbers(1, 10**15, label=_("Prizes by place, the first first; empty: as worked out"))


class Proposed(MoneyWhy):
    method = serializers.ChoiceField(label=_("How"), choices=list(deal_proposals.METHODS))
    keep = serializers.IntegerField(label=_("Kept for the winner"), min_value=0, max_value=10**15, default=0)
    shares = Numbers(0, 10**15, label=_("Own amounts, by entry"))


class Consent(MoneyWhy):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)


class CalledOff(serializers.Serializer[Any]):
    why = serializers.CharField(label=_("Why"), max_length=300)
