"""A phone's table shows what its player needs without scrolling, whatever is played and however long its words are."""

from __future__ import annotations

from itertools import islice

import pytest
from playwright.sync_api import Browser

from engine.play.any_game import CATALOGUE
from tests.browser.conftest import PHONE
from tests.support.budget import sweep
from tests.support.tables.felt_pages import OWN, context, moments, open_felt, whole_hand

# How far the head reaches, and one's own plate, cards to place and buttons; how high the screen is.
REACH = """() => {
  const boxes = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
  const bottom = (name) => Math.max(0, ...boxes(name).map((box) => box.bottom));
  return {
    head: bottom(".table-head"), own: bottom(".seat.is-you .plate"), dock: boxes(".dock")[0].top, screen: innerHeight,
    answers: bottom("[data-answer] .act, [data-placing] [data-card], [data-placing] [data-set]"),
    cut: (({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.querySelector("#game-now")),
  };
}"""
HEAD = 60  # px: the table's name, and two lines for its game and stakes


def at_a_phone(browser: Browser, told: dict, language: str) -> dict:
    visit = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    page = visit.new_page()
    open_felt(page, told, language)
    page.wait_for_load_state("load")
    reach: dict = page.evaluate(REACH)
    visit.close()
    return reach


@sweep("game", [game for game in CATALOGUE if "points" not in CATALOGUE[game].limits], one_of=6)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_whoever_is_asked_sees_the_own_plate_and_every_button(browser: Browser, game: str, language: str) -> None:
    seats = min(6, CATALOGUE[game].max_seats)
    hand = next(hand for hand in whole_hand(game, seats) if hand.asks[0].seat == OWN)
    told = context(hand, seats) | {"has_chat": True}
    told["table"].name = "The table by the window"
    reach = at_a_phone(browser, told, language)
    assert 0 < reach["head"] <= HEAD, reach
    assert reach["cut"] <= 1, "the game, its limit and stakes are read whole"
    assert 0 < reach["own"] <= reach["dock"] + 1, reach
    assert 0 < reach["answers"] <= reach["screen"], reach


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_thirteen_cards_their_rows_and_the_button_are_on_one_screen(
    browser: Browser, seats: int, language: str
) -> None:
    hand = next(hand for _moment, hand in moments("chinese", seats))
    reach = at_a_phone(browser, context(hand, seats), language)
    assert 0 < reach["answers"] <= reach["screen"], reach


@pytest.mark.parametrize("game", ["holdem", "seven-card-stud", "2-7-triple-draw"])
def test_whoever_reads_the_log_below_sees_what_is_asked(browser: Browser, game: str) -> None:
    hands = (hand for hand in whole_hand(game, 6) if not hand.is_over and hand.asks[0].seat == OWN)
    hand = next(islice(hands, 2, None))  # with enough in the log to be scrolled
    visit = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion="reduce")
    page = visit.new_page()
    open_felt(page, context(hand, 6))
    page.wait_for_load_state("load")
    page.evaluate("document.querySelector('.log').scrollIntoView({ block: 'end' })")
    boxes = page.evaluate(
        """() => [...document.querySelectorAll("[data-answer] .act")].map((one) => one.getBoundingClientRect().toJSON())"""
    )
    assert boxes
    assert all(0 <= box["top"] < box["bottom"] <= PHONE["height"] for box in boxes), boxes
    assert page.evaluate("scrollY") > 0
    visit.close()
