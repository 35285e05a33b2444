"""``manage.py bench``: figures, each beside its reference in the same run."""

from __future__ import annotations

import importlib
import platform
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club import apart

BENCHES = {
    "hands": "tests.bench.hands:played",
    "replay": "tests.bench.hands:replayed",
    "settlement": "tests.bench.settlement:settled",
}


class Command(BaseCommand):
    help = "Measure the engine and the ledger beside PokerKit and bare psycopg; medians and ratios, in a club apart."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(BENCHES)} (default all)")

    def handle(self, *, names: list[str], **options: Any) -> None:
        unknown = set(names) - set(BENCHES)
        if unknown:
            raise CommandError(f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
        apart.step_apart("bench", fresh=True)
        self.stdout.write(f"Python {platform.python_version()}, {platform.machine()}, medians")
        self.stdout.write(f"{'':<48}{'ours/s':>11}{'reference/s':>13}{'ratio':>8}{'mark':>6}  reference")
        for name in names or BENCHES:
            where, _colon, function = BENCHES[name].partition(":")
            try:
                bench = getattr(importlib.import_module(where), function)
            except ImportError as missing:
                raise CommandError(f"{name} needs the development packages (uv sync): {missing}") from None
            for figure in bench():
                mark = "" if figure.mark is None else f"{figure.mark:g}×"
                row = f"{figure.what:<48}{figure.ours:>11,.0f}{figure.reference:>13,.0f}{figure.ratio:>8.2f}{mark:>6}"
                self.stdout.write(f"{row}  {figure.against}")
