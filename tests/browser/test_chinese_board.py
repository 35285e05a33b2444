"""A Chinese hand set in a real browser: by dragging, by tapping, by keys, and without any script."""

from __future__ import annotations

import time

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from club.house import house_rules
from club.people.people import player_of
from engine.betting.hand import Stakes
from tables.core.table_rules import TableRules
from tables.models import Decision, Hand
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot, sign_in
from tests.browser.playing import play_until_over, wait_for_state
from tests.patience import PATIENCE
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)

POINTS = Stakes(limit="points", point=10)
ROWS = ("back", "middle", "front")
SET = "Set the cards"


@pytest.fixture
def at_table(open_page, person, open_table, night_shift, streams):
    """A page of a player who is asked to set cards."""

    def make(*, size=DESKTOP, game: str = "ofc-pineapple", computers: int = 2, cards: int = 5) -> Page:
        table = open_table(first=player_of(person("mika")), game=game, stakes=POINTS, computers=computers, seats=3)
        page = open_page(f"/tables/{table.pk}/", size=size, login="mika")
        expect(page.locator("[data-card]")).to_have_count(cards)
        expect(page.locator("form[data-placing].is-board")).to_be_visible()  # its script, fetched for it, has come
        return page

    return make


def in_hand(page: Page) -> Locator:
    return page.locator("[data-hand] [data-card]")


def row(page: Page, name: str) -> Locator:
    return page.locator(f"[data-row='{name}']")


def free_places(page: Page) -> list[str]:
    """Places that are free, from the back on."""
    counts = {name: row(page, name).locator(".slot:visible").count() for name in ROWS}
    return [name for name in ROWS for _ in range(counts[name])]


def tap_along(page: Page) -> None:
    """Tap each card and the row it goes to, as many as are to be set."""
    keep = int(page.locator("form[data-placing]").get_attribute("data-to-place") or 0)
    for name in free_places(page)[:keep]:
        card = in_hand(page).first
        if card.get_attribute("aria-pressed") != "true":
            card.click()
        row(page, name).locator(".row-name").click()
    page.get_by_role("button", name=SET).click()


def await_placing(nickname: str) -> None:
    """Wait until the server has the cards: the page shows them in their rows before they are sent."""
    deadline = time.monotonic() + PATIENCE
    placed = Decision.objects.filter(hand__seats__player__nickname=nickname, source="player", text__startswith="place ")
    while not placed.exists():
        assert time.monotonic() < deadline, "the cards that were set never arrived"
        time.sleep(0.05)


def drag_along(page: Page) -> None:
    keep = int(page.locator("form[data-placing]").get_attribute("data-to-place") or 0)
    for name in free_places(page)[:keep]:
        in_hand(page).first.drag_to(row(page, name).locator(".slot:visible").first)
    page.get_by_role("button", name=SET).click()


def key_along(page: Page) -> None:
    keep = int(page.locator("form[data-placing]").get_attribute("data-to-place") or 0)
    for name in free_places(page)[:keep]:
        page.keyboard.press(name[0])
    expect(page.get_by_role("button", name=SET)).to_be_enabled()
    page.keyboard.press("c")


@pytest.mark.parametrize(
    ("size", "along"),
    [(DESKTOP, drag_along), (PHONE, tap_along), (DESKTOP, key_along)],
    ids=["dragged", "tapped on a phone", "by keys"],
)
def test_a_pineapple_hand_is_set_street_by_street(at_table, size, along):
    page = at_table(size=size)
    shot: list[bool] = []
    assert_fits(page)
    shoot(page, f"board-first-{along.__name__}-{size['width']}")

    def play(page: Page) -> None:
        if page.locator("[data-card]").count() == 3 and len(shot) < 3:
            shot.append(True)
            shoot(page, f"board-{along.__name__}-{size['width']}-{len(shot)}")
            assert_fits(page)
        along(page)

    play_until_over(page, play)
    shoot(page, f"board-over-{along.__name__}-{size['width']}")
    assert_fits(page)
    assert page.locator(".rows .card").count() == 39
    hand = Hand.objects.filter(seats__player__nickname="mika").earliest("number")
    assert Decision.objects.filter(hand=hand, source="player").count() == 5
    assert not Decision.objects.filter(hand=hand, source="clock").exists()


def test_a_card_is_moved_again_and_taken_back_before_it_is_confirmed(at_table):
    page = at_table()
    setting, undo = page.get_by_role("button", name=SET), page.get_by_role("button", name="Undo")
    expect(setting).to_be_disabled()
    expect(undo).to_be_disabled()
    first = in_hand(page).first.get_attribute("data-card")
    in_hand(page).first.drag_to(row(page, "front"))
    expect(row(page, "front").locator(f"[data-card='{first}']")).to_be_visible()
    page.locator(f"[data-card='{first}']").drag_to(row(page, "back"))
    expect(row(page, "back").locator(f"[data-card='{first}']")).to_be_visible()
    undo.click()
    expect(row(page, "front").locator(f"[data-card='{first}']")).to_be_visible()
    page.locator(f"[data-card='{first}']").drag_to(page.locator("[data-hand]"))
    expect(in_hand(page)).to_have_count(5)
    undo.click()
    undo.click()
    expect(in_hand(page)).to_have_count(5)
    expect(undo).to_be_disabled()
    for key in "fff":
        page.keyboard.press(key)
    expect(in_hand(page)).to_have_count(2)
    page.keyboard.press("1")  # the front is full
    expect(page.locator("[data-say-placing]")).to_contain_text("This row is full")
    seen = "(one) => getComputedStyle(one, '::after').content"
    assert "Front: This row is full." in page.locator(".how").evaluate(seen), "who sees the page is told as well"
    expect(in_hand(page)).to_have_count(2)
    page.keyboard.press("ArrowRight")
    focused = page.evaluate("document.activeElement.dataset.card")
    assert focused == page.locator(".is-picked").get_attribute("data-card")
    page.keyboard.press("2")
    expect(row(page, "middle").locator(f"[data-card='{focused}']")).to_be_visible()
    expect(page.locator("[data-say-placing]")).to_contain_text("Middle")
    assert not Decision.objects.filter(source="player").exists()


def test_what_is_half_set_outlives_what_others_do(at_table):
    page = at_table()
    first = in_hand(page).first.get_attribute("data-card")
    page.keyboard.press("b")
    page.evaluate("htmx.trigger('#felt', 'live')")
    wait_for_state(page, "() => document.querySelectorAll('[data-row=back] [data-card]').length === 1")
    expect(row(page, "back").locator(f"[data-card='{first}']")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(in_hand(page)).to_have_count(5)


def test_a_foul_is_foretold_as_the_engine_sees_it_while_cards_are_being_set(at_table):
    page = at_table(game="chinese", computers=1, cards=13)
    from engine.cards import card_text, parse_cards
    from engine.chinese.rows.rows import rank_row
    from engine.games.row_layout import Board

    cards = sorted(parse_cards("".join(c.get_attribute("data-card") or "" for c in in_hand(page).all())), reverse=True)
    # Sorted by rank, so that pairs lie side by side; whichever five are the stronger go to the middle, which fouls.
    five, other, front = cards[:5], cards[5:10], cards[10:]
    middle, back = (five, other) if rank_row(tuple(five)) > rank_row(tuple(other)) else (other, five)
    for name, held in (("middle", middle), ("back", back), ("front", front)):
        for card in held:
            page.locator(f"[data-card='{card_text(card)}']").click()
            row(page, name).locator(".row-name").click()
    assert rank_row(Board((), tuple(middle), tuple(back)).middle) > rank_row(tuple(back))
    expect(page.locator("#placement-preview .loss")).to_contain_text("Foul: The middle is stronger than the back")
    expect(page.locator("#worth-middle")).not_to_be_empty()
    shoot(page, "board-foul-1280")
    assert not Decision.objects.filter(source="player").exists()


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_suggestion_fills_in_the_board_and_can_be_undone(at_table, size):
    house_rules.set_value(TableRules, "suggests", True, by=None, now=timezone.now())
    page = at_table(size=size, game="chinese", computers=1, cards=13)
    in_hand(page).nth(1).click()
    row(page, "front").locator(".row-name").click()
    page.get_by_role("link", name="Suggest").click()
    expect(in_hand(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(in_hand(page)).to_have_count(12)
    page.get_by_role("link", name="Suggest").click()
    expect(in_hand(page)).to_have_count(0)
    expect(page.locator("#worth-back")).not_to_be_empty()
    expect(page.locator("#placement-preview .loss")).to_have_count(0)
    shoot(page, f"suggested-{size['width']}")
    assert_fits(page)
    page.get_by_role("button", name=SET).click()
    expect(page.locator(".outcome")).to_be_visible()
    assert Decision.objects.filter(source="player", text__startswith="set ").count() == 1


def test_without_a_script_the_form_says_where_each_card_goes(browser, club, person, open_table, night_shift):
    table = open_table(first=player_of(person("mika")), game="ofc-pineapple", stakes=POINTS, computers=1, seats=3)
    context = browser.new_context(viewport=DESKTOP, base_url=club, java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    sign_in(page, "mika")
    deadline = time.monotonic() + PATIENCE
    page.goto(f"/tables/{table.pk}/")
    while not page.locator(".to-place").count():
        assert time.monotonic() < deadline, "nobody was asked"
        page.goto(f"/tables/{table.pk}/")
    selects = page.locator(".to-place select")
    for at, name in enumerate(("back", "back", "middle", "middle", "front")):
        selects.nth(at).select_option(name)
    shoot(page, "board-without-script-1280")
    page.get_by_role("button", name=SET).click()
    await_placing("mika")  # the address it leads to is the one it came from
    assert Decision.objects.filter(hand__table=table, source="player", text__startswith="place ").count() == 1
    context.close()


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desk", "phone"])
def test_a_replay_lays_the_rows_as_the_table_does(at_table, size):
    page = at_table(size=size)
    tap_along(page)
    await_placing("mika")
    hand = Hand.objects.filter(seats__player__nickname="mika").earliest("number")
    page.goto(f"/hands/{hand.pk}/replay/")
    page.keyboard.press("End")
    expect(page.locator(".rows .card").nth(4)).to_be_visible()
    shoot(page, f"replay-rows-{size['width']}")
    tops = """rows => rows.map(row => new Set([...row.querySelectorAll(".card")].map(
      card => Math.round(card.getBoundingClientRect().top))).size)"""
    assert max(page.locator(".rows > div").evaluate_all(tops)) == 1, "cards of one row lie beside each other"
    assert_fits(page)
