"""Members and the record of a club of 100,000: a part of a name and a subject by the indexes of their parts and without, far pages
by a place and by counting, and the file of all.

`manage.py bench members`; `MEMBERS=10000` for fewer. Milliseconds of processor time of this process and of its PostgreSQL.
"""

from __future__ import annotations

import csv
import io
import os
import time
import tracemalloc
from collections.abc import Callable, Iterator

from django.db import connection
from django.utils import timezone

from club.database.database_owner import as_owner
from club.house import audit_log
from club.ledger.spreadsheets import harmless
from club.membership import roster
from club.models import Player, User
from club.people import search
from tests.bench import Reading, Remark, Row, populous
from tests.bench.populous import Size
from tests.bench.whole_club import processor_time
from tests.support.world import World

TIMES, PAGE = 5, 100
PARTS = ("club_player_spaceless", "club_auditentry_parts")


def measured() -> Iterator[Row]:
    """Each in one run beside what it replaces."""
    members = int(os.environ.get("MEMBERS", "100000"))
    world = World()
    size = Size(members=members, records=3 * members, waits=0)
    populous.owner_does([*populous.members(world, size), *populous.records(size)])
    sought = f"ember {members // 2 + 11}"
    subject = f"player:{Player.objects.filter(nickname__endswith=sought).get().pk}"
    asked: dict[str, Callable[[], object]] = {
        "a part of a name": lambda: list(search.members(sought)[:PAGE]),
        "a part of a name that all have": lambda: list(search.members("ember")[:PAGE]),
        "a subject of the record": lambda: list(audit_log.found(subject=subject)[:PAGE]),
    }
    by_index = {name: _took(work) for name, work in asked.items()}
    _drop()
    for name, work in asked.items():
        without = _took(work)
        yield Reading(name, by_index[name], "ms")
        yield Remark(f"    without its index {without:.1f} ms, {without / by_index[name]:.1f} times as long")
    yield from _far_pages(members)
    yield from _file(world.me.user)


def _far_pages(members: int) -> Iterator[Row]:
    everybody, far = search.members(""), members * 9 // 10
    place = everybody.values_list("pk", flat=True)[far]
    on = _took(lambda: list(search.after(everybody, place)[:PAGE]))
    counted = _took(lambda: list(everybody[far : far + PAGE]))
    yield Reading(f"a page from the {far:,}th member on, after the one before", on, "ms")
    yield Remark(f"    by counting {counted:.1f} ms, {counted / on:.1f} times as long")


def _file(by: User | None) -> Iterator[Row]:
    assert by is not None
    begun, before = time.perf_counter(), processor_time()
    parts = roster.export(by=by, now=timezone.now())
    next(parts)
    next(parts)
    first, size = time.perf_counter() - begun, 0
    for part in parts:
        size += len(part)
    yield Reading("the file of all members", 1000 * (processor_time() - before), "ms")
    yield Remark(f"    its first {roster.AT_ONCE:,} lines after {1000 * first:.0f} ms, {size / 1e6:.1f} MB in all")
    before = processor_time()
    _as_one_text()
    yield Remark(f"    as one text, a row at a time, {1000 * (processor_time() - before):.0f} ms")
    tracemalloc.start()
    for _part in roster.export(by=by, now=timezone.now()):
        pass
    yield Reading("memory of this process meanwhile, at most", tracemalloc.get_traced_memory()[1] / 2**20, "MiB")
    tracemalloc.stop()


def _as_one_text() -> str:
    """How the file was made before: nothing is sent until everything is there."""
    told = io.StringIO()
    writer = csv.writer(told)
    for player in search.members("").select_related("user").iterator(2_000):
        email = player.user.email if player.user is not None else ""
        writer.writerow([harmless(cell) for cell in (*(getattr(player, name) or "" for name in roster.FIELDS), email)])
    return told.getvalue()


def _took(work: Callable[[], object]) -> float:
    """Milliseconds of the quickest of some times, after one that fills caches."""
    work()
    found = []
    for _time in range(TIMES):
        before = processor_time()
        work()
        found.append(1000 * (processor_time() - before))
    return max(min(found), 0.1)


def _drop() -> None:
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX {', '.join(PARTS)}")
