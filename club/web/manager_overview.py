"""What a manager wants to know at a glance, on the first page of the admin: chips in play, income by day, players, audits."""

from __future__ import annotations

import json
from datetime import date, datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Sum
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from club.base.phrases import gettext as _
from club.books import days_and_months
from club.house.business_day import DAY_SQL, Calendar
from club.house.club_rules import in_force
from club.house.rights import has_right
from club.ledger import audit
from club.ledger.ledger import CHIPS
from club.models import Account, AuditRun, Player, Proposal, Shift
from club.templatetags.moments import when

DAYS = 30
# What players and the house hold for them; the cashier's own account is what all of it came from.
IN_PLAY = ("wallet", "stack", "escrow", "tips", "jackpot")
_PLAYERS = f"""
    SELECT {DAY_SQL % "t.recorded_at"} AS day, count(DISTINCT e.account_id)
    FROM club_entry e JOIN club_account a ON a.id = e.account_id JOIN club_transfer t ON t.id = e.transfer_id
    WHERE a.unit = 'chips' AND a.kind = 'wallet' AND a.owner LIKE 'player:%%' AND t.recorded_at >= %s
    GROUP BY day
"""


def figures(now: datetime) -> dict[str, Any]:
    """The club in figures: chips in play by kind of account, and of each of the last 30 business days what came in as
    rake and fees and how many players moved chips; chips are the club's.
    """
    calendar = in_force().calendar
    today = calendar.day_of(now)
    first = today - timedelta(days=DAYS - 1)
    days = [first + timedelta(days=n) for n in range(DAYS)]
    income = {row["day"]: row for row in days_and_months.days(calendar.begin_of(first), now, calendar)}
    players = _players(calendar.begin_of(first), calendar)
    held = Account.objects.filter(unit=CHIPS).values("kind").annotate(total=Sum("balance"))
    kinds = {row["kind"]: int(row["total"]) for row in held}
    return {
        "in_play": {kind: kinds.get(kind, 0) for kind in IN_PLAY},
        "owed": -kinds.get("credit", 0),
        "days": [
            {
                "day": day,
                "rake": income.get(day.isoformat(), {}).get("rake", 0),
                "fees": income.get(day.isoformat(), {}).get("fees", 0),
                "players": players.get(day, 0),
            }
            for day in days
        ],
    }


def _players(begins: datetime, calendar: Calendar) -> dict[date, int]:
    with connection.cursor() as cursor:
        cursor.execute(_PLAYERS, [calendar.zone.key, calendar.ends, begins])
        return dict(cursor.fetchall())


def context(request: HttpRequest, given: dict[str, Any]) -> dict[str, Any]:
    """What the admin's first page shows, for whoever may read the books."""
    if not has_right(request.user, "books.read"):
        return given
    told = figures(timezone.now())
    last = AuditRun.objects.order_by("-pk").first()
    kinds = dict(Account.Kind.choices)
    days = told["days"]
    return given | {
        "dashboard": {
            "in_play": sum(told["in_play"].values()),
            "balances": [(kinds[kind], chips) for kind, chips in told["in_play"].items()],
            "owed": told["owed"],
            "rake": sum(day["rake"] for day in days),
            "fees": sum(day["fees"] for day in days),
            "players_today": days[-1]["players"],
            "audit": last,
            "audit_words": _audit_in_words(last),
            "audit_sign": "hourglass_empty" if last is None else "verified" if last.ok else "error",
            "audit_colour": "text-red-600" if last is not None and not last.ok else "text-green-700",
            "waiting": [
                (_("Members to admit"), _applicants(), reverse("members") + "?only=applicants"),
                (_("Waiting for a second person"), Proposal.objects.filter(status="waiting").count(), reverse("desk")),
                (_("Shifts that are open"), Shift.objects.filter(closed_at=None).count(), reverse("desk-shift")),
            ],
            "income_chart": _chart(days, ("rake", _("Rake"), 600), ("fees", _("Fees"), 300)),
            "players_chart": _chart(days, ("players", _("Players"), 600)),
        }
    }


def site_name(request: HttpRequest) -> str:
    """What stands at the head of the admin: the club's name."""
    return in_force().called


def alarm(request: HttpRequest) -> list[str] | None:
    """The label at the head of every page of the admin while the last audit found the books out of balance."""
    return [_("The books do not balance"), "danger"] if request.user.is_authenticated and audit.is_failing() else None


def _audit_in_words(last: AuditRun | None) -> str:
    if last is None:
        return _("No audit has run yet.")
    words = (
        _("The books balanced at the last audit, %(at)s.")
        if last.ok
        else _("The books did not balance at the last audit, %(at)s.")
    )
    return words % {"at": when(last.at)}


def _applicants() -> int:
    return Player.objects.filter(is_computer=False, admitted_at=None, erased_at=None, merged_into=None).count()


def _chart(days: list[dict[str, Any]], *series: tuple[str, str, int]) -> str:
    """A bar chart's data as its component wants them: a label a day, and a set of numbers a series (name, words, shade)."""
    sets = [
        {
            "label": words,
            "data": [day[name] for day in days],
            "backgroundColor": f"var(--color-primary-{shade})",
            "displayYAxis": True,
        }
        for name, words, shade in series
    ]
    return json.dumps({"labels": [f"{day['day']:%m-%d}" for day in days], "datasets": sets})
