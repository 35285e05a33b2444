"""How much comes over the wire when a player opens a table for the first time, from the club's own server, all of it counted:
the page, its parts, headers, what the workers of the browser fetch, the event stream."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from club.management.commands.up import family
from club.people.people import player_of
from club.project.servers import free_port
from engine.play.any_game import CATALOGUE
from tables.dealing import dealer
from tables.models import Table
from tests.browser.conftest import PHONE, _wait_until_it_answers, session_of
from tests.browser.playing import NAMES, rich, wait_for_state
from tests.patience import PATIENCE
from tests.support.counted_wire import Relay, relay_to
from tests.support.real_hands import stakes_of

MOST = 100_000  # bytes, headers and all
# One of each way in which a table looks: a board, open cards, cards to change, rows.
FAMILIES = ("holdem", "seven-card-stud", "2-7-triple-draw", "ofc-pineapple")


@pytest.fixture(scope="module")
def wires(django_db_setup) -> Iterator[tuple[Relay, Relay]]:
    """Pages and streams of the test's club as `up` serves them, each behind a relay that counts."""
    port = free_port()
    with ExitStack() as until:
        pages, streams = (until.enter_context(relay_to("127.0.0.1", port + more)) for more in (0, 1))
        known = connection.settings_dict
        database = f"postgresql://{known['USER']}:{known['PASSWORD']}@{known['HOST']}:{known['PORT']}/{known['NAME']}"
        environment = {
            **os.environ,
            "DATABASE_URL": database.replace(":@", "@"),
            "REDIS_URL": settings.REDIS_URL,
            "SECRET_KEY": settings.SECRET_KEY,
            "WEB_ORIGIN": pages.address,
            "STREAMS_URL": streams.address,
        }
        for child in family("127.0.0.1", port, 1, {}, web=1)[:2]:
            process = subprocess.Popen(child.command, env=environment | child.environment)
            until.callback(process.wait)
            until.callback(process.terminate)
            _wait_until_it_answers(process, f"http://127.0.0.1:{port + (child.name == 'streams')}")
        yield pages, streams


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Let the page go on until it is so."""
    ends = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < ends
        page.wait_for_timeout(20)


@pytest.mark.parametrize("game", FAMILIES)
def test_a_table_that_was_never_opened_before_weighs_little(
    transactional_db, browser: Browser, wires, person, open_table, game
):
    pages, streams = wires
    mika = player_of(person("mika"))
    seats = CATALOGUE[game].max_seats
    table = open_table(
        game=game, stakes=stakes_of(game), seats=seats, computers=min(seats - 1, len(NAMES)), first=rich(mika)
    )
    Table.objects.filter(pk=table.pk).update(deal_at=None)
    hand = dealer.deal(table.pk, now=timezone.now())
    visit = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, base_url=pages.address)
    visit.add_cookies([session_of("mika", pages.address)])
    page = visit.new_page()
    before = pages.received + streams.received
    chats: list[str] = []
    page.on("response", lambda answer: chats.append(answer.url) if answer.url.endswith("/chat/") else None)
    page.goto(f"/tables/{table.pk}/")
    # The chat comes with the page, and once more when its stream has begun, which knows nothing of it: all else came before.
    wait_until(page, lambda: len(chats) >= 2)
    wait_for_state(page, "document.readyState === 'complete'")
    expect(page.locator("#felt .felt")).to_have_attribute("data-hand-id", str(hand.pk))
    expect(page.locator("form.is-board")).to_have_count(page.locator("form[data-placing]").count())
    assert streams.received > 0, "the page hears the stream"
    weight = pages.received + streams.received - before
    visit.close()
    assert 40_000 < weight < MOST, f"{weight} bytes"
