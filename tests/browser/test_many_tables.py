"""Many tables in one browser: they share a stream, so that each hears, however many there are."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.models import Player
from club.people.people import enrol, player_of
from tables.cash import seating
from tables.dealing import dealer
from tables.models import Decision, Table
from tests.browser.conftest import shoot
from tests.browser.playing import BUY_IN, rich, seat_at
from tests.support.tables.seat_requests import asked, say

pytestmark = pytest.mark.django_db(transaction=True)
MANY = 9  # a browser opens six connections to a server of HTTP/1.1


def seat_with_guest(table: Table, player: Player) -> None:
    """The player sits there too, across from somebody of this table alone."""
    now = timezone.now()
    seating.sit_down(table.pk, player, 1, BUY_IN, key=f"sit at {table.pk}", now=now)
    seat_at(table, rich(enrol(f"Guest of {table.pk}", now=now)), 2)


def deal_until_asked(table: Table, player: Player) -> None:
    """A hand in which the player is asked: the others call."""
    row = dealer.deal(table.pk, now=timezone.now())
    while asked(row)[1] != player:
        say(row, "call", timezone.now())


def test_the_ninth_page_of_a_browser_hears_as_the_first_does(open_page, person, open_table, streams):
    table = open_table()
    seat_at(table, rich(player_of(person("mika"))), 1)
    first = open_page(f"/tables/{table.pk}/", login="mika")
    pages = [first, *(first.context.new_page() for _ in range(MANY - 1))]
    for page in pages[1:]:
        page.goto(f"/tables/{table.pk}/")
    seat_at(table, rich(enrol("Latecomer", is_computer=True, now=timezone.now())), 4)
    for page in pages:
        expect(page.locator(".seat[data-seat='4']")).to_contain_text("Latecomer")
        expect(page.locator("[data-stale]")).to_be_hidden()
    for page in pages[:-1]:
        page.close()
    seat_at(table, rich(enrol("Later", is_computer=True, now=timezone.now())), 5)
    expect(pages[-1].locator(".seat[data-seat='5']")).to_contain_text("Later")


def test_where_the_shared_stream_cannot_be_had_a_page_opens_its_own(open_page, person, open_table, streams):
    table = open_table()
    seat_at(table, rich(player_of(person("mika"))), 1)
    page = open_page("/", login="mika")
    page.context.route(re.compile("stream_worker"), lambda route: route.abort())
    page.add_init_script(
        "window.SharedWorker = class { constructor() { this.port = { postMessage() {}, close() {} };"
        " setTimeout(() => this.onerror?.(new Event('error'))); } };"
    )
    page.goto(f"/tables/{table.pk}/")
    seat_at(table, rich(enrol("Latecomer", is_computer=True, now=timezone.now())), 4)
    expect(page.locator(".seat[data-seat='4']")).to_contain_text("Latecomer")


def test_a_strip_says_which_of_my_tables_waits_and_a_key_goes_there(open_page, person, open_table, streams):
    mika = rich(player_of(person("mika")))
    here, there = open_table(), open_table(name="Second")
    for table in (here, there):
        seat_with_guest(table, mika)
    page = open_page(f"/tables/{here.pk}/", login="mika")
    item = page.locator(f"[data-own-table='{there.pk}']")
    expect(item).to_have_text(re.compile("Second"))
    expect(page.locator(f"[data-own-table='{here.pk}']")).to_have_count(0)
    deal_until_asked(there, mika)
    expect(item).to_have_class(re.compile("is-asked"))
    expect(item.locator("b")).to_have_text(re.compile(r"^\d+$"))
    shoot(page, "strip-1280")
    page.keyboard.press("n")
    expect(page).to_have_url(re.compile(f"/tables/{there.pk}/$"))
    page.goto("/tables/")
    expect(page.locator("[data-own-table]")).to_have_count(2)


def test_tables_side_by_side_each_play_in_their_frame(open_page, person, open_table, streams):
    mika = rich(player_of(person("mika")))
    tables = [open_table(name=name) for name in ("One", "Two", "Three")]
    for table in tables:
        seat_with_guest(table, mika)
    page = open_page("/tables/mine/", login="mika", size={"width": 1920, "height": 1080})
    expect(page.locator(".tile")).to_have_count(3)
    deal_until_asked(tables[2], mika)
    expect(page.locator(f"[data-tile='{tables[2].pk}']")).to_have_class(re.compile("is-asked"))
    shoot(page, "tiles-1920")
    frame = page.frame_locator(f"[data-tile='{tables[2].pk}']")
    expect(frame.locator("[data-answer]")).to_be_visible()
    asked_for = frame.locator("[data-answer] [name=ask]").get_attribute("value")
    page.keyboard.press("n")
    page.keyboard.press("c")
    expect(frame.locator(f"[data-answer] [name=ask][value='{asked_for}']")).to_have_count(0)
    assert Decision.objects.filter(hand__table=tables[2], user=mika.user, source="player").exists()
