"""The columns that the heading of a pasted table names, in English and Japanese, and the cells of a line below it.

>>> found = heading("レベル\\tスモール\\tビッグ\\tアンティ\\t時間")
>>> found.columns
('level', 'sb', 'bb', 'ante', 'minutes')
>>> cells_of("3\\t1,000\\t2,000\\t-\\t20 min", found)
['3', '1,000', '2,000', '-', '20 min']
>>> heading("Level Small Blind Big Blind BB Ante Duration (min)").columns
('level', 'sb', 'bb', 'bb_ante', 'minutes')
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.messages.message import Quoted
from tournaments.messages.structures import PasteText
from tournaments.structures.pasted.plain_lines import TIME
from tournaments.structures.sheet_games import BadSheet

_BIG_BLIND = r"big[ -]?blind|ビッグ・?ブラインド|bb"
_ANTES = r"antes?|アンティー?|アンテ"
# What a column is called; the longer words stand first. `limits` and `blinds` hold two amounts with a sign between.
NAMES: tuple[tuple[str, str], ...] = (
    ("bb_ante", rf"(?:{_BIG_BLIND})[ -]?(?:{_ANTES})|(?:{_ANTES}) ?\((?:{_BIG_BLIND})\)|bba"),
    (
        "blinds",
        rf"sb ?[/-] ?bb(?: ?[/-] ?(?:bba|(?:bb ?)?(?:{_ANTES})))?|small ?[/-] ?big(?: blinds?)?|blinds? ?/ ?(?:{_ANTES})"
        r"|blinds?(?: levels?)?|ブラインド",
    ),
    ("sb", r"small[ -]?blinds?|スモール・?ブラインド|small|スモール|sb"),
    ("bb", rf"{_BIG_BLIND}|big|ビッグ"),
    ("small_bet", r"small[ -]?bets?|スモール・?ベット"),
    ("big_bet", r"big[ -]?bets?|ビッグ・?ベット"),
    ("limits", r"limits?|bets?|リミット"),
    ("bring_in", r"bring[ -]?in|ブリング・?イン|low[ -]?card"),
    ("ante", _ANTES),
    (
        "minutes",
        r"duration|デュレーション|level[ -]?(?:time|length)|minutes?|mins?|length|時間|分|ブラインドタイム|レベルタイム|所要時間",
    ),
    ("level", r"levels?|lvl\.?|lv\.?|レベル|rounds?|ラウンド|#|no\.?"),
    ("game", r"games?|ゲーム|種目"),
    ("note", r"notes?|remarks?|comments?|備考|メモ"),
    ("time", r"time|タイム"),
    (
        "skip",
        r"(?:start|end|clock)(?:ing)?(?: time)?|開始(?:時刻|時間)?|終了(?:時刻|時間)?|時刻|elapsed|経過(?:時間)?|累計",
    ),
)
_COLUMN = re.compile("|".join(f"(?P<{name}>{words})" for name, words in NAMES), re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
# A name of a column stands whole; Japanese words may touch each other.
_SCAN = re.compile(rf"(?:{_COLUMN.pattern})(?![a-z])|(?P<other>\S+)", re.IGNORECASE)
_BETS = r"(?:blinds?|antes?|bring[ -]?in|bets?|sb|bb)"
_TWO_IN_ONE = re.compile(rf"\b{_BETS} ?(?:/|&|\bor\b) ?(?:\w+[ -])?{_BETS}\b", re.IGNORECASE)
DELIMITERS = "\t|"


@dataclass(frozen=True, slots=True)
class Heading:
    """The columns, each by what it holds (`skip`: nothing that is read; `time`: minutes, or times of day), and what divides
    the cells (empty: space)."""

    columns: tuple[str, ...]
    divider: str


def heading(line: str) -> Heading | None:
    """The heading that a line is; None for a line that is none: it has a digit, or names fewer than two columns.

    Raises `BadSheet` for one with a column such as “Small Blind/Ante”, the one or the other by the game.
    """
    if re.search(r"\d", line):
        return None
    divider = divider_of(line)
    if divider:
        cells = divided(line, divider)
        columns = [_column(cell) for cell in cells]
        unclear = [
            cell for cell, name in zip(cells, columns, strict=True) if name == "skip" and _TWO_IN_ONE.search(cell)
        ]
        if unclear:
            raise BadSheet(PasteText.TWO_IN_ONE(column=Quoted(unclear[0][:60])))
    else:
        bare = re.sub(rf"({_ANTES}) ?\((?:{_BIG_BLIND})\)", r"bb \1", line, flags=re.IGNORECASE)
        columns = [found.lastgroup or "skip" for found in _SCAN.finditer(_ASIDE.sub(" ", bare))]
        columns = _parted(["skip" if name == "other" else name for name in columns])
    known = [name for name in columns if name != "skip"]
    if len(set(known)) < 2 or len(set(known)) != len(known):
        return None
    return Heading(tuple(columns), divider)


def _parted(columns: list[str]) -> list[str]:
    """The columns of a heading that space divides: “SB BB Ante” has the big blind and an ante, not the big blind's ante alone."""
    if "sb" in columns and "bb" not in columns and "bb_ante" in columns:
        at = columns.index("bb_ante")
        return [*columns[:at], "bb", "ante", *columns[at + 1 :]]
    return columns


def _column(cell: str) -> str:
    for told in (cell.strip(), _ASIDE.sub(" ", cell).strip()):
        if found := _COLUMN.fullmatch(" ".join(told.split())):
            return found.lastgroup or "skip"
    return "skip"


def divider_of(line: str) -> str:
    """What divides the cells of a heading: tabs or bars, else commas or semicolons, else nothing but space."""
    return next((sign for sign in (*DELIMITERS, ";", ",") if sign in line), "")


def divided(line: str, divider: str) -> list[str]:
    """The cells of a line between dividers; a bar at either end divides nothing, and cells between commas may be quoted."""
    if divider == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    if divider in ",;":
        cells = re.findall(rf'(?:^|{divider})(?:"([^"]*)"|([^{divider}]*))', line)
        return [(quoted or bare).strip() for quoted, bare in cells]
    return [cell.strip() for cell in line.split(divider)]


def cells_of(line: str, head: Heading) -> list[str] | None:
    """The cells of a line below a heading, one a column; None where they are not as many as the columns."""
    if head.divider:
        cells = divided(line, head.divider)
        while len(cells) > len(head.columns) and not cells[-1]:
            cells.pop()
        cells += [""] * (len(head.columns) - len(cells))
    else:
        joined = TIME.sub(lambda found: found[0].replace(" ", ""), re.sub(r"\s*/\s*", "/", line))
        cells = re.sub(r"\b(level|lvl|lv)\.? +(?=\d)", r"\1", joined, flags=re.IGNORECASE).split()
    return cells if len(cells) == len(head.columns) else None
