"""A tournament's whole room at once: tables opened and closed, players seated, moved and taken off, in a few statements.

What holds at one table (`tables.seating`) holds here: seats that are there and free, nobody in a hand. The caller holds the
tournament's lock and is in a transaction; the tables are locked by primary key.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _

from club import audit_log, live
from club.models import Player, User
from tables import rules, seating, seeds, time_bank
from tables.errors import Refused, UnknownTable
from tables.models import Hand, HandSeat, PackSecret, Sitting, Table
from tables.rules import TableRules
from tables.seating import LIVE, NEXT, Opening


class Chair(NamedTuple):
    """A seat at a table, by the table's id."""

    table: int
    seat: int


def open_tables(openings: Sequence[Opening], *, by: User | None, now: datetime, source: str = "") -> list[Table]:
    """`seating.open_table` for many; those alike but for name and secret are judged once. Raises what it raises."""
    judged: dict[str, Table] = {}
    tables = []
    for opening in openings:
        alike = repr(replace(opening, name="", secret=None))
        if alike not in judged:
            judged[alike] = seating.draft(opening, now)
        table = copy.copy(judged[alike])
        table._state = copy.copy(table._state)
        table.name = opening.name.strip() or table.name
        tables.append(table)
    Table.objects.bulk_create(tables)
    PackSecret.objects.bulk_create(
        PackSecret(table=table, secret=opening.secret or seeds.fresh())
        for table, opening in zip(tables, openings, strict=True)
        if table.kind == Table.Kind.DEALT
    )
    audit_log.record_all(
        "table.opened", {f"table:{table.pk}": table.name for table in tables}, by=by, source=source, now=now
    )
    return tables


def seat_all(
    tables: Iterable[Table], placed: Mapping[Chair, tuple[Player, int | None]], *, now: datetime
) -> list[Sitting]:
    """Seat players, each with the account of the stack (None: nobody records it). Raises `Refused`, `UnknownTable`."""
    locked = _locked({table.pk for table in tables})
    there = _there(locked)
    for chair, (player, _account) in placed.items():
        _check(locked, there, chair, player.pk)
        there[chair] = Sitting(table_id=chair.table, seat=chair.seat, player=player)
    made = [
        Sitting(
            table=locked[chair.table],
            seat=chair.seat,
            player=player,
            account_id=account,
            joined_hand=locked[chair.table].next_hand,
            sat_down_at=now,
        )
        for chair, (player, account) in placed.items()
    ]
    Sitting.objects.bulk_create(made)
    _bump({chair.table for chair in placed}, locked)
    return made


def sittings(tables: Collection[int]) -> dict[Chair, Sitting]:
    """Who sits where at those tables, with player and account."""
    found = Sitting.objects.filter(table_id__in=tables).exclude(state=Sitting.State.LEFT)
    return {Chair(one.table_id, one.seat): one for one in found.select_related("player", "account")}


def move_all(moves: Sequence[tuple[Chair, Chair]], *, now: datetime) -> None:
    """Move players, between hands, each to a seat that is free by then; stacks, missed blinds and time banks go along untouched.

    Raises `Refused` (a player in a hand, nobody there, a seat taken or not there) and `UnknownTable`.
    """
    locked = _locked({chair.table for move in moves for chair in move})
    there = _there(locked)
    busy = _in_hands(locked)
    left, begun = list[int](), dict[int, Sitting]()

    @cache
    def running(table: int) -> TableRules:
        return rules.of_table(locked[table], locked[table].game)

    for origin, target in moves:
        sitting = there.pop(origin, None)
        if sitting is None:
            raise Refused("nobody_there", _("Nobody sits at seat %(seat)s.") % {"seat": origin.seat}, seat=origin.seat)
        if (origin.table, sitting.player_id) in busy:
            raise Refused("hand_in_progress", _("A player moves between hands only."))
        _check(locked, there, target, sitting.player_id)
        if sitting.pk is not None:
            left.append(sitting.pk)
        else:
            begun.pop(sitting.player_id)  # moved on before it sat down
        moved = Sitting(
            table=locked[target.table],
            seat=target.seat,
            player_id=sitting.player_id,
            account_id=sitting.account_id,
            state=sitting.state,
            owes_big=sitting.owes_big,
            owes_small=sitting.owes_small,
            bank_seconds=None
            if sitting.bank_seconds is None
            else time_bank.left(locked[origin.table], sitting, running(origin.table)),
            bank_hand=locked[target.table].next_hand,
            joined_hand=locked[target.table].next_hand,
            sat_down_at=now,
        )
        begun[sitting.player_id] = there[target] = moved
    Sitting.objects.filter(pk__in=left).update(state=Sitting.State.LEFT, left_at=now)
    Sitting.objects.bulk_create(begun.values())
    _bump(locked, locked)


def unseat_all(chairs: Collection[Chair], *, now: datetime) -> None:
    """Take players off their tables, between hands. Raises `Refused` for a player in a hand, or a seat nobody sits in."""
    locked = _locked({chair.table for chair in chairs})
    there, busy = _there(locked), _in_hands(locked)
    gone = []
    for chair in chairs:
        sitting = there.get(chair)
        if sitting is None:
            raise Refused("nobody_there", _("Nobody sits at seat %(seat)s.") % {"seat": chair.seat}, seat=chair.seat)
        if (chair.table, sitting.player_id) in busy:
            raise Refused("hand_in_progress", _("A player leaves the table between hands only."))
        gone.append(sitting.pk)
    Sitting.objects.filter(pk__in=gone).update(state=Sitting.State.LEFT, left_at=now)
    _bump(locked, locked)


def close_tables(numbers: Collection[int], *, by: User | None, now: datetime, source: str = "") -> None:
    """`seating.close_table` for tournament tables where nobody sits any more. Harmless if repeated.

    Raises `Refused` while somebody sits or a hand is in progress at one of them.
    """
    locked = _locked(numbers)
    open_tables = {pk for pk, table in locked.items() if table.status != Table.Status.CLOSED}
    if Hand.objects.filter(table__in=open_tables, state__in=LIVE).exists():
        raise Refused("hand_in_progress", _("A hand is in progress here; close the table after it."))
    if Sitting.objects.filter(table__in=open_tables).exclude(state=Sitting.State.LEFT).exists():
        raise Refused("somebody_sits", _("Somebody sits at this table: it closes when nobody does."))
    Table.objects.filter(pk__in=open_tables).update(status=Table.Status.CLOSED, closed_at=now, **dict.fromkeys(NEXT))
    audit_log.record_all(
        "table.closed", dict.fromkeys(f"table:{pk}" for pk in sorted(open_tables)), by=by, source=source, now=now
    )
    _bump(open_tables, locked)


def _locked(numbers: Collection[int]) -> dict[int, Table]:
    found = Table.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=set(numbers)).order_by("pk")
    locked = {table.pk: table for table in found}
    for missing in sorted(set(numbers) - set(locked)):
        raise UnknownTable(missing)
    return locked


def _there(locked: Collection[int]) -> dict[Chair, Sitting]:
    found = Sitting.objects.filter(table_id__in=locked).exclude(state=Sitting.State.LEFT)
    return {Chair(one.table_id, one.seat): one for one in found}


def _in_hands(locked: Collection[int]) -> set[tuple[int, int]]:
    """Table and player of everybody in a hand that is in progress."""
    playing = HandSeat.objects.filter(hand__table__in=locked, hand__state__in=LIVE)
    return set(playing.values_list("hand__table_id", "player_id"))


def _check(locked: Mapping[int, Table], there: Mapping[Chair, Sitting], chair: Chair, player: int) -> None:
    """Raises `Refused` where the seat is taken or not there, or the player sits at this table already."""
    seats = locked[chair.table].seats
    here = [one for seat in range(1, seats + 1) if (one := there.get(Chair(chair.table, seat))) is not None]
    if any(one.player_id == player for one in here):
        raise Refused("seated_already", _("You are seated at this table already."))
    if not 1 <= chair.seat <= seats:
        message = _("This table has the seats 1 to %(seats)s.") % {"seats": seats}
        raise Refused("unknown_seat", message, 422, seat=chair.seat)
    if chair in there:
        raise Refused("seat_taken", _("Seat %(seat)s is taken.") % {"seat": chair.seat}, seat=chair.seat)


def _bump(changed: Collection[int], locked: Mapping[int, Table]) -> None:
    """Give the locked tables new versions, and tell the watchers after the commit, all in one message."""
    if not changed:
        return
    Table.objects.filter(pk__in=changed).update(version=F("version") + 1)
    live.nudge_all({locked[pk].channel: locked[pk].version + 1 for pk in changed})
