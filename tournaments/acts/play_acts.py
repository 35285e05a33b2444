"""Acts about play: who is out, stacks and buttons at real cards, hand for hand, colour-ups, penalties, undo."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tables.models import MAX_SEATS
from tournaments.acts.act import Act, Back, Fields, Scene, Section
from tournaments.acts.act_fields import (
    BountiesWon,
    BountyWinners,
    ChipCounts,
    CountedChips,
    EntryNumber,
    EntryNumbers,
    Reason,
    RequestKey,
    SeatNumber,
    Switch,
    TableKey,
)
from tournaments.floor import entered_hands, moves_and_knockouts, real_card_tables, reported_knockouts, undo
from tournaments.log.events.floor_orders import ButtonTold, StacksCounted
from tournaments.log.events.hand_for_hand import HandPlayed, StartStacksTold
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.penalties_and_colour_ups import HandsToMiss, TableColoured
from tournaments.log.events.purchases import RebuyOffered
from tournaments.running import colour_up, hand_for_hand, penalty_enforcement


def _at_real_cards(scene: Scene) -> bool:
    return scene.is_running and scene.has_real_cards


KNOCK_OUT = Act(
    name="knock-out",
    does=moves_and_knockouts.knock_out,
    section=Section.BY_HAND,
    title=_("Knock a player out"),
    help=_("For who is disqualified or gives up. The chips leave play; undo brings them back."),
    button=_("Knock out"),
    back=Back((KnockedOut,)),
    fields={
        "entry": EntryNumber(),
        "eliminators": BountyWinners(),
        "is_disqualified": serializers.BooleanField(label=_("Disqualified"), default=False),
        "why": Reason(is_needed=True),
        "chips": CountedChips(least=0),
    },
)
BUST = Act(  # its form is the sheet of a hand in which players were knocked out
    name="bust",
    does=reported_knockouts.knock_out,
    button=_("Knock out"),
    back=Back((KnockedOut, RebuyOffered)),
    fields={
        "entries": EntryNumbers(_("Player"), most=200),
        "stacks": ChipCounts(_("Chips"), most=200, required=False, default=()),
        "eliminators": BountyWinners(max_length=MAX_SEATS),
        "won": BountiesWon(),
        "answers": serializers.ListField(
            child=serializers.ChoiceField(choices=reported_knockouts.ANSWERS),
            label=_("A rebuy?"),
            max_length=200,
            required=False,
            default=list,
        ),
        "why": Reason(),
        "key": RequestKey(),
    },
)
COUNT = Act(
    name="count",
    does=real_card_tables.count,
    section=Section.BY_HAND,
    shown=_at_real_cards,
    title=_("Count a stack"),
    button=_("Enter"),
    back=Back((StacksCounted,)),
    fields={
        "entries": EntryNumbers(_("Player"), most=200),
        "stacks": ChipCounts(_("Chips"), most=200),
        "why": Reason(),
    },
)
BUTTON = Act(
    name="button",
    does=real_card_tables.tell_button,
    button=_("The button is here"),
    back=Back((ButtonTold,)),
    fields={
        "table": TableKey(),
        "button": SeatNumber(label=_("Button")),
        "big_blind": SeatNumber(label=_("Big blind"), required=False),
    },
)
RECORD_TABLE = Act(
    name="record-table",
    does=entered_hands.record,
    button=_("Enter the hands of this table"),
    back=Back(act="record-table"),
    fields={
        "table": TableKey(),
        "why": Reason(),
        "is_on": Switch(),
        "entries": EntryNumbers(_("Players"), most=MAX_SEATS, required=False, default=()),
        "stacks": ChipCounts(_("Chips of each"), most=MAX_SEATS, required=False, default=()),
        "has_starting_chips": serializers.BooleanField(label=_("All others have the starting chips"), default=False),
    },
)
HAND_FOR_HAND = Act(
    name="hand-for-hand",
    does=hand_for_hand.declare,
    button=_("Play hand for hand"),
    back=Back(act="hand-for-hand"),
    fields={"is_on": Switch()},
)
HAND_PLAYED = Act(
    name="hand-played",
    does=hand_for_hand.hand_played,
    button=_("Done"),
    back=Back((HandPlayed,)),
    fields={"table": TableKey()},
)
START_STACKS = Act(
    name="start-stacks",
    does=hand_for_hand.tell_start_stacks,
    button=_("Enter"),
    back=Back((StartStacksTold,)),
    fields={
        "entries": EntryNumbers(_("Players"), most=200),
        "stacks": ChipCounts(_("Chips of each"), most=200),
        "why": Reason(),
    },
)
COLOUR_UP = Act(
    name="colour-up",
    does=colour_up.done,
    button=_("Done"),
    back=Back((TableColoured,)),
    fields={
        "table": TableKey(),
        "entries": EntryNumbers(_("Who won a chip"), most=MAX_SEATS, required=False, default=()),
        "change": serializers.IntegerField(
            label=_("Chips more, or with a minus fewer"),
            min_value=-(10**15),
            max_value=10**15,
            required=False,
            default=0,
        ),
    },
)
SERVED = Act(
    name="served",
    does=penalty_enforcement.served,
    button=_("Missed one"),
    back=Back((HandsToMiss,)),
    fields={
        "entry": EntryNumber(),
        "hands": serializers.IntegerField(label=_("Hands"), min_value=1, max_value=10_000, default=1),
        "why": Reason(),
    },
)
_LINE: Fields = {"line": serializers.IntegerField(label=_("Line"), min_value=1), "why": Reason()}
UNDO = Act(name="undo", does=undo.undo, button=_("Undo"), back=Back(act="redo"), fields=_LINE)
REDO = Act(name="redo", does=undo.redo, button=_("Redo"), back=Back(act="undo"), fields=_LINE)
