"""At the door: somebody is entered for cash in one step, and what is refused says which act helps."""

from __future__ import annotations

import pytest
from django.test import Client

from club.cashier import chip_accounts
from club.house import house_rules
from club.models import Entry as LedgerEntry
from club.models import Player, Shift, Slip, Transfer
from club.people import people
from tests.support.desk import NIGHT, user_of
from tests.tournaments.conftest import Evening, wallet
from tournaments.desk import reception, registration
from tournaments.floor import reported_knockouts
from tournaments.models import Entry, Purchase, Tournament
from tournaments.running import event_start

PRICE = 1_100


@pytest.fixture
def ito(evening: Evening) -> Player:
    house_rules.change({"ClubRules.unit_symbol": "G"}, by=None, now=NIGHT)
    return people.enrol("Ito", reading="いとう", now=NIGHT)


@pytest.fixture
def event(evening: Evening) -> Tournament:
    return evening.tournament(cards="physical", rebuys=2, rebuy_price=500, rebuy_chips=1000, rebuy_until_level=6)


@pytest.fixture
def rie(db: None) -> Client:
    client = Client()
    client.force_login(user_of("rie", "reception"))
    return client


def said(client: Client, event: Tournament, what: str, player: Player, *, paid: bool, key: str = "k") -> str:
    address = f"/tournaments/{event.pk}/reception/{what}/" + ("?paid=1" if paid else "")
    answer = client.post(address, {"player": player.pk, "key": key}, follow=True, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_somebody_is_entered_for_cash_with_one_slip_and_a_second_tap_is_the_same(rie, event, ito):
    found = rie.get("/reception/found/", {"q": "いとう", "event": event.pk}, headers={"accept-language": "en"})
    assert "Enter, G1,100 paid" in found.content.decode()
    for _tap in range(2):
        page = said(rie, event, "entry", ito, paid=True)
        assert "Ito is entered in Test." in page
        assert "/desk/slips/1/receipt.pdf" in page
    slip = Slip.objects.get()
    assert (slip.cash, slip.transfer.why, wallet(ito)) == (PRICE, "Test", 0)
    assert Entry.objects.get().player == ito
    assert rie.get("/desk/slips/1/receipt.pdf")["Content-Type"] == "application/pdf"


def test_whoever_has_no_chips_is_refused_in_words_for_the_door_with_the_act_that_helps(rie, event, ito):
    page = said(rie, event, "entry", ito, paid=False)
    assert "Ito&#x27;s wallet holds G0 chips: take G1,100 now?" in page
    assert "Enter, G1,100 paid" in page
    said(rie, event, "entry", ito, paid=True)
    assert "Ito is registered already." in said(rie, event, "entry", ito, paid=True, key="another")
    assert Slip.objects.count() == 1, "what is refused takes no money"


def test_a_rebuy_is_sold_for_cash_the_same_way(event, ito, evening):
    for player in (ito, people.enrol("Abe", now=NIGHT), people.enrol("Endo", now=NIGHT)):
        evening.give(player, PRICE)
        registration.enter_at_desk(event.pk, player, paid=False, key="", now=evening.now, by=None)
    event_start.start(event.pk, now=evening.now, by=None)
    number = Entry.objects.get(player=ito).number
    reported_knockouts.knock_out(event.pk, [number], now=evening.now, by=None)
    page = Client()
    page.force_login(user_of("ria", "reception"))
    asked = page.get("/reception/", headers={"accept-language": "en"}).content.decode()
    assert "Rebuy, G500 paid" in asked, "who is out of chips is offered it without being looked for"
    before, rie = Transfer.objects.count(), user_of("rie", "reception")
    (offer,) = reception.standing(Tournament.objects.get(), ito, now=evening.now).offers
    assert (offer.what, offer.price, offer.has_chips) == (reception.What.REBUY, 500, False)
    assert offer.is_open, offer.why
    how = {"key": "k", "by": rie, "now": evening.now, "source": ""}
    slip = reception.sell(event.pk, ito, reception.What.REBUY, paid=True, **how)
    assert Purchase.objects.get().entry.player == ito
    assert (slip.cash, slip.transfer.why, wallet(ito)) == (500, "Test", 0)
    assert Transfer.objects.count() - before == 3, "sold, paid for, and the chips"
    assert "Rebuy, G500 paid" not in page.get("/reception/", headers={"accept-language": "en"}).content.decode()


def test_a_house_that_serves_in_shifts_only_does_so_at_the_door_too(rie, event, ito):
    house_rules.change({"ClubRules.desk_needs_shift": True}, by=None, now=NIGHT)
    assert "Count your tray and open a shift first." in said(rie, event, "entry", ito, paid=True)
    assert not LedgerEntry.objects.exists()
    assert not Shift.objects.exists()
    assert chip_accounts.wallet(ito).balance == 0


def test_the_desks_page_of_a_player_offers_the_events(event, ito):
    cara = Client()
    cara.force_login(user_of("cara", "cashier"))
    page = cara.get(f"/desk/players/{ito.pk}/", headers={"accept-language": "ja"}).content.decode()
    assert f"/tournaments/{event.pk}/reception/entry/?paid=1" in page
