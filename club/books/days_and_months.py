"""Days and months of the books: what came in, went out and was raked, and the closing of a month.

A report is read from the ledger's lines between two instants. A month that is closed keeps its figures beside them, so
that anybody can see that they still come to the same.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import connection, transaction
from django.db.models import Count, Max, Q, Sum

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import desk_transfers
from club.house import audit_log
from club.house.business_day import DAY_SQL, Calendar, month_of, next_month
from club.house.club_rules import in_force
from club.ledger.ledger import CHIPS
from club.models import ClosedMonth, Entry, Shift, User

# The house's income by business day, and what the desk gave out and took back.
_BY_DAY = f"""
    SELECT {DAY_SQL % "t.recorded_at"} AS day,
           coalesce(sum(e.amount) FILTER (WHERE a.kind = 'rake'), 0),
           coalesce(sum(e.amount) FILTER (WHERE a.kind = 'fees'), 0),
           coalesce(-sum(e.amount) FILTER (WHERE a.kind = 'cashier' AND e.amount < 0), 0),
           coalesce(sum(e.amount) FILTER (WHERE a.kind = 'cashier' AND e.amount > 0), 0)
    FROM club_entry e JOIN club_account a ON a.id = e.account_id JOIN club_transfer t ON t.id = e.transfer_id
    WHERE a.unit = 'chips' AND a.kind IN ('rake', 'fees', 'cashier') AND t.recorded_at >= %s AND t.recorded_at < %s
    GROUP BY day ORDER BY day
"""


def read_month(text: str) -> date:
    """The first day of the month written as ``2026-11``. Raises `ClubError` for another text.

    So that the months around it, in any time zone, are the calendar's too, its first and last year are none.
    """
    try:
        month = date.fromisoformat(f"{text}-01")
    except ValueError:
        month = date.min
    if not date.min.year < month.year < date.max.year:
        raise ClubError("bad_month", _("Write a month as 2026-11."), 422)
    return month


def bounds(month: date) -> tuple[datetime, datetime]:
    """The instants between which a month's lines stand: a closed month keeps its own, the next begins where it ended."""
    closed = ClosedMonth.objects.filter(month=month).first()
    if closed is not None:
        return closed.begins_at, closed.ends_at
    calendar = in_force().calendar
    begins, ends = calendar.begin_of(month), calendar.begin_of(next_month(month))
    before = ClosedMonth.objects.filter(month__lt=month).order_by("-month").first()
    if before is not None and next_month(before.month) == month:
        begins = before.ends_at
    return begins, ends


def report(month: date) -> dict[str, Any]:
    """A month in figures: balances at its ends, movements by purpose, income by day, shifts, players."""
    begins, ends = bounds(month)
    return {
        "month": f"{month:%Y-%m}",
        "begins_at": begins.isoformat(),
        "ends_at": ends.isoformat(),
        **figures(begins, ends, in_force().calendar),
    }


def figures(begins: datetime, ends: datetime, calendar: Calendar) -> dict[str, Any]:
    """What the lines from `begins` to before `ends` come to, in club chips."""
    during = Q(transfer__recorded_at__gte=begins, transfer__recorded_at__lt=ends)
    lines = Entry.objects.filter(during, account__unit=CHIPS)
    purposes = (
        lines.filter(amount__gt=0)
        .values("transfer__purpose")
        .annotate(transfers=Count("transfer", distinct=True), chips=Sum("amount"))
        .order_by("transfer__purpose")
    )
    held = Entry.objects.filter(account__unit=CHIPS)
    shifts = Shift.objects.filter(opened_at__gte=begins, opened_at__lt=ends).order_by("number")
    players = lines.filter(account__kind="wallet", account__owner__startswith="player:")
    return {
        "balances": {
            "before": _balances(held.filter(transfer__recorded_at__lt=begins)),
            "after": _balances(held.filter(transfer__recorded_at__lt=ends)),
        },
        "purposes": [
            {"purpose": row["transfer__purpose"], "transfers": row["transfers"], "chips": int(row["chips"])}
            for row in purposes
        ],
        "days": days(begins, ends, calendar),
        "shifts": [
            {
                "number": shift.number,
                "cashier": str(shift.cashier),
                "business_day": shift.business_day.isoformat(),
                "variance": shift.variance,
                "cash_variance": shift.cash_variance,
            }
            for shift in shifts.select_related("cashier")
        ],
        "active_players": players.values("account").distinct().count(),
    }


def _balances(lines: Any) -> dict[str, int]:
    totals = lines.values("account__kind").annotate(total=Sum("amount")).order_by("account__kind")
    return {row["account__kind"]: int(row["total"]) for row in totals}


def days(begins: datetime, ends: datetime, calendar: Calendar) -> list[dict[str, Any]]:
    """Rake, fees and what the desk gave out and took back, in chips, of each business day that had any."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_DAY, [calendar.zone.key, calendar.ends, begins, ends])
        rows = cursor.fetchall()
    names = ("rake", "fees", "given_out", "taken_back")
    return [{"day": row[0].isoformat(), **{name: int(row[n]) for n, name in enumerate(names, start=1)}} for row in rows]


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
    """True if the ledger's lines of a closed month still come to the balances it was closed with."""
    held = Entry.objects.filter(account__unit=CHIPS)
    before = _balances(held.filter(transfer__recorded_at__lt=closed.begins_at))
    after = _balances(held.filter(transfer__recorded_at__lt=closed.ends_at))
    return bool(closed.report["balances"] == {"before": before, "after": after})


def months() -> list[tuple[date, ClosedMonth | None]]:
    """Every month from the first line to now's, latest first, with its closing."""
    first = _first_month()
    last = Entry.objects.filter(account__unit=CHIPS).aggregate(at=Max("transfer__recorded_at"))["at"]
    if first is None or last is None:
        return []
    closed = {row.month: row for row in ClosedMonth.objects.all()}
    found, month, end = [], first, month_of(in_force().calendar.day_of(last))
    while month <= end:
        found.append((month, closed.get(month)))
        month = next_month(month)
    return found[::-1]
