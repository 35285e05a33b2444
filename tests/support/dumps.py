"""Dumps of small clubs as they once were, and the database asked in SQL."""

from __future__ import annotations

from pathlib import Path

from django.db import connection

DUMPS = sorted((Path(__file__).parents[1] / "upgrade").glob("*.sql.gz"))
BALANCES = "SELECT owner, kind, unit, balance, version FROM club_account ORDER BY id"


def rows(question: str) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(question)
        found: list[tuple[object, ...]] = cursor.fetchall()
    return found
