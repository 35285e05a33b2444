"""Breaks, colour-ups and what a pasted text says of every level: lines that are no level.

>>> break_of("Break 15 min - color up 25, 100")
BreakLine(minutes=15, remove=(25, 100), is_break=True)
>>> break_of("休憩　15分 カラーアップ 100".replace("\\u3000", " ")).minutes
15
>>> stated("Starting stack: 30,000")
Stated(chips=30000, first=0, last=0, minutes=None)
>>> stated("レベル1-8 20分")
Stated(chips=None, first=1, last=8, minutes=20)
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tournaments.structures.pasted.plain_lines import AMOUNT, TIME, amount, minutes_of

_FLAGS = re.ASCII | re.IGNORECASE
_BREAK = re.compile(
    r"\bbreaks?\b|\bpause\b|\bdinner\b|\blunch\b|\bintermission\b|休憩|ブレイク|ブレーク|ディナー", re.IGNORECASE
)
_COLOUR_UP = re.compile(
    r"colou?r(?:ed)?[ -]?(?:up|off)|(?:chip[ -]?)?rac(?:e[ -]?off|e|ing)\b|chips? (?:removed|out)|remov(?:e|al of|ing)"
    r"|カラー・?アップ|チップレース|チップアップ|回収",
    re.IGNORECASE,
)
_CHIP = re.compile(rf"(?<![\d.,:/]) ?T?({AMOUNT})(?:'?s)?(?![\d:/])", _FLAGS)
_ORDINAL = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)\b|第\d{1,2}(?:回|休憩)?|#\d{1,2}|\b\d{1,2} of \d{1,2}\b|\d{1,2} ?(?:回目|日目|時)"
    r"|(?:\b(?:levels?|lvl|lv|day|flight|no|at|from|to|until|till)\b[ .]*|レベル ?)\d{1,3}(?!\d|,\d{3})",
    _FLAGS,
)
# What chips are changed into stays in play.
_CHANGED_INTO = re.compile(
    rf"(?:\b(?:in)?to\b|\bfor\b|->|→) ?T?{AMOUNT}(?:'?s)?(?!\d)|{AMOUNT} ?点?(?:チップ)?[にへ]", _FLAGS
)
_BARE_AFTER = re.compile(rf"(?:{_BREAK.pattern})[ :(-]*(\d{{1,3}})(?![\d,.:/])", _FLAGS)
_LEAST_BARE = 5  # minutes: a smaller number without a unit is rather a break's own number
_STACK = re.compile(
    r"(?:start(?:ing)?|initial)[ -]?(?:stacks?|chips)|スターティング・?(?:スタック|チップ)|初期(?:スタック|チップ)|スタック",
    re.IGNORECASE,
)
_LEVELS = re.compile(r"\b(?:levels?|blinds?|duration|clock)\b|レベル|ブラインド|時間", re.IGNORECASE)
_RANGE = re.compile(r"(?:levels?|レベル) ?(\d{1,3}) ?(?:-|~|to|から) ?(\d{1,3})(?!\d| ?-)", _FLAGS)
_PAIR = re.compile(rf"{AMOUNT} ?/ ?{AMOUNT}", _FLAGS)
_ENTRIES = re.compile(
    r"late[ -]?reg|regist|re-?ent|re-?buy|add-?on|buy-?in|レイト|レジスト|リエントリー|リバイ|アドオン|締切|受付",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class BreakLine:
    """A break with its minutes (None: not stated) and the chips that go out; `is_break` is False for a colour-up alone."""

    minutes: int | None
    remove: tuple[int, ...]
    is_break: bool


@dataclass(frozen=True, slots=True)
class Stated:
    """The starting chips, or the minutes of levels `first` to `last` (0: of all that state none)."""

    chips: int | None
    first: int
    last: int
    minutes: int | None


def break_of(line: str) -> BreakLine | None:
    """What a line says of a break or of chips that go out; None for a line that is about neither, or that is a level."""
    is_break, colour_up = bool(_BREAK.search(line)), _COLOUR_UP.search(line)
    if not (is_break or colour_up) or _PAIR.search(line):
        return None
    before, after = (line, "") if colour_up is None else (line[: colour_up.start()], line[colour_up.end() :])
    time = TIME.search(before) or TIME.search(after)
    before, after = TIME.sub(" ", before), _CHANGED_INTO.sub(" ", TIME.sub(" ", after))
    bare_after = _BARE_AFTER.search(after)
    after = _ORDINAL.sub(" ", _BARE_AFTER.sub(" ", after))
    bare = [] if not is_break else _amounts(_ORDINAL.sub(" ", before))
    if len(bare) > 2:  # a level whose note tells of a break
        return None
    minutes = None if time is None else minutes_of(time)
    remove = _amounts(after)
    if colour_up is not None and not remove and (not is_break or minutes is not None):
        remove, bare = _amounts(_ORDINAL.sub(" ", before)), []
    bare += [int(bare_after[1])] if bare_after else []
    if minutes is None and bare and _LEAST_BARE <= bare[-1] <= 240:
        minutes = bare[-1]
    return BreakLine(minutes, tuple(sorted(set(remove))), is_break)


def _amounts(text: str) -> list[int]:
    found = (amount(chip[1]) for chip in _CHIP.finditer(text))
    return [chips for chips in found if chips]


def stated(line: str) -> Stated | None:
    """What a line states of every level or of the starting chips; None for a line that does not."""
    if _PAIR.search(line):
        return None
    time = TIME.search(line)
    levels = _RANGE.search(line)
    if time is not None and levels and not _amounts(TIME.sub(" ", _RANGE.sub(" ", line))):
        return Stated(None, int(levels[1]), int(levels[2]), minutes_of(time))
    numbers = _amounts(TIME.sub(" ", line))
    if time is None and len(numbers) == 1 and _STACK.search(line):
        return Stated(numbers[0], 0, 0, None)
    if time is not None and not numbers and _LEVELS.search(line):
        return Stated(None, 0, 0, minutes_of(time))
    return None


def is_about_entries(line: str) -> bool:
    """Whether a line is about registration, re-entries, rebuys or prices, none of which is a level."""
    return _ENTRIES.search(line) is not None and _PAIR.search(line) is None
