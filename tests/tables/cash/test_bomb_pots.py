"""Bomb pots where the house has them: everybody puts chips in, and the blinds that are not posted pass nobody."""

from __future__ import annotations

import pytest

from club.house import house_rules
from engine.mixes.rotation import Change
from tables.dealing import dealer
from tests.support.tables.mixed_tables import give_up, mixed_table

pytestmark = pytest.mark.django_db


def test_a_bomb_pot_does_not_pass_the_big_blind(house, now):
    people = [house.person(name) for name in ("anna", "ben", "chika", "dai")]
    table = house.seated(*people, pause=60.0)
    house_rules.change({"TableRules.bomb_every": 2}, by=None, now=now)
    posted = []
    for _ in range(8):
        row = dealer.deal(table.pk, now=now)
        if row.start.get("bomb"):
            assert row.number % 2 == 0
        else:
            posted.append(row.start["positions"][2])
        give_up(house, row, now)
    assert sorted(posted) == [1, 2, 3, 4], "each has the big blind once in four hands with blinds"


def test_there_is_none_where_the_house_has_none(house, now):
    table = house.seated(house.person("anna"), house.person("ben"), pause=60.0)
    for _ in range(3):
        row = dealer.deal(table.pk, now=now)
        assert not row.start.get("bomb")
        give_up(house, row, now)


def test_a_bomb_pot_of_a_mix_passes_no_blind_either_and_counts_as_a_hand_of_its_game(house, now):
    people = [house.person(name) for name in ("anna", "ben", "chika", "dai")]
    table = mixed_table(house, *people, games="holdem no, omaha pot", change=Change("hands", 3), pause=60.0)
    house_rules.change({"TableRules.bomb_every": 2}, by=None, now=now)
    posted, games = [], []
    for _ in range(8):
        row = dealer.deal(table.pk, now=now)
        games.append(row.start["game"])
        assert bool(row.start.get("bomb")) == (row.number % 2 == 0)
        if not row.start.get("bomb"):
            posted.append(row.start["positions"][2])
        give_up(house, row, now)
    assert sorted(posted) == [1, 2, 3, 4], "each has the big blind once in four hands with blinds"
    assert games == ["holdem"] * 3 + ["omaha"] * 3 + ["holdem"] * 2
