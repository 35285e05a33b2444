"""The admin in the browser: its first page with figures and charts, and the list of members."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.cashier import cashier
from club.ledger import audit, ledger
from club.people import people, roles
from tests.browser.conftest import DESKTOP, PHONE, shoot
from tests.browser.playing import wait_for_state
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_manager_sees_chips_rake_players_and_the_books_at_a_glance(open_page, person, size):
    roles.give_role(person("olga"), "owner")
    now = timezone.now()
    rake = ledger.open_account("house", "rake")
    for n in reversed(range(12)):  # the ledger dates no line before the last
        player = people.enrol(f"Player {n}", now=now)
        cashier.buy_chips(player, 1000, key=f"in {n}", by=None, now=now - timedelta(days=n))
        moves = {ledger.open_account(player.owner, "wallet").pk: -(10 + 7 * n), rake.pk: 10 + 7 * n}
        ledger.post(f"rake {n}", moves, purpose="hand", reference="hand:1", now=now - timedelta(days=n))
    audit.run(now=now)
    page = open_page("/admin/", size=size, login="olga")
    expect(page.locator("#audit-state")).to_contain_text("The books balanced")
    expect(page.locator("canvas.chart")).to_have_count(2)
    drawn = (
        "canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some(one => one > 0)"
    )
    for chart in page.locator("canvas.chart").all():
        chart.scroll_into_view_if_needed()
        wait_for_state(page, drawn, arg=chart.element_handle())
    page.evaluate("scrollTo(0, 0)")
    shoot(page, f"admin-{size['width']}")
    page.goto("/admin/club/player/")
    expect(page.locator("a", has_text="Import and export")).not_to_have_count(0)  # on a phone behind a menu
    shoot(page, f"admin-members-{size['width']}")
