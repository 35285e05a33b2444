"""A practice table in a browser: a computer player is seated at a level that is chosen, and sent away."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from club.people.people import player_of
from tables.models import PRACTICE
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.browser.playing import seat_at

pytestmark = pytest.mark.django_db(transaction=True)
WORDS = {
    "en-GB": ("Computer players", "Seat a computer player", "solid (advanced)", "Send away"),
    "ja-JP": ("コンピュータ", "コンピュータを座らせる", "堅実（上級）", "退席させる"),
}


@pytest.mark.parametrize("locale", WORDS)
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_computer_player_is_seated_at_a_level_and_sent_away(open_page, person, open_table, size, locale):
    menu, seat, level, away = WORDS[locale]
    table = open_table(unit=PRACTICE, pace=3600.0)
    seat_at(table, player_of(person("mika")), 1)  # who has no chip of the club
    page = open_page(f"/tables/{table.pk}/", login="mika", size=size, locale=locale)
    panel = page.locator("details.practice")
    panel.locator("summary", has_text=menu).click()
    panel.locator("select[name=level]").select_option(label=level)
    panel.get_by_role("button", name=seat, exact=True).click()
    expect(page.locator(".seat[data-seat='2']")).to_contain_text("Aoi")
    line = page.locator("details.practice form", has_text="Aoi")
    expect(line).to_contain_text(level)
    assert_fits(page)
    shoot(page, f"practice-{locale}-{size['width']}")
    line.get_by_role("button", name=away, exact=True).click()
    expect(page.locator("details.practice form", has_text="Aoi")).to_have_count(0)
