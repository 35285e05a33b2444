"""A real browser against a real club: pages from the live server, event streams from their own process."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.auth import get_user_model
from django.core.servers.basehttp import ServerHandler
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, expect, sync_playwright

from club.management.commands.up import family
from club.models import Player
from club.people.people import enrol
from club.project.servers import free_port
from engine.betting.hand import Stakes
from tables import tasks
from tables.cash import new_tables
from tables.models import Table
from tests.browser.playing import NAMES, NO_LIMIT, deal, rich, seat_at
from tests.patience import PATIENCE

# Playwright's synchronous API runs an event loop in this thread, in which Django would refuse its database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

# The whole browser: it alone shows notifications and knows what can be installed.
WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# The same pages without windows around them: half the work for the machine.
LIGHT = ("chromium-headless-shell", *WHOLE)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 1000 * PATIENCE / 2
LONG_TO_ACT = 3600  # seconds; nobody runs out of time because the machine was busy
PASSWORD = "shuffle up and deal"
SHOTS = os.environ.get("CARDHOUSE_SHOTS", "")  # the folder for pictures; empty: none are taken


def _chromium(names: tuple[str, ...]) -> str:
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, names)), None)
    if found and Path(found).exists():
        return found
    how = "no Chromium found: `apt-get install chromium fonts-noto-cjk`, or set CHROMIUM to its path"
    if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
        pytest.fail(how, pytrace=False)
    pytest.skip(how)


@pytest.fixture(scope="package")  # it runs an event loop in this thread, beside which no other test could run its own
def driver() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="package")
def browser(driver: Playwright) -> Iterator[Browser]:
    with _opened(driver, LIGHT) as opened:
        yield opened


@pytest.fixture(scope="package")
def whole_browser(driver: Playwright) -> Iterator[Browser]:
    """For what is around a page as well: notifications, and the page as an app."""
    with _opened(driver, WHOLE) as opened:
        yield opened


@contextlib.contextmanager
def _opened(driver: Playwright, names: tuple[str, ...]) -> Iterator[Browser]:
    opened = driver.chromium.launch(executable_path=_chromium(names), args=FLAGS, timeout=PATIENCE_MS)
    new_context = opened.new_context

    def patient(**choices: Any) -> BrowserContext:
        """Every context, whoever opens it, waits as long; also for a page to come."""
        # Tests stand between page and club themselves.
        context = new_context(**{"service_workers": "block", **choices})
        context.on("console", _note_refusal)
        context.set_default_timeout(PATIENCE_MS)
        context.set_default_navigation_timeout(PATIENCE_MS)
        return context

    opened.new_context = patient
    yield opened
    opened.close()


refused: list[str] = []  # what the pages' own security policy had the browser refuse


def _note_refusal(message: ConsoleMessage) -> None:
    if "Content Security Policy" in message.text or "Permissions policy" in message.text:
        refused.append(message.text)


@pytest.fixture(autouse=True)
def nothing_is_refused_by_the_policy_of_a_page() -> Iterator[None]:
    """Whatever a test opens, no page does what its own policy forbids."""
    refused.clear()
    yield
    assert refused == []


# What every answer says of its server is as long as the club's own says it, since bytes are counted.
ServerHandler.server_software = "granian"


@pytest.fixture(scope="session")
def connected(live_server) -> set[socket.socket]:
    """Whoever is connected to the live server; their thread ends, and its database connection, before they leave the set."""
    server, held = live_server.thread.httpd, set()
    begin, end = server.process_request, server.shutdown_request

    def enter(request: socket.socket, address: object) -> None:
        held.add(request)
        begin(request, address)

    def leave(request: socket.socket) -> None:
        end(request)
        held.discard(request)

    server.process_request, server.shutdown_request = enter, leave
    return held


@pytest.fixture
def club(live_server, settings, connected) -> Iterator[str]:
    """The address of a club whose pages know of no streams (see `streams`).

    A page asks for itself until it is closed: what the server does for it is over before the database is emptied.
    """
    settings.ALLOWED_HOSTS = ["*"]
    settings.WEB_ORIGIN = live_server.url
    yield live_server.url
    deadline = time.monotonic() + PATIENCE
    while connected:
        assert time.monotonic() < deadline, f"connected still: {connected}"
        time.sleep(0.02)


@dataclass
class Streams:
    """The process of the event streams, which a test may have say nothing for a while, as a network does that lost everything."""

    address: str
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        self.process.send_signal(signal.SIGCONT)


@pytest.fixture(scope="session")
def streams_process(live_server, django_db_setup) -> Iterator[Streams]:
    """The event streams, in a process of their own on the test's database, as the real club runs them."""
    port = free_port()
    address = f"http://{live_server.url.split('://')[1].split(':')[0]}:{port}"
    database = connection.settings_dict
    of_test = f"postgresql://{database['USER']}:{database['PASSWORD']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    environment = {
        **os.environ,
        "DATABASE_URL": of_test.replace(":@", "@"),
        "REDIS_URL": django_settings.REDIS_URL,
        "WEB_ORIGIN": live_server.url,
        "STREAMS_URL": address,
        "CARDHOUSE_ASGI": "1",
    }
    # The very line by which `up` starts them, at another port.
    programs = {child.name: child.command for child in family("127.0.0.1", port - 1, 1, {})}
    process = subprocess.Popen(programs["streams"], env=environment)
    try:
        _wait_until_it_answers(process, address)
        yield Streams(address, process)
    finally:
        process.terminate()
        process.wait(PATIENCE)


@pytest.fixture
def streams(club, streams_process, settings) -> str:
    """A club whose pages know of the event streams."""
    settings.STREAMS_URL = streams_process.address
    return streams_process.address


@pytest.fixture
def streams_that_stop(streams_process) -> Iterator[Streams]:
    """The process of the streams, which goes on after the test whatever the test did."""
    yield streams_process
    streams_process.go_on()


def _wait_until_it_answers(process: subprocess.Popen[bytes], address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{address}/healthz", timeout=PATIENCE)
        except urllib.error.HTTPError:
            return  # it answers; that is all
        except OSError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        else:
            return


@pytest.fixture
def open_page(browser, club) -> Iterator[Callable[..., Page]]:
    """Open a page as a visitor of its own: `open_page(path, size=PHONE, locale="ja-JP")`.

    A script error on any page fails the test.
    """
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def open_one(
        path: str = "/",
        *,
        size: dict[str, int] = DESKTOP,
        locale: str = "en-GB",
        login: str = "",
        shares_stream: bool = True,
    ) -> Page:
        is_phone = size["width"] < 600
        context = browser.new_context(
            viewport=size,  # type: ignore[arg-type]  # a ViewportSize is such a dictionary
            locale=locale,
            is_mobile=is_phone,
            has_touch=is_phone,
            base_url=club,
            reduced_motion="reduce",
        )
        contexts.append(context)
        if not shares_stream:
            context.add_init_script("delete window.SharedWorker")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if login:
            context.add_cookies([session_of(login, club)])  # type: ignore[list-item]  # such a dictionary; the form by which people log in has tests of its own
        page.goto(path)
        return page

    yield open_one
    for context in contexts:
        with contextlib.suppress(Exception):
            context.close()
    assert not errors, errors


def session_of(name: str, club: str) -> dict[str, str]:
    """The cookie of somebody who has logged in."""
    client = Client()
    client.force_login(get_user_model().objects.get(username=name))
    cookie = client.cookies[django_settings.SESSION_COOKIE_NAME]
    return {"name": cookie.key, "value": cookie.value, "url": club}


def sign_in(page: Page, name: str) -> None:
    """Log in by the form, as a person does."""
    page.goto("/accounts/login/")
    page.fill("input[name=login]", name)
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.wait_for_url("/")  # by the whole address: "**/" is that of the form as well


@pytest.fixture
def person(db) -> Callable[..., object]:
    """Make a login with a password: `person("mika")`."""

    def make(name: str, **rights: bool) -> object:
        return get_user_model().objects.create_user(name, f"{name}@example.test", PASSWORD, **rights)

    return make


def shoot(page: Page, name: str) -> None:
    """Keep a picture of the page, to be looked at, where a folder for them is named."""
    if SHOTS:
        page.screenshot(path=Path(SHOTS, f"{name}.png"))


def assert_fits(page: Page) -> None:
    """The page is no wider than its screen: nobody has to scroll sideways."""
    wide, screen = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide <= screen, f"{page.url} is {wide} px wide on a screen of {screen}"


@pytest.fixture
def night_shift(transactional_db) -> Iterator[None]:
    """What beat and worker do each second, done ten times as often in a thread of the test."""
    is_over = threading.Event()

    def work() -> None:
        try:
            while not is_over.wait(0.1):
                with contextlib.suppress(
                    OperationalError
                ):  # two in each other's way: the next second does it, as in a club
                    tasks.think()
                    tasks.sweep()
        finally:
            connection.close()

    thread = threading.Thread(target=work)
    thread.start()
    yield
    is_over.set()
    thread.join()


@pytest.fixture
def open_table() -> Callable[..., Table]:
    """Open a cash table with somebody in seat 1 and so many computer players in the seats from 2 on: where there are enough of
    them a hand is dealt as soon as all sit. The next comes when the test deals it (`playing.deal`), and nobody's time runs out.
    """

    def make(
        game: str = "holdem",
        stakes: Stakes = NO_LIMIT,
        computers: int = 0,
        first: Player | None = None,
        **choices: object,
    ) -> Table:
        opening = new_tables.Opening(
            **{"name": "Friday Game", "seats": 6, "pace": 0.0, "pause": 3600.0, "action_seconds": LONG_TO_ACT}
            | choices,
            game=game,
            stakes=stakes,
            min_buy_in=2_000,
            max_buy_in=20_000,
        )
        table = new_tables.open_table(opening, by=None, now=timezone.now())
        if first is not None:
            seat_at(table, rich(first), 1)
        for seat, name in enumerate(NAMES[:computers], 2):
            seat_at(table, rich(enrol(name, is_computer=True, now=timezone.now())), seat)
        deal(table)
        return table

    return make
