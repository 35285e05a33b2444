"""The pages as an app: installable, an offline page and never a stale table, and calls of the player by push."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PASSWORD, PHONE, session_of, shoot
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

READY = "() => navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found.sort();
}"""


@pytest.fixture
def page(whole_browser: Browser, club: str, person) -> Iterator[Page]:
    """A phone of somebody who has come in, with the club's service worker."""
    person("mika")
    context = whole_browser.new_context(viewport=PHONE, base_url=club, service_workers="allow", reduced_motion="reduce")
    context.add_cookies([session_of("mika", club)])
    context.grant_permissions(["notifications"], origin=club)
    page = context.new_page()
    page.goto("/tables/")
    page.wait_for_function(READY)
    yield page
    context.close()


def test_without_a_connection_a_page_says_so_and_no_table_is_shown_that_may_be_old(page):
    assert page.evaluate(KEPT) == ["/offline/", "/static/club/icon-any-192.png"], (
        "pages, tables and answers are never kept"
    )
    page.context.set_offline(True)
    page.goto("/tables/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    shoot(page, "offline-page-390")
    page.context.set_offline(False)
    page.get_by_role("link", name="Try again").click()
    expect(page).to_have_url(re.compile("/tables/$"))
    expect(page.get_by_role("heading", name="No connection")).to_have_count(0)


def test_a_factor_is_taken_at_the_first_visit_whatever_the_worker_fetches_meanwhile(
    whole_browser, club, person, settings
):
    """A page that shows a secret makes another one each time that it is asked for."""
    settings.FACTOR_ROLES = ("owner",)
    person("olga", is_superuser=True)
    client = Client()
    client.post("/accounts/login/", {"login": "olga", "password": PASSWORD})
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    visit = whole_browser.new_context(viewport=PHONE, base_url=club, service_workers="allow")
    with closing(visit):
        visit.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": club}])
        page = visit.new_page()
        page.goto("/accounts/2fa/totp/activate/")
        page.wait_for_function(READY)
        shown = page.locator("#authenticator_secret").input_value()
        assert SessionStore(session)["mfa.totp.secret"] == shown, "the code of an app would be refused"
        assert page.evaluate(KEPT) == ["/offline/", "/static/club/icon-any-192.png"]


def test_the_club_can_be_installed(page, club):
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert not found["errors"]
    told = json.loads(found["data"])
    assert (told["display"], told["start_url"]) == ("standalone", "/tables/")
    for icon in told["icons"]:
        assert page.request.get(icon["src"]).headers["content-type"] == "image/png"
    faults = {one["errorId"] for one in session.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert faults <= {"in-incognito"}, "as every visit of these tests is"


def test_a_call_is_shown_unless_the_page_itself_is_looked_at(page, club):
    session = page.context.new_cdp_session(page)
    found: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(one["registrationId"] for one in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    shown = "async () => (await (await navigator.serviceWorker.ready).getNotifications()).map((one) => [one.title, one.body])"

    def push(path: str) -> None:
        told = {"title": "Table 1", "body": "It is your turn.", "path": path, "tag": f"turn:{path}"}
        call = {"origin": club, "registrationId": found[-1], "data": json.dumps(told)}
        session.send("ServiceWorker.deliverPushMessage", call)

    until = time.monotonic() + PATIENCE
    while not found:
        assert time.monotonic() < until, "the browser names no service worker of the page"
        page.wait_for_timeout(20)  # what the browser sends is only heard while the page is waited for
    push("/tables/1/")
    told = json.dumps([["Table 1", "It is your turn."]], separators=(",", ":"))
    page.wait_for_function(f"async told => JSON.stringify(await ({shown})()) === told", arg=told)
