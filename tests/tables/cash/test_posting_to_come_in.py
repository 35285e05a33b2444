"""Missed blinds, posting and waiting: laws over any sequence of joins, leaves and sitting out; stories through HTTP."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.house import house_rules
from club.ledger import audit
from engine.games import dealer_button
from engine.games.hand_start import Positions
from tables.cash import posting_to_come_in, seating
from tables.dealing import dealer
from tables.models import Hand
from tests.support.shared import needs_shared, vectors
from tests.support.tables.mixed_tables import give_up
from tests.support.tables.table_api import look, sit
from tests.tables.conftest import stack

SEATS = 7
ACTIONS = st.lists(
    st.tuples(
        st.sampled_from(["join", "join and post", "leave", "out", "back", "back and post", "deal", "deal"]),
        st.integers(1, SEATS),
    ),
    max_size=60,
)


@dataclass
class Person:
    """A player at the modelled table, as a sitting keeps it."""

    name: int
    entry: str = posting_to_come_in.WAITS
    is_away: bool = False
    owes_big: bool = False
    owes_small: bool = False


class Model:
    """A cash table kept as the dealer keeps it, without a database."""

    def __init__(self, mode: str) -> None:
        self.mode, self.people, self.count = mode, {}, 0
        self.last: Positions | None = None
        self.big_blind: int | None = None  # the name of whoever posted it last

    def place(self, live):
        if self.last is None:
            return dealer_button.first(live, SEATS)
        return dealer_button.advance(self.last, live, SEATS, self.mode)

    def do(self, action: str, seat: int) -> None:
        person = self.people.get(seat)
        if action.startswith("join") and person is None:
            self.count += 1
            entry = (
                posting_to_come_in.IN
                if self.last is None
                else posting_to_come_in.POSTS
                if "post" in action
                else posting_to_come_in.WAITS
            )
            self.people[seat] = Person(self.count, entry)
        elif person is None:
            return
        elif action == "leave":
            del self.people[seat]
        elif action == "out":
            person.is_away = True
        elif action.startswith("back"):
            person.is_away = False
            if person.owes_big or person.owes_small or person.entry != posting_to_come_in.IN:
                person.entry = posting_to_come_in.POSTS if "post" in action else posting_to_come_in.WAITS

    def deal(self):
        present = {seat: one for seat, one in self.people.items() if not one.is_away}
        if len(present) < 2:
            return None
        chairs = [
            posting_to_come_in.Chair(seat, one.entry, one.owes_big, one.owes_small) for seat, one in present.items()
        ]
        before = self.last
        found = posting_to_come_in.entrants(chairs, self.place, None if before is None else before.big_blind)
        entering = {seat for seat in found.live if self.people[seat].entry != posting_to_come_in.IN}
        firm = {seat for seat, one in present.items() if one.entry == posting_to_come_in.IN}
        self.check(before, found, entering, firm)
        for seat in found.live:
            one = self.people[seat]
            one.entry, one.owes_big, one.owes_small = posting_to_come_in.IN, False, False
        if before is not None:
            away = {s for s, one in self.people.items() if s not in found.live and one.entry == posting_to_come_in.IN}
            bigs, smalls = posting_to_come_in.missed(before, found.where, away)
            for seat in away:
                self.people[seat].owes_big |= seat in bigs
                self.people[seat].owes_small |= seat in smalls
            passed = {s for s in away if posting_to_come_in.is_between(before.big_blind, s, found.where.big_blind)}
            assert passed == bigs
        self.last, self.big_blind = found.where, self.people[found.where.big_blind].name
        return found

    def check(self, before, found, entering, firm):
        assert found.where.big_blind in found.live
        assert firm <= found.live, "whoever is in the game is dealt in"
        if before is None:
            return
        has_begun_anew = len(firm) < 2 and entering and found.live == firm | entering and not found.posting
        for seat in entering:
            comes_free = seat != found.where.big_blind and seat not in found.posting
            assert not comes_free or has_begun_anew, "nobody comes in without paying"
            if seat in found.posting:
                button, big = found.where.button, found.where.big_blind
                assert not posting_to_come_in.is_between(button, seat, big), "nor between the button and the big blind"
        if self.mode == "dead":
            new = self.people[found.where.big_blind].name
            assert new != self.big_blind, "nobody has the big blind twice running"
            skipped = {
                seat for seat in firm if posting_to_come_in.is_between(before.big_blind, seat, found.where.big_blind)
            }
            assert not skipped, "nobody skips it"


@pytest.mark.parametrize("mode", ["dead", "moving"])
@given(actions=ACTIONS)
def test_nobody_has_the_big_blind_twice_running_nor_skips_it_nor_plays_unpaid(mode, actions):
    model = Model(mode)
    for seat in (1, 3, 5):
        model.do("join", seat)
    for action, seat in [("deal", 1), *actions, ("deal", 1)]:
        if action == "deal":
            model.deal()
        else:
            model.do(action, seat)


@needs_shared
@pytest.mark.parametrize("case", vectors("tda").get("dead_button", []), ids=lambda case: case["id"])
def test_s1_6_the_published_cases_of_the_dead_button_at_a_cash_table(case):
    begun = case["hands"][0]
    live, where = set(begun["live"]), Positions(begun["btn"], begun["sb"], begun["bb"])
    for after in case["hands"][1:]:
        live -= set(after["busted_before"])
        last = where
        chairs = [posting_to_come_in.Chair(seat) for seat in live]
        found = posting_to_come_in.entrants(
            chairs, lambda seats, last=last: dealer_button.advance(last, seats, 9), last.big_blind
        )
        where = found.where
        told = {"btn": where.button, "sb": dealer_button.posts_small_blind(where, live), "bb": where.big_blind}
        told |= {"sb_position": where.small_blind, "button_dead": dealer_button.is_button_dead(where, live)}
        assert told == {key: after[key] for key in told}
        assert (found.live, found.posting) == (live, set()), "who is in the game plays, and posts nothing besides"


@given(actions=ACTIONS)
def test_whoever_stays_away_for_an_orbit_owes_both_blinds(actions):
    model = Model("dead")
    for seat in range(1, SEATS + 1):
        model.do("join", seat)
    model.deal()
    model.do("out", 4)
    start = model.last.big_blind
    for _ in range(2 * SEATS):
        model.deal()
        if model.people[4].owes_big and model.people[4].owes_small:
            return
    raise AssertionError(f"the blinds went round from seat {start}, and seat 4 owes nothing")


@pytest.mark.parametrize(
    ("chair", "missed", "expected"),
    [
        (posting_to_come_in.Chair(4, posting_to_come_in.POSTS), "both", (100, 0)),  # a newcomer
        (posting_to_come_in.Chair(4, posting_to_come_in.POSTS, owes_big=True, owes_small=True), "both", (100, 50)),
        (posting_to_come_in.Chair(4, posting_to_come_in.POSTS, owes_small=True), "both", (0, 50)),
        (posting_to_come_in.Chair(4, posting_to_come_in.POSTS, owes_big=True, owes_small=True), "big blind", (100, 0)),
    ],
)
def test_what_is_posted(chair, missed, expected):
    assert posting_to_come_in.owed(chair, small=50, big=100, missed=missed) == expected


# -- at a table -------------------------------------------------------------------------------------------------------


@pytest.fixture
def five(house, db):
    people = [house.person(name) for name in ("anna", "ben", "chika", "dai")]
    table = house.seated(*people[:3], seats=6)
    for _ in range(2):
        give_up(house, dealer.deal(table.pk, now=house.now), house.now)
    return table, people, {person.nickname: house.client(person) for person in people}


def events(row, seat):
    from tables.hand.hand_replay import rebuilt

    return [
        (event["kind"], event["amount"]) for event in rebuilt(row).view(None)["events"] if event.get("seat") == seat
    ]


def test_a_newcomer_waits_for_the_big_blind_and_owes_nothing(house, five):
    table, _people, clients = five
    assert sit(clients["dai"], table, 6).json()["your_entry"] == "waits"
    hands = []
    for _ in range(4):
        row = dealer.deal(table.pk, now=house.now)
        hands.append({seat.seat for seat in row.seats.all()})
        if 6 in hands[-1]:
            break
        give_up(house, row, house.now)
    assert row.start["positions"][2] == 6
    assert events(row, 6)[0] == ("big blind", 100)
    give_up(house, row, house.now)
    assert look(clients["dai"], table)["your_entry"] == "in"
    assert audit.run(now=house.now).ok


def test_a_newcomer_who_posts_plays_at_once(house, five):
    table, _people, clients = five
    key = {"Idempotency-Key": "dai"}
    url = f"/api/v1/tables/{table.pk}/sittings/"
    seat = next(number for number in (4, 5, 6) if number > (Hand.objects.latest("number").start["positions"][2] or 0))
    answer = clients["dai"].post(url, {"seat": seat, "buy_in": 5000, "post": True}, headers=key)
    assert answer.json()["your_entry"] == "posts"
    for _ in range(3):
        row = dealer.deal(table.pk, now=house.now)
        if row.seats.filter(seat=seat).exists():
            break
        give_up(house, row, house.now)
    kind, amount = events(row, seat)[0]
    assert (kind, amount) in [("post", 100), ("big blind", 100)]


def test_missed_blinds_are_posted_dead_and_live_on_coming_back(house, five, client):
    table, people, clients = five
    away, seat = clients["ben"], 2
    assert away.patch(f"/api/v1/tables/{table.pk}/sittings/mine/", {"state": "out"}).status_code == 200
    sit(clients["dai"], table, 4)
    for _ in range(9):
        give_up(house, dealer.deal(table.pk, now=house.now), house.now)
    seen = look(away, table)
    own = next(sitting for sitting in seen["sittings"] if sitting["seat"] == seat)
    assert own["owes"] == {"big": True, "small": True}
    client.force_login(people[1].user)
    assert "Back, and post" in client.get(f"/tables/{table.pk}/felt/").content.decode()
    before = stack(table, people[1])
    assert client.post(f"/tables/{table.pk}/come-back/", {"post": "1"}).status_code == 302
    for _ in range(4):
        row = dealer.deal(table.pk, now=house.now)
        if row.seats.filter(seat=seat).exists():
            break
        give_up(house, row, house.now)
    if row.start["positions"][2] == seat:
        assert events(row, seat)[0] == ("big blind", 100)
    else:
        assert events(row, seat)[:2] == [("ante", 50), ("post", 100)], "the small blind dead, the big one live"
    give_up(house, row, house.now)
    row.refresh_from_db()
    assert stack(table, people[1]) == before + row.result["net"][str(seat)]
    assert audit.run(now=house.now).ok


def test_a_house_that_lets_newcomers_in_free(house, five):
    table, _people, clients = five
    house_rules.change({"TableRules.newcomers": "free"}, by=None, now=house.now)
    assert sit(clients["dai"], table, 6).json()["your_entry"] == "in"
    assert dealer.deal(table.pk, now=house.now).seats.filter(seat=6).exists()


def test_sitting_out_and_coming_back_in_time_costs_nothing(house, five):
    table, _people, clients = five
    url = f"/api/v1/tables/{table.pk}/sittings/mine/"
    for state in ("out", "active"):
        clients["anna"].patch(url, {"state": state})
    assert look(clients["anna"], table)["your_entry"] == "in"
    assert dealer.deal(table.pk, now=house.now).seats.filter(seat=1).exists()


def test_two_players_need_no_posts(house, db):
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben)
    give_up(house, dealer.deal(table.pk, now=house.now), house.now)
    seating.stand_up(table.pk, ben, now=house.now)
    seating.sit_down(table.pk, chika, 2, 5000, key="c", now=house.now)
    row = dealer.deal(table.pk, now=house.now)
    assert row.seats.count() == 2, "a table does not stand still for a post"
