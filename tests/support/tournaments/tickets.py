"""Tickets that somebody holds."""

from __future__ import annotations

from typing import Any

from club.models import Player, User
from tests.tournaments.conftest import NOW
from tournaments.models import Ticket
from tournaments.prizes import tickets


def issuer() -> User:
    return User.objects.get_or_create(username="cara")[0]


def given_to(player: Player, value: int = 1100, key: str = "k", **how: Any) -> Ticket:
    return tickets.issue(player, value, why="x", key=key, by=issuer(), now=NOW, **how)


def good(player: Player, value: int = 1100, key: str = "k", **how: Any) -> Ticket:
    """A ticket of any worth that another has approved."""
    made = given_to(player, value, key, **how)
    second = User.objects.get_or_create(username="dora")[0]
    return made if made.state == "held" else tickets.approve(made.pk, by=second, now=NOW)
