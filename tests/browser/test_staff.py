"""Members without a login at a table with real cards: seated, called and stood up on a phone, and at the desk."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.people.people import enrol
from club.people.roles import give_role
from tables.cash import new_tables
from tables.models import Sitting, StaffAct, Table
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.browser.playing import NO_LIMIT
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(person) -> Table:
    """A table of two seats; a cashier called cora, and three members of whom none has a login."""
    opening = new_tables.Opening(
        "Real", "holdem", NO_LIMIT, seats=2, kind="recorded", min_buy_in=2_000, max_buy_in=20_000
    )
    give_role(person("cora"), "cashier")
    for name, reading in (("Ito", "いとう"), ("Kato", "かとう"), ("Endo", "えんどう")):
        enrol(name, reading=reading, now=timezone.now())
    return new_tables.open_table(opening, by=None, now=timezone.now())


@sweep(
    ("locale", "seat", "line"),
    [("en-GB", "Seat, paid now", "Put in line"), ("ja-JP", "着席（現金で）", "順番待ちに入れる")],
    one_of=2,
)
def test_from_a_name_to_the_seat_by_two_taps(open_page, table, locale, seat, line):
    page = open_page(f"/tables/{table.pk}/", size=PHONE, login="cora", locale=locale)
    page.locator(".take-seat").first.click()
    page.locator("#who").fill("いとう")
    page.get_by_role("button", name=seat).click()
    expect(page.locator(".staff-seat")).to_contain_text("Ito")
    assert Sitting.objects.get().account.balance == 10_000
    page.locator("#who").fill("kato")
    page.get_by_role("button", name=seat).click()
    expect(page.locator(".staff-seat")).to_have_count(2)
    page.locator("#who").fill("endo")
    page.get_by_role("button", name=line).click()
    expect(page.locator(".staff-line")).to_contain_text("Endo")
    assert_fits(page)
    shoot(page, f"staff-390-{locale[:2]}")
    page.locator(".staff-seat summary").first.click()
    assert_fits(page)
    shoot(page, f"staff-seat-390-{locale[:2]}")


def test_whoever_walked_off_is_stood_up_and_a_slip_of_the_finger_is_taken_back(open_page, table):
    page = open_page("/desk/?q=ito", size=DESKTOP, login="cora")
    page.get_by_role("link", name="Ito").click()
    page.get_by_role("button", name="Seat, paid now").click()
    expect(page.locator(".desk-seats")).to_contain_text("sits in seat 1")
    shoot(page, "staff-desk-1280")
    page.locator(".desk-seats").get_by_role("link", name="Real").click()
    page.locator(".staff-seat summary").click()
    page.get_by_label("Chips, counted").fill("9,000")
    page.get_by_role("button", name="Stand up", exact=True).click()
    expect(page.locator("main, body").first).to_contain_text("The books say 10,000 in front of Ito")
    expect(page.get_by_label("Chips, counted")).to_have_value("9,000")
    page.get_by_label("Chips, counted").fill("10,000")
    page.get_by_role("button", name="Stand up", exact=True).click()
    expect(page.locator(".staff-acts")).to_contain_text("Ito left seat 1 with 10,000")
    page.locator(".staff-acts button").first.click()
    expect(page.locator(".staff-seat")).to_contain_text("Ito")
    shoot(page, "staff-1280")
    assert Sitting.objects.get().state == "active"
    assert StaffAct.objects.filter(taken_back_at=None).get().kind == "seat"


@sweep(("locale", "count"), [("en-GB", "Count"), ("ja-JP", "計数する")], one_of=2)
def test_who_is_counted_out_stands_whole_on_a_phone(open_page, person, locale, count):
    """With six figures, which chips of a big game have: no column is beyond the edge."""
    opening = new_tables.Opening(
        "Real", "holdem", NO_LIMIT, seats=2, kind="session", min_buy_in=2_000, max_buy_in=500_000
    )
    give_role(person("cora"), "cashier")
    enrol("Ito", reading="いとう", now=timezone.now())
    table = new_tables.open_table(opening, by=None, now=timezone.now())
    page = open_page(f"/tables/{table.pk}/staff/", size=PHONE, login="cora", locale=locale)
    page.locator("[name=buy_in]").fill("450,000")
    page.locator("#who").fill("いとう")
    page.locator("#found button[formaction*='/seat/']").click()
    page.locator(".staff-seat summary").click()
    page.locator(".staff-seat [name=amount]").fill("123,450")
    page.locator(".staff-seat button[formaction*='paid_out']").click()
    left = page.locator(".sheet:has(td.person)")
    expect(left).to_contain_text("326,550")
    shoot(page, f"staff-left-390-{locale[:2]}")
    assert left.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert page.locator("form[action$='/count/'] button").text_content() == count
