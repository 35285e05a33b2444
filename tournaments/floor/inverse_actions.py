"""What takes an act back that undo does not reach: the act of its own by which the floor does it. Nothing here writes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.log.state import BAGGED, REGISTERING, RUNNING, State
from tournaments.models import LogEntry, Purchase, Tournament

# Lines that set one thing: only the last of each group says how it stands.
GROUPS: dict[str, str] = {
    "hand_for_hand": "hand_for_hand",
    "prizes_locked": "lock",
    "prizes_unlocked": "lock",
    "deal_proposed": "deal",
    "deal_off": "deal",
    "registration_closed": "registration",
    "registration_opened": "registration",
    "last_hands": "last_hands",
    "bagged": "bag",
    "bag_undone": "bag",
    "table_recorded": "recording",
    "checked_in": "check_in",
    "check_in_undone": "check_in",
}
BOUGHT = ("rebought", "added_on")


@dataclass(frozen=True, slots=True)
class Back:
    """How an act of `action_list.ACTS` is taken back: by undo of the lines it writes (`lines`), by another act, or why
    it is not."""

    lines: tuple[str, ...] = ()
    act: str = ""
    why: str = ""


# Every act of the floor: a new one says here how it is taken back.
ACTS: dict[str, Back] = {
    "move": Back(("moved",)),
    "knock-out": Back(("knocked_out",)),
    "level": Back(("level_set",)),
    "structure": Back(("structure_changed",)),
    "adjust": Back(("clock_adjusted",)),
    "message": Back(("message_shown",)),
    "undo": Back(act="redo"),
    "redo": Back(act="undo"),
    "bust": Back(("knocked_out", "rebuy_offered")),
    "confirm-move": Back(("moved",)),
    "confirm-table": Back(("moved",)),
    "call-off-move": Back(("call_dropped",)),
    "open-table": Back(("table_opened",)),
    "seen": Back(why="it says that a player knows of a move, which nobody forgets"),
    "button": Back(("button_told",)),
    "count": Back(("stacks_counted",)),
    "record-table": Back(act="record-table"),
    "final-table": Back(why="the seats were drawn by lot before everybody; a wrong seat is put right by a move"),
    "finish": Back(act="reopen"),
    "call-off": Back(act="withdraw-request"),
    "reopen": Back(act="withdraw-request"),
    "withdraw-request": Back(act="call-off"),
    "last-hands": Back(act="last-hands"),
    "bag": Back(act="unbag"),
    "unbag": Back(act="bag"),
    "hold-seat": Back(("seat_held",)),
    "fix-player": Back(("player_fixed",)),
    "dealing": Back(("player_deals",)),
    "break-order": Back(("break_order_set",)),
    "waive-halt": Back(("halt_waived",)),
    "hand-for-hand": Back(act="hand-for-hand"),
    "hand-played": Back(("hand_played",)),
    "start-stacks": Back(("start_stacks_told",)),
    "colour-up": Back(("table_coloured",)),
    "served": Back(("hands_to_miss",)),
    "bounty": Back(act="bounty"),
    "lock-prizes": Back(act="unlock-prizes"),
    "unlock-prizes": Back(act="lock-prizes"),
    "deal": Back(act="deal-off"),
    "deal-consent": Back(act="deal-off"),
    "deal-off": Back(act="deal"),
    "register": Back(act="unregister"),
    "unregister": Back(act="register"),
    "check-in": Back(act="check-out"),
    "check-out": Back(act="check-in"),
    "remove-absent": Back(("knocked_out",)),
    "sell": Back(act="take-back"),
    "no-rebuy": Back(("knocked_out",)),
    "take-back": Back(act="sell"),
    "close-registration": Back(act="open-registration"),
    "open-registration": Back(act="close-registration"),
    "terms": Back(act="terms"),
}


def standing(row: Tournament) -> frozenset[int]:
    """The purchases of the tournament that are kept, by primary key."""
    kept = Purchase.objects.filter(entry__tournament=row, taken_back_at=None)
    return frozenset(kept.values_list("pk", flat=True))


def group_of(line: LogEntry) -> str:
    """The group of a line, that of a table or an entry by itself; empty for one that has none."""
    group = GROUPS.get(line.kind, "")
    own = {"recording": "table", "check_in": "entry"}.get(group)
    return group if own is None else f"{group} {line.data[own]}"


def counter(state: State, line: LogEntry, *, is_last: bool, kept: Collection[int]) -> dict[str, Any] | None:
    """The act of `action_list.ACTS` that takes a line back now, with its `fields` and its `words`; None if there is none.

    is_last: no later line of its group (`GROUPS`); kept: the purchases that stand.
    """
    if state.status not in (REGISTERING, RUNNING, BAGGED):
        return None
    why, told = {"why": _("taken back")}, line.data
    if group_of(line) and not is_last:
        return None
    if line.kind == "bagged" and state.status == BAGGED:
        return {"act": "unbag", "fields": why, "words": _("Take the bags back")}
    if line.kind == "hand_for_hand" and state.status == RUNNING:
        is_on = state.orders.hand_for_hand is not None
        if is_on != bool(told["is_on"]) or (not is_on and len(state.tables) < 2):
            return None
        words = _("End hand for hand") if is_on else _("Play hand for hand")
        return {"act": "hand-for-hand", "fields": {"is_on": str(not is_on).lower()}, "words": words}
    if line.kind == "last_hands" and told["hands"] and not told.get("is_own") and state.orders.last_hands is not None:
        return {"act": "last-hands", "fields": {"hands": 0}, "words": _("Play on after all")}
    if line.kind == "table_recorded" and state.status == RUNNING:
        is_free = told["table"] in state.orders.real and told["table"] not in state.hands
        if not is_free or (told["table"] in state.orders.recorded) != told["is_on"]:
            return None
        words = _("Enter hands no more") if told["is_on"] else _("Enter the hands of this table")
        return {
            "act": "record-table",
            "fields": {"table": told["id"], "is_on": str(not told["is_on"]).lower(), **why},
            "words": words,
        }
    if line.kind == "prizes_locked" and state.purse.lock is not None:
        return {"act": "unlock-prizes", "fields": why, "words": _("Unlock the prizes")}
    if line.kind == "prizes_unlocked" and state.purse.lock is None and told.get("prizes"):
        return {
            "act": "lock-prizes",
            "fields": {"prizes": " ".join(map(str, told["prizes"])), **why},
            "words": _("Lock them again"),
        }
    if line.kind == "checked_in" and not state.entries[told["entry"]].is_out:
        return {"act": "check-out", "fields": {"entry": told["entry"], **why}, "words": _("Has not come")}
    if line.kind == "deal_proposed" and state.purse.talk is not None:
        return {"act": "deal-off", "fields": why, "words": _("Call the deal off")}
    if line.kind == "registration_closed" and state.is_closed:
        return {"act": "open-registration", "fields": why, "words": _("Open registration again")}
    if line.kind == "registration_opened" and not state.is_closed and state.status == RUNNING:
        return {"act": "close-registration", "fields": why, "words": _("Close registration")}
    if line.kind in BOUGHT and told["purchase"] in kept and not state.entries[told["entry"]].is_out:
        return {"act": "take-back", "fields": {"purchase": told["purchase"], **why}, "words": _("Take back")}
    if line.kind == "registered" and state.status == REGISTERING and told["entry"] in state.entries:
        return {"act": "unregister", "fields": {"entry": told["entry"], **why}, "words": _("Unregister")}
    return None
