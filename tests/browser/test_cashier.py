"""The desk in the browser: a shift opened by a count, a player served, a second person asked, on a desk and on a phone."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club import tasks
from club.cashier import cashier, chip_accounts
from club.ledger import ledger
from club.people.people import enrol
from club.people.roles import give_role
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.budget import sweep
from tests.tournaments.conftest import SHEET
from tournaments.running import event_start
from tournaments.structures import sheet_import

pytestmark = pytest.mark.django_db(transaction=True)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_cashier_opens_a_shift_serves_a_player_and_closes_with_the_variance(open_page, person, size):
    give_role(person("cara"), "cashier")
    paul = enrol("ポール", now=timezone.now())

    page = open_page("/desk/shift/", size=size, login="cara")
    _count(page, purple=10)
    page.get_by_role("button", name="Open a shift").click()
    expect(page.get_by_text("The shift is open.")).to_be_visible()
    assert_fits(page)

    page.get_by_role("link", name="Desk", exact=True).first.click()
    page.get_by_label("Player").fill("ポー")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("link", name="ポール").click()
    form = page.locator("form", has=page.get_by_role("heading", name="Buy chips"))
    form.get_by_label("Chips").fill("３００")
    form.get_by_role("button").click()
    expect(page.locator(".balance")).to_have_text("300")
    assert_fits(page)
    shoot(page, f"desk-player-{size['width']}")
    assert ledger.balance(chip_accounts.wallet(paul)) == 300

    page.goto("/desk/shift/")
    close = page.locator("form", has=page.get_by_role("heading", name="Close the shift"))
    _count(close, purple=9)
    close.get_by_role("button").click()
    row = page.locator("table.list tbody tr").first
    expect(row.locator("td").nth(-2)).to_have_text("−100")  # of the chips; the last is that of a cash drawer
    assert_fits(page)


@pytest.mark.parametrize(("size", "locale"), [(DESKTOP, "en-US"), (PHONE, "ja-JP")], ids=["desktop", "phone"])
def test_somebody_is_entered_for_cash_with_three_taps(open_page, person, size, locale):
    give_role(person("rie"), "reception")
    enrol("ポール", now=timezone.now())
    evening_at(timezone.now())
    page, taps = open_page("/", size=size, locale=locale, login="rie"), 0

    def tap(target):
        nonlocal taps
        target.click()
        taps += 1

    tap(page.locator("a[href='/reception/']:visible").first)
    page.locator("#who").press_sequentially("ポー")  # the field has the focus
    button = page.locator("#found button[formaction*='entry/?paid=1']")
    expect(button).to_be_visible()
    assert_fits(page)
    shoot(page, f"reception-found-{size['width']}")
    tap(button)
    expect(page.locator(".notice.success")).to_contain_text("ポール")
    expect(page.locator("a[href='/desk/slips/1/receipt.pdf']")).to_be_visible()
    assert_fits(page)
    shoot(page, f"reception-{size['width']}")
    assert taps <= 3


def evening_at(now):
    """An event that is open for entries."""
    structure = sheet_import.take_in(SHEET, now=now)
    how = {"buy_in": 3_000, "fee": 300, "starts_at": now + timedelta(hours=1), "seed": bytes(32), "cards": "physical"}
    return event_start.announce("Friday Night", structure, now=now, **how)


def _count(form, *, purple: int) -> None:
    """Every chip of the standard set is counted: there are purple ones alone."""
    for colour in ("white", "red", "blue", "green"):
        form.get_by_label(re.compile(colour)).first.fill("0")
    form.get_by_label(re.compile("purple")).first.fill(str(purple))


def test_a_large_adjustment_is_approved_by_somebody_else(open_page, person):
    give_role(person("cara"), "cashier")
    give_role(person("dora"), "director")
    paul = enrol("Paul", now=timezone.now())

    desk = open_page(f"/desk/players/{paul.pk}/", login="cara")
    form = desk.locator("form", has=desk.get_by_role("heading", name="Adjust"))
    form.get_by_label("Chips").fill("5,000")
    form.get_by_label("Why").fill("found in the safe")
    form.get_by_role("button").click()
    expect(desk.get_by_text("It waits for a second person.")).to_be_visible()
    desk.goto("/desk/")
    expect(desk.get_by_role("button", name="Approve")).to_have_count(0)

    floor = open_page("/desk/", login="dora")
    floor.get_by_role("button", name="Approve").click()
    expect(floor.get_by_text("Approved.")).to_be_visible()
    assert ledger.balance(chip_accounts.wallet(paul)) == 5000


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_the_books_fit_every_screen_and_speak_japanese(open_page, person, size):
    give_role(person("owen"), "owner")
    paul = enrol("Paul", now=timezone.now())
    cashier.buy_chips(paul, 1234, key="first", by=None, now=timezone.now())
    page = open_page("/books/", size=size, locale="ja-JP", login="owen")
    page.locator("main table a").first.click()
    expect(page.get_by_role("table").first).to_contain_text("営業日別")
    assert_fits(page)
    shoot(page, f"month-{size['width']}")
    for address, words in (("/books/audits/", "監査"), ("/desk/house/", "ジャックポット"), ("/desk/", "デスク")):
        page.goto(address)
        expect(page.get_by_role("heading", level=1)).to_contain_text(words)
        assert_fits(page)
    page.goto("/books/audits/")
    page.get_by_role("button", name="いま監査する").click()
    expect(page.locator("#audit [role=status]")).to_be_visible()
    tasks.audit_asked()
    expect(page.locator("#audit .verdict")).to_contain_text("帳簿は一致しました。")  # told by itself
    shoot(page, f"audits-{size['width']}")
