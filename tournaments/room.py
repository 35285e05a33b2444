"""The tables of a tournament as rows: opened with its unit, players and their stacks at them, a seat for who comes in."""

from __future__ import annotations

import hashlib
import random
from datetime import datetime

from club import ledger
from club.models import User
from tables import seating
from tables.models import Sitting, Table
from tournaments import mixed, structures
from tournaments.clock import level_at
from tournaments.log import Book
from tournaments.models import Entry, Tournament

DECK_SEED_BYTES = 32


def derived(seed: bytes, *parts: object) -> bytes:
    """A secret that depends on the tournament's seed and on what it is for, never on a primary key."""
    return hashlib.sha256(seed + ":".join(str(part) for part in parts).encode()).digest()


def open_table(
    row: Tournament, number: int, name: str, seats: int, now: datetime, by: User | None = None, source: str = ""
) -> Table:
    """A table of the tournament. Its own stakes are the first level's; each hand is dealt with those in force.

    The secret of its packs follows from the tournament's seed and the table's number.
    """
    level = level_at(structures.items(row.sheet), 0)
    event = mixed.event_of(row, level, 0.0)
    opening = seating.Opening(
        name=f"{row.name} · {name}"[:80],
        game=structures.game_of(row.sheet)[0],
        stakes=structures.stakes(row.sheet, level),
        rotation=event and event.rotation,
        level=event and event.level,
        seats=seats,
        min_buy_in=1,
        max_buy_in=row.starting_chips,
        action_seconds=row.action_seconds,
        pace=row.pace,
        owner=row.owner,
        unit=row.owner,
        secret=derived(bytes(row.seed), "packs", number),
    )
    return seating.open_table(opening, by=by, now=now, source=source)


def issue_stacks(row: Tournament, entries: list[Entry], seq: int) -> None:
    """Every entry's starting chips from the unit's own cashier, in one transfer."""
    cashier = ledger.open_account("cashier", "cashier", row.owner)
    moves = {cashier.pk: -row.starting_chips * len(entries)}
    for entry in entries:
        entry.account = ledger.open_account(f"entry:{entry.pk}", "stack", row.owner)
        moves[entry.account.pk] = row.starting_chips
    Entry.objects.bulk_update(entries, ["account"])
    ledger.post(f"{row.owner}:{seq}:1", moves, purpose="tournament-stacks", reference=row.owner)


def sittings(book: Book, table: int | None) -> dict[int | None, Sitting]:
    """The sittings at a table of the tournament, by seat."""
    found = Sitting.objects.filter(table_id=book.state.tables[table or 0]).exclude(state=Sitting.State.LEFT)
    return {sitting.seat: sitting for sitting in found.select_related("player", "account")}


def free_seat(book: Book, wanted: tuple[int, int] | None = None) -> tuple[int, int] | None:
    """A seat for one who comes in: the one wanted if it is free, or one by lot at the table with the fewest players.

    Any seat may fall to who comes in (TDA 8-A). As table number and seat; None if every seat is taken.
    """
    state, size = book.state, book.row.table_size
    sizes = {table.pk: table.seats for table in Table.objects.filter(pk__in=state.tables.values())}
    free = {
        number: [seat for seat in range(1, sizes.get(pk, size) + 1) if seat not in state.seated(number)]
        for number, pk in state.tables.items()
    }
    if wanted is not None and wanted[1] in free.get(wanted[0], ()):
        return wanted
    open_tables = [number for number, seats in free.items() if seats]
    if not open_tables:
        return None
    number = min(open_tables, key=lambda one: (len(state.seated(one)), one))
    rng = random.Random(derived(bytes(book.row.seed), "seat", book.row.seq))
    return number, rng.choice(free[number])
