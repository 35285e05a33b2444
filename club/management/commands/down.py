"""``manage.py down``: close the club from another terminal."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import psutil
from django.core.management.base import BaseCommand

from club.project.processes import has_ended, stop_leftovers
from club.project.servers import Servers, var_directory

CLOSE_SECONDS = 60.0  # that an `up` has to close in order


def wait_for_end(process: psutil.Process) -> None:
    """Until it has ended, though nobody may have asked how; `CLOSE_SECONDS` at most."""
    until = time.monotonic() + CLOSE_SECONDS
    while not has_ended(process) and time.monotonic() < until:
        time.sleep(0.05)


class Command(BaseCommand):
    requires_system_checks = []
    help = "Stop a running `up` and whatever a killed one left behind."

    def handle(self, **options: Any) -> None:
        directory = var_directory()
        try:
            process = psutil.Process(int((directory / "up.lock").read_text()))
            if "up" in process.cmdline():
                os.kill(process.pid, signal.SIGTERM)
                wait_for_end(process)
        except (FileNotFoundError, ValueError, psutil.Error):
            pass  # nothing runs, or it was killed
        stop_leftovers(directory)
        Servers(directory).stop()
        self.stdout.write("The club is closed.")
