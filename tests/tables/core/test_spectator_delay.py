"""Spectators see a table as it was so many seconds ago, in every form; whoever sits there, and the floor, see it as it is."""

from __future__ import annotations

import itertools
import random
from datetime import timedelta

import pytest
import time_machine

from club.house import house_rules
from engine.betting.hand import Stakes
from engine.cards import card_text
from engine.mixes.mixes import MixedStakes, parse_legs
from engine.mixes.rotation import Change, Rotation
from tables.cash import seating
from tables.core.table_rules import TableRules
from tables.dealing import called_off_hands, dealer, player_decisions, settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, Sitting
from tests.support.tables.table_api import look
from tests.support.watched import cards_in_page, step

pytestmark = pytest.mark.django_db

DELAY = 60


@pytest.fixture
def delayed(house):
    house.now = house.now.replace(microsecond=0)
    house_rules.change({"TableRules.spectator_delay": DELAY}, by=None, why="the rail talks", now=house.now)


def addresses(table, row):
    return [
        f"/api/v1/tables/{table.pk}/",
        f"/api/v1/tables/{table.pk}/hands/",
        f"/api/v1/hands/{row.pk}/",
        f"/api/v1/hands/{row.pk}/?after=0",
        f"/api/v1/hands/{row.pk}/phh/",
        f"/api/v1/hands/{row.pk}/proof/",
        f"/tables/{table.pk}/",
        f"/tables/{table.pk}/felt/",
        f"/hands/{row.pk}/",
        f"/hands/{row.pk}/replay/?step=99",
        f"/hands/{row.pk}/verify/",
        f"/hands/{row.pk}/proof.json",
    ]


def public_at(row, until):
    """Every card that lay open to all at that instant, from the whole truth."""
    told = Decision.objects.filter(hand=row, at__lte=until).order_by("seq").values_list("ask", "text")
    return {card_text(card) for event in rebuilt(row, list(told)).events for card in event.public}


def test_a_spectator_is_sent_no_card_before_its_time(house, delayed, client):
    rng = random.Random(3)
    people = [house.person(name) for name in ("anna", "ben")]
    rail = house.person("rail")
    table = house.seated(*people, pause=600.0)
    with time_machine.travel(house.now, tick=False) as clock:
        row = dealer.deal(table.pk, now=house.now, seed=b"v" * 32)
        client.force_login(rail.user)
        kept_back = 0
        for count in itertools.count():
            now = house.now + timedelta(seconds=20 * count)
            clock.move_to(now)
            until = now - timedelta(seconds=DELAY)
            dealt_for_button = set(row.button_cards.values())  # seen by everybody, from the deal on
            allowed = public_at(row, until) | dealt_for_button if until >= house.now else set()
            kept_back += len(public_at(row, now) - allowed)
            for address in addresses(table, row):
                answer = (house.client(rail) if address.startswith("/api") else client).get(address)
                is_known = until >= house.now or "/tables/" in address
                assert answer.status_code == (200 if is_known else 404), address
                assert not cards_in_page(answer.content.decode()) - allowed, address
            row.refresh_from_db()
            if row.state == Hand.State.PLAYING:
                Hand.objects.filter(pk=row.pk).update(deadline=None)
                if not step(house, rng, table, people):
                    continue
            elif row.state == Hand.State.OVER:
                settlement.resolve(row.pk, now=now)
            elif until >= row.ended_at:
                break
        assert kept_back, "there was nothing to keep back"
        assert look(house.client(rail), table)["hand"]["state"] == "settled"


def test_results_and_stacks_of_later_are_not_told_either(house, delayed):
    people = [house.person(name) for name in ("anna", "ben")]
    rail, floor = house.person("rail"), house.person("floor", role="director")
    table = house.seated(*people, pause=600.0)
    now = house.now + timedelta(hours=1)  # chips were brought in well before
    with time_machine.travel(now, tick=False) as clock:
        row = dealer.deal(table.pk, now=now)
        seen = look(house.client(people[0]), table)
        (ask,) = seen["hand"]["view"]["asks"]
        folder = next(one for one in people if look(house.client(one), table)["you"] == ask["seat"])
        player_decisions.decide(table.pk, row.pk, ask["number"], "fold", by=folder, now=now)
        settlement.resolve(row.pk, now=now)
        live = look(house.client(floor), table)
        assert (live["hand"]["state"], live["delay"]) == ("settled", 0)
        assert sorted(one["stack"] for one in live["sittings"]) == [4950, 5050]
        early = look(house.client(rail), table)
        assert (early["hand"], early["next"], early["delay"]) == (None, None, DELAY)
        assert [one["stack"] for one in early["sittings"]] == [5000, 5000]
        assert house.client(rail).get(f"/api/v1/tables/{table.pk}/hands/").json() == []
        assert house.client(rail).get(f"/api/v1/hands/{row.pk}/").status_code == 404
        clock.move_to(now + timedelta(seconds=DELAY))
        late = look(house.client(rail), table)
        assert late["hand"]["state"] == "settled"
        assert [one["stack"] for one in late["sittings"]] == [one["stack"] for one in live["sittings"]]
        (line,) = house.client(rail).get(f"/api/v1/tables/{table.pk}/hands/").json()
        assert line["result"] == live["hand"]["view"]["result"]


def test_a_hand_that_goes_on_for_others_goes_on_for_a_spectator(house, delayed):
    people = [house.person(name) for name in ("anna", "ben")]
    rail = house.person("rail")
    table = house.seated(*people, pause=600.0)
    began = house.now
    with time_machine.travel(began, tick=False) as clock:
        row = dealer.deal(table.pk, now=began)
        called_off_hands.void(row.pk, by=None, why="misdeal", now=began + timedelta(seconds=30))
        clock.move_to(began + timedelta(seconds=DELAY + 10))
        seen = look(house.client(rail), table)["hand"]
        assert (seen["state"], seen["ended_at"], seen["deadline"]) == ("playing", None, None)
        clock.move_to(began + timedelta(seconds=DELAY + 30))
        assert look(house.client(rail), table)["hand"]["state"] == "void"


def test_a_seat_ends_the_delay_and_who_held_cards_keeps_seeing_them(house, delayed):
    anna, ben, chika = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(anna, ben, pause=600.0, max_buy_in=9000)
    with time_machine.travel(house.now + timedelta(seconds=1), tick=False):
        now = house.now + timedelta(seconds=1)
        row = dealer.deal(table.pk, now=now)
        assert look(house.client(chika), table)["hand"] is None
        seating.sit_down(table.pk, chika, 5, 5000, key="late", now=now)
        assert look(house.client(chika), table)["hand"]["id"] == row.pk
        called_off_hands.void(row.pk, by=None, why="misdeal", now=now)
        seating.stand_up(table.pk, ben, now=now)
        assert house.client(ben).get(f"/api/v1/hands/{row.pk}/").json()["view"]["seats"][0]["cards"]
        page = house.client(ben).get(f"/api/v1/tables/{table.pk}/").json()
        assert page["delay"] == DELAY


def test_without_the_rule_everybody_sees_the_table_as_it_is(house):
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben, pause=600.0)
    row = dealer.deal(table.pk, now=house.now)
    seen = look(house.client(house.person("rail")), table)
    assert (seen["hand"]["id"], seen["delay"]) == (row.pk, 0)
    assert TableRules().spectator_delay == 0


def test_the_rail_sees_the_game_and_the_seats_of_its_instant(house, delayed):
    people = [house.person(name) for name in ("anna", "ben")]
    rail = house.client(house.person("rail"))
    rotation = Rotation(parse_legs("holdem fixed, razz fixed"), Change("hands", 1))
    level = MixedStakes(small_bet=40, ante=8, bring_in=12)
    table = house.seated(*people, pause=600.0, rotation=rotation, level=level, stakes=Stakes(), game="")
    start = house.now
    with time_machine.travel(start, tick=False) as clock:
        first = dealer.deal(table.pk, now=start)
        seat = rebuilt(first).asks[0].seat
        folds = people[seat - 1]
        player_decisions.decide(table.pk, first.pk, rebuilt(first).asks[0].number, "fold", by=folds, now=start)
        settlement.resolve(first.pk, now=start + timedelta(seconds=40))
        clock.move_to(start + timedelta(seconds=70))
        second_hand = dealer.deal(table.pk, now=start + timedelta(seconds=70))
        Sitting.objects.filter(table=table).update(owes_big=True, is_away=True, wants_seat=3)
        assert second_hand.start["game"] == "razz"
        clock.move_to(start + timedelta(seconds=110))
        seen = rail.get(f"/api/v1/tables/{table.pk}/").json()
        assert (seen["delay"], seen["game"], seen["stakes"]) == (DELAY, "holdem", first.start["stakes"])
        assert seen["mix"]["now"] is None or seen["mix"]["now"]["game"] == "holdem"
        assert {(one["is_away"], one["wants_seat"], one["owes"]["big"]) for one in seen["sittings"]} == {
            (False, None, False)
        }
        clock.move_to(start + timedelta(seconds=140))
        assert rail.get(f"/api/v1/tables/{table.pk}/").json()["game"] == "razz"
