"""How long computer players of Chinese games think is the house's to say."""

from __future__ import annotations

import pytest

from club.house import house_rules
from engine.betting.hand import Stakes
from engine.chinese.play import computer_players
from tables.dealing import dealer, settlement

pytestmark = pytest.mark.django_db(transaction=True)


def test_they_think_as_long_as_the_house_says(house, now, monkeypatch):
    house_rules.change({"TableRules.computer_samples": 5}, by=None, now=now)
    stakes = Stakes(limit="points", point=10)
    players = [house.computer("one"), house.computer("two")]
    table = house.seated(*players, game="ofc-pineapple", stakes=stakes, pace=60.0, buy_in=2_000)
    row = dealer.deal(table.pk, now=now)
    told: list[int] = []
    usual = computer_players.choose

    def watched(view, ask, rng, samples):
        told.append(samples)
        return usual(view, ask, rng, samples)

    monkeypatch.setattr(computer_players, "choose", watched)
    settlement.play_out(row.pk, now=now)
    assert set(told) == {5}
