"""No module imports itself round a corner: imports within functions and those for types alone are counted like others."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.folders import PACKAGES, ROOT

Graph = Mapping[str, frozenset[str]]  # of each module, those that it imports


def _name(path: Path, root: Path) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(tree: ast.AST, package: str) -> Iterator[str]:
    """What the statements anywhere in a module name, each with the longest name that may be a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            where = ".".join([*above, *([node.module] if node.module else [])])
            yield from (f"{where}.{one.name}" for one in node.names)


def imports(root: Path, packages: tuple[str, ...]) -> Graph:
    """The modules of those packages and what each imports of them; migrations, which are only ever run, apart."""
    paths = {
        _name(path, root): path
        for package in packages
        for path in (root / package).rglob("*.py")
        if "migrations" not in path.parts
    }

    def module(name: str) -> str | None:
        """`club.base.errors.ClubError` is of the module `club.base.errors`."""
        while name and name not in paths:
            name = name.rpartition(".")[0]
        return name or None

    graph = {}
    for name, path in paths.items():
        package = name if path.name == "__init__.py" else name.rpartition(".")[0]
        named = {module(one) for one in _imported(ast.parse(path.read_text(encoding="utf-8")), package)}
        graph[name] = frozenset(one for one in named if one is not None and one != name)
    return graph


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules each of which reaches every other by imports (strongly connected, after Tarjan)."""
    numbers, lowest, open_, found = dict[str, int](), dict[str, int](), list[str](), list[list[str]]()

    def visit(name: str) -> None:
        numbers[name] = lowest[name] = len(numbers)
        open_.append(name)
        for other in sorted(graph[name]):
            if other not in numbers:
                visit(other)
            if other in open_:
                lowest[name] = min(lowest[name], lowest[other])
        if lowest[name] == numbers[name]:
            at = open_.index(name)
            found.append(sorted(open_[at:]))
            del open_[at:]

    for name in sorted(graph):
        if name not in numbers:
            visit(name)
    return sorted(group for group in found if len(group) > 1)


def test_no_module_imports_itself_round_a_corner() -> None:
    assert circles(imports(ROOT, tuple(PACKAGES))) == []


def test_a_circle_is_found_whatever_kind_of_import_closes_it(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    for name, text in {
        "__init__": "",
        "plain": "from house import typed\n",
        "typed": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from house.hidden import Room\n",
        "hidden": "def open():\n    from .plain import typed\nclass Room: pass\n",
        "apart": "import house.plain\n",
    }.items():
        (tmp_path / "house" / f"{name}.py").write_text(text, encoding="utf-8")
    assert circles(imports(tmp_path, ("house",))) == [["house.hidden", "house.plain", "house.typed"]]
