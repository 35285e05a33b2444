"""``manage.py bench``: figures, each beside its reference in the same run."""

from __future__ import annotations

import importlib
import platform
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.base import sandbox

BENCHES = {
    "chinese": "tests.bench.arranging:measured",
    "computer-players": "tests.bench.computer_players:measured",
    "open-face": "tests.bench.open_face:measured",
    "engine": "tests.bench.engine:measured",
    "hands": "tests.bench.games:played",
    "ledger": "tests.bench.ledger:measured",
    "replay": "tests.bench.hands:replayed",
    "settlement": "tests.bench.settlement:settled",
    "tables": "tests.bench.tables:measured",
    "decisions": "tests.bench.deciding:measured",
    "spectators": "tests.bench.spectating:measured",
    "live": "tests.bench.live:measured",
    "tournaments": "tests.bench.tournaments:measured",
    "forecast": "tests.bench.evenings:measured",
}

PARTS = ("decisions", "settlement", "spectators", "live")  # of `tables`, which runs all of them


class Command(BaseCommand):
    help = "Measure the engine and the ledger beside PokerKit and bare psycopg; medians and ratios, in a club apart."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(BENCHES)} (default all)")

    def handle(self, *, names: list[str], **options: Any) -> None:
        unknown = set(names) - set(BENCHES)
        if unknown:
            raise CommandError(f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
        sandbox.enter_sandbox("bench", fresh=True)
        self.stdout.write(f"Python {platform.python_version()}, {platform.machine()}, medians")
        for at, name in enumerate(names or [name for name in BENCHES if name not in PARTS]):
            where, _colon, function = BENCHES[name].partition(":")
            try:
                bench = getattr(importlib.import_module(where), function)
                heading = importlib.import_module("tests.bench").HEADING
            except ImportError as missing:
                raise CommandError(f"{name} needs the development packages (uv sync): {missing}") from None
            if not at:
                self.stdout.write(heading)
            for row in bench():
                self.stdout.write(str(row))
