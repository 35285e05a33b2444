"""Large tournaments: the start, the balancing after half of them bust, pages, and how each grows with the players.

Everything measured is what a club runs, in one process with the real servers: the start draws the seats, opens the tables,
gives out the stacks and seats everybody, in one transaction; the balancing breaks and balances tables between hands, with
the rows and the log. Those who enter and those who bust are set up as rows beforehand, as registration and hands leave them;
the time of a single registration at that size is a figure of its own.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from django.db import transaction

from club.ledger import ledger
from club.models import Player
from club.people.people import enrol
from tables.tournament_seats import bulk_seating
from tests.bench import Reading, Remark, Row
from tournaments.api import event_as_seen
from tournaments.desk import registration
from tournaments.log import tournament_log
from tournaments.log.events.entries import Registered
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.state import State
from tournaments.models import Entry, Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, event_start
from tournaments.structures import sheet_import

NOW = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
SIZES = (100, 1_000, 10_000)
STACK = 10_000
SHEET = {
    "id": "bench-crowd",
    "name": "Crowd",
    "game": "NLHE",
    "starting_chips": STACK,
    "table_size": 9,
    "items": [{"type": "level", "n": n, "minutes": 20, "sb": 50 * n, "bb": 100 * n} for n in range(1, 21)],
}


def grown() -> Iterator[Row]:
    """The figures by size, and the exponents between the sizes."""
    spent: dict[str, list[float]] = {}
    for size in SIZES:
        row = announced(size)
        _timed(spent, "registering one more", lambda row=row, size=size: _one_more(row, size))
        row.refresh_from_db()
        _timed(spent, "reading its state", lambda row=row: State.from_json(row.snapshot))
        _timed(spent, "start: draw, tables, stacks, seats", lambda row=row: event_start.start(row.pk, now=NOW))
        _bust_half(row)
        _timed(spent, "balancing after half bust", lambda row=row: _balance(row))
        row.refresh_from_db()
        state = State.from_json(row.snapshot)
        seated = [len(players) for players in state.room().values()]
        assert max(seated) - min(seated) <= 1, "the tables are even"
        assert len(seated) == -(-len(state.alive) // row.table_size), "no table too many"
        with transaction.atomic():
            assert tournament_log.replayed(row.pk) == state, "the log is the state"
        _timed(spent, "replay of the log", lambda row=row: tournament_log.replayed(row.pk))
        _timed(spent, "the page's JSON, every entrant", lambda row=row: event_as_seen.as_seen_by(row, None, now=NOW))
    marks = {"start: draw, tables, stacks, seats": 10.0, "balancing after half bust": 2.0}
    for what, seconds in spent.items():
        for size, took in zip(SIZES, seconds, strict=True):
            most = marks.get(what) if size == SIZES[-1] else None
            yield Reading(f"{what}, {size:,}", took, "s", most)
        powers = [math.log10(after / before) for before, after in itertools.pairwise(seconds)]
        yield Remark(f"{'':<48}grows with n to the {powers[0]:.2f}, then {powers[1]:.2f}")


def _timed(spent: dict[str, list[float]], what: str, work: Callable[[], object]) -> None:
    begun = time.perf_counter()
    work()
    spent.setdefault(what, []).append(time.perf_counter() - begun)


def announced(size: int, *, now: datetime = NOW, is_computer: bool = True, **chosen: object) -> Tournament:
    """A free-roll with all but one registered: the rows that registration leaves."""
    row = event_start.announce(
        f"Crowd {size}",
        sheet_import.take_in(SHEET, now=NOW),
        buy_in=0,
        starts_at=None,
        seed=hashlib.sha256(f"crowd {size}".encode()).digest(),
        now=now,
        pace=0.0,
        **chosen,
    )
    enrol(f"Crowd {size} last", is_computer=is_computer, now=now)
    players = Player.objects.bulk_create(
        Player(nickname=f"Crowd {size} {n}", is_computer=is_computer, joined_at=now, admitted_at=now)
        for n in range(1, size)
    )
    with transaction.atomic():
        log = tournament_log.open_log(row.pk)
        Entry.objects.bulk_create(
            Entry(tournament=row, player=player, number=number, paid=0, fee=0, registered_at=now)
            for number, player in enumerate(players, 1)
        )
        lines = [Registered(entry=at, player=player.pk) for at, player in enumerate(players, 1)]
        log.add_all(lines, now=now)
        log.close()
    return row


def _one_more(row: Tournament, size: int) -> None:
    registration.register(row.pk, Player.objects.get(nickname=f"Crowd {size} last"), now=NOW)


def _bust_half(row: Tournament) -> None:
    """Every second entry loses its stack to the next one, as hands would have it."""
    with transaction.atomic():
        log = tournament_log.open_log(row.pk)
        out = [entry for entry in sorted(log.state.entries) if entry % 2]
        accounts = dict(Entry.objects.filter(tournament=row).values_list("number", "account_id"))
        moves = {accounts[entry]: -STACK for entry in out}
        for entry in out:
            winner = accounts.get(entry + 1) or accounts[entry - 1]
            moves[winner] = moves.get(winner, 0) + STACK
        ledger.post(f"{row.owner}:bench", moves, purpose=tournament_tables.PURPOSE, reference=row.owner)
        here = [log.state.entries[entry] for entry in out]
        chairs = [bulk_seating.Chair(log.state.tables[place.table or 0], place.seat or 0) for place in here]
        bulk_seating.unseat_all(chairs, now=NOW)
        left = len(log.state.alive)
        log.add_all(
            [KnockedOut(entry=entry, best=left - n, worst=left - n) for n, entry in enumerate(out)],
            now=NOW,
        )
        log.close()


def _balance(row: Tournament) -> None:
    with transaction.atomic():
        log = tournament_log.open_log(row.pk)
        balancing_moves.rebalance(log, NOW)
        log.close()
