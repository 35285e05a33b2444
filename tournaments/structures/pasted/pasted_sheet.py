"""A structure read from the text of a web page: its levels, breaks and starting chips, and what became of each line.

Nothing is guessed in silence: each line tells what was read in it, and one with numbers that is neither a level nor a break is
refused by its number. Reading takes time in proportion to the text, which is bounded (`plain_lines`).

>>> pasted = read("Level\\tSmall\\tBig\\tAnte\\tMinutes\\n1\\t100\\t200\\t200\\t20\\nBreak 15 min")
>>> [item["type"] for item in pasted.items], pasted.items[0]["ante_type"], pasted.refused
(['level', 'break'], 'big_blind', 0)
>>> str(read("1\\t100/200\\n3\\t300/600").lines[1].words)
'This is level 3, but level 2 comes next.'
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.messages.message import Message, Term
from tournaments.base.field_words import named
from tournaments.messages.structures import PasteText
from tournaments.structures.levels_and_breaks import LARGEST, MOST_MINUTES, MOST_ROWS
from tournaments.structures.pasted import break_lines, dates, level_lines
from tournaments.structures.pasted.headings import Heading, cells_of, heading
from tournaments.structures.pasted.level_lines import LevelLine
from tournaments.structures.pasted.plain_lines import LONGEST_LINE, lines_of
from tournaments.structures.sheet_games import BadSheet

COLUMNS = {
    "level": Term(PasteText.COLUMN_LEVEL.value),
    "blinds": Term(PasteText.COLUMN_BLINDS.value),
    "limits": Term(PasteText.COLUMN_LIMITS.value),
    "bb_ante": Term(PasteText.COLUMN_BIG_BLIND_ANTE.value),
    "time": Term("Minutes"),
    "skip": Term(PasteText.COLUMN_NOT_READ.value),
    "note": Term("Note"),
}
_LONGEST_NOTE = 200


@dataclass(frozen=True, slots=True)
class ReadLine:
    """What became of one line, `number` from 1: `kind` is level, break, stated, heading, passed or refused; `words` say it."""

    number: int
    text: str
    kind: str
    words: Message


@dataclass(frozen=True, slots=True)
class PastedSheet:
    """The items as sheets have them, the starting chips if the text states them, and the lines that are not empty."""

    items: list[dict[str, Any]]
    starting_chips: int | None
    lines: tuple[ReadLine, ...]

    @property
    def refused(self) -> int:
        """How many lines could not be read."""
        return sum(line.kind == "refused" for line in self.lines)

    @property
    def has_levels(self) -> bool:
        """Whether a level was read."""
        return any(item["type"] == "level" for item in self.items)

    def sheet(self) -> dict[str, Any]:
        """What it has of a sheet. Raises `BadSheet` where a line was refused, or where there is no level."""
        if self.refused:
            raise BadSheet(PasteText.REFUSED(count=self.refused), field="text")
        if not self.has_levels:
            raise BadSheet(PasteText.NOTHING(), field="text")
        chips = {} if self.starting_chips is None else {"starting_chips": self.starting_chips}
        return {**chips, "items": self.items}


@dataclass
class _Reader:
    """The items as far as they are read, and what was said of those to come."""

    items: list[dict[str, Any]] = field(default_factory=list)
    head: Heading | None = None
    chips: int | None = None
    of_all: int | None = None  # minutes
    of_some: list[tuple[int, int, int]] = field(default_factory=list)  # first and last level, minutes
    label: tuple[int, str] = (0, "")
    is_numbered: bool | None = None  # None: no level yet
    is_after_refused: bool = False  # the line above may have been the level that is missing
    is_colour_up: bool = False  # the last break is so far a colour-up alone, and a break that follows is the same one


def read(text: str) -> PastedSheet:
    """Read a text, line by line. Raises `BadSheet` for one beyond the bounds of `plain_lines`."""
    reader, lines, read_lines = _Reader(), [], lines_of(text)
    bare = dates.bare_dates(read_lines)
    for place, line in enumerate(read_lines):
        if line.strip():
            lines.append((place + 1, line, *_taken(reader, line, is_bare_date=place in bare)))
    _fill_minutes(reader)
    _say_whose_antes(reader.items)
    shown = [ReadLine(number, line[:LONGEST_LINE], kind, words()) for number, line, kind, words in lines]
    return PastedSheet(reader.items, reader.chips, tuple(shown))


def _taken(reader: _Reader, line: str, *, is_bare_date: bool) -> tuple[str, Callable[[], Message]]:
    """What a line is, and its words once everything is read."""
    try:
        if len(line) > LONGEST_LINE:
            raise BadSheet(PasteText.LONG_LINE(most=LONGEST_LINE))
        if is_bare_date and reader.head is None and not reader.is_numbered:
            raise BadSheet(PasteText.DATE_OR_BLINDS(told=line))
        kind, words = _read(reader, line)
    except BadSheet as wrong:
        reader.is_after_refused, message = True, wrong.message
        return "refused", lambda: message
    return kind, words if callable(words) else lambda: words


def _read(reader: _Reader, line: str) -> tuple[str, Message | Callable[[], Message]]:
    if head := heading(line):
        reader.head = head
        return "heading", PasteText.HEADING(columns=[COLUMNS.get(name, named(name)) for name in head.columns])
    if found := break_lines.break_of(line):
        return "break", _add_break(reader, line, found)
    if stated := break_lines.stated(line):
        return "stated", _note(reader, stated)
    if not re.search(r"\d", line):
        return "passed", PasteText.PASSED_OVER()
    if dates.is_date(line):
        return "passed", PasteText.PASSED_OVER_DATE()
    if break_lines.is_about_entries(line):
        return "passed", PasteText.PASSED_OVER_WORDS()
    return "level", _add_level(reader, _level_of(reader, line))


def _note(reader: _Reader, stated: break_lines.Stated) -> Message:
    if stated.chips is not None:
        if not 1 <= stated.chips <= LARGEST:
            raise BadSheet(PasteText.TOO_MUCH(most=f"{LARGEST:,}", told=str(stated.chips)))
        reader.chips = stated.chips
        return PasteText.STARTING_CHIPS(chips=f"{stated.chips:,}")
    if stated.minutes is None or not 1 <= stated.minutes <= MOST_MINUTES:
        raise BadSheet(PasteText.NO_MINUTES(most=MOST_MINUTES, told=str(stated.minutes)))
    if stated.first:
        reader.of_some.append((stated.first, stated.last, stated.minutes))
        return PasteText.MINUTES_OF_SOME(first=stated.first, last=stated.last, minutes=stated.minutes)
    reader.of_all = stated.minutes
    return PasteText.MINUTES_OF_ALL(minutes=stated.minutes)


# -- breaks -----------------------------------------------------------------------------------------------------------


def _add_break(reader: _Reader, line: str, found: break_lines.BreakLine) -> Callable[[], Message]:
    if found.minutes is not None and not 1 <= found.minutes <= MOST_MINUTES:
        raise BadSheet(PasteText.NO_MINUTES(most=MOST_MINUTES, told=str(found.minutes)))
    last = reader.items[-1] if reader.items else None
    note = " ".join(line.replace("|", " ").split())
    if last is None or last["type"] != "break" or (found.is_break and not reader.is_colour_up):
        _check_room(reader)
        last = {"type": "break", "minutes": None, "remove": [], "note": ""}
        reader.items.append(last)
        reader.is_colour_up = True
    reader.is_colour_up = reader.is_colour_up and not found.is_break
    if last["minutes"] is None:
        last["minutes"] = found.minutes
    last["note"] = "; ".join(filter(None, (last["note"], note)))[:_LONGEST_NOTE]
    last["remove"] = sorted({*last["remove"], *found.remove})
    return lambda: _break_words(last)


def _break_words(item: dict[str, Any]) -> Message:
    words = PasteText.BREAK()
    if item["minutes"] is not None:
        words = PasteText.TIMED(what=words, minutes=item["minutes"])
    if item["remove"]:
        words = PasteText.WITH_CHIPS(what=words, chips=[f"{chip:,}" for chip in item["remove"]])
    return words


# -- levels -----------------------------------------------------------------------------------------------------------


def _level_of(reader: _Reader, line: str) -> LevelLine:
    """The level of a line: below a heading by its columns, and without one, or where space alone divides the cells otherwise
    than the heading says, by the signs between its amounts."""
    if reader.head is None:
        return level_lines.free(line)
    cells = cells_of(line, reader.head)
    if cells is not None:
        return level_lines.below(cells, reader.head)
    try:
        return level_lines.free(line)
    except BadSheet:
        found = len(line.split(reader.head.divider or None))
        raise BadSheet(PasteText.VALUES(found=found, columns=len(reader.head.columns))) from None


def _add_level(reader: _Reader, level: LevelLine) -> Callable[[], Message]:
    _check_room(reader)
    number, part = _numbered(reader, level.label)
    item = {"type": "level", "n": number, "minutes": level.minutes, **level.amounts}
    if part:
        item["sub"] = part
    if level.game:
        item["game"] = level.game
    reader.label = (number, part)
    reader.items.append(item)
    return lambda: _level_words(item)


def _numbered(reader: _Reader, label: str) -> tuple[int, str]:
    """The number and part of the next level: what its label says, if that comes next. Raises `BadSheet`."""
    last, last_part = reader.label
    if not label:
        if reader.is_numbered:
            raise BadSheet(PasteText.UNNUMBERED(expected=last + 1))
        reader.is_numbered, reader.is_after_refused = False, False
        return last + 1, ""
    number, part = (int(label[:-1]), label[-1]) if label[-1].isalpha() else (int(label), "")
    is_next = number == last + 1 or (reader.is_after_refused and number > last)
    is_part = number == last and bool(last_part) and part > last_part
    if reader.is_numbered is False or not (is_next or is_part):
        reader.label = (max(number, last), "")  # told once; what follows it is no mistake
        raise BadSheet(PasteText.GAP(number=label, expected=last + 1))
    reader.is_numbered, reader.is_after_refused = True, False
    return number, part


def _check_room(reader: _Reader) -> None:
    if len(reader.items) >= MOST_ROWS:
        raise BadSheet(PasteText.NO_ROOM(most=MOST_ROWS))


def _fill_minutes(reader: _Reader) -> None:
    """Levels that state no minutes have those that the text states of some levels, else of all."""
    for item in reader.items:
        if item["type"] == "level" and item["minutes"] is None:
            some = (minutes for first, last, minutes in reader.of_some if first <= item["n"] <= last)
            item["minutes"] = next(some, reader.of_all)


def _say_whose_antes(items: list[dict[str, Any]]) -> None:
    """An ante whose nobody said is the big blind's where any such ante is half a big blind or more, else every player's."""
    antes = [(item["ante"], item.get("bb", 0)) for item in items if item.get("ante") and not item.get("bring_in")]
    usual = "big_blind" if any(big and 2 * ante >= big for ante, big in antes) else "per_player"
    for item in items:
        of_big_blind = item.pop("bb_ante", 0)
        if of_big_blind:
            item |= {"ante": of_big_blind, "ante_type": "big_blind"}
        elif item.get("ante"):
            item["ante_type"] = "per_player" if item.get("bring_in") else usual


def _level_words(item: dict[str, Any]) -> Message:
    low, high = (item.get(name, 0) for name in (("sb", "bb") if item.get("bb") else ("small_bet", "big_bet")))
    label, bets = f"{item['n']}{item.get('sub', '')}", f"{low:,}/{high:,}"
    if item.get("ante"):
        ante = f"{item['ante']:,}" + (" (BB)" if item["ante_type"] == "big_blind" else "")
        words = PasteText.LEVEL_WITH_ANTE(number=label, bets=bets, ante=ante)
    else:
        words = PasteText.LEVEL(number=label, bets=bets)
    return words if item["minutes"] is None else PasteText.TIMED(what=words, minutes=item["minutes"])
