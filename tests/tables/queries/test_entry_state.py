"""What the page reckons ahead of the club is what the club then says: played by random hands, reckoned by the page's own script."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.betting.hand import Deck, Hand
from engine.cards import UNKNOWN
from engine.games.decisions import Decision
from tables.queries.entry_state import standing_of
from tests.support.budget import budget
from tests.support.deals import begin
from tests.support.real_hands import stakes_of

SCRIPT = Path(__file__).parents[3] / "tables/static/tables/betting_ahead.js"
RECKON = f"""
import {{ after }} from {json.dumps(SCRIPT.as_uri())};
let text = "";
for await (const part of process.stdin) text += part;
const lines = JSON.parse(text).map(({{ standing, decision }}) => after(standing, decision, true));
process.stdout.write(JSON.stringify(lines));
"""
GAMES_AND_LIMITS = [("holdem", "no"), ("omaha", "pot"), ("holdem", "fixed"), ("2-7-triple-draw", "fixed")]


def unseen(hand: Hand) -> None:
    while hand.is_dealt_down or hand.is_board_due:
        ask = hand.asks[0]
        hand.answer(ask.number, Decision("deal", 0, (UNKNOWN,) * ask.lo))


def lines_of(game: str, limit: str, rng: random.Random) -> list[dict[str, Any]]:
    """A random hand: how it stood, what was answered, and how it stood then."""
    stakes = replace(stakes_of(game), limit=limit, ante=0)
    hand = begin(
        *[rng.randint(30, 900) for _ in range(rng.randint(2, 6))], game=game, stakes=stakes, deck=Deck.recorded()
    )
    names = {seat: f"p{seat}" for seat in hand.seats}
    lines = []
    unseen(hand)
    while not hand.is_over and hand.asks[0].kind == "bet":
        ask, standing = hand.asks[0], standing_of(hand, names)
        decision = ask.sample(rng) if rng.random() < 0.5 else Decision("call")
        hand.answer(ask.number, decision)
        unseen(hand)
        lines.append({"standing": standing, "decision": str(decision), "then": standing_of(hand, names)})
    return lines


def told(standing: dict[str, Any]) -> dict[str, Any]:
    """What a tap would do: the question, to whom, what a call costs, and every stack and bet."""
    ask = standing["ask"]
    found: dict[str, Any] = {"ask": ask and (ask["number"], ask["kind"])}
    if ask and ask["kind"] == "bet":
        offers = {offer["verb"]: offer for offer in ask["offers"]}
        found |= {
            "seat": ask["seat"],
            "call": offers["call"]["amount"],
            "follow": standing["follow"],
            "pot": standing["pot"],
        }
        found["seats"] = {one["seat"]: (one["stack"], one["bet"], one["folded"]) for one in standing["seats"]}
        if standing["limit"] == "no":
            found["raise"] = offers.get("raise")
    return found


@pytest.mark.parametrize(("game", "limit"), GAMES_AND_LIMITS)
def test_what_is_reckoned_ahead_is_what_comes(game, limit):
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), "the pages' scripts need Node"
        pytest.skip("the pages' scripts need Node")
    rng = random.Random(f"{game} {limit}")
    lines = [line for _hand in range(budget(120)) for line in lines_of(game, limit, rng)]
    ran = subprocess.run(
        [node, "--input-type=module", "-e", RECKON], input=json.dumps(lines), capture_output=True, text=True, check=True
    )
    reckoned = list(zip(json.loads(ran.stdout), lines, strict=True))
    for found, line in reckoned:
        if found is not None:
            assert told(found) == told(line["then"]), (line["standing"], line["decision"])
    is_board_game = line_streets(lines)
    known = [found for found, _line in reckoned if found is not None]
    assert len(known) > len(lines) * (0.6 if is_board_game else 0.3), "most taps need no answer before the next"


def line_streets(lines: list[dict[str, Any]]) -> bool:
    return lines[0]["standing"]["streets"] is not None
