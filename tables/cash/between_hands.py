"""Between two hands of a cash table: leavers go, wanted seats are given, the next deal is set."""

from __future__ import annotations

from datetime import datetime, timedelta

from tables.cash import dealers_choice, missed_blinds, sittings, waiting_lists
from tables.core.locks import bump
from tables.models import Sitting, Table

NEXT = ("deal_at", "time_due", "turn", "button_cards", "choosing")  # the fields of a table that `set_next_deal` sets


def release_leavers(table: Table, now: datetime) -> None:
    """Let those go who stood up during the hand; at a cash table with their chips. The table is locked.

    Then those change seats who wished to and now can.
    """
    for sitting in sittings.seated_at(table):
        if sitting.state == Sitting.State.LEAVING:
            sittings.let_go(table, sitting, now)
    change_seats(table)


def set_next_deal(table: Table, now: datetime) -> None:
    """Set (not save: `NEXT`) when a cash table deals next: after its pause, if two can play and no hand is in progress.

    In dealer's choice the player whose choice it is, is asked, and the deal waits for the answer. Seats that have become
    free are given to those who wait for them.
    """
    waiting_lists.call(table, now)
    if (
        not table.deals_itself
        or table.status != Table.Status.OPEN
        or table.is_breaking
        or sittings.is_hand_in_progress(table)
    ):
        table.deal_at = table.choosing = None
        return
    active = [one for one in sittings.seated_at(table) if one.state == Sitting.State.ACTIVE and not one.is_moving]
    ready = [one for one in active if sittings.stack_of(one).balance > 0]
    if len(ready) < 2:
        table.deal_at = table.choosing = None
        return
    if table.deal_at is None:
        table.deal_at = now + timedelta(seconds=table.pause)
    if table.rotation is not None:
        dealers_choice.put_choice(table, missed_blinds.in_the_game(ready), now)


def go_on(table: Table, now: datetime) -> None:
    """What follows from a seat that was taken, left or changed: the next deal, calls from the line, the watchers."""
    set_next_deal(table, now)
    bump(table, *NEXT)


def change_seats(table: Table) -> None:
    """Between hands, give free seats to those who want to change, in the order in which they asked."""
    wishes = [
        (one.wants_since, one.wants_seat, one)
        for one in sittings.seated_at(table)
        if one.wants_since is not None and one.wants_seat is not None
    ]
    for _since, seat, sitting in sorted(wishes, key=lambda wish: wish[0]):
        if seat not in {one.seat for one in sittings.seated_at(table)}:
            missed_blinds.change_seat(table, sitting, seat)
