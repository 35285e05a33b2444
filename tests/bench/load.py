"""A full club under load: players who play over the API, each with an event stream, and spectators who look at every change.

Every client does what a program would: hears of a change by its stream, fetches what it may see, thinks, and decides. They live in
this process, on the machine of the servers, so their work is in every figure.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import psutil
import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone

from club.accounts import api_tokens
from club.base.sandbox import directory_of
from club.cashier import cashier
from club.ledger import audit
from club.management.commands.up import addresses, family, serving
from club.models import User
from club.people import people
from club.project.processes import Household
from club.project.running.queues import queues
from club.project.servers import Servers, free_port, var_directory
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tables.models import Decision, Hand
from tests.bench import Reading, Remark, Row
from tests.bench.clubhouse import wait_for_port
from tests.bench.drift import drift
from tests.bench.footprints import memory, spent, tree
from tests.bench.http_client import Client
from tests.faults.players import answer_to

STAKES = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)
LOOK_SECONDS = 10.0  # without news a program looks by itself
SAMPLE_SECONDS = 5.0
WARM_PART = 0.2
SETTLING_SECONDS = 10.0  # streams open, caches fill: not counted
MOST_P99_MS = 400.0
GOES_ON = (200, 409)  # 409: the table has gone on meanwhile, and says so


@dataclass(frozen=True)
class Terms:
    """How many of each; `think` in seconds on average, `web` in processes."""

    tables: int
    players: int
    watchers: int
    minutes: float
    think: float
    web: int


@dataclass
class Tally:
    """What the clients met. Nothing is counted before `begun`."""

    begun: float = float("inf")
    took: dict[str, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    clients: list[Client] = field(default_factory=list)
    streams: int = 0

    looked: dict[str, int] = field(default_factory=dict)

    def since_last_look(self) -> dict[str, list[float]]:
        """Seconds of the answers that came since this was last asked, by kind; kinds of which ten came at least."""
        found = {}
        for kind, seconds in list(self.took.items()):
            new = seconds[self.looked.get(kind, 0) :]
            if len(new) >= 10:
                found[kind], self.looked[kind] = new, self.looked.get(kind, 0) + len(new)
        return found

    def client(self, port: int, token: str = "") -> Client:
        one = Client(port, token)
        self.clients.append(one)
        return one

    async def ask(self, kind: str, client: Client, method: str, path: str, body: Any = None) -> tuple[int, Any, Any]:
        """The answer, with its time under that kind; what is no answer to go on with is an error."""
        at = time.perf_counter()
        status, headers, content = await client.ask(method, path, body)
        if at >= self.begun:
            self.took.setdefault(kind, []).append(time.perf_counter() - at)
            if status not in GOES_ON and (kind, status) != ("spectator's view", 403):
                self.errors[f"{kind}: {status}"] += 1
        return status, headers, content


class News:
    """An event stream of one table: `changed` is set by every version. Raises `ConnectionError` from `listen` if it ends."""

    def __init__(self) -> None:
        self.changed = asyncio.Event()

    async def listen(self, port: int, table: int, tally: Tally) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET /streams/table:{table}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        tally.streams += 1
        try:
            while line := await reader.readline():
                if line.startswith((b"event: version", b"event: look")):
                    self.changed.set()
            raise ConnectionError(f"the stream of table {table} has ended")
        finally:
            tally.streams -= 1
            writer.close()

    async def wait(self) -> None:
        """Until something changed, at most `LOOK_SECONDS`."""
        try:
            async with asyncio.timeout(LOOK_SECONDS):
                await self.changed.wait()
        except TimeoutError:
            pass
        self.changed.clear()


def measured(terms: Terms, *, drifts: bool = False) -> Iterator[Row]:
    """Times of answers by kind, errors, memory, connections. Raises what the first client that fails raised.

    drifts: of what is looked at now and then, also by how much it changes an hour.
    """
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 20_000), hard))
    seats = _seated(terms)
    watchers = [_login(f"watcher {at}") for at in range(min(terms.watchers, 20))]  # with many devices each
    with _opened(terms) as (port, household):
        tally, samples = Tally(), Samples(household)
        asyncio.run(_played(terms, port, seats, watchers, tally, samples))
        yield from _told(terms, tally, samples)
        if drifts:
            yield from samples.drifts()
    report = audit.rebuild()
    yield Remark(f"the books: {'every balance is the sum of its entries' if report.ok else report.differences[:3]}")


@contextmanager
def _opened(terms: Terms) -> Iterator[tuple[int, Household]]:
    """The programs that `up` starts, forked as it forks them."""
    port = free_port()
    told = addresses("127.0.0.1", port)
    household = Household(directory_of("load"), family("127.0.0.1", port, 2, told, web=terms.web), forks=serving(told))
    household.start()
    try:
        for at in (port, port + 1):
            wait_for_port(at)
        yield port, household
    finally:
        household.stop()


def _login(name: str) -> str:
    user = User.objects.create_user(name.replace(" ", "-"))
    people.enrol(name, user=user, now=timezone.now())
    return str(api_tokens.make(user, "load", now=timezone.now()))


def _seated(terms: Terms) -> list[tuple[int, str]]:
    """Table and token of each player, everybody in a seat with chips."""
    now, found = timezone.now(), []
    opening: dict[str, Any] = {
        "game": "holdem",
        "stakes": STAKES,
        "seats": 9,
        "pause": 3.0,
        "max_buy_in": 50_000,
        "action_seconds": 120,
    }
    tables = [
        new_tables.open_table(new_tables.Opening(name=f"Load {at + 1}", **opening), by=None, now=now)
        for at in range(terms.tables)
    ]
    for at in range(terms.players):
        table, seat = tables[at % terms.tables], at // terms.tables + 1
        name = f"player {at}"
        token = _login(name)
        player = people.player_of(User.objects.get(username=name.replace(" ", "-")))
        assert player is not None
        cashier.buy_chips(player, 100_000, key=f"load:{at}", by=None, now=now)
        seating.sit_down(table.pk, player, seat, 50_000, key="load", now=now)
        found.append((table.pk, token))
    return found


class Samples:
    """The club's processes, looked at now and then."""

    def __init__(self, household: Household) -> None:
        servers = Servers(var_directory())
        own = [servers.process_of(name) for name in ("postgres", "valkey")]
        self._servers = [one.pid for one in own if one is not None]
        self._household = household
        self.series: dict[tuple[str, str], list[tuple[float, float]]] = {}  # by what and its unit: seconds and readings
        self.busy_by_program: dict[str, float] = {}  # percent of one processor, while it was counted
        self.memory: list[float] = []
        self.connections: list[int] = []
        self.busy: list[float] = []

    def processes(self, *names: str) -> list[psutil.Process]:
        """Those of the programs of these names, of all without any."""
        chosen = [
            one.process.pid for one in self._household.children if one.process and (not names or one.name in names)
        ]
        return tree(chosen if names else [*chosen, *self._servers])

    def take(self, tally: Tally) -> None:
        self.memory.append(memory(self.processes()))
        self.busy.append(psutil.cpu_percent())
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")
            self.connections.append(cursor.fetchone()[0])
        self._look(tally)
        dead = self._household.dead()
        assert not dead, f"{', '.join(dead)} has ended"

    def spent(self) -> dict[str, float]:
        """Seconds of processor time of each program and server so far."""
        found = {one.name: spent(self.processes(one.name)) for one in self._household.children}
        return found | {psutil.Process(pid).name(): spent(tree([pid])) for pid in self._servers}

    def _look(self, tally: Tally) -> None:
        """A reading of everything that should not drift."""
        at = time.perf_counter() - tally.begun
        found = {("memory, all processes", "MiB"): self.memory[-1]}
        found |= {(f"memory, {one.name}", "MiB"): memory(self.processes(one.name)) for one in self._household.children}
        found |= {(f"memory, {psutil.Process(pid).name()}", "MiB"): memory(tree([pid])) for pid in self._servers}
        found["connections to PostgreSQL", ""] = self.connections[-1]
        found["event streams", ""] = tally.streams
        with redis.Redis.from_url(settings.REDIS_URL) as broker:
            found |= {(f"queue {queue}", ""): int(broker.llen(queue)) for queue in queues()}
        for kind, seconds in tally.since_last_look().items():
            found[f"{kind}, p50", "ms"] = 1000 * statistics.median(seconds)
            found[f"{kind}, p99", "ms"] = 1000 * statistics.quantiles(seconds, n=100, method="inclusive")[98]
        for what, reading in found.items():
            self.series.setdefault(what, []).append((at, reading))

    def drifts(self) -> Iterator[Row]:
        """By how much each changes an hour; what warms up in the first fifth of the time is left out."""
        for (what, unit), readings in self.series.items():
            kept = [one for one in readings if one[0] >= WARM_PART * readings[-1][0]]
            try:
                yield drift(what, unit, [at for at, _value in kept], [value for _at, value in kept])
            except ValueError as few:
                yield Remark(str(few))


async def _played(
    terms: Terms, port: int, seats: list[tuple[int, str]], watchers: list[str], tally: Tally, samples: Samples
) -> None:
    tables = sorted({table for table, _token in seats})
    async with asyncio.TaskGroup() as clients:  # one that fails ends them all
        tasks = [
            clients.create_task(_play(port, table, token, terms.think, random.Random(at), tally))
            for at, (table, token) in enumerate(seats)
        ]
        for at in range(terms.watchers):
            tasks.append(
                clients.create_task(_watch(port, tables[at % len(tables)], watchers[at % len(watchers)], at, tally))
            )
        await asyncio.sleep(SETTLING_SECONDS)
        tally.begun = time.perf_counter()
        before = samples.spent()
        end = tally.begun + 60 * terms.minutes
        while (left := end - time.perf_counter()) > 0:
            await asyncio.to_thread(samples.take, tally)
            await asyncio.sleep(min(left, SAMPLE_SECONDS))
        seconds = time.perf_counter() - tally.begun
        samples.busy_by_program = {name: 100 * (now - before[name]) / seconds for name, now in samples.spent().items()}
        for task in tasks:
            task.cancel()


async def _play(port: int, table: int, token: str, think: float, rng: random.Random, tally: Tally) -> None:
    news, client = News(), tally.client(port, token)
    await asyncio.sleep(rng.uniform(0, SETTLING_SECONDS / 2))
    async with asyncio.TaskGroup() as own:
        own.create_task(news.listen(port + 1, table, tally))
        while True:
            await news.wait()
            _status, _headers, content = await tally.ask("player's view", client, "GET", f"/api/v1/tables/{table}/")
            while (decision := _due(json.loads(content), rng)) is not None:
                await asyncio.sleep(rng.expovariate(1 / think))
                status, _headers, content = await tally.ask(
                    "decision", client, "POST", f"/api/v1/tables/{table}/decisions/", decision
                )
                if status != 200:
                    break


def _due(seen: Mapping[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """What the player answers, if anything is asked."""
    hand = seen.get("hand")
    if not hand or not hand["you"] or hand["state"] != "playing":
        return None
    ask = next((one for one in hand["view"]["asks"] if one["seat"] == hand["you"]), None)
    if ask is None:
        return None
    return {"hand": hand["id"], "ask": ask["number"], "decision": answer_to(hand, ask, rng)}


async def _watch(port: int, table: int, token: str, number: int, tally: Tally) -> None:
    news, web, streams = News(), tally.client(port, token), tally.client(port + 1)
    await asyncio.sleep(SETTLING_SECONDS / 2 * (number % 100) / 100)
    rail = ""
    async with asyncio.TaskGroup() as own:
        own.create_task(news.listen(port + 1, table, tally))
        while True:
            await news.wait()
            if rail:
                status, _headers, _content = await tally.ask("spectator's view", streams, "GET", rail)
                if status == 200:
                    continue
            _status, headers, _content = await tally.ask("spectator's key", web, "GET", f"/api/v1/tables/{table}/")
            told = urlsplit(headers.get("rail", ""))
            rail = f"{told.path}?{told.query}" if told.path else ""


def _told(terms: Terms, tally: Tally, samples: Samples) -> Iterator[Row]:
    asked = 0
    for kind, seconds in sorted(tally.took.items()):
        asked += len(seconds)
        cuts = statistics.quantiles(seconds, n=100)
        most = MOST_P99_MS if kind in ("decision", "player's view") else None
        yield Reading(f"{kind}, {len(seconds):,} asked, p50", 1000 * cuts[49], "ms")
        yield Reading(f"{kind}, p99", 1000 * cuts[98], "ms", most)
    yield Reading("requests a second", asked / (60 * terms.minutes), "/s")
    yield Reading("decisions kept", Decision.objects.count(), "")
    yield Reading("hands dealt", Hand.objects.count(), "")
    yield Reading("errors", sum(tally.errors.values()), "", 0)
    for kind, count in tally.errors.most_common():
        yield Remark(f"    {count} × {kind}")
    yield Reading("connections opened anew by clients", sum(one.reopened for one in tally.clients), "")
    yield Reading("memory at the begin, all processes and both servers", samples.memory[0], "MiB")
    yield Reading("memory at the end", samples.memory[-1], "MiB")
    yield Reading("memory at most", max(samples.memory), "MiB")
    yield Reading("connections to PostgreSQL at most", max(samples.connections), "")
    for name, percent in samples.busy_by_program.items():
        yield Reading(f"of one processor: {name}", percent, "%")
    yield Reading("the machine's processors busy, median", statistics.median(samples.busy[1:] or samples.busy), "%")
