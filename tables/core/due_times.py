"""Whether an instant that was set ahead has come, though the clock by which it was set may have been wrong.

A machine's clock can be stepped forward once and put right again: what was set meanwhile lies hours or days ahead, and a table
would stand still until then. Nothing is ever set further ahead than its own pace, so what lies further off is due.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import DurationField, ExpressionWrapper, F, Q, Value
from django.db.models.expressions import CombinedExpression

APART = timedelta(seconds=5)  # how far the clocks of two machines of one club may differ


def is_too_far(at: datetime, now: datetime, *, most: timedelta) -> bool:
    """True if that instant lies further off than anything is set; `most`: how far ahead it is set at most."""
    return at > now + most + APART


def is_due(at: datetime, now: datetime, *, most: timedelta) -> bool:
    """True if that instant has come, or lies further off than it can have been set by a clock that is right."""
    return at <= now or is_too_far(at, now, most=most)


def due(field: str, seconds: str, now: datetime) -> Q:
    """The rows whose instant `field` may be due (`is_due`): `seconds` names the field of how far ahead it is set as a rule."""
    ahead: CombinedExpression = F(seconds) * Value(timedelta(seconds=1))
    furthest = Value(now + APART) + ExpressionWrapper(ahead, output_field=DurationField())
    return Q((f"{field}__lte", now)) | Q((f"{field}__gt", furthest))
