"""A newcomer finds the way: folders say what is in them and stay small, and documents name what is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.folders import DOCUMENT, PACKAGES, ROOT, description, document, folders, modules

MOST = 15  # modules in a folder, beyond which nobody finds the one they look for
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
CODE = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]


@pytest.mark.parametrize("folder", [each for package in PACKAGES for each in folders(package)], ids=str)
def test_a_folder_says_what_is_in_it_and_is_small(folder: Path) -> None:
    assert description(folder), f"{folder}/__init__.py says nothing"
    assert len(modules(folder)) <= MOST


def test_the_page_of_the_folders_is_what_they_say() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "run `python -m tests.folders`"


def test_every_rule_that_the_code_cites_is_written_down() -> None:
    numbers = re.compile(r"\bS[0-3]\.\d+\b")
    written = {
        n
        for path in (ROOT / "docs" / "rules").glob("*.md")
        for n in re.findall(r"\*\*(S\d\.\d+)\*\*", path.read_text())
    }
    cited = {n for path in CODE for n in numbers.findall(path.read_text(encoding="utf-8"))}
    assert len(written) == 52
    assert sorted(cited - written) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_document_names_files_that_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.name != "CHANGELOG.md":  # it tells of days when files had other names
        named = re.findall(r"`((?:engine|club|tables|tournaments|tests|docs)/[\w/]+\.(?:py|md|txt))`", text)
        assert [name for name in named if not (ROOT / name).exists()] == []
    links = [link for link in re.findall(r"\]\(([^)#]+)", text) if "://" not in link]
    assert [link for link in links if not (path.parent / link).exists()] == []


MOST_OF_A_CELL = 200  # characters
MOST_OF_A_PARAGRAPH = 8  # lines
BLOCK = re.compile(r"```.*?```", re.DOTALL)  # code is read otherwise
# What begins a line that is no sentence of a paragraph: a table, a list, a heading, a picture, HTML.
STRUCTURE = re.compile(r"\s*(\||[-*] |\d+\. |#|!|<)")


def paragraphs(text: str) -> list[list[str]]:
    """The paragraphs of a document, an item of a list being one, each as its lines."""
    found: list[list[str]] = [[]]
    for line in BLOCK.sub("", text).splitlines():
        if not line.strip() or STRUCTURE.match(line):
            found.append([])
        if line.strip():
            found[-1].append(line)
    return found


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_cell_of_a_table_and_no_paragraph_has_to_be_read_twice(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert [cell for row in rows for cell in row.split("|") if len(cell.strip()) > MOST_OF_A_CELL] == []
    assert [lines[0] for lines in paragraphs(text) if len(lines) > MOST_OF_A_PARAGRAPH] == []


def test_a_long_paragraph_is_found_and_a_long_list_is_none() -> None:
    long, items = "\n".join(["word"] * 9), "\n".join(["- item"] * 9)
    assert [len(lines) for lines in paragraphs(f"{long}\n\n{items}") if len(lines) > MOST_OF_A_PARAGRAPH] == [9]


TESTS = [*(ROOT / "tests").rglob("*.py")]


@pytest.mark.parametrize("path", TESTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_several_tests_need_stands_in_no_test_file(path: Path) -> None:
    """It stands in tests/support/, or in the conftest of the folder."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = [
        f"{node.module}.{one.name}" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for one in node.names
    ]
    named += [one.name for node in ast.walk(tree) if isinstance(node, ast.Import) for one in node.names]
    assert [name for name in named if re.match(r"tests\b.*\.test_", name)] == []
