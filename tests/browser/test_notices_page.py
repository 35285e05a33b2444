"""What calls a member, chosen in a browser: for each device, by e-mail and by LINE, on a phone and at a desk."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.utils import timezone
from playwright.sync_api import expect

from club.models import LineNotices, PushDevice
from club.people.people import player_of
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = [("en-GB", PHONE), ("ja-JP", PHONE), ("ja-JP", DESKTOP)]


@pytest.mark.parametrize(("locale", "size"), SIZES)
def test_each_way_and_each_device_is_chosen_by_itself(open_page, person, settings, locale, size):
    settings.LINE_MESSAGING_TOKEN, settings.LINE_ACCOUNT = "k" * 40, "@123abcde"
    mika, now = person("mika"), timezone.now()
    EmailAddress.objects.create(user=mika, email=mika.email, primary=True, verified=True)
    SocialAccount.objects.create(user=mika, provider="line", uid="x", extra_data={"line_id": "U" + "0" * 32})
    player = player_of(mika)
    for name in ("Firefox, Android", "Safari, iPhone"):
        told = {"public_key": "k", "auth": "a", "kinds": ["turn"], "made_at": now}
        PushDevice.objects.create(player=player, name=name, endpoint=f"https://push.example/{name[:4]}", **told)
    page = open_page("/me/settings/", size=size, locale=locale, login="mika")
    page.locator("details", has_text="Safari").locator("summary").click()
    page.locator("details", has_text="Safari").locator("input[value=seat]").check()
    assert_fits(page)
    page.locator("details", has_text="Safari").scroll_into_view_if_needed()
    shoot(page, f"notices-devices-{locale[:2]}-{size['width']}")
    page.locator("details", has_text="Safari").locator("button").first.click()
    page.wait_for_load_state()
    by_line = page.locator("form[action$='/me/notices/line/']")
    by_line.locator("input[value=turn]").check()
    by_line.locator("button").click()
    page.wait_for_load_state()
    expect(by_line.locator("input[value=turn]")).to_be_checked()
    assert dict(PushDevice.objects.values_list("name", "kinds")) == {
        "Firefox, Android": ["turn"],
        "Safari, iPhone": ["turn", "seat"],
    }
    LineNotices.objects.update(unreachable_at=now)
    page.reload()
    expect(by_line.locator(".notice")).to_be_visible()
    assert_fits(page)
    by_line.scroll_into_view_if_needed()
    shoot(page, f"notices-line-{locale[:2]}-{size['width']}")
