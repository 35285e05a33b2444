"""``manage.py bench``: figures, each beside its reference in the same run."""

from __future__ import annotations

import importlib
import os
import platform
from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

import psutil
from django.conf import settings
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
    "idle": "tests.bench.idle:measured",
    "opening": "tests.bench.opening:measured",
    "whole-club": "tests.bench.whole_club:measured",
    "members": "tests.bench.many_members:measured",
    "running-events": "tests.bench.running_events:measured",
    "history": "tests.bench.history:measured",
}
LONG = ("tables", "whole-club", "members", "running-events", "history")  # asked for by name alone


class Command(BaseCommand):
    help = "Measure the engine and the ledger beside PokerKit and bare psycopg; medians and ratios, in a club apart."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(BENCHES)} (default all)")
        parser.add_argument("--all", action="store_true", help="every one of them, as without names")
        parser.add_argument(
            "--markdown", action="store_true", help="write what is measured into docs/figures.md as well"
        )

    def handle(self, *, names: list[str], all: bool, markdown: bool, **options: Any) -> None:
        unknown = set(names) - set(BENCHES)
        if unknown:
            raise CommandError(f"there is no bench {', '.join(sorted(unknown))}; there are {', '.join(BENCHES)}")
        if all and names:
            raise CommandError("--all measures everything: name none besides")
        sandbox.enter_sandbox("bench", fresh=True)
        try:
            page: Any = importlib.import_module("tests.bench.figures_page")
            heading = importlib.import_module("tests.bench").HEADING
        except ImportError as missing:
            raise CommandError(f"this needs a checkout with its tests: {missing}") from None
        machine = _machine()
        self.stdout.write(f"{machine}\n{heading}")
        parts = [self._measured(name, page) for name in names or [name for name in BENCHES if name not in LONG]]
        if markdown:
            path = settings.BASE_DIR / "docs" / "figures.md"
            path.write_text(page.replaced(path.read_text(), page.page(parts, machine)))

    def _measured(self, name: str, page: Any) -> Any:
        """The rows of a bench, printed as they come. What a bench raises ends the run: nothing is written of a half."""
        where, _colon, function = BENCHES[name].partition(":")
        try:
            bench = getattr(importlib.import_module(where), function)
        except ImportError as missing:
            raise CommandError(f"{name} needs the development packages (uv sync): {missing}") from None
        rows, before = [], os.getloadavg()[0]
        for row in bench():
            rows.append(row)
            self.stdout.write(str(row))
            self.stdout.flush()
        return page.Part(name, rows, (before, os.getloadavg()[0]))


def _machine() -> str:
    cores, gigabytes = psutil.cpu_count(), psutil.virtual_memory().total / 2**30
    return (
        f"Python {platform.python_version()}, {platform.machine()}, {cores} cores, {gigabytes:.0f} GiB, load "
        f"{os.getloadavg()[0]:.1f}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC; medians"
    )
