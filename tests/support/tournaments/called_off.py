"""Two players of an event that is called off, and what lies in its pots."""

from __future__ import annotations

from club.models import User
from club.people import roles
from tests.tournaments.conftest import held
from tournaments.models import Tournament


def two() -> tuple[User, User]:
    """Who asks, and who approves."""
    made = [User.objects.get_or_create(username=name)[0] for name in ("dana", "otto")]
    for user in made:
        roles.give_role(user, "director")
    return made[0], made[1]


def pots(row: Tournament) -> tuple[int, int]:
    return held(row.owner, "escrow"), held(f"{row.owner}:bounties", "escrow")
