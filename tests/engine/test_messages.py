"""What the engine says: every refusal is a message with an id, and its parameters are those that its text names."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
from engine.errors import EngineError, NotOffered
from engine.games.decisions import Ask, Decision
from engine.games.start import Stakes
from engine.messages.message import Quoted, Term, worded
from tests.support.messages import every_text, placeholders

TEXTS = {f"{type(text).__name__}.{text.name}": text for text in every_text()}
SOURCE = {path: ast.parse(path.read_text()) for path in Path(engine.__file__).parent.rglob("*.py")}
# Of these a member is found by a verb, or by the id of what a hand makes.
BY_NAME = ("OfferText.", "HandText.")
# What is a sentence and no message.
BARE = (ast.Constant, ast.JoinedStr, ast.BinOp)


def calls() -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in SOURCE.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield path, node


def errors() -> set[str]:
    """The names of every class of errors that the engine has."""
    found, classes = set(), [EngineError]
    while classes:
        one = classes.pop()
        found.add(one.__name__)
        classes += one.__subclasses__()
    return found


def test_no_error_is_raised_with_a_sentence():
    raised = [
        f"{path.name}:{node.lineno}"
        for path, tree in SOURCE.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance((*node.exc.args, None)[0], BARE)
    ]
    named = errors()
    made = [
        f"{path.name}:{call.lineno}"
        for path, call in calls()
        if isinstance(call.func, ast.Name) and call.func.id in named and isinstance((*call.args, None)[0], BARE)
    ]
    assert raised + made == []


def test_a_message_is_given_what_its_text_names():
    wrong = {
        f"{path.name}:{call.lineno}": ast.unparse(call.func)
        for path, call in calls()
        if (text := TEXTS.get(ast.unparse(call.func)))
        and {one.arg for one in call.keywords} != set(placeholders(text.value))
    }
    assert wrong == {}


def test_every_text_is_said_somewhere():
    said = {ast.unparse(node) for tree in SOURCE.values() for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    unsaid = [name for name in TEXTS if name not in said and not name.startswith(BY_NAME)]
    assert unsaid == ["RecordText.ENDS_EARLY"], "said by who reads files of hands, and by nobody else outside"


def test_an_id_names_one_text():
    ids = [text.id for text in every_text()]
    assert len(set(ids)) == len(ids)
    # Two members of one enumeration with the same words would silently be one.
    assert [
        name for part in {type(text) for text in every_text()} for name in part.__members__.keys() - part._member_names_
    ] == []


def test_an_error_tells_its_id_and_its_parameters():
    with pytest.raises(EngineError) as refused:
        Stakes(small_blind=20, big_blind=10)
    assert refused.value.message.id == "stakes.small_blind_above_big"
    assert refused.value.message.params == {"small": 20, "big": 10}
    assert str(refused.value) == "the small blind 20 is above the big blind 10"


def test_offers_within_a_refusal_are_messages_too():
    with pytest.raises(NotOffered) as refused:
        Ask(0, 1, "bet", call=50, lo=100, hi=300).check(Decision("draw"))
    ids = [one.id for one in refused.value.message.params["offers"]]
    assert ids == ["offer.fold", "offer.call", "offer.raise_within"]
    assert str(refused.value) == "draw is not open here: fold, call 50, raise to 100–300"


def test_each_kind_of_parameter_is_worded():
    message = TEXTS["MixText.AT_LEG"](name=Term("Razz"), why=TEXTS["StakesText.UNKNOWN_MEMBER"](names=[Quoted("x"), 3]))
    shouted = worded(message, lambda english, context: english.upper() if "{" not in english else english)
    assert shouted == "RAZZ: stakes have no 'x', 3"
