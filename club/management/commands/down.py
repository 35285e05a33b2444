"""``manage.py down``: close the club from another terminal."""

from __future__ import annotations

import os
import signal
from typing import Any

import psutil
from django.core.management.base import BaseCommand

from club.project.processes import stop_leftovers
from club.project.servers import Servers, var_directory


class Command(BaseCommand):
    requires_system_checks = []
    help = "Stop a running `up` and whatever a killed one left behind."

    def handle(self, **options: Any) -> None:
        directory = var_directory()
        try:
            process = psutil.Process(int((directory / "up.lock").read_text()))
            if "up" in process.cmdline():
                os.kill(process.pid, signal.SIGTERM)
                process.wait(60)
        except (FileNotFoundError, ValueError, psutil.Error):
            pass  # nothing runs, or it was killed
        stop_leftovers(directory)
        Servers(directory).stop()
        self.stdout.write("The club is closed.")
