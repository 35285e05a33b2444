"""The front door and the login, in both languages, on a desk and on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PASSWORD, PHONE, assert_fits, shoot
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("locale", "language", "welcome", "sign_in"),
    [("en-GB", "en", "Welcome to the club", "Sign in"), ("ja-JP", "ja", "クラブへようこそ", "ログイン")],
    ids=["en", "ja"],
)
def test_the_front_door_speaks_the_visitors_language_and_fits_the_screen(
    open_page, size, locale, language, welcome, sign_in
):
    page = open_page("/", size=size, locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.get_by_role("heading", level=1)).to_have_text(welcome)
    expect(page.get_by_role("link", name=sign_in).first).to_be_visible()
    assert_fits(page)
    shoot(page, f"front-{language}-{size['width']}")


def test_the_language_switch_keeps_the_choice_over_pages(open_page):
    page = open_page("/")
    page.get_by_role("button", name="日本語").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("クラブへようこそ")
    page.goto("/accounts/login/")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_a_person_logs_in_and_out(open_page, person):
    person("mika")
    page = open_page("/accounts/login/")
    page.fill("input[name=login]", "mika")
    page.fill("input[name=password]", "not the password")
    page.click("main button[type=submit]")
    expect(page.get_by_role("alert").filter(visible=True)).to_be_visible()
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    page.get_by_text("mika", exact=True).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


@sweep("path", ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere/"])
def test_pages_for_strangers_fit_a_phone(open_page, path):
    page = open_page(path, size=PHONE, locale="ja-JP")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert_fits(page)


def test_nothing_runs_or_looks_from_inside_the_page(open_page):
    """Scripts and styles come from files alone, so that a strict content policy can be sent."""
    page = open_page("/")
    assert page.locator("script:not([src])").count() == 0
    assert page.locator("style").count() == 0
    assert page.locator("[style]").count() == 0
    assert page.locator("[onclick], [onchange], [onload]").count() == 0
