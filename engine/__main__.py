"""The engine's only door to files and the terminal.

``python -m engine replay PATH…``, ``python -m engine score FILE``, ``python -m engine equity GAME HAND HAND…``,
``python -m engine interpret [FILE]``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.cards import cards_text, parse_cards
from engine.chinese import cases
from engine.equity import SAMPLES, Equity, equity
from engine.errors import EngineError
from engine.floor.cases import rule_on
from engine.games import find_game
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


def print_scores(path: str, *, as_json: bool) -> int:
    """Print what comes of each case of a file of scored hands, a line a case.

    Returns the exit code: 1 if a case differs from what it expects, 2, with the reason, if there is no such file.
    """
    differs = False
    try:
        for one in cases.outcomes(Path(path).read_text(encoding="utf-8")):
            differs = differs or one.ok is False
            print(json.dumps(one.as_json(), ensure_ascii=False) if as_json else one)
    except (OSError, UnicodeDecodeError, EngineError) as wrong:
        print(f"{path}: {wrong}", file=sys.stderr)
        return 2
    return int(differs)


def equity_table(found: Equity, hands: list[tuple[int, ...]]) -> str:
    """A row a hand: its share of the pot, and how often it wins and ties each part."""
    parts = found.hands[0].parts
    several = len({part.board for part in parts}) > 1
    heads = [f"{part.by}, board {part.board + 1}" if several else part.by for part in parts]
    texts = [cards_text(hand) for hand in hands]
    first = max(len("hand"), *map(len, texts))
    columns = [max(17, len(head) + len(" wins  ties")) + 2 for head in heads]
    rows = ["hand".ljust(first) + "share".rjust(11) + ("" if found.is_exact else "error".rjust(10))]
    rows[0] += "".join(f"{head} wins  ties".rjust(width) for head, width in zip(heads, columns, strict=True))
    for text, hand in zip(texts, found.hands, strict=True):
        row = text.ljust(first) + f"{float(hand.share):>11.3%}"
        row += "" if found.is_exact else f"{'±':>3}{hand.error:>7.3%}"
        for part, width in zip(hand.parts, columns, strict=True):
            row += f"{part.wins / part.deals:>{width - 9}.2%}{part.ties / part.deals:>9.2%}"
        rows.append(row)
    kind = "every deal" if found.is_exact else "sampled; ± is one standard error"
    return "\n".join([*rows, f"{found.deals:,} deals ({kind})"])


def print_equity(chosen: argparse.Namespace) -> int:
    """Run ``equity``; returns the exit code: 2, with the reason, if there is no such spot."""
    try:
        hands = [parse_cards(text) for text in chosen.hands]
        boards = [parse_cards(text) for text in chosen.board or [""]]
        found = equity(
            find_game(chosen.game),
            hands,
            boards,
            parse_cards(chosen.dead),
            rng=random.Random(chosen.seed),
            samples=chosen.samples,
        )
    except EngineError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    print(json.dumps(found.as_json()) if chosen.json else equity_table(found, hands))
    return 0


def print_verdict(path: str) -> int:
    """Print the floor's verdict on the case of a file, or of standard input; returns the exit code: 2 for what is no case."""
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        print(json.dumps(rule_on(text), ensure_ascii=False, indent=1))
    except (OSError, UnicodeDecodeError, EngineError) as wrong:
        print(f"{path}: {wrong}", file=sys.stderr)
        return 2
    return 0


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code: 1 if a hand came out otherwise than recorded or expected, 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    replay = commands.add_parser("replay", help="play published hands and compare the finishing stacks")
    replay.add_argument("paths", nargs="+", metavar="PATH", help="PHH or PHHS files, or folders of them")
    replay.add_argument("--json", action="store_true", help="one line a hand")
    scores = commands.add_parser("score", help="score Chinese hands and settlements and compare what is expected")
    scores.add_argument("file", metavar="FILE", help="a JSON file of cases")
    scores.add_argument("--json", action="store_true", help="one JSON object a line")
    odds = commands.add_parser("equity", help="the part of the pot that each hand wins")
    odds.add_argument("game", metavar="GAME", help="a key of the catalogue, such as holdem")
    odds.add_argument("hands", nargs="+", metavar="HAND", help="such as AsKd; ?? is a card that nobody knows")
    odds.add_argument("--board", action="append", help="board cards that lie; once for each board")
    odds.add_argument("--dead", default="", help="cards that can come to nobody")
    odds.add_argument("--samples", type=int, default=SAMPLES, help="deals where there are too many to look at each")
    odds.add_argument("--seed", type=int, default=0, help="of the sampled deals; the same seed gives the same answer")
    odds.add_argument("--json", action="store_true", help="one JSON object")
    floor = commands.add_parser("interpret", help="what was that action? a case as JSON in, the floor's verdict out")
    floor.add_argument("file", nargs="?", default="-", metavar="FILE", help="the case; without it, standard input")
    chosen = parser.parse_args(arguments)
    if chosen.command == "interpret":
        return print_verdict(chosen.file)
    if chosen.command == "equity":
        return print_equity(chosen)
    if chosen.command == "score":
        return print_scores(chosen.file, as_json=chosen.json)
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
