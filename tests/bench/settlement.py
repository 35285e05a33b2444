"""Hands resolved and settled a second by one worker process, beside bare psycopg writing the same rows.

What is measured is what a worker's errand does (`tables.tasks.resolve_hand`): each hand replayed from its start and decisions,
one transfer of some lines, the state, the result, what statistics count, the table's next deal. As the hands of a busy club lie
behind one another the first errand settles many; a hand that is alone is measured as well. The reference writes the very rows
that ours wrote, into tables with the same columns, keys and indexes, a transaction a hand, as one would by hand.
"""

from __future__ import annotations

import hashlib
import json
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import psycopg
from django.db import transaction
from django.utils import timezone

from club.cashier import cashier
from club.ledger import audit
from club.models import Entry, Player
from club.people.people import enrol
from engine.betting.hand import Stakes
from tables import tasks
from tables.cash import new_tables, seating
from tables.core import locks
from tables.dealing import dealer
from tables.hand.hand_in_play import Play
from tables.models import Hand, HandSeat
from tests.bench import Figure, Row
from tests.bench.ledger import address

SEATS = 6
TABLES = 40
ROUNDS = 5
ALONE = 60


def settled() -> Iterator[Row]:
    """Many hands behind one another, then one at a time."""
    mark = hashlib.sha256(os.urandom(8)).hexdigest()[:8]
    tables = [_table(f"{mark} {n}") for n in range(TABLES)]
    together, hands = [], []
    for turn in range(ROUNDS + 1):
        over = [_over(table, turn) for table in tables]
        took = _seconds(lambda over=over: [tasks.resolve_hand.run(pk) for pk in over])
        assert not Hand.objects.filter(pk__in=over).exclude(state=Hand.State.SETTLED).exists()
        if turn:  # the first round makes every plan
            together.append(TABLES / took)
            hands += over
    alone, singles = [], []
    for turn in range(ALONE):
        singles.append(_over(tables[0], 1000 + turn))
        alone.append(1 / _seconds(lambda: tasks.resolve_hand.run(singles[-1])))
    rows = [_Rows.of(pk) for pk in hands]
    bare = _bare(rows)
    against = "bare psycopg, the same rows, a transaction a hand"
    yield Figure("hands settled, one worker, many waiting", statistics.median(together), bare, against, mark=0.4)
    yield Figure("hands settled, one worker, one at a time", statistics.median(alone), bare, against)
    assert audit.run(now=timezone.now()).ok


def settled_hand(mark: str) -> Hand:
    """A hand of six computer players, played to its end and settled, whose chips moved."""
    table = _table(mark)
    for number in range(20):
        tasks.resolve_hand.run(hand := _over(table, number))
        if Entry.objects.filter(transfer__key=f"hand:{hand}:settle").exists():
            return Hand.objects.select_related("table").get(pk=hand)
    raise AssertionError("twenty hands, and no chip moved")


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _table(mark: str) -> int:
    now = timezone.now()
    stakes = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)  # nobody is broke before the end
    table = new_tables.open_table(
        new_tables.Opening(
            name=f"bench {mark}", game="holdem", stakes=stakes, seats=SEATS, pace=600.0, pause=600.0, max_buy_in=50_000
        ),
        by=None,
        now=now,
    )
    for seat in range(1, SEATS + 1):
        player = Player.objects.filter(nickname=f"bench {mark} {seat}").first() or enrol(
            f"bench {mark} {seat}", is_computer=True, now=now
        )
        cashier.buy_chips(player, 1_000_000, key=f"bench:{mark}:{seat}", by=None, now=now)
        seating.sit_down(table.pk, player, seat, table.max_buy_in, key=mark, now=now)
    return table.pk


def _over(table_id: int, number: int) -> int:
    """Deal a hand and play it to the end without settling it."""
    now = timezone.now()
    seed = hashlib.sha256(f"{table_id}:{number}".encode()).digest()
    hand = dealer.deal(table_id, now=now, seed=seed)
    with transaction.atomic():
        table, row = locks.lock_hand(hand.pk)
        play = Play(table, row, now)
        play.answer_by_computers(whole=True)
        play.close(settled_here=True)
    assert Hand.objects.get(pk=hand.pk).state == Hand.State.OVER
    return hand.pk


@dataclass(frozen=True)
class _Rows:
    """What settling one hand wrote."""

    hand: int
    table: int
    result: str
    seats: Sequence[tuple[object, ...]]  # net, what is counted, and the row's id
    moves: Sequence[tuple[int, int]]

    @classmethod
    def of(cls, hand_id: int) -> _Rows:
        row = Hand.objects.get(pk=hand_id)
        counted = HandSeat.objects.filter(hand=row).values_list(
            "net", "put_in", "raised", "went_on", "showed_down", "won", "pk"
        )
        lines = Entry.objects.filter(transfer__key=f"{row.reference}:settle").order_by("account")
        return cls(
            row.pk, row.table_id, json.dumps(row.result), list(counted), list(lines.values_list("account_id", "amount"))
        )


_COPIES = {
    "account": "club_account",
    "transfer": "club_transfer",
    "entry": "club_entry",
    "hand": "tables_hand",
    "seat": "tables_handseat",
    "place": "tables_table",
}


def _bare(rows: Sequence[_Rows]) -> float:
    """The same rows, statement by statement; hands a second."""
    with psycopg.connect(address(), autocommit=True) as connection:
        connection.execute("CREATE SCHEMA bare; SET search_path TO bare, public")
        for copy, original in _COPIES.items():
            connection.execute(f"CREATE TABLE bare.{copy} (LIKE public.{original} INCLUDING ALL)")
            if copy not in ("transfer", "entry"):
                connection.execute(f"INSERT INTO bare.{copy} SELECT * FROM public.{original}")
        rates = []
        for turn in range(ROUNDS + 1):
            begun = time.perf_counter()
            for one in rows:
                _write(connection, one, turn)
            if turn:
                rates.append(len(rows) / (time.perf_counter() - begun))
        connection.execute("DROP SCHEMA bare CASCADE")
    return statistics.median(rates)


def _write(connection: psycopg.Connection, one: _Rows, turn: int) -> None:
    with connection.transaction():
        connection.execute("SELECT * FROM place WHERE id = %s FOR NO KEY UPDATE", [one.table])
        connection.execute("SELECT * FROM hand WHERE id = %s", [one.hand])
        row = None
        if one.moves:  # a pot that is divided as it was put in moves nothing
            row = connection.execute(
                "INSERT INTO transfer (key, digest, purpose, reference, why, recorded_at)"
                " VALUES (%s, '', 'hand', %s, '', now()) RETURNING id",
                [f"{turn}:{one.hand}", f"hand:{one.hand}"],
            ).fetchone()
        for account, amount in one.moves:
            after = connection.execute(
                "UPDATE account SET balance = balance + %s, version = version + 1 WHERE id = %s"
                " RETURNING balance, version",
                [amount, account],
            ).fetchone()
            assert row is not None
            assert after is not None
            connection.execute(
                "INSERT INTO entry (transfer_id, account_id, amount, balance_after, version) VALUES (%s, %s, %s, %s, %s)",
                [row[0], account, amount, *after],
            )
        connection.execute("UPDATE hand SET state = 'settled', result = %s WHERE id = %s", [one.result, one.hand])
        for seat in one.seats:
            connection.execute(
                "UPDATE seat SET net = %s, put_in = %s, raised = %s, went_on = %s, showed_down = %s, won = %s"
                " WHERE id = %s",
                seat,
            )
        connection.execute(
            "UPDATE place SET version = version + 1, deal_at = now() + interval '4 seconds' WHERE id = %s", [one.table]
        )
