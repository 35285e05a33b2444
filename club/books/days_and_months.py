"""Days and months of the books: what came in, went out and was raked.

A report is read from the ledger's lines between two instants. A month that is closed keeps its figures beside them, so
that anybody can see that they still come to the same.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from django.db import connection
from django.db.models import Count, Q, Sum

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.house.business_day import DAY_SQL, Calendar, next_month
from club.house.club_rules import in_force
from club.ledger.ledger import CHIPS
from club.models import ClosedMonth, Entry, Shift

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
# What accounts hold, and how many lines they have, less those since an instant.
_BEFORE = """
    SELECT kind, sum(chips) FROM (
        SELECT kind, balance AS chips, version AS lines FROM club_account WHERE unit = 'chips'
        UNION ALL
        SELECT a.kind, -e.amount, -1
        FROM club_transfer t JOIN club_entry e ON e.transfer_id = t.id JOIN club_account a ON a.id = e.account_id
        WHERE a.unit = 'chips' AND t.recorded_at >= %s
    ) found GROUP BY kind HAVING sum(lines) > 0 ORDER BY kind
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
    shifts = Shift.objects.filter(opened_at__gte=begins, opened_at__lt=ends).order_by("number")
    players = lines.filter(account__kind="wallet", account__owner__startswith="player:")
    return {
        "balances": {
            "before": balances_before(begins),
            "after": balances_before(ends),
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


def balances_before(instant: datetime) -> dict[str, int]:
    """By kind of account what all its lines before that instant come to, in club chips; kinds that had none are left out.

    It is what the accounts hold less the lines since, so that the years before are not read again for each month.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BEFORE, [instant])
        return {kind: int(total) for kind, total in cursor.fetchall()}


def moved(begins: datetime, ends: datetime) -> dict[str, int]:
    """By kind of account what its lines from `begins` to before `ends` come to, in club chips."""
    during = Entry.objects.filter(
        account__unit=CHIPS, transfer__recorded_at__gte=begins, transfer__recorded_at__lt=ends
    )
    totals = during.values("account__kind").annotate(chips=Sum("amount")).order_by("account__kind")
    return {row["account__kind"]: int(row["chips"]) for row in totals}


def days(begins: datetime, ends: datetime, calendar: Calendar) -> list[dict[str, Any]]:
    """Rake, fees and what the desk gave out and took back, in chips, of each business day that had any."""
    with connection.cursor() as cursor:
        cursor.execute(_BY_DAY, [calendar.zone.key, calendar.ends, begins, ends])
        rows = cursor.fetchall()
    names = ("rake", "fees", "given_out", "taken_back")
    return [{"day": row[0].isoformat(), **{name: int(row[n]) for n, name in enumerate(names, start=1)}} for row in rows]
