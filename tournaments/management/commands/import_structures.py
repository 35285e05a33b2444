"""``manage.py import_structures FILE…``"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from tournaments.structures import sheet_drafts, sheet_import
from tournaments.structures.sheet_games import BadSheet


class Command(BaseCommand):
    help = "Take in structure sheets from JSON files; all of them, or, if one is broken, none."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
        parser.add_argument(
            "--own", action="store_true", help="those that come with the program, where they are not there yet"
        )

    def handle(self, *, files: list[Path], own: bool, **options: Any) -> None:
        if own:
            sheet_import.take_in_own(now=timezone.now())
            return
        if not files:
            raise CommandError("name one file or more, or say --own")
        call_command("migrate", interactive=False, verbosity=0)  # a club may be furnished before it first opens
        try:
            with transaction.atomic():
                for file in files:
                    for sheet in sheet_import.read(file):
                        kept = sheet_import.take_in(sheet, now=timezone.now())
                        words = "; ".join(map(str, kept.lacks)) if kept.missing else "ready"
                        self.stdout.write(f"{kept.key}: {words}")
                        for one in sheet_drafts.warnings(kept.sheet):
                            self.stdout.write(f"  {one}")
        except BadSheet as wrong:
            raise CommandError(f"nothing was taken in: {wrong}") from None
