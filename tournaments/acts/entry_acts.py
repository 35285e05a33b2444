"""Acts about entries: what the desk does, and what a player does about the own one."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.acts.act import ANY_PLAYER, Act, Back, Place, Section
from tournaments.acts.act_fields import (
    Choices,
    CountedChips,
    EntryNumber,
    PaidNow,
    PlayerName,
    PurchaseKey,
    PurchaseKind,
    Reason,
    RequestKey,
)
from tournaments.desk import check_in, rebuys_and_add_ons, registration
from tournaments.desk.reception_sales import ENTER
from tournaments.entries import alternates
from tournaments.log.events.knockouts import KnockedOut
from tournaments.setup import changed_fields

MOST_ENTRIES = 100_000


def _entry(offers: Choices = Choices.ENTERED) -> EntryNumber:
    return EntryNumber(offers, max_value=MOST_ENTRIES)


def _count() -> serializers.IntegerField:
    return serializers.IntegerField(label=_("How many"), min_value=1, max_value=5, default=1)


# -- at the desk ------------------------------------------------------------------------------------------------------

REGISTER = Act(
    name="register",
    does=registration.register_at_desk,
    section=Section.ENTRIES,
    shown=lambda scene: True,
    button=_("Register"),
    is_main=True,
    right=ENTER,
    back=Back(act="unregister"),
    fields={"player": PlayerName(), "paid": PaidNow(), "key": RequestKey()},
)
UNREGISTER = Act(
    name="unregister",
    does=registration.unregister_at_desk,
    section=Section.ENTRIES,
    shown=lambda scene: scene.is_open or scene.may_withdraw,
    button=_("Unregister"),
    back=Back(act="register"),
    fields={"entry": _entry(), "why": Reason(is_needed=True)},
)
CLOSE_REGISTRATION = Act(
    name="close-registration",
    does=registration.close,
    section=Section.ENTRIES,
    shown=lambda scene: scene.is_running and not scene.is_registration_closed,
    button=_("Close registration"),
    back=Back(act="open-registration"),
    fields={"why": Reason()},
)
OPEN_REGISTRATION = Act(
    name="open-registration",
    does=registration.reopen,
    section=Section.ENTRIES,
    shown=lambda scene: scene.is_running and scene.is_registration_closed,
    button=_("Open registration again"),
    back=Back(act="close-registration"),
    fields={"why": Reason()},
)
CHECK_IN = Act(
    name="check-in",
    does=check_in.check_in,
    section=Section.CHECK_IN,
    shown=lambda scene: scene.needs_check_in,
    button=_("Check in"),
    is_main=True,
    back=Back(act="check-out"),
    fields={"card": PlayerName()},
)
CHECK_OUT = Act(  # its button stands beside the line of the check-in
    name="check-out",
    does=check_in.take_back,
    button=_("Has not come"),
    back=Back(act="check-in"),
    fields={"entry": _entry(), "why": Reason(is_needed=True)},
)
REMOVE_ABSENT = Act(
    name="remove-absent",
    does=check_in.remove,
    section=Section.CHECK_IN,
    shown=lambda scene: scene.is_running and scene.has_absent,
    button=_("Take the absent player out"),
    back=Back((KnockedOut,), "register"),  # who was paid back as absent enters anew
    fields={"entry": _entry(Choices.ABSENT), "why": Reason(is_needed=True), "chips": CountedChips(least=0)},
)
SELL = Act(
    name="sell",
    does=rebuys_and_add_ons.buy_at_desk,
    section=Section.PURCHASES,
    shown=lambda scene: scene.is_running and scene.sells,
    button=_("Sell"),
    is_main=True,
    right=ENTER,
    back=Back(act="take-back"),
    fields={
        "entry": _entry(),
        "kind": PurchaseKind(),
        "count": _count(),
        "paid": PaidNow(),
        "key": RequestKey(),
    },
)
NO_REBUY = Act(
    name="no-rebuy",
    does=rebuys_and_add_ons.decline_at_desk,
    button=_("Out"),
    back=Back((KnockedOut,)),
    fields={"entry": _entry()},
)
TAKE_BACK = Act(
    name="take-back",
    does=rebuys_and_add_ons.take_back,
    section=Section.PURCHASES,
    shown=lambda scene: scene.is_running and scene.sells and scene.has_sold,
    button=_("Take back"),
    back=Back(act="sell"),
    fields={"purchase": PurchaseKey(), "why": Reason(is_needed=True)},
)
TERMS = Act(  # its form is a page of its own
    name="terms", does=changed_fields.change, button=_("Save"), back=Back(act="terms"), fields=changed_fields.Changed
)

# -- one's own --------------------------------------------------------------------------------------------------------


def _own(name: str, **how: Any) -> Act:
    return Act(name=name, place=Place.OWN, right=ANY_PLAYER, **how)


def code() -> serializers.CharField:
    """The event's code, which one who enters may have to say."""
    return serializers.CharField(label=_("Code"), max_length=60, required=False, allow_blank=True, default="")


REBUY = _own(
    "rebuy",
    does=rebuys_and_add_ons.rebuy,
    button=_("Rebuy"),
    back=Back(act="take-back"),
    fields={"count": _count(), "key": RequestKey()},
)
ADD_ON = _own(
    "add-on",
    does=rebuys_and_add_ons.add_on,
    button=_("Add-on"),
    back=Back(act="take-back"),
    fields={"key": RequestKey()},
)
DECLINE = _own("decline", does=rebuys_and_add_ons.decline, button=_("No rebuy"), back=Back((KnockedOut,)))
GIVE_UP = _own(
    "give-up",
    does=registration.give_up,
    button=_("Give up the stack and enter again"),
    back=Back(why="the stack has left play, and the player has entered again"),
    fields={"code": code()},
)
WAIT = _own(
    "wait", does=alternates.join, button=_("Wait for a seat"), back=Back(act="leave-list"), fields={"code": code()}
)
LEAVE_LIST = _own("leave-list", does=alternates.leave, button=_("Leave the waiting list"), back=Back(act="wait"))
