"""The first button of a table: one card to each seat, the highest has it; or a seat by lot (S0.15)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.house import house_rules
from club.models import AuditEntry
from engine.cards import RANKS, parse_cards
from engine.games import high_card_for_button
from engine.mixes.rotation import Change
from tables.cash import seating
from tables.core import seeds
from tables.dealing import called_off_hands, dealer
from tables.hand import first_button
from tables.models import Hand
from tables.text import hand_narration
from tests.support.tables.mixed_tables import mixed_table

SUITS = "cdhs"


def height(text: str) -> tuple[int, int]:
    return RANKS.index(text[0]), SUITS.index(text[1])


@given(st.sets(st.integers(1, 10), min_size=1), st.binary(min_size=32, max_size=32))
def test_law_every_seat_has_one_card_of_the_pack_and_the_highest_is_the_button(seats, secret):
    cards = high_card_for_button.deal_for_button(seats, seeds.randomness_for(secret, "button"))
    assert set(cards) == seats
    assert len(set(cards.values())) == len(seats)
    assert all(0 <= card < 52 for card in cards.values())
    texts = {seat: first_button.Drawn(seat, {seat: card}).texts[str(seat)] for seat, card in cards.items()}
    assert high_card_for_button.first_dealer(cards) == max(texts, key=lambda seat: height(texts[seat]))


@pytest.mark.django_db
class TestDealt:
    """Where the server deals."""

    def test_the_first_hand_keeps_the_cards_and_tells_them(self, house, people, now):
        table = house.seated(*people)
        row = dealer.deal(table.pk, now=now)
        assert set(row.button_cards) == {"1", "2", "3"}
        highest = max(row.button_cards, key=lambda seat: height(row.button_cards[seat]))
        assert row.start["positions"][0] == int(highest)
        seen = house.client(people[0]).get(f"/api/v1/hands/{row.pk}/").json()
        assert seen["button_cards"] == row.button_cards
        lines = hand_narration.told(seen["view"], seen["names"], seen["button_cards"])
        assert [line["cards"] for line in lines[:3]] == [[row.button_cards[seat]] for seat in "123"]
        assert (lines[3]["name"], lines[3]["words"]) == (seen["names"][highest], "has the button")

    def test_the_hand_after_it_has_none(self, house, people, now):
        table = house.seated(*people)
        first = dealer.deal(table.pk, now=now)
        called_off_hands.void(first.pk, by=None, why="misdeal", now=now)
        second = dealer.deal(table.pk, now=now)
        assert second.button_cards is None
        assert second.start["positions"][0] == first.start["positions"][0], "the button stands though the hand was void"

    def test_by_lot_no_card_is_dealt(self, house, people, now):
        house_rules.change({"TableRules.first_button": "by lot"}, scope="club", by=None, now=now)
        table = house.seated(*people)
        assert dealer.deal(table.pk, now=now).button_cards is None

    @pytest.mark.parametrize(("rule", "seat"), [("seat 1", 1), ("last seat", 3)])
    def test_the_house_may_give_it_to_the_first_or_the_last_seat(self, house, people, now, rule, seat):
        house_rules.change({"TableRules.first_button": rule}, scope="club", by=None, now=now)
        row = dealer.deal(house.seated(*people).pk, now=now)
        assert (row.start["positions"][0], row.button_cards) == (seat, None)
        real = house.table(kind="recorded")
        assert first_button.is_settled(real, {2, 5, 9})
        assert first_button.draw(real, {2, 5, 9}, b"").button == {1: 2, 3: 9}[seat]

    def test_suits_the_other_way_round_decide_between_equal_ranks(self, house, people, now):
        house_rules.change({"PlayRules.suit_order": "clubs high"}, scope="club", by=None, now=now)
        table = house.table()
        table.button_cards = {"1": "Ks", "2": "Kc", "3": "Qc"}
        assert first_button.draw(table, {1, 2, 3}, b"").button == 2

    def test_a_dealers_choice_table_asks_whoever_the_cards_made_the_dealer(self, house, people, now):
        table = mixed_table(house, *people, games="holdem no, razz fixed", change=Change("hands", 1), order="choice")
        cards = table.button_cards
        highest = int(max(cards, key=lambda seat: height(cards[seat])))
        asked = table.choosing
        assert asked["seat"] == highest
        row = dealer.deal(table.pk, now=now)
        assert row.button_cards == cards
        table.refresh_from_db()
        assert table.button_cards is None


@pytest.mark.django_db
class TestRealCards:
    """Where the floor enters what was dealt."""

    def enter(self, client, table, **cards):
        told = {seat.removeprefix("seat"): card for seat, card in cards.items()}
        return client.post(f"/api/v1/tables/{table.pk}/button-cards/", {"cards": told}, format="json")

    def test_the_highest_card_has_the_button_of_the_first_hand(self, floor, table):
        answer = self.enter(floor, table, seat1="9d", seat2="As", seat3="ah")
        assert (answer.status_code, answer.json()) == (200, {"cards": {"1": "9d", "2": "As", "3": "Ah"}})
        hand = floor.post(f"/api/v1/tables/{table.pk}/recorded-hands/", {"number": 1}, format="json").json()
        assert hand["view"]["button"] == 2
        assert hand["button_cards"] == {"1": "9d", "2": "As", "3": "Ah"}
        table.refresh_from_db()
        assert table.button_cards is None
        assert AuditEntry.objects.filter(kind="button.dealt").count() == 1

    def test_cards_are_entered_again_and_taken_back_until_then(self, floor, table):
        self.enter(floor, table, seat1="9d", seat2="As", seat3="Ah")
        self.enter(floor, table, seat1="Ks", seat2="2s", seat3="3h")
        self.enter(floor, table)
        assert [entry.after for entry in AuditEntry.objects.filter(kind="button.dealt").order_by("pk")][-1] is None
        hand = floor.post(f"/api/v1/tables/{table.pk}/recorded-hands/", {"number": 1}, format="json").json()
        assert (hand["view"]["button"], hand["button_cards"]) == (1, None)
        late = self.enter(floor, table, seat1="Ks", seat2="2s", seat3="3h")
        assert (late.status_code, late.json()["code"]) == (409, "hand_in_progress")

    @pytest.mark.parametrize(
        ("gone", "button", "kept"),
        [
            ([3], 2, {"1": "2s", "2": "Kh"}),
            ([2, 3], 1, {"1": "2s"}),
            ([1, 2, 3], 4, None),
        ],
    )
    def test_whoever_left_since_has_no_card_for_it(self, floor, table, house, people, now, gone, button, kept):
        self.enter(floor, table, seat1="2s", seat2="Kh", seat3="As")
        for seat in gone:
            seating.stand_up(table.pk, people[seat - 1], now=now)
        for seat in (4, 5):
            seating.sit_down(table.pk, house.person(f"new-{seat}"), seat, table.min_buy_in, key=f"new-{seat}", now=now)
        hand = floor.post(f"/api/v1/tables/{table.pk}/recorded-hands/", {"number": 1}, format="json").json()
        assert (hand["view"]["button"], hand["button_cards"]) == (button, kept)

    def test_a_button_that_is_told_is_not_dealt_for(self, floor, table):
        self.enter(floor, table, seat1="2s", seat2="Kh", seat3="As")
        hand = floor.post(
            f"/api/v1/tables/{table.pk}/recorded-hands/", {"number": 1, "button": 1}, format="json"
        ).json()
        assert (hand["view"]["button"], hand["button_cards"]) == (1, None)

    def test_a_seat_that_is_told_twice_is_refused(self, floor, table):
        told = {"1": "9d", "01": "Kd", "2": "As", "3": "Ah"}
        answer = floor.post(f"/api/v1/tables/{table.pk}/button-cards/", {"cards": told}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")

    @pytest.mark.parametrize(
        ("cards", "code"),
        [
            ({"seat1": "9d", "seat2": "As"}, "button_cards_wanted"),
            ({"seat1": "9d", "seat2": "As", "seat3": "Ah", "seat4": "2c"}, "button_cards_wanted"),
            ({"seat1": "9d", "seat2": "As", "seat3": "As"}, "card_twice"),
            ({"seat1": "9d", "seat2": "As", "seat3": "X1"}, "one_card_wanted"),
        ],
    )
    def test_what_cannot_have_been_dealt_is_refused_in_words(self, floor, table, cards, code):
        answer = self.enter(floor, table, **cards)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        table.refresh_from_db()
        assert table.button_cards is None

    def test_the_page_takes_them_and_says_who_has_the_button(self, client, table, people, house):
        client.force_login(house.person("rei", role="dealer").user)
        address = f"/tables/{table.pk}/record/"
        assert "Cards for the first button" in client.get(address).content.decode()
        told = {"button-card-1": "Kd", "button-card-2": "Kc", "button-card-3": "2s"}
        assert client.post(f"{address}button-cards/", told).status_code == 302
        assert f"{people[0].nickname} has the button" in client.get(address).content.decode()
        refused = client.post(
            f"{address}button-cards/", {"button-card-1": "Zz", "button-card-2": "Kc", "button-card-3": "2s"}
        )
        assert refused.status_code == 422
        client.post(f"{address}begin/", {"number": 1})
        row = Hand.objects.get(table=table)
        assert row.start["positions"][0] == 1
        assert row.button_cards == {"1": "Kd", "2": "Kc", "3": "2s"}
        assert "Cards for the first button" not in client.get(address).content.decode()


def test_a_card_of_the_pack_is_read_as_it_is_written():
    assert first_button.Drawn(1, {1: parse_cards("Ts")[0]}).texts == {"1": "Ts"}
