"""What calls a player: sounds and a phone that shakes; silence for one table; nothing before somebody has touched the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.games.decisions import CALL
from tests.browser.conftest import DESKTOP, shoot
from tests.support.tables.felt_pages import OWN, context, moments, open_felt, put_felt

# A loudspeaker that writes down the pitch of each tone, and a phone that writes down how it shakes.
EAR = """
window.heard = []; window.shaken = [];
window.AudioContext = class {
  currentTime = 0; destination = {};
  resume() {}
  createOscillator() {
    const tone = { frequency: { value: 0 }, connect: (next) => next, start() {}, stop() { heard.push(tone.frequency.value); } };
    return tone;
  }
  createGain() { return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {} }, connect() {} }; }
};
navigator.vibrate = (pattern) => { shaken.push(pattern); return true; };
"""
TURN, CHIPS = [659, 988], [3100, 3900, 3400]


@pytest.fixture
def page(browser: Browser) -> Page:
    visit = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    page = visit.new_page()
    page.add_init_script(EAR)
    yield page
    visit.close()


def heard(page: Page) -> list[int]:
    return page.evaluate("() => heard.splice(0)")


def test_ones_turn_is_heard_once_the_page_was_touched_and_not_at_a_silent_table(page):
    hand = next(hand for name, hand in moments("holdem", 3) if name == "first")
    mine, later = context(hand, 3), context(hand, 3)
    hand.answer(next(ask.number for ask in hand.asks if ask.seat == OWN), CALL)
    others = context(hand, 3)

    open_felt(page, others)
    put_felt(page, mine)
    assert heard(page) == [], "a browser is silent until somebody touches the page"
    put_felt(page, others)
    page.locator("h1").click()
    put_felt(page, mine)
    assert heard(page) == TURN
    assert page.evaluate("() => shaken.at(-1)") == [60, 60, 60]
    put_felt(page, later)
    assert heard(page) == [], "the same question"

    page.locator(".sound summary").click()
    shoot(page, "sound-1280")
    page.get_by_label("This table is silent").check()
    put_felt(page, others)
    heard(page)
    put_felt(page, mine)
    assert heard(page) == []
    page.reload()
    page.locator(".sound summary").click()
    expect(page.get_by_label("This table is silent")).to_be_checked()
    page.get_by_label("This table is silent").uncheck()
    page.locator("[data-volume]").fill("0")
    put_felt(page, others)
    put_felt(page, mine)
    assert heard(page) == [], "at no volume"


def test_chips_of_others_are_heard(page):
    hand = next(hand for name, hand in moments("holdem", 4) if name == "first")
    before = context(hand, 4)
    hand.answer(next(ask.number for ask in hand.asks if ask.seat == OWN), CALL)
    open_felt(page, before)
    page.locator("h1").click()
    put_felt(page, context(hand, 4))
    assert heard(page) == CHIPS
