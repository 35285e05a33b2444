"""Whether a test really sets a rule to a value, read from its source: the test itself, its decorators, and what of its own
module, or of `tests.support`, it calls or names.

>>> says(reach("tests/tables/hand/test_first_button.py", "test_by_lot_no_card_is_dealt"), "first_button", "by lot")
True
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


@cache
def _module(path: str) -> dict[str, list[ast.AST]]:
    """What a module defines at its top or in its classes, by name: functions, classes, constants."""
    found: dict[str, list[ast.AST]] = {}
    for node in _defined(ast.parse((ROOT / path).read_text(encoding="utf-8")).body):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for name in ast.walk(target):
                    if isinstance(name, ast.Name):
                        found.setdefault(name.id, []).append(node)
    return found


@cache
def _taken_in(path: str) -> dict[str, tuple[str, str]]:
    """What a module takes from `tests.support`, by name: the path of that module, and the name there."""
    body = ast.parse((ROOT / path).read_text(encoding="utf-8")).body
    support = [
        one for one in body if isinstance(one, ast.ImportFrom) and (one.module or "").startswith("tests.support.")
    ]
    return {
        alias.asname or alias.name: (f"{(one.module or '').replace('.', '/')}.py", alias.name)
        for one in support
        for alias in one.names
    }


def _defined(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for node in body:
        yield node
        if isinstance(node, ast.ClassDef):
            yield from _defined(node.body)


@cache
def reach(path: str, test: str) -> tuple[ast.AST, ...]:
    """The nodes of a test and of whatever it names there, fixtures too. Empty for a test there is not."""
    todo, seen, nodes = [(path, test)], {(path, test)}, list[ast.AST]()
    while todo:
        at, name = todo.pop()
        module, taken_in = _module(at), _taken_in(at)
        for node in module.get(name, []):
            nodes.append(node)
            names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
            if isinstance(node, ast.FunctionDef):
                names |= {arg.arg for arg in node.args.args}
            found = {(at, one) for one in names if one in module} | {taken_in[one] for one in names if one in taken_in}
            todo += sorted(found - seen)
            seen |= found
    return tuple(nodes)


def says(nodes: tuple[ast.AST, ...], key: str, value: Any) -> bool:
    """True if the key stands beside that value there; or, as a name or a word, with the value among what a decorator or a
    table of the module lists."""
    is_named, is_listed = False, False
    for top in nodes:
        for node in ast.walk(top):
            if isinstance(node, ast.keyword) and node.arg is not None and _is(node.arg, key):
                if _same(node.value, value):
                    return True
                is_named = True
            elif isinstance(node, ast.Dict):
                for name, told in zip(node.keys, node.values, strict=True):
                    if isinstance(name, ast.Constant) and isinstance(name.value, str) and _is(name.value, key):
                        if _same(told, value):
                            return True
                        is_named = True
                    is_listed = is_listed or (name is not None and _same(name, value))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and _is(node.value, key):
                is_named = True
            elif isinstance(node, ast.Tuple | ast.List | ast.Set | ast.Call):
                items = node.args if isinstance(node, ast.Call) else node.elts
                is_listed = is_listed or any(_same(item, value) for item in items)
    return is_named and is_listed


def _is(name: str, key: str) -> bool:
    return name == key or name.endswith((f".{key}", f"__{key}"))


def _same(node: ast.AST, value: Any) -> bool:
    if isinstance(node, ast.Attribute):  # a choice of a row, such as Season.Entries.LAST
        return node.attr.lower() == str(value).lower().replace("-", "_")
    try:
        told = ast.literal_eval(node)
    except (ValueError, SyntaxError, TypeError):
        return False
    return type(told) is type(value) and bool(told == value)
