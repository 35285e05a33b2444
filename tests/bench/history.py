"""Would decisions of years be quicker to write and to find in a table parted by months? The same rows both ways.

Decisions are never changed and never deleted (`tables.models.Decision`), and found by their hand. What is asked: those of a hand,
in order; one more; and that an ask is answered once, whenever.
"""

from __future__ import annotations

import itertools
import json
import random
import statistics
import time
from collections.abc import Iterator

from django.db import connection

from club.database.database_owner import as_owner
from tests.bench import Reading, Remark, Row
from tests.bench.whole_club import processor_time

MONTHS, A_HAND = 60, 20
FEW, MANY = 10_000, 100_000  # hands
ASKED = 1_000
FIRST = "timestamptz '2021-01-01'"
FILL = """
INSERT INTO {table} (hand_id, seq, ask, seat, text, source, device, at)
SELECT hand, nth, nth, 1, 'call', 'player', '203.0.113.9 Browser', {first} + hand * interval '5 years' / {hands}
FROM generate_series({begin}, {end}) hand CROSS JOIN generate_series(1, {each}) nth
ORDER BY hand, nth
"""
OF_A_HAND = "SELECT * FROM {table} WHERE hand_id = %s ORDER BY seq"
OF_A_HAND_AND_TIME = OF_A_HAND.replace("ORDER", "AND at >= %s AND at < %s ORDER")
ONE_MORE = (
    "INSERT INTO {table} (hand_id, seq, ask, text, source, device, at) VALUES (%s, %s, %s, 'call', 'player', '', now())"
)
ASKS = itertools.count(100)
CHOSEN = random.Random(1).sample(range(1, FEW), ASKED)


def measured() -> Iterator[Row]:
    """Microseconds of processor time, of this process and of PostgreSQL, a statement; the tables are gone afterwards."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")  # the disk's own time is the same for both
        cursor.execute("CREATE TABLE plain_history (LIKE tables_decision INCLUDING ALL)")
        _fill("plain_history", 1, FEW)
        yield from _asked("plain_history", f"{FEW * A_HAND:,} decisions")
        _fill("plain_history", FEW + 1, MANY)
        yield from _asked("plain_history", f"{MANY * A_HAND:,} decisions")
        _part()
        _fill("monthly_history", 1, MANY)
        yield from _asked("monthly_history", f"{MANY * A_HAND:,} in {MONTHS} months")
        yield _took(
            f"a hand and its month, {MANY * A_HAND:,} in {MONTHS} months", "monthly_history", OF_A_HAND_AND_TIME
        )
        yield from _sizes()
        cursor.execute("DROP TABLE plain_history, monthly_history")


def _part() -> None:
    """Parted by months, what is unique must name the month too: an ask could be answered once in each."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE monthly_history (LIKE tables_decision INCLUDING DEFAULTS) PARTITION BY RANGE (at)")
        cursor.execute("CREATE SEQUENCE monthly_number OWNED BY monthly_history.id")
        cursor.execute("ALTER TABLE monthly_history ALTER id SET DEFAULT nextval('monthly_number')")
        for month in range(MONTHS + 24):
            edges = [f"({FIRST} + interval '{month + more} months')" for more in (0, 1)]
            cursor.execute(f"SELECT {edges[0]}::text, {edges[1]}::text")
            begin, end = cursor.fetchone()
            cursor.execute(
                f"CREATE TABLE month_{month} PARTITION OF monthly_history FOR VALUES FROM ('{begin}') TO ('{end}')"
            )
        cursor.execute("ALTER TABLE monthly_history ADD PRIMARY KEY (id, at)")
        cursor.execute("ALTER TABLE monthly_history ADD UNIQUE (hand_id, ask, at), ADD UNIQUE (hand_id, seq, at)")
        cursor.execute("CREATE INDEX ON monthly_history (user_id)")


def _fill(table: str, begin: int, end: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(FILL.format(table=table, first=FIRST, hands=MANY, begin=begin, end=end, each=A_HAND))
        cursor.execute(f"VACUUM ANALYZE {table}")


def _asked(table: str, words: str) -> Iterator[Row]:
    yield _took(f"a hand's decisions, {words}", table, OF_A_HAND)
    yield _took(f"one more, {words}", table, ONE_MORE)


def _took(words: str, table: str, statement: str) -> Row:
    given = [_given(hand, statement) for hand in CHOSEN]
    with connection.cursor() as cursor:
        begun = processor_time()
        for values in given:
            cursor.execute(statement.format(table=table), values)
            if cursor.description:
                cursor.fetchall()
        took = 1e6 * (processor_time() - begun) / len(given)
    return Reading(f"{words} ({_pages(table, statement):.0f} pages)", took, "µs")


def _pages(table: str, statement: str) -> float:
    """The pages of table and indexes that PostgreSQL looks at for one, on average; they do not depend on the machine's load."""
    found = []
    with connection.cursor() as cursor:
        for hand in CHOSEN[:50]:
            cursor.execute(
                f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {statement.format(table=table)}", _given(hand, statement)
            )
            told = cursor.fetchone()[0]
            plan = (json.loads(told) if isinstance(told, str) else told)[0]["Plan"]
            found.append(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])
    return statistics.fmean(found)


def _given(hand: int, statement: str) -> list[object]:
    if statement == ONE_MORE:
        return [hand, *[next(ASKS)] * 2]  # another ask each time this is measured
    if statement == OF_A_HAND:
        return [hand]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT date_trunc('month', {FIRST} + %s * interval '5 years' / {MANY}, 'UTC')", [hand])
        (month,) = cursor.fetchone()
    return [hand, month, month.replace(year=month.year + month.month // 12, month=month.month % 12 + 1)]


def _sizes() -> Iterator[Row]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_table_size('plain_history'), pg_indexes_size('plain_history'), count(*) FROM plain_history"
        )
        table, indexes, rows = cursor.fetchone()
        yield Reading("bytes of a decision", table / rows, "")
        yield Reading("and of its indexes", indexes / rows, "")
        begun = time.perf_counter()
        cursor.execute("VACUUM plain_history")
        yield Reading(f"vacuum of {rows:,} decisions that nothing changed", time.perf_counter() - begun, "s")
    yield Remark("an ask answered twice, in two months, is refused by the plain table alone")
