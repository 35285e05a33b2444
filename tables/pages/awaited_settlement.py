"""What the floor's pages show while a hand with real cards waits to be settled; they look again when they are nudged."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tables.dealing import refused_settlements
from tables.models import Hand


def settling(request: HttpRequest, waiting: Hand | None) -> HttpResponse | None:
    """The answer to a page that waits for its hand to be settled and looks again; None for any other request."""
    if request.headers.get("HX-Target") != "settling":
        return None
    if waiting is None:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "tables/_settling.html", of_waiting(waiting))


def of_waiting(waiting: Hand | None) -> dict[str, Any]:
    """For pages: the hand that waits to be settled, and what the floor is told if the books refuse it."""
    if waiting is None:
        return {"waiting_hand": None}
    return {
        "waiting_hand": waiting,
        "refused_words": refused_settlements.in_words(waiting) if refused_settlements.why(waiting) else "",
    }
