"""Records of conduct as pages show them, and the form that records one: for the list and for a member's own page."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest

from club.house.rights import has_right, rights_of
from club.ledger import statements
from club.models import Player
from club.models.conduct import Incident
from club.people import conduct


def shown(rows: Any) -> list[dict[str, Any]]:
    """Records for a page, each with the address of where it happened."""
    return [conduct.told(one) | {"url": statements.address(one.place)} for one in rows]


def form(request: HttpRequest, player: Player | None) -> dict[str, Any] | None:
    """What the form that records asks for, with the places this player is at now, or all; None for whom may record nothing."""
    if not has_right(request.user, "conduct.record"):
        return None
    held, kinds = rights_of(request.user), dict(Incident.Kind.choices)
    return {
        "key": uuid.uuid4().hex,
        "player": player,
        "kinds": [(one, kinds[one]) for one in conduct.RECORDED if conduct.right_for(one) in held],
        "places": conduct.open_places() if player is None else conduct.places_of(player),
        "next": request.get_full_path(),
    }
