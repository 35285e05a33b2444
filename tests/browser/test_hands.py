"""Hands that are over, in a real browser: the list, the replay by keys, the proof of a deal, statistics, study, tokens."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.cashier import cashier
from club.models import Player
from club.people import people
from engine.betting.hand import Stakes
from engine.games.decisions import CALL
from tables.cash import new_tables, seating
from tables.dealing import dealer, settlement
from tables.hand.fair_deals import add_word
from tables.hand.hand_in_play import Play
from tables.models import Decision, Hand
from tests.browser.conftest import PASSWORD, PHONE, assert_fits, shoot
from tests.browser.playing import wait_for_state
from tests.support.budget import sweep
from tests.support.tables.phh_hands import HAND

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening(person) -> list[Hand]:
    """Hands of mika and three computer players, settled."""
    now = timezone.now() - timedelta(days=2)
    names = ("mika", "Aoi", "Ren", "Sora")
    players = [
        people.enrol(name, user=person(name) if name == "mika" else None, is_computer=name != "mika", now=now)
        for name in names
    ]
    stakes = Stakes(limit="no", small_blind=50, big_blind=100)
    table = new_tables.open_table(
        new_tables.Opening(name="Blue", game="holdem", stakes=stakes, pause=9999.0), by=None, now=now
    )
    for seat, player in enumerate(players, 1):
        cashier.buy_chips(player, 500_000, key=f"gift-{player.pk}", by=None, now=now)
        seating.sit_down(table.pk, player, seat, 20_000, key=f"seat-{seat}", now=now)
    rng, rows = random.Random(4), []
    for number in range(1, 13):
        at = now + timedelta(hours=4 * number)
        if number == 12:
            add_word(table.pk, 12, "七転び八起き", by=players[0], now=at)
        row = dealer.deal(table.pk, now=at, seed=bytes([number]) * 32)
        rows.append(row)
        with_all(row, rng, at)
    return rows


def with_all(row: Hand, rng: random.Random, at, *, gives_up: float = 0.2) -> None:
    """Play a hand to its end: everybody goes along, or does the least now and then; with 0 all call to the showdown."""
    from django.db import transaction

    with transaction.atomic():
        row = Hand.objects.get(pk=row.pk)
        play = Play(row.table, row, at)
        while play.hand.asks:
            ask = play.hand.asks[0]
            verbs = {offer.verb: offer for offer in ask.offers}
            decision = ask.default if rng.random() < gives_up or "call" not in verbs else ask.sample(rng)
            if not gives_up and "call" in verbs:
                decision = CALL
            if decision.verb == "raise" and decision.amount > 600:
                decision = ask.default
            play.answer(ask, decision, Decision.Source.PLAYER)
        play.close()
    settlement.resolve(row.pk, now=at)


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP"])
def test_a_phone_shows_who_won_or_lost_how_much_beside_seven_cards(open_page, person, locale):
    now = timezone.now() - timedelta(days=1)
    stakes = Stakes(limit="fixed", ante=20, bring_in=25, small_bet=100, big_bet=200)
    opening = new_tables.Opening(name="Blue", game="stud8", stakes=stakes, pause=9999.0)
    table = new_tables.open_table(opening, by=None, now=now)
    for seat, name in enumerate(("mika", "Konstantinos", "さくらもち"), 1):
        player = people.enrol(name, user=person("mika") if seat == 1 else None, is_computer=seat > 1, now=now)
        cashier.buy_chips(player, 500_000, key=f"gift-{seat}", by=None, now=now)
        seating.sit_down(table.pk, player, seat, 20_000, key=f"seat-{seat}", now=now)
    row = dealer.deal(table.pk, now=now + timedelta(hours=1), seed=bytes(32))
    with_all(row, random.Random(2), now + timedelta(hours=1), gives_up=0)
    page = open_page(f"/hands/{row.pk}/", login="mika", size=PHONE, locale=locale)
    assert page.locator(".hand-players .card").count() >= 7
    wide, room = page.evaluate(
        "() => { const one = document.querySelector('section:has(> .hand-players)'); return [one.scrollWidth, one.clientWidth]; }"
    )
    assert wide <= room
    highest = (
        "() => Math.max(...[...document.querySelectorAll('.hand-players .in-line')].map((one) => one.clientHeight))"
    )
    assert page.evaluate(highest) <= 90, "seven cards take two lines"
    shoot(page, f"hand-players-{locale}")


@sweep(
    ("language", "size"),
    [("en-GB", None), ("en-GB", PHONE), ("ja-JP", None), ("ja-JP", PHONE)],
    ids=["en-desktop", "en-phone", "ja-desktop", "ja-phone"],
)
def test_a_player_looks_back_at_the_evening(open_page, evening, size, language):
    more = {"size": size} if size else {}
    Player.objects.filter(nickname="mika").update(language=language[:2])
    name = f"{'phone' if size else 'desktop'}-{language[:2]}"
    page = open_page("/me/hands/", login="mika", locale=language, **more)
    assert page.locator("tbody tr").count() == 12
    assert_fits(page)
    shoot(page, f"own-hands-{name}")
    page.goto("/me/sittings/")
    assert_fits(page)
    shoot(page, f"own-sittings-{name}")
    page.goto("/me/statistics/")
    assert page.locator("figure svg").is_visible()
    assert_fits(page)
    shoot(page, f"own-statistics-{name}")
    row = evening[-1]
    page.goto(f"/hands/{row.pk}/verify/")
    assert page.locator(".verdict.yes").is_visible()
    assert "七転び八起き" in page.content()
    assert_fits(page)
    shoot(page, f"verify-{name}")
    page.goto(f"/hands/{row.pk}/")
    assert_fits(page)
    shoot(page, f"hand-{name}")
    page.goto("/me/tokens/")
    page.fill("#name", "my bot")
    page.fill("#password", PASSWORD)
    page.click("main form button >> nth=-1")
    assert len(page.locator("#token").inner_text()) == 64
    assert_fits(page)
    shoot(page, f"tokens-{name}")
    page.goto(f"/tables/{row.table_id}/")
    page.fill("#own-word", "猫")
    page.click(".next-pack button")
    page.wait_for_selector(".next-pack li")
    assert "猫" in page.locator(".next-pack li").inner_text()
    assert_fits(page)
    shoot(page, f"next-pack-{name}")


@sweep("size", [None, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_replay_goes_by_keys_and_by_taps(open_page, evening, size):
    more = {"size": size} if size else {}
    row = max(evening, key=lambda row: row.decisions.count())
    last = row.decisions.count()
    page = open_page(f"/hands/{row.pk}/replay/", login="mika", **more)
    steps = page.locator(".steps [role=status]")
    assert steps.inner_text() == f"0 / {last}"
    assert_fits(page)
    shoot(page, f"replay-first-{'phone' if size else 'desktop'}")
    for step in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        wait_for_state(page, f"document.querySelector('.steps [role=status]').innerText.startsWith('{step} /')")
    page.keyboard.press("ArrowLeft")
    wait_for_state(page, "document.querySelector('.steps [role=status]').innerText.startsWith('2 /')")
    page.keyboard.press("End")
    wait_for_state(page, f"document.querySelector('.steps [role=status]').innerText === '{last} / {last}'")
    assert page.locator(".outcome").is_visible()
    expect(page).to_have_url(re.compile(f"step={last}$"))
    assert_fits(page)
    shoot(page, f"replay-last-{'phone' if size else 'desktop'}")
    page.locator("[data-step=Home]").click()
    wait_for_state(page, "document.querySelector('.steps [role=status]').innerText.startsWith('0 /')")


@sweep("size", [None, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_pasted_hand_is_studied(open_page, evening, size):
    more = {"size": size} if size else {}
    page = open_page("/me/studies/", login="mika", **more)
    page.fill("#text", HAND.replace('"p2 cc"', '"p2 cbr 1"', 1))
    page.click("main form button")
    assert "p2 cbr 1" in page.locator(".notice.error").inner_text()
    page.fill("#text", HAND)
    page.click("main form button")
    page.click("tbody a")
    page.wait_for_url("**/1/")
    page.wait_for_load_state()
    page.keyboard.press("End")
    page.wait_for_selector(".outcome")
    assert_fits(page)
    shoot(page, f"study-{'phone' if size else 'desktop'}")
