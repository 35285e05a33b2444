"""A case for the floor as JSON, and the verdict on it: what ``python -m engine interpret`` reads and writes.

A case is an object with

* ``situation``: the fields of `Situation` by name, at least ``stack``;
* ``motions``: a list, in order of time, of objects with the fields of `Motion`: ``said``, ``chips``, ``taps``,
  ``is_cards_forward``, ``taken_back``;
* and, if need be, ``rules`` (values of `FloorRules`), ``turn`` and ``told``.

The verdict has ``decision`` (null while somebody has to speak: ``asks`` says who, ``options`` what is open), ``action``,
``to``, ``returned``, ``owed``, ``held``, ``all_in``, and ``why``, a list of reasons with the rules they cite.

>>> case = '{"situation": {"stack": 1000, "level": 25, "pot": 40}, "motions": [{"chips": [100]}]}'
>>> rule_on(case)["why"][0]["text"]
'One chip of 100 put in without a word is a call of 25.'
"""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError
from engine.house_rules import resolve
from engine.messages.floor import RulingCaseText
from engine.rulings.floor_rules import FloorRules
from engine.rulings.motions import Motion
from engine.rulings.ruling import interpret
from engine.rulings.situation import Situation
from engine.text_limits import CASE, BeyondBounds, read_json

_MUST, _MAY = ("situation", "motions"), ("rules", "turn", "told")


class BadCase(EngineError):
    """A text that is no case; the message says what would be one."""

    code = "bad_case"


def rule_on(text: str) -> dict[str, Any]:
    """The verdict on a case as JSON.

    Raises `BadCase`, `BeyondBounds`, `BadSituation`, `BadMotion` or `BadRule`, saying what would be right.
    """
    try:
        case = read_json(text, CASE)
    except BeyondBounds:
        raise
    except ValueError as wrong:
        raise BadCase(RulingCaseText.NO_JSON(why=str(wrong))) from None
    if not isinstance(case, dict) or not set(_MUST) <= set(case) <= {*_MUST, *_MAY}:
        raise BadCase(RulingCaseText.MEMBERS(must=" and ".join(_MUST), may=[*_MAY]))
    situation, motions, rules = case["situation"], case["motions"], case.get("rules", {})
    if not (isinstance(situation, dict) and isinstance(rules, dict)):
        raise BadCase(RulingCaseText.OBJECTS())
    if not (isinstance(motions, list) and all(isinstance(motion, dict) for motion in motions)):
        raise BadCase(RulingCaseText.MOTIONS())
    return interpret(
        Situation.from_json(situation),
        [Motion.from_json(motion) for motion in motions],
        resolve(FloorRules, rules),
        turn=case.get("turn", "in turn"),
        told=case.get("told", 0),
    ).as_json()
