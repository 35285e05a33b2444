"""``manage.py replay PATH…``: published hands through the whole house, compared with the stacks they recorded."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from club.base import on_commit_tasks, sandbox
from club.ledger import audit
from engine.__main__ import files, table
from engine.errors import EngineError
from engine.notation.phh import Record, read, units
from engine.notation.phh_to_hand import Unsupported
from engine.play.any_game import AnyTranscript, play
from engine.play.phh_replay import Outcome
from engine.text_limits import FILES
from tables.dealing import phh_import
from tables.models import Hand, Table

BATCH = 50  # hands a worker is given at a time
SILENCE_SECONDS = 5.0  # without progress for so long, what is left is handed out again
GIVE_UP_SECONDS = 120.0


class Command(BaseCommand):
    help = (
        "Import PHH and PHHS files as recorded hands, have workers resolve and settle them in the ledger of a database "
        "of their own, and compare with the recorded finishing stacks. Exits with 1 if a hand differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="PHH or PHHS files, or folders of them")
        parser.add_argument("--json", action="store_true", help="one line a hand")
        parser.add_argument("--workers", type=int, default=2, help="worker processes (default 2)")

    def handle(self, *, paths: Sequence[str], workers: int, **options: Any) -> None:
        missing = [name for name in paths if not Path(name).exists()]
        if missing:
            raise CommandError(f"there is no such file or folder: {', '.join(missing)}")
        if workers < 1:
            raise CommandError("--workers must be 1 or more")
        found = list(files(paths))
        if not found:
            raise CommandError("there are no .phh or .phhs files in those folders")
        directory = sandbox.enter_sandbox("replay", fresh=True)
        with sandbox.workers(directory, workers) as household, _progress() as progress:
            study = Study(progress, household.revive)
            for path in found:
                study.take_in(path)
            study.wait()
        report = audit.run(now=timezone.now())
        results = list(study.outcomes())
        words, differs = table(results)
        if options["json"]:
            for one in results:
                self.stdout.write(json.dumps(one.as_json(), ensure_ascii=False))
        else:
            self.stdout.write(words)
            self.stdout.write(f"ledger: {'in balance' if report.ok else 'NOT in balance'}")
        for difference in report.differences:
            self.stderr.write(f"ledger: {difference}")
        if differs or not report.ok:
            raise SystemExit(1)


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
    )


@dataclass
class Part:
    """One file: its hands' names in order, the outcomes known at once (unsupported, broken), the others' table."""

    names: list[str] = field(default_factory=list)
    known: dict[str, Outcome] = field(default_factory=dict)
    table: Table | None = None


class Study:
    """Files taken in one after another, while workers settle the hands of those before."""

    def __init__(self, progress: Progress, revive: Any) -> None:
        self.progress = progress
        self.revive = revive
        self.imported: TaskID = progress.add_task("taken in", total=None)
        self.settled: TaskID = progress.add_task("settled", total=None)
        self.hands = 0
        self.parts: list[Part] = []

    def take_in(self, path: Path) -> None:
        """Import a file's hands; a file or hand that cannot be is an outcome of its own."""
        file = str(path)
        part = Part()
        self.parts.append(part)
        try:
            records = read(path.read_text(encoding="utf-8"), FILES)
        except (OSError, UnicodeDecodeError, EngineError) as wrong:
            part.names.append("1")
            part.known["1"] = Outcome(file, "1", "", None, False, f"the file cannot be read: {wrong}")
            return
        waiting: list[tuple[Record, AnyTranscript]] = []
        for record, per in zip(records, units(records), strict=True):
            part.names.append(record.name)
            story = _played(record, per, file)
            if isinstance(story, Outcome):
                part.known[record.name] = story
                continue
            waiting.append((record, story))
            if len(waiting) == BATCH:
                part.table = self._keep(part.table, waiting, file)
                waiting = []
        if waiting:
            part.table = self._keep(part.table, waiting, file)
        self._tell()

    def _keep(self, held: Table | None, stories: list[tuple[Record, AnyTranscript]], file: str) -> Table:
        now = timezone.now()
        with transaction.atomic():
            kept = held or phh_import.open_record(file, stories[0][1].start, now=now)
            rows = phh_import.keep(kept, stories, file, now=now)
            on_commit_tasks.send("tables.tasks.resolve_hands", [row.pk for row in rows])
        self.hands += len(rows)
        self._tell()
        self.revive()
        return kept

    def _tell(self) -> int:
        left = Hand.objects.filter(state=Hand.State.OVER).count()
        self.progress.update(self.imported, total=self.hands, completed=self.hands)
        self.progress.update(self.settled, total=self.hands, completed=self.hands - left)
        return left

    def wait(self) -> None:
        """Until every hand is settled; work that was lost with a worker is handed out again.

        Raises `CommandError` if nothing moves for two minutes.
        """
        moved = given = time.monotonic()
        before = -1
        while left := self._tell():
            if left != before:
                before, moved = left, time.monotonic()
            if time.monotonic() - moved > GIVE_UP_SECONDS:
                raise CommandError(f"{left} hands are not settled; the workers' logs are in var/replay")
            if time.monotonic() - max(moved, given) > SILENCE_SECONDS:
                given = time.monotonic()
                for batch in _batches(list(Hand.objects.filter(state=Hand.State.OVER).values_list("pk", flat=True))):
                    on_commit_tasks.send("tables.tasks.resolve_hands", batch)
            self.revive()
            time.sleep(0.1)

    def outcomes(self) -> Iterator[Outcome]:
        """Every hand's, in the order of the files."""
        for part in self.parts:
            settled = {} if part.table is None else {one.hand: one for one in phh_import.outcomes(part.table)}
            for name in part.names:
                yield part.known.get(name) or settled[name]


def _played(record: Record, per: int, file: str) -> AnyTranscript | Outcome:
    """The record as a story that ends, or the outcome of one that cannot be resolved."""
    code = str(record.fields["variant"])
    try:
        story = play(record, per)
    except Unsupported as wrong:
        return Outcome(file, record.name, code, None, None, str(wrong), wrong.code)
    except EngineError as wrong:
        return Outcome(file, record.name, code, None, False, str(wrong), wrong.code)
    if story.hand.is_over:
        return story
    if story.finishing is None:
        return Outcome(file, record.name, code, None, None, "the record ends before the hand does")
    return Outcome(file, record.name, code, None, False, f"the record ends at {story.hand.asks[0].words()}")


def _batches(ids: list[int]) -> Iterator[list[int]]:
    for at in range(0, len(ids), BATCH):
        yield ids[at : at + BATCH]
