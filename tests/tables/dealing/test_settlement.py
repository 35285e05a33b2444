"""A hand's chips move once: however often, by however many, and however violently it is resolved."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from datetime import timedelta
from functools import partial

import pytest
from django.conf import settings
from django.db import connection, connections

from club.base import on_commit_tasks
from club.ledger import audit, ledger
from club.models import Transfer
from tables import tasks
from tables.cash import seating
from tables.core import locks
from tables.core.signals import hand_resolved
from tables.dealing import after_hands, dealer, settlement
from tables.models import Hand, Table
from tests.patience import PATIENCE
from tests.support.tables.refusing_books import Books
from tests.support.tables.settling import over, play_to_the_end
from tests.tables.conftest import House, stack


@pytest.mark.django_db
def test_resolved_twice_the_chips_move_once(house, now):
    table, row = over(house, now)
    assert settlement.resolve(row.pk, now=now)
    stacks = sorted(stack(table, sitting.player) for sitting in table.sittings.all())
    assert stacks == [4900, 5100]
    assert not settlement.resolve(row.pk, now=now)
    assert settlement.resolve_all([row.pk, row.pk], now=now) == 0
    assert sorted(stack(table, sitting.player) for sitting in table.sittings.all()) == stacks
    assert Transfer.objects.filter(reference=row.reference).count() == 1
    row.refresh_from_db()
    assert row.state == Hand.State.SETTLED
    assert {seat.seat: seat.net for seat in row.seats.all()} == {int(s): n for s, n in row.result["net"].items()}


@pytest.mark.django_db
def test_the_ledger_key_stands_behind_the_state(house, now):
    """Were the state lost, the ledger would still pay nobody twice."""
    table, row = over(house, now)
    settlement.resolve(row.pk, now=now)
    before = sorted(stack(table, sitting.player) for sitting in table.sittings.all())
    Hand.objects.filter(pk=row.pk).update(state=Hand.State.OVER)
    assert settlement.resolve(row.pk, now=now)
    assert sorted(stack(table, sitting.player) for sitting in table.sittings.all()) == before
    assert Transfer.objects.filter(reference=row.reference).count() == 1


@pytest.mark.django_db
def test_listeners_hear_of_it_after_the_commit(house, now, django_capture_on_commit_callbacks):
    heard = []
    _table, row = over(house, now)

    def listen(sender, hand_id, **_):
        heard.append((hand_id, Hand.objects.get(pk=hand_id).state))

    hand_resolved.connect(listen)
    try:
        with django_capture_on_commit_callbacks() as waiting:
            settlement.resolve(row.pk, now=now)
        assert heard == []
        for tell in waiting:
            tell()
        assert heard == [(row.pk, "settled")]
    finally:
        hand_resolved.disconnect(listen)


@pytest.mark.django_db
def test_a_resolution_that_breaks_off_leaves_nothing(house, now, monkeypatch):
    _table, row = over(house, now)

    def fail(*arguments, **named):
        raise RuntimeError("the process dies here")

    monkeypatch.setattr(after_hands, "after_hands", fail)
    with pytest.raises(RuntimeError):
        settlement.resolve(row.pk, now=now)
    row.refresh_from_db()
    assert row.state == Hand.State.OVER
    assert not ledger.is_posted(f"{row.reference}:settle")
    monkeypatch.undo()
    tasks.think()
    tasks.sweep()
    row.refresh_from_db()
    assert row.state == Hand.State.SETTLED
    assert audit.run(now=now).ok


@pytest.mark.django_db
def test_rake_goes_to_the_house(house, now):
    from club.house import house_rules
    from engine.games.play_rules import PlayRules

    house_rules.set_value(PlayRules, "rake_percent", 5, by=None, now=now)
    table, row = over(house, now)
    settlement.resolve(row.pk, now=now)
    assert ledger.balance(ledger.open_account("house", "rake", "chips")) == 10
    assert sum(stack(table, sitting.player) for sitting in table.sittings.all()) == 9990
    assert row.rule_set.values["PlayRules"]["rake_percent"] == 5, "the hand keeps the rules it began with"


@pytest.mark.django_db(transaction=True)
def test_resolved_at_once_by_many_the_chips_move_once(house, now):
    _table, row = over(house, now)
    barrier, done = threading.Barrier(4), []

    def work():
        try:
            barrier.wait()
            done.append(settlement.resolve(row.pk, now=now))
        finally:
            connections.close_all()

    crew = [threading.Thread(target=work) for _ in range(4)]
    for one in crew:
        one.start()
    for one in crew:
        one.join()
    assert sorted(done) == [False, False, False, True]
    assert Transfer.objects.filter(reference=row.reference).count() == 1
    assert audit.run(now=now).ok


def database_url() -> str:
    """The address of the test database, for another process."""
    known = connection.settings_dict
    return f"postgresql://{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}/{known['NAME']}"


KILLED = """
import os, signal
import django
django.setup()
from django.utils import timezone
from tables.dealing import after_hands, settlement
def die(*arguments, **named):
    os.kill(os.getpid(), signal.SIGKILL)
after_hands.after_hands = die
settlement.resolve({hand}, now=timezone.now())
"""


@pytest.mark.django_db(transaction=True)
def test_killed_half_way_it_is_resolved_by_the_next(house, now):
    """kill -9 when the ledger is posted and the hand is marked, but nothing is committed."""
    table, row = over(house, now)
    environment = {**os.environ, "DATABASE_URL": database_url(), "DJANGO_SETTINGS_MODULE": "club.project.settings"}
    done = subprocess.run(
        [sys.executable, "-c", KILLED.format(hand=row.pk)], env=environment, cwd=settings.BASE_DIR, timeout=PATIENCE
    )
    assert done.returncode == -signal.SIGKILL
    row.refresh_from_db()
    assert row.state == Hand.State.OVER
    assert not ledger.is_posted(f"{row.reference}:settle")
    deadline = time.monotonic() + PATIENCE  # PostgreSQL notices the dead client and gives the lock back
    while Hand.objects.get(pk=row.pk).state != Hand.State.SETTLED and time.monotonic() < deadline:
        tasks.think()
        tasks.sweep()
    assert sorted(stack(table, sitting.player) for sitting in table.sittings.all()) == [4900, 5100]
    assert audit.run(now=now).ok


@pytest.mark.django_db(transaction=True)
def test_the_sweep_leaves_out_a_table_somebody_works_at(house, now):
    from django.db import transaction

    table, row = over(house, now)
    swept = threading.Event()

    def sweep():
        try:
            with connection.cursor() as cursor:  # who waits for the lock at all waits for ever
                cursor.execute("SET lock_timeout = 0; SET statement_timeout = 0")
            tasks.think()
            tasks.sweep()
            swept.set()
        finally:
            connections.close_all()

    with transaction.atomic():
        locks.lock_table(table.pk)
        other = threading.Thread(target=sweep)
        other.start()
        is_swept = swept.wait(PATIENCE)
        row.refresh_from_db()
        assert row.state == Hand.State.OVER
    other.join()
    assert is_swept, "it waited for the lock"
    tasks.think()
    tasks.sweep()
    row.refresh_from_db()
    assert row.state == Hand.State.SETTLED


@pytest.mark.django_db(transaction=True)
def test_a_real_worker_settles_a_hand_that_no_sweep_has_found(house, now, tmp_path, monkeypatch):
    queue = f"test-{os.getpid()}"
    environment = {**os.environ, "DATABASE_URL": database_url(), "CARDHOUSE_QUEUE": queue}
    line = "celery -A club.project --quiet worker --pool solo --loglevel warning --without-gossip --without-mingle"
    with open(tmp_path / "worker.log", "wb") as log:
        worker = subprocess.Popen(
            [sys.executable, "-m", *line.split(), "--hostname", f"{queue}@%h"],
            env=environment,
            cwd=settings.BASE_DIR,
            stdout=log,
            stderr=log,
        )
    monkeypatch.setattr(
        on_commit_tasks.current_app, "send_task", partial(on_commit_tasks.current_app.send_task, queue=queue)
    )
    try:
        _table, first = over(house, now)
        wait_until_settled(first)  # it also waits for the worker to start
        again = dealer.deal(first.table_id, now=now + timedelta(minutes=2), seed=b"t" * 32)
        play_to_the_end(again, now)
        wait_until_settled(again)
    finally:
        worker.terminate()
        worker.wait(PATIENCE)


def wait_until_settled(row):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        row.refresh_from_db()
        if row.state == Hand.State.SETTLED:
            return
        time.sleep(0.01)
    raise AssertionError(f"{row} is {row.state} after {PATIENCE} seconds")


@pytest.mark.django_db
def test_of_many_one_that_cannot_be_settled_leaves_the_others_alone(now, caplog):
    from tables.dealing import phh_import
    from tests.support.tables.phh_files import GOOD

    imported = phh_import.import_text("".join(f"[{n}]\n{GOOD}\n" for n in range(4)), "four", by=None, now=now)
    broken = imported.hands[1]
    start = broken.start | {"seats": [[1, 100, 0, 0], [2, 100, 0, 0], [3, 10**6, 0, 0]], "game": "no such game"}
    Hand.objects.filter(pk=broken.pk).update(start=start, is_recorded=False, state=Hand.State.VOID)
    Hand.objects.filter(pk=broken.pk).update(state=Hand.State.OVER)
    assert settlement.resolve_all([row.pk for row in imported.hands], now=now) == 3
    assert [row.state for row in Hand.objects.order_by("number")] == ["settled", "over", "settled", "settled"]
    assert f"the settlement of hand:{broken.pk} is refused" in caplog.text
    [difference] = audit.run(now=now).differences
    assert difference.startswith(f"hand {broken.pk} ")


@pytest.mark.django_db(transaction=True)
def test_hands_that_wait_behind_one_another_are_settled_by_the_first_errand(now, django_assert_max_num_queries):
    houses = [House(now) for _ in range(3)]
    rows = [over_at(one, now, f"t{n}") for n, one in enumerate(houses)]
    versions = dict(Table.objects.values_list("pk", "version"))
    with django_assert_max_num_queries(20):
        tasks.resolve_hand.run(rows[0].pk)
    assert set(Hand.objects.values_list("state", flat=True)) == {"settled"}
    assert Transfer.objects.filter(purpose="hand").count() == 3
    for table in Table.objects.all():
        assert table.version > versions[table.pk]
        assert table.deal_at is not None, "each of the tables goes on"
    assert audit.run(now=now).ok


@pytest.mark.django_db(transaction=True)
def test_of_hands_settled_together_none_stands_if_one_cannot_and_then_the_others_are(now, monkeypatch):
    rows = [over_at(House(now), now, f"t{n}") for n in range(3)]
    books = Books(monkeypatch)
    books.refused.add(rows[1].reference)
    assert settlement.resolve_over(now=now) == 2
    assert [Hand.objects.get(pk=row.pk).state for row in rows] == ["settled", "over", "settled"]
    books.refused.clear()
    assert settlement.resolve_over(now=now) == 0
    assert settlement.resolve_refused(now=now) == 1
    assert audit.run(now=now).ok


@pytest.mark.django_db(transaction=True)
def test_settled_together_with_others_a_leaver_is_let_go_all_the_same(now):
    rows = [over_at(House(now), now, f"t{n}") for n in range(2)]
    leaver = rows[0].table.sittings.order_by("seat").first()
    seating.stand_up(rows[0].table_id, leaver.player, now=now)
    assert settlement.resolve_over(now=now) == 2
    leaver.refresh_from_db()
    assert leaver.state == "left"
    assert rows[0].table.sittings.exclude(state="left").count() == 1
    assert Table.objects.get(pk=rows[0].table_id).deal_at is None
    assert Table.objects.get(pk=rows[1].table_id).deal_at is not None


def over_at(house, now, name):
    """A hand that is over at a table of its own."""
    table = house.seated(house.person(f"{name} anna"), house.person(f"{name} ben"), pause=60.0)
    row = dealer.deal(table.pk, now=now, seed=b"s" * 32)
    play_to_the_end(row, now)
    row.refresh_from_db()
    assert row.state == Hand.State.OVER
    return row
