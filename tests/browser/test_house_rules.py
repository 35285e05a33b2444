"""The house rules in the browser: read by players, set by the owner."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from club.house import house_rules
from club.models import User
from club.people.roles import give_role
from engine.games.play_rules import PlayRules
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_the_owner_sets_a_rule_and_players_read_it(open_page, person, size):
    person("olga")
    give_role(User.objects.get(username="olga"), "owner")
    page = open_page("/house-rules/edit/", size=size, login="olga")
    assert_fits(page)
    shoot(page, f"house-rules-edit-{size['width']}")
    search = page.get_by_label("Search")
    search.fill("nothing has these words")
    expect(page.get_by_text("No rule has these words.")).to_be_visible()
    search.fill("rake percent")
    expect(page.get_by_label("Who opens when boards tie")).to_be_hidden()
    search.fill("")
    page.locator("#group-4 summary").click()
    page.get_by_label("Rake (per cent)", exact=True).fill("5")
    page.get_by_label("Who opens when boards tie").select_option("higher suit")
    page.get_by_label("Why").fill("as agreed at the meeting")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Rules changed: 2")).to_be_visible()
    resolved = house_rules.resolve(PlayRules)
    assert (resolved.rake_percent, resolved.board_tie) == (5, "higher suit")

    page = open_page("/house-rules/", size=size)
    expect(page.locator(".is-changed")).to_have_count(2)
    assert_fits(page)
    shoot(page, f"house-rules-{size['width']}")
