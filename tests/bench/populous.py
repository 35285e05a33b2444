"""Rows of a club of 100,000 members and 2,000 tables with hands behind them, made in minutes by the database itself.

What is real is played once, at one table, and copied with other numbers: every copy balances, and the audit takes it all. It is the
bench's own database, and its owner writes; no trigger is fired and no reference looked up on the way.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.apps import apps
from django.db import connection
from django.utils import timezone

from club.cashier import chip_accounts
from club.database.database_owner import as_owner
from club.models import Transfer
from tables.dealing import dealer
from tables.models import Hand, Table
from tests.bench import Reading, Row
from tests.bench.settlement import SEATS, settled_hand
from tests.support.world import World

CHIPS, BUY_IN, POT = 10_000, 1_000, 10
YEAR = "now() - interval '300 days'"


@dataclass(frozen=True)
class Size:
    """How many of each; `hands` behind each table, `closed` tables of earlier nights, `records` lines of the record, `waits`
    places in line."""

    members: int = 100_000
    tables: int = 2_000
    hands: int = 50
    closed: int = 30_000
    records: int = 300_000
    waits: int = 3_000


def made(world: World, size: Size) -> Iterator[Row]:
    """Bring a club that has little to that size; how long each part took. Every table ends with a hand in play."""
    hand = settled_hand("populous")
    table = hand.table
    for words, statements in (
        (f"{size.members:,} members with wallets", list(members(world, size))),
        (f"{size.tables:,} tables of {SEATS}", list(_tables(table, size))),
        (f"{size.tables * size.hands:,} hands behind them", list(_hands(hand, size))),
        (f"{size.records:,} lines of the record", list(records(size))),
    ):
        begun = time.perf_counter()
        owner_does(statements)
        yield Reading(f"made: {words}", time.perf_counter() - begun, "s")
    begun = time.perf_counter()
    for pk in Table.objects.filter(name__startswith="Populous").order_by("pk").values_list("pk", flat=True):
        dealer.deal(pk, now=timezone.now())
    yield Reading(f"made: a hand in play at each of {size.tables:,} tables", time.perf_counter() - begun, "s")
    owner_does([])


def owner_does(statements: list[str]) -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        for statement in statements:
            cursor.execute(statement)
        cursor.execute("ANALYZE")


def copies(name: str, row: int, among: str, changed: Mapping[str, str]) -> str:
    """The statement that copies a row once for each of `among` (a ``FROM`` clause), with these columns otherwise."""
    model = apps.get_model(name)
    columns = [field.column for field in model._meta.concrete_fields if field.column != "id"]
    told = [f"{changed[column]} AS {column}" if column in changed else f"model.{column}" for column in columns]
    unknown = changed.keys() - columns
    assert not unknown, f"{name} has no {unknown}"
    key = model._meta.pk.column
    return (
        f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {', '.join(told)} "
        f"FROM {among} JOIN {model._meta.db_table} model ON model.{key} = {row}"
    )


def members(world: World, size: Size) -> Iterator[str]:
    """A login, a player, a wallet and chips bought over the year, each with its slip."""
    first = Transfer.objects.filter(slip__isnull=False).order_by("pk")[0]
    cashier, wallet = chip_accounts.cashier_account(), chip_accounts.wallet(world.me)
    one, like = world.me, f"'populous {world.me.pk} '"
    yield copies(
        "club.User",
        one.user_id or 0,
        f"generate_series(1, {size.members}) n",
        {"username": f"{like} || n", "looks_as": f"{like} || n", "email": "''"},
    )
    number = f"substr(login.username, length({like}) + 1)"
    yield copies(
        "club.Player",
        one.pk,
        f"(SELECT * FROM club_user WHERE starts_with(username, {like})) login",
        {
            "user_id": "login.id",
            "nickname": f"'Member ' || {number}",
            "real_name": f"'Real ' || {number}",
            "sorts_as": f"'real ' || {number}",
            "looks_as": "login.looks_as",
            "member_number": f"'P' || {number}",
            "joined_at": f"{YEAR} + {number}::int * interval '4 minutes'",
            "card": "NULL",
            "calendar_key": "NULL",
        },
    )
    yield (
        "CREATE TABLE populous_member AS SELECT player.id, row_number() OVER (ORDER BY player.id) AS n FROM club_player player "
        "JOIN club_user login ON login.id = player.user_id "
        f"WHERE starts_with(login.username, {like})"
    )
    yield "CREATE UNIQUE INDEX ON populous_member (n); CREATE UNIQUE INDEX ON populous_member (id)"
    yield copies(
        "club.Account",
        wallet.pk,
        "populous_member member",
        {"owner": "'player:' || member.id", "balance": str(CHIPS), "version": "1"},
    )
    yield copies(
        "club.Transfer",
        first.pk,
        "populous_member member",
        {
            "key": "'populous:' || member.n",
            "digest": "''",
            "recorded_at": f"{YEAR} + member.n * interval '4 minutes'",
            "corrects_id": "NULL",
        },
    )
    yield copies(
        "club.Slip",
        first.slip.pk,
        "populous_member member JOIN club_transfer own ON own.key = 'populous:' || member.n",
        {
            "number": "(SELECT max(number) FROM club_slip) + member.n",
            "transfer_id": "own.id",
            "business_day": "own.recorded_at::date",
        },
    )
    yield f"""
        INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)
        SELECT own.id, wallet.id, {CHIPS}, {CHIPS}, 1 FROM populous_member member
        JOIN club_transfer own ON own.key = 'populous:' || member.n
        JOIN club_account wallet ON wallet.owner = 'player:' || member.id AND wallet.kind = 'wallet'
        UNION ALL
        SELECT own.id, cashier.id, -{CHIPS}, cashier.balance - {CHIPS} * member.n, cashier.version + member.n
        FROM populous_member member JOIN club_transfer own ON own.key = 'populous:' || member.n
        JOIN club_account cashier ON cashier.id = {cashier.pk}"""
    yield f"""
        UPDATE club_account SET balance = balance - {CHIPS} * {size.members}::bigint, version = version + {size.members}
        WHERE id = {cashier.pk}"""


def _tables(table: Table, size: Size) -> Iterator[str]:
    """Tables like that one, the first members in their seats with chips out of their wallets."""
    sitting = table.sittings.order_by("pk")[0]
    stack = sitting.account
    assert stack is not None
    bought = Transfer.objects.filter(entries__account=stack).order_by("pk")[0]
    yield copies(
        "tables.Table",
        table.pk,
        f"generate_series(1, {size.tables}) n",
        {
            "name": "'Populous ' || n",
            "request_key": "NULL",
            "next_hand": str(size.hands + 1),
            "action_seconds": "30000",
            "deal_at": "NULL",
            "opened_at": f"{YEAR} + n * interval '1 minute'",
        },
    )
    yield copies(
        "tables.Table",
        table.pk,
        f"generate_series(1, {size.closed}) n",
        {
            "name": "'Closed ' || n",
            "request_key": "NULL",
            "deal_at": "NULL",
            "status": "'closed'",
            "opened_at": f"{YEAR} + n * interval '10 minutes'",
            "closed_at": f"{YEAR} + n * interval '10 minutes' + interval '4 hours'",
        },
    )
    yield (
        "CREATE TABLE populous_table AS SELECT id, split_part(name, ' ', 2)::int AS n FROM tables_table "
        "WHERE name LIKE 'Populous %'"
    )
    seats = f"populous_table place CROSS JOIN generate_series(1, {SEATS}) chair"
    yield copies(
        "tables.Sitting",
        sitting.pk,
        f"{seats} JOIN populous_member member ON member.n = (place.n - 1) * {SEATS} + chair",
        {
            "table_id": "place.id",
            "seat": "chair",
            "player_id": "member.id",
            "buy_in_key": "'populous:' || place.n || ':' || chair",
            "account_id": "NULL",
            "brought": str(BUY_IN),
            "sat_down_at": f"{YEAR} + member.n * interval '1 minute'",
            "seen_at": "now() + interval '1 hour'",
        },
    )
    moves = f"CASE WHEN sitting.seat <= 2 THEN {size.hands} ELSE 0 END"
    yield copies(
        "club.Account",
        stack.pk,
        "tables_sitting sitting JOIN populous_table place ON place.id = sitting.table_id",
        {"owner": "'sitting:' || sitting.id", "balance": str(BUY_IN), "version": f"1 + {moves}"},
    )
    yield """
        UPDATE tables_sitting sitting SET account_id = own.id FROM club_account own
        WHERE own.owner = 'sitting:' || sitting.id AND sitting.account_id IS NULL AND sitting.buy_in_key LIKE 'populous:%'"""
    yield copies(
        "club.Transfer",
        bought.pk,
        "tables_sitting sitting JOIN populous_table place ON place.id = sitting.table_id",
        {
            "key": "'sitting:' || sitting.id || ':populous'",
            "digest": "''",
            "reference": "'sitting:' || sitting.id",
            "recorded_at": "sitting.sat_down_at",
        },
    )
    yield f"""
        INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)
        SELECT own.id, moved.account, moved.amount, moved.after, moved.version
        FROM tables_sitting sitting JOIN populous_table place ON place.id = sitting.table_id
        JOIN club_transfer own ON own.key = 'sitting:' || sitting.id || ':populous'
        JOIN club_account wallet ON wallet.owner = 'player:' || sitting.player_id AND wallet.kind = 'wallet'
        CROSS JOIN LATERAL (VALUES (sitting.account_id, {BUY_IN}, {BUY_IN}, 1), (wallet.id, -{BUY_IN}, {CHIPS - BUY_IN}, 2))
            moved(account, amount, after, version)"""
    yield f"""
        UPDATE club_account SET balance = balance - {BUY_IN}, version = version + 1
        WHERE owner IN (SELECT 'player:' || player_id FROM tables_sitting
                        JOIN populous_table place ON place.id = tables_sitting.table_id) AND kind = 'wallet'"""


def _hands(hand: Hand, size: Size) -> Iterator[str]:
    """Hands like that one at each table, a small pot going to and fro between two seats."""
    paid = Transfer.objects.filter(key=f"{hand.reference}:settle")[0]
    yield copies(
        "tables.Hand",
        hand.pk,
        f"populous_table place CROSS JOIN generate_series(1, {size.hands}) nth",
        {
            "table_id": "place.id",
            "number": "nth",
            "started_at": f"{YEAR} + (nth * {size.tables} + place.n) * interval '40 seconds'",
            "ended_at": f"{YEAR} + (nth * {size.tables} + place.n) * interval '40 seconds' + interval '30 seconds'",
        },
    )
    behind = "tables_hand hand JOIN populous_table place ON place.id = hand.table_id"
    seats = ", ".join(
        f"seat.{one}" for one in ("preaction", "shown", "put_in", "raised", "went_on", "showed_down", "won")
    )
    yield f"""
        INSERT INTO tables_handseat (hand_id, seat, player_id, name, account_id, net, preaction, shown, put_in, raised, went_on,
                                     showed_down, won)
        SELECT hand.id, seat.seat, sitting.player_id, seat.name, sitting.account_id,
               CASE WHEN seat.seat > 2 THEN 0 WHEN (hand.number + seat.seat) % 2 = 0 THEN {POT} ELSE -{POT} END, {seats}
        FROM {behind} JOIN tables_sitting sitting ON sitting.table_id = hand.table_id
        JOIN tables_handseat seat ON seat.hand_id = {hand.pk} AND seat.seat = sitting.seat"""
    yield f"""
        INSERT INTO tables_decision (hand_id, seq, ask, seat, text, source, user_id, device, at)
        SELECT hand.id, one.seq, one.ask, one.seat, one.text, one.source, one.user_id, one.device, hand.started_at
        FROM {behind} JOIN tables_decision one ON one.hand_id = {hand.pk}"""
    yield f"""
        INSERT INTO tables_deckseed (hand_id, seed) SELECT hand.id, own.seed
        FROM {behind} JOIN tables_deckseed own ON own.hand_id = {hand.pk}"""
    yield copies(
        "club.Transfer",
        paid.pk,
        behind,
        {
            "key": "'hand:' || hand.id || ':settle'",
            "digest": "''",
            "reference": "'hand:' || hand.id",
            "recorded_at": "hand.ended_at",
        },
    )
    yield f"""
        INSERT INTO club_entry (transfer_id, account_id, amount, balance_after, version)
        SELECT own.id, seat.account_id, seat.net,
               {BUY_IN} + CASE WHEN hand.number % 2 = 0 THEN 0 ELSE seat.net END, 1 + hand.number
        FROM {behind} JOIN tables_handseat seat ON seat.hand_id = hand.id AND seat.seat <= 2
        JOIN club_transfer own ON own.key = 'hand:' || hand.id || ':settle'"""


def records(size: Size) -> Iterator[str]:
    """Lines of the record about members, and members in line for games."""
    yield f"""
        INSERT INTO club_auditentry (kind, subject, why, source, at)
        SELECT 'player.changed', 'player:' || member.id, '', '203.0.113.9', {YEAR} + nth * interval '80 seconds'
        FROM generate_series(1, {size.records}) nth JOIN populous_member member ON member.n = 1 + nth % {size.members}"""
    yield f"""
        INSERT INTO tables_wait (player_id, kind, game, mix, state, joined_at)
        SELECT member.id, 'dealt', 'badugi', '{{}}', 'waiting', now() - member.n * interval '1 second'
        FROM populous_member member WHERE member.n > {size.members - size.waits}"""
