"""What axe finds by WCAG 2.2 AA on every page of the club, as whoever uses it: nothing."""

from __future__ import annotations

import pytest
from django.utils import translation
from playwright.sync_api import Browser

from tests.browser.conftest import DESKTOP, PHONE
from tests.rights import STATED, STRANGER, asked, logged_in
from tests.support.axe import found
from tests.support.budget import is_ci, sampled, sweep
from tests.support.club.shown_pages import ShownPages
from tests.support.world import world

__all__ = ["world"]
pytestmark = [pytest.mark.django_db, pytest.mark.slow]

CANVAS = ":where(html) { background-color: Canvas }"  # axe takes a page without a ground of its own for a white one
PAGES = sorted({address for method, address in STATED if method == "GET" and not address.startswith("/api/")})


# A language and its size and time of day are the same sheets for all: who sees most is seen in both.
SEEN_BY = [("owner", "en", DESKTOP), ("owner", "ja", PHONE), ("player", "ja", PHONE), (STRANGER, "en", DESKTOP)]


def seen_here(role: str, language: str) -> list[str]:
    """The pages that are looked at so: in the CI an owner sees each in one of the two languages, and every night in both."""
    return PAGES[language == "ja" :: 2] if is_ci() and role == "owner" else PAGES


@sweep(
    ("role", "language", "size"), SEEN_BY, again=True, ids=[f"{role}-{language}" for role, language, _size in SEEN_BY]
)
def test_axe_finds_nothing_on_any_page(world, browser: Browser, role, language, size):
    client = logged_in(world, role)
    client.cookies["django_language"] = language
    cookies = client.cookies
    scheme = "dark" if size is PHONE else "light"
    page = browser.new_page(viewport=size, reduced_motion="reduce", color_scheme=scheme)
    shown, wrong, looked_at = ShownPages(page), [], 0
    for address in sampled(seen_here(role, language), f"{role} {language} axe", one_of=12, again=True):
        path = world.filled(address, world.me)
        answer, told = asked(client, cookies, "GET", path)
        if "<html" not in told:
            continue  # a redirection, a file, an address where something is done, or a part of a page that has its test there
        with translation.override(language):
            shown.show(path, told)
        page.add_style_tag(content=CANVAS)
        looked_at += 1
        wrong += [f"{address} ({answer.status_code}): {one}" for one in found(page)]
    page.close()
    assert looked_at
    assert not wrong, "\n".join(wrong)
