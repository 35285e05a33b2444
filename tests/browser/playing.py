"""What a test does to get people to a table and a hand to its end."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from playwright.sync_api import Error, Page, expect

from club.cashier import cashier
from club.models import Player
from engine.betting.hand import Stakes
from tables.cash import seating
from tables.models import Hand, Sitting, Table
from tests.patience import PATIENCE

NAMES = ("Aiko", "Ben", "Chiyo", "Daisuke", "Emi")
BUY_IN = 10_000
NO_LIMIT = Stakes(limit="no", small_blind=50, big_blind=100)


def rich(player: Player | None) -> Player:
    assert player is not None
    cashier.buy_chips(player, 100_000, key=f"gift-{player.pk}", by=None, now=timezone.now())
    return player


def seat_at(table: Table, player: Player, seat: int) -> Sitting:
    return seating.sit_down(table.pk, player, seat, BUY_IN, key=f"sit-{player.pk}", now=timezone.now())


def deal(table: Table) -> None:
    """Have the next hand dealt now, if one can be."""
    Table.objects.filter(pk=table.pk, deal_at__isnull=False).update(deal_at=timezone.now())


def deal_in(table: Table, player: Player) -> None:
    """Hands are dealt until one has the player in it."""
    until = time.monotonic() + PATIENCE
    while not Hand.objects.filter(table=table, seats__player=player).exists():
        assert time.monotonic() < until, "the player is not dealt in"
        deal(table)
        time.sleep(0.1)


def click_along(page: Page) -> None:
    """Check or call; stand pat; show."""
    page.locator("[data-answer] .act.call, [data-answer] .act.raise").first.click()


def play_until_over(page: Page, choose: Callable[[Page], None]) -> None:
    """Answer whatever is asked until the result stands on the felt."""
    deadline = time.monotonic() + 4 * PATIENCE
    while time.monotonic() < deadline:
        expect(page.locator("[data-answer] .act, .outcome").first).to_be_visible()
        if page.locator(".outcome").count():
            return
        asked = page.locator("[data-answer] input[name=ask]").get_attribute("value")
        choose(page)
        wait_until_not_asked(page, asked)
    raise AssertionError("the hand did not end")


def play_among_until_over(*pages: Page, choose: Callable[[Page], None] = click_along) -> None:
    """Whoever is asked answers by `choose`, until the result stands on every felt."""
    deadline = time.monotonic() + 4 * PATIENCE
    while time.monotonic() < deadline:
        if all(page.locator(".outcome").count() for page in pages):
            return
        for page in pages:
            if page.locator("[data-answer] .act").count():
                asked = page.locator("[data-answer] input[name=ask]").get_attribute("value")
                choose(page)
                wait_until_not_asked(page, asked)
        time.sleep(0.05)
    raise AssertionError("the hand did not end")


def wait_until_not_asked(page: Page, asked: str | None) -> None:
    wait_for_state(
        page, "asked => !document.querySelector(`[data-answer] input[name=ask][value='${asked}']`)", arg=asked
    )


UNTIL = """async ([arg, seconds]) => {
  const ends = performance.now() + 1000 * seconds;
  while (performance.now() < ends) {
    const said = (STATE);
    if (await (typeof said === "function" ? said(arg) : said)) return true;
    await new Promise((go) => setTimeout(go, 10));
  }
  return false;
}"""


def wait_for_state(page: Page, state: str, *, arg: Any = None) -> None:
    """Wait until the page is in that state: an expression, or a function of `arg`.

    Playwright's own way has the page evaluate a text, which the page's policy refuses.
    """
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        try:
            assert page.evaluate(UNTIL.replace("STATE", state), [arg, PATIENCE / 2]), state
            return
        except Error as gone:  # the page went on to another
            if "context was destroyed" not in str(gone):
                raise
    raise AssertionError(state)
