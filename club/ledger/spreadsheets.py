"""Statements as files: CSV, XLSX and PDF. No text in them can become a formula in anybody's spreadsheet."""

from __future__ import annotations

import csv
import io
import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from club.house.business_day import Calendar

# What makes a spreadsheet compute instead of show; a full-width sign is folded to these by some of them.
_SIGNS = ("=", "+", "-", "@")
_BREAKS = ("\t", "\r", "\n")
# Blanks, controls, and signs that nobody sees (U+200B, U+FEFF): some programs strip them, and then compute what follows.
_UNSEEN = ("Zs", "Zl", "Zp", "Cc", "Cf")
# Where a file with commas is read as one with others between its cells, as in half of Europe: there a quotation mark after a comma
# begins nothing, and a break within the text begins a line.
_PARTS = re.compile(r"([;|\t\r\n])")
_GUARDED = re.compile(r"([;|\t\r\n])'")
ROWS_OF_A_SHEET = 1_000_000  # a sheet of XLSX has 1,048,576
LARGEST_NUMBER = 2**53  # above it a spreadsheet's numbers are no longer exact


def harmless(text: str) -> str:
    """A text that a spreadsheet shows as it is: one that could be a formula gets an apostrophe before it.

    >>> harmless("=1+1"), harmless("＝1"), harmless("Anna")
    ("'=1+1", "'＝1", 'Anna')
    """
    # An apostrophe that was there is guarded as well, so that `as_it_was` gives every text back.
    inside = _parted(text)
    return f"'{inside}" if text.startswith((*_BREAKS, "'")) or _seen(text).startswith(_SIGNS) else inside


def _parted(text: str) -> str:
    """With an apostrophe after each sign at which some spreadsheet begins a new cell, where a formula would stand in it."""
    first, *others = _PARTS.split(text)
    told = [f"'{one}" if one.startswith("'") or _seen(one).startswith(_SIGNS) else one for one in others[1::2]]
    return first + "".join(sign + one for sign, one in zip(others[::2], told, strict=True))


def as_it_was(cell: str) -> str:
    """The text as it was before `harmless`."""
    bare = _GUARDED.sub(r"\1", cell)
    for text in (bare[1:], bare):
        if harmless(text) == cell:
            return text
    return cell


def _seen(text: str) -> str:
    """The text from the first sign that is seen, in its plain form."""
    plain = unicodedata.normalize("NFKC", text)
    return "".join(itertools.dropwhile(lambda sign: unicodedata.category(sign) in _UNSEEN, plain))


def as_csv(head: Sequence[str], rows: Iterable[Sequence[Any]], calendar: Calendar) -> Iterator[str]:
    """Lines of a CSV file, with the mark by which spreadsheets know UTF-8 (else Japanese names break)."""
    yield "\ufeff"
    for row in itertools.chain([head], rows):
        buffer = io.StringIO()
        csv.writer(buffer).writerow([_plain(cell, calendar) for cell in row])
        yield buffer.getvalue()


def _plain(cell: Any, calendar: Calendar) -> Any:
    if isinstance(cell, datetime):
        return cell.astimezone(calendar.zone).isoformat(sep=" ", timespec="seconds")
    return harmless(cell) if isinstance(cell, str) else cell


def as_xlsx(title: str, head: Sequence[str], rows: Iterable[Sequence[Any]], calendar: Calendar) -> bytes:
    """An XLSX workbook; every text is stored as a text. What one sheet cannot hold goes on in the next. Its lines wait in a
    file of the system's own, so that a hundred thousand of them need no more memory than ten.
    """
    import xlsxwriter  # which only a page of statements needs

    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(
        buffer, {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    bold, moment = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    number = book.add_format({"num_format": "#,##0"})

    def begin(count: int) -> Any:
        made = book.add_worksheet(_sheet_name(title if count == 1 else f"{title[:20]} {count}"))
        for column, name in enumerate(head):
            made.write_string(0, column, name, bold)
            made.set_column(column, column, 18)
        return made

    sheet, line, count = begin(1), 0, 1
    for row in rows:
        if line == ROWS_OF_A_SHEET:
            count += 1
            sheet, line = begin(count), 0
        line += 1
        for column, cell in enumerate(row):
            if isinstance(cell, datetime):
                sheet.write_datetime(line, column, cell.astimezone(calendar.zone).replace(tzinfo=None), moment)
            elif isinstance(cell, int) and abs(cell) <= LARGEST_NUMBER:
                sheet.write_number(line, column, cell, number)
            else:
                sheet.write_string(line, column, harmless(str(cell)))
    book.close()
    return buffer.getvalue()


def _sheet_name(title: str) -> str:
    kept = "".join(sign for sign in title if sign not in "[]:*?/\\'").strip()
    return kept[:31] or "1"
