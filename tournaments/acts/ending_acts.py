"""Acts that end an event or a flight, and take that back."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.acts.act import Act, Back
from tournaments.acts.act_fields import ChipCounts, EntryNumbers, Reason
from tournaments.endings import bagging_by_hand, requests_to_call_off_or_reopen
from tournaments.flights import last_hands
from tournaments.floor import real_card_tables

FINISH = Act(name="finish", does=real_card_tables.finish, button=_("Pay"), back=Back(act="reopen"))
CALL_OFF = Act(
    name="call-off",
    does=requests_to_call_off_or_reopen.ask_to_call_off,
    button=_("Ask to call it off"),
    back=Back(act="withdraw-request"),
    fields={"why": Reason(is_needed=True)},
)
REOPEN = Act(
    name="reopen",
    does=requests_to_call_off_or_reopen.ask_to_reopen,
    button=_("Ask to reopen it"),
    back=Back(act="withdraw-request"),
    fields={"why": Reason(is_needed=True)},
)
WITHDRAW_REQUEST = Act(
    name="withdraw-request",
    does=requests_to_call_off_or_reopen.withdraw,
    button=_("Withdraw"),
    back=Back(act="call-off"),
    fields={"why": Reason(is_needed=True)},
)
LAST_HANDS = Act(
    name="last-hands",
    does=last_hands.order,
    button=_("Order the last hands"),
    back=Back(act="last-hands"),
    fields={
        "hands": serializers.IntegerField(
            label=_("Hands"),
            min_value=0,
            max_value=99,
            help_text=_("The hand in play does not count; 0: play goes on."),
        )
    },
)
BAG = Act(
    name="bag",
    does=bagging_by_hand.bag,
    button=_("Bag"),
    back=Back(act="unbag"),
    fields={
        "why": Reason(),
        "entries": EntryNumbers(_("Players"), most=2000, required=False, default=()),
        "stacks": ChipCounts(_("Chips of each"), most=2000, required=False, default=()),
        "difference": serializers.IntegerField(
            label=_("Accepted difference"),
            min_value=-(10**15),
            max_value=10**15,
            default=0,
            help_text=_("Chips counted above what was given out; below 0: missing."),
        ),
    },
)
UNBAG = Act(
    name="unbag",
    does=bagging_by_hand.undo,
    button=_("Take the bags back"),
    back=Back(act="bag"),
    fields={"why": Reason(is_needed=True)},
)
