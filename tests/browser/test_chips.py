"""My chips: the balance, every line behind it, page by page."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.cashier import cashier
from club.ledger import statements
from club.people.people import player_of
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.budget import sweep

pytestmark = pytest.mark.django_db(transaction=True)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_every_line_is_shown_newest_first_page_by_page(open_page, person, size):
    player = player_of(person("mika"))
    lines = statements.LINES + 3
    for n in range(1, lines + 1):
        cashier.buy_chips(player, 100 * n, key=f"gift-{n}", by=None, now=timezone.now())
    total = sum(100 * n for n in range(1, lines + 1))

    page = open_page("/chips/", size=size, login="mika")
    expect(page.locator(".balance")).to_have_text(f"{total:,}")
    rows = page.locator("table.list tbody tr")
    expect(rows).to_have_count(statements.LINES)
    expect(rows.first.locator("td.n").first).to_have_text(f"+{100 * lines:,}")
    expect(rows.first.locator("td.n").last).to_have_text(f"{total:,}")
    assert_fits(page)
    shoot(page, f"chips-{size['width']}")

    page.get_by_role("link", name="Older").click()
    expect(rows).to_have_count(3)
    expect(rows.last.locator("td.n").last).to_have_text("100")
    expect(page.get_by_role("link", name="Older")).to_have_count(0)


def test_the_purse_of_somebody_else_is_not_shown(open_page, person):
    other = player_of(person("other"))
    cashier.buy_chips(other, 500, key="gift", by=None, now=timezone.now())
    account = statements.accounts_of(other)[0]
    person("mika")
    page = open_page(f"/chips/?account={account.pk}", login="mika")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
