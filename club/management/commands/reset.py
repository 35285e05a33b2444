"""``manage.py reset``: throw the embedded club away."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from club.project.servers import chosen_by_environment, var_directory


class Command(BaseCommand):
    help = "Delete the embedded servers' data: every account, chip and hand of this installation."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--yes", action="store_true", help="really; there is no way back")

    def handle(self, *, yes: bool, **options: Any) -> None:
        if chosen_by_environment():
            raise CommandError("DATABASE_URL is set: this command deletes only the embedded servers' data")
        directory = var_directory()
        if not yes:
            raise CommandError(f"this deletes everything in {directory}: say `manage.py reset --yes` if you mean it")
        call_command("down", stdout=self.stdout)
        for name in ("postgres", "postgres.new", "valkey"):
            shutil.rmtree(directory / name, ignore_errors=True)
        self.stdout.write("The club is empty. `manage.py up` starts a new one.")
