"""The statement of an account as a file: CSV, XLSX or PDF."""

from __future__ import annotations

from datetime import date, datetime

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.club_rules import ClubRules, in_force
from club.ledger import spreadsheets, statements
from club.models import Account

FORMS = {
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
}
MOST_LINES_ON_PAPER = 5_000


def statement(account: Account, form: str, begin: str, end: str) -> HttpResponseBase:
    """An account's lines between two business days (empty: from the first, to the last) as CSV, XLSX or PDF.

    Raises `ClubError` for another form, for a day that is none, and for more lines than paper holds.
    """
    from club.ledger import pdf_papers  # with what draws papers, which most processes never need

    if form not in FORMS:
        raise ClubError("unknown_form", _("A statement is given as csv, xlsx or pdf."), 404)
    rules = in_force()
    begins, ends = _span(begin, end, rules)
    names: dict[str, str] = {}
    rows = (statements.row(entry, names) for entry in statements.between(account, begins, ends))
    title = f"{_('Statement')} · {statements.owner_in_words(account)}"
    if form == "csv":
        answer: HttpResponseBase = StreamingHttpResponse(
            spreadsheets.as_csv(statements.head(), rows, rules.calendar), FORMS[form]
        )
    elif form == "xlsx":
        answer = HttpResponse(
            spreadsheets.as_xlsx(_("Statement"), statements.head(), rows, rules.calendar), FORMS[form]
        )
    else:
        lines = list(rows)
        if len(lines) > MOST_LINES_ON_PAPER:
            words = _("%(n)d lines are too many for paper: choose fewer days, or CSV.")
            raise ClubError("too_many_lines", words % {"n": len(lines)}, 422)
        head_facts = [
            (_("Account"), str(account.get_kind_display())),
            (_("Balance"), statements.written(account.balance, rules)),
            (_("Days"), f"{begin or '…'} – {end or '…'}"),
        ]
        answer = HttpResponse(
            pdf_papers.statement(title, head_facts, statements.head(), lines, rules.calendar), content_type=FORMS[form]
        )
    answer["Content-Disposition"] = f'attachment; filename="statement-{account.pk}.{form}"'
    return answer


def _span(begin: str, end: str, rules: ClubRules) -> tuple[datetime | None, datetime | None]:
    calendar = rules.calendar
    try:
        first = date.fromisoformat(begin) if begin else None
        last = date.fromisoformat(end) if end else None
        begins = None if first is None else calendar.begin_of(first)
        ends = None if last is None else calendar.span(last, last)[1]
    except (ValueError, OverflowError):
        raise ClubError("bad_day", _("Write a day as 2026-11-21."), 422) from None
    return begins, ends
