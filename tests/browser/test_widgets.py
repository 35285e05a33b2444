"""Widgets on a site elsewhere, in a browser: they run, look again by themselves, and stand on the owner's sites alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.live import embedding
from club.people.roles import give_role
from tests.browser import conftest
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.background import serve
from tests.support.club.members import open_table
from tests.support.tournaments.announced import an_event
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)
VIEWS = [("en-GB", DESKTOP), ("ja-JP", PHONE)]


class Site:
    """A site elsewhere with one page, which has the given addresses in frames."""

    def __init__(self) -> None:
        self.addresses: list[str] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                frames = "".join(f'<iframe src="{one}" width="100%" height="320"></iframe>' for one in site.addresses)
                head = "<!doctype html><meta name=viewport content='width=device-width'><h1>Site</h1>"
                self.send_response(200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.end_headers()
                self.wfile.write((head + frames).encode())

            def log_message(self, *words: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://localhost:{self.server.server_address[1]}"
        serve(self.server)


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.server.shutdown()
    made.server.server_close()


@pytest.mark.parametrize(("locale", "size"), VIEWS)
def test_the_owner_copies_widgets_which_run_on_their_site_without_a_cookie(open_page, person, site, locale, size):
    give_role(person("olga"), "owner")
    open_table()
    row = an_event()
    owner = open_page("/club/widgets/", size=size, locale=locale, login="olga")
    owner.fill("#sites", site.url)
    owner.locator("form.sheet button").first.click()
    for kind in ("lobby", "clock"):
        owner.select_option("#kind", kind)
        owner.locator(".embedding-choice button").click()
        expect(owner.locator("#lines")).to_have_value(re.compile(f"/{kind}/0/"))
        site.addresses.append(re.search(r'src="([^"]+)"', owner.input_value("#lines")).group(1))
    expect(owner.frame_locator(".embedding-shown").locator("h1")).to_have_text(row.name)
    assert_fits(owner)
    shoot(owner, f"widgets-owner-{locale[:2]}")
    page = open_page("/", size=size, locale=locale)
    page.context.clear_cookies()
    page.goto(site.url)
    lobby, clock = (page.frame_locator("iframe").nth(at) for at in range(2))
    expect(lobby.locator("li").first).to_be_visible()
    count = clock.locator("[data-until]")
    expect(count).to_have_text(re.compile(r"^\d\d:\d\d$"))
    before = count.text_content()
    expect(count).not_to_have_text(before)
    shoot(page, f"widgets-site-{locale[:2]}")
    Tournament.objects.filter(pk=row.pk).update(name="Saturday")
    expect(clock.locator("h1")).to_have_text("Saturday")
    assert page.context.cookies() == []


def test_on_another_site_nothing_is_shown(open_page, site):
    an_event()
    embedding.set_sites(["https://club.example"], by=None, now=timezone.now())
    page = open_page("/")
    base = page.url.rstrip("/")
    site.addresses = [f"{base}/widgets/en/clock/0/{embedding.signature('clock', 0)}/"]
    page.goto(site.url)
    page.wait_for_function("document.querySelector('iframe').contentDocument === null")
    assert page.frames[1].locator("#widget").count() == 0
    assert conftest.refused, "the browser says why"
    conftest.refused.clear()
