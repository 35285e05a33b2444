"""What the rules say: every refusal is a message with an id, and its parameters are those that its text names.

The engine and the rules of the tournaments say all in messages; whatever knows Django may say its own in words.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import EngineError, NotOffered
from engine.games.decisions import Ask, Decision
from engine.games.hand_start import Stakes
from engine.messages.message import Quoted, Term, worded
from tests.support.messages import every_text, placeholders

TEXTS = {f"{type(text).__name__}.{text.name}": text for text in every_text()}
ROOT = Path(__file__).parents[1]
SOURCE = {
    path: ast.parse(path.read_text())
    for package in ("engine", "club", "tables", "tournaments")
    for path in (ROOT / package).rglob("*.py")
}
# What says all in messages: the engine, and what the contract of pyproject.toml keeps free of Django.
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
PURE = [
    ROOT / name.replace(".", "/")
    for contract in CONTRACTS
    if "django" in contract.get("forbidden_modules", ())
    for name in contract["source_modules"]
]
# Of these a member is found by a verb, or by the id of what a hand makes.
BY_NAME = ("OfferText.", "HandText.")
# Faults of the program, which nobody is told.
OF_PROGRAMS = ("ArithmeticError", "AssertionError", "TypeError", "KeyError")


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


def is_pure(path: Path) -> bool:
    return any(path.is_relative_to(one) or path == one.with_suffix(".py") for one in PURE)


def is_sentence(node: ast.AST) -> bool:
    """True for a text of several words, and for one that is put together."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and " " in node.value
    return isinstance(node, ast.JoinedStr | ast.BinOp)


def test_no_error_is_raised_with_a_sentence():
    named = errors() | {"ClubError", "Refused", "BadSheet", "BadFormula", "_refused"}
    raised = {id(node.exc) for tree in SOURCE.values() for node in ast.walk(tree) if isinstance(node, ast.Raise)}
    assert [
        f"{path}:{call.lineno}"
        for path, call in calls()
        if is_pure(path)
        and (id(call) in raised or (isinstance(call.func, ast.Name) and call.func.id in named))
        and any(map(is_sentence, call.args))
        and ast.unparse(call.func) not in OF_PROGRAMS
    ] == []


# What an error says, as text.
TOLD = re.compile(
    r"str\((error|wrong|refusal|refused)\)|(error|wrong|refusal|refused)\.args|\.why\.(startswith|endswith)"
)


def reads_words(node: ast.AST) -> bool:
    """True where a pattern, a search or a comparison is laid over what an error or an outcome says."""
    if isinstance(node, ast.Call):
        is_search = ast.unparse(node.func).startswith("re.") or ast.unparse(node.func).endswith("with")
        return is_search and bool(TOLD.search(ast.unparse(node)))
    return isinstance(node, ast.Compare) and bool(TOLD.search(ast.unparse(node)))


def test_no_sentence_is_known_by_its_words():
    found = [f"{path}:{node.lineno}" for path, tree in SOURCE.items() for node in ast.walk(tree) if reads_words(node)]
    assert found == []
    assert reads_words(ast.parse("one.why.startswith('unsupported')", mode="eval").body)
    assert reads_words(ast.parse("'busy' in str(error)", mode="eval").body)


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
    assert unsaid == []


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
