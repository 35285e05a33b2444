"""Editing a sheet row by row. Values in, values out: the rows of a form become items, and everything else is kept.

A row is a dict of texts as a form gives them. What a form has no field for (a rotation of one level's own, a key that
nothing here reads) stays with its row.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.text_limits import read_json, whole
from tournaments.base.field_words import named
from tournaments.messages.structures import EditText, SheetText
from tournaments.structures import levels_and_breaks
from tournaments.structures.sheet_games import BadSheet

NUMBERS = ("minutes", *levels_and_breaks.AMOUNTS)
FIELDS = ("type", "sub", "ante_type", "game", "note", "remove", *NUMBERS)
MOST_ROWS = levels_and_breaks.MOST_ROWS

Row = dict[str, str]


def rows_of(sheet: Mapping[str, Any]) -> list[Row]:
    """The items of a sheet as rows of texts; `rest` is JSON of what has no field."""
    made = []
    for item in sheet["items"]:
        row = {name: text_of(item.get(name)) for name in FIELDS}
        row["rest"] = json.dumps({key: value for key, value in item.items() if key not in (*FIELDS, "n")})
        if isinstance(item.get("n"), str):  # 3B: the part has a field of its own
            row["sub"] = item["n"][-1]
        made.append(row)
    return made


def text_of(value: Any) -> str:
    """A value as a field of a form shows it."""
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return "" if value is None else str(value)


def items_of(rows: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """The items that the rows make, levels numbered from 1; the parts of one level have its number.

    Raises `BadSheet`, naming the row, for a number that is none.
    """
    if len(rows) > MOST_ROWS:
        raise BadSheet(SheetText.MOST_ROWS(most=MOST_ROWS), field="items")
    items: list[dict[str, Any]] = []
    number, part = 0, ""
    for row_number, row in enumerate(rows, 1):
        item: dict[str, Any] = {"type": row.get("type", "").strip() or "level"}
        if item["type"] == "level":
            sub = row.get("sub", "").strip()
            number += 0 if sub and part and sub != part and sub > part else 1
            part = sub
            item |= {"n": number, **({"sub": sub} if sub else {})}
        item["minutes"] = _number(row, "minutes", row_number)
        names = ("note", "remove") if item["type"] == "break" else ("ante_type", "game", *levels_and_breaks.AMOUNTS)
        for name in names:
            text = row.get(name, "").strip()
            if name == "remove":
                item[name] = _chips(text, row_number)
            elif text:
                item[name] = _number(row, name, row_number) if name in NUMBERS else text
        items.append({**_rest(row, row_number), **item})
    return items


def _number(row: Mapping[str, str], name: str, at: int) -> int | None:
    told = row.get(name, "").strip().replace(",", "")
    if not told:
        return None
    if not told.isascii() or not told.isdigit() or len(told) > 13:
        raise BadSheet(EditText.NUMBER(at=at, name=named(name), told=told[:40]), item=at, field=name)
    return int(told)


def _chips(told: str, at: int) -> list[int]:
    values = [part.strip() for part in told.split(",") if part.strip()]
    if any(not (value.isascii() and value.isdigit() and len(value) < 13) for value in values):
        raise BadSheet(EditText.REMOVE(at=at), item=at, field="remove")
    return [int(value) for value in values]


def _rest(row: Mapping[str, str], at: int) -> dict[str, Any]:
    try:
        kept = read_json(row.get("rest") or "{}")
    except ValueError:
        kept = None
    if not isinstance(kept, dict):
        raise BadSheet(EditText.REST_OF_ITEM(at=at), item=at, field="rest")
    return kept


def changed(rows: Sequence[Row], what: str) -> list[Row]:
    """The rows after one act on them, such as ``up:3``, ``down:3``, ``delete:3``, ``level:3`` or ``break:3`` (added after row
    3, from 1; 0: at the head). What cannot be done changes nothing.

    A level that is added has the amounts of the one above it.
    """
    return all_changed(rows, [what])


def all_changed(rows: Sequence[Row], acts: Iterable[str]) -> list[Row]:
    """The rows after acts on them, one after another, as `changed`; rows that no act is about are the same objects."""
    made = list(rows)
    for what in acts:
        _change(made, what)
    return made


def _change(made: list[Row], what: str) -> None:
    act, _colon, at_text = what.partition(":")
    row = whole(at_text)
    at = -2 if row is None else row - 1
    if act in ("level", "break"):
        if -1 <= at < len(made) < MOST_ROWS:
            above = next((made[one] for one in range(at, -1, -1) if made[one].get("type") == act), None)
            fresh = {**above, "sub": ""} if above else {"type": act, "minutes": "10", "rest": "{}"}
            if act == "break":
                fresh |= {"remove": "", "note": ""}
            made.insert(at + 1, fresh)
        return
    if not 0 <= at < len(made):
        return
    if act == "delete":
        del made[at]
    to = at + {"up": -1, "down": 1}.get(act, 0)
    if act in ("up", "down") and 0 <= to < len(made):
        made[at], made[to] = made[to], made[at]


def with_items(sheet: Mapping[str, Any], items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The sheet with other items; counts that were made when it was transcribed go with the old ones."""
    kept = {key: value for key, value in sheet.items() if key not in ("items", "validation")}
    return {**kept, "items": [dict(item) for item in items]}


def check_past(before: Mapping[str, Any], after: Mapping[str, Any], begun: int) -> None:
    """Refuse an edit of a running tournament's sheet that touches what has begun: the first `begun` items.

    Raises `BadSheet`, naming the first row that differs.
    """
    for at in range(begun):
        old, new = before["items"][at], after["items"][at] if at < len(after["items"]) else None
        if new is None or _bare(old) != _bare(new):
            raise BadSheet(EditText.BEGUN(at=at + 1), item=at + 1)


def _bare(item: Mapping[str, Any]) -> dict[str, Any]:
    """An item without what says nothing, so that an empty field is the same as none."""
    return {key: value for key, value in item.items() if value not in (None, "", [])}
