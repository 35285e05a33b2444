"""What a tracker makes of our PokerStars text: thousands of hands, imported by fpdb, held against what was played.

fpdb is a program of its own, not part of this one: it is started as a process on files of text, and what it understood is
read from the database that it wrote. Its headless importer is needed, as fpdb-3 has it:

    python -m tests.engine.notation.pokerstars.in_fpdb FOLDER --python FOLDER/.venv/bin/python --hands 1000 [GAME…]

Half of the hands are cash games and half tournaments, drawn from all that is accepted: antes, posts, straddles, dead money,
all-ins, side pots, split pots, several boards and runs, rake. Prints a line a game; ends with 1 if fpdb refused a hand or
understood another stack, result, pot or rake than there was.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from engine.betting.hand import Hand
from engine.deck.shuffle import Deck
from engine.games.betting_games import GAMES
from engine.games.deck_contents import deck_of
from engine.games.hand_start import Start
from engine.notation.hand_to_phh import record_of
from engine.notation.hand_to_pokerstars import pokerstars_of
from engine.notation.phh import Record
from engine.notation.phh_to_hand import Unsupported
from engine.notation.pokerstars_words import GAMES as KNOWN
from tests.engine.notation.pokerstars.starts import finished, told_start
from tests.support.accepted import accepted_start

CENTS = 100  # fpdb keeps hundredths
MOST_RAKE = 4  # fpdb refuses hands of which more than a quarter went to the house
FIXED = ((1, 2), (2, 4), (5, 10), (10, 20), (25, 50), (100, 200))  # stakes of fixed limit that fpdb has in its list
SHOWN = 5  # differences that are printed of a game
TOURNAMENT = {"event": "Friday", "level": 3, "_tournament": {"number": "7", "buy_in": 1000, "fee": 100}}
NAMES = ("鈴木 太郎", "anna", "Ben K.", "x_y-z", "caro99", "d'Arc", "Émile", "folds", "[o]", "$hark", "n°1")
_HANDS = "SELECT id, siteHandNo, finalPot FROM Hands"
_PLAYERS = "SELECT handId, seatNo, startCash, totalProfit, rakeDealt FROM HandsPlayers"


class Understood(NamedTuple):
    """A hand as fpdb has it, or as it was: by seat the stack and the result; the rake."""

    stacks: dict[int, int]
    net: dict[int, int]
    rake: int


def _hands(rng: random.Random, game: str, count: int) -> Iterator[tuple[int, Hand, str]]:
    """Hands with their numbers and texts; every other one from all that is accepted, house rules included."""
    number = 0
    while number < count:
        told = TOURNAMENT if number >= count // 2 else {}
        start = (told_start if number % 2 else accepted_start)(rng, game)
        if not _is_known(start, is_tournament=bool(told)):
            continue
        deck = list(deck_of(GAMES[game], start.rules))
        rng.shuffle(deck)
        hand = finished(Hand(start, Deck.of(deck, b"reshuffles")), rng)
        record = record_of(hand, name=str(number + 1), seat=None)
        record = Record(record.name, {**record.fields, **told, "players": rng.sample(NAMES, len(hand.seats))})
        with suppress(Unsupported):
            text = pokerstars_of(hand, record, seat=rng.choice([None, *hand.seats]))
            if not _is_raked_beyond(hand, is_tournament=bool(told)):
                number += 1
                yield number, hand, text


def _is_known(start: Start, *, is_tournament: bool) -> bool:
    """False of what fpdb refuses however it is written: stud without fixed limit, stakes of fixed limit that it has no row for."""
    if start.stakes.limit != "fixed":
        return not GAMES[start.game].streets[0].up
    return is_tournament or (start.stakes.small_bet, start.stakes.big_bet) in FIXED


def _is_raked_beyond(hand: Hand, *, is_tournament: bool) -> bool:
    """True of the rake that fpdb believes nobody takes: any in a tournament, and beyond a quarter of the pots."""
    assert hand.result is not None
    most = 0 if is_tournament else sum(pot.amount for pot in hand.result.pots) // MOST_RAKE
    return hand.result.rake > most


def _as_played(hand: Hand) -> Understood:
    assert hand.result is not None
    stacks = {seat.number: seat.stack for seat in hand.start.seats}
    return Understood(stacks, dict(hand.result.net), hand.result.rake)


def _imported(fpdb: Path, python: Path, home: Path, files: list[Path]) -> tuple[dict[int, Understood], str]:
    """What fpdb has understood of the files, and what it said."""
    config = home / "HUD_config.xml"
    shutil.copy(fpdb / "HUD_config.xml.example", config)
    said = ""
    for file in files:
        command = [
            python,
            "-m",
            "fpdb_3_legacy.GuiBulkImport",
            "-x",
            "-q",
            "-c",
            "PokerStars",
            "-f",
            file,
            "-C",
            config,
        ]
        command += ["--recreate-tables"] if file == files[0] else []
        ran = subprocess.run(
            command,
            cwd=fpdb,
            env={"PATH": os.environ["PATH"], "HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            check=False,
        )
        said += ran.stdout + ran.stderr
    database = sqlite3.connect(f"file:{next(home.rglob('*.db3'))}?mode=ro", uri=True)
    numbers = {row[0]: row[1] for row in database.execute(_HANDS)}
    found = {int(number): Understood({}, {}, 0) for number in numbers.values()}
    rakes: Counter[int] = Counter()  # in equal parts of all who were dealt in
    for at, seat, stack, profit, rake in database.execute(_PLAYERS):
        number = int(numbers[at])
        found[number].stacks[seat] = stack
        found[number].net[seat] = profit
        rakes[number] += rake
    return {number: one._replace(rake=round(rakes[number])) for number, one in found.items()}, said


def _difference(played: Understood, understood: Understood | None) -> str:
    """In what fpdb is of another mind; empty if in nothing."""
    if understood is None:
        return "refused"
    for name, ours, theirs in zip(Understood._fields, played, understood, strict=True):
        if (
            {seat: chips * CENTS for seat, chips in ours.items()} if isinstance(ours, dict) else ours * CENTS
        ) != theirs:
            return f"{name}: {ours} became {theirs}"
    return ""


def main(arguments: list[str]) -> int:
    """Write, import, compare; a line a game, and the first hands that differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("fpdb", type=Path, help="its folder")
    parser.add_argument("games", nargs="*", metavar="GAME", default=[])
    parser.add_argument("--python", type=Path, required=True, help="a Python that has what fpdb needs")
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_intermixed_args(arguments)
    wrong = 0
    for game in asked.games or KNOWN:
        hands = list(_hands(random.Random(f"{asked.seed} {game}"), game, asked.hands))
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            halves = (hands[: len(hands) // 2], hands[len(hands) // 2 :])
            files = [home / "cash.txt", home / "tournament.txt"]
            for file, half in zip(files, halves, strict=True):
                file.write_text("\n\n".join(text for _number, _hand, text in half), encoding="utf-8")
            found, said = _imported(asked.fpdb.resolve(), asked.python.absolute(), home, files)
        odd = [(text, why) for number, hand, text in hands if (why := _difference(_as_played(hand), found.get(number)))]
        wrong += len(odd)
        refused = sum(why == "refused" for _text, why in odd)
        print(f"{game}: {len(hands)} hands, {refused} refused, {len(odd) - refused} understood otherwise", flush=True)
        for text, why in odd[:SHOWN]:
            print(f"{why}\n{text}")
        if refused == len(hands):
            print(said[-2000:])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
