"""``manage.py faults``: processes and servers killed at random moments while tables play."""

from __future__ import annotations

import importlib
import json
import os
import statistics
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.base import sandbox

PROGRESS = "runs.jsonl"


class Command(BaseCommand):
    help = (
        "Have tables of all kinds of games play in a club apart with servers of its own, kill web, streams, workers, beat, "
        "PostgreSQL or Valkey with SIGKILL at seeded moments, and after each recovery audit the books, every acknowledged "
        "decision and every table. Exits with 1 if anything is wrong."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--runs", type=int, default=200, help="how many kills (default 200)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed is the same kills (default 1)")
        parser.add_argument(
            "--patience",
            type=float,
            default=10.0,
            help="the most seconds a table may stand still after a recovery (default 10)",
        )
        parser.add_argument("--resume", action="store_true", help="go on with an interrupted soak of that seed")
        parser.add_argument("--json", action="store_true", help="one line a run")

    def handle(self, *, runs: int, seed: int, patience: float, resume: bool, **options: Any) -> None:
        if runs < 1:
            raise CommandError("--runs must be 1 or more")
        try:
            soak: Any = importlib.import_module("tests.faults.soak")
        except ImportError as missing:
            raise CommandError(f"this needs a checkout with its tests: {missing}") from None
        progress = sandbox.directory_of("faults") / PROGRESS
        if os.environ.get(sandbox.INSIDE) == "faults":
            progress = Path(os.environ["CARDHOUSE_VAR"]) / PROGRESS
        elif not resume:
            progress.unlink(missing_ok=True)
        done = _done(progress, seed)
        directory = sandbox.step_apart_with_servers("faults", fresh=not resume)
        if not done:
            progress.write_text(json.dumps({"seed": seed}) + "\n")
        with progress.open("a") as kept:
            for one in soak.runs(directory, count=runs, first=len(done) + 1, seed=seed, patience=patience):
                told = one.as_json()
                done.append(told)
                kept.write(json.dumps(told) + "\n")
                kept.flush()
                self.stdout.write(json.dumps(told) if options["json"] else str(one))
                self.stdout.flush()
        if not options["json"]:
            self._sum_up(done)
        if any(one["wrongs"] for one in done):
            sys.exit(1)

    def _sum_up(self, done: list[dict[str, Any]]) -> None:
        for kind in sorted({one["kind"] for one in done}):
            own = [one for one in done if one["kind"] == kind]
            back, stuck = [one["recovered"] for one in own], [one["stuck"] for one in own]
            self.stdout.write(
                f"{kind:<9} {len(own):>4} kills   back after {statistics.median(back):5.2f} s (at most {max(back):5.2f})"
                f"   tables stood still {statistics.median(stuck):5.2f} s (at most {max(stuck):5.2f})"
            )
        wrong = sum(bool(one["wrongs"]) for one in done)
        self.stdout.write(f"{len(done)} runs, {wrong} with something wrong")


def _done(progress: Path, seed: int) -> list[dict[str, Any]]:
    """The runs of that seed that are done. Raises `CommandError` for a soak of another seed."""
    if not progress.exists():
        return []
    first, *lines = progress.read_text().splitlines() or ["{}"]
    if json.loads(first).get("seed") != seed:
        raise CommandError(
            f"the interrupted soak has the seed {json.loads(first).get('seed')}: give --seed, or leave --resume"
        )
    return [json.loads(line) for line in lines]
