"""What ranges over the whole club, in one of 100,000 members and 2,000 tables: every page and endpoint that only reads, every
sweep, the audit.

Each is asked in a club with one of everything, and again in the large one. What takes longer there grows with the club instead of
with what is asked. `manage.py bench whole-club`; the mark is what an answer may take.
"""

from __future__ import annotations

import logging
import os
import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import psutil
from django.db import connection
from django.test import Client, override_settings
from django.utils import timezone

from club.base.registry import WORK
from club.database.database_owner import as_owner
from club.ledger import audit
from club.models import User
from club.people import roles
from club.project.celery import _SCHEDULE, app
from club.project.running.scheduled_work import ScheduledWork
from tables.dealing import player_decisions
from tables.hand.hand_replay import rebuilt
from tables.models import Hand
from tests.bench import Reading, Remark, Row
from tests.bench.populous import Size, made
from tests.rights import STATED
from tests.support.world import World

TIMES = 2
MOST_MS = 250.0
SLOWER, AT_LEAST_MS = 2.5, 40.0  # what is told of: so much slower than in the small club, and no trifle
LONG_MS = 5_000.0  # what takes as long is asked once
ROLES = ("owner", "player")
# Far on in lists, and searches among all.
BESIDES = (
    "/api/v1/tables/?page=30",
    "/api/v1/players/?from=90000",
    "/api/v1/players/?q=ember+4711",
    "/people/?q=ember+4711",
    "/api/v1/audit-log/?subject=player:4711",
)


@dataclass
class Spent:
    """Milliseconds of processor time of this process and of its PostgreSQL (whose clock ticks each 10 ms), and statements with what
    each took by the wall clock."""

    took: float = 0.0
    asked: float = 0.0
    statements: int = 0
    by_statement: dict[str, float] = field(default_factory=dict)

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            took = 1000 * (time.perf_counter() - begun)
            self.asked += took
            self.statements += 1
            self.by_statement[str(sql)] = self.by_statement.get(str(sql), 0.0) + took

    @property
    def longest(self) -> str:
        return max(self.by_statement, key=lambda one: self.by_statement[one], default="")


def measured() -> Iterator[Row]:
    """The rows of what grows, the slowest first; then sweeps, audit and a decision."""
    size = Size(**{name: int(value) for name, value in (one.split("=") for one in os.environ.get("CROWD", "").split())})
    _by_itself()
    world = World()
    works = {**dict(_doors(world)), **dict(_sweeps())}
    before = _all(works)
    yield from made(world, size)
    after = _all(works)
    growing = 0
    for name in sorted(after, key=lambda one: -after[one].took):
        small, large = before[name], after[name]
        if large.took < AT_LEAST_MS or large.took < SLOWER * small.took:
            continue
        growing += 1
        yield Reading(f"{name} ({small.took:.0f} ms before)", large.took, "ms", MOST_MS)
        yield Remark(
            f"    {large.statements} statements, {large.asked:.0f} ms waited for them; longest: {large.longest[:900]}"
        )
    yield Remark(f"{len(works)} pages, endpoints and sweeps asked, {growing} slower than in the small club")
    yield from _decisions()
    begun = time.perf_counter()
    report = audit.rebuild()
    yield Reading("audit of everything", time.perf_counter() - begun, "s", 60)
    assert report.ok, report.differences[:5]


def _all(works: Mapping[str, Callable[[], object]]) -> dict[str, Spent]:
    """Each of them by its least; nobody is asked for a second factor, and nothing is written of what is refused."""
    logging.disable()
    try:
        with override_settings(FACTOR_ROLES=()):
            return {name: _least(work) for name, work in works.items()}
    finally:
        logging.disable(logging.NOTSET)


def _least(work: Callable[[], object]) -> Spent:
    """What the quickest of some times took, after one that fills caches."""
    found = []
    for _time in range(1 + TIMES):
        spent = Spent()
        begun = processor_time()
        with connection.execute_wrapper(spent):
            work()
        spent.took = 1000 * (processor_time() - begun)
        found.append(spent)
        if spent.took > LONG_MS:
            break
    return min(found, key=lambda one: one.took)


def processor_time() -> float:
    """Seconds of this process and of the one that serves it at PostgreSQL, which does all by itself here."""
    connection.ensure_connection()
    times = psutil.Process(connection.connection.info.backend_pid).cpu_times()
    return time.process_time() + times.user + times.system


def _by_itself() -> None:
    """Each statement of these databases is worked out by one process."""
    with as_owner(), connection.cursor() as cursor:
        cursor.execute(f"ALTER DATABASE {connection.settings_dict['NAME']} SET max_parallel_workers_per_gather = 0")
    connection.close()


def _doors(world: World) -> Iterator[tuple[str, Callable[[], object]]]:
    """Every address that is asked by GET, as the owner and as a player."""
    for role in ROLES:
        client = Client(raise_request_exception=False)
        login = User.objects.create(username=f"crowd {role}")
        roles.give_role(login, role)
        client.force_login(login)
        asked = [world.filled(address, world.me) for method, address in STATED if method == "GET"]
        for path in [*asked, *BESIDES]:
            yield f"{path} as {role}", lambda client=client, path=path: _asked(client, path)


def _asked(client: Client, path: str) -> None:
    answer = client.get(path)
    if answer.streaming:
        for _part in answer.streaming_content:
            pass
    assert answer.status_code != 500, path  # 503: no worker runs here, which the health page says


def _sweeps() -> Iterator[tuple[str, Callable[[], object]]]:
    """The tasks that beat sends, and its own question what is to be done."""
    app.loader.import_default_modules()
    work = ScheduledWork(WORK)
    yield "beat's question", lambda: work.at(timezone.now())
    for entry in _SCHEDULE.values():
        task = app.tasks[entry["task"]]
        if "backup" not in task.name:
            yield task.name, task.run


def _decisions() -> Iterator[Row]:
    """One decision at each of some tables among all, in this process, without HTTP."""
    hands = Hand.objects.filter(state=Hand.State.PLAYING, table__name__startswith="Populous").select_related("table")[
        :200
    ]
    took, asked = [], []
    for hand in hands:
        ask = rebuilt(hand).asks[0]
        player = hand.seats.get(seat=ask.seat).player
        assert player is not None
        spent, begun = Spent(), time.perf_counter()
        with connection.execute_wrapper(spent):
            player_decisions.decide(hand.table_id, hand.pk, ask.number, "fold", by=player, now=timezone.now())
        took.append(1000 * (time.perf_counter() - begun))
        asked.append(spent.asked)
    yield Reading(f"a decision at one of {len(took)} of these tables, median", statistics.median(took), "ms")
    yield Reading("of it waiting for PostgreSQL", statistics.median(asked), "ms")
