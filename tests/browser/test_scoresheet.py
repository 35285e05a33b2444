"""The floor's score sheet: cards tapped into rows, a foul seen at once, the hand posted."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.cashier import cashier
from club.models import User
from club.people.people import player_of
from club.people.roles import give_role
from engine.betting.hand import Stakes
from tables import tasks
from tables.cash import new_tables, seating
from tables.models import Hand, Table
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)

FOUL = {"front": "As Ah Ad", "middle": "2h 2d 5c 6h 9h", "back": "Ks Kh Qd Jd 9c"}
GOOD = {"front": "2s 3s 4c", "middle": "8s 8d Tc 2c 3c", "back": "Kc Kd 7h 6c 5h"}


def table_of(names: list[str]) -> Table:
    now = timezone.now()
    opening = new_tables.Opening(
        name="Pineapple",
        game="ofc-pineapple",
        stakes=Stakes(limit="points", point=10),
        kind=Table.Kind.RECORDED,
        seats=3,
    )
    table = new_tables.open_table(opening, by=None, now=now)
    for seat, name in enumerate(names, 1):
        player = player_of(User.objects.create_user(name))
        cashier.buy_chips(player, 1_000, key=name, by=None, now=now)
        seating.sit_down(table.pk, player, seat, 1_000, key=name, now=now)
    return table


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_rows_are_typed_and_tapped_seen_and_posted(open_page, person, size):
    person("dora")
    give_role(User.objects.get(username="dora"), "dealer")
    table = table_of(["anna", "ben"])
    page = open_page(f"/tables/{table.pk}/scores/", size=size, login="dora")
    for row, cards in GOOD.items():
        page.locator(f"input[name={row}-1]").fill(cards)
    expect(page.locator("[data-card='Kc']")).to_be_disabled()  # it lies in the other player's row
    page.locator("input[name=front-2]").click()
    for cards in FOUL.values():
        for card in cards.split():
            page.locator(f"[data-card='{card}']").click()
    for row, cards in FOUL.items():
        expect(page.locator(f"input[name={row}-2]")).to_have_value(cards)
    expect(page.locator("#score")).to_contain_text("Foul")
    expect(page.locator("#score")).to_contain_text("ben pays anna")
    assert_fits(page)
    shoot(page, f"scores-{size['width']}")
    assert not Hand.objects.exists()

    page.get_by_role("button", name="Post the hand").click()
    expect(page.get_by_text("Hand 1 is posted.")).to_be_visible()
    expect(page.locator("#settling")).to_contain_text("Hand 1 is waiting to be settled.")
    tasks.resolve_hand(Hand.objects.get().pk)
    page.reload()
    assert Hand.objects.get().state == Hand.State.SETTLED
    page.get_by_label("Why").fill("a card was misread")
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_text("Hand 1 is taken back")).to_be_visible()
    assert Hand.objects.get().state == Hand.State.VOID


def test_a_hand_that_is_taken_back_is_in_the_sheet_again_though_the_next_was_begun(open_page, person):
    person("dora")
    give_role(User.objects.get(username="dora"), "dealer")
    table = table_of(["anna", "ben"])
    page = open_page(f"/tables/{table.pk}/scores/?way=points", size=PHONE, login="dora")
    page.locator("#points-1").fill("12")
    page.locator("#points-2").fill("-12")
    page.get_by_role("button", name="Post the hand").click()
    expect(page.locator("#settling")).to_be_visible()
    tasks.resolve_hand(Hand.objects.get().pk)
    expect(page.locator("#settling")).to_have_count(0)
    expect(page.locator("#points-1")).to_have_value("")  # the sheet of the next hand, which the device keeps
    page.get_by_label("Why").fill("the other won")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#points-1")).to_have_value("12")
    page.locator("#points-1").fill("-12")
    page.reload()
    expect(page.locator("#points-1")).to_have_value("-12")


RED_SHEETS = """() => {
  window.redSheets = 0;
  new MutationObserver(() => { window.redSheets += document.querySelectorAll(".notice.error").length; })
    .observe(document.body, { childList: true, subtree: true });
}"""


def test_rows_and_royalties_are_tapped_kept_through_a_reload_posted_and_corrected(open_page, person):
    person("dora")
    give_role(User.objects.get(username="dora"), "dealer")
    table = table_of(["anna", "ben", "cleo"])
    page = open_page(f"/tables/{table.pk}/scores/?way=lines", size=PHONE, login="dora")
    players = page.locator(".score-key.is-player")
    page.evaluate(RED_SHEETS)
    for first, second in (("anna", "ben"), ("ben", "anna")):
        players.filter(has_text=first).click()
        with page.expect_response(re.compile("preview")) as looked:
            players.filter(has_text=second).click()
        looked.value.finished()
        page.evaluate("() => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn)))")
    assert page.evaluate("window.redSheets") == 0, "a sheet in the making is not refused"
    for key in page.locator(".score-keys button").all():
        assert key.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight"), (
            "the row and its keys are on one screen"
        )
    assert_fits(page)
    shoot(page, "score-lines-390")
    page.reload()
    players.filter(has_text="anna").click()
    players.filter(has_text="cleo").click()
    page.get_by_label("anna, Front +", exact=True).click()
    assert_fits(page)
    shoot(page, "score-lines-royalties-390")
    page.get_by_role("button", name="7 QQ", exact=True).click()
    expect(page.locator(".score-line").first).to_contain_text("Fantasyland, 14 cards")
    page.get_by_role("button", name="ben", exact=True).click()
    shoot(page, "score-lines-marks-390")
    page.get_by_role("button", name="Post the hand").click()
    expect(page.locator("#settling")).to_be_visible()
    tasks.resolve_hand(Hand.objects.get().pk)
    expect(page.locator("#settling")).to_have_count(0)  # the page has looked again: it goes nowhere any more by itself
    page.goto(f"/tables/{table.pk}/scores/?way=points")
    for seat, points in ((1, "12"), (2, "-5")):
        page.locator(f"#points-{seat}").fill(points)
    expect(page.get_by_role("button", name="Post the hand")).to_be_disabled()
    page.locator("#points-3").fill("-7")
    expect(page.locator(".score-line")).to_have_count(3)
    shoot(page, "score-points-390")
    page.get_by_role("button", name="Post the hand").click()
    expect(page.locator("#settling")).to_be_visible()
    tasks.resolve_hand(Hand.objects.get(number=2).pk)
    expect(page.locator("#settling")).to_have_count(0)
    page.goto(f"/tables/{table.pk}/scores/")
    page.get_by_role("link", name="Correct").last.click()
    expect(page.locator(".score-royalty").first).to_have_text("+7")
    page.get_by_label("Why").fill("the queens were kings")
    page.get_by_label("anna, Front +", exact=True).click()
    page.get_by_role("button", name="8 KK", exact=True).click()
    shoot(page, "score-correct-390")
    page.get_by_role("button", name="Post the hand").click()
    expect(page.get_by_text("The fantasyland of anna changes")).to_be_visible()
    assert Hand.objects.get(number=3).expected["corrects"] == 1
