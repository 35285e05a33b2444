"""Whether an address about a table or a hand lets a login in, and the permission of endpoints that asks it."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import BasePermission

from club.people.people import player_of
from tables.core import admission

CHECKS = {"table_id": admission.check_table, "hand_id": admission.check_hand}


def check(user: Any, named: dict[str, Any]) -> None:
    """Raise `UnknownTable` or `UnknownHand` if the address names one that does not let this login in."""
    asked = [(guard, named[name]) for name, guard in CHECKS.items() if name in named]
    if not asked:
        return
    for guard, number in asked:
        guard(number, player_of(user), is_staff=admission.rules_on_tables(user))


class LetsIn(BasePermission):
    """An endpoint's first permission; its refusal is that there is no such table."""

    def has_permission(self, request: Any, view: Any) -> bool:
        check(request.user, view.kwargs)
        return True
