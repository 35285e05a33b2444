"""``manage.py health``: for orchestrators."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from club.house import health


class Command(BaseCommand):
    help = "Exit 0 if a heartbeat has come through beat, broker and worker within 30 seconds, else 1."

    def handle(self, **options: Any) -> None:
        if not health.workers_are_alive(now=timezone.now()):
            self.stderr.write("no heartbeat within 30 seconds: is beat running, and a worker, and the broker?")
            sys.exit(1)
        for one in health.standstills():
            self.stdout.write(one.plain)
        self.stdout.write("alive")
