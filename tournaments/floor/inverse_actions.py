"""What takes an act back that undo does not reach: the act of its own by which the floor does it. Nothing here writes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from club.base.phrases import gettext as _
from club.models import Player
from tournaments.log.events.entries import (
    CheckedIn,
    CheckInUndone,
    Registered,
    RegistrationClosed,
    RegistrationOpened,
    Withdrawn,
)
from tournaments.log.events.flights import Bagged
from tournaments.log.events.floor_orders import TableRecorded
from tournaments.log.events.hand_for_hand import HandForHandSet, LastHandsOrdered
from tournaments.log.events.log_event import LogEvent
from tournaments.log.events.prizes import DealProposed, PrizesLocked, PrizesUnlocked
from tournaments.log.events.purchases import AddedOn, Rebought
from tournaments.log.state import BAGGED, REGISTERING, RUNNING, State
from tournaments.models import Purchase, Tournament

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


def standing(tournament: Tournament) -> frozenset[int]:
    """The purchases of the tournament that are kept, by primary key."""
    kept = Purchase.objects.filter(entry__tournament=tournament, taken_back_at=None)
    return frozenset(kept.values_list("pk", flat=True))


def group_of(event: LogEvent) -> str:
    """The group of a line, that of a table or an entry by itself; empty for one that has none."""
    group = GROUPS.get(event.kind, "")
    if isinstance(event, TableRecorded):
        return f"{group} {event.table}"
    return f"{group} {event.entry}" if isinstance(event, CheckedIn | CheckInUndone) else group


def counter(state: State, event: LogEvent, *, is_last: bool, kept: Collection[int]) -> dict[str, Any] | None:
    """The act (by its name) that takes a line back now, with its `fields` and its `words`; None if there is none.

    is_last: no later line of its group (`GROUPS`); kept: the purchases that stand.
    """
    if state.status not in (REGISTERING, RUNNING, BAGGED) or (group_of(event) and not is_last):
        return None
    if isinstance(event, Rebought | AddedOn):
        return _purchase(state, event, kept)
    how = _COUNTERS.get(type(event))
    return None if how is None else how(state, event)


def _is_in(state: State, entry: int) -> bool:
    """True for an entry in play; not for one that was withdrawn, returned or left out of the draw since."""
    return entry in state.entries and not state.entries[entry].is_out


def _act(act: str, words: str, **fields: Any) -> dict[str, Any]:
    return {"act": act, "fields": fields, "words": words}


def _because(act: str, words: str, **fields: Any) -> dict[str, Any]:
    return _act(act, words, **fields, why=_("taken back"))


def _bagged(state: State, event: Bagged) -> dict[str, Any] | None:
    return _because("unbag", _("Take the bags back")) if state.status == BAGGED else None


def _hand_for_hand(state: State, event: HandForHandSet) -> dict[str, Any] | None:
    is_on = state.orders.hand_for_hand is not None
    if state.status != RUNNING or is_on != event.is_on or (not is_on and len(state.tables) < 2):
        return None
    words = _("End hand for hand") if is_on else _("Play hand for hand")
    return _act("hand-for-hand", words, is_on=str(not is_on).lower())


def _last_hands(state: State, event: LastHandsOrdered) -> dict[str, Any] | None:
    is_by_hand = bool(event.hands) and not event.is_own and state.orders.last_hands is not None
    return _act("last-hands", _("Play on after all"), hands=0) if is_by_hand else None


def _recorded(state: State, event: TableRecorded) -> dict[str, Any] | None:
    is_free = event.table in state.orders.real and event.table not in state.hands
    is_so = (event.table in state.orders.recorded) == event.is_on
    if state.status != RUNNING or not is_free or not is_so:
        return None
    words = _("Enter hands no more") if event.is_on else _("Enter the hands of this table")
    return _because("record-table", words, table=event.id, is_on=str(not event.is_on).lower())


def _locked(state: State, event: PrizesLocked) -> dict[str, Any] | None:
    return None if state.prize_state.lock is None else _because("unlock-prizes", _("Unlock the prizes"))


def _unlocked(state: State, event: PrizesUnlocked) -> dict[str, Any] | None:
    if state.prize_state.lock is not None or not event.prizes:
        return None
    return _because("lock-prizes", _("Lock them again"), prizes=" ".join(map(str, event.prizes)))


def _checked_in(state: State, event: CheckedIn) -> dict[str, Any] | None:
    if not _is_in(state, event.entry):
        return None
    return _because("check-out", _("Has not come"), entry=event.entry)


def _proposed(state: State, event: DealProposed) -> dict[str, Any] | None:
    return None if state.prize_state.deal is None else _because("deal-off", _("Call the deal off"))


def _closed(state: State, event: RegistrationClosed) -> dict[str, Any] | None:
    return _because("open-registration", _("Open registration again")) if state.is_closed else None


def _opened(state: State, event: RegistrationOpened) -> dict[str, Any] | None:
    is_open = not state.is_closed and state.status == RUNNING
    return _because("close-registration", _("Close registration")) if is_open else None


def _purchase(state: State, event: Rebought | AddedOn, kept: Collection[int]) -> dict[str, Any] | None:
    is_kept = event.purchase in kept and _is_in(state, event.entry)
    return _because("take-back", _("Take back"), purchase=event.purchase) if is_kept else None


def _withdrawn(state: State, event: Withdrawn) -> dict[str, Any] | None:
    if state.status != RUNNING or state.is_closed or event.entry in state.entries:
        return None
    card = Player.objects.values_list("member_number", "nickname").get(pk=event.player)
    return _act("register", _("Has come: enter anew"), player=card[0] or card[1])


def _registered(state: State, event: Registered) -> dict[str, Any] | None:
    is_in = state.status == REGISTERING and event.entry in state.entries
    return _because("unregister", _("Unregister"), entry=event.entry) if is_in else None


_COUNTERS: Mapping[type[LogEvent], Callable[[State, Any], dict[str, Any] | None]] = {
    Bagged: _bagged,
    HandForHandSet: _hand_for_hand,
    LastHandsOrdered: _last_hands,
    TableRecorded: _recorded,
    PrizesLocked: _locked,
    PrizesUnlocked: _unlocked,
    CheckedIn: _checked_in,
    DealProposed: _proposed,
    RegistrationClosed: _closed,
    RegistrationOpened: _opened,
    Registered: _registered,
    Withdrawn: _withdrawn,
}
