"""Every parser of what people send reads or refuses whatever is sent, within a bound of memory; and no parser is forgotten."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import text_limits
from engine.notation.phh import BrokenRecord, read
from tests.parsing.parsers import CPU_SECONDS, OWN_WORDS, PARSERS
from tests.support.budget import budget, sampled

ROOT = Path(__file__).resolve().parents[1]
# Calls that parse; whoever needs one goes through `engine.text_limits`, or stands in `OWN_WORDS`.
PARSING = {("json", "loads"), ("json", "load"), ("tomllib", "loads"), ("tomllib", "load"), ("tomli", "loads"), ("csv", "reader"),
           ("csv", "DictReader"), ("Image", "open")}  # fmt: skip
GUARDED = {
    "engine/text_limits.py",
    "engine/notation/phh.py",
    "club/membership/roster.py",
    "club/base/pictures/drawing.py",
}


@pytest.mark.sweep
def test_hostile_documents_are_read_or_refused_in_little_memory() -> None:
    names = sampled(PARSERS, "parsers", one_of=3, again=True)
    count = str(budget(200))  # of each kind, besides those made by hand
    environment = {
        **os.environ,
        "DOCUMENTS": count,
        "SECRET_KEY": "x",
        "CARDHOUSE_TESTING": "1",
        "MALLOC_ARENA_MAX": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "tests.parsing.batch", *names],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["parser"] for one in told] == names, done.stderr[-2000:]
    assert {one["parser"]: one["faults"] for one in told if one["count"]} == {}
    assert all(one["seconds"] < CPU_SECONDS for one in told), told


def test_no_parser_of_the_source_is_outside_the_table() -> None:
    found = set()
    for package in ("club", "engine", "tables", "tournaments"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                    owner = node.func.value
                    if isinstance(owner, ast.Name) and (owner.id, node.func.attr) in PARSING:
                        found.add(str(path.relative_to(ROOT)))
    assert found == GUARDED | set(OWN_WORDS)


@pytest.mark.parametrize("text", ["[" * 65, '{"a":' * 65, "[" + "1," * 100_001, "1" * 2_500_001])
def test_json_beyond_the_bounds_is_refused_before_it_is_parsed(text: str) -> None:
    with pytest.raises(text_limits.BeyondBounds):
        text_limits.read_json(text)


@pytest.mark.parametrize("text", ['["[[[[\\"[[[[", {}]', '"' + "\\\\" * 9 + '"', "[1, 2.5e3]", '"' + "[" * 99 + '"'])
def test_brackets_within_texts_are_no_depth(text: str) -> None:
    assert text_limits.read_json(text, text_limits.Limits(size=200, depth=2)) == json.loads(text)


@pytest.mark.parametrize(
    "text", ["a." * 12_000 + "a = 1", "[" + "a." * 9 + "a]", "a = " + "[" * 99, "a = 0x" + "f" * 99, "a = " + "9" * 99]
)
def test_toml_beyond_the_bounds_is_refused_before_it_is_parsed(text: str) -> None:
    with pytest.raises(text_limits.BeyondBounds):
        read(text)


@pytest.mark.parametrize(
    "text",
    ['a = """' + "." * 99 + '[[[["""', "a = '''" + "[" * 99 + "'''", 'a = "' + '\\".' * 99 + '"', "# " + "a." * 99],
)
def test_dots_and_brackets_within_texts_of_toml_are_none(text: str) -> None:
    text_limits.check_toml(text, text_limits.Limits(size=1_000, depth=2, names=2))


def test_an_amount_of_a_hand_is_a_number_that_can_be_written_out() -> None:
    text = 'variant = "NT"\nantes = [0, 0]\nactions = []\nstarting_stacks = [1e999999999, 2]\n'
    with pytest.raises(BrokenRecord, match="no amount"):
        read(text)


def test_whoever_reads_a_number_from_a_text_of_digits_bounds_how_many() -> None:
    """Python refuses by ValueError to read more than 4,300 digits: `engine.text_limits.whole`, or a bound in the same breath."""
    found = []
    for package in ("club", "engine", "tables", "tournaments"):
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef):
                    text = ast.unparse(node)
                    asks = any(f".{name}()" in text for name in ("isdecimal", "isdigit", "isnumeric"))
                    if asks and "int(" in text and "len(" not in text:
                        found.append(f"{path.relative_to(ROOT)} {node.name}")
    assert sorted(found) == []


@pytest.mark.parametrize(
    ("text", "most", "number"),
    [
        ("7", 18, 7),
        ("007", 3, 7),
        ("", 18, None),
        ("-1", 18, None),
        ("²", 18, None),
        ("1234", 3, None),
        ("9" * 5_000, 18, None),
    ],
)
def test_a_whole_number_is_read_from_few_digits_alone(text: str, most: int, number: int | None) -> None:
    assert text_limits.whole(text, most) == number
