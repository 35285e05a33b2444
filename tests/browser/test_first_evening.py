"""The first evening in a browser: from an empty club to the clock on the wall, on the owner's phone."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PASSWORD, PHONE, assert_fits, shoot
from tournaments.structures import sheet_import

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TAPS = 25
MEMBERS = "member_number,nickname,reading\n001,Ito,いとう\n002,Kato,かとう\n003,Endo,えんどう\n"


class Phone:
    """The owner's phone, on which taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1

    def send(self, selector: str) -> None:
        """A tap after which another page comes, which fits the phone and refuses nothing."""
        with self.page.expect_navigation(wait_until="load"):
            self.tap(selector)
        assert_fits(self.page)
        refused = self.page.locator(".notice.error, .errorlist, .wrong")
        assert not refused.count(), refused.all_inner_texts()


def test_an_empty_club_has_its_clock_on_the_wall_after_a_few_taps(open_page, person, club):
    sheet_import.take_in_own(now=timezone.now())
    person("olga", is_superuser=True, is_staff=True)
    phone = Phone(open_page("/first-evening/", size=PHONE, login="olga"))
    page = phone.page
    page.fill("#first-name", "Northside Card Club")
    phone.send("form[action$='/club/'] button:not([name=later])")
    phone.send("form[action$='/chips/'] button:not([name=later])")
    phone.send("button[name=preset][value=standard]")
    page.fill("#first-staff", "rie")
    page.select_option("#first-role", "reception")
    page.fill("#first-password", PASSWORD)
    phone.send("form[action$='/staff/'] button:not([name=later])")
    phone.send("form[action$='/staff/'] a.button")
    phone.send("form[action$='/members/'] a.button")
    page.set_input_files("#file", {"name": "members.csv", "mimeType": "text/csv", "buffer": MEMBERS.encode()})
    phone.tap("form[enctype] button[value=look]")
    phone.send("#look button")
    page.goto("/")  # left, and gone on with from the first page, which says what is missing
    phone.send("main a[href*='/first-evening/']")
    shoot(page, "first-evening-last-390")
    phone.send("main a[href$='/announce/']")
    page.select_option("#begin-structure", "club-turbo")
    phone.send("form[method=get] button")
    page.fill("#event [name=name]", "Friday")
    page.fill("#event [name=buy_in]", "3000")
    page.locator("details.event-group", has=page.locator("[name=cards]")).evaluate("one => { one.open = true }")
    page.select_option("#event [name=cards]", "physical")
    phone.send("button[name=do][value=announce]")
    event = re.search(r"/tournaments/(\d+)/", page.url)[1]
    page.goto("/reception/")
    for name in ("いとう", "Kato", "003"):
        page.fill("#who", name)
        phone.send("#found button[formaction*='/entry/'][formaction$='paid=1']")
    page.goto(f"/tournaments/{event}/floor/")
    phone.send("form[action$='/start/'] button")
    wall = open_page(f"/tournaments/{event}/clock/", size=DESKTOP)
    expect(wall.locator(".wall-mid .countdown")).to_have_text(re.compile(r"^\d?\d:\d\d$"))
    shoot(wall, "first-evening-clock-1280")
    page.goto("/")
    expect(page.get_by_text("Your club is not set up yet")).to_have_count(0)
    assert phone.taps <= MOST_TAPS, "what is typed is not counted"
