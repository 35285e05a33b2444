"""``manage.py faults``: whatever may befall a club, at random moments while tables play."""

from __future__ import annotations

import importlib
import json
import os
import statistics
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.base import sandbox

PROGRESS = "runs.jsonl"


class Command(BaseCommand):
    help = (
        "Have tables of all kinds of games play in a club apart with servers of its own, have a fault at seeded moments (processes "
        "and servers killed, a full disk, connections cut, the clock stepped and so on), and after each recovery audit the books, "
        "every acknowledged decision and every table. Exits with 1 if anything is wrong."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--runs", type=int, default=200, help="how many faults (default 200)")
        parser.add_argument("--seed", type=int, default=1, help="the same seed is the same faults (default 1)")
        parser.add_argument(
            "--patience",
            type=float,
            default=10.0,
            help="the most seconds a table may stand still after a recovery (default 10)",
        )
        parser.add_argument(
            "--kinds", default="", help="names of faults with commas between them; all that can be made here"
        )
        parser.add_argument(
            "--several",
            action="store_true",
            help="two web, two streams, four workers and PgBouncer, as on several machines, each of which is killed",
        )
        parser.add_argument("--resume", action="store_true", help="go on with an interrupted soak of that seed")
        parser.add_argument("--json", action="store_true", help="one line a run")

    def handle(
        self, *, runs: int, seed: int, patience: float, kinds: str, several: bool, resume: bool, **options: Any
    ) -> None:
        if runs < 1:
            raise CommandError("--runs must be 1 or more")
        try:
            known: Any = importlib.import_module("tests.faults.kinds")
        except ImportError as missing:
            raise CommandError(f"this needs a checkout with its tests: {missing}") from None
        chosen = self._chosen(known, kinds, known.OF_SEVERAL if several else [one.name for one in known.FAULTS])
        progress = sandbox.directory_of("faults") / PROGRESS
        if os.environ.get(sandbox.INSIDE) == "faults":
            progress = Path(os.environ["CARDHOUSE_VAR"]) / PROGRESS
        elif not resume:
            progress.unlink(missing_ok=True)
        done = _done(progress, seed)
        with known.set_up(chosen, sandbox.directory_of("faults"), fresh=not resume):
            directory = sandbox.step_apart_with_servers("faults", fresh=not resume)
        if not done:
            progress.write_text(json.dumps({"seed": seed}) + "\n")
        soak: Any = importlib.import_module("tests.faults.soak")
        with progress.open("a") as kept:
            for one in soak.runs(
                directory,
                count=runs,
                first=len(done) + 1,
                seed=seed,
                patience=patience,
                kinds=chosen,
                is_several=several,
            ):
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

    def _chosen(self, known: Any, kinds: str, there: Sequence[str]) -> list[str]:
        """The faults that were asked for. Raises `CommandError` for one that is not there, or cannot be made here."""
        wanted = [one for one in kinds.split(",") if one] or list(there)
        if strange := set(wanted) - set(there):
            raise CommandError(f"{', '.join(sorted(strange))}: no fault of that name; there are {', '.join(there)}")
        lacking = {name: lacks for name in wanted if (lacks := known.BY_NAME[name].lacks())}
        for name, lacks in lacking.items():
            if kinds or len(lacking) == len(wanted):
                raise CommandError(f"{name}: {lacks}")
            if sandbox.INSIDE not in os.environ:
                self.stderr.write(f"left out: {name}, since {lacks}")
        return [name for name in wanted if name not in lacking]

    def _sum_up(self, done: list[dict[str, Any]]) -> None:
        for kind in sorted({one["kind"] for one in done}):
            own = [one for one in done if one["kind"] == kind]
            back, stuck = [one["recovered"] for one in own], [one["stuck"] for one in own]
            self.stdout.write(
                f"{kind:<18} {len(own):>4} runs   back after {statistics.median(back):5.2f} s (at most {max(back):5.2f})"
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
