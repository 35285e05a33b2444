"""Coming in by a provider of identities in a browser: the way there and back, joining, linking, on a phone and at a desk."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from allauth.socialaccount.models import SocialAccount
from django.utils import timezone
from playwright.sync_api import Page, Route, expect

from club.house import house_rules
from club.house.membership_rules import MembershipRules
from club.people import roles
from club.project.values.openid_values import LONGEST_NAME as MOST_OF_A_NAME
from tests.browser.conftest import DESKTOP, PASSWORD, PHONE, assert_fits, shoot, sign_in
from tests.support.fake_openid import FakeOpenID

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = [("en-GB", DESKTOP), ("ja-JP", PHONE)]


@pytest.fixture
def provider(settings) -> Iterator[FakeOpenID]:
    fake = FakeOpenID()
    settings.SIGN_IN_PROVIDERS = [fake.app()]
    yield fake
    fake.server.shutdown()
    fake.server.server_close()


def at_provider(page: Page, provider: FakeOpenID) -> None:
    """The provider's page knows who is there, and sends them back at once."""

    def back(route: Route) -> None:
        route.fulfill(status=302, headers={"Location": provider.authorize(route.request.url)})

    page.route(f"{provider.url}/authorize?**", back)


@pytest.mark.parametrize(("locale", "size"), SIZES)
def test_a_newcomer_joins_by_an_account_elsewhere_and_comes_in_again(open_page, provider, locale, size):
    house_rules.set_value(MembershipRules, "sign_up", "open", by=None, now=timezone.now())
    provider.person |= {"preferred_username": "mika", "email": "mika@club.test", "email_verified": True}
    page = open_page("/accounts/login/", size=size, locale=locale)
    at_provider(page, provider)
    button = page.locator("form[action*='/oidc/openid/'] button")
    expect(button).to_contain_text("Club ID")
    assert_fits(page)
    shoot(page, f"provider-login-{locale[:2]}")
    button.click()
    page.wait_for_url("**/accounts/3rdparty/signup/")
    expect(page.locator("input[name=username]")).to_have_value("mika")
    assert_fits(page)
    shoot(page, f"provider-signup-{locale[:2]}")
    page.locator("main button[type=submit], main .sheet-form button").first.click()
    page.wait_for_url(lambda address: urlsplit(address).path == "/")
    assert SocialAccount.objects.get().user.username == "mika"
    page.context.clear_cookies()
    page.goto("/accounts/login/?next=/me/")
    button.click()
    page.wait_for_url("**/me/")


@pytest.mark.parametrize(("locale", "size"), SIZES)
def test_a_member_links_an_account_and_takes_it_off(open_page, person, provider, locale, size):
    person("mika")
    page = open_page("/", size=size, locale=locale)
    at_provider(page, provider)
    sign_in(page, "mika")
    page.goto("/accounts/3rdparty/")
    assert_fits(page)
    page.locator("form[action*='/oidc/openid/'] button").click()
    page.wait_for_url("**/accounts/3rdparty/")
    expect(page.locator("main .sheet h2")).to_have_text("Club ID")
    expect(page.locator("input[name=ends_access]")).to_be_visible()
    assert_fits(page)
    shoot(page, f"provider-linked-{locale[:2]}")
    page.check("input[name=ends_access]")
    page.locator("main button.warn").click()
    expect(page.locator("form[action*='/oidc/openid/'] button")).to_be_visible()
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize(("locale", "size"), SIZES)
def test_what_is_not_believed_is_told_in_words(open_page, provider, locale, size):
    provider.bend = lambda claims: claims.update(nonce="another")
    page = open_page("/accounts/login/", size=size, locale=locale)
    at_provider(page, provider)
    page.locator("form[action*='/oidc/openid/'] button").click()
    page.wait_for_url("**/login/callback/**")
    expect(page.locator("main h1, .entrance h1").first).to_be_visible()
    assert_fits(page)
    shoot(page, f"provider-refused-{locale[:2]}")


@pytest.fixture
def several(settings) -> Iterator[list[FakeOpenID]]:
    """As many providers as there may be: two that answer, the others with long names."""
    fakes = [FakeOpenID(), FakeOpenID()]
    names = [
        "Staff ID",
        "港区ポーカー連盟 会員アカウント",
        *(f"{at}th {'Federation ' * 3}of districts" for at in range(6)),
    ]
    settings.SIGN_IN_PROVIDERS = [
        fakes[at % 2].app(key=f"p{at}", name=name[:MOST_OF_A_NAME]) for at, name in enumerate(names)
    ]
    yield fakes
    for fake in fakes:
        fake.server.shutdown()
        fake.server.server_close()


@pytest.mark.parametrize(("locale", "size"), [*SIZES, ("en-GB", PHONE), ("ja-JP", DESKTOP)])
def test_several_providers_at_the_door_and_on_the_page_of_who_runs_the_club(
    open_page, person, several, settings, locale, size
):
    settings.WEBHOOKS_MAY_BE_LOCAL = size == PHONE  # else nothing is asked on this very machine
    names = f"{locale[:2]}-{size['width']}"
    page = open_page("/accounts/login/", size=size, locale=locale)
    buttons = page.locator("form[action*='/oidc/'] button")
    expect(buttons).to_have_count(8)
    assert_fits(page)
    buttons.last.scroll_into_view_if_needed()
    shoot(page, f"providers-door-{names}")
    roles.give_role(person("olga"), "owner")
    page = open_page("/accounts/3rdparty/", size=size, locale=locale, login="olga")
    for fake in several:
        at_provider(page, fake)
    page.locator("form[action*='/oidc/p1/'] button").click()
    page.fill("input[name=password]", PASSWORD)
    page.locator("form:has(input[name=password]) button").first.click()
    page.wait_for_url("**/accounts/3rdparty/")
    expect(page.locator("main .sheet h2").first).to_have_text("港区ポーカー連盟 会員アカウント")
    assert_fits(page)
    shoot(page, f"providers-linked-{names}")
    page.goto("/club/sign-in/")
    assert_fits(page)
    page.locator("form:has(input[value=p1]) button").click()
    expect(page.locator("form:has(input[value=p1]) [role=status]")).to_be_visible()
    assert_fits(page)
    page.locator("form:has(input[value=p1])").scroll_into_view_if_needed()
    shoot(page, f"providers-page-{names}")
