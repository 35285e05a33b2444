"""What the source says to people: each word marked for translation has its Japanese, and no refusal is without a mark."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.contrib import admin
from django.utils import translation
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[1]
APPS = ("club", "tables", "tournaments")
CATALOGUE = ROOT / "club" / "locale" / "ja" / "LC_MESSAGES" / "django.mo"
PLAIN = {"_", "gettext", "gettext_lazy", "gettext_noop", "noop"}
MARKS = PLAIN | {"pgettext", "pgettext_lazy", "ngettext", "ngettext_lazy", "npgettext"}
# Errors that no reader of a page or an answer sees: of programs, of the command line, or said again in other words.
APART = {
    *("ArithmeticError", "CommandError", "RuntimeError", "ServersError", "TypeError", "ValueError"),
    *("TransactionManagementError", "BadCases", "NotACase", "BadRequest", "ImpossibleText", "BadFields"),
    *("BackupError", "BadCertificate", "NoNetwork"),  # said at the command line, as `ServersError`
    *("BadToken", "NotBelieved"),  # of what another provider answered: for the log
}
# Said from the engine's own sentences, and at the command line.
SAID_ELSEWHERE = {
    ("club/ledger/seals.py", "NoHeads"),
    ("tables/dealing/phh_import.py", "UnfinishedRecord"),
    ("tournaments/evening/simulated_evening.py", "BadSheet"),
}
_CALL = re.compile(
    r"""\b(p?gettext|ngettext|_)\(u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(?:,\s*u?("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'))?"""
)


@cache
def sources() -> dict[str, ast.Module]:
    paths = [path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts]
    return {str(path.relative_to(ROOT)): ast.parse(path.read_text()) for path in paths}


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def in_python() -> Iterator[tuple[str, str, str]]:
    """Where each word stands, its context or nothing, and the word."""
    for path, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and name_of(node) in MARKS:
                told = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
                if name_of(node) in PLAIN and told:
                    yield path, "", told[0]
                elif name_of(node).startswith("p") and len(told) == 2:
                    yield path, told[0], told[1]


def in_templates() -> Iterator[tuple[str, str, str]]:
    for path in sorted((ROOT / "templates").rglob("*.*")):
        for mark, one, other in _CALL.findall(templatize(path.read_text(), origin=str(path))):
            first, second = (ast.literal_eval(text) if text else "" for text in (one, other))
            yield path.name, *((first, second) if mark == "pgettext" else ("", first))


@pytest.mark.parametrize("words", [in_python, in_templates])
def test_every_word_marked_for_translation_has_its_japanese(
    words: Callable[[], Iterator[tuple[str, str, str]]],
) -> None:
    with open(CATALOGUE, "rb") as compiled:
        known = gettext.GNUTranslations(compiled)._catalog  # type: ignore[attr-defined]  # the only view of what there is
    keys = [(place, f"{context}\x04{word}" if context else word) for place, context, word in words()]
    assert len(keys) > 1000
    assert [(place, key) for place, key in keys if key not in known and (key, 0) not in known] == []


def test_the_admin_calls_every_model_and_field_by_a_japanese_name() -> None:
    with translation.override("ja"):
        models = list(admin.site._registry)
        told = [(model._meta.label, str(model._meta.verbose_name_plural)) for model in models]
        told += [(model._meta.label, str(field.verbose_name)) for model in models for field in model._meta.fields]
    left = {(label, name) for label, name in told if re.search(r"[a-z]{3}", name) and name.isascii()}
    assert left == {("club.Webhook", "Webhook"), ("club.Delivery", "Webhook")}


def unmarked(node: ast.AST) -> Iterator[str]:
    """Texts of several words that are filled in or said as they stand, outside every mark."""
    if isinstance(node, ast.Call) and name_of(node) in MARKS:
        return
    if isinstance(node, ast.JoinedStr):
        text = "".join(str(one.value) for one in node.values if isinstance(one, ast.Constant))
        if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", text):
            yield text
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
        yield node.value
    for one in ast.iter_child_nodes(node):
        yield from unmarked(one)


def test_every_refusal_is_marked_for_translation() -> None:
    found = []
    for path, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and name_of(node.exc) not in APART:
                told = [] if (path, name_of(node.exc)) in SAID_ELSEWHERE else unmarked(node.exc)
                found += [(path, node.lineno, text) for text in told]
    assert found == []
