"""``manage.py cases FILE [--json]``"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.cases import BadCases, outcomes


class Command(BaseCommand):
    help = "Work out a file of cases (floor, ICM, deals, bounties, points, structures) and compare: a line a case."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar="FILE", help="a JSON file of cases")
        parser.add_argument("--json", action="store_true", help="one JSON object a line: id, ok, why")

    def handle(self, *, file: Path, **options: Any) -> None:
        """Exit with 1 if a case differs, with 2 for a file that cannot be read."""
        try:
            found = outcomes(file.read_text(encoding="utf-8"))
        except OSError as wrong:
            raise CommandError(f"{file}: {wrong.strerror}", returncode=2) from None
        except UnicodeDecodeError as wrong:
            raise CommandError(
                f"{file}: this is no UTF-8 text ({wrong.reason} at byte {wrong.start})", returncode=2
            ) from None
        except BadCases as wrong:
            raise CommandError(f"{file}: {wrong}", returncode=2) from None
        for one in found:
            self.stdout.write(json.dumps(one.as_json(), ensure_ascii=False) if options["json"] else str(one))
        counts = {kind: sum(one.ok is kind for one in found) for kind in (True, False, None)}
        if not options["json"]:
            self.stdout.write(f"{counts[True]} ok, {counts[False]} differ, {counts[None]} not compared")
        if counts[False]:
            sys.exit(1)
