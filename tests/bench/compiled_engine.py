"""The engine's hot folders compiled by mypyc, beside the same source as it is: `just compiled`.

A copy is compiled in a folder of its own (a C compiler is needed, and a minute of patience), and both play every game that
PokerKit knows with random legal decisions. Seven cards in one call stand beside the evaluators in C that are installed
(`peers`), and hold'em beside the crate `pokers`, in Rust: asked what is legal at each decision, and checked down without asking.
"""

from __future__ import annotations

import importlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.bench import HEADING, Figure, Row

ROOT = Path(__file__).resolve().parents[2]
HANDS, CARDS = 2000, 20_000  # hands that are played, and that are ranked, at once
TELL = "import sys; sys.path[:0] = sys.argv[1:]; from tests.bench import compiled_engine; compiled_engine.tell()"
SEVEN, ASKED, CHECKED = "7 cards, high", "no limit hold'em, random legal decisions", "no limit hold'em, checked down"


def build(copy: Path) -> None:
    """Compile a copy in that folder. Raises `CalledProcessError` where mypyc or the compiler refuses it."""
    shutil.copytree(ROOT / "engine", copy / "engine", ignore=shutil.ignore_patterns("__pycache__", "dist"))
    line = [sys.executable, str(ROOT / "engine" / "compiling.py"), "engine"]
    subprocess.run(line, cwd=copy, check=True, capture_output=True)


def best(work: Callable[[], object], count: int) -> float:
    """How often in a second of processor time, where the work does it so often: the best of three after one that does not count."""
    work()
    found = []
    for _once in range(3):
        begun = time.process_time()
        work()
        found.append(count / (time.process_time() - begun))
    return max(found)


def tell() -> None:
    """Print where the engine was found and, as JSON, its rates and those of the peers that are installed."""
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # the crate prints every showdown
    import engine.betting.hand
    from tests.bench import games

    rates = {code: best(games.ours(code, HANDS), HANDS) for code in games.GAMES}
    peer = {code: best(games.theirs(code, 60), 60) for code in games.GAMES}
    told = [engine.betting.hand.__file__, rates, peer, ranked(), beside_rust()]
    os.write(answer, json.dumps(told).encode())


def ranked() -> dict[str, float]:
    """Seven cards in one call: ours, and those of the peers in C."""
    from engine.ranking.rankings import HIGH
    from tests.bench import rankings

    hands = rankings.dealt(7, CARDS)
    found = {"engine": best(rankings.over(hands, HIGH.rank), CARDS)}
    for name in ("pkrbot", "eval7"):
        try:
            work, prepared = rankings.PEERS[name](hands)
        except ImportError:
            continue
        found[name] = best(rankings.over(prepared, work), CARDS)
    return found


def beside_rust() -> dict[str, float]:
    """Hold'em of six in the crate `pokers`, by what is done; and ours checked down. Without the crate, ours alone."""
    found = {"engine": best(_checked_down, HANDS)}
    try:
        pokers = importlib.import_module("pokers")
    except ImportError:
        return found
    return found | {ASKED: best(lambda: _asked(pokers), HANDS), CHECKED: best(lambda: _told(pokers), HANDS)}


def _checked_down() -> None:
    from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
    from engine.cards import FULL_DECK
    from engine.games.decisions import CALL

    seats = tuple(Seat(number, 200) for number in range(1, 7))
    start = Start("holdem", Stakes(small_blind=1, big_blind=2), seats, Positions(6, 1, 2))
    rng, order = random.Random(1), list(FULL_DECK)
    for _ in range(HANDS):
        rng.shuffle(order)
        hand = Hand(start, Deck.of(order))
        for number in range(24):
            hand.answer(number, CALL)
        assert hand.is_over


def _told(pokers: Any) -> None:
    call, check = (pokers.Action(kind) for kind in (pokers.ActionEnum.Call, pokers.ActionEnum.Check))
    for seed in range(HANDS):
        state = pokers.State.from_seed(6, 0, 1.0, 2.0, 200.0, seed)
        for action in [call] * 5 + [check] * 19:
            state = state.apply_action(action)
        assert state.final_state


def _asked(pokers: Any) -> None:
    rng, kinds = random.Random(1), pokers.ActionEnum
    for seed in range(HANDS):
        state = pokers.State.from_seed(6, 0, 1.0, 2.0, 200.0, seed)
        while not state.final_state:
            legal = state.legal_actions
            pick = rng.random() * (3 if kinds.Raise in legal else 2)
            if pick >= 2:
                action = pokers.Action(kinds.Raise, state.min_bet)
            elif kinds.Check in legal:
                action = pokers.Action(kinds.Check)
            else:
                action = pokers.Action(kinds.Call if pick >= 1 else kinds.Fold)
            state = state.apply_action(action)


def told_by(*first: Path) -> tuple[Any, ...]:
    """What `tell` prints, with these folders searched first."""
    line = [sys.executable, "-c", TELL, *map(str, (*first, ROOT))]
    return tuple(json.loads(subprocess.run(line, cwd=ROOT, check=True, capture_output=True, text=True).stdout))


def measured() -> Iterator[Row]:
    """Both engines, game by game, then beside the peers. Raises `RuntimeError` if the copy was not the compiled one."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder))
        where, compiled, _peer, cards, rust = told_by(Path(folder))
    if not where.endswith((".so", ".pyd")):
        raise RuntimeError(f"{where} is not compiled")
    _where, plain, peer, plain_cards, _rust = told_by()
    for code, rate in compiled.items():
        yield Figure(f"{code}, compiled", rate, plain[code], "the same source in Python", mark=2.0)
        yield Figure(f"{code}, compiled", rate, peer[code], "PokerKit")
        yield Figure(f"{code}, plain", plain[code], peer[code], "PokerKit", mark=25)
    yield Figure(f"{SEVEN}, compiled", cards["engine"], plain_cards["engine"], "the same source in Python")
    for name, mark in (("pkrbot", 0.5), ("eval7", None)):
        if name in cards:
            yield Figure(f"{SEVEN}, compiled", cards["engine"], cards[name], name, mark)
    for what, ours in ((ASKED, compiled["NT"]), (CHECKED, rust["engine"])):
        if what in rust:
            yield Figure(f"{what}, compiled", ours, rust[what], "pokers", mark=1.0)


if __name__ == "__main__":
    print(HEADING)
    for figure in measured():
        print(figure)
