"""The figures of another commit beside those of this one, in one table: `python -m tests.bench.beside COMMIT [NAME…]`.

Each bench is run for both in turn, so that a machine that grows busier is so for both. The other commit lies in a work tree of
its own, with the packages that it pins, and is gone afterwards. A rate is better the higher, a reading of seconds or megabytes the
lower; the reference of a rate was measured in the same run, so that its ratio is fair where the rate itself is not.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from tables.management.commands.bench import BENCHES
from tests.bench import Figure, Reading

ROOT = Path(__file__).resolve().parents[2]
LABEL = 48  # characters of a row that say what it is about
RATES = re.compile(r" *([\d,]+) +([\d,]+) +([\d.]+)(?=\D)")
VALUE = re.compile(r" *([\d,]+\.\d{3}) (\S+)")
OF_A_CLUB = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "CARDHOUSE_EMBEDDED", "VIRTUAL_ENV")
HEADING = f"{'':<{LABEL}}{'before':>13}{'after':>13}{'after/before':>14}{'ratio before':>14}{'after':>7}"


def rows(text: str) -> dict[str, Figure | Reading]:
    """The figures and readings that `manage.py bench` has printed, by what they are about."""
    found: dict[str, Figure | Reading] = {}
    for line in text.splitlines():
        what, rest = line[:LABEL].strip(), line[LABEL:]
        if rates := RATES.match(rest):
            found[what] = Figure(what, *(float(one.replace(",", "")) for one in rates.groups()[:2]), against="")
        elif value := VALUE.match(rest):
            found[what] = Reading(what, float(value[1].replace(",", "")), value[2])
    return found


def beside(before: dict[str, Figure | Reading], after: dict[str, Figure | Reading]) -> Iterator[str]:
    """A line for each figure of both."""
    for what, now in after.items():
        then = before.get(what)
        if isinstance(now, Figure) and isinstance(then, Figure):
            ratios = f"{then.ratio:>14.2f}{now.ratio:>7.2f}"
            yield f"{what:<{LABEL}}{then.ours:>11,.0f}/s{now.ours:>11,.0f}/s{now.ours / then.ours:>14.2f}{ratios}"
        elif isinstance(now, Reading) and isinstance(then, Reading):
            share = f"{now.value / then.value:>14.2f}" if then.value else f"{'':>14}"
            yield f"{what:<{LABEL}}{then.value:>13,.3f}{now.value:>13,.3f}{share}  {now.unit}"
        else:
            yield f"{what:<{LABEL}}  was not measured before"
    yield from (f"{what:<{LABEL}}  is not measured any more" for what in before if what not in after)


@contextlib.contextmanager
def work_tree(commit: str) -> Iterator[Path]:
    """That commit with its packages, in a folder of its own."""
    with tempfile.TemporaryDirectory(prefix="bench") as folder:
        tree = Path(folder, "tree")
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", tree, commit], cwd=ROOT, check=True)
        try:
            subprocess.run(["uv", "sync", "--quiet", "--compile-bytecode"], cwd=tree, env=environment(), check=True)
            yield tree
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", tree], cwd=ROOT, check=True)


def environment() -> dict[str, str]:
    """A shell's that knows of no club and of no packages: each tree has its own."""
    return {name: value for name, value in os.environ.items() if name not in OF_A_CLUB}


def measured(tree: Path, name: str) -> dict[str, Figure | Reading]:
    """The figures of one bench in that tree. Raises `CalledProcessError` if it fails there."""
    line = ["uv", "run", "manage.py", "bench", name]
    done = subprocess.run(line, cwd=tree, env=environment(), stdout=subprocess.PIPE, text=True, check=True)
    return rows(done.stdout)


def benches(tree: Path) -> list[str]:
    """The names of the benches that there are in that tree."""
    program = "from tables.management.commands.bench import BENCHES; print(*BENCHES)"
    line = ["uv", "run", "python", "-c", program]
    done = subprocess.run(line, cwd=tree, env=environment(), stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.split()


def main(commit: str, names: Iterable[str]) -> None:
    """Print the table, bench by bench; of one that the other commit has not, what is measured now."""
    print(HEADING)
    with work_tree(commit) as tree:
        known = benches(tree)
        for name in names or [name for name in BENCHES if name != "tables"]:
            load = os.getloadavg()[0]
            before, after = measured(tree, name) if name in known else {}, measured(ROOT, name)
            print(f"{name}, load {load:.1f}", *beside(before, after), sep="\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
