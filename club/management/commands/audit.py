"""``manage.py audit``: do the books balance?"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from club.ledger import audit
from club.models import Account, Entry, Transfer


class Command(BaseCommand):
    help = "Rebuild every balance from the ledger's lines; name what disagrees and exit 1 if anything does."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print {ok, differences}")

    def handle(self, *, json: bool, **options: Any) -> None:
        report = audit.run(now=timezone.now())
        if json:
            self.stdout.write(_dumps({"ok": report.ok, "differences": list(report.differences)}))
        else:
            for difference in report.differences:
                self.stdout.write(difference)
            counts = [model.objects.count() for model in (Account, Transfer, Entry)]
            words = "in balance" if report.ok else f"{len(report.differences)} differences"
            self.stdout.write("{} accounts, {} transfers, {} lines: {}".format(*counts, words))
        if not report.ok:
            sys.exit(1)


_dumps = json.dumps
