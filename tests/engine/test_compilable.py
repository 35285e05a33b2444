"""The source stays as compiled modules need it (`engine/compiling.py`), by what can be seen without a compiler.

`just compiled-tests` shows that compiled modules do as the source does; it takes minutes, so it is no part of every run. Each rule
here is of something that was different once.
"""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from engine.compiling import FOLDERS, MODULES, compiled_modules
from tests.folders import PACKAGES, ROOT

ENGINE = ROOT / "engine"
COMPILED = [ENGINE / path for path in compiled_modules(ENGINE)]
DOTTED = {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in COMPILED}
EVERYWHERE = sorted(path for package in (*PACKAGES, "tests") for path in (ROOT / package).rglob("*.py"))
# Bases of classes that stay classes of Python, also in a compiled module.
OF_PYTHON = {"NamedTuple", "Protocol", "TypedDict", "EngineError", "Exception"}


def named(node: ast.AST) -> str:
    """The last name of a name, of an attribute, or of what is subscripted or called; empty for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner) | ast.Call(func=inner):
            return named(inner)
    return ""


def imported(tree: ast.AST) -> dict[str, str]:
    """Names that a module has from others, by what they are called in it: the module, a dot, and the name."""
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }


def natives(trees: Iterable[tuple[str, ast.AST]]) -> set[str]:
    """The classes that become classes of C: they have a constructor that must be called, and no class of Python below them."""
    return {
        f"{module}.{node.name}"
        for module, tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef) and not {named(base) for base in node.bases} & OF_PYTHON
    }


def is_fixed(node: ast.AST) -> bool:
    """True for what is the same object wherever it is: None, True, False, a constant by its name, a class."""
    if isinstance(node, ast.Constant):
        return node.value is None or isinstance(node.value, bool)
    name = named(node) if isinstance(node, ast.Name | ast.Attribute) else ""
    return name.isupper() or name[:1].isupper() or name in ("str", "int", "tuple", "list", "dict", "bool", "float")


def faults(tree: ast.AST) -> Iterator[str]:
    """What compiled code would do otherwise, or not at all."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr="__new__", value=ast.Name(id=name)) if name != "tuple":
                yield f"{node.lineno}: {name}.__new__ makes a native class without its constructor"
            case ast.Compare(ops=ops, left=left, comparators=others):
                sides = zip((left, *others), others, ops, strict=False)
                if any(
                    isinstance(op, ast.Is | ast.IsNot) and not (is_fixed(one) or is_fixed(other))
                    for one, other, op in sides
                ):
                    yield f"{node.lineno}: {ast.unparse(node)}: a tuple of fixed length is no object when compiled"
            case ast.ClassDef(bases=bases) if {named(base) for base in bases} & {"EngineError", "Exception"}:
                yield f"{node.lineno}: {node.name} has no code of its own when compiled: it belongs to engine.errors"
            case ast.arg(annotation=ast.Name(id="Decision")):
                yield f"{node.lineno}: what is sent may be of any type, and is to be refused by name: SentDecision"


def subclasses(tree: ast.AST, classes: set[str]) -> Iterator[str]:
    """Classes of that module below a native one of another."""
    of = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (f"{node.name}({named(base)})" for base in node.bases if of.get(named(base)) in classes)


def patches(tree: ast.AST, modules: set[str], classes: set[str]) -> Iterator[str]:
    """Where a test has another thing stand for one of a compiled module, which its own calls do not see."""
    of = imported(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and named(node.func) in ("setattr", "patch") and node.args:
            first = node.args[0]
            text = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
            target = text.rpartition(".")[0] or of.get(named(first), "")
            if isinstance(node.func, ast.Attribute) and target in modules | classes:
                yield f"{node.lineno}: {target}"


def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


NATIVE = natives((".".join(path.relative_to(ROOT).with_suffix("").parts), parsed(path)) for path in COMPILED)


def test_what_is_compiled_is_there():
    assert all((ENGINE / folder).is_dir() for folder in FOLDERS)
    assert all((ENGINE / module).is_file() for module in MODULES)
    assert {"engine.betting.hand.Hand", "engine.betting.state.HandState", "engine.deck.shuffle.Deck"} <= NATIVE
    assert "engine.games.decisions.Decision" not in NATIVE


@pytest.mark.parametrize("path", COMPILED, ids=lambda path: str(path.relative_to(ENGINE)))
def test_a_module_that_is_compiled_does_the_same_then(path):
    assert list(faults(parsed(path))) == []


def test_nobody_has_a_class_of_python_below_a_native_one():
    found = {
        str(path.relative_to(ROOT)): [*subclasses(parsed(path), NATIVE)] for path in EVERYWHERE if path not in COMPILED
    }
    assert {path: classes for path, classes in found.items() if classes} == {}


def test_no_test_of_the_engine_changes_what_compiled_modules_call():
    tests = sorted((ROOT / "tests" / "engine").rglob("*.py"))
    found = {str(path.relative_to(ROOT)): [*patches(parsed(path), DOTTED, NATIVE)] for path in tests}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "text",
    [
        "object.__new__(Hand)",
        "cls.__new__(cls)",
        "class BadWord(EngineError):\n    code = 'bad_word'",
        "[half for half in halves if half is not share]",
        "def answer(self, number: SupportsIndex, decision: Decision): ...",
    ],
)
def test_what_was_different_once_is_found(text):
    assert len(list(faults(ast.parse(text)))) == 1


@pytest.mark.parametrize(
    "text",
    ["x is None", "decision is not CALL", "kind is not Decision", "type(x) is int", "tuple.__new__(Ask, values)"],
)
def test_what_is_the_same_is_no_fault(text):
    assert list(faults(ast.parse(text))) == []


def test_a_class_below_a_native_one_and_a_patch_are_found():
    tree = ast.parse("from engine.deck.shuffle import Deck\nclass Sealed(Deck): pass")
    assert list(subclasses(tree, NATIVE)) == ["Sealed(Deck)"]
    text = "from engine.betting.pots_and_results import pots\nmonkeypatch.setattr(pots, 'split', other)\n"
    text += "monkeypatch.setattr('engine.betting.hand.outcome_of', other)"
    assert len(list(patches(ast.parse(text), DOTTED, NATIVE))) == 2
