"""What axe finds by WCAG 2.2 AA: nothing, on the felt at its moments and in its looks, and on the pages around it."""

from __future__ import annotations

from itertools import product

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page

from club.people.people import enrol, player_of
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.playing import rich, seat_at
from tests.support.axe import found
from tests.support.budget import sweep
from tests.support.tables.felt_pages import after_folds, context, moments, open_felt, put_felt

SIZES = [DESKTOP, PHONE]
NAMES = ["desktop", "phone"]


@pytest.fixture
def visit(browser: Browser):
    opened = []

    def open_one(size) -> Page:
        opened.append(browser.new_context(viewport=size, reduced_motion="reduce"))
        return opened[-1].new_page()

    yield open_one
    for one in opened:
        one.close()


FELTS = list(product(["holdem", "2-7-triple-draw", "seven-card-stud", "ofc-pineapple"], zip(SIZES, NAMES, strict=True)))


@sweep(
    ("game", "size"),
    [(game, size) for game, (size, _name) in FELTS],
    ids=[f"{game}-{name}" for game, (_size, name) in FELTS],
)
def test_axe_finds_nothing_on_the_felt(visit, game, size):
    page = visit(size)
    is_open = False
    seen = set()
    for name, hand in moments(game, 3):
        if name in seen:
            continue
        seen.add(name)
        told = context(hand, 3)
        if not is_open:
            open_felt(page, told, "ja" if size is PHONE else "en")
        else:
            put_felt(page, told, "ja" if size is PHONE else "en")
        is_open = True
        assert found(page) == [], name


@sweep("size", SIZES, one_of=2, ids=NAMES)
def test_axe_finds_nothing_where_others_have_folded(visit, size):
    page = visit(size)
    open_felt(page, context(after_folds("holdem", 6), 6))
    assert page.locator(".is-folded .mark").count() >= 2
    assert found(page) == []


@pytest.mark.parametrize("theme", ["light", "dark", "felt"])
def test_axe_finds_nothing_in_any_look(visit, theme):
    hand = next(hand for name, hand in moments("holdem", 6) if name == "first")
    page = visit(DESKTOP)
    open_felt(page, context(hand, 6) | {"theme": theme})
    assert found(page) == []


@pytest.mark.django_db(transaction=True)
def test_axe_finds_nothing_on_the_pages_around_it(open_page, person, open_table):
    mika = rich(player_of(person("mika")))
    table = open_table()
    seat_at(table, mika, 1)
    seat_at(table, rich(enrol("Guest", now=timezone.now())), 2)
    page = open_page("/tables/", login="mika")
    for address in (
        "/tables/",
        "/tables/mine/",
        "/me/settings/",
        "/me/",
        "/chips/",
        "/offline/",
        f"/tables/{table.pk}/",
    ):
        page.goto(address)
        assert found(page) == [], address
    page.locator(".chat > summary").click()
    page.get_by_label("Say something").fill("hello")
    page.keyboard.press("Enter")
    page.locator("[data-chat-log] li", has_text="hello").wait_for()
    assert found(page) == [], "the chat"
    page.locator(".chat > summary").click()
    page.locator(".own-switches summary").click()
    page.locator(".own-notes summary").click()
    assert found(page) == [], "the menus of a seat"
