"""``manage.py soak``: a full club for an hour or a night, and whether anything of it grows."""

from __future__ import annotations

import importlib
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.base import sandbox

PLAYERS = 4  # at each table


class Command(BaseCommand):
    help = (
        "Open a club apart with that many tables, play at them over the API and watch them, and tell by how much memory, "
        "connections, queues and the time of answers change an hour, each with the interval that holds it with 95 %. Exits with 1 "
        "if memory, connections or queues grow; of clubs in which nothing does, one in twenty is called so."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hours", type=float, default=1.0, help="how long it is played (default 1)")
        parser.add_argument("--tables", type=int, default=50, help="tables (default 50)")
        parser.add_argument("--players", type=int, default=PLAYERS, help=f"at each table, 2 to 9 (default {PLAYERS})")
        parser.add_argument("--watchers", type=int, default=500, help="spectators, evenly at the tables (default 500)")
        parser.add_argument("--think", type=float, default=4.0, help="seconds that a player thinks, on average")
        parser.add_argument("--web", type=int, default=2, help="processes that serve the API (default 2)")

    def handle(
        self, *, hours: float, tables: int, players: int, watchers: int, think: float, web: int, **_: Any
    ) -> None:
        if tables < 1 or not 2 <= players <= 9 or watchers < 0 or min(hours, think, web) <= 0:
            raise CommandError("two to nine players a table, and more than nothing of everything else")
        try:
            load: Any = importlib.import_module("tests.bench.load")
            drift: Any = importlib.import_module("tests.bench.drift")
        except ImportError as missing:
            raise CommandError(f"this needs a checkout with its tests: {missing}") from None
        sandbox.enter_sandbox("load", fresh=True)
        terms = load.Terms(tables, players * tables, watchers, 60 * hours, think, web)
        flat = []
        for row in load.measured(terms, drifts=True):
            self.stdout.write(str(row))
            self.stdout.flush()
            if isinstance(row, drift.Drift) and row.unit != "ms":
                flat.append(row)
        if growing := drift.growing(flat):
            self.stdout.write(f"grows: {', '.join(row.what for row in growing)}")
            sys.exit(1)
