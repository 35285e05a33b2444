"""The pages share the API's doors: what a form does, what a refused form answers, with htmx and without."""

from __future__ import annotations

import re

import pytest

from club.people import roles
from engine.betting.hand import Stakes
from tables.breaking_and_closing import closing_tables
from tables.dealing import dealer, player_decisions
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, Sitting, Table
from tests.support.markup import squeezed
from tests.tables.conftest import wallet

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def anna(house, client):
    player = house.person("anna")
    client.force_login(player.user)
    return player


def test_a_stranger_is_asked_to_log_in(client, house):
    table = house.table()
    for address in ("/tables/", f"/tables/{table.pk}/", f"/tables/{table.pk}/felt/"):
        assert client.get(address).status_code == 302


def test_from_the_lobby_to_a_seat_and_back(client, house, anna):
    table = house.table()
    assert table.name in client.get("/tables/").content.decode()
    page = client.get(f"/tables/{table.pk}/").content.decode()
    assert "<html" in page
    key = re.search(r'name="key" value="([\w-]+)"', page)[1]
    form = {"seat": "3", "buy_in": "5,000", "key": key}
    for _ in range(2):  # a form sent twice
        answer = client.post(f"/tables/{table.pk}/sit-down/", form, headers=HTMX)
        assert answer.status_code == 200
        assert "<html" not in answer.content.decode()
    assert wallet(anna) == 5000
    assert client.post(f"/tables/{table.pk}/sit-out/").status_code == 302, "without htmx: back to the page"
    assert Sitting.objects.get().state == "out"
    client.post(f"/tables/{table.pk}/come-back/")
    assert Sitting.objects.get().state == "active"
    client.post(f"/tables/{table.pk}/top-up/", {"amount": "1000", "key": "more"})
    assert wallet(anna) == 4000
    client.post(f"/tables/{table.pk}/stand-up/")
    assert wallet(anna) == 10_000


@pytest.mark.parametrize("role", ["", "director"])
def test_a_closed_table_says_so_and_offers_no_seat_no_line_and_no_next_hand(client, house, anna, now, role):
    if role:
        roles.give_role(anna.user, role)
    for kind in ("dealt", "recorded"):
        table = house.table(kind=kind)
        offers = ("sit-down", "data-take", "take-seat", "is sealed") if kind == "dealt" else ("take-seat",)
        address = f"/tables/{table.pk}/felt/"
        is_offered = client.get(address).content.decode()
        assert any(offer in is_offered for offer in offers)
        closing_tables.close_table(table.pk, by=None, now=now)
        shown = client.get(address).content.decode()
        assert "This table is closed." in shown
        assert not [offer for offer in ("sit-down", "data-take", "take-seat", "is sealed") if offer in shown]


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["htmx", "plain"])
def test_a_refused_form_says_so_on_the_page(client, house, anna, headers):
    table = house.table()
    for form, status in [
        ({"seat": "3", "buy_in": "1", "key": "k"}, 422),
        ({"seat": "3", "buy_in": "lots", "key": "k"}, 422),
        ({"seat": "99", "buy_in": "5000", "key": "k"}, 422),
        ({"seat": "3", "buy_in": "5000"}, 422),
        ({"seat": "3", "buy_in": "20000", "key": "k"}, 409),
    ]:
        answer = client.post(f"/tables/{table.pk}/sit-down/", form, headers=headers)
        assert answer.status_code == status, form
        page = answer.content.decode()
        assert 'role="alert"' in page
        assert ("<html" in page) is (not headers)
    assert client.post(f"/tables/{table.pk}/stand-up/", headers=headers).status_code == 409
    assert not Sitting.objects.exists()


def test_a_decision_by_a_button(client, house, anna, now):
    ben = house.person("ben")
    table = house.seated(anna, ben)
    row = dealer.deal(table.pk, now=now)
    ask = rebuilt(row).asks[0]
    player = row.seats.get(seat=ask.seat).player
    client.force_login(player.user)
    page = client.get(f"/tables/{table.pk}/felt/").content.decode()
    assert f'name="ask" value="{ask.number}"' in page
    form = {"hand": row.pk, "ask": ask.number, "decision": "raise"}
    answer = client.post(f"/tables/{table.pk}/decide/", form | {"amount": "150"}, headers=HTMX)
    assert answer.status_code == 422
    assert "200" in re.search(r'role="alert">([^<]*)<', answer.content.decode())[1], "it says the least raise"
    answer = client.post(f"/tables/{table.pk}/decide/", form | {"amount": "1,200"}, headers=HTMX)
    assert answer.status_code == 200
    decision = Decision.objects.get()
    assert (decision.text, decision.user) == ("raise 1200", player.user)
    assert decision.device.startswith("page 127.0.0.1")
    answer = client.post(f"/tables/{table.pk}/decide/", form | {"decision": "fold"}, headers=HTMX)
    assert answer.status_code == 409
    assert 'role="alert"' in answer.content.decode()


def test_unknown_tables_and_hands_are_pages_too(client, anna):
    for address in ("/tables/999/", "/hands/999/"):
        answer = client.get(address)
        assert answer.status_code == 404
        assert 'role="alert"' in answer.content.decode()
    assert client.post("/tables/999/stand-up/").status_code == 404


def test_a_hand_that_is_over_can_be_read_again(client, house, anna, now):
    ben = house.person("ben")
    table = house.seated(anna, ben, pause=60.0)
    row = dealer.deal(table.pk, now=now)
    ask = rebuilt(row).asks[0]
    player_decisions.decide(table.pk, row.pk, ask.number, "fold", by=row.seats.get(seat=ask.seat).player, now=now)
    house.settle()
    assert Hand.objects.get().state == "settled"
    page = client.get(f"/hands/{row.pk}/").content.decode()
    assert row.commitment in page
    answer = client.get(f"/api/v1/hands/{row.pk}/phh/")
    assert answer["Content-Type"].startswith("text/plain")
    assert 'variant = "NT"' in answer.content.decode()


def sizes_on(client, table, row) -> tuple[list[tuple[int, str]], str]:
    """The sizes that the raise box offers whoever is asked, with their labels, and the page."""
    client.force_login(row.seats.get(seat=rebuilt(row).asks[0].seat).player.user)
    page = squeezed(client.get(f"/tables/{table.pk}/felt/").content.decode())
    return [(int(chips), label.strip()) for chips, label in re.findall(r'data-size="(\d+)"[^>]*>([^<]*)<', page)], page


OPENINGS = [(200, "Min"), (220, "2.2 BB"), (250, "2.5 BB")]
# After a raise to 200 the pot after the call is 400: S0.12.
PARTS = [(300, "Min"), (400, "½ pot"), (466, "⅔ pot")]


@pytest.mark.parametrize(
    ("limit", "openings", "parts", "steps"),
    [
        ("no", [*OPENINGS, (300, "3 BB"), (5000, "All-in")], [*PARTS, (600, "Pot"), (5000, "All-in")], (100, 100)),
        ("pot", [*OPENINGS, (300, "Pot")], [*PARTS, (600, "Pot")], (1, 1)),
    ],
)
def test_s0_12_the_raise_box_offers_big_blinds_and_then_parts_of_the_pot_after_the_call(
    client, house, anna, now, limit, openings, parts, steps
):
    stakes = Stakes(limit=limit, small_blind=50, big_blind=100)
    table = house.seated(anna, house.person("ben"), stakes=stakes)
    row = dealer.deal(table.pk, now=now)
    found, page = sizes_on(client, table, row)
    assert found == openings
    assert f'min="200" max="{openings[-1][0]}" step="{steps[0]}"' in page
    assert 'data-pot="200" data-highest="100" data-blind="100"' in page
    assert "Pot odds 3.0 : 1, to call 25 %" in page
    ask = rebuilt(row).asks[0]
    player_decisions.decide(table.pk, row.pk, ask.number, "raise 200", by=row.seats.get(seat=ask.seat).player, now=now)
    found, page = sizes_on(client, table, row)
    assert found == parts
    assert f'min="300" max="{parts[-1][0]}" step="{steps[1]}"' in page


def test_in_stud_nobody_has_a_button_and_the_bring_in_is_called_so(client, house, anna, now):
    stakes = Stakes(limit="fixed", ante=10, bring_in=20, small_bet=100, big_bet=200)
    table = house.seated(anna, house.person("ben"), game="seven-card-stud", stakes=stakes, buy_in=10_000)
    row = dealer.deal(table.pk, now=now)
    _sizes, page = sizes_on(client, table, row)
    assert re.search(r'value="call"[^>]*>Bring-in<b class="number">20<', page)
    assert "button-disc" not in page
    ask = rebuilt(row).asks[0]
    player_decisions.decide(table.pk, row.pk, ask.number, "call", by=row.seats.get(seat=ask.seat).player, now=now)
    _sizes, page = sizes_on(client, table, row)
    assert re.search(r'value="call"[^>]*>Call<b class="number">20<', page)
    assert "Complete to" in page


def test_a_table_for_real_cards_is_opened_on_the_page(client, house):
    client.force_login(house.person("dora", role="director", chips=0).user)
    form = {"game": "holdem", "limit": "no", "small_blind": "50", "big_blind": "100", "name": "Live"}
    assert client.post("/tables/open/", form | {"kind": "recorded"}).status_code == 302
    table = Table.objects.get()
    assert table.kind == Table.Kind.RECORDED
    assert "Begin hand 1" in client.get(f"/tables/{table.pk}/record/").content.decode()
    pages = [client.post("/tables/open/", form | {"name": "Tapped twice", "key": "one form"}).url for _tap in range(2)]
    assert pages[0] == pages[1]
    client.post("/tables/open/", form | {"kind": "imagined"})
    assert Table.objects.latest("pk").kind == Table.Kind.DEALT
