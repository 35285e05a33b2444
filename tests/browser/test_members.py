"""The members in the browser: the floor enrols one, prints the card, and the card lets in, on a screen and on a phone."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.membership import pins
from club.models import Player, User
from club.people import people, roles
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_the_floor_enrols_a_member_whose_card_and_pin_let_in(open_page, person, size):
    roles.give_role(person("olga"), "owner")
    page = open_page("/people/new/", size=size, login="olga")
    page.get_by_label("Nickname").fill("Ｙｕｋｉ")
    page.get_by_label("Real name").fill("佐藤 雪")
    page.get_by_label("Reading of the name").fill("サトウ ユキ")
    page.locator("main").get_by_role("button", name="Enrol").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Yuki")
    assert_fits(page)
    shoot(page, f"member-{size['width']}")
    page.get_by_label("New PIN").fill("2718")
    page.get_by_role("button", name="Set", exact=True).click()
    expect(page.get_by_text("The new PIN is set.")).to_be_visible()

    page.goto("/people/?q=さとう")
    page.get_by_role("link", name="Yuki").click()
    page.get_by_role("link", name="Card", exact=True).click()
    expect(page.locator(".qr svg")).to_be_visible()
    assert_fits(page)
    for path in ("/people/", "/people/rights/", "/people/invitations/", "/people/files/"):
        page.goto(path)
        assert_fits(page)

    yuki = Player.objects.get(nickname="Yuki")
    guest = open_page(f"/card/{yuki.card}/", size=size)
    guest.get_by_label("PIN").fill("２７１８")
    guest.get_by_role("button", name="Come in").click()
    guest.wait_for_url("/")  # by the whole address: "**/" is that of the card as well
    guest.goto("/me/")
    expect(guest.get_by_role("heading", level=1)).to_have_text("Yuki")
    assert_fits(guest)
    shoot(guest, f"me-{size['width']}")
    assert User.objects.get(player=yuki).username == f"member-{yuki.pk}"


def test_a_wrong_pin_says_so_in_japanese(open_page):
    yuki = people.enrol("Yuki", now=timezone.now())
    pins.set_pin(yuki.pk, "2718", by=None, now=timezone.now())
    page = open_page("/card/", locale="ja-JP")
    page.get_by_label("会員番号").fill("０００１")
    page.get_by_label("PIN").fill("0000")
    page.get_by_role("button", name="入る").click()
    expect(page.get_by_role("alert")).to_contain_text("番号か暗証番号が違います")
