"""How many taps and seconds a hand with real cards takes to enter, beside what was aimed at; not a test: `just entering`.

A person taps about once a second. What is printed is the number of taps, the seconds the page needed for all of them, and both
together.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from club.people.people import player_of
from club.people.roles import give_role
from engine.betting.hand import Stakes
from tables.cash import new_tables
from tables.models import Hand, Table
from tests.browser.conftest import PHONE
from tests.browser.playing import NO_LIMIT, rich, seat_at

pytestmark = pytest.mark.django_db(transaction=True)
SECOND_A_TAP = 1.0


@dataclass
class Taps:
    """Taps on a page, counted and timed."""

    page: Page
    count: int = 0
    began: float = 0.0

    def begin(self) -> None:
        self.count, self.began = 0, time.monotonic()

    def key(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(name)).first.click()
        self.count += 1

    def at(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.count += 1

    def report(self, what: str, most_taps: int | None, most_seconds: float | None) -> None:
        spent = time.monotonic() - self.began
        aims = [f"{most_taps} taps" if most_taps else "", f"{most_seconds} s" if most_seconds else ""]
        total = spent + self.count * SECOND_A_TAP
        aim = " and ".join(filter(None, aims))
        print(f"\n{what}: {self.count} taps, {spent:.1f} s of the page, {total:.1f} s at a tap a second (goal: {aim})")


def seated(person: Callable[[str], object], count: int, **fields: object) -> Table:
    opening = new_tables.Opening(
        **{
            "name": "Live", "game": "holdem", "stakes": NO_LIMIT, "seats": count, "kind": "recorded", "min_buy_in": 2_000,
            "max_buy_in": 20_000,
        } | fields
    )  # fmt: skip
    table = new_tables.open_table(opening, by=None, now=timezone.now())
    for seat in range(1, count + 1):
        seat_at(table, rich(player_of(person(f"player{seat}"))), seat)
    give_role(person("dora"), "director")
    return table


def settled(table: Table) -> None:
    deadline = time.monotonic() + 60
    while not Hand.objects.filter(table=table, state=Hand.State.OVER).exists():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_three_handed(open_page, person):
    table = seated(person, 3)
    taps = Taps(open_page(f"/tables/{table.pk}/record/", size=PHONE, login="dora"))
    expect(taps.page.locator("#entry-keys")).to_be_visible()
    taps.begin()
    for name in ("^Call", "^Fold", "^Fold"):
        taps.key(name)
    settled(table)
    taps.report("three-handed, call, fold, fold", 3, None)


def test_nine_handed_with_a_flop(open_page, person):
    table = seated(person, 9)
    taps = Taps(open_page(f"/tables/{table.pk}/record/", size=PHONE, login="dora"))
    expect(taps.page.locator("#entry-keys")).to_be_visible()
    taps.begin()
    before = ["^Fold", "^Fold", "^Fold", "^300$", "^Fold", "^Call", "^Fold", "^Fold", "^Call"]
    flop = ["^Check", "^Check", "^500$", "^Fold", "^Fold"]
    for name in before + flop:
        taps.key(name)
    settled(table)
    taps.report("nine-handed, a raise, two calls, a flop, a bet", None, 20)


def test_chinese_by_rows_and_royalties(open_page, person):
    table = seated(person, 3, game="ofc-pineapple", stakes=Stakes(limit="points", point=10))
    taps = Taps(open_page(f"/tables/{table.pk}/scores/?way=lines", size=PHONE, login="dora"))
    expect(taps.page.locator(".score-table")).to_be_visible()
    taps.begin()
    for first, second in ((1, 2), (2, 1), (1, 3)):
        taps.at(f".score-key.is-player:has-text('player{first}')")
        taps.at(f".score-key.is-player:has-text('player{second}')")
    for royalty, key in (("player1, Front +", "^7 QQ"), ("player2, Middle +", "^2 "), ("player1, Back +", "^4 ")):
        taps.at(f"[aria-label='{royalty}']")
        taps.key(key)
    expect(taps.page.locator(".score-line")).to_have_count(3)
    taps.key("^Post the hand")
    settled(table)
    taps.report("Chinese, three players by rows and royalties", None, 25)
