"""``manage.py prepare``: have the database ready for a club to be opened; `up` runs it, in a process that ends with it."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from club.operator import backups


class Command(BaseCommand):
    help = "Migrate the database, after a backup where it is of an older version, and take in what every club has."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="fill a demo club with computer players")

    def handle(self, *, demo: bool, **options: Any) -> None:
        try:
            kept = backups.before_upgrade(now=datetime.now(UTC))
        except backups.BackupError as fault:
            raise CommandError(
                f"the database is of an older version, and cannot be backed up before the upgrade: {fault}"
            ) from None
        if kept is not None:
            self.stdout.write(f"This is a new version: the club as it was is kept in {kept}")
        call_command("migrate", interactive=False, verbosity=0)
        call_command("import_structures", own=True, stdout=self.stdout)  # so that the first event has its sheet
        if demo:
            call_command("demo", stdout=self.stdout)
