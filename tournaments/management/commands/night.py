"""``manage.py night``: a whole club evening, from the doors to the prizes."""

from __future__ import annotations

import json as jsonlib
import os
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseFault
from django.db import close_old_connections, connection
from kombu.exceptions import OperationalError as BrokerFault
from redis.exceptions import RedisError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from club.base import sandbox
from club.base.errors import ClubError
from club.text.messages import in_words
from tournaments.evening import simulated_evening
from tournaments.log.state import State
from tournaments.models import Structure, Tournament
from tournaments.structures import sheet_import

HANDED_OVER = "structure.json"
PATIENCE_SECONDS = 30.0
_FAULTS = (DatabaseFault, BrokerFault, RedisError, OSError)


class Command(BaseCommand):
    help = "Play a whole evening through the real services and workers, on a database of its own, and audit the books."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=27, help="how many computer players (default 27)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed is the same evening (default 1)")
        parser.add_argument(
            "--structure", default="club-turbo", metavar="ID", help="structure sheet (default club-turbo)"
        )
        parser.add_argument("--structures", type=Path, metavar="FILE", help="take in the sheets of this file first")
        parser.add_argument("--rebuys", type=int, default=0, help="how often each buys again early on (default 0)")
        parser.add_argument("--workers", type=int, default=2, help="worker processes (default 2)")
        parser.add_argument("--resume", action="store_true", help="go on with an interrupted evening")
        parser.add_argument("--json", action="store_true", help="print the outcome for programs")

    def handle(self, *, players: int, seed: int, structure: str, workers: int, resume: bool, **options: Any) -> None:
        if not 2 <= players <= 1000:
            raise CommandError("--players must be 2 to 1000")
        if not 0 <= options["rebuys"] <= 20:
            raise CommandError("--rebuys must be 0 to 20")
        if os.environ.get(sandbox.INSIDE) != "night":
            self._hand_over(structure)
        directory = sandbox.enter_sandbox("night", fresh=not resume)
        try:
            if (directory / HANDED_OVER).exists():
                for sheet in sheet_import.read(directory / HANDED_OVER):
                    sheet_import.take_in(sheet, now=simulated_evening.BEGINS)
            if options["structures"] is not None:
                for sheet in sheet_import.read(options["structures"]):
                    sheet_import.take_in(sheet, now=simulated_evening.BEGINS)
            tournament = simulated_evening.prepare(
                players, seed, simulated_evening.structure_of(structure), options["rebuys"]
            )
        except ClubError as refusal:
            raise CommandError(in_words(refusal)) from None
        with sandbox.workers(directory, workers) as household:
            self._play(tournament, household.revive, players)
        told = simulated_evening.outcome(tournament, seed)
        if options["json"]:
            self.stdout.write(jsonlib.dumps(told, ensure_ascii=False))
        else:
            self._say(told)
        if not told["audit"]["ok"]:
            sys.exit(1)

    def _hand_over(self, key: str) -> None:
        """Leave the club's own sheet of that key, if it has one, where the club apart finds it."""
        handed_over = sandbox.directory_of("night") / HANDED_OVER
        handed_over.parent.mkdir(parents=True, exist_ok=True)
        handed_over.unlink(missing_ok=True)
        try:
            kept = Structure.objects.filter(key=key).first()
        except DatabaseFault:  # a club that was never opened has no tables yet
            return
        finally:
            connection.close()  # this process only waits from here on
        if kept is not None:
            handed_over.write_text(jsonlib.dumps([kept.sheet]), encoding="utf-8")

    def _play(self, tournament: Tournament, keep_alive: Any, players: int) -> None:
        """Play on through whatever befalls the servers, as long as they come back."""
        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[hands]} hands"),
        )
        with Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True)) as progress:
            lost_at: float | None = None
            task = progress.add_task("knocked out", total=players - 1, hands=0)

            def after_round(state: State) -> None:
                nonlocal lost_at
                lost_at = None  # a round was played: they are back
                out = len(state.entries) - len(state.alive)
                progress.update(task, completed=min(out, players - 1), hands=state.played)

            while True:
                try:
                    simulated_evening.play(tournament, after_round=after_round, keep_alive=keep_alive)
                    return
                except _FAULTS as fault:
                    lost_at = lost_at or time.monotonic()
                    if time.monotonic() - lost_at > PATIENCE_SECONDS:
                        raise CommandError(f"the servers are gone ({fault}); go on later with --resume") from None
                    close_old_connections()
                    time.sleep(0.5)

    def _say(self, told: dict[str, Any]) -> None:
        for line in told["standings"]:
            prize = f"{line['prize']:>10,}" if line["prize"] else ""
            self.stdout.write(f"{line['place']:>4}  {line['player']:<20}{prize}")
        books = "in balance" if told["audit"]["ok"] else "NOT in balance"
        self.stdout.write(f"{told['hands']} hands; the books are {books}")
        for difference in told["audit"]["differences"]:
            self.stdout.write(difference)
