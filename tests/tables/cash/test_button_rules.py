"""Button, blinds and antes at a table as the house has them: the winner's button, one big blind for two, half an ante."""

from __future__ import annotations

import pytest

from club.house import house_rules
from engine.betting.hand import Stakes
from tables.cash import seating
from tables.dealing import called_off_hands, dealer
from tables.hand.carried_over import winner_of_last
from tables.hand.hand_replay import rebuilt
from tests.support.tables.mixed_tables import give_up, mixed_table

pytestmark = pytest.mark.django_db


def rule(now, **values) -> None:
    house_rules.change({name.replace("__", "."): value for name, value in values.items()}, by=None, now=now)


def test_by_the_winners_button_whoever_won_the_last_hand_has_it(house, people, now):
    rule(now, TableRules__button="winner", TableRules__first_button="seat 1")
    table = house.seated(*people)
    row = dealer.deal(table.pk, now=now)
    assert row.start["positions"] == [1, 2, 3]
    give_up(house, row, now)  # the big blind is left alone
    assert winner_of_last(table) == 3
    second = dealer.deal(table.pk, now=now)
    assert second.start["positions"] == [3, 1, 2]
    called_off_hands.void(second.pk, by=None, why="misdeal", now=now)
    assert dealer.deal(table.pk, now=now).start["positions"] == [3, 1, 2]


def test_by_the_moving_button_nobody_has_a_dead_one(house, now):
    rule(now, TableRules__button="moving", TableRules__first_button="seat 1")
    people = [house.person(name) for name in ("anna", "ben", "chika", "dai")]
    table = house.seated(*people)
    give_up(house, dealer.deal(table.pk, now=now), now)
    seating.stand_up(table.pk, people[1], now=now)  # the small blind leaves
    assert dealer.deal(table.pk, now=now).start["positions"] == [3, 4, 1]


def test_at_a_mixed_table_too_the_button_is_the_winners(house, people, now):
    rule(now, TableRules__button="winner", TableRules__first_button="seat 1")
    table = mixed_table(house, *people, games="holdem fixed, omaha fixed")
    row = dealer.deal(table.pk, now=now)
    give_up(house, row, now)
    assert dealer.deal(table.pk, now=now).start["positions"] == [3, 1, 2]


@pytest.mark.parametrize(("choice", "small"), [("both blinds", 1), ("big blind alone", None)])
def test_the_first_hand_of_two_is_posted_as_the_house_has_it(house, people, now, choice, small):
    rule(now, TableRules__heads_up_blinds=choice, TableRules__first_button="seat 1")
    table = house.seated(*people)
    give_up(house, dealer.deal(table.pk, now=now), now)
    seating.stand_up(table.pk, people[1], now=now)
    row = dealer.deal(table.pk, now=now)
    button, posted, big = row.start["positions"]
    assert {button, big} == {1, 3}
    assert (posted is None) == (small is None)
    kinds = [event.kind for event in rebuilt(row).events if event.kind.endswith("blind")]
    assert kinds == (["big blind"] if small is None else ["small blind", "big blind"])
    assert rebuilt(row).asks[0].seat == button  # S1.7: the button acts first
    give_up(house, row, now)
    after = dealer.deal(table.pk, now=now).start["positions"]
    assert (after[0], after[1]) == (big, big)  # from then on both are posted


@pytest.mark.parametrize(("least", "antes"), [(0, [100]), (2, [100]), (3, [50]), (6, [50])])
def test_at_a_short_table_one_ante_for_all_is_half_where_the_house_says_so(house, people, now, least, antes):
    rule(now, PlayRules__ante_halved_at=least)
    stakes = Stakes(limit="no", small_blind=50, big_blind=100, ante=100, ante_kind="big_blind", unit=25)
    row = dealer.deal(house.seated(*people, stakes=stakes).pk, now=now)
    assert [event.amount for event in rebuilt(row).events if event.kind == "ante"] == antes
