"""A hand with real cards entered by tapping; a ruling asked in Japanese; a choice made beforehand."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from club.models import User
from club.people.people import player_of
from club.people.roles import give_role
from tables import tasks
from tables.cash import new_tables
from tables.dealing import dealer, player_decisions
from tables.hand.hand_replay import rebuilt
from tables.live_cards import live_hand_entry
from tables.models import Decision, Hand, Table
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.browser.playing import NO_LIMIT, rich, seat_at
from tests.patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def real_cards(person) -> Table:
    """A table with real cards where three sit, and a director called dora."""
    opening = new_tables.Opening(
        "Live", "holdem", NO_LIMIT, seats=6, kind="recorded", min_buy_in=2_000, max_buy_in=20_000
    )
    table = new_tables.open_table(opening, by=None, now=timezone.now())
    for seat, name in enumerate(("sachiko", "taro", "jun"), 1):
        seat_at(table, rich(player_of(person(name))), seat)
    give_role(person("dora"), "director")
    return table


def tap(page: Page, *names: str) -> None:
    for name in names:
        page.locator("#entry").get_by_role("button", name=re.compile(name)).first.click()


# As soon as the next hand has keys, a fold is pressed that was meant for the hand before.
A_TAP_TOO_MANY = """() => new MutationObserver((_changes, observer) => {
  if (!document.querySelector("#entry-keys .fold")) return;
  observer.disconnect();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
  document.querySelector("#entry-keys .fold").dispatchEvent(new MouseEvent("click", { bubbles: true }));
  window.tappedTooOften = true;
}).observe(document.querySelector("#entry"), { childList: true, subtree: true })"""


def put_cards(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"#entry .picker [aria-label='{card}']").click()


def settle(table: Table) -> None:
    expect_over = Hand.objects.filter(table=table, state=Hand.State.OVER)
    until(expect_over.exists)
    tasks.resolve_hand(expect_over.get().pk)


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_three_taps_are_a_hand_and_the_next_begins_with_its_first(open_page, real_cards):
    page = open_page(f"/tables/{real_cards.pk}/record/", size=PHONE, login="dora")
    expect(page.locator("#entry h2")).to_have_text("Next hand: 1")
    page.evaluate("window.isTheSame = true")
    assert_fits(page)
    shoot(page, "entry-next-390")
    tap(page, "^Call", "^Fold", "^Fold")
    page.evaluate(A_TAP_TOO_MANY)
    settle(real_cards)
    expect(page.locator("#entry h2")).to_have_text("Next hand: 2")
    assert page.evaluate("window.tappedTooOften"), "a fold was tapped as soon as there was a key for it"
    expect(page.locator(".entry-last")).to_contain_text("+150")
    assert page.evaluate("window.isTheSame"), "no page was loaded"
    page.keyboard.press("u")  # one tap of the settled hand
    expect(page.locator("#entry h2")).to_have_text("Hand 2")
    tap(page, "^Check")
    expect(page.locator("#entry h3")).to_have_text("To act: jun")
    shoot(page, "entry-street-390")
    assert_fits(page)


def test_taps_without_a_network_outlive_a_reload_and_are_sent_once(open_page, real_cards):
    page = open_page(f"/tables/{real_cards.pk}/record/", size=DESKTOP, locale="ja-JP", login="dora")
    expect(page.locator("#entry h2")).to_have_text("次のハンド：1")
    entry = re.compile(r"/api/v1/tables/\d+/entry/")
    page.route(entry, lambda route: route.abort())
    for key in "ccc":  # the round is over, the board is dealt unseen, and the small blind is asked
        page.keyboard.press(key)
    expect(page.locator("#entry h3")).to_contain_text("taro")
    expect(page.locator(".entry-kept")).to_contain_text("3")
    assert not Hand.objects.exists()
    shoot(page, "entry-cut-off-ja-1280")
    page.reload()
    page.unroute(entry)
    expect(page.locator("#entry h3")).to_contain_text("taro")
    expect(page.locator(".entry-kept")).to_have_count(0)
    assert Decision.objects.filter(hand__table=real_cards, seat__isnull=False).count() == 3
    live_hand_entry.enter(
        Hand.objects.get().pk, page_ask(page), "raise 500", by=User.objects.get(username="dora"), now=timezone.now()
    )
    page.keyboard.press("c")  # another device was faster
    expect(page.locator("#entry [role=alert]")).to_be_visible()
    expect(page.locator("#entry h3")).to_contain_text("jun")


def page_ask(page: Page) -> int:
    return rebuilt(Hand.objects.get()).asks[0].number


def test_a_hand_with_cards_is_entered_by_tapping_from_the_deal_to_the_showdown(open_page, real_cards):
    page = open_page(f"/tables/{real_cards.pk}/record/", size=PHONE, login="dora")
    tap(page, "^With cards")
    page.locator("#entry-amount").fill("１２００")
    tap(page, "^Raise to", "^Call", "^Call")
    fits = (
        "all => all.every((one) => one.scrollWidth <= one.clientWidth)"  # asked at once: the next answer draws others
    )
    assert page.locator("#entry .act").evaluate_all(fits), "their words lie inside them"
    for cards in (("2c", "7d", "Jh"), ("3s",), ("9h",)):
        expect(page.locator("#entry .picker")).to_be_visible()
        put_cards(page, *cards)
        assert_fits(page)
        shoot(page, f"entry-cards-{len(cards)}-390")
        tap(page, "^Enter the cards", "^Check", "^Check", "^Check")
    expect(page.locator("#entry h3")).to_contain_text("Who has won?")
    put_cards(page, "Jc", "Js")
    shoot(page, "entry-showdown-390")
    tap(page, "^Show")
    tap(page, "^Muck", "^Muck")
    settle(real_cards)
    expect(page.locator("#entry h2")).to_have_text("Next hand: 2")
    expect(page.locator(".entry-last")).to_contain_text("+2,400")
    assert_fits(page)


def test_a_ruling_is_asked_in_japanese_and_entered_with_one_tap(open_page, real_cards):
    page = open_page(f"/tables/{real_cards.pk}/record/", size=DESKTOP, locale="ja-JP", login="dora")
    page.get_by_role("button", name="ハンド1を始める").click()
    page.locator("#said").fill("レイズ 300")
    page.locator("#chips").fill("500")
    page.locator("form[action$='ask/'] button").click()
    expect(page.locator(".verdict.yes")).to_be_visible()
    shoot(page, "ruling-ja-1280")
    assert_fits(page)
    page.locator("form:has(input[name=ruled]) button").click()
    expect(page.locator(".ruling")).to_have_count(0)
    decided = Decision.objects.filter(hand__table=real_cards, source="staff").latest("pk")
    assert decided.text == "raise 300"


def test_a_choice_made_beforehand_is_used_when_the_turn_comes(open_page, person, open_table, streams):
    table = open_table(pause=600.0)
    for seat, name in enumerate(("mika", "jun", "emiko"), 1):
        seat_at(table, rich(player_of(person(name))), seat)
    row = dealer.deal(table.pk, now=timezone.now())
    (ask,) = rebuilt(row).asks
    held = {one.seat: one.player for one in row.seats.select_related("player")}
    first, second = held[ask.seat], held[ask.seat % 3 + 1]
    page = open_page(f"/tables/{table.pk}/", size=PHONE, login=second.nickname)
    choice = page.get_by_role("button", name="Call", exact=False).and_(page.locator("[name=preaction]"))
    choice.click()
    expect(choice).to_have_attribute("aria-pressed", "true")
    assert_fits(page)
    shoot(page, "ahead-390")
    player_decisions.decide(table.pk, row.pk, ask.number, "call", by=first, now=timezone.now())
    expect(page.locator(".seat.is-you .bet")).to_have_text("100")
    assert Decision.objects.get(hand=row, device="preaction").user == second.user


def test_the_cards_for_the_first_button_are_typed_and_the_page_says_who_has_it(open_page, real_cards):
    page = open_page(f"/tables/{real_cards.pk}/record/", size=PHONE, login="dora")
    page.get_by_text("Cards for the first button").click()
    for seat, card in ((1, "9d"), (2, "Ks"), (3, "kh")):
        page.locator(f"#button-card-{seat}").fill(card)
    assert_fits(page)
    shoot(page, "record-button-cards-390")
    with page.expect_navigation():
        page.get_by_role("button", name="Keep these cards").click()
    expect(page.get_by_text("taro has the button")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Begin hand 1").click()
    expect(page.locator("#entry h3")).to_contain_text("To act: taro")
    shoot(page, "record-after-button-cards-390")
    row = Hand.objects.get(table=real_cards)
    assert (row.start["positions"][0], row.button_cards) == (2, {"1": "9d", "2": "Ks", "3": "Kh"})
