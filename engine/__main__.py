"""The engine's only door to files and the terminal.

``python -m engine replay PATH…``, ``python -m engine score FILE``, ``python -m engine equity GAME HAND HAND…``,
``python -m engine interpret [FILE]``, ``python -m engine arrange CARDS``, ``python -m engine verify FILE``,
``python -m engine perft GAME LIMIT STACKS STAKES [RULES [DEPTH]]``, ``python -m engine convert FILE --to NOTATION``.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

from engine import __version__
from engine.cards import cards_text, parse_cards
from engine.chinese.arranger.arranger import AIMS, WORTH_OF_FANTASYLAND, arrange
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import CLASSIC, LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.scoring import case_files
from engine.equity import SAMPLES, Equity, equity
from engine.errors import EngineError
from engine.games.betting_games import find_game
from engine.house_rules import declared, resolve
from engine.notation.game_names import key_of
from engine.notation.phh_to_hand import Unsupported
from engine.play import deal_proof, perft
from engine.play.convert_hands import WRITERS, converted
from engine.play.phh_replay import Outcome, replay_text
from engine.rulings.case_files import rule_on
from engine.text_limits import read_json

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
SUFFIXES = (".phh", ".phhs", ".ohh")
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
    return "unsupported" if one.code == Unsupported.code else "not recorded"


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
        for one in case_files.outcomes(Path(path).read_text(encoding="utf-8")):
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
            find_game(key_of(chosen.game)),
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


def print_proof(path: str) -> int:
    """Check the proof of a deal, of a file or of standard input.

    Returns the exit code: 1, with what does not match, for a proof that does not hold, 2, with the reason, for none, 3 for
    an older one that holds as far as it tells.
    """
    try:
        text = sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
        verdict = deal_proof.check(read_json(text))
    except json.JSONDecodeError as wrong:
        print(f"{path}: this is no JSON: {wrong}; a proof is a JSON object", file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError, RecursionError, EngineError) as wrong:
        print(f"{path}: {wrong}", file=sys.stderr)
        return 2
    print(verdict)
    if verdict.faults:
        return 1
    return 0 if verdict.has_order else 3


def named_rule(text: str) -> tuple[str, Any]:
    """A house rule of Chinese games and its value, of a text such as ``stay_middle_full_house=true``."""
    key, _, value = text.partition("=")
    is_text = any(one.key == key and one.type is str for one in declared(ChineseRules))
    try:
        return key, value if is_text else read_json(value)
    except json.JSONDecodeError:
        return key, value


def print_arrangement(chosen: argparse.Namespace) -> int:
    """Run ``arrange``; returns the exit code: 2, with the reason, for cards or rules that cannot be."""
    try:
        cards = parse_cards(" ".join(chosen.cards))
        rules = resolve(ChineseRules, dict([named_rule(text) for text in chosen.rule or ()]))
        variant = LOW_MIDDLE if chosen.low else OPEN_FACE if chosen.fantasyland else CLASSIC
        found = arrange(
            cards,
            prepare(rules, variant),
            fantasyland=len(cards) if chosen.fantasyland else 0,
            worth_of_staying=chosen.worth,
            aim=chosen.aim,
            visible=parse_cards(chosen.visible),
        )
    except EngineError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    print(json.dumps(found.as_json()) if chosen.json else found)
    return 0


def print_counts(words: list[str], table_path: str | None) -> int:
    """Print the counts of one tree, or of every row of a table.

    Returns the exit code: 1 if a row of the table counts otherwise, 2, with the reason, for what cannot be counted.
    """
    differs = False
    try:
        if table_path is None:
            tree = perft.tree_of(words)
            print(tree, perft.count(tree))
            return 0
        for tree, expected in perft.read_table(Path(table_path).read_text(encoding="utf-8")):
            found = perft.count(tree)
            differs = differs or found != expected
            print(tree, found, "" if found == expected else f"where the table has {expected}", flush=True)
    except (OSError, UnicodeDecodeError, EngineError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    return int(differs)


def print_replay(paths: Iterable[str], *, as_json: bool) -> int:
    """Play the hands of those files and print how they came out; 1 if one came out otherwise than recorded."""
    if not as_json:
        text, differs = table(outcomes(paths))
        print(text)
        return int(differs)
    differs = False
    for outcome in outcomes(paths):
        print(json.dumps(outcome.as_json(), ensure_ascii=False))
        differs = differs or outcome.ok is False
    return int(differs)


def print_converted(chosen: argparse.Namespace) -> int:
    """Print the hands of a file in another notation; what cannot be said in it goes to standard error, and the code is 1."""
    try:
        text = sys.stdin.read() if chosen.file == "-" else Path(chosen.file).read_text(encoding="utf-8")
        found = list(converted(text, chosen.to))
    except (OSError, UnicodeDecodeError, EngineError) as wrong:
        print(f"{chosen.file}: {wrong}", file=sys.stderr)
        return 2
    print("\n".join(one for one in found if isinstance(one, str)), end="")
    faults = [one for one in found if not isinstance(one, str)]
    for fault in faults:
        print(f"{chosen.file}: {fault}", file=sys.stderr)
    return int(bool(faults))


def _convert_arguments(commands: Commands) -> None:
    command = commands.add_parser("convert", help="write published hands in another notation")
    command.add_argument(
        "file",
        metavar="FILE",
        help="a file of hands in PHH, Open Hand History or PokerStars text; - for standard input",
    )
    command.add_argument("--to", required=True, choices=sorted(WRITERS), help="the notation to write")


def _replay_arguments(commands: Commands) -> None:
    command = commands.add_parser("replay", help="play published hands and compare the finishing stacks")
    command.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="files of hands (PHH, PHHS, Open Hand History, PokerStars text), or folders of the first three",
    )
    command.add_argument("--json", action="store_true", help="one line a hand")


def _score_arguments(commands: Commands) -> None:
    command = commands.add_parser("score", help="score Chinese hands and settlements and compare what is expected")
    command.add_argument("file", metavar="FILE", help="a JSON file of cases")
    command.add_argument("--json", action="store_true", help="one JSON object a line")


def _equity_arguments(commands: Commands) -> None:
    command = commands.add_parser("equity", help="the part of the pot that each hand wins")
    command.add_argument("game", metavar="GAME", help="a key of the catalogue, such as holdem")
    command.add_argument("hands", nargs="+", metavar="HAND", help="such as AsKd; ?? is a card that nobody knows")
    command.add_argument("--board", action="append", help="board cards that lie; once for each board")
    command.add_argument("--dead", default="", help="cards that can come to nobody")
    command.add_argument("--samples", type=int, default=SAMPLES, help="deals where there are too many to look at each")
    command.add_argument(
        "--seed", type=int, default=0, help="of the sampled deals; the same seed gives the same answer"
    )
    command.add_argument("--json", action="store_true", help="one JSON object")


def _interpret_arguments(commands: Commands) -> None:
    command = commands.add_parser("interpret", help="what was that action? a case as JSON in, the floor's verdict out")
    command.add_argument("file", nargs="?", default="-", metavar="FILE", help="the case; without it, standard input")


def _verify_arguments(commands: Commands) -> None:
    command = commands.add_parser("verify", help="check the proof that a deal was fixed before it began")
    command.add_argument("file", metavar="FILE", help="the proof as JSON; - for standard input")


def _arrange_arguments(commands: Commands) -> None:
    command = commands.add_parser("arrange", help="the best setting of 13 to 17 cards in three rows")
    command.add_argument("cards", nargs="+", metavar="CARDS", help="such as 'As Kd X1 …'; X1 and X2 are the jokers")
    command.add_argument(
        "--fantasyland", action="store_true", help="the cards are those of a fantasyland, which may be kept"
    )
    listed = ", ".join(f"{points} of {cards} cards" for cards, points in WORTH_OF_FANTASYLAND.items())
    command.add_argument("--worth", type=int, metavar="POINTS", help=f"of the next fantasyland (default {listed})")
    command.add_argument("--low", action="store_true", help="the middle is a deuce-to-seven low")
    command.add_argument(
        "--aim", choices=AIMS, default=AIMS[0], help="points: what the classic game would win on average"
    )
    command.add_argument("--visible", default="", metavar="CARDS", help="cards that everyone sees")
    command.add_argument("--rule", action="append", metavar="KEY=VALUE", help="a house rule that is not the default")
    command.add_argument("--json", action="store_true", help="one JSON object")


def _perft_arguments(commands: Commands) -> None:
    command = commands.add_parser(
        "perft", help="count the ways a hand with small stacks can be decided: see engine.play.perft"
    )
    command.add_argument(
        "tree", nargs="*", metavar="WORD", help="game, limit, stacks, stakes, and perhaps rules and depth"
    )
    command.add_argument("--table", metavar="FILE", help="count every row of a table again")


COMMANDS = (
    _convert_arguments,
    _replay_arguments,
    _score_arguments,
    _equity_arguments,
    _interpret_arguments,
    _verify_arguments,
    _arrange_arguments,
    _perft_arguments,
)


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit code: 1 if a hand came out otherwise than recorded or expected, 2 for bad input."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    parser.add_argument("--version", action="version", version=f"cardhouse-engine {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    for add_arguments in COMMANDS:
        add_arguments(commands)
    chosen = parser.parse_args(arguments)
    if chosen.command == "convert":
        return print_converted(chosen)
    if chosen.command == "arrange":
        return print_arrangement(chosen)
    if chosen.command == "verify":
        return print_proof(chosen.file)
    if chosen.command == "perft":
        return print_counts(chosen.tree, chosen.table)
    if chosen.command == "interpret":
        return print_verdict(chosen.file)
    if chosen.command == "equity":
        return print_equity(chosen)
    if chosen.command == "score":
        return print_scores(chosen.file, as_json=chosen.json)
    return print_replay(chosen.paths, as_json=chosen.json)


if __name__ == "__main__":
    sys.exit(main())
