"""The closing of a month: when it may be closed, and whether its figures still agree."""

from __future__ import annotations

from datetime import date, datetime

from django.db import transaction
from django.db.models import Max

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.books.days_and_months import balances_before, bounds, moved, report
from club.cashier import desk_transfers
from club.house import audit_log
from club.house.business_day import month_of, next_month
from club.house.club_rules import in_force
from club.ledger.ledger import CHIPS
from club.models import ClosedMonth, Entry, Shift, Transfer, User


def close(month: date, *, by: User, now: datetime, source: str = "") -> ClosedMonth:
    """Close a month: its last business day is over, its shifts are closed, and every month before is closed too.

    Closing again is harmless. Raises `ClubError` for what stands in the way.
    """
    with transaction.atomic():
        desk_transfers.lock()
        standing = ClosedMonth.objects.filter(month=month).first()
        if standing is not None:
            return standing
        begins, ends = bounds(month)
        _may_close(month, begins, ends, now)
        told = report(month)
        made = ClosedMonth.objects.create(
            month=month, begins_at=begins, ends_at=ends, report=told, closed_by=by, closed_at=now
        )
        audit_log.record("month.closed", by=by, subject=f"month:{month:%Y-%m}", after=told, source=source, now=now)
    return made


def _may_close(month: date, begins: datetime, ends: datetime, now: datetime) -> None:
    if now < ends:
        raise ClubError("month_not_over", _("The month's last business day is not over yet."), 409)
    opened = Shift.objects.filter(opened_at__lt=ends, closed_at=None).order_by("number").first()
    if opened is not None:
        raise ClubError("shift_is_open", _("Shift %(n)d is still open.") % {"n": opened.number}, 409)
    last = ClosedMonth.objects.aggregate(last=Max("month"))["last"]
    missing = next_month(last) if last else _first_month()
    if missing is not None and missing < month:
        words = _("Close %(month)s first: months are closed in order.")
        raise ClubError("month_before_open", words % {"month": f"{missing:%Y-%m}"}, 409)
    if last is not None and month <= last:
        raise ClubError("month_before_open", _("A later month is closed already."), 409)


def _first_month() -> date | None:
    first = Entry.objects.filter(account__unit=CHIPS).order_by("pk").values_list("transfer__recorded_at", flat=True)[:1]
    return month_of(in_force().calendar.day_of(first[0])) if first else None


def still_agrees(closed: ClosedMonth) -> bool:
    """True if what was held at the ends of a closed month, and its lines between them, still come to its figures."""
    held = closed.report["balances"]
    if held != {"before": balances_before(closed.begins_at), "after": balances_before(closed.ends_at)}:
        return False
    lines = moved(closed.begins_at, closed.ends_at)
    return all(chips - held["before"].get(kind, 0) == lines.get(kind, 0) for kind, chips in held["after"].items())


def months() -> list[tuple[date, ClosedMonth | None]]:
    """Every month from the first line to now's, latest first, with its closing."""
    first = _first_month()
    latest = Transfer.objects.filter(entries__account__unit=CHIPS).order_by("-recorded_at")
    last = latest.values_list("recorded_at", flat=True).first()
    if first is None or last is None:
        return []
    closed = {row.month: row for row in ClosedMonth.objects.all()}
    found, month, end = [], first, month_of(in_force().calendar.day_of(last))
    while month <= end:
        found.append((month, closed.get(month)))
        month = next_month(month)
    return found[::-1]
