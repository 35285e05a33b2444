"""Pages as the club has answered them, shown in a browser without a server: their files come from `static/`, all else is empty."""

from __future__ import annotations

from pathlib import Path

from django.contrib.staticfiles import finders
from playwright.sync_api import Page, Route

ORIGIN = "http://club.test"
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class ShownPages:
    """A page of a browser that shows one answer after the other."""

    def __init__(self, page: Page) -> None:
        self.page, self.told = page, ""
        page.route(f"{ORIGIN}/**", self._answer)

    def show(self, path: str, told: str) -> None:
        """Open the address, which the club answered with this text."""
        self.told = told
        self.page.goto(ORIGIN + path)

    def _answer(self, route: Route) -> None:
        if route.request.is_navigation_request():
            route.fulfill(body=self.told, content_type="text/html; charset=utf-8")
            return
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
        if found is None:
            route.fulfill(status=204)
            return
        file = Path(str(found))
        route.fulfill(body=file.read_bytes(), content_type=TYPES.get(file.suffix, "text/plain"))
