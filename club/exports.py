"""Statements as files: CSV, XLSX and PDF. No text in them can become a formula in anybody's spreadsheet."""

from __future__ import annotations

import csv
import io
import itertools
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

import xlsxwriter

from club.business_day import Calendar

# What makes a spreadsheet compute instead of show; a full-width sign is folded to these by some of them.
_DANGEROUS = ("=", "+", "-", "@", "\t", "\r", "\n")
LARGEST_NUMBER = 2**53  # above it a spreadsheet's numbers are no longer exact


def harmless(text: str) -> str:
    """A text that a spreadsheet shows as it is: one that could be a formula gets an apostrophe before it.

    >>> harmless("=1+1"), harmless("＝1"), harmless("Anna")
    ("'=1+1", "'＝1", 'Anna')
    """
    # Leading blanks do not make a formula harmless: some programs strip them.
    return f"'{text}" if unicodedata.normalize("NFKC", text).lstrip(" ").startswith(_DANGEROUS) else text


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
    """An XLSX workbook of one sheet; every text is stored as a text."""
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(
        buffer, {"in_memory": True, "constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    )
    sheet = book.add_worksheet(_sheet_name(title))
    bold, moment = book.add_format({"bold": True}), book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"})
    number = book.add_format({"num_format": "#,##0"})
    for column, name in enumerate(head):
        sheet.write_string(0, column, name, bold)
        sheet.set_column(column, column, 18)
    for line, row in enumerate(rows, start=1):
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
