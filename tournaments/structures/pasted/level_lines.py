"""One level of a pasted text: below a heading by its columns, else by the signs between its amounts.

>>> free("Level 3: 1,000-2,000 (2,000) 20 min").amounts
{'sb': 1000, 'bb': 2000, 'ante': 2000}
>>> free("100/200/200").label, free("Lv.4 100/200 BBアンティ200").amounts
('', {'sb': 100, 'bb': 200, 'bb_ante': 200})
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.base.field_words import named
from tournaments.messages.structures import PasteText
from tournaments.structures.levels_and_breaks import LARGEST, MOST_MINUTES
from tournaments.structures.pasted.headings import Heading
from tournaments.structures.pasted.plain_lines import AMOUNT, TIME, amount, minutes, minutes_of
from tournaments.structures.sheet_games import BadSheet

_FLAGS = re.ASCII | re.IGNORECASE
_LEVEL_WORD = r"(?:levels?|lvl|lv|l|round|レベル|ラウンド|第|#)"
_LABEL = re.compile(rf"{_LEVEL_WORD}?[ .]*(\d{{1,3}}) ?([A-Za-z]?)(?:レベル)?[ .:)|-]*", _FLAGS)
_BIG_BLIND = r"(?:bb|big[ -]?blind|ビッグ・?ブラインド)"
_ANTE = re.compile(
    rf"(?:w/ ?|with )?(?P<bb>{_BIG_BLIND}[ -]?)?(?:antes?|アンティー?|アンテ)[ :=]*(?P<first>{AMOUNT})(?![\d,])"
    rf"|bba[ :=]*(?P<second>{AMOUNT})(?![\d,])"
    rf"|(?:w/ ?|with |(?<![\d/.,-])(?<![/-] ))(?P<third>{AMOUNT}) ?(?P<of>bba|{_BIG_BLIND} ?antes?)(?![a-z])"
    rf"|\( ?(?P<fourth>{AMOUNT}) ?(?P<aside>bba?)?(?: ?antes?)? ?\)",
    _FLAGS,
)
_WORDED_LABEL = re.compile(
    rf"\W*{_LEVEL_WORD}[ .]*(\d{{1,3}}) ?([A-Za-z](?![A-Za-z]))?(?:レベル)?(?![\d,.'/])[ .:)|-]*", _FLAGS
)
_PAIRS = tuple(
    re.compile(rf"(?<![\d:.,/])({AMOUNT}) ?{sign} ?({AMOUNT})(?: ?{sign} ?({AMOUNT}))?(?![\d:])", _FLAGS)
    for sign in "/-"
)
_TOUCHING = re.compile(r"(\d{1,3})\.(?=\d)", re.ASCII)
_NOISE = re.compile(
    r"\b(?:no|without) antes?\b|アンティー?(?:なし|無し)|\b(?:blinds?|sb|bb|small|big|no|limit|nlhe?)\b|ブラインド|[()|:;,=*]",
    re.IGNORECASE,
)
NONE = frozenset(("", "-", "--", "n/a", "none", "no", "nil", "なし", "無し", "無", "ー"))
AMOUNTS = ("sb", "bb", "ante", "bb_ante", "small_bet", "big_bet", "bring_in")
_NAMES = {"bb_ante": "ante"}
_LARGEST_STEP = 10  # from the first amount of a pair to the second, where only the second is in thousands


@dataclass(frozen=True, slots=True)
class LevelLine:
    """What a line tells of a level: its label (3, 3B or empty), chips by what they are, minutes (None: not stated), its game.

    `ante` is whose nobody said; `bb_ante` the big blind's.
    """

    label: str = ""
    amounts: dict[str, int] = field(default_factory=dict)
    minutes: int | None = None
    game: str = ""


def free(line: str) -> LevelLine:
    """The level of a line without a heading. Raises `BadSheet` where it is none, or where more than one can be meant.

    A number with a point that touches the blinds is the level's own where as thousands it makes no level: 1.100-200.
    """
    line = " ".join(line.split())
    try:
        return _free(line)
    except BadSheet:
        touching = _TOUCHING.match(line)
        if touching is None:
            raise
        with contextlib.suppress(BadSheet):
            return _free(f"{touching[1]}. {line[touching.end() :]}")
        raise


def _free(line: str) -> LevelLine:
    time = TIME.search(line)
    rest = line if time is None else f"{line[: time.start()]} {line[time.end() :]}"
    label = _WORDED_LABEL.match(rest)
    amounts, rest = _ante_of(rest if label is None else rest[label.end() :])
    known, pairs = None if time is None else minutes_of(time), _pairs(rest)
    if len(pairs) != 1:
        return _bare(rest if label is None else f"{label[1]} {rest}", amounts, known)
    pair = pairs[0]
    before = _NOISE.sub(" ", rest[: pair.start()]).strip(" -.")
    after = _NOISE.sub(" ", rest[pair.end() :]).split()
    told = _with_numbers({**_named(pair, ("sb", "bb", "ante")), **amounts}, known, after)
    if label is not None and before:
        raise BadSheet(PasteText.NOT_READ())
    return _checked(LevelLine(_label(before) if label is None else _label_of(label), *told))


def _pairs(line: str) -> list[re.Match[str]]:
    """The blinds of a line: two or three amounts with strokes between, or else with hyphens."""
    return next((found for sign in _PAIRS if (found := list(sign.finditer(line)))), [])


def _named(found: re.Match[str], names: tuple[str, str, str]) -> dict[str, int]:
    """The amounts of a pair by their names. Raises `BadSheet` where 2/4k may say 2,000 and 4,000."""
    told = {name: chips for name, chips in zip(names, map(_chips, found.groups()), strict=True) if chips is not None}
    low, high = told[names[0]], told[names[1]]
    if not found[2][-1].isdigit() and found[1][-1].isdigit() and low * _LARGEST_STEP < high:
        raise BadSheet(PasteText.NOT_READ())
    return told


def _ante_of(line: str) -> tuple[dict[str, int], str]:
    """The ante that a line names as one, and the line without it."""
    found = _ANTE.search(line)
    if found is None:
        return {}, line
    told = _chips(next(found[name] for name in ("first", "second", "third", "fourth") if found[name]))
    is_of_big_blind = found["bb"] or found["second"] or found["of"] or found["aside"]
    name = "bb_ante" if is_of_big_blind else "ante"
    return ({} if told is None else {name: told}), f"{line[: found.start()]} {line[found.end() :]}"


def _with_numbers(amounts: dict[str, int], known: int | None, after: list[str]) -> tuple[dict[str, int], int | None]:
    """The amounts and minutes with the bare numbers that stand after the blinds: the ante, then the minutes."""
    numbers = [_chips(one) for one in after if one not in NONE]
    missing = [
        name for name, has in (("ante", "ante" in amounts or "bb_ante" in amounts), ("minutes", known)) if not has
    ]
    if any(one is None for one in numbers) or len(numbers) > len(missing):
        raise BadSheet(PasteText.NOT_READ())
    if numbers and len(numbers) < len(missing):
        raise BadSheet(PasteText.WHICH())
    told = dict(zip(missing, numbers, strict=False))
    if (ante := told.get("ante")) is not None:
        amounts = {**amounts, "ante": ante}
    return amounts, told.get("minutes", known)


def _bare(line: str, amounts: dict[str, int], known: int | None) -> LevelLine:
    """A level of numbers with space between: level and blinds, or these with ante and minutes."""
    words = _NOISE.sub(" ", re.sub(rf"^{_LEVEL_WORD}[ .]*(?=\d)", "", line, flags=_FLAGS)).split()
    numbers = [_chips(word) for word in words]
    if not numbers or any(one is None for one in numbers):
        raise BadSheet(PasteText.NOT_READ())
    has_ante = bool(amounts)
    wanted = 3 + (not has_ante) + (known is None)
    if len(words) not in (3, wanted) or not re.fullmatch(r"\d{1,3}", words[0]):
        raise BadSheet(PasteText.WHICH())
    told: list[int] = [one for one in numbers if one is not None]
    amounts = {"sb": told[1], "bb": told[2], **amounts}
    if len(told) == 3:
        return _checked(LevelLine(words[0], amounts, known))
    return _checked(LevelLine(words[0], *_with_numbers(amounts, known, words[3:])))


def below(cells: list[str], head: Heading) -> LevelLine:
    """The level of the cells below a heading. Raises `BadSheet`, naming the column."""
    told = dict(zip(head.columns, cells, strict=True))
    amounts: dict[str, int] = {}
    for name in ("blinds", "limits"):
        if told.get(name, "") not in NONE:
            amounts |= _pair_below(told[name], name)
    for name in AMOUNTS:
        if (cell := told.get(name, "").strip()).lower() not in NONE:
            amounts |= _amount_below(cell, name)
    label = told.get("level", "").strip()
    return _checked(
        LevelLine(_label(label) if label else "", amounts, _minutes_below(told), told.get("game", "").strip())
    )


def _amount_below(cell: str, name: str) -> dict[str, int]:
    if name in ("sb", "small_bet") and _pairs(cell):  # a column of both, under the name of one
        return _pair_below(cell, "blinds" if name == "sb" else "limits")
    chips = _chips(re.sub(r" ?(?:bba?|\(bb\))$", "", cell, flags=re.IGNORECASE))
    if chips is None:
        raise BadSheet(PasteText.NO_AMOUNT(name=named(_NAMES.get(name, name)), told=cell[:40]))
    return {name: chips}


def _pair_below(cell: str, name: str) -> dict[str, int]:
    ante, rest = _ante_of(cell)
    found = _pairs(rest)
    if len(found) != 1 or _NOISE.sub("", rest.replace(found[0][0], "")).strip():
        raise BadSheet(PasteText.NO_AMOUNT(name=named("bb" if name == "blinds" else "big_bet"), told=cell[:40]))
    keys = ("sb", "bb", "ante") if name == "blinds" else ("small_bet", "big_bet", "bring_in")
    return _named(found[0], keys) | ante


def _minutes_below(told: Mapping[str, str]) -> int | None:
    cell = told.get("minutes", "").strip()
    if not cell and ":" not in (time := told.get("time", "")):  # with a colon it is a time of day, or might be
        cell = time.strip()
    if cell.lower() in NONE:
        return None
    found = minutes(cell)
    if found is None or not 1 <= found <= MOST_MINUTES:
        raise BadSheet(PasteText.NO_MINUTES(most=MOST_MINUTES, told=cell[:40]))
    return found


def _label(text: str) -> str:
    """The number of a level and its part: 3 or 3B of “Level 3B:”; empty for an empty text. Raises `BadSheet` for other words."""
    if not text:
        return ""
    found = _LABEL.fullmatch(text)
    if found is None:
        raise BadSheet(PasteText.NOT_READ())
    return _label_of(found)


def _label_of(found: re.Match[str]) -> str:
    return f"{int(found[1])}{(found[2] or '').upper()}"


def _chips(text: str | None) -> int | None:
    chips = None if text is None else amount(text)
    if text is not None and chips is not None and chips > LARGEST:
        raise BadSheet(PasteText.TOO_MUCH(most=f"{LARGEST:,}", told=text[:40]))
    return chips


def _checked(level: LevelLine) -> LevelLine:
    """The level, looked at for what no level has. Raises `BadSheet`."""
    told = level.amounts
    big, ante = told.get("bb", 0), told.get("bb_ante") or told.get("ante", 0)
    if not (big or told.get("small_bet") or told.get("big_bet")):
        raise BadSheet(PasteText.NO_BETS())
    if told.get("sb", 0) > big > 0:
        raise BadSheet(PasteText.SMALL_ABOVE_BIG(small=f"{told['sb']:,}", big=f"{big:,}"))
    if ante > big > 0:
        raise BadSheet(PasteText.ANTE_ABOVE_BIG(ante=f"{ante:,}", big=f"{big:,}"))
    if level.minutes is not None and not 1 <= level.minutes <= MOST_MINUTES:
        raise BadSheet(PasteText.NO_MINUTES(most=MOST_MINUTES, told=str(level.minutes)))
    return level
