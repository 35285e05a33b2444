"""The soak: run by run, something is killed at a seeded moment, comes back, and everything must be as if it had not been."""

from __future__ import annotations

import contextlib
import os
import platform
import random
import signal
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

import psutil
from django.utils import timezone
from kombu.exceptions import KombuError
from redis import RedisError

from club.management.commands.up import addresses, family, serving
from club.models import Heartbeat
from club.project.celery import app
from club.project.processes import Household
from club.project.servers import Servers, free_port
from tests.faults import house
from tests.faults.players import Client, Listener, Told

KINDS = ("web", "streams", "worker", "postgres", "valkey", "thinker", "beat")
LATEST_SECONDS = 1.5  # the moment of the kill, from 0 on
GIVE_UP_SECONDS = 600.0
BEAT_SECONDS = 0.1
NODES = {"worker": "quick", "thinker": "slow"}  # the names of the workers that `up` starts


@dataclass(frozen=True)
class Run:
    """What one run came to, in seconds. `recovered`: from the kill until what was killed works again; `stuck`: how long at most
    a table stood still from then on, until the next kill; `outage` from the kill on; `load`: the machine's, of one minute."""

    run: int
    kind: str
    at: float
    killed: int
    recovered: float
    stuck: float
    outage: float
    hands: int
    repeated: int
    load: float
    wrongs: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        return not self.wrongs

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def __str__(self) -> str:
        words = (
            f"run {self.run:>4}  {self.kind:<9} killed at {self.at:4.2f} s ({self.killed} processes, {self.hands} hands in play)"
            f"  back after {self.recovered:5.2f} s  a table stood still {self.stuck:5.2f} s from then, {self.outage:5.2f} s in all"
            f"  load {self.load:.1f}"
        )
        return "\n".join([words, *(f"    WRONG: {wrong}" for wrong in self.wrongs)])


def runs(directory: Path, *, count: int, first: int, seed: int, patience: float) -> Iterator[Run]:
    """The runs from number `first` on, in a club of that directory that is open all the while.

    patience: the most seconds that a table may stand still once all are back.
    """
    keys = house.prepare(timezone.now())
    port = free_port()
    told = addresses("127.0.0.1", port)
    household = Household(directory, family("127.0.0.1", port, 1, told), forks=serving(told))
    stopped = threading.Event()
    since = 1 + house.latest_hand()
    clients = [
        Client(port, token, table, Told(user=user, since=since), f"{seed}:{first}:{at}", stopped)
        for at, (table, user, token) in enumerate(keys)
    ]
    listeners = [Listener(port + 1, table, stopped) for table in sorted({table for table, _user, _token in keys})]
    club = _Club(household, directory, port, clients, listeners, patience)
    began = timezone.now()
    try:
        household.start()
        club.wait(lambda: club.answers() and set(club.living()) == set(KINDS), "the club does not open")
        for one in [*clients, *listeners]:
            one.start()
        club.watch.recovered = time.monotonic()
        club.wait(lambda: club.is_playing(began), "the club does not play")
        club.watch.begin()
        for number in range(first, count + 1):
            run = club.shoot(number, random.Random(f"{seed}:{number}"), kind_of(seed, number))
            yield run if number < count else replace(run, wrongs=(*run.wrongs, *club.close()))
    finally:
        stopped.set()
        for one in [*clients, *listeners]:
            if one.ident is not None:
                one.join(20)
        household.stop()


def kind_of(seed: int, number: int) -> str:
    """What is killed: every kind once in so many runs, in an order of the seed's."""
    turn, place = divmod(number - 1, len(KINDS))
    order = list(KINDS)
    random.Random(f"{seed}:order:{turn}").shuffle(order)
    return order[place]


class _Watch:
    """How long each table has stood still."""

    def __init__(self) -> None:
        self.versions: dict[int, int] = {}
        self.moved: dict[int, float] = {}  # when, by the monotonic clock
        self.recovered = time.monotonic()
        self.stuck = self.outage = 0.0

    def begin(self) -> None:
        """From here on another outage is measured."""
        self.stuck = self.outage = 0.0

    def look(self) -> None:
        """See which tables have moved."""
        seen, now = house.patiently(house.versions), time.monotonic()
        for table, version in (seen or self.versions).items():
            if seen is not None and version != self.versions.get(table):
                self.note(table, now)
                self.moved[table] = now
            elif table in self.moved:
                self.note(table, now)
        self.versions = seen or self.versions

    def note(self, table: int, now: float) -> None:
        last = self.moved.get(table, now)
        self.outage = max(self.outage, now - last)
        self.stuck = max(self.stuck, now - max(last, self.recovered))

    def have_all_moved(self) -> bool:
        """True if every table has moved since the recovery."""
        return bool(self.versions) and all(self.moved.get(table, 0) > self.recovered for table in self.versions)


class _Club:
    """The open club, and what is done to it."""

    def __init__(
        self,
        household: Household,
        directory: Path,
        port: int,
        clients: Sequence[Client],
        listeners: Sequence[Listener],
        patience: float,
    ) -> None:
        self.patience = patience
        self.household, self.directory, self.port = household, directory, port
        self.clients, self.listeners = clients, listeners
        self.servers = Servers(directory / "servers")
        self.watch = _Watch()
        self._doomed: set[int] = set()  # processes that go with the one that was killed

    def shoot(self, number: int, rng: random.Random, kind: str) -> Run:
        """Kill at the random moment, wait until all are back, every table goes on and every watcher hears of it, and look."""
        at = rng.uniform(0, LATEST_SECONDS)
        house.restock(number, timezone.now())
        self.rest(at)
        wrongs = self._too_long("before the kill")
        self.watch.begin()
        hands: Sequence[int] = ()
        while not hands:  # nothing is shown by a kill between hands
            self.wait(lambda: bool(house.patiently(house.live)), "no hand is dealt")
            hands = house.live()
        before = self.living()[kind]
        killed = self.kill(kind, rng)
        begun, since = time.monotonic(), timezone.now()
        self.watch.recovered = float("inf")
        # Supervised: by the household here, the servers by the outer process.
        self.wait(lambda: self.is_back(kind, before, since), f"{kind} does not come back")
        self.watch.recovered = time.monotonic()
        wrongs += self._until_all_go_on()
        stuck, outage = self.watch.stuck, self.watch.outage
        wrongs += self._too_long("after all were back")
        wrongs += self._look(since=min(hands, default=0))
        return Run(
            number,
            kind,
            round(at, 3),
            killed,
            round(self.watch.recovered - begun, 2),
            round(stuck, 2),
            round(outage, 2),
            len(hands),
            sum(client.told.repeated for client in self.clients),
            round(os.getloadavg()[0], 1),
            tuple(wrongs),
        )

    def close(self) -> list[str]:
        """After the last run: every hand that is live now is played to its end, and everything is looked at once more."""
        hands = house.live()
        try:
            self.wait(lambda: not house.unfinished(hands), "hands are stuck")
        except TimeoutError as stuck:
            return [str(stuck)]
        return self._look(since=0)

    def _until_all_go_on(self) -> list[str]:
        until = self.watch.recovered + self.patience + 1
        while True:
            self.rest(BEAT_SECONDS)
            deaf = self._deaf()
            if self.watch.have_all_moved() and not deaf:
                return []
            if time.monotonic() > until:
                return [f"{name} hears nothing" for name in deaf]

    def _deaf(self) -> list[str]:
        return [one.name for one in self.listeners if one.heard < self.watch.recovered]

    def is_playing(self, began: datetime) -> bool:
        """True if everything that can be killed works: all processes answer, every table moves and every watcher hears."""
        everybody = all(self.is_back(kind, 0, began) for kind in self.living())
        return everybody and self.watch.have_all_moved() and not self._deaf()

    def _too_long(self, words: str) -> list[str]:
        longest, self.watch.stuck = self.watch.stuck, 0.0
        return [f"a table stood still for {longest:.1f} s {words}"] if longest > self.patience else []

    def _look(self, *, since: int) -> list[str]:
        found = house.patiently(lambda: house.wrongs([client.told for client in self.clients], since=since))
        dead = [f"{one.name} has ended" for one in [*self.clients, *self.listeners] if not one.is_alive()]
        return dead + (["the books could not be looked at"] if found is None else found)

    # -- the shot ----------------------------------------------------------------------------------------------------

    def kill(self, kind: str, rng: random.Random) -> int:
        """SIGKILL for the processes of that kind: all of them as if the machine had gone, or one; how many."""
        family = self._family(kind)
        self._doomed = {process.pid for process in family[1:]} if kind == "postgres" else set()
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
        if kind == "streams":
            return self.answers(1)
        if kind == "postgres":  # where one process of it dies, all the others are stopped by it and started again
            with contextlib.suppress(psutil.Error):
                new = {process.pid for process in psutil.Process(living["postgres"]).children()}
                return not new & self._doomed and house.patiently(house.latest_hand) is not None
            return False
        if kind in NODES:
            with contextlib.suppress(KombuError, RedisError, OSError):  # its connection to Valkey may be of yesterday
                return bool(app.control.ping([f"{NODES[kind]}@{platform.node()}"], timeout=5.0, limit=1))
            return False
        if kind == "beat":
            return bool(house.patiently(lambda: Heartbeat.objects.filter(at__gt=since).exists()))
        return True

    def answers(self, further: int = 0) -> bool:
        """True if the web process answers, and through it the database and the cache; or the streams, at the next port."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port + further}/healthz", timeout=10):
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
            self.watch.look()
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
