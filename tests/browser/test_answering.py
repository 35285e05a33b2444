"""A tapped action answers at once, whatever the network, and never claims what has not happened."""

from __future__ import annotations

import re

from playwright.sync_api import Route, expect

from engine.games.decisions import CALL
from engine.games.hand_start import Stakes
from tests.browser.conftest import DESKTOP, PHONE, shoot
from tests.browser.playing import wait_for_state
from tests.support.deals import act, begin
from tests.support.tables.felt_pages import OWN, after_folds, context, drawn, moments, open_felt, put_felt

# In one step of the page: neither the network nor a timer comes between the tap and what is read.
TAP = """button => {
  button.click();
  const others = [...document.querySelectorAll("#felt button")].filter(one => one !== button);
  return [button.getAttribute("aria-busy"), others.every(one => one.getAttribute("aria-disabled") === "true")];
}"""


def test_a_tap_answers_at_once_and_a_failure_says_so_where_the_finger_is(browser):
    hand = next(hand for name, hand in moments("holdem", 3) if name == "first")
    visit = browser.new_context(viewport=PHONE, reduced_motion="reduce", is_mobile=True, has_touch=True)
    page = visit.new_page()
    open_felt(page, context(hand, 3))
    decides = re.compile("/decide/$")
    sent: list[Route] = []
    page.route(decides, lambda route: sent.append(route))
    call, note = page.locator("[data-answer] .act.call"), page.locator("#felt .not-sent")
    own = page.locator(".seat.is-you")
    before = own.inner_text()

    # A network that is slow: pressed and pending, the others locked, nothing shown as done, nothing sent twice.
    assert call.evaluate(TAP) == ["true", True]
    page.keyboard.press("f")
    page.keyboard.press("c")
    page.locator("[data-answer] .act.fold").click(force=True)
    shoot(page, "pending-390")
    assert own.inner_text() == before
    assert len(sent) == 1

    # One that fails: said beside the buttons, which are offered again; it stays while the page looks how it stands.
    with page.expect_response(re.compile("/felt/$")):
        sent.pop().abort()
    expect(note).to_contain_text("No answer came")
    assert call.get_attribute("aria-busy") is None
    assert call.get_attribute("aria-disabled") is None
    shoot(page, "not-sent-390")
    call.click()
    expect(note).to_have_count(0)
    wait_for_state(page, "() => document.querySelector('#felt [aria-busy]')")
    with page.expect_response(re.compile("/felt/$")):
        sent.pop().fulfill(status=502, body="Bad Gateway")
    expect(note).to_contain_text("502")

    # None at all: the banner and the buttons agree, and nothing is sent.
    visit.set_offline(True)
    expect(page.locator("[data-stale]")).to_be_visible()
    assert call.evaluate(TAP) == [None, False]
    expect(note).to_contain_text("there is no connection")
    shoot(page, "offline-390")
    assert not sent
    visit.set_offline(False)
    expect(page.locator("[data-stale]")).to_be_hidden()
    expect(note).to_have_count(0)

    call.click()
    wait_for_state(page, "() => document.querySelector('#felt [aria-busy]')")
    hand.answer(next(ask.number for ask in hand.asks if ask.seat == OWN), CALL)
    sent.pop().fulfill(body=drawn("_felt", context(hand, 3)), content_type="text/html; charset=utf-8")
    expect(page.locator("[data-answer]")).to_have_count(0)
    expect(own.locator(".mark")).to_have_text("Call")
    assert page.locator("[aria-busy], [aria-disabled=true]").count() == 0
    visit.close()


def test_amounts_are_chosen_as_one_likes_and_what_is_free_is_folded_only_when_asked_twice(browser):
    stakes = Stakes(limit="no", small_blind=50, big_blind=100)
    hand = begin(10_000, 10_000, stakes=stakes)  # heads-up: seat 2 has the button
    visit = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")
    page = visit.new_page()
    open_felt(page, context(hand, 2, 2))
    sent: list[Route] = []
    page.route(re.compile("/decide/$"), lambda route: sent.append(route))
    sizes, amount, odds = page.locator(".sizes button"), page.locator("#raise-amount"), page.locator(".odds")
    expect(sizes).to_have_text(
        [re.compile(one) for one in ("Min 200", "2.2 BB 220", "2.5 BB 250", "3 BB 300", "All-in 10,000")]
    )
    expect(odds).to_be_hidden()
    page.get_by_label("Pot odds").check()
    expect(odds).to_have_text("Pot odds 3.0 : 1, to call 25 %")

    # Sizes of one's own are there at once, and after a reload; keys choose them, the wheel goes by big blinds.
    page.get_by_label("Own sizes").fill("75% 4bb 1bb")
    expect(sizes).to_have_count(7)
    page.reload()
    expect(sizes).to_have_count(7)
    expect(odds).to_be_visible()
    page.keyboard.press("7")
    expect(amount).to_have_value("400")
    page.locator("#raise-range").hover()
    page.mouse.wheel(0, -100)
    expect(amount).to_have_value("500")
    shoot(page, "own-sizes-1280")

    act(hand, "call")
    put_felt(page, context(hand, 2))
    fold = page.locator("[data-answer] .act.fold")
    fold.click()
    expect(fold).to_have_text(re.compile("Checking is free. Fold?"))
    assert not sent
    fold.click()
    wait_for_state(page, "() => document.querySelector('#felt [aria-busy]')")
    assert len(sent) == 1
    assert "decision=fold" in (sent[0].request.post_data or "")
    visit.close()


def test_an_answer_in_pieces_is_one_though_none_of_the_felt_is_in_its_text(browser):
    """Of a form that stays on the page it was said that the club could not take it."""
    page = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    told = context(after_folds("holdem", 3), 3, your_preactions=["check-fold"])
    told["asks"] = []
    open_felt(page, told)
    answers = iter([f"a *1\n{drawn('_felt', told)}", "b A+1\n"])
    page.route("**/preaction/", lambda route: route.fulfill(body=next(answers), content_type="text/x-parts"))
    for _time in range(2):
        with page.expect_response("**/preaction/"):
            page.locator(".ahead button").click()
        wait_for_state(page, "!document.querySelector('#felt [aria-busy=true]')")
    assert page.locator(".not-sent").count() == 0
    page.context.close()
