"""``manage.py up``: open the club."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from club.project.celery import queues
from club.project.processes import Child, Household, program, stop_leftovers
from club.project.servers import Servers, is_free, var_directory

ANSWER_SECONDS = 10.0  # for one answer, of a machine that does other things as well
SAY_SECONDS = 15.0  # whoever waits is told for what, this often
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Command(BaseCommand):
    help = "Start the club: servers, web, event streams, worker and beat. Ctrl-C stops everything it started."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="fill a demo club with computer players")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="web port (default 8000); the streams take the next")
        parser.add_argument("--workers", type=int, default=2, help="worker processes (default 2)")

    def handle(self, *, demo: bool, host: str, port: int, workers: int, **options: Any) -> None:
        directory = var_directory()
        with self._alone(directory), contextlib.ExitStack() as opened, asked_to_close() as is_asked:
            try:
                stop_leftovers(directory)  # of a killed `up`: they hold its ports
                port = self._free_pair(port)
                self._prepare(demo)
                environment = addresses(host, port)
                household = Household(directory, family(host, port, workers, environment))
                servers = Servers(directory) if "CARDHOUSE_EMBEDDED" in os.environ else None
                opened.callback(household.stop)
                household.start()
                wait_until_open(household, doors(host, port), self.stdout.write, until=is_asked)
                if not is_asked():
                    self._say_where(environment["WEB_ORIGIN"], demo)
                while not is_asked():
                    time.sleep(1.0)
                    if servers is not None:
                        servers.revive()
                    for name in household.revive():
                        self.stderr.write(f"{name} had died and was started again; its log is {household.log(name)}")
            except KeyboardInterrupt:
                pass
            if is_asked():
                self.stdout.write("\nClosing the club …")
                self.stdout.flush()

    def _prepare(self, demo: bool) -> None:
        self.stdout.write("Preparing the database …")
        self.stdout.flush()
        call_command("migrate", interactive=False, verbosity=0)
        if demo:
            call_command("demo", stdout=self.stdout)

    @contextlib.contextmanager
    def _alone(self, directory: Path) -> Iterator[None]:
        """One `up` a directory: a second would run a second beat."""
        directory.mkdir(parents=True, exist_ok=True)
        with open(directory / "up.lock", "a+") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError(
                    f"this club is open already ({directory}): stop it with `manage.py down` or Ctrl-C where it runs"
                ) from None
            lock.truncate(0)
            lock.write(str(os.getpid()))
            lock.flush()
            yield

    def _free_pair(self, wanted: int) -> int:
        for port in range(wanted, wanted + 200, 2):
            if is_free(port) and is_free(port + 1):
                if port != wanted:
                    self.stderr.write(f"port {wanted} or {wanted + 1} is taken: using {port}")
                return port
        raise CommandError(f"no free pair of ports from {wanted} to {wanted + 199}: choose another with --port")

    def _say_where(self, address: str, demo: bool) -> None:
        self.stdout.write(self.style.SUCCESS(f"The club is open: {address}/"))
        if not demo:
            self.stdout.write("The first admin: uv run manage.py createsuperuser (in another terminal)")
        self.stdout.write("Ctrl-C closes it; its data stay.")
        self.stdout.flush()


@contextlib.contextmanager
def asked_to_close() -> Iterator[Callable[[], bool]]:
    """Inside the block the first Ctrl-C, TERM or hang-up raises `KeyboardInterrupt`; what the block is given is then true.

    Also where the shell has Ctrl-C ignored, as it does for what it starts in the background. Asked once, the club closes in
    order: whoever asks again does not cut that short.
    """
    asked: list[int] = []

    def ask(number: int, _frame: FrameType | None) -> None:
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)
        asked.append(number)  # where the error is lost (in a finalizer, say), this is still seen
        raise KeyboardInterrupt

    for each in ENDING:
        if each != signal.SIGHUP or signal.getsignal(each) != signal.SIG_IGN:  # what was started by nohup goes on
            signal.signal(each, ask)
    try:
        yield lambda: bool(asked)
    finally:
        for each in ENDING:
            signal.signal(each, signal.SIG_IGN)


def wait_until_open(
    household: Household, doors: Mapping[str, str], say: Callable[[str], object], *, until: Callable[[], bool]
) -> None:
    """Wait until every one of `doors` (addresses by the name of the child behind it) answers, or `until` is true.

    However long it takes: a busy machine is slow, and says so. Raises `CommandError` if a child has died.
    """
    for name, address in doors.items():
        since = said = time.monotonic()
        spent = household.work_of(name)
        while not until() and not answers(address):
            for dead in household.dead():
                raise CommandError(f"{dead} ended while the club was being opened; its log is {household.log(dead)}")
            now = time.monotonic()
            if now - said >= SAY_SECONDS:
                before, spent, said = spent, household.work_of(name), now
                state = "it is at work" if spent > before else "it lives, but has done nothing since the last time"
                say(
                    f"waiting for {name} to answer, {now - since:.0f} s so far: {state}; its log is {household.log(name)}"
                )
            time.sleep(0.1)


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=ANSWER_SECONDS):
            return True
    except (urllib.error.URLError, OSError):
        return False


def doors(host: str, port: int) -> dict[str, str]:
    """What answers when the club is open, by the child behind it."""
    here = seen_as(host)
    return {"web": f"http://{here}:{port}/healthz", "streams": f"http://{here}:{port + 1}/healthz"}


def seen_as(host: str) -> str:
    """The address under which this machine finds what listens on `host`."""
    return "127.0.0.1" if host in ("0.0.0.0", "127.0.0.1") else host


def addresses(host: str, port: int) -> dict[str, str]:
    """The variables that tell every child where browsers find the pages and the streams."""
    here = seen_as(host)
    return {
        "WEB_ORIGIN": os.environ.get("WEB_ORIGIN", f"http://{here}:{port}"),
        "STREAMS_URL": os.environ.get("STREAMS_URL", f"http://{here}:{port + 1}"),
    }


def family(host: str, port: int, workers: int, environment: dict[str, str]) -> list[Child]:
    """The programs of an open club."""
    hands, quick, slow = queues()
    lines = {
        "web": f"granian --interface wsgi --host {host} --port {port} --workers 2 --blocking-threads 4 --no-ws "
        "club.project.wsgi:application",
        # A stream never ends by itself: without a limit a stop would wait for every viewer to leave.
        "streams": f"uvicorn --host {host} --port {port + 1} --log-level warning --timeout-graceful-shutdown 1 "
        "club.project.asgi:application",
        "worker": f"celery -A club.project --quiet worker -Q {hands},{quick} --concurrency {workers} "
        "--loglevel warning -n quick@%h",
        "thinker": f"celery -A club.project --quiet worker -Q {slow} --concurrency 1 --loglevel warning -n slow@%h",
        "beat": "celery -A club.project --quiet beat --loglevel warning",
    }
    serving = {**environment, "CARDHOUSE_SERVES": "1"}  # workers too hold no lock for long
    return [Child(name, program(line), serving) for name, line in lines.items()]
