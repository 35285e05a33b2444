"""Receipts and statements on paper: PDF, with a font that has Japanese letters and that every reader knows.

The font is one of the standard Japanese ones of PDF: nothing is embedded, the reader's own gothic is used, so names print
right on a machine without fonts of ours.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib import colors
from reportlab.lib.pagesizes import A4, A6
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Image, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

from club.base.phrases import gettext as _
from club.house import logo
from club.house.business_day import Calendar
from club.house.club_rules import in_force

FONT = "HeiseiKakuGo-W5"
pdfmetrics.registerFont(UnicodeCIDFont(FONT))

_TITLE = ParagraphStyle("title", fontName=FONT, fontSize=14, leading=18, spaceAfter=3 * mm, wordWrap="CJK")
_TEXT = ParagraphStyle("text", fontName=FONT, fontSize=9, leading=12, wordWrap="CJK")
_CLUB = ParagraphStyle("club", parent=_TEXT, textColor=colors.Color(0.3, 0.3, 0.3))
_RIGHT = ParagraphStyle("right", parent=_TEXT, alignment=2)


def receipt(title: str, facts: Sequence[tuple[str, str]], *, foot: str = "") -> bytes:
    """One slip on a small sheet (A6): what, who, how many, when."""
    rows = [[_text(name), _text(value)] for name, value in facts]
    table = Table(rows, colWidths=[28 * mm, 57 * mm], style=_lines())
    return _paper([_heading(title), table, Spacer(1, 4 * mm), _text(foot)], title, A6, 10 * mm)


def statement(
    title: str, facts: Sequence[tuple[str, str]], head: Sequence[str], rows: Sequence[Sequence[Any]], calendar: Calendar
) -> bytes:
    """An account's lines on A4, as many sheets as they need; the head stands on each."""
    told: list[list[Any]] = [[_text(name) for name in head]]
    for row in rows:
        told.append([_cell(cell, calendar) for cell in row])
    width = (A4[0] - 30 * mm) / 100
    shares = [8, 19, 31, 18, 12, 12] if len(head) == 6 else [100 / len(head)] * len(head)
    lines = Table(told, colWidths=[share * width for share in shares], repeatRows=1, style=_lines())
    about = Table([[_text(name), _text(value)] for name, value in facts], colWidths=[40 * mm, None], hAlign="LEFT")
    return _paper([_heading(title), about, Spacer(1, 4 * mm), lines], title, A4, 15 * mm)


def _cell(cell: Any, calendar: Calendar) -> Any:
    if isinstance(cell, datetime):
        return _text(f"{cell.astimezone(calendar.zone):%Y-%m-%d %H:%M}")
    if isinstance(cell, int):
        return Paragraph(f"{cell:,}", _RIGHT)
    return _text(str(cell))


def _text(words: str) -> Paragraph:
    return Paragraph(escape(words), _TEXT)


def _heading(words: str) -> Paragraph:
    return Paragraph(escape(words), _TITLE)


def _lines() -> TableStyle:
    return TableStyle(
        [("LINEBELOW", (0, 0), (-1, -1), 0.3, colors.Color(0.7, 0.7, 0.7)), ("VALIGN", (0, 0), (-1, -1), "TOP")]
    )


def _letterhead() -> list[Any]:
    """The club's logo, name and address, as far as it has them."""
    rules, picture = in_force(), logo.png()
    if not rules.name and picture is None:
        return []
    words = Paragraph("<br/>".join(escape(line) for line in (rules.called, rules.address) if line), _CLUB)
    if picture is None:
        return [words, Spacer(1, 3 * mm)]
    drawn = Image(io.BytesIO(picture))
    drawn._restrictSize(24 * mm, 12 * mm)
    head = Table([[drawn, words]], colWidths=[26 * mm, None], hAlign="LEFT")
    head.setStyle(TableStyle([("VALIGN", (0, 0), (-1, -1), "MIDDLE"), ("LEFTPADDING", (0, 0), (0, 0), 0)]))
    return [head, Spacer(1, 3 * mm)]


def _paper(parts: list[Any], title: str, size: tuple[float, float], margin: float) -> bytes:
    buffer = io.BytesIO()
    sides = dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), margin)
    paper = SimpleDocTemplate(buffer, pagesize=size, title=title, author=in_force().called, **sides)

    def number(canvas: Any, document: Any) -> None:
        canvas.setFont(FONT, 7)
        canvas.drawRightString(size[0] - margin, margin / 2, _("page %(n)d") % {"n": document.page})

    paper.build([*_letterhead(), *parts], onFirstPage=number, onLaterPages=number)
    return buffer.getvalue()
