"""The engine's only door to files and the terminal: ``python -m engine replay PATH…``, ``python -m engine score FILE``."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.chinese import cases
from engine.errors import EngineError
from engine.replay import Outcome, replay_text

SUFFIXES = (".phh", ".phhs")
DIFFERENCES_SHOWN = 10
KINDS = ("matched", "differing", "unsupported", "not recorded")  # the last: no finishing stacks to compare with


def files(paths: Iterable[str]) -> Iterator[Path]:
    """The PHH and PHHS files of those paths; folders are walked in order. Exits with a message for a path that is not."""
    for name in paths:
        path = Path(name)
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*") if found.suffix in SUFFIXES)
        elif path.exists():
            yield path
        else:
            sys.exit(f"{name}: there is no such file or folder")


def outcomes(paths: Iterable[str]) -> Iterator[Outcome]:
    """What comes of every hand of those files."""
    for path in files(paths):
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as wrong:
            yield Outcome(str(path), "1", "", None, False, f"the file cannot be read: {wrong}")
            continue
        yield from replay_text(text, str(path))


def _kind(one: Outcome) -> str:
    if one.ok is not None:
        return "matched" if one.ok else "differing"
    return "unsupported" if one.why.startswith("unsupported") else "not recorded"


def table(found: Iterable[Outcome]) -> tuple[str, bool]:
    """A table by game, with the first differences, and whether there are any."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    reasons: Counter[str] = Counter()
    differing = []
    for one in found:
        counts[one.game or "(unreadable)"][_kind(one)] += 1
        if one.ok is False:
            differing.append(one)
        elif one.ok is None:
            reasons[one.why] += 1
    rows = ["".join(["game".ljust(14), "hands".rjust(8), *(kind.rjust(14) for kind in KINDS)])]
    for game, tally in sorted(counts.items()):
        rows.append("".join([game.ljust(14), f"{tally.total():>8}", *(f"{tally[kind]:>14}" for kind in KINDS)]))
    rows += [f"not compared: {why} ({times})" for why, times in reasons.most_common()]
    rows += [f"{one.file} hand {one.hand}: {one.why}" for one in differing[:DIFFERENCES_SHOWN]]
    if len(differing) > DIFFERENCES_SHOWN:
        rows.append(f"… and {len(differing) - DIFFERENCES_SHOWN} more")
    return "\n".join(rows), bool(differing)


def score(path: str, *, as_json: bool) -> bool:
    """Print what comes of each case of a file of scored hands, a line a case; returns whether any differs.

    Exits with a message for a file that is none.
    """
    differs = False
    try:
        for one in cases.outcomes(Path(path).read_text(encoding="utf-8")):
            differs = differs or one.ok is False
            print(json.dumps(one.as_json(), ensure_ascii=False) if as_json else one)
    except (OSError, UnicodeDecodeError, EngineError) as wrong:
        sys.exit(f"{path}: {wrong}")
    return differs


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code: 1 if a hand came out otherwise than recorded or expected."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="play published hands and compare the finishing stacks")
    replay.add_argument("paths", nargs="+", metavar="PATH", help="PHH or PHHS files, or folders of them")
    replay.add_argument("--json", action="store_true", help="one line a hand")
    scores = commands.add_parser("score", help="score Chinese hands and settlements and compare what is expected")
    scores.add_argument("file", metavar="FILE", help="a JSON file of cases")
    scores.add_argument("--json", action="store_true", help="one JSON object a line")
    chosen = parser.parse_args(arguments)
    if chosen.command == "score":
        return int(score(chosen.file, as_json=chosen.json))
    if not chosen.json:
        text, differs = table(outcomes(chosen.paths))
        print(text)
        return int(differs)
    differs = False
    for one in outcomes(chosen.paths):
        print(json.dumps(one.as_json(), ensure_ascii=False))
        differs = differs or one.ok is False
    return int(differs)


if __name__ == "__main__":
    sys.exit(main())
