"""Files of cases with known answers, of the floor and its money: read, worked out, compared (`manage.py cases FILE`).

A file is one JSON object whose members are sections; `SECTIONS` says which there are and what works out each. Cases of
`vectors` say by their own members what they are. Members that are texts or numbers are remarks. What a case does not
expect is not compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from club.base.errors import ClubError
from engine.errors import EngineError
from engine.text_limits import read_json
from tournaments.cases import betting, floor, money, points_and_structures
from tournaments.cases.compare import Check, NotACase

Case = Mapping[str, Any]


class BadCases(Exception):
    """A text that is no file of cases; the message says what would be one."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one case. `ok` None: it expects nothing that could be compared. `why` says what differs, or how."""

    id: str
    ok: bool | None
    why: str = ""

    def as_json(self) -> dict[str, Any]:
        """One line of the JSON output."""
        return {"id": self.id, "ok": self.ok, "why": self.why}

    def __str__(self) -> str:
        verdict = {True: "ok", False: "DIFFERS", None: "not compared"}[self.ok]
        return f"{verdict:<12}  {self.id}{'  ' if self.why else ''}{self.why}"


@dataclass(frozen=True, slots=True)
class Place:
    """A case where it stands: its section, its number there (from 0; None: the section is one case), and the file."""

    section: str
    at: int | None
    case: Case
    file: Case

    @property
    def id(self) -> str:
        """The case's own id, or where it stands."""
        told = self.case.get("id")
        where = self.section if self.at is None else f"{self.section}[{self.at}]"
        if told is None and "rule" in self.case and self.section == "betting_examples":
            return f"{where} {self.case['rule']}"
        return str(told) if told is not None else where

    @property
    def earlier(self) -> Sequence[Case]:
        """The cases before it in its section."""
        return [] if self.at is None else self.file[self.section][: self.at]


Work = Callable[[Place, Check], None]


def _alone(work: Callable[[Case, Check], None]) -> Work:
    return lambda place, check: work(place.case, check)


def _vector(place: Place, check: Check) -> None:
    """A case of `vectors`: told by its members."""
    case = place.case
    if "method" in case:
        money.check_deal(case, check)
    elif "stacks" in case:
        money.check_icm(case, check)
    elif {"buy_in", "event", "heads", "pots", "drawn"} & set(case):
        money.check_bounty(case, check)
    else:
        raise NotACase(
            "a vector has stacks and prizes (ICM), a method besides (a deal), or buy_in or an event (a bounty)"
        )


def _betting(place: Place, check: Check) -> None:
    if set(place.case) <= {"rule", "note"} and "odd_chips" in str(place.case.get("note")):
        for at, case in enumerate(place.file.get("odd_chips", [])):
            floor.check_odd_chips(case, check)
            check.notes.append(Place("odd_chips", at, case, place.file).id)
        return
    betting.check_betting(place.case, place.earlier, check)


SECTIONS: dict[str, Work] = {
    "vectors": _vector,
    "large": _alone(money.check_icm),
    "finish_probabilities": _alone(money.check_chances),
    "rounding": _alone(money.check_rounding),
    "leader_over_first": _alone(money.check_over_first),
    "formulas": _alone(points_and_structures.check_points),
    "cases": lambda place, check: points_and_structures.check_blinds(place.case, place.file, check),
    "acceptance_example": lambda place, check: points_and_structures.check_blinds(place.case, place.file, check),
    "dead_button": _alone(floor.check_button),
    "dead_button_fuzz": _alone(floor.check_button_fuzz),
    "balance_destination": _alone(floor.check_destination),
    "balance_mover": _alone(floor.check_mover),
    "balance_halt": _alone(floor.check_halt),
    "balance_trigger": _alone(floor.check_trigger),
    "break_when": _alone(floor.check_break),
    "final_table": _alone(floor.check_final),
    "simultaneous_bust": _alone(floor.check_busts),
    "tie_share": _alone(floor.check_tie),
    "odd_chips": _alone(floor.check_odd_chips),
    "chip_race": _alone(floor.check_race),
    "betting_examples": _betting,
    "dead_money_rules": _alone(floor.check_penalty),
}
# Sections that are a case themselves, when they are objects; other objects hold cases by id.
_ONE = ("finish_probabilities", "leader_over_first", "acceptance_example", "dead_button_fuzz", "dead_money_rules")


def outcomes(text: str) -> list[Outcome]:
    """What comes of every case of a file's text, in order. Raises `BadCases` for a text that is no such file."""
    try:
        file = read_json(text, parse_constant=_refuse_constant)
    except json.JSONDecodeError as wrong:
        raise BadCases(f"line {wrong.lineno} column {wrong.colno}: this is no JSON ({wrong.msg})") from None
    except ValueError as wrong:  # beyond the bounds, or a number of thousands of digits
        raise BadCases(str(wrong)) from None
    if isinstance(file, list):
        file = {"vectors": file}
    if not isinstance(file, dict):
        raise BadCases(f"a file of cases is one JSON object; {_KNOWN}")
    if not set(file) & set(SECTIONS):
        has = ", ".join(map(str, file)) or "nothing"
        raise BadCases(f"no section of this file is known: it has {has}; {_KNOWN}")
    found = [_outcome(place) for place in _places(file)]
    if not found:
        raise BadCases(f"this file has no cases in {', '.join(name for name in file if name in SECTIONS)}")
    return found


_KNOWN = f"known sections are {', '.join(SECTIONS)}"


def _refuse_constant(name: str) -> float:
    raise BadCases(f"{name} is no number of JSON")


def _places(file: Case) -> Iterator[Place]:
    for section, held in file.items():
        if section not in SECTIONS:
            if isinstance(held, list) and held and all(isinstance(case, dict) for case in held):
                yield from (Place(section, at, case, file) for at, case in enumerate(held))
            continue
        if isinstance(held, list):
            for at, case in enumerate(held):
                yield Place(section, at, _object(case, f"{section}[{at}]"), file)
        elif isinstance(held, dict) and section in _ONE:
            yield Place(section, None, held, file)
        elif isinstance(held, dict):
            for key, case in held.items():
                if case is None or isinstance(case, str | int | float) or (section == "formulas" and "f" not in case):
                    continue  # a remark
                yield Place(section, None, {"id": key, **_object(case, f"{section}: {key}")}, file)
        else:
            raise BadCases(f"{section} must be a list of cases, or an object")


def _object(case: Any, where: str) -> Case:
    if not isinstance(case, dict):
        raise BadCases(f"{where} must be an object, not {type(case).__name__}")
    return case


def _outcome(place: Place) -> Outcome:
    check = Check()
    if place.section not in SECTIONS:
        return Outcome(place.id, False, f"cannot be read: nothing works out {place.section}; {_KNOWN}")
    try:
        SECTIONS[place.section](place, check)
    except NotACase as wrong:
        return Outcome(place.id, False, f"cannot be read: {wrong}")
    except (ClubError, EngineError) as refused:
        return Outcome(place.id, False, f"refused: {refused}")
    except (
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as wrong:
        return Outcome(place.id, False, f"cannot be read: {type(wrong).__name__}: {wrong}")
    why = "; ".join(check.differences or check.notes)
    if not check.compared:
        return Outcome(place.id, None, why or "it expects nothing that can be compared")
    return Outcome(place.id, not check.differences, why)
