"""``manage.py backup``: the whole club in one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from club.operator import backups


class Command(BaseCommand):
    help = "Write the whole club to one file. Without PATH: into var/backups, under the present day and time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", nargs="?", type=Path, metavar="PATH", help="a file, or a folder that is there")

    def handle(self, *, path: Path | None, **options: Any) -> None:
        now = timezone.now()
        name = f"cardhouse-{timezone.localtime(now):%Y-%m-%d-%H%M%S}.tar"
        if path is None:
            path = backups.folder() / name
        elif path.is_dir():
            path = path / name
        try:
            about = backups.make(path, now=now)
        except backups.BackupError as refusal:
            raise CommandError(str(refusal)) from None
        counts = about.counts
        self.stdout.write(
            f"{path}: {path.stat().st_size:,} bytes, {counts['club_player']} players, {counts['club_entry']:,} ledger lines"
        )
        self.stdout.write(
            "It holds everything the club knows, so keep it where nobody else reads it, and on another machine."
        )
        if about.is_in_balance is False:
            self.stderr.write("The books did not balance at the last audit: an older backup may be the one to keep.")
