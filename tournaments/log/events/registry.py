"""Every kind of line of the log by its name: from here stored lines are read, and choices, webhooks and words are listed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tournaments.base.json_fields import BadFields
from tournaments.log.events import (
    clock,
    draws_and_hands,
    endings,
    entries,
    flights,
    floor_orders,
    hand_for_hand,
    knockouts,
    penalties_and_colour_ups,
    prizes,
    purchases,
    seats,
    undo_and_redo,
)
from tournaments.log.events.log_event import LogEvent

CLASSES: tuple[type[LogEvent], ...] = (
    # entries
    entries.Registered,
    entries.Reentered,
    entries.Unregistered,
    entries.Withdrawn,
    entries.Seated,
    entries.CheckedIn,
    entries.CheckInUndone,
    entries.AbsentRemoved,
    entries.Queued,
    entries.LeftList,
    entries.PassedOver,
    entries.RegistrationClosed,
    entries.RegistrationOpened,
    entries.TermsChanged,
    # purchases
    purchases.RebuyOffered,
    purchases.Rebought,
    purchases.RebuyDeclined,
    purchases.AddedOn,
    purchases.ChipsIssued,
    purchases.PurchaseTakenBack,
    # hands
    draws_and_hands.Started,
    draws_and_hands.RoundDrawn,
    draws_and_hands.RoundTakenBack,
    draws_and_hands.Dealt,
    draws_and_hands.HandTaken,
    # seats
    seats.Moved,
    seats.CallDropped,
    seats.MoveCalled,
    seats.CallSeen,
    seats.TableOpened,
    seats.TableBroken,
    seats.FinalTable,
    # knockouts
    knockouts.KnockedOut,
    # clock
    clock.Paused,
    clock.Resumed,
    clock.BreakEnded,
    clock.ClockAdjusted,
    clock.LevelSet,
    clock.StructureChanged,
    clock.LevelChanged,
    clock.BreakBegan,
    clock.RestBegan,
    clock.MessageShown,
    # orders
    floor_orders.SeatHeld,
    floor_orders.PlayerFixed,
    floor_orders.PlayerDeals,
    floor_orders.BreakOrderSet,
    floor_orders.HaltWaived,
    floor_orders.ButtonTold,
    floor_orders.StacksCounted,
    floor_orders.TableRecorded,
    # hand_for_hand
    hand_for_hand.HandForHandSet,
    hand_for_hand.HandPlayed,
    hand_for_hand.StartStacksTold,
    hand_for_hand.LastHandsOrdered,
    # penalties
    penalties_and_colour_ups.HandsToMiss,
    penalties_and_colour_ups.ColouredUp,
    penalties_and_colour_ups.TableColoured,
    # prizes
    prizes.BountyWon,
    prizes.BountyTakenBack,
    prizes.EnvelopesMade,
    prizes.EnvelopesDropped,
    prizes.PrizesLocked,
    prizes.PrizesUnlocked,
    prizes.PrizeBarred,
    prizes.DealProposed,
    prizes.DealAgreed,
    prizes.DealMade,
    prizes.DealOff,
    # flights
    flights.Bagged,
    flights.BagUndone,
    flights.FlightMerged,
    flights.MergeUndone,
    # endings
    endings.Finished,
    endings.Cancelled,
    endings.CallOffAsked,
    endings.ReopenAsked,
    endings.RequestApproved,
    endings.RequestRefused,
    endings.CalledOff,
    endings.Reopened,
    # turns
    undo_and_redo.Undone,
    undo_and_redo.Redone,
)
EVENTS: Mapping[str, type[LogEvent]] = {one.kind: one for one in CLASSES}


class Stored(Protocol):
    """A line as it is stored."""

    kind: str
    data: Any


def read(kind: str, data: Mapping[str, Any]) -> LogEvent:
    """The line of that kind. Raises `BadFields` for a kind that is none, and for fields that are not its own."""
    if kind not in EVENTS:
        raise BadFields(f"no line of the log is called {kind!r}")
    return EVENTS[kind].from_json(data)


def event_of(line: Stored) -> LogEvent:
    """A stored line as its class. Raises `BadFields`."""
    return read(line.kind, line.data)
