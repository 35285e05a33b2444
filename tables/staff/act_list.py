"""What staff does at cash tables, each act once: its fields and what happens. API and pages are made from this list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from club.base.phrases import gettext as _
from club.models import Player, User
from tables.cash.new_tables import MOST_CHIPS
from tables.core import idempotent_requests
from tables.core.errors import Refused
from tables.core.locks import lock_table
from tables.models import MAX_SEATS, StaffAct, Table
from tables.staff import seats, session_counts, waiting_lists
from tables.staff.act_record import Acting

RIGHT = "tables.seat"


def _player(**more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="The player's number.", **more)


def _chips(words: str, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(max_value=MOST_CHIPS, help_text=words, **{"min_value": 1, **more})


def _why(words: str) -> serializers.CharField:
    return serializers.CharField(required=False, allow_blank=True, max_length=300, default="", help_text=words)


class Who(serializers.Serializer[Any]):
    player = _player()


class Seating(Who):
    seat = serializers.IntegerField(
        min_value=1, max_value=MAX_SEATS, required=False, allow_null=True, help_text="Left out: the first that is free."
    )
    buy_in = _chips("Left out: what was last brought here, else half of the largest.", required=False, allow_null=True)
    paid = serializers.BooleanField(default=False, help_text="Sold for money now; else from the wallet.")
    post = serializers.BooleanField(
        default=False, help_text="Posts to be dealt in at once, else waits for the big blind."
    )


class Adding(Who):
    chips = _chips("Chips to add.")
    paid = serializers.BooleanField(default=False, help_text="Sold for money now; else from the wallet.")


class Standing(Who):
    counted = _chips(
        "The chips in front of the player; left out for one in a hand, who leaves after it.",
        min_value=0, required=False, allow_null=True,
    )  # fmt: skip
    why = _why("Why the count is not the books'.")
    paid_out = serializers.BooleanField(default=False, help_text="Paid out in money now; else to the wallet.")


class Presence(Who):
    state = serializers.ChoiceField(choices=["active", "out"])
    post = serializers.BooleanField(default=False, help_text="Coming back: posts what is owed.")


class Moving(Who):
    seat = serializers.IntegerField(min_value=1, max_value=MAX_SEATS)


class Blinds(Who):
    big = serializers.BooleanField(default=False, help_text="Has missed the big blind.")
    small = serializers.BooleanField(default=False, help_text="Has missed the small blind.")


class Charge(serializers.Serializer[Any]):
    player = _player(required=False, allow_null=True)
    chips = _chips("Of each seat; left out: the house's time charge.", required=False, allow_null=True)


class Taking(serializers.Serializer[Any]):
    chips = _chips("The chips that were counted.")


class Counting(serializers.Serializer[Any]):
    counted = _chips("All chips on the table.", min_value=0)
    why = _why("Why they are more or fewer than must be there.")


class Closing(serializers.Serializer[Any]):
    drop = _chips("What is left of the drop, counted; 0 if nothing.", min_value=0)
    tips = _chips("What is left of the tips, counted; 0 if nothing.", min_value=0)
    why = _why("Why fewer chips are there than must be.")


class Place(serializers.Serializer[Any]):
    wait = serializers.IntegerField(min_value=1, max_value=2**63 - 1, help_text="The place in line.")


@dataclass(frozen=True)
class TableAct:
    """One thing that staff does: its name in addresses, its fields, what it does with them, and what is said when it is done.

    `of_session`: done at session tables alone.
    """

    name: str
    fields: type[serializers.Serializer[Any]]
    act: Callable[[Acting, dict[str, Any]], StaffAct]
    done: Any
    right: str = RIGHT
    of_session: bool = False


def player_of(number: int) -> Player:
    """The player of that number. Raises `Refused` if there is none."""
    found = Player.objects.filter(pk=number, is_computer=False).first()
    if found is None:
        raise Refused("unknown_player", _("There is no player %(n)d.") % {"n": number}, 404)
    return found


def _seat(acting: Acting, given: dict[str, Any]) -> StaffAct:
    player = player_of(given["player"])
    how = {"is_paid": given["paid"], "post": given["post"]}
    return seats.seat(acting, player, given.get("seat"), given.get("buy_in"), **how)


def _top_up(acting: Acting, given: dict[str, Any]) -> StaffAct:
    return seats.top_up(acting, player_of(given["player"]), given["chips"], is_paid=given["paid"])


def _stand_up(acting: Acting, given: dict[str, Any]) -> StaffAct:
    how = {"why": given["why"], "is_paid_out": given["paid_out"]}
    return seats.stand_up(acting, player_of(given["player"]), given.get("counted"), **how)


def _presence(acting: Acting, given: dict[str, Any]) -> StaffAct:
    return seats.set_presence(acting, player_of(given["player"]), given["state"], post=given["post"])


def _move(acting: Acting, given: dict[str, Any]) -> StaffAct:
    return seats.move(acting, player_of(given["player"]), given["seat"])


def _blinds(acting: Acting, given: dict[str, Any]) -> StaffAct:
    return seats.set_blinds(acting, player_of(given["player"]), owes_big=given["big"], owes_small=given["small"])


def _time(acting: Acting, given: dict[str, Any]) -> StaffAct:
    player = None if given.get("player") is None else player_of(given["player"])
    return seats.take_time(acting, player, given.get("chips"))


ACTS: dict[str, TableAct] = {
    act.name: act
    for act in (
        TableAct("seat", Seating, _seat, gettext_lazy("%(name)s is seated.")),
        TableAct("top-up", Adding, _top_up, gettext_lazy("The chips are in front of %(name)s.")),
        TableAct("stand-up", Standing, _stand_up, gettext_lazy("%(name)s has left the table.")),
        TableAct("presence", Presence, _presence, gettext_lazy("Noted for %(name)s.")),
        TableAct("move", Moving, _move, gettext_lazy("%(name)s changes seats.")),
        TableAct("blinds", Blinds, _blinds, gettext_lazy("Noted for %(name)s.")),
        TableAct("time", Charge, _time, gettext_lazy("The time charge is taken.")),
        TableAct(
            "join",
            Who,
            lambda a, g: waiting_lists.join(a, player_of(g["player"])),
            gettext_lazy("%(name)s is in line."),
        ),
        TableAct("call", Place, lambda a, g: waiting_lists.call(a, g["wait"]), gettext_lazy("%(name)s is called.")),
        TableAct(
            "drop",
            Taking,
            lambda a, g: session_counts.take_drop(a, g["chips"]),
            gettext_lazy("The drop is taken."),
            of_session=True,
        ),
        TableAct(
            "tips",
            Taking,
            lambda a, g: session_counts.take_tips(a, g["chips"]),
            gettext_lazy("The tips are taken."),
            of_session=True,
        ),
        TableAct(
            "count",
            Counting,
            lambda a, g: session_counts.count(a, g["counted"], g["why"]),
            gettext_lazy("The count is on record."),
            of_session=True,
        ),
        TableAct(
            "close",
            Closing,
            lambda a, g: session_counts.close(a, g["drop"], g["tips"], g["why"]),
            gettext_lazy("The table is closed."),
            right="tables.open",
            of_session=True,
        ),
        TableAct(
            "leave", Place, lambda a, g: waiting_lists.leave(a, g["wait"]), gettext_lazy("%(name)s is out of line.")
        ),
    )
}


def do(
    table_id: int, name: str, given: dict[str, Any], *, key: str, by: User, now: datetime, source: str = ""
) -> StaffAct:
    """Do an act of the list with fields that were checked; the same request again finds the act it made.

    Raises `UnknownTable`, and what the act refuses; then nothing has changed.
    """
    act = ACTS[name]
    with transaction.atomic(durable=True):
        own_key = idempotent_requests.key_of(by, f"{name}:{key}")
        made = idempotent_requests.made_by(StaffAct.objects.select_related("player"), own_key)
        asked = {field: value for field, value in given.items() if value is not None}
        if made is not None:
            idempotent_requests.check_same((made.table_id, made.asked) == (table_id, asked))
            return made
        table = lock_table(table_id)
        if not table.is_cash or table.deals_itself or table.status != Table.Status.OPEN:
            raise Refused("no_staff_here", _("Staff seats people at open cash tables with real cards."))
        if act.of_session and not table.is_session:
            raise Refused(
                "no_session", _("This is done at tables where nobody enters hands: here the books know every stack.")
            )
        acting = Acting(table, by, now, source, key)
        kept = act.act(acting, given)
        kept.request_key, kept.asked = own_key, asked
        kept.save(update_fields=["request_key", "asked"])
        return kept
