"""Nothing on a page moves by itself: not while it comes, and not while a hand goes on."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from tests.browser.conftest import DESKTOP, PHONE
from tests.rights import asked, logged_in
from tests.support.budget import sweep
from tests.support.club.shown_pages import ShownPages
from tests.support.slow_page import SlowPage
from tests.support.tables import layout_shifts
from tests.support.tables.felt_pages import context, drawn, open_felt, put_felt, whole_hand
from tests.support.world import world

__all__ = ["world"]
SIZES = {"phone": PHONE, "desk": DESKTOP}
# One of each way in which cards come to a seat, with so many players.
KINDS = {"holdem": 6, "seven-card-stud": 6, "2-7-triple-draw": 5, "ofc-pineapple": 3}
CUT_MARKS = """() => [...document.querySelectorAll(".mark")].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.innerText)"""
PAGES = ["/tables/", "/tables/<int:table_id>/", "/tournaments/<int:tournament_id>/clock/", "/me/"]


@sweep(("game", "size"), [(game, size) for game in KINDS for size in SIZES], one_of=4)
def test_nothing_moves_by_itself_through_a_hand(browser: Browser, game: str, size: str) -> None:
    visit = browser.new_context(viewport=SIZES[size], reduced_motion="reduce")
    page = visit.new_page()
    layout_shifts.watch(page)
    before: dict[str, list[int]] = {}
    for hand in whole_hand(game, KINDS[game]):
        told = context(hand, KINDS[game])
        (put_felt if before else open_felt)(page, told)
        assert layout_shifts.seen(page) == [], hand.view(None)["street"]
        assert page.evaluate(CUT_MARKS) == [], "what somebody did is cut"
        places = page.evaluate(layout_shifts.PLACES)
        if (
            size == "desk" and not hand.is_over and game != "ofc-pineapple"
        ):  # on a phone rows are as high as what lies in them; a result takes its room
            assert layout_shifts.moved(before, places) == {}, hand.view(None)["street"]
        before = places
    visit.close()


def test_a_table_that_comes_slowly_is_drawn_when_it_is_whole(browser: Browser) -> None:
    visit = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    page = visit.new_page()
    layout_shifts.watch(page)
    told = context(next(whole_hand("ofc-pineapple", 3)), 3)
    with SlowPage(drawn("table", told)) as slow:
        open_felt(page, told, page_at=slow.address)
    assert page.locator("form[data-placing]").is_visible()
    assert layout_shifts.seen(page) == []
    visit.close()


@pytest.mark.django_db
@sweep("address", PAGES, one_of=2)
def test_nothing_moves_while_a_page_comes(browser: Browser, world, address: str) -> None:
    client = logged_in(world, "player")
    path = world.filled(address, world.me)
    now = timezone.now()
    _answer, told = asked(client, client.cookies.copy(), "GET", path)
    assert "<html" in told
    for size in SIZES.values():
        visit = browser.new_context(viewport=size, reduced_motion="reduce")
        page = visit.new_page()
        page.clock.set_fixed_time(
            now
        )  # a clock that goes on while the machine is slow tells another time than the page
        layout_shifts.watch(page)
        ShownPages(page).show(path, told)
        assert layout_shifts.seen(page) == [], size
        visit.close()
