"""The door before every page and endpoint about a table or a hand: at a private one only the admitted come in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from club.base.errors import ClubError
from tables.pages import hands
from tables.private.let_in import CHECKS, check


class PrivateTables:
    """Asks before every page about a table or a hand; endpoints ask by `let_in.LetsIn`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: tuple[Any, ...], named: dict[str, Any]
    ) -> HttpResponse | None:
        """Refuse before the view sees the request; endpoints ask by `LetsIn`, which knows their tokens."""
        if request.path.startswith("/api/") or not CHECKS.keys() & named.keys():
            return None
        try:
            check(request.user, named)
        except ClubError as refusal:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            return hands.refused(request, refusal)
        return None
