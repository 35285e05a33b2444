"""What a director may do on the floor, each with its fields: the one list from which the API and the page are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from club.models import User
from engine.bounds import read_json
from tournaments.endings import end_requests
from tournaments.entries import entry_actions
from tournaments.flights import bagging, last_hands
from tournaments.floor import (
    director_actions,
    entered_hands,
    money_actions,
    real_card_tables,
    replanning,
    screens,
    standing_orders,
    table_actions,
)
from tournaments.prizes import bounty_awards, deal_proposals, prize_lock
from tournaments.running import colour_up_race, hand_for_hand, penalty_enforcement
from tournaments.structures.sheet_edits import MOST_ROWS

A_DAY = 24 * 3600


class FloorReason(serializers.Serializer[Any]):
    why = serializers.CharField(label=_("Why"), max_length=300, allow_blank=True, default="")


class Moved(FloorReason):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)
    table = serializers.IntegerField(label=_("Table"), min_value=1)
    seat = serializers.IntegerField(label=_("Seat"), min_value=1, max_value=10)
    chips = serializers.IntegerField(label=_("Chips counted"), min_value=1, max_value=10**15, required=False)


def numbers(label: Any, *, most: int = 10**15, **more: Any) -> serializers.ListField:
    """Several numbers, in their order; at most as many as sit at a full room's tables in one hand."""
    return serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=most), label=label, **more)


class Entries(FloorReason):
    entries = numbers(_("Players, the largest stack first"), max_length=200)
    stacks = numbers(_("Stacks at the beginning of the hand"), max_length=200, required=False, default=())
    hunters = numbers(_("Who won the bounties"), max_length=10, required=False, default=())


class Counted(FloorReason):
    entries = numbers(_("Players"), max_length=200)
    stacks = numbers(_("Chips of each"), max_length=200)


class Bagged(FloorReason):
    entries = numbers(_("Players"), max_length=2000, required=False, default=())
    stacks = numbers(_("Chips of each"), max_length=2000, required=False, default=())
    difference = serializers.IntegerField(
        label=_("Accepted difference"), min_value=-(10**15), max_value=10**15, default=0,
        help_text=_("Chips counted above what was given out; below 0: missing."),
    )  # fmt: skip


class Unbagged(serializers.Serializer[Any]):
    why = serializers.CharField(label=_("Why"), max_length=300)


class Asked(serializers.Serializer[Any]):
    why = serializers.CharField(label=_("Why"), max_length=300)


class OneEntry(serializers.Serializer[Any]):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)


class Confirmed(OneEntry):
    chips = serializers.IntegerField(label=_("Chips counted"), min_value=1, max_value=10**15, required=False)


class MoveCalledOff(FloorReason):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)


class Served(FloorReason):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)
    hands = serializers.IntegerField(label=_("Hands"), min_value=1, max_value=10_000, default=1)


class OneTable(serializers.Serializer[Any]):
    table = serializers.IntegerField(label=_("Table"), min_value=1)


class ButtonTold(OneTable):
    button = serializers.IntegerField(label=_("Button"), min_value=1, max_value=10)
    big_blind = serializers.IntegerField(label=_("Big blind"), min_value=1, max_value=10, required=False)


class Coloured(OneTable):
    entries = numbers(_("Who won a chip"), max_length=10, required=False, default=())
    change = serializers.IntegerField(
        label=_("Chips more, or with a minus fewer"), min_value=-(10**15), max_value=10**15, required=False, default=0
    )


class Recorded(OneTable, FloorReason):
    is_on = serializers.BooleanField(label=_("From now on"), default=True)
    entries = numbers(_("Players"), max_length=10, required=False, default=())
    stacks = numbers(_("Chips of each"), max_length=10, required=False, default=())
    has_starting_chips = serializers.BooleanField(label=_("All others have the starting chips"), default=False)


class Switched(OneEntry):
    is_in = serializers.BooleanField(label=_("From now on"), default=True)


class TableSwitched(OneTable):
    is_in = serializers.BooleanField(label=_("From now on"), default=True)


class Held(serializers.Serializer[Any]):
    table = serializers.IntegerField(label=_("Number of the table"), min_value=1, max_value=10_000)
    seat = serializers.IntegerField(label=_("Seat"), min_value=1, max_value=10)
    entry = serializers.IntegerField(
        label=_("Entry"), min_value=0, allow_null=True, default=0, help_text=_("0: nobody; empty: let the seat go.")
    )


class Ordered(serializers.Serializer[Any]):
    tables = numbers(_("Numbers of the tables"), most=10_000, max_length=2000, required=False, default=())


class LastHandsOrdered(serializers.Serializer[Any]):
    hands = serializers.IntegerField(
        label=_("Hands"), min_value=0, max_value=99, help_text=_("The hand in play does not count; 0: play goes on.")
    )


class Declared(serializers.Serializer[Any]):
    is_on = serializers.BooleanField(label=_("From now on"), default=True)


class EventCancelled(FloorReason):
    """Why the tournament is called off."""


class Nothing(serializers.Serializer[Any]):
    """No fields."""


class LevelSet(serializers.Serializer[Any]):
    level = serializers.IntegerField(label=_("Level"), min_value=1)


class Adjusted(serializers.Serializer[Any]):
    seconds = serializers.IntegerField(label=_("Seconds"), min_value=-A_DAY, max_value=A_DAY)


class Replanned(FloorReason):
    items = serializers.JSONField(label=_("Levels and breaks"), help_text=_("All of the sheet's, as a list."))

    def validate_items(self, given: Any) -> list[Any]:
        """A list, or the JSON of one as a form sends it."""
        try:
            told = read_json(given) if isinstance(given, str) else given
        except ValueError:
            told = None
        if not isinstance(told, list) or len(told) > MOST_ROWS:
            raise serializers.ValidationError(_("A list of levels and breaks is needed."))
        return told


class Message(serializers.Serializer[Any]):
    words = serializers.CharField(label=_("Message"), max_length=200, allow_blank=True, default="")


class Turned(FloorReason):
    line = serializers.IntegerField(label=_("Line"), min_value=1)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing done on the floor: its fields, and what does it, told them by name."""

    fields: type[serializers.Serializer[Any]]
    does: Callable[..., object]

    def do(self, tournament_id: int, given: Mapping[str, Any], *, now: datetime, by: User | None, source: str) -> None:
        """Do it. Raises DRF's `ValidationError` for fields that are not right, and what the act refuses."""
        told = self.fields(data=given)
        told.is_valid(raise_exception=True)
        self.does(tournament_id, **told.validated_data, now=now, by=by, source=source)


def _move(tournament_id: int, *, table: int, **told: Any) -> None:
    director_actions.move(tournament_id, table_id=table, **told)


ACTS: dict[str, Act] = {
    "move": Act(Moved, _move),
    "knock-out": Act(money_actions.KnockedOut, director_actions.knock_out),
    "level": Act(LevelSet, director_actions.set_level),
    "structure": Act(Replanned, replanning.edit),
    "adjust": Act(Adjusted, director_actions.adjust),
    "message": Act(Message, screens.show),
    "undo": Act(Turned, director_actions.undo),
    "redo": Act(Turned, director_actions.redo),
    "bust": Act(Entries, real_card_tables.knock_out),
    "confirm-move": Act(Confirmed, real_card_tables.confirm),
    "confirm-table": Act(OneTable, real_card_tables.confirm_table),
    "call-off-move": Act(MoveCalledOff, table_actions.call_off),
    "open-table": Act(FloorReason, table_actions.open_table),
    "seen": Act(OneEntry, real_card_tables.see),
    "button": Act(ButtonTold, real_card_tables.tell_button),
    "count": Act(Counted, real_card_tables.count),
    "record-table": Act(Recorded, entered_hands.record),
    "final-table": Act(Nothing, real_card_tables.draw_final_table),
    "finish": Act(Nothing, real_card_tables.finish),
    "call-off": Act(Asked, end_requests.ask_to_call_off),
    "reopen": Act(Asked, end_requests.ask_to_reopen),
    "withdraw-request": Act(Asked, end_requests.withdraw),
    "last-hands": Act(LastHandsOrdered, last_hands.order),
    "bag": Act(Bagged, bagging.bag),
    "unbag": Act(Unbagged, bagging.undo),
    "hold-seat": Act(Held, standing_orders.hold_seat),
    "fix-player": Act(Switched, standing_orders.fix_player),
    "dealing": Act(Switched, standing_orders.set_dealing),
    "break-order": Act(Ordered, standing_orders.set_break_order),
    "waive-halt": Act(TableSwitched, standing_orders.waive_halt),
    "hand-for-hand": Act(Declared, hand_for_hand.declare),
    "hand-played": Act(OneTable, hand_for_hand.hand_played),
    "start-stacks": Act(Counted, hand_for_hand.tell_start_stacks),
    "colour-up": Act(Coloured, colour_up_race.done),
    "served": Act(Served, penalty_enforcement.served),
    "bounty": Act(money_actions.Hunted, bounty_awards.award),
    "lock-prizes": Act(money_actions.Locked, prize_lock.lock),
    "unlock-prizes": Act(money_actions.MoneyWhy, prize_lock.unlock),
    "deal": Act(money_actions.Proposed, deal_proposals.propose),
    "deal-consent": Act(money_actions.Consent, deal_proposals.consent),
    "deal-off": Act(money_actions.CalledOff, deal_proposals.call_off),
    **{name: Act(*told) for name, told in entry_actions.AT_DESK.items()},
}
