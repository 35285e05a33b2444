"""The fields of an event that are about money, as the API takes them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.base.errors import UnknownTournament
from tournaments.formulas import payout_tables
from tournaments.models import Tournament


def event_fields(told: dict[str, Any]) -> dict[str, Any]:
    """The same with the tournament that tickets are for, by its number. Raises `UnknownTournament`."""
    number = told.pop("ticket_for", None)
    if number is None:
        return told
    found = Tournament.objects.filter(pk=number).first()
    if found is None:
        raise UnknownTournament(number)
    return {**told, "ticket_for": found}


class EventMoney(serializers.Serializer[Any]):
    """Fields of an event that are about money."""

    payout = serializers.ChoiceField(choices=[*payout_tables.PAYOUTS, *payout_tables.ALIASES], required=False)
    payout_rounding = serializers.ChoiceField(choices=Tournament.Rounding.choices, required=False)
    fee_basis_points = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
    fee_unit = serializers.IntegerField(min_value=1, max_value=10**15, required=False)
    fee_rounding = serializers.ChoiceField(choices=Tournament.FeeRounding.choices, required=False)
    bounty = serializers.IntegerField(min_value=0, max_value=10**15, required=False)
    bounty_kind = serializers.ChoiceField(choices=Tournament.BountyKind.choices, required=False)
    bounty_paid_percent = serializers.IntegerField(min_value=1, max_value=99, required=False)
    bounty_final = serializers.ChoiceField(choices=Tournament.BountyFinal.choices, required=False)
    bounty_paid = serializers.ChoiceField(choices=Tournament.BountyPaid.choices, required=False)
    mystery_level = serializers.IntegerField(min_value=1, max_value=1000, required=False, allow_null=True)
    mystery_shares = serializers.JSONField(required=False)
    disqualified_prize = serializers.ChoiceField(choices=Tournament.Disqualified.choices, required=False)
    ticket_for = serializers.IntegerField(min_value=1, max_value=2**63 - 1, required=False, allow_null=True)
    ticket_value = serializers.IntegerField(min_value=0, max_value=10**15, required=False)
    tickets_guaranteed = serializers.IntegerField(min_value=0, max_value=10_000, required=False)
