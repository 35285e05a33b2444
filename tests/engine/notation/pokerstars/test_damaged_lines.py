"""A text of which one line is damaged is refused, or read as the hand that it was: no line is lost in silence."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.notation import hand_texts
from engine.notation.hand_to_phh import record_of
from engine.notation.hand_to_pokerstars import pokerstars_of
from engine.notation.phh import Record
from engine.notation.phh_to_hand import play
from engine.notation.pokerstars_words import GAMES
from tests.engine.notation.pokerstars.starts import NAMES, acts, told_hand
from tests.support.budget import budget

games = pytest.mark.parametrize("game", GAMES)
# What a damaged line begins to say, in a file that was cut, edited, or written by a program that is not known.
VERBS = r"posts|brings in|bets|calls|raises|checks|folds|discards|stands pat|shows|mucks|collected|returned|Seat|Board|\*\*\*|Total"
NUMBERS = re.compile(r"(?<![#\d])\d+(?= |$|\))")


def other_word(line: str, rng: random.Random) -> str:
    return re.sub(rf"({VERBS})(?!.*({VERBS}))", "whistles", line, count=1)


def other_number(line: str, rng: random.Random) -> str:
    """The last amount of the line one more; not of stacks and of changed cards, which nothing else tells."""
    found = list(NUMBERS.finditer(line))
    if not found or " in chips)" in line or ": discards " in line or line.startswith("Table "):
        return line
    last = found[-1]
    return f"{line[: last.start()]}{int(last[0]) + 1}{line[last.end() :]}"


def gone(line: str, rng: random.Random) -> str:
    """No line; that of the board stays, which alone tells cards laid before the first bet."""
    return line if line.startswith("Board [") else ""


def twice(line: str, rng: random.Random) -> str:
    return f"{line}\n{line}"


def cut_off(line: str, rng: random.Random) -> str:
    return line[: rng.randrange(1, len(line))]


DAMAGES: list[Callable[[str, random.Random], str]] = [other_word, other_number, gone, twice, cut_off]


def told_of(text: str) -> tuple[object, ...]:
    (record,) = hand_texts.read(text)
    hand = play(record, 1).hand
    return acts(hand), hand.stacks, hand.boards, record.fields["players"]


@games
@pytest.mark.parametrize("damage", DAMAGES)
@settings(max_examples=budget(20))
@given(seed=st.integers(0, 2**32))
def test_a_line_that_is_damaged_is_not_lost_in_silence(game, damage, seed):
    rng = random.Random(seed)
    hand = told_hand(rng, game)
    record = record_of(hand, name="77", seat=rng.choice([None, *hand.seats]))
    fields = {**record.fields, "players": rng.sample(NAMES * 2, len(hand.seats))}
    text = pokerstars_of(hand, Record("77", fields))
    whole = told_of(text)
    lines = text.splitlines()
    for at in range(1, len(lines)):
        changed = "\n".join([*lines[:at], damage(lines[at], rng), *lines[at + 1 :]])
        try:
            read = told_of(changed)
        except EngineError:
            continue
        assert read == whole, lines[at]
