"""The director's floor: a knock-out and its undo are one tap each, moves are confirmed in one, at the size of a phone."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, expect

from club.cashier import cashier
from club.people.people import enrol
from club.people.roles import give_role
from tests.browser.conftest import DESKTOP, PHONE, assert_fits, shoot
from tests.support.budget import sweep
from tournaments.desk import registration
from tournaments.floor import real_card_tables, reported_knockouts
from tournaments.log.state import State
from tournaments.models import Structure, Tournament
from tournaments.running import event_start
from tournaments.structures import sheet_import

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def felt(transactional_db) -> Tournament:
    """Seven players with real cards at two tables."""
    now = timezone.now()
    sheet_import.take_in_own(now=now)
    structure = Structure.objects.get(key="club-turbo")
    chosen = {"cards": "physical", "table_size": 6, "seed": bytes(32)}
    row = event_start.announce("Tuesday with real cards", structure, buy_in=0, starts_at=None, now=now, **chosen)
    for name in ("Aiko", "Ben", "Chiyo", "Daisuke", "Emi", "Fumio", "Goro", "Hana", "Ichiro"):
        registration.register(row.pk, enrol(name, now=now), now=now, key=name)
    event_start.start(row.pk, now=now)
    row.refresh_from_db()
    return row


def state(row: Tournament) -> State:
    row.refresh_from_db()
    return State.from_json(row.snapshot)


def test_a_proposed_deal_fits_a_phone_and_everybody_agrees_by_a_tap(
    open_page, person, transactional_db, streams, client
):
    dora, now = person("dora"), timezone.now()
    give_role(dora, "director")
    sheet_import.take_in_own(now=now)
    row = event_start.announce(
        "Deal",
        Structure.objects.get(key="club-turbo"),
        buy_in=1000,
        starts_at=None,
        now=now,
        cards="physical",
        seed=bytes(32),
    )
    for name in ("Aiko", "Ben", "Chiyo"):
        player = enrol(name, now=now)
        cashier.buy_chips(player, 1000, key=name, by=None, now=now)
        registration.register(row.pk, player, now=now, key=name)
    client.force_login(dora)
    client.post(f"/tournaments/{row.pk}/floor/start/")
    client.post(f"/tournaments/{row.pk}/floor/close-registration/", {"why": "all are here"})
    client.post(f"/tournaments/{row.pk}/floor/count/", {"entries": [1, 2, 3], "stacks": [7000, 5000, 3000]})
    page = open_page(f"/tournaments/{row.pk}/money/", size=PHONE, login="dora")
    page.get_by_role("button", name="Propose").click()
    consent = page.get_by_role("button", name="Agrees, at the table Aiko")
    expect(consent).to_be_visible()
    assert_fits(page)
    assert consent.bounding_box()["x"] + consent.bounding_box()["width"] < PHONE["width"], "off the page"
    consent.click()
    expect(page.get_by_role("button", name="Agrees, at the table")).to_have_count(2)


@sweep("size", [DESKTOP, PHONE], one_of=2, ids=["desktop", "phone"])
def test_a_knock_out_and_its_undo_are_one_tap_each(open_page, person, felt, streams, size):
    give_role(person("dora"), "director")
    page = open_page(f"/tournaments/{felt.pk}/floor/", size=size, login="dora")
    expect(page.locator(".floor-table")).to_have_count(2)
    assert_fits(page)
    shoot(page, f"floor-{size['width']}")
    level = page.locator(".floor-clock p")
    assert level.evaluate("one => one.scrollWidth <= one.clientWidth"), "the blinds run into the time"
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
        reported_knockouts.knock_out(felt.pk, [entry], now=now, by=None)
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


class Taps:
    """Counts what a director taps."""

    def __init__(self) -> None:
        self.count = 0

    def tap(self, what: Locator) -> None:
        what.click()
        self.count += 1

    def taken(self) -> int:
        count, self.count = self.count, 0
        return count


@pytest.fixture
def hunt(transactional_db) -> Tournament:
    """Nine players with real cards, bounties and rebuys at two tables."""
    now = timezone.now()
    sheet_import.take_in_own(now=now)
    chosen = {"cards": "physical", "table_size": 6, "seed": bytes(32), "bounty": 200, "rebuys": 2, "rebuy_price": 500}
    chosen |= {"rebuy_chips": 1500, "late_until_level": 3}
    structure = Structure.objects.get(key="club-turbo")
    row = event_start.announce("Bounties", structure, buy_in=1000, starts_at=None, now=now, **chosen)
    for name in ("Aiko", "Ben", "Chiyo", "Daisuke", "Emi", "Fumio", "Goro", "Hana", "Ichiro"):
        player = enrol(name, now=now)
        cashier.buy_chips(player, 10_000, key=name, by=None, now=now)
        registration.register(row.pk, player, now=now, key=name)
    event_start.start(row.pk, now=now)
    row.refresh_from_db()
    return row


def test_the_floor_takes_few_taps_on_a_phone(open_page, person, hunt, streams):
    """A knock-out with its bounty 3, a rebuy with its bounty 3, a move 2, undo 1, the clock 1."""
    give_role(person("dora"), "director")
    page, taps = open_page(f"/tournaments/{hunt.pk}/floor/", size=PHONE, login="dora"), Taps()
    names = {entry.number: entry.player.nickname for entry in hunt.entries.select_related("player")}
    first, second, third, *_rest = (names[entry] for _seat, entry in sorted(state(hunt).seated(1).items()))
    sheet = page.locator("dialog.seat-sheet")

    taps.tap(page.get_by_role("button", name=f"Out {first}"))
    taps.tap(sheet.get_by_text(second).first)
    assert_fits(page)
    taps.tap(sheet.get_by_role("button", name="Out", exact=True))
    expect(page.locator(".last-act")).to_contain_text(f"{first} out in place 9")
    assert taps.taken() == 3
    assert len(state(hunt).prize_state.settled) == 1

    taps.tap(page.locator(".last-act").get_by_role("button"))
    expect(page.get_by_role("button", name=f"Out {first}")).to_be_visible()
    assert taps.taken() == 1
    assert (len(state(hunt).alive), state(hunt).prize_state.settled) == (9, frozenset())

    taps.tap(page.get_by_role("button", name=f"Out {second}"))
    taps.tap(sheet.get_by_role("button", name="Rebuy", exact=True))
    expect(page.locator("#history")).to_contain_text(f"{second} bought a rebuy")
    assert taps.taken() == 2
    assert len(state(hunt).alive) == 9

    taps.tap(page.get_by_role("link", name=third))
    taps.tap(sheet.get_by_role("button", name=re.compile("Move to seat")).first)
    expect(page.locator(".last-act")).to_contain_text(third)
    assert taps.taken() == 2
    assert len(state(hunt).seated(2)) == 5

    taps.tap(page.locator(".floor-clock").get_by_role("button", name=re.compile("^Stop")))
    expect(page.locator(".floor-clock").get_by_role("button", name=re.compile("^Run"))).to_be_visible()
    assert taps.taken() == 1
    expect(page.locator("#history > table tbody tr")).to_have_count(10)


def test_the_floor_says_with_one_tap_that_the_reception_is_to_ask_for_a_rebuy(open_page, person, hunt, streams):
    give_role(person("dora"), "director")
    page, taps = open_page(f"/tournaments/{hunt.pk}/floor/", size=PHONE, login="dora"), Taps()
    _seat, entry = min(state(hunt).seated(1).items())
    name = hunt.entries.get(number=entry).player.nickname
    taps.tap(page.get_by_role("button", name=f"Rebuy? {name}"))
    expect(page.locator(".due")).to_contain_text(name)
    assert taps.taken() == 1
    assert list(state(hunt).deciding) == [entry]
    assert_fits(page)
    give_role(person("reni"), "reception")
    door = open_page("/reception/", size=PHONE, login="reni")
    sold = door.locator("#found button[formaction*='/rebuy/'][formaction$='paid=1']")
    sold.click()
    expect(door.get_by_text(f"{name} has bought a rebuy")).to_be_visible()
    assert not state(hunt).deciding


def test_several_out_in_one_hand_are_put_in_order_with_their_hunters(open_page, person, hunt, streams):
    give_role(person("dora"), "director")
    page = open_page(f"/tournaments/{hunt.pk}/floor/", size=PHONE, login="dora")
    (_, a), (_, b), (_, c), *_rest = sorted(state(hunt).seated(1).items())
    page.get_by_role("button", name="Several out").first.click()
    sheet = page.locator("dialog.seat-sheet")
    for entry in (a, b):
        sheet.locator(f"""[hx-vals='{{"add": "{entry}"}}']""").click()
        expect(sheet.locator(f"[name=entries][value='{entry}']")).to_be_attached()
    sheet.locator(f"label:has([value='{a}-{c}'])").click()
    sheet.locator(f"""[hx-vals='{{"up": "{b}"}}']""").click()
    expect(sheet.locator(".out-player").first.locator(f"[name=entries][value='{b}']")).to_be_attached()
    expect(sheet.locator(f"[value='{a}-{c}']")).to_be_checked()  # what was tapped is kept
    for answer in sheet.get_by_role("combobox").all():
        answer.select_option("out")
    assert_fits(page)
    shoot(page, "floor-several-390")
    sheet.get_by_role("button", name="Knock out").click()
    expect(page.locator("#history")).to_contain_text("out in place 9")
    now = state(hunt)
    assert (now.entries[b].best, now.entries[a].best) == (8, 9)
    assert set(now.prize_state.settled) == {a}  # of the other nobody has said yet who won it
