"""The open club that is shot at: its processes, whether they answer, and how long each table has stood still."""

from __future__ import annotations

import contextlib
import platform
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import psutil
from django.utils import timezone
from kombu.exceptions import KombuError
from redis import RedisError

from club.models import Heartbeat
from club.project.celery import app
from club.project.servers import Servers
from tests.faults import house
from tests.faults.layouts import SERVERS, Layout
from tests.faults.players import Client, Listener

GIVE_UP_SECONDS = 600.0
BEAT_SECONDS = 0.1
AHEAD = timedelta(seconds=5)


class Watch:
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


class Club:
    """The open club, and what is done to it."""

    def __init__(
        self,
        layout: Layout,
        directory: Path,
        clients: Sequence[Client],
        listeners: Sequence[Listener],
        patience: float,
    ) -> None:
        self.patience = patience
        self.layout, self.household, self.directory = layout, layout.household, directory
        self.clients, self.listeners = clients, listeners
        self.servers = Servers(directory / "servers")
        self.watch = Watch()

    def close(self) -> list[str]:
        """After the last run: every hand that is live now is played to its end, and everything is looked at once more."""
        hands = house.live()
        try:
            self.wait(lambda: not house.unfinished(hands), "hands are stuck")
        except TimeoutError as stuck:
            return [str(stuck)]
        return self.look(since=0)

    def until_all_go_on(self) -> list[str]:
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
        """True if everything works: all processes answer, every table moves and every watcher hears."""
        return self.is_well(began) and self.watch.have_all_moved() and not self._deaf()

    def too_long(self, words: str) -> list[str]:
        longest, self.watch.stuck = self.watch.stuck, 0.0
        return [f"a table stood still for {longest:.1f} s {words}"] if longest > self.patience else []

    def look(self, *, since: int) -> list[str]:
        found = house.patiently(lambda: house.wrongs([client.told for client in self.clients], since=since))
        dead = [f"{one.name} has ended" for one in [*self.clients, *self.listeners] if not one.is_alive()]
        return dead + (["the books could not be looked at"] if found is None else found)

    def living(self) -> dict[str, int]:
        """The process of each kind that lives, by its number."""
        found = {
            child.name: child.process.pid
            for child in self.household.children
            if child.process is not None and child.process.poll() is None
        }
        for name in SERVERS:
            process = self.servers.process_of(name)
            if process is not None:
                found[name] = process.pid
        return found

    def family(self, name: str) -> list[psutil.Process]:
        """The process of that name and all that descend from it."""
        parent = psutil.Process(self.living()[name])
        return [parent, *parent.children(recursive=True)]

    # -- the recovery ------------------------------------------------------------------------------------------------

    def is_whole(self) -> bool:
        """True if every process lives, and each web answers, and through it both servers."""
        return set(self.living()) == self.layout.programs and all(map(answers, self.layout.web))

    def is_well(self, since: datetime) -> bool:
        """True if it is whole, the streams answer, both workers answer a ping, and a heartbeat has gone since that instant through
        beat, broker and worker to the database."""
        listens = self.is_whole() and all(map(answers, self.layout.streams))
        return listens and self.has_beaten(since) and all(map(self.pings, self.layout.nodes))

    def pings(self, name: str) -> bool:
        """True if that worker answers."""
        with contextlib.suppress(KombuError, RedisError, OSError):  # its connection to Valkey may be of yesterday
            return bool(app.control.ping([f"{self.layout.nodes[name]}@{platform.node()}"], timeout=5.0, limit=1))
        return False

    def has_beaten(self, since: datetime) -> bool:
        """True if the heartbeat is later than that, and not of a time to come."""
        latest = timezone.now() + AHEAD
        return bool(house.patiently(lambda: Heartbeat.objects.filter(at__gt=since, at__lt=latest).exists()))

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


def answers(port: int) -> bool:
    """True if what listens there answers: a web process, and through it the database and the cache; or streams."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10):
            return True
    except urllib.error.HTTPError:
        return False
    except OSError:
        return False
