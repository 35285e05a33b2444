"""The director's floor: a knock-out and its undo are one tap each, moves are confirmed in one, at the size of a phone."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from club.people.people import enrol
from club.people.roles import give_role
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tournaments.desk import registration
from tournaments.floor import real_card_tables
from tournaments.log.state import State
from tournaments.models import Structure, Tournament
from tournaments.running import runner
from tournaments.structures import sheet_import

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def felt(transactional_db) -> Tournament:
    """Seven players with real cards at two tables."""
    now = timezone.now()
    sheet_import.take_in_own(now=now)
    structure = Structure.objects.get(key="club-turbo")
    chosen = {"cards": "physical", "table_size": 6, "seed": bytes(32)}
    row = runner.announce("Tuesday with real cards", structure, buy_in=0, starts_at=None, now=now, **chosen)
    for name in ("Aiko", "Ben", "Chiyo", "Daisuke", "Emi", "Fumio", "Goro", "Hana", "Ichiro"):
        registration.register(row.pk, enrol(name, now=now), now=now, key=name)
    runner.start(row.pk, now=now)
    row.refresh_from_db()
    return row


def state(row: Tournament) -> State:
    row.refresh_from_db()
    return State.from_json(row.snapshot)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_knock_out_and_its_undo_are_one_tap_each(open_page, person, felt, streams, size):
    give_role(person("dora"), "director")
    page = open_page(f"/tournaments/{felt.pk}/floor/", size=size, login="dora")
    expect(page.locator(".floor-table")).to_have_count(2)
    assert_fits(page)
    shoot(page, f"floor-{size['width']}")
    page.get_by_role("button", name="Out Chiyo").click()
    expect(page.locator(".last-act")).to_contain_text("Chiyo out in place 9")
    assert len(state(felt).alive) == 8
    page.locator(".last-act").get_by_role("button").click()
    expect(page.get_by_role("button", name="Out Chiyo")).to_be_visible()
    assert len(state(felt).alive) == 9


def test_the_chips_counted_are_told_within_the_width_of_a_phone(open_page, person, felt, streams):
    give_role(person("dora"), "director")
    real_card_tables.count(felt.pk, [1], [felt.starting_chips * 8], now=timezone.now(), by=None)
    page = open_page(f"/tournaments/{felt.pk}/floor/", size=PHONE, login="dora")
    expect(page.locator("main")).to_contain_text("chips counted")
    assert_fits(page)


def test_buttons_are_told_and_a_move_confirmed_by_tapping(open_page, person, felt, streams):
    give_role(person("dora"), "director")
    now = timezone.now()
    for entry in [one for _seat, one in sorted(state(felt).seated(2).items())][:1]:
        real_card_tables.knock_out(felt.pk, [entry], now=now, by=None)
    page = open_page(f"/tournaments/{felt.pk}/floor/", size=PHONE, login="dora")
    expect(page.locator(".due")).to_contain_text("tap the seat of the button")
    for table in page.locator(".floor-table").all():
        button = table.get_by_role("button", name=re.compile("The button is here")).first
        button.click()
        expect(button).to_have_class(re.compile("is-on"))  # one form is sent at a time
    expect(page.locator(".due-move")).to_have_count(1)
    shoot(page, "floor-move-390")
    page.goto(page.url.replace("/floor/", "/clock/"))
    expect(page.locator(".wall-moves")).to_be_visible()
    page.go_back()
    page.locator(".due-move").get_by_role("button", name=re.compile("^Done")).click()
    expect(page.locator(".due-move")).to_have_count(0)
    assert sorted(len(state(felt).seated(number)) for number in (1, 2)) == [4, 4]
    page.get_by_role("link", name="On paper").click()
    expect(page.locator(".seat-cards li")).to_have_count(8)
