"""``manage.py restore``: a backup into an empty club."""

from __future__ import annotations

import fcntl
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from club.models import Entry, Player
from club.operator import backups
from club.project.servers import var_directory


class Command(BaseCommand):
    help = "Put a backup into this empty club, bring it up to this version, and audit it; exit 1 if the books do not balance."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH", help="the file that `backup` wrote")

    def handle(self, *, path: Path, **options: Any) -> None:
        with open(var_directory() / "up.lock", "a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError("this club is open: close it first (`manage.py down`)") from None
            try:
                report = backups.restore(path, now=timezone.now())
            except backups.BackupError as refusal:
                raise CommandError(str(refusal)) from None
        self.stdout.write(f"Restored: {Player.objects.count()} players, {Entry.objects.count():,} ledger lines.")
        for difference in report.differences:
            self.stdout.write(difference)
        if not report.ok:
            self.stderr.write("The books do not balance: do not open the club with them; try an older backup.")
            sys.exit(1)
        self.stdout.write("The books balance. `manage.py up` opens the club.")
