"""``manage.py load``: a full club for some minutes, with programs for players and spectators."""

from __future__ import annotations

import importlib
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.base import sandbox


class Command(BaseCommand):
    help = (
        "Open a club apart with that many tables, play at them over the API and watch them, and tell how long answers took, "
        "what went wrong, and what the club's processes took. Ends at once if one of its clients does."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--tables", type=int, default=25, help="tables (default 25)")
        parser.add_argument(
            "--players", type=int, default=200, help="players, evenly at the tables, at most nine at one"
        )
        parser.add_argument("--watchers", type=int, default=300, help="spectators, evenly at the tables (default 300)")
        parser.add_argument("--minutes", type=float, default=5.0, help="how long it is played (default 5)")
        parser.add_argument(
            "--think", type=float, default=4.0, help="seconds that a player thinks, on average (default 4)"
        )
        parser.add_argument("--web", type=int, default=2, help="processes that serve the API (default 2)")

    def handle(
        self, *, tables: int, players: int, watchers: int, minutes: float, think: float, web: int, **_: Any
    ) -> None:
        if tables < 1 or not 2 * tables <= players <= 9 * tables or watchers < 0 or min(minutes, think, web) <= 0:
            raise CommandError("two to nine players a table, and more than nothing of everything else")
        try:
            load: Any = importlib.import_module("tests.bench.load")
        except ImportError as missing:
            raise CommandError(f"this needs a checkout with its tests: {missing}") from None
        sandbox.enter_sandbox("load", fresh=True)
        for row in load.measured(load.Terms(tables, players, watchers, minutes, think, web)):
            self.stdout.write(str(row))
            self.stdout.flush()
