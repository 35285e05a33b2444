"""Chips at a table and in the books are the same chips: between hands, during one, and whatever happens to the rules."""

from __future__ import annotations

import itertools
import random
import threading

import pytest
from django.db import connections
from hypothesis import given, settings
from hypothesis import strategies as st

from club.cashier import cashier
from club.house import house_rules
from club.ledger import audit, ledger
from club.models import Entry
from club.people import people
from engine.games.play_rules import PlayRules
from tables.dealing import dealer, player_decisions, settlement
from tables.hand.hand_replay import rebuilt
from tables.models import Hand
from tests.support.budget import budget
from tests.support.tables.settling import play_to_the_end
from tests.tables.conftest import House, stack

_numbers = itertools.count()


def accounts_of(row):
    return {seat.seat: seat.account.balance for seat in row.seats.select_related("account")}


@pytest.mark.invariant(19, "law")
@pytest.mark.django_db
@given(seed=st.integers(0, 2**32), count=st.integers(2, 5), buy_in=st.integers(40, 100))
@settings(max_examples=budget(8))
def test_stacks_and_pot_are_the_seats_accounts_at_every_decision(now, seed, count, buy_in):
    rng = random.Random(seed)
    house = House(now)
    players = [people.enrol(f"player {next(_numbers)}", now=now) for _ in range(count)]
    for player in players:
        cashier.buy_chips(player, 100 * buy_in, key=f"for {player.pk}", by=None, now=now)
    table = house.seated(*players, buy_in=100 * buy_in, pause=60.0)
    for _hand in range(2):
        if len([one for one in table.sittings.all() if one.account.balance]) < 2:
            break
        row = dealer.deal(table.pk, now=now, seed=rng.randbytes(32))
        booked = accounts_of(row)
        for _decision in range(200):
            row.refresh_from_db()
            if row.state != Hand.State.PLAYING:
                break
            hand = rebuilt(row)
            assert accounts_of(row) == booked, "no line is written during a hand"
            assert sum(hand.stacks.values()) + hand.pot == sum(booked.values())
            ask = hand.asks[0]
            offer = rng.choice(ask.offers)
            words = offer.verb if offer.verb != "raise" else f"raise {rng.randint(offer.lo, offer.hi)}"
            player_decisions.decide(
                table.pk, row.pk, ask.number, words, by=row.seats.get(seat=ask.seat).player, now=now
            )
        else:
            raise AssertionError("the hand does not end")
        result = rebuilt(row).result
        assert settlement.resolve(row.pk, now=now)
        after = accounts_of(row)
        assert after == {seat: chips + result.net.get(seat, 0) for seat, chips in booked.items()}
        assert sum(after.values()) + result.rake == sum(booked.values()), "nothing is left in the pot"
    assert audit.rebuild().ok


@pytest.mark.invariant(20, "race")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("percent", "cap", "rake"), [(5, 0, 10), (5, 3, 3), (0, 0, 0)])
def test_settled_at_once_by_many_what_is_won_and_the_rake_are_what_is_lost(house, now, percent, cap, rake):
    house_rules.set_value(PlayRules, "rake_percent", percent, by=None, now=now)
    if cap:
        house_rules.set_value(PlayRules, "rake_cap", cap, by=None, now=now)
    table = house.seated(house.person("anna"), house.person("ben"), pause=60.0)
    row = dealer.deal(table.pk, now=now, seed=b"s" * 32)
    play_to_the_end(row, now)
    begin, done = threading.Barrier(4), []

    def work():
        try:
            begin.wait()
            done.append(settlement.resolve(row.pk, now=now))
        finally:
            connections.close_all()

    crew = [threading.Thread(target=work) for _ in range(4)]
    for one in crew:
        one.start()
    for one in crew:
        one.join()
    assert sorted(done) == [False, False, False, True]
    moved = list(Entry.objects.filter(transfer__key=f"{row.reference}:settle").values_list("amount", flat=True))
    won = sum(amount for amount in moved if amount > 0)
    assert won == 100 == -sum(amount for amount in moved if amount < 0)
    assert ledger.balance(ledger.open_account("house", "rake")) == rake
    assert sorted(stack(table, sitting.player) for sitting in table.sittings.all()) == [4900, 5100 - rake]
    assert audit.rebuild().ok


@pytest.mark.django_db
def test_a_hand_that_began_before_a_change_of_rules_is_settled_by_the_old_ones(house, now):
    """Rake and showdown by the version of the beginning; the next hand has the new one."""
    table = house.seated(house.person("anna"), house.person("ben"), pause=0.0)
    old = dealer.deal(table.pk, now=now, seed=b"s" * 32)
    house_rules.change({"PlayRules.rake_percent": 10, "PlayRules.rake_cap": 7}, by=None, why="from tonight", now=now)
    house_rules.change({"PlayRules.rake_percent": 20}, scope=f"table:{table.pk}", by=None, why="here", now=now)
    play_to_the_end(old, now)
    assert settlement.resolve(old.pk, now=now)
    old.refresh_from_db()
    assert old.result["rake"] == 0
    new = dealer.deal(table.pk, now=now, seed=b"t" * 32)
    play_to_the_end(new, now)
    assert settlement.resolve(new.pk, now=now)
    new.refresh_from_db()
    assert new.result["rake"] == 7
    assert new.rule_set_id != old.rule_set_id
    assert old.rule_set.values["PlayRules"]["rake_percent"] == 0
    assert rebuilt(old).result.rake == 0, "and so it is told for ever"
    assert rebuilt(new).result.rake == 7
