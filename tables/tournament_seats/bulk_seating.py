"""A tournament's whole room at once: tables opened and closed, players seated, moved and taken off, in a few statements.

What holds at one table (`single_seats`) holds here: seats that are there and free, nobody in a hand. The caller
holds the tournament's lock and is in a transaction; the tables are locked by primary key.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from typing import NamedTuple

from django.db.models import F

from club.base.phrases import gettext as _
from club.database import bulk_sql
from club.house import audit_log
from club.live import nudges
from club.models import User
from tables.cash import new_tables, time_bank
from tables.cash.between_hands import NEXT
from tables.cash.new_tables import Opening
from tables.cash.sittings import LIVE
from tables.core import seeds, table_rules
from tables.core.errors import Refused, UnknownTable
from tables.core.table_rules import TableRules
from tables.models import Hand, HandSeat, PackSecret, Sitting, Table

_COLUMNS = [field.attname for field in Table._meta.concrete_fields if field.attname not in ("id", "name")]


class Chair(NamedTuple):
    """A seat at a table, by the table's id."""

    table: int
    seat: int


class _Stay(NamedTuple):
    """What of a sitting goes along when its player moves: the columns of its row. No `pk`: it is not written yet."""

    pk: int | None
    player_id: int
    account_id: int | None
    state: str
    owes_big: bool
    owes_small: bool
    bank_seconds: int | None
    bank_hand: int | None


def open_tables(openings: Sequence[Opening], *, by: User | None, now: datetime, source: str = "") -> list[Table]:
    """`new_tables.open_table` for many; those alike but for name and secret are judged once. Raises what it raises."""
    alike: dict[str, list[Opening]] = {}
    for opening in openings:
        alike.setdefault(repr(replace(opening, name="", secret=None)), []).append(opening)
    made: dict[int, int] = {}
    for group in alike.values():
        draft = new_tables.draft(group[0], now)
        same = {name: getattr(draft, name) for name in _COLUMNS}
        ids = bulk_sql.insert(Table, ["name"], [[one.name.strip() or draft.name] for one in group], same)
        made |= dict(zip(map(id, group), ids, strict=True))
    by_id = Table.objects.in_bulk(list(made.values()))
    tables = [by_id[made[id(opening)]] for opening in openings]
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
    tables: Iterable[Table],
    placed: Mapping[Chair, tuple[int, int | None]],
    *,
    absent: Collection[int] = (),
    now: datetime,
) -> None:
    """Seat players by their ids, each with the account of the stack (None: nobody records it); the `absent` sit out.

    Raises `Refused`, `UnknownTable`.
    """
    locked = _locked({table.pk for table in tables})
    seated = _seated(_there(locked))
    made = []
    for chair, (player, account) in placed.items():
        _check(locked, seated, chair, player)
        seated.setdefault(chair.table, {})[chair.seat] = player
        state = Sitting.State.OUT if player in absent else Sitting.State.ACTIVE
        made.append((*chair, player, account, locked[chair.table].next_hand, state))
    names = ("table_id", "seat", "player_id", "account_id", "joined_hand", "state")
    bulk_sql.insert(Sitting, names, made, {"sat_down_at": now})
    _bump({chair.table for chair in placed}, locked)


def sittings(tables: Collection[int]) -> dict[Chair, Sitting]:
    """Who sits where at those tables, with player and account."""
    found = Sitting.objects.filter(table_id__in=tables).exclude(state=Sitting.State.LEFT)
    return {Chair(one.table_id, one.seat): one for one in found.select_related("player", "account")}


def move_all(moves: Sequence[tuple[Chair, Chair]], *, now: datetime) -> None:
    """Move players, between hands, each to a seat that is free by then; stacks, missed blinds and time banks go along untouched.

    Raises `Refused` (a player in a hand, nobody there, a seat taken or not there) and `UnknownTable`.
    """
    locked = _locked({chair.table for move in moves for chair in move})
    sitting_by_chair = _there(locked)
    seated = _seated(sitting_by_chair)
    in_hands = _in_hands(locked)
    left_sittings, stays_begun = list[int](), dict[int, tuple[Chair, _Stay]]()

    @cache
    def running(table: int) -> TableRules:
        return table_rules.of_table(locked[table], locked[table].game)

    for origin, target in moves:
        sitting = sitting_by_chair.pop(origin, None)
        if sitting is None:
            raise Refused("nobody_there", _("Nobody sits at seat %(seat)s.") % {"seat": origin.seat}, seat=origin.seat)
        if (origin.table, sitting.player_id) in in_hands:
            raise Refused("hand_in_progress", _("A player moves between hands only."))
        del seated[origin.table][origin.seat]
        _check(locked, seated, target, sitting.player_id)
        seated.setdefault(target.table, {})[target.seat] = sitting.player_id
        if sitting.pk is None:
            stays_begun.pop(sitting.player_id)  # moved on before it sat down
        else:
            left_sittings.append(sitting.pk)
        bank = sitting.bank_seconds
        if bank is not None:
            bank = time_bank.left(locked[origin.table], sitting, running(origin.table))
        hand = locked[target.table].next_hand
        sitting_by_chair[target] = sitting._replace(pk=None, bank_seconds=bank, bank_hand=hand)
        stays_begun[sitting.player_id] = target, sitting_by_chair[target]
    Sitting.objects.filter(pk__in=set(left_sittings)).update(state=Sitting.State.LEFT, left_at=now)
    new_rows = [(*chair, locked[chair.table].next_hand, *stay[1:]) for chair, stay in stays_begun.values()]
    bulk_sql.insert(Sitting, ("table_id", "seat", "joined_hand", *_Stay._fields[1:]), new_rows, {"sat_down_at": now})
    _bump(locked, locked)


def unseat_all(chairs: Collection[Chair], *, now: datetime) -> None:
    """Take players off their tables, between hands. Raises `Refused` for a player in a hand, or a seat nobody sits in."""
    locked = _locked({chair.table for chair in chairs})
    there, busy = _there(locked), _in_hands(locked)
    gone = list[int]()
    for chair in chairs:
        sitting = there.get(chair)
        if sitting is None:
            raise Refused("nobody_there", _("Nobody sits at seat %(seat)s.") % {"seat": chair.seat}, seat=chair.seat)
        if (chair.table, sitting.player_id) in busy:
            raise Refused("hand_in_progress", _("A player leaves the table between hands only."))
        gone.append(sitting.pk or 0)
    Sitting.objects.filter(pk__in=gone).update(state=Sitting.State.LEFT, left_at=now)
    _bump(locked, locked)


def close_tables(numbers: Collection[int], *, by: User | None, now: datetime, source: str = "") -> None:
    """`closing_tables.close_table` for tournament tables where nobody sits any more. Harmless if repeated.

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


def reopen_tables(numbers: Collection[int], *, by: User | None, now: datetime, source: str = "") -> list[Table]:
    """Open tables again that were closed, as they were then, with nobody at them. Raises `UnknownTable`."""
    locked = _locked(numbers)
    closed = {pk for pk, table in locked.items() if table.status == Table.Status.CLOSED}
    Table.objects.filter(pk__in=closed).update(status=Table.Status.OPEN, closed_at=None)
    named = {f"table:{pk}": locked[pk].name for pk in sorted(closed)}
    audit_log.record_all("table.opened", named, by=by, source=source, now=now)
    _bump(closed, locked)
    return list(Table.objects.filter(pk__in=numbers).order_by("pk"))


def _locked(numbers: Collection[int]) -> dict[int, Table]:
    found = Table.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=set(numbers)).order_by("pk")
    locked = {table.pk: table for table in found}
    for missing in sorted(set(numbers) - set(locked)):
        raise UnknownTable(missing)
    return locked


def _there(locked: Collection[int]) -> dict[Chair, _Stay]:
    found = Sitting.objects.filter(table_id__in=locked).exclude(state=Sitting.State.LEFT)
    listed = found.values_list("table_id", "seat", *_Stay._fields)
    return {Chair(table, seat): _Stay(*stay) for table, seat, *stay in listed}


def _in_hands(locked: Collection[int]) -> set[tuple[int, int]]:
    """Table and player of everybody in a hand that is in progress."""
    playing = HandSeat.objects.filter(hand__table__in=locked, hand__state__in=LIVE)
    return set(playing.values_list("hand__table_id", "player_id"))


def _seated(there: Mapping[Chair, _Stay]) -> dict[int, dict[int, int]]:
    """Player by seat, of each table."""
    found: dict[int, dict[int, int]] = {}
    for chair, sitting in there.items():
        found.setdefault(chair.table, {})[chair.seat] = sitting.player_id
    return found


def _check(locked: Mapping[int, Table], seated: Mapping[int, Mapping[int, int]], chair: Chair, player: int) -> None:
    """Raises `Refused` where the seat is taken or not there, or the player sits at this table already."""
    seats = locked[chair.table].seats
    here = seated.get(chair.table, {})
    if player in here.values():
        raise Refused("seated_already", _("You are seated at this table already."))
    if not 1 <= chair.seat <= seats:
        message = _("This table has the seats 1 to %(seats)s.") % {"seats": seats}
        raise Refused("unknown_seat", message, 422, seat=chair.seat)
    if chair.seat in here:
        raise Refused("seat_taken", _("Seat %(seat)s is taken.") % {"seat": chair.seat}, seat=chair.seat)


def _bump(changed: Collection[int], locked: Mapping[int, Table]) -> None:
    """Give the locked tables new versions, and tell the watchers after the commit, all in one message."""
    if not changed:
        return
    Table.objects.filter(pk__in=changed).update(version=F("version") + 1)
    nudges.nudge_all({locked[pk].channel: locked[pk].version + 1 for pk in changed})
