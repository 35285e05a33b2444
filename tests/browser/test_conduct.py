"""Conduct and the record in the browser: the floor records a penalty, takes it back, and finds both on record."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.people import people, roles
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_the_floor_records_a_warning_takes_it_back_and_finds_both_on_record(open_page, person, size):
    roles.give_role(person("olga"), "owner")
    mika = people.enrol("Mika", user=person("mika"), language="ja", now=timezone.now())
    floor = open_page(f"/people/{mika.pk}/", size=size, login="olga")
    form = floor.locator("form", has=floor.get_by_role("heading", name="Record", exact=True))
    form.get_by_label("What", exact=True).select_option("warning")
    form.get_by_label("What happened").fill("Spoke about the hand in play.")
    form.get_by_role("button", name="Record").click()
    expect(floor.locator("#conduct")).to_contain_text("Spoke about the hand in play.")
    assert_fits(floor)
    shoot(floor, f"member-conduct-{size['width']}")

    guest = open_page("/me/", size=size, locale="ja-JP", login="mika")
    expect(guest.locator("#conduct")).to_contain_text("警告")
    assert_fits(guest)
    shoot(guest, f"my-conduct-{size['width']}")

    floor.goto("/conduct/?kind=warning")
    floor.get_by_text("Withdraw").first.click()
    floor.locator("details").get_by_label("Why").fill("It was another player.")
    floor.get_by_role("button", name="Withdraw").click()
    expect(floor.get_by_text("It was another player.")).to_be_visible()
    assert_fits(floor)
    shoot(floor, f"conduct-{size['width']}")

    floor.goto("/audit-log/?kind=conduct.withdrawn")
    floor.get_by_text("before and after").first.click()
    expect(floor.locator("pre.was").first).to_contain_text("warning")
    assert_fits(floor)
    shoot(floor, f"record-{size['width']}")
