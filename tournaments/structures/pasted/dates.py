"""Dates in a pasted text, which are no levels though they have the signs of one.

>>> is_date("2026/11/28 (Sat)"), is_date("28.11.2026"), is_date("100/200/2000"), is_date("11月28日")
(True, True, False, True)
>>> bare_dates(["11/28", "100/200", "200/400"]), bare_dates(["5/10", "10/20", "15/30"])
({0}, set())
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_WEEKDAY = r"(?:[ (,.-]*(?:mon|tue|wed|thu|fri|sat|sun|[月火水木金土日])[a-z曜日]*\.?[ ),]*)?"
_FLAGS = re.ASCII | re.IGNORECASE
_YEAR_FIRST = re.compile(rf"{_WEEKDAY}(?:19|20)\d\d([/.-])(\d{{1,2}})\1(\d{{1,2}}){_WEEKDAY}", _FLAGS)
_YEAR_LAST = re.compile(rf"{_WEEKDAY}(\d{{1,2}})([/.-])(\d{{1,2}})\2(?:19|20)\d\d{_WEEKDAY}", _FLAGS)
_JAPANESE = re.compile(rf"(?:(?:19|20)\d\d年)?(\d{{1,2}})月(\d{{1,2}})日{_WEEKDAY}", _FLAGS)
_BARE = re.compile(r"(\d{1,2}) ?[/-] ?(\d{1,2})", re.ASCII)
_BLINDS = re.compile(r"(?<![\d:.,/-])(\d[\d,.']*) ?[/-] ?(\d[\d,.']*)(?![\d:])", re.ASCII)
_STEEPEST = 5  # times the big blind of the first level: the second level of no structure is further up


def is_date(line: str) -> bool:
    """Whether a line is a date with its year, or in Japanese, and nothing else."""
    told = line.strip()
    if found := _YEAR_FIRST.fullmatch(told):
        return _is_day(found[2], found[3])
    if found := _YEAR_LAST.fullmatch(told):
        return _is_day(found[1], found[3])
    found = _JAPANESE.fullmatch(told)
    return found is not None and _is_day(found[1], found[2])


def bare_dates(lines: Sequence[str]) -> set[int]:
    """The places of lines that are a month and a day, and as blinds would fall from those above, or be far below those next."""
    blinds = [_blinds(line) for line in lines]
    found = set()
    for place, line in enumerate(lines):
        bare = _BARE.fullmatch(line.strip())
        if bare is None or not _is_day(bare[1], bare[2]):
            continue
        big = int(bare[2])
        above = next((one for one in reversed(blinds[:place]) if one), None)
        below = next((one for one in blinds[place + 1 :] if one), None)
        if (above is not None and big < above) or (above is None and below is not None and below > _STEEPEST * big):
            found.add(place)
            blinds[place] = None
    return found


def _blinds(line: str) -> int | None:
    """The big blind that a line tells of; None where it is no pair, or a date."""
    found = None if is_date(line) else _BLINDS.search(line)
    digits = "" if found is None else re.sub(r"\D", "", found[2])
    return int(digits) if 0 < len(digits) <= 15 else None


def _is_day(first: str, second: str) -> bool:
    one, other = int(first), int(second)
    return (1 <= one <= 12 and 1 <= other <= 31) or (1 <= one <= 31 and 1 <= other <= 12)
