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
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from club.project.celery import queues
from club.project.processes import Child, Household, program
from club.project.servers import Servers, is_free, var_directory

READY_SECONDS = 120.0


class Command(BaseCommand):
    help = "Start the club: servers, web, event streams, worker and beat. Ctrl-C stops everything it started."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="fill a demo club with computer players")
        parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
        parser.add_argument("--port", type=int, default=8000, help="web port (default 8000); the streams take the next")
        parser.add_argument("--workers", type=int, default=2, help="worker processes (default 2)")

    def handle(self, *, demo: bool, host: str, port: int, workers: int, **options: Any) -> None:
        directory = var_directory()
        with self._alone(directory):
            port = self._free_pair(port)
            call_command("migrate", interactive=False, verbosity=0)
            if demo:
                call_command("demo", stdout=self.stdout)
            environment = addresses(host, port)
            household = Household(directory, family(host, port, workers, environment))
            servers = Servers(directory) if "CARDHOUSE_EMBEDDED" in os.environ else None
            try:
                household.start()
                self._wait_until_open(port)
                self._say_where(environment["WEB_ORIGIN"], demo)
                while True:
                    time.sleep(1.0)
                    if servers is not None:
                        servers.revive()
                    for name in household.revive():
                        self.stderr.write(f"{name} had died and was started again; its log is {directory / name}.log")
            except KeyboardInterrupt:
                self.stdout.write("\nClosing the club …")
            finally:
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second Ctrl-C must not cut the stop short
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                household.stop()

    @contextlib.contextmanager
    def _alone(self, directory: Path) -> Any:
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

    def _wait_until_open(self, port: int) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        raise CommandError(f"the web process does not answer; its log is {var_directory() / 'web.log'}")

    def _say_where(self, address: str, demo: bool) -> None:
        self.stdout.write(self.style.SUCCESS(f"The club is open: {address}/"))
        if not demo:
            self.stdout.write("The first admin: uv run manage.py createsuperuser (in another terminal)")
        self.stdout.write("Ctrl-C closes it; its data stay.")
        self.stdout.flush()


def addresses(host: str, port: int) -> dict[str, str]:
    """The variables that tell every child where browsers find the pages and the streams."""
    seen_as = "127.0.0.1" if host in ("0.0.0.0", "127.0.0.1") else host
    return {
        "WEB_ORIGIN": os.environ.get("WEB_ORIGIN", f"http://{seen_as}:{port}"),
        "STREAMS_URL": os.environ.get("STREAMS_URL", f"http://{seen_as}:{port + 1}"),
    }


def family(host: str, port: int, workers: int, environment: dict[str, str]) -> list[Child]:
    """The programs of an open club."""
    quick, slow = queues()
    lines = {
        "web": f"granian --interface wsgi --host {host} --port {port} --workers 2 --blocking-threads 4 --no-ws "
        "club.project.wsgi:application",
        # A stream never ends by itself: without a limit a stop would wait for every viewer to leave.
        "streams": f"uvicorn --host {host} --port {port + 1} --log-level warning --timeout-graceful-shutdown 1 "
        "club.project.asgi:application",
        "worker": f"celery -A club.project --quiet worker -Q {quick} --concurrency {workers} --loglevel warning -n quick@%h",
        "thinker": f"celery -A club.project --quiet worker -Q {slow} --concurrency 1 --loglevel warning -n slow@%h",
        "beat": "celery -A club.project --quiet beat --loglevel warning",
    }
    return [Child(name, program(line), environment) for name, line in lines.items()]
