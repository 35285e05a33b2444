"""A structure being edited: what its form says, what is looked at beside it, and the sheet it makes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine import text_limits
from engine.errors import BadStart
from engine.messages.message import Message
from engine.play.any_game import find_game
from tables.text.stakes_words import example
from tournaments.base.field_words import named
from tournaments.messages.structures import EditText
from tournaments.structures import level_games_and_stakes, levels_and_breaks, sheet_edits, sheet_gaps, sheet_lint
from tournaments.structures.forecast import Finish, finish, swing_of
from tournaments.structures.sheet_edits import Row
from tournaments.structures.sheet_games import BadSheet

OWN_FIELDS = ("id", "name", "game", "starting_chips", "table_size", "chips")
_UNASKED = ("big_bet_games_ante",)  # goes along unseen
# What sheets call the members of stakes that a game alone is played for.
_OF_STAKES = {
    "sb": "small_blind",
    "bb": "big_blind",
    "small_bet": "small_bet",
    "big_bet": "big_bet",
    "bring_in": "bring_in",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """The fields of the sheet as texts, `rest` as JSON of what has no field, and the rows."""

    fields: Mapping[str, str]
    rows: list[Row]
    rest: str = "{}"
    version: int = 0

    @classmethod
    def of(cls, sheet: Mapping[str, Any], version: int = 0) -> Draft:
        """The draft of a sheet."""
        told = {name: sheet_edits.text_of(sheet.get(name)) for name in OWN_FIELDS}
        kept = {key: value for key, value in sheet.items() if key not in (*OWN_FIELDS, "items", "validation")}
        return cls(told, sheet_edits.rows_of(sheet), json.dumps(kept, ensure_ascii=False), version)

    @classmethod
    def posted(cls, told: Mapping[str, str]) -> Draft:
        """The draft of a form: the fields of the sheet by their names, those of row 3 as ``sb-3``."""
        count, version = text_limits.whole(told.get("rows", "0")), text_limits.whole(told.get("version", "0"), 9)
        rows = [
            {name: told.get(f"{name}-{at}", "")[:2000] for name in (*sheet_edits.FIELDS, "rest")}
            for at in range(1, min(count or 0, sheet_edits.MOST_ROWS) + 1)
        ]
        return cls(
            {name: told.get(name, "").strip()[:2000] for name in OWN_FIELDS},
            rows,
            told.get("rest", "{}")[:100_000],
            version or 0,
        )

    def amounts(self) -> list[str]:
        """The amounts that a level is asked for: those of its games at their limit, and whatever a row has."""
        names = [name for name in levels_and_breaks.AMOUNTS if name not in _UNASKED]
        asked = {name for name in names if name != "point"}
        try:
            told = {**self.sheet(), "items": [{"type": "level", "n": 1}]}
            if level_games_and_stakes.is_chinese(told):
                asked = {"point"}
            elif not self._is_mixed:
                game, limit = level_games_and_stakes.game_of(told)
                usual = example(find_game(game), limit)
                asked = {"ante", *(name for name, field in _OF_STAKES.items() if getattr(usual, field))}
        except (BadSheet, BadStart):
            pass  # what is wrong is told beside it; meanwhile everything may be filled in
        used = {name for row in self.rows for name in names if row.get(name)}
        return [name for name in names if name in asked or name in used or (name == "point" and self._is_mixed)]

    @property
    def _is_mixed(self) -> bool:
        return '"rotation"' in self.rest or any(row.get("game") for row in self.rows)

    def sheet(self) -> dict[str, Any]:
        """The sheet it makes. Raises `BadSheet`, naming the field or the row."""
        try:
            kept = text_limits.read_json(self.rest or "{}")
        except ValueError:
            kept = None
        if not isinstance(kept, dict):
            raise BadSheet(EditText.REST(), field="rest")
        made = {**kept, "items": sheet_edits.items_of(self.rows)}
        for name in OWN_FIELDS:
            told = self.fields.get(name, "")
            if name in ("starting_chips", "table_size"):
                made[name] = whole(told, name)
            elif name == "chips" and told:
                made[name] = [whole(chip.strip(), name) for chip in told.split(",") if chip.strip()]
            elif told:
                made[name] = told
        return made


def whole(told: str, name: str) -> int | None:
    """A whole number, or None for an empty text. Raises `BadSheet`, naming the field."""
    if not told:
        return None
    if not (told.isascii() and told.isdigit() and len(told) < 14):
        raise BadSheet(EditText.WHOLE_NUMBER(name=named(name)), field=name)
    return int(told)


@dataclass(frozen=True, slots=True)
class Look:
    """What is seen beside a draft: what is wrong, what is missing, what to look at twice, what is kept and not read,
    and when it ends by rule for so many players."""

    error: Message | str = ""
    error_row: int | None = None
    missing: tuple[Message, ...] = ()
    findings: tuple[Message, ...] = ()
    unread: tuple[str, ...] = ()
    finish: Finish | None = None
    minutes: int = 0
    rows: frozenset[int] = field(default_factory=frozenset)


def look(draft: Draft, players: int = 0) -> Look:
    """Look a draft over; never raises."""
    try:
        sheet = draft.sheet()
        items = levels_and_breaks.items(sheet)
        missing = sheet_gaps.missing(sheet)
    except BadSheet as wrong:
        row = wrong.params.get("item")
        return Look(wrong.message, row if isinstance(row, int) else None)
    found = sheet_lint.lint(sheet)
    chips = sheet.get("starting_chips") or 0
    end = finish(items, players * chips, swing=swing_of(sheet)) if players and chips else None
    places = {item.n: at for at, item in enumerate(items, 1) if isinstance(item, levels_and_breaks.Level)}
    return Look(
        missing=missing,
        findings=tuple(one.message for one in found),
        unread=levels_and_breaks.unread(sheet),
        finish=end,
        minutes=sum(item.minutes or 0 for item in items),
        rows=frozenset(places[one.level] for one in found if one.level in places),
    )


def warnings(sheet: Mapping[str, Any]) -> list[Message]:
    """What to look at twice in a sheet that was taken in."""
    return [one.message for one in sheet_lint.lint(sheet)]
