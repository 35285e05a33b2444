"""Files of hands and settlements with known answers: read, scored and compared (`python -m engine score FILE`).

A file is one JSON object: `profile_defaults` (the nested profile that `notation` explains), `hands` (boards, overrides
of the profile, what is expected) and `money` (debts against stacks, and rakes). What a case does not expect is computed
all the same and not compared.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cards import parse_cards
from engine.chinese.rows.compiled_rules import Profile, prepare
from engine.chinese.rows.rows import FEWEST_PLAYERS, MOST_PLAYERS, check_board
from engine.chinese.scoring.case_rules import DEFAULTS, BadCase, merged, payment_rules_of, rake_rules_of, rules_of
from engine.chinese.scoring.payment import settle
from engine.chinese.scoring.rake import rakes_of
from engine.chinese.scoring.scoring import Scores, score
from engine.errors import EngineError
from engine.games.row_layout import ROWS, Board
from engine.messages.chinese import CaseText
from engine.messages.message import Quoted, Term
from engine.text_limits import BeyondBounds, read_json

SCHEMA = "ofc-settlement-vectors/1"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case. `ok` None: nothing was expected. `found` is what was computed; `why` says what differs."""

    id: str
    ok: bool | None
    why: str = ""
    found: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """One line of the JSON output."""
        return {"id": self.id, "ok": self.ok, **self.found, "why": self.why}

    def __str__(self) -> str:
        verdict = {True: "matches", False: "DIFFERS", None: "scored"}[self.ok]
        numbers = self.found.get("points", self.found.get("chips", ""))
        return f"{verdict}  {self.id}  {numbers}{'  ' if self.why else ''}{self.why}"


def outcomes(text: str) -> Iterator[Outcome]:
    """Every case of a file's text, hands first.

    Raises `BadCase` for a text that is no such file, `BeyondBounds` for too long a one.
    """
    try:
        whole = read_json(text)
    except json.JSONDecodeError as wrong:
        raise BadCase(CaseText.NO_JSON_AT(line=wrong.lineno, column=wrong.colno, why=wrong.msg)) from None
    except BeyondBounds:
        raise
    except ValueError as wrong:
        raise BadCase(CaseText.NO_JSON(why=str(wrong))) from None
    if not isinstance(whole, dict):
        raise BadCase(CaseText.FILE(kind=_kind(whole)))
    if whole.get("schema", SCHEMA) != SCHEMA:
        raise BadCase(CaseText.SCHEMA(schema=Quoted(whole["schema"]), known=Quoted(SCHEMA)))
    if "hands" not in whole and "money" not in whole:
        raise BadCase(CaseText.EMPTY())
    defaults = merged(DEFAULTS, _object(whole, "profile_defaults", "the file"))
    for at, case in enumerate(_list(whole, "hands", "the file")):
        yield _outcome(case, f"hands[{at}]", lambda one: _hand(one, defaults))
    for at, case in enumerate(_list(whole, "money", "the file")):
        yield _outcome(case, f"money[{at}]", _money)


def _outcome(case: Any, place: str, compute: Any) -> Outcome:
    if not isinstance(case, dict):
        return Outcome(place, False, f"{place} must be an object, not {_kind(case)}")
    name = str(case.get("id", place))
    try:
        found, differences = compute(case)
    except EngineError as wrong:
        return Outcome(name, False, str(wrong))
    if "expected" not in case:
        return Outcome(name, None, "nothing was expected", found)
    return Outcome(name, not differences, "; ".join(differences), found)


# -- hands ------------------------------------------------------------------------------------------------------------


def _hand(case: Mapping[str, Any], defaults: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    rules, variant = rules_of(merged(defaults, _object(case, "profile", "the case")))
    profile = prepare(rules, variant)
    surrendered = [bool(one) for one in _list(case, "surrendered", "the case")]
    boards = [
        None if board is None else _board(board, f"board {at + 1}")
        for at, board in enumerate(_list(case, "boards", "the case"))
    ]
    for at, board in enumerate(boards):
        if board is not None:
            check_board(board, f"board {at + 1}")
    if not FEWEST_PLAYERS <= len(boards) <= MOST_PLAYERS:
        raise BadCase(CaseText.BOARDS(least=FEWEST_PLAYERS, most=MOST_PLAYERS, count=len(boards)))
    fantasyland = [one or 0 for one in _list(case, "fl_in", "the case")]
    if fantasyland and (len(fantasyland) != len(boards) or any(type(one) is not int for one in fantasyland)):
        raise BadCase(CaseText.FANTASYLAND(count=len(boards), value=Quoted(fantasyland)))
    scores = score(boards, profile, fantasyland=fantasyland, surrendered=surrendered)
    whole = scores.as_json()
    found = {key: whole[key] for key in ("points", "foul", "royalties", "pairs", "fl_next")}
    return found, _hand_differences(found, _object(case, "expected", "the case"), scores, profile)


def _board(value: Any, name: str) -> Board:
    if not isinstance(value, Mapping) or set(value) != set(ROWS):
        raise BadCase(CaseText.ROWS(name=name, rows=[*ROWS]))
    rows = []
    for row in ROWS:
        cards = value[row]
        if isinstance(cards, str):
            rows.append(parse_cards(cards))
        elif isinstance(cards, list) and all(isinstance(card, str) for card in cards):
            rows.append(parse_cards(" ".join(cards)))
        else:
            raise BadCase(CaseText.CARDS(name=name, row=Term(row, "row"), value=Quoted(cards)))
    return Board(*rows)


def _hand_differences(
    found: Mapping[str, Any], expected: Mapping[str, Any], scores: Scores, profile: Profile
) -> list[str]:
    differences = [
        f"{key} {found[key]}, expected {expected[key]}"
        for key in ("points", "foul", "royalties", "fl_next")
        if key in expected and expected[key] != found[key]
    ]
    if "pairs" in expected:
        differences += _pair_differences(found["pairs"], expected["pairs"])
    if "joker_reading" in expected:
        differences += _reading_differences(expected["joker_reading"], scores, profile)
    return differences


def _pair_differences(found: Sequence[Mapping[str, Any]], expected: Sequence[Mapping[str, Any]]) -> list[str]:
    """Pair by pair, whichever of the two a file names first."""
    for pair in expected:
        if not isinstance(pair, dict) or type(pair.get("a")) is not int or type(pair.get("b")) is not int:
            raise BadCase(CaseText.PAIR(value=Quoted(pair)))
    ours = {(pair["a"], pair["b"]): pair for pair in found}
    theirs = {(pair["a"], pair["b"]) if pair["a"] < pair["b"] else (pair["b"], pair["a"]): pair for pair in expected}
    differences = [f"pairs {sorted(ours)}, expected {sorted(theirs)}"] if set(ours) != set(theirs) else []
    for both in sorted(set(ours) & set(theirs)):
        sign = 1 if theirs[both]["a"] == both[0] else -1
        for key in ("rows", "royalty", "scoop", "net"):
            if key not in theirs[both]:
                continue
            told = theirs[both][key]
            told = {row: sign * won for row, won in told.items()} if key == "rows" else sign * told
            if told != ours[both][key]:
                differences.append(f"pair {both[0]}-{both[1]}: {key} {ours[both][key]}, expected {told}")
    return differences


def _reading_differences(expected: Sequence[Any], scores: Scores, profile: Profile) -> list[str]:
    """Readings are compared by strength: which suit stands for a card that makes no difference is nobody's rule."""
    differences = []
    for at, (told, hand) in enumerate(zip(expected, scores.hands, strict=False)):
        if told is None or hand.board is None:
            continue
        reading = _board(told, f"joker_reading {at + 1}")  # two rows may both read a joker as the same card
        if profile.strengths(reading) != hand.strengths:
            differences.append(f"board {at + 1} read as {hand.board}, expected {reading}")
    return differences


# -- money ------------------------------------------------------------------------------------------------------------


def _money(case: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    kinds = {"stacks": _stacks, "rake": _rake}
    if case.get("kind") not in kinds:
        raise BadCase(CaseText.ONE_OF(path="kind", known=[*kinds], value=Quoted(case.get("kind"))))
    chips = kinds[case["kind"]](case)
    differences = [f"chips {chips}, expected {case['expected']}"] if chips != case.get("expected", chips) else []
    return {"chips": chips}, differences


def _stacks(case: Mapping[str, Any]) -> list[int]:
    """The stacks after the debts are paid."""
    stacks = _integers(case, "stacks")
    button = _button(case, len(stacks))
    debts = []
    for pair, points in _object(case, "pair_nets", "the case").items():
        seats = pair.split("-")
        if len(seats) != 2 or not all(seat.isdecimal() for seat in seats) or type(points) is not int:
            raise BadCase(CaseText.PAIR_NETS(pair=Quoted(pair), points=Quoted(points)))
        debts.append((int(seats[0]), int(seats[1]), points))
    settled = settle(
        debts, stacks=stacks, button=button, rules=payment_rules_of(_object(case, "rule", "the case")), point_value=1
    )
    return [stack + won for stack, won in zip(stacks, settled.net, strict=True)]


def _rake(case: Mapping[str, Any]) -> list[int]:
    """What each seat pays the house of the chips won or lost."""
    deltas = _integers(case, "deltas")
    if sum(deltas):
        raise BadCase(CaseText.SUM(sum=sum(deltas)))
    rule = _object(case, "rule", "the case")
    order = [(_button(case, len(deltas)) + 1 + at) % len(deltas) for at in range(len(deltas))]
    point_value = rule.get("point_value", 1)
    if type(point_value) is not int or point_value < 1:
        raise BadCase(CaseText.POINT_VALUE(value=Quoted(point_value)))
    return rakes_of(deltas, None, order, rake_rules_of(rule), point_value)


def _button(case: Mapping[str, Any], players: int) -> int:
    """The seat of the button; the last one where a case names none, so that odd chips go in the order of the seats."""
    button = case.get("button", players - 1)
    if type(button) is not int or not 0 <= button < players:
        raise BadCase(CaseText.BUTTON(last=players - 1, value=Quoted(button)))
    return button


# -- reading JSON -----------------------------------------------------------------------------------------------------


def _kind(value: Any) -> str:
    return {dict: "an object", list: "a list", str: "a text", type(None): "nothing"}.get(type(value), "a number")


def _object(holder: Mapping[str, Any], key: str, name: str) -> Mapping[str, Any]:
    value = holder.get(key, {})
    if not isinstance(value, dict):
        raise BadCase(CaseText.MEMBER_OBJECT(name=name, key=key, kind=_kind(value)))
    return value


def _list(holder: Mapping[str, Any], key: str, name: str) -> list[Any]:
    value = holder.get(key, [])
    if not isinstance(value, list):
        raise BadCase(CaseText.MEMBER_LIST(name=name, key=key, kind=_kind(value)))
    return value


def _integers(case: Mapping[str, Any], key: str) -> list[int]:
    values = _list(case, key, "the case")
    if not values or any(type(value) is not int for value in values):
        raise BadCase(CaseText.NUMBERS(key=key, value=Quoted(values)))
    return values
