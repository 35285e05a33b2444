"""The soak: run by run, something is killed at a seeded moment, comes back, and everything must be as if it had not been."""

from __future__ import annotations

import os
import platform
import random
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil
from django.utils import timezone

from club.management.commands.up import addresses, family
from club.models import Heartbeat
from club.project.celery import app
from club.project.processes import Household
from club.project.servers import Servers, free_port
from tests.faults import house
from tests.faults.players import Client

KINDS = ("web", "worker", "postgres", "valkey", "thinker", "beat")
LATEST_SECONDS = 1.5  # the moment of the kill, from 0 on
GIVE_UP_SECONDS = 60.0
BEAT_SECONDS = 0.05
NODES = {"worker": "quick", "thinker": "slow"}  # the names of the workers that `up` starts


@dataclass(frozen=True)
class Run:
    """What one run came to, in seconds. `recovered`: from the kill until what was killed works again; `stuck`: how long at most
    a table with a hand stood still from then on, `outage` from the kill on; `settled`: from the recovery until every hand of
    that moment was."""

    run: int
    kind: str
    at: float
    killed: int
    recovered: float
    stuck: float
    outage: float
    settled: float
    hands: int
    wrongs: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        return not self.wrongs

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        words = (
            f"run {self.run:>4}  {self.kind:<9} killed at {self.at:4.2f} s ({self.killed} processes)"
            f"  back after {self.recovered:5.2f} s  hands stood still {self.stuck:5.2f} s from then"
            f", {self.outage:5.2f} s in all  {self.hands} hands settled after {self.settled:5.2f} s"
        )
        return "\n".join([words, *(f"    WRONG: {wrong}" for wrong in self.wrongs)])


def runs(directory: Path, *, count: int, first: int, seed: int, patience: float) -> Iterator[Run]:
    """The runs from number `first` on, in a club of that directory that is open all the while.

    patience: the most seconds that a hand may stand still once all are back.
    """
    keys = house.prepare(timezone.now())
    port = free_port()
    children = [one for one in family("127.0.0.1", port, 1, addresses("127.0.0.1", port)) if one.name != "streams"]
    household = Household(directory, children)
    stopped = threading.Event()
    clients = [Client(port, token, table, f"{seed}:{first}:{at}", stopped) for at, (table, token) in enumerate(keys)]
    club = _Club(household, directory, port, clients, patience)
    try:
        household.start()
        club.wait(lambda: club.answers() and set(club.living()) == set(KINDS), "the club does not open")
        for client in clients:
            client.start()
        for number in range(first, count + 1):
            yield club.shoot(number, random.Random(f"{seed}:{number}"), kind_of(seed, number))
    finally:
        stopped.set()
        for client in clients:
            if client.ident is not None:
                client.join(20)
        household.stop()


def kind_of(seed: int, number: int) -> str:
    """What is killed: every kind once in so many runs, in an order of the seed's."""
    turn, place = divmod(number - 1, len(KINDS))
    order = list(KINDS)
    random.Random(f"{seed}:order:{turn}").shuffle(order)
    return order[place]


class _Club:
    """The open club, and what is done to it."""

    def __init__(
        self, household: Household, directory: Path, port: int, clients: Sequence[Client], patience: float
    ) -> None:
        self.patience = patience
        self.household, self.directory, self.port, self.clients = household, directory, port, clients
        self.servers = Servers(directory / "servers")

    def shoot(self, number: int, rng: random.Random, kind: str) -> Run:
        """Kill at the random moment, wait until all are back and every hand of that moment is settled, and look."""
        at = rng.uniform(0, LATEST_SECONDS)
        self.rest(at)
        hands = house.patiently(house.live) or {}
        before = self.living()[kind]
        killed = self.kill(kind, rng)
        begun, since = time.monotonic(), timezone.now()
        # Supervised: by the household here, the servers by the outer process.
        self.wait(lambda: self.is_back(kind, before, since), f"{kind} does not come back")
        recovered = time.monotonic()
        stuck, outage, wrongs = self._until_settled(hands, begun, recovered)
        settled = time.monotonic()
        found = house.patiently(lambda: house.wrongs([client.told for client in self.clients]))
        for client in self.clients:
            if not client.is_alive():
                wrongs.append(f"{client.name} plays no longer")
        wrongs += ["the books could not be looked at"] if found is None else found
        return Run(
            number,
            kind,
            round(at, 3),
            killed,
            round(recovered - begun, 2),
            round(stuck, 2),
            round(outage, 2),
            round(settled - recovered, 2),
            len(hands),
            tuple(wrongs),
        )

    def _until_settled(self, hands: dict[int, int], killed: float, recovered: float) -> tuple[float, float, list[str]]:
        """How long at most a table whose hand was live stood still until that hand was settled: from the recovery, and from
        the kill; and what is wrong with that."""
        left = dict(hands)
        last = dict.fromkeys(left, killed)
        outage = 0.0
        versions: dict[int, int] = {}
        longest = 0.0
        while left:
            self.rest(BEAT_SECONDS)
            now, seen, live = time.monotonic(), house.patiently(house.versions), house.patiently(house.live)
            for table, hand in list(left.items()):
                has_moved = seen is not None and table in versions and seen[table] != versions[table]
                longest = max(longest, now - max(last[table], recovered))
                outage = max(outage, now - last[table])
                if has_moved:
                    last[table] = now
                if live is not None and live.get(table) != hand:
                    del left[table]
            versions = seen or versions
            if longest > GIVE_UP_SECONDS:
                break
        wrongs = [f"hand {hand} is stuck" for hand in left.values()]
        if longest > self.patience:
            wrongs.append(f"a hand stood still for {longest:.1f} s after all were back")
        return longest, outage, wrongs

    # -- the shot ----------------------------------------------------------------------------------------------------

    def kill(self, kind: str, rng: random.Random) -> int:
        """SIGKILL for the processes of that kind: all of them as if the machine had gone, or one; how many."""
        family = self._family(kind)
        shot = family if rng.random() < 0.5 else [rng.choice(family)]
        if not any(process.pid == family[0].pid for process in shot) and kind not in ("postgres",):
            shot = [*shot, family[0]]  # a supervisor of its own would hide what a lost process does
        count = 0
        for process in shot:
            try:
                os.kill(process.pid, signal.SIGKILL)
                count += 1
            except ProcessLookupError:  # a connection that was closed meanwhile
                continue
        return count

    def _family(self, kind: str) -> list[psutil.Process]:
        parent = psutil.Process(self.living()[kind])
        return [parent, *parent.children(recursive=True)]

    def living(self) -> dict[str, int]:
        """The process of each kind that lives, by its number."""
        found = {
            child.name: child.process.pid
            for child in self.household.children
            if child.process is not None and child.process.poll() is None
        }
        for name in ("postgres", "valkey"):
            process = self.servers.process_of(name)
            if process is not None:
                found[name] = process.pid
        return found

    # -- the recovery ------------------------------------------------------------------------------------------------

    def is_back(self, kind: str, before: int, since: datetime) -> bool:
        """True if what was killed works again: every process lives, the web answers, and a worker that was killed a ping; after
        the death of beat its heartbeat has gone through broker and worker to the database."""
        living = self.living()
        if set(living) != set(KINDS) or (kind != "postgres" and living[kind] == before) or not self.answers():
            return False
        if kind in NODES:
            return bool(app.control.ping([f"{NODES[kind]}@{platform.node()}"], timeout=0.3))
        if kind == "beat":
            return bool(house.patiently(lambda: Heartbeat.objects.filter(at__gt=since).exists()))
        return True

    def answers(self) -> bool:
        """True if the web process answers, and through it the database and the cache."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2):
                return True
        except urllib.error.HTTPError:
            return False
        except OSError:
            return False

    def rest(self, seconds: float) -> None:
        """Wait as `up` does, starting again whoever has died."""
        until = time.monotonic() + seconds
        while True:
            self.household.revive()
            left = until - time.monotonic()
            if left <= 0:
                return
            time.sleep(min(left, BEAT_SECONDS))

    def wait(self, is_so: Callable[[], bool], words: str) -> None:
        """Until it is so. Raises `TimeoutError`."""
        until = time.monotonic() + GIVE_UP_SECONDS
        while not is_so():
            self.rest(BEAT_SECONDS)
            if time.monotonic() > until:
                raise TimeoutError(f"{words}; the logs are in {self.directory}")
