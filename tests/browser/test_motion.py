"""Motion tells the story and delays nobody: an all-in hand runs out, chips go where they go; or nothing moves at all."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESKTOP, shoot
from tests.browser.playing import wait_for_state
from tests.support.deals import act, begin
from tests.support.tables.felt_pages import context, open_felt, put_felt

SEEN = """() => [...document.querySelectorAll(".board .card")].filter(
  (card) => getComputedStyle(card).visibility === "visible").length"""
# The page's clock, which goes on when the test says so.
CLOCK = "let now = 1000; performance.now = () => now; window.pass = (span) => { now += span; };"
COUNT_FLIGHTS = """() => {
  window.flown = 0;
  new MutationObserver((changes) => {
    for (const change of changes) for (const node of change.addedNodes) if (node.className === "ghost") window.flown += 1;
  }).observe(document.body, { childList: true });
}"""


def all_in(browser: Browser, motion: str) -> tuple[Page, dict]:
    """A page that saw the last bet before it was called, its clock in the test's hands; and what it then is told."""
    visit = browser.new_context(viewport=DESKTOP, reduced_motion=motion)  # type: ignore[arg-type]  # one of the words there are
    page = visit.new_page()
    page.add_init_script(CLOCK)
    hand = act(begin(2000, 2000, cards="Kh Kd As Ac 2c 7d 9h 3s 4d"), "raise 2000")
    open_felt(page, context(hand, 2))
    page.evaluate(COUNT_FLIGHTS)
    act(hand, "call")
    told = context(hand, 2)
    assert told["view"]["over"]
    return page, told


def test_an_all_in_hand_runs_out_street_by_street_with_its_equity(browser):
    page, told = all_in(browser, "no-preference")
    outcome, equity = page.locator(".outcome"), page.locator(".equity")
    pot, said = page.locator(".played-for .pot"), page.locator("[data-say-here]")
    put_felt(page, told)
    expect(outcome).to_be_hidden()
    expect(pot).to_have_text("Pot 4,000")
    expect(pot).to_be_visible()
    expect(said).to_have_text("Pot 4,000.")
    expect(equity).to_have_count(2)
    assert page.locator(".seat .card-back").count() == 0, "the hands lie open"
    assert page.evaluate(SEEN) == 0
    assert page.evaluate("window.flown") == 2, "what was put in goes to the pot"
    before = equity.all_inner_texts()
    assert sum(int(one.removesuffix(" %")) for one in before) in (99, 100, 101)
    for passed, count in ((800, 3), (1000, 4), (1000, 5)):
        page.evaluate("(span) => pass(span)", passed)
        wait_for_state(page, f"() => ({SEEN})() === {count}")
        put_felt(page, told)  # what others do meanwhile does not begin it again
        assert page.evaluate(SEEN) == count
        expect(outcome).to_be_hidden()
        shoot(page, f"run-out-{count}-1280")
    assert equity.all_inner_texts() != before
    page.evaluate("() => pass(1000)")
    expect(outcome).to_be_visible()
    expect(pot).to_be_hidden()
    expect(said).to_have_text(page.locator("[data-say-after]").get_attribute("data-say-after"))
    expect(equity).to_have_count(0)
    page.context.close()


def test_nothing_moves_for_whom_wants_no_motion(browser):
    page, told = all_in(browser, "reduce")
    put_felt(page, told)
    expect(page.locator(".outcome")).to_be_visible()
    assert page.evaluate(SEEN) == 5
    assert page.evaluate("window.flown") == 0
    assert page.evaluate("document.getAnimations().filter((one) => one.effect.target.closest('#felt')).length") == 0
    page.context.close()


MOVED = """() => document.getAnimations().filter((one) => one.effect.target.dataset?.key)
  .map((one) => [one.effect.target.dataset.key, one.effect.getKeyframes()[0].transform])"""


def test_a_hand_that_is_shown_is_turned_up_where_it_lies_and_the_next_one_is_dealt(browser):
    visit = browser.new_context(viewport=DESKTOP, reduced_motion="no-preference")
    page = visit.new_page()
    hand = begin(2000, 2000, cards="Kh Kd As Ac 2c 7d 9h 3s 4d")
    while len(hand.asks) and hand.view(None)["street"] != "river":
        act(hand, "call")
    act(hand, "call")
    open_felt(page, context(hand, 2))
    act(hand, "call")
    told = context(hand, 2)
    assert told["view"]["over"]
    put_felt(page, told)
    shown = dict(page.evaluate(MOVED))
    assert set(shown) == {"2.0.As", "2.1.Ac"}
    assert all(how.startswith("rotateY") for how in shown.values()), shown
    told = context(begin(2000, 2000), 2)
    told["hand"]["id"] = 2
    put_felt(page, told)
    dealt = dict(page.evaluate(MOVED))
    assert {"2.0.??", "2.1.??"} <= set(dealt)
    assert all(how.startswith("translate") for how in dealt.values()), dealt
    visit.close()
