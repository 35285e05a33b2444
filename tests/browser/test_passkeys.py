"""A passkey as the second factor, and instead of name and password, with an authenticator that the browser plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from club.people.roles import give_role
from tests.browser.conftest import DESKTOP, PASSWORD, PATIENCE_MS, PHONE, assert_fits, shoot

pytestmark = pytest.mark.django_db(transaction=True)
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def come_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.fill("input[name=login]", "mika")
    page.fill("input[name=password]", PASSWORD)
    page.click("main button[type=submit]")


@pytest.mark.parametrize(("locale", "heading"), [("en-GB", "Add Security Key"), ("ja-JP", "セキュリティキーを追加")])
def test_the_staff_takes_a_passkey_and_comes_in_with_it(open_page, person, settings, locale, heading):
    settings.FACTOR_ROLES = ("dealer",)
    give_role(person("mika"), "dealer")
    page = open_page("/", size=PHONE, locale=locale)
    browser = page.context.new_cdp_session(page)
    browser.send("WebAuthn.enable")
    browser.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    come_in(page)
    page.wait_for_url("**/accounts/2fa/totp/activate/")
    page.get_by_role("link", name="passkey" if locale == "en-GB" else "パスキー").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)
    assert_fits(page)
    expect(page.locator("input[name=ends_access]")).to_have_count(0)  # there is no other session
    page.click("#mfa_webauthn_add")
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    page.goto("/me/")
    expect(page).to_have_url("/me/")
    page.context.clear_cookies()
    come_in(page)
    page.wait_for_url("**/accounts/2fa/authenticate/")
    page.click("#mfa_webauthn_authenticate")
    page.wait_for_url("/")
    page.goto("/me/")
    expect(page).to_have_url("/me/")


def with_authenticator(page: Page, **more: bool) -> None:
    browser = page.context.new_cdp_session(page)
    browser.send("WebAuthn.enable")
    browser.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR | more})


@pytest.mark.parametrize(
    ("locale", "words", "size"),
    [("en-GB", "Sign in with a passkey", DESKTOP), ("ja-JP", "パスキーでログイン", PHONE)],
)
def test_a_member_comes_in_by_the_passkey_alone(open_page, person, settings, locale, words, size):
    settings.FACTOR_ROLES = ("dealer",)
    give_role(person("mika"), "dealer")
    page = open_page("/", size=size, locale=locale)
    with_authenticator(page)
    come_in(page)
    page.wait_for_url("**/accounts/2fa/totp/activate/")
    page.goto("/accounts/2fa/webauthn/add/")
    expect(page.locator("input[name=passwordless]")).to_be_checked()
    expect(page.locator("input[name=ends_access]")).to_have_count(0)  # there is no other session
    page.click("#mfa_webauthn_add")
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    page.context.clear_cookies()
    page.goto("/accounts/login/?next=/me/")
    button = page.get_by_role("button", name=words)
    expect(button).to_be_visible()
    assert_fits(page)
    shoot(page, f"passkey-login-{locale[:2]}")
    button.click()
    page.wait_for_url("/me/")


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_who_has_no_passkey_is_told_so(open_page, person, locale):
    person("mika")
    page = open_page("/accounts/login/", size=PHONE, locale=locale)
    with_authenticator(page)
    page.click("#passkey_login")
    expect(page.locator("#passkey-refused")).to_be_visible(timeout=PATIENCE_MS)
    expect(page).to_have_url("/accounts/login/")
