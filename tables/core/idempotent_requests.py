"""Requests that make something once: sent again with the same Idempotency-Key they find what the first made.

Whoever makes something keeps the key with it, in a column that is unique. The key's lock is held to the end of the
transaction, so that of two at once the second waits and then finds what the first has made.
"""

from __future__ import annotations

from typing import TypeVar

from django.db import connection
from django.db.models import Model, QuerySet

from club.base.phrases import gettext as _
from club.models import User
from tables.core.errors import Refused

_Made = TypeVar("_Made", bound=Model)


def key_of(by: User | None, key: str) -> str | None:
    """The key as it is kept, apart for each login; None where the request has none."""
    return f"{0 if by is None else by.pk}:{key}" if key else None


def made_by(rows: QuerySet[_Made], key: str | None) -> _Made | None:
    """The row that a request with that key has made, if any. In a transaction, which then holds the key."""
    if key is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [key])
    return rows.filter(request_key=key).first()


def check_same(is_same: bool) -> None:
    """Raises `Refused` where the key was used for another request."""
    if not is_same:
        raise Refused("key_reused", _("This Idempotency-Key was used for another request."))
