"""How long what is known of people's visits is kept, by kind; the rest of what is kept goes with an erasure (`privacy`).

Books, hands, the log of a tournament and the record of decisions are never forgotten: they hold numbers, no names.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailConfirmation
from allauth.usersessions.models import UserSession
from axes.models import AccessAttempt, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session

VISITS = timedelta(days=180)  # who came in from where and when
TRIES = timedelta(days=30)  # wrong passwords, with the names that were typed
CONFIRMATIONS = timedelta(days=30)  # links that confirm an address, sent long ago


def prune(*, now: datetime) -> dict[str, int]:
    """Forget visits, tries, confirmations and sessions that are past their time; how many of each."""
    longest = timedelta(hours=max(settings.SESSION_HOURS.values()))
    past = {
        "visits": AccessLog.objects.filter(attempt_time__lte=now - VISITS),
        "tries": AccessAttempt.objects.filter(attempt_time__lte=now - TRIES),
        "confirmations": EmailConfirmation.objects.filter(created__lte=now - CONFIRMATIONS),
        "sessions": Session.objects.filter(expire_date__lte=now),
        "listed": UserSession.objects.filter(created_at__lte=now - longest),
    }
    return {kind: rows.delete()[0] for kind, rows in past.items()}
