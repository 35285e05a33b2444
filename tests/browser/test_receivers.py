"""Chats that are told of events, made in a browser: on a phone and at a desk, in both languages; the secret is typed unseen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from club.models import Webhook
from club.people.roles import give_role
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN, GROUP = "line-token/" + "k" * 40, "C" + "0123456789abcdef" * 2


@pytest.mark.parametrize(("locale", "size"), [("en-GB", DESKTOP), ("ja-JP", PHONE)])
def test_an_owner_has_a_group_of_line_told(open_page, person, locale, size):
    give_role(person("olga"), "owner")
    page = open_page("/webhooks/", size=size, locale=locale, login="olga")
    assert_fits(page)
    page.select_option("#kind", "line")
    page.fill("#target", "general")
    page.fill("#chat-secret", TOKEN)
    assert page.get_attribute("#chat-secret", "type") == "password"
    page.locator("details", has=page.locator("input[value='tournament.started']")).locator("summary").click()
    page.check("input[value='tournament.started']")
    shoot(page, f"receivers-{locale[:2]}")
    page.locator("form.sheet button.button").last.click()
    expect(page.locator("#target")).to_have_value("general")
    expect(page.locator("#chat-secret")).to_have_value("")
    expect(page.locator("#kind")).to_have_value("line")
    page.fill("#target", GROUP)
    page.fill("#chat-secret", TOKEN)
    page.locator("form.sheet button.button").last.click()
    page.wait_for_url("**/webhooks/*/")
    expect(page.locator("main")).to_contain_text(GROUP)
    assert TOKEN not in page.content()
    assert_fits(page)
    shoot(page, f"receiver-{locale[:2]}")
    assert Webhook.objects.get().kind == "line"
