"""The club's day: it begins and ends at an hour of the night, in the club's time zone.

With an end at 5:00, a hand played at 4:59 on Sunday morning belongs to Saturday. The same arithmetic is done in SQL by
`DAY_SQL`, so that reports and shifts agree to the second; days on which clocks are changed included.
"""

from __future__ import annotations

import zoneinfo
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.utils.dateparse import parse_datetime

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.text.rule_texts import ClubRuleText
from engine.house_rules import BadRule

# The business day of an instant; parameters: the zone's name, the hour at which a day ends.
DAY_SQL = "((%s AT TIME ZONE %%s) - make_interval(hours => %%s))::date"


def read_instant(text: str) -> datetime:
    """The instant written with its offset, as ``2026-11-21T20:00:00+09:00``, in UTC: PostgreSQL knows no offset of 16 hours.

    Raises `ClubError` for another text, one without an offset, and an instant beyond the calendar.
    """
    try:
        instant = parse_datetime(text)
        if instant is not None and instant.tzinfo is not None:
            return instant.astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise ClubError("bad_instant", _("Write an instant such as 2026-11-21T20:00:00+09:00."), 422)


@dataclass(frozen=True)
class Calendar:
    """A time zone, and the hour (0 to 12) at which a business day ends and the next begins."""

    zone: zoneinfo.ZoneInfo
    ends: int

    def day_of(self, instant: datetime) -> date:
        """The business day to which an instant belongs."""
        return (instant.astimezone(self.zone).replace(tzinfo=None) - timedelta(hours=self.ends)).date()

    def begin_of(self, day: date) -> datetime:
        """The first instant of a business day, in UTC."""
        return datetime.combine(day, time(self.ends), self.zone).astimezone(UTC)

    def span(self, first: date, last: date) -> tuple[datetime, datetime]:
        """From the first instant of `first` to the first after `last`, in UTC."""
        return self.begin_of(first), self.begin_of(last + timedelta(days=1))


def parse_zone(text: Any) -> zoneinfo.ZoneInfo:
    """The time zone of that name; empty for the server's own. Raises `BadRule` for a name of none."""
    try:
        return zoneinfo.ZoneInfo(str(text) or settings.TIME_ZONE)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise BadRule(ClubRuleText.NO_ZONE(text=str(text))) from None


def month_of(day: date) -> date:
    """The first day of its month."""
    return day.replace(day=1)


def next_month(month: date) -> date:
    """The first day of the month after."""
    return (month.replace(day=28) + timedelta(days=4)).replace(day=1)
