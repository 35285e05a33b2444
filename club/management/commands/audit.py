"""``manage.py audit``: do the books balance, and does everything stand as it was sealed?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from club.ledger import audit, seals
from club.models import Account, Entry, Transfer


class Command(BaseCommand):
    help = (
        "Rebuild every balance from the ledger's lines, and the digests of everything that was sealed; name what disagrees "
        "and exit 1 if anything does."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print {ok, differences}")
        parser.add_argument(
            "--heads",
            type=Path,
            metavar="FILE",
            help="heads that were published (HEADS_FILE, logs, mails): each must be in the chains as it was",
        )
        parser.add_argument(
            "--until",
            metavar="TIME",
            help="leave out heads sealed after that time, as in 2026-11-27T03:00:00+00:00: after a restore, that of its backup",
        )

    def handle(self, *, json: bool, heads: Path | None, until: str | None, **options: Any) -> None:
        published = self._published(heads, until)
        report = audit.run(heads=published, now=timezone.now())
        if json:
            self.stdout.write(_dumps({"ok": report.ok, "differences": list(report.differences)}))
        else:
            for difference in report.differences:
                self.stdout.write(difference)
            counts = [model.objects.count() for model in (Account, Transfer, Entry)]
            words = "in balance" if report.ok else f"{len(report.differences)} differences"
            self.stdout.write("{} accounts, {} transfers, {} lines: {}".format(*counts, words))
            if published:
                self.stdout.write(f"{len(set(published))} published heads compared")
        if not report.ok:
            sys.exit(1)

    def _published(self, path: Path | None, until: str | None) -> list[seals.Head]:
        """The heads to compare with. Raises `CommandError` for a file without any: silence would pass for agreement."""
        if path is None:
            if until is not None:
                raise CommandError("--until goes with --heads")
            return []
        try:
            return seals.read_file(path, until=_instant(until))
        except (OSError, seals.NoHeads) as wrong:
            raise CommandError(str(wrong)) from None


def _instant(text: str | None) -> datetime | None:
    """The instant of `--until`. Raises `CommandError` for what is none, or has no time zone."""
    if text is None:
        return None
    try:
        at = parse_datetime(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise CommandError("--until must be a time with its zone, as in 2026-11-27T03:00:00+00:00")
    return at


_dumps = json.dumps
