"""A passkey as the second factor: taken and used in a browser, with an authenticator that the browser plays."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from club.people.roles import give_role
from tests.browser.conftest import PASSWORD, PHONE, assert_fits

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
    page.check("input[name=ends_access]")
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
