"""A person at a table: sits down, plays by clicking and by keys, and sees what others do without a reload."""

from __future__ import annotations

import re
import time

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, Request, expect

from club.house import house_rules
from club.ledger import audit
from club.live import spectator_tokens
from club.models import Player
from club.people.people import enrol, player_of
from engine.betting.hand import Stakes
from tables.core import locks
from tables.core.table_rules import TableRules
from tables.dealing import dealer
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, Sitting, Table
from tables.queries import hand_as_seen
from tests.browser.conftest import DESKTOP, PATIENCE_MS, PHONE, assert_fits, shoot
from tests.browser.playing import (
    BUY_IN,
    click_along,
    deal,
    deal_in,
    play_among_until_over,
    play_until_over,
    rich,
    seat_at,
)
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def stay(page: Page) -> None:
    """Mark the page, so that a reload shows."""
    page.evaluate("window.isSamePage = true")


def first_that_heard(page: Page, table: Table) -> Request:
    """The first request that says which version the page has heard of. A page that may have missed news, as one whose stream has
    just been opened, looks without saying so: there is news until it does."""
    told: list[Request] = []
    page.on("request", lambda request: told.append(request) if int(request.headers.get("heard", 0)) > 0 else None)
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while not told:
        assert time.monotonic() < deadline, "no request said what was heard"
        with transaction.atomic():
            locks.bump(locks.lock_table(table.pk))
        page.wait_for_timeout(500)
    return told[0]


def assert_stayed(page: Page) -> None:
    assert page.evaluate("window.isSamePage") is True, "the page was reloaded"


def test_who_only_watches_asks_by_a_key_until_they_sit_down(open_page, person, open_table, streams):
    mika = rich(player_of(person("mika")))
    table = open_table(computers=3)
    page = open_page(f"/tables/{table.pk}/", login="mika")
    dealer.deal(table.pk, now=timezone.now())
    expect(page.locator(".log")).to_contain_text("Hand 1")
    asked = first_that_heard(page, table)
    assert asked.url.endswith(f"/tables/{table.pk}/felt/")
    key = asked.headers["watching"]
    assert spectator_tokens.opened(key, now=timezone.now()) == (f"felt:{table.pk}:en", mika.user_id)
    page.get_by_role("button", name="Seat 1").click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seat.is-you")).to_contain_text("mika")
    with page.expect_request(re.compile("/felt/$")) as again:
        page.evaluate("htmx.trigger('#felt', 'live')")
    assert "watching" not in again.value.all_headers()


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_from_the_lobby_to_the_end_of_a_hand_by_clicking(open_page, person, open_table, night_shift, streams, size):
    mika = rich(player_of(person("mika")))
    table = open_table(computers=3)
    page = open_page("/tables/", size=size, login="mika")
    assert_fits(page)
    shoot(page, f"lobby-{size['width']}")
    page.get_by_role("link", name="Take a seat Friday Game").click()
    stay(page)
    page.get_by_role("button", name="Seat 1").click()
    expect(page.get_by_label("Seat", exact=True)).to_have_value("1")
    page.get_by_label("Buy-in").fill("5,000")
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".seat.is-you")).to_contain_text("mika")
    deal_in(table, mika)
    expect(page.locator(".seat.is-you .hole .card")).to_have_count(2)
    expect(page.locator(".seat.is-you .card-back")).to_have_count(0)
    assert_fits(page)

    shot = []

    def along(page: Page) -> None:
        if not shot and page.locator(".board .card").count() >= 3:
            shot.append(shoot(page, f"table-{size['width']}"))
        click_along(page)

    play_until_over(page, along)
    hand = rebuilt(Hand.objects.filter(table=table).latest("number"))
    if max(hand.result.net.values()) > 0:  # of a pot that everybody shares nobody gains
        expect(page.locator(".outcome .gain").first).to_have_text(re.compile(r"^\+[\d,]+$"))
    shoot(page, f"table-over-{size['width']}")
    assert_fits(page)
    assert_stayed(page)

    if size == PHONE:
        page.get_by_label("Your seat").check()
    page.get_by_role("button", name="Leave the table").click()
    expect(page.locator(".seat.is-you")).to_have_count(0)
    assert not Sitting.objects.filter(table=table, player=mika).exclude(state=Sitting.State.LEFT).exists()
    assert audit.run(now=timezone.now()).differences == ()


@sweep("width", [768, 1024, 1180], one_of=3)
def test_the_answers_lie_side_by_side_on_every_width(open_page, person, open_table, night_shift, streams, width):
    table = open_table(first=player_of(person("mika")), computers=3)
    page = open_page(f"/tables/{table.pk}/", size={"width": width, "height": 800}, login="mika")
    expect(page.locator("[data-answer] .act").first).to_be_visible()
    assert_fits(page)
    # Measured at one instant: the felt may be fetched anew at any other.
    boxes = page.locator("[data-answer] :is(.act, .sizes button, input[type=range], #raise-amount)").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) > 3
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            is_beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
            is_above = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
            assert is_beside or is_above, (one, other)
    shoot(page, f"table-{width}")


def two_people(open_page, person, open_table, size=DESKTOP, **choices: object) -> tuple[Table, Page, Page]:
    table = open_table(**choices)
    pages = []
    for seat, name in enumerate(("mika", "jun"), 1):
        seat_at(table, rich(player_of(person(name))), seat)
        pages.append(open_page(f"/tables/{table.pk}/", size=size, login=name))
        stay(pages[-1])
    deal(table)
    return table, pages[0], pages[1]


def whose_turn(*pages: Page) -> tuple[Page, Page]:
    """The page that is asked, and the other."""
    deadline = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < deadline:
        for page in pages:
            if page.locator("[data-answer]").count():
                return page, next(other for other in pages if other is not page)
        time.sleep(0.05)
    raise AssertionError("nobody was asked")


def test_an_opponent_sees_a_raise_at_once_and_without_a_reload(open_page, person, open_table, night_shift, streams):
    _table, first, second = two_people(open_page, person, open_table)
    actor, watcher = whose_turn(first, second)
    expect(actor.locator(".side-pots")).to_have_count(0)  # nobody is all-in: the bets are not a side pot
    actor.locator("#raise-amount").fill("350")
    actor.get_by_role("button", name=re.compile("^Raise to 350")).click()
    expect(watcher.locator(".seat:not(.is-you) .mark")).to_have_text("Raise")
    expect(watcher.locator(".seat:not(.is-you) .bet")).to_have_text("350")
    expect(watcher.get_by_role("button", name=re.compile("^Call 250"))).to_be_visible()
    expect(watcher).to_have_title(re.compile("It is your turn"))
    expect(watcher.locator("[data-say-here]")).to_have_text("It is your turn.")
    assert_stayed(actor)
    assert_stayed(watcher)


def test_no_page_holds_the_cards_of_another(open_page, person, open_table, night_shift, streams):
    table, first, second = two_people(open_page, person, open_table)
    whose_turn(first, second)
    hand = Hand.objects.get(table=table, state=Hand.State.PLAYING)
    for page, name, other in ((first, "mika", "jun"), (second, "jun", "mika")):
        expect(page.locator(".seat.is-you .hole .card")).to_have_count(2)
        seen = hand_as_seen.hand_as_seen_by(hand, Player.objects.get(nickname=other), now=timezone.now())
        hidden = next(seat["cards"] for seat in seen["view"]["seats"] if seat["seat"] == seen["you"])
        drawn = page.locator(".card[data-key]").evaluate_all("cards => cards.map(card => card.dataset.key)")
        assert not [key for key in drawn for card in hidden if key.endswith(f".{card}")], (name, drawn, hidden)


def test_a_half_chosen_raise_outlives_what_others_do(open_page, person, open_table, night_shift, streams):
    table, first, second = two_people(open_page, person, open_table)
    actor, _watcher = whose_turn(first, second)
    version = actor.locator("#felt").get_attribute("data-version")
    actor.get_by_role("button", name="3 BB").click()
    actor.locator("#raise-amount").fill("725")
    seat_at(table, rich(enrol("Latecomer", is_computer=True, now=timezone.now())), 5)
    expect(actor.locator(".seat[data-seat='5']")).to_contain_text("Latecomer")
    assert actor.locator("#felt").get_attribute("data-version") != version
    expect(actor.locator("#raise-amount")).to_have_value("725")
    expect(actor.locator("#raise-amount")).to_be_focused()
    expect(actor.locator("#raise-range")).to_have_value("700")  # the slider goes by blinds
    actor.keyboard.press("Enter")
    expect(actor.locator(".seat.is-you .bet")).to_have_text("725")


def test_the_keys_play_and_never_fold_what_is_free(open_page, person, open_table, night_shift, streams):
    table, first, second = two_people(open_page, person, open_table)
    actor, other = whose_turn(first, second)
    actor.keyboard.press("c")
    expect(other.locator("[data-answer]")).to_be_visible()
    expect(other.locator("[data-answer]").get_by_role("button", name="Check")).to_be_visible()
    other.keyboard.press("f")
    other.keyboard.press("r")
    expect(other.locator(".seat.is-you .mark")).to_have_text("Raise")
    assert not Decision.objects.filter(hand__table=table, text="fold").exists()
    expect(actor.locator("[data-answer]")).to_be_visible()
    actor.keyboard.press("f")
    expect(actor.locator(".outcome")).to_be_visible()


def test_an_amount_out_of_range_cannot_be_sent_and_full_width_digits_are_read(
    open_page, person, open_table, night_shift, streams
):
    _table, first, second = two_people(open_page, person, open_table)
    actor, _other = whose_turn(first, second)
    raising = actor.locator("[data-key=r]")
    actor.locator("#raise-amount").fill("120")
    expect(raising).to_be_disabled()
    actor.locator("#raise-amount").fill("４００")
    expect(raising).to_be_enabled()
    expect(raising).to_contain_text("Raise to 400")
    actor.get_by_role("button", name="All-in").click()
    expect(raising).to_contain_text(f"All-in {BUY_IN:,}")


def test_a_lost_connection_is_marked_and_made_good(open_page, person, open_table, night_shift, streams):
    _table, first, second = two_people(open_page, person, open_table)
    actor, watcher = whose_turn(first, second)
    expect(watcher.locator("[data-stale]")).to_be_hidden()
    watcher.context.set_offline(True)
    expect(watcher.locator("[data-stale]")).to_be_visible()
    actor.get_by_role("button", name=re.compile("^Call")).click()
    expect(actor.locator("[data-answer]")).to_have_count(0)
    # Longer than a poll: the page has asked for itself, and got no answer.
    watcher.wait_for_event("requestfailed", lambda request: request.resource_type == "xhr")
    watcher.context.set_offline(False)
    expect(watcher.locator("[data-stale]")).to_be_hidden()
    expect(watcher.locator("[data-answer]").get_by_role("button", name="Check")).to_be_visible()
    # A proxy that has lost the club for a moment, while the stream goes on: the page asks again until it is answered.
    felt = re.compile(watcher.locator("#felt").get_attribute("hx-get") + "$")
    watcher.route(felt, lambda route: route.fulfill(status=502, body="Bad Gateway"))
    watcher.evaluate("htmx.trigger('#felt', 'live')")
    expect(watcher.locator("[data-stale]")).to_be_visible()
    watcher.unroute(felt)
    expect(watcher.locator("[data-stale]")).to_be_hidden()
    assert_stayed(watcher)


def jump(page, seconds: int) -> None:
    """The page's own clock goes on by so much at once."""
    page.evaluate(
        "(ms) => { const now = performance.now.bind(performance); performance.now = () => now() + ms; }", 1000 * seconds
    )


def test_an_answer_that_never_comes_is_not_waited_for_for_ever(open_page, person, open_table, streams):
    table = open_table()
    seat_at(table, rich(player_of(person("mika"))), 1)
    page = open_page(f"/tables/{table.pk}/", login="mika")
    page.evaluate("htmx.config.timeout = 500")
    felt = re.compile(page.locator("#felt").get_attribute("hx-get") + "$")
    page.route(felt, lambda route: None)
    seat_at(table, rich(enrol("Latecomer", is_computer=True, now=timezone.now())), 5)
    expect(page.locator("[data-stale]")).to_be_visible()
    page.unroute(felt)
    expect(page.locator(".seat[data-seat='5']")).to_contain_text("Latecomer")
    expect(page.locator("[data-stale]")).to_be_hidden()


def test_a_form_whose_answer_never_comes_can_be_sent_again(open_page, person, open_table, streams):
    table = open_table()
    player = rich(player_of(person("mika")))
    seat_at(table, player, 1)
    page = open_page(f"/tables/{table.pk}/", login="mika")
    page.evaluate("htmx.config.timeout = 500")
    sent = re.compile("/sit-out/$")
    page.route(sent, lambda route: None)
    with page.expect_event("requestfailed", lambda request: request.method == "POST"):
        page.get_by_role("button", name="Sit out").click()
    page.unroute(sent)
    page.get_by_role("button", name="Sit out").click()
    expect(page.get_by_role("button", name="I am back")).to_be_visible()
    assert Sitting.objects.get(player=player).state == "out"


def test_a_stream_that_says_nothing_any_more_is_marked_and_opened_anew(
    open_page, person, open_table, streams, streams_that_stop
):
    table = open_table()
    seat_at(table, rich(player_of(person("mika"))), 1)
    page = open_page(f"/tables/{table.pk}/", login="mika", shares_stream=False)
    expect(page.locator("[data-stale]")).to_be_hidden()
    streams_that_stop.stop()
    seat_at(table, rich(enrol("Latecomer", is_computer=True, now=timezone.now())), 4)
    jump(page, 30)
    expect(page.locator("[data-stale]")).to_be_visible()
    expect(page.locator(".seat[data-seat='4']")).to_contain_text("Latecomer")  # the page asks for itself
    with page.expect_request(re.compile("/streams/.*table:")):  # one that does not open is not waited for
        jump(page, 20)
    streams_that_stop.go_on()
    expect(page.locator("[data-stale]")).to_be_hidden()
    seat_at(table, rich(enrol("Later still", is_computer=True, now=timezone.now())), 5)
    expect(page.locator(".seat[data-seat='5']")).to_contain_text("Later still")


def test_news_that_come_before_the_last_script_are_not_lost(open_page, person, open_table, streams):
    table = open_table()
    seat_at(table, rich(player_of(person("mika"))), 1)
    page = open_page(f"/tables/{table.pk}/", login="mika")
    last_script = page.locator("script[type=module]").last.get_attribute("src")
    held = []
    page.route(f"**{last_script}", lambda route: held.append(route))
    with page.expect_request(f"**{last_script}"):
        page.goto(f"/tables/{table.pk}/", wait_until="commit")
    page.wait_for_selector("#felt")
    seat_at(table, rich(enrol("Latecomer", is_computer=True, now=timezone.now())), 5)
    held[0].continue_()
    expect(page.locator(".seat[data-seat='5']")).to_contain_text("Latecomer")


PRESS = """words => {
  [...document.querySelectorAll("#felt button")].find((one) => one.textContent.trim() === words).click();
}"""


def press(page: Page, words: str) -> None:
    """In one step: where the felt is replaced all the time, no button lies still from being found to being clicked."""
    expect(page.get_by_role("button", name=words)).to_be_visible()
    page.evaluate(PRESS, words)


def test_what_a_person_does_is_not_lost_in_a_storm_of_news(open_page, person, open_table, streams):
    """The felt that fetches itself and the form that is sent share one element: the form must win, every time."""
    table = open_table()
    player = rich(player_of(person("mika")))
    page = open_page(f"/tables/{table.pk}/", login="mika")
    page.evaluate("setInterval(() => htmx.trigger('#felt', 'live'), 3)")
    for _round in range(5):
        press(page, "Sit down")
        expect(page.locator(".seat.is-you")).to_contain_text("mika")
        press(page, "Leave the table")
        expect(page.locator(".seat.is-you")).to_have_count(0)
    assert Sitting.objects.filter(table=table, player=player, state=Sitting.State.LEFT).count() == 5


def test_a_stud_hand_is_played_on_a_phone(open_page, person, open_table, night_shift, streams):
    stakes = Stakes(limit="fixed", ante=10, bring_in=20, small_bet=100, big_bet=200)
    table = open_table(first=player_of(person("mika")), game="seven-card-stud", stakes=stakes, computers=3)
    page = open_page(f"/tables/{table.pk}/", size=PHONE, login="mika")
    expect(page.locator(".seat.is-you .hole .card").first).to_be_visible()
    shot = []

    def along(page: Page) -> None:
        if not shot and page.locator(".seat.is-you .hole .card").count() >= 5:
            shot.append(shoot(page, "stud-390"))
        click_along(page)

    play_until_over(page, along)
    assert_fits(page)
    shoot(page, "stud-over-390")


def test_a_draw_hand_is_played_by_picking_cards(open_page, person, open_table, night_shift, streams):
    """Between two people: computer players may all fold before a card is drawn."""
    stakes = Stakes(limit="fixed", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
    table, first, second = two_people(open_page, person, open_table, size=PHONE, game="2-7-triple-draw", stakes=stakes)
    button, drawing = whose_turn(first, second)
    for page in (button, drawing):  # the button calls, the big blind checks and draws first
        expect(page.locator("[data-answer] .act").first).to_be_visible()
        click_along(page)
    cards = drawing.locator(".is-you .pick")
    expect(cards.first).to_be_visible()
    held = drawing.locator(".is-you .pick input").evaluate_all("boxes => boxes.map(box => box.value)")
    cards.nth(0).click()
    cards.nth(3).click()
    expect(drawing.get_by_role("button", name="Draw 2")).to_be_visible()
    shoot(drawing, "draw-390")
    drawing.get_by_role("button", name="Draw 2").click()
    expect(drawing.locator("[data-answer] .draw")).to_have_count(0)
    play_among_until_over(first, second)
    assert_fits(drawing)
    thrown = Decision.objects.filter(hand__table=table, text__startswith="draw").order_by("pk")[0].text.split()[1:]
    assert sorted(thrown) == sorted((held[0], held[3]))


def test_cards_are_drawn_by_the_keyboard(open_page, person, open_table, night_shift, streams):
    stakes = Stakes(limit="fixed", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
    table, first, second = two_people(open_page, person, open_table, game="2-7-triple-draw", stakes=stakes)
    button, drawing = whose_turn(first, second)
    for page in (button, drawing):
        expect(page.locator("[data-answer]")).to_be_visible()
        page.keyboard.press("c")
    cards = drawing.locator(".is-you .pick input")
    cards.first.focus()
    drawing.keyboard.press("Space")
    drawing.keyboard.press("Tab")
    drawing.keyboard.press("Space")
    expect(drawing.get_by_role("button", name="Draw 2")).to_be_visible()
    shoot(drawing, "draw-keys-1280")
    thrown = cards.evaluate_all("boxes => boxes.filter(box => box.checked).map(box => box.value)")
    drawing.keyboard.press("c")
    expect(drawing.locator("[data-answer] .draw")).to_have_count(0)
    assert Decision.objects.filter(hand__table=table, text__startswith="draw").get().text.split()[1:] == thrown


def test_the_felt_is_as_its_player_likes_it(open_page, person, open_table, night_shift, streams):
    _table, first, second = two_people(open_page, person, open_table)
    page, _other = whose_turn(first, second)
    page.keyboard.press("2")  # a size
    amount, size = page.locator("#raise-amount"), page.locator("[data-size][data-key='2']").get_attribute("data-size")
    expect(amount).to_have_value(size)
    page.locator("#raise-range").focus()
    page.keyboard.press("End")
    expect(amount).to_have_value(f"{BUY_IN}")
    page.evaluate("""async () => {
      const { serverClock } = await import("/static/club/server_clock.js");
      serverClock.standing = Date.parse(document.querySelector("[data-soon]").dataset.until) - 9000;
    }""")
    expect(page.locator("[data-say-time]")).to_have_text("10 seconds left.")
    body = page.locator("body")
    expect(body).to_have_class(re.compile("no-motion"))  # as the browser asks for
    page.get_by_label("Four colours").check()
    page.get_by_label("Move cards and chips").check()
    page.reload()
    expect(body).to_have_class(re.compile("four-colour"))
    expect(body).not_to_have_class(re.compile("no-motion"))
    shoot(page, "four-colours-1280")


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_card_is_given_up_beside_two_boards(open_page, person, open_table, night_shift, streams, size):
    """Between two people, as above."""
    house_rules.set_value(TableRules, "boards", 2, by=None, now=timezone.now())
    stakes = Stakes(limit="fixed", small_blind=50, big_blind=100, small_bet=100, big_bet=200)
    table, first, second = two_people(open_page, person, open_table, size=size, game="crazy-pineapple", stakes=stakes)
    for page in (first, second):
        expect(page.locator(".seat.is-you .hole .card")).to_have_count(3)
    given_up = []

    def along(page: Page) -> None:
        cards = page.locator(".is-you .pick")
        if not cards.count():
            click_along(page)
            return
        expect(page.locator(".board")).to_have_count(2)
        expect(page.locator(".board .card")).to_have_count(6)
        discard = page.get_by_role("button", name="Discard")
        expect(discard).to_be_disabled()
        cards.nth(1).click()
        expect(page.locator(".pick input:enabled")).to_have_count(1)  # exactly one goes
        assert_fits(page)
        shoot(page, f"discard-{size['width']}")
        given_up.append(page.locator(".pick input").nth(1).get_attribute("value"))
        discard.click()
        expect(page.locator("[data-answer] .draw")).to_have_count(0)

    play_among_until_over(first, second, choose=along)
    expect(first.locator(".board .card")).to_have_count(10)
    shoot(first, f"double-board-{size['width']}")
    assert_fits(first)
    discards = Decision.objects.filter(hand__table=table, text__startswith="discard", source="player")
    assert sorted(discard.text for discard in discards) == sorted(f"discard {card}" for card in given_up)
    assert len(given_up) == 2
