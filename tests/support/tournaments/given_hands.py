"""Hands whose results are given."""

from __future__ import annotations

from club.models import User
from club.people import conduct
from tests.tournaments.conftest import Evening
from tournaments.models import Tournament


def given(evening: Evening, row: Tournament, entry: int, kind: str, amount: int = 0) -> int:
    by = User.objects.filter(username="floor").first() or User.objects.create_user("floor")
    player = row.entries.get(number=entry).player_id
    told = conduct.record(
        player, kind, "late", amount=amount, place=row.owner, key=f"{entry}{kind}", by=by, now=evening.now
    )
    return int(told.pk)
