"""Whether an address about a table or a hand lets a login in, and the permission of endpoints that asks it."""

from __future__ import annotations

from typing import Any

from rest_framework.permissions import BasePermission

from club.people.people import player_of
from tables.core import admission

# By the name of an address's number: of what it is the number, and who asks whether it lets a login in.
CHECKS = {"table_id": ("table", admission.check_table), "hand_id": ("hand", admission.check_hand)}


def check(user: Any, named: dict[str, Any]) -> None:
    """Raise `UnknownTable` or `UnknownHand` if the address names one that does not let this login in.

    Who asks is looked up only where a table is not known to be open to all, as nearly all are: it is in the way of every decision.
    """
    for name, (kind, guard) in CHECKS.items():
        if name in named and not admission.is_open_to_all(kind, named[name]):
            guard(named[name], player_of(user), is_staff=admission.rules_on_tables(user))


class LetsIn(BasePermission):
    """An endpoint's first permission; its refusal is that there is no such table."""

    def has_permission(self, request: Any, view: Any) -> bool:
        check(request.user, view.kwargs)
        return True
