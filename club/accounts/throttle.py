"""The throttle of passwords (django-axes): by login and address together, by login alone, and by address alone.

`AXES_FAILURE_LIMIT` wrong passwords within `AXES_COOLOFF_TIME` stop an address for one login; three times as many from
anywhere stop a login, but not where its owner came in lately; ten times as many stop an address for every login: a club's
visitors share one. A login is the same by name and by e-mail, in whatever spelling; addresses of IPv6 are counted by /64.
"""

from __future__ import annotations

import ipaddress
from datetime import timedelta
from typing import Any

from axes.handlers.database import AxesDatabaseHandler
from axes.helpers import get_client_username
from axes.models import AccessLog
from django.conf import settings
from django.db.models import QuerySet, Sum
from django.http import HttpRequest

from club.house.audit_log import address_of

BY_LOGIN, BY_ADDRESS = 3, 10  # how many times the limit of both together
KNOWN = timedelta(days=30)  # for so long an address is one from which the login's owner comes in


class Handler(AxesDatabaseHandler):  # type: ignore[misc]  # axes has no types
    """Counts of wrong passwords; settings name both together, the login, and the address, in this order."""

    def get_failures(self, request: HttpRequest, credentials: dict[str, Any] | None = None) -> int:
        """The largest of the three counts, each as a part of its own limit."""
        together, of_login, of_address = map(_count, self.get_user_attempts(request, credentials))
        by_login = of_login // BY_LOGIN
        if by_login >= settings.AXES_FAILURE_LIMIT and _is_known(request, credentials):
            by_login = 0
        return max(together, by_login, of_address // BY_ADDRESS)


def _count(attempts: QuerySet[Any]) -> int:
    return attempts.aggregate(count=Sum("failures_since_start"))["count"] or 0


def _is_known(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Whether the login's owner came in from this address lately: strangers do not shut the owner out."""
    name, since = get_client_username(request, credentials), request.axes_attempt_time - KNOWN  # type: ignore[attr-defined]
    seen = AccessLog.objects.filter(username__iexact=name or "", ip_address=address(request), attempt_time__gte=since)
    return bool(name) and seen.exists()


def address(request: HttpRequest) -> str:
    """The address that tries are counted by: of IPv6 its network of 64 bits, which one subscriber has whole."""
    seen = address_of(request)
    try:
        known = ipaddress.ip_address(seen)
    except ValueError:
        return seen
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(ipaddress.IPv6Network((known, 64), strict=False).network_address)
