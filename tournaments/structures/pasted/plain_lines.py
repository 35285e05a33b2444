"""A pasted text as lines of plain signs, and the amounts and minutes that such a line tells.

>>> lines_of("Ｌｖ．１\\t１００／２００\\r\\n")
['Lv.1\\t100/200']
>>> amount("1,000"), amount("1.5k"), amount("2万"), amount("100²")
(1000, 1500, 20000, None)
>>> minutes("20 min"), minutes("1時間30分"), minutes("0:45"), minutes("20:00")
(20, 90, 45, 20)
"""

from __future__ import annotations

import re
import unicodedata

from tournaments.messages.structures import PasteText
from tournaments.structures.sheet_games import BadSheet

MOST_CHARACTERS = 100_000  # a sheet of 400 rows has some 20,000
MOST_LINES = 2_000
LONGEST_LINE = 400  # characters

# Full-width letters and half-width kana come down to the plain ones. All else stays: ² would become 2, and a footnote an amount.
_WIDE = re.compile(r"[\uff01-\uff9f]+")
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u301c", "-"),
        **dict.fromkeys("\u2044\u2215", "/"),
        **dict.fromkeys("\u2502\u2503\u00a6", "|"),
        **dict.fromkeys("\u2019\u02bc", "'"),
        **dict.fromkeys("\u3000\u2002\u2003\u2007\u2008\u200a\u00a0\u2009\u202f\f\v", " "),
    }
)
_GROUPED = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))", re.ASCII)
_ENDS = re.compile(r"\r\n|[\r\n\u2028\u2029\u0085]")

AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:'\d{3})+|\d{1,9}(?:\.\d{1,3})?(?:[kKmM](?![a-zA-Z])|万)|\d{1,13})"
_SCALED = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?([kKmM万])", re.ASCII)
_POWERS = {"k": 3, "m": 6, "万": 4}
_MINUTE = r"(?:minutes?|mins?\.?|m|分間?)"
_HOUR = r"(?:hours?|hrs?\.?|h|時間)"
TIME = re.compile(
    rf"(?<![\d.,/])(?:(?P<hours>\d{{1,2}})(?P<half>\.5)?\s?{_HOUR}(?:\s?(?P<more>\d{{1,2}})\s?{_MINUTE})?|(?P<minutes>\d{{1,4}})[\s-]?{_MINUTE}|"
    rf"(?P<feet>\d{{1,3}})')(?![a-z\d])",
    re.ASCII | re.IGNORECASE,
)
_CLOCK = re.compile(r"(\d{1,3}):(\d\d)(?::(\d\d))?", re.ASCII)


def lines_of(text: str) -> list[str]:
    """The lines of a text in plain signs, without space at their ends. Raises `BadSheet` for a text beyond the bounds."""
    if len(text) > MOST_CHARACTERS:
        raise BadSheet(PasteText.TOO_LONG(most=MOST_CHARACTERS), field="text")
    lines = _ENDS.split(text, maxsplit=MOST_LINES)
    if len(lines) > MOST_LINES:
        raise BadSheet(PasteText.TOO_MANY_LINES(most=MOST_LINES), field="text")
    while lines and not lines[-1].strip():
        lines.pop()
    return [_plain(line) for line in lines]


def _plain(line: str) -> str:
    line = _GROUPED.sub(",", _WIDE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), line))
    line = line.translate(_SIGNS)
    seen = "".join(sign for sign in line if sign == "\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co"))
    return seen.strip(" ")


def amount(text: str) -> int | None:
    """The whole number of chips that a text tells, with or without signs between thousands; None for any other text."""
    told = text.strip()
    if scaled := _SCALED.fullmatch(told):
        part = scaled[2] or ""
        power = _POWERS[scaled[3].lower()]
        return int(scaled[1] + part.ljust(power, "0")) if len(part.rstrip("0")) <= power else None
    if not re.fullmatch(AMOUNT, told, re.ASCII):
        return None
    return int(re.sub(r"[,.']", "", told))


def minutes(text: str) -> int | None:
    """The whole minutes that the cell of a column of times tells: a bare number, 20 min, 1 hour, 0:45 or 20:00; else None."""
    told = text.strip()
    if found := TIME.fullmatch(told):
        return minutes_of(found)
    if clock := _CLOCK.fullmatch(told):
        first, second, third = int(clock[1]), int(clock[2]), clock[3]
        if third is not None or first <= 3:  # hours and minutes
            return first * 60 + second if third in (None, "00") else None
        return first if second == 0 else None
    return int(told) if re.fullmatch(r"\d{1,4}", told, re.ASCII) else None


def minutes_of(found: re.Match[str]) -> int:
    """The minutes of a match of `TIME`."""
    if found["hours"]:
        return int(found["hours"]) * 60 + (30 if found["half"] else 0) + int(found["more"] or 0)
    return int(found["minutes"] or found["feet"])
