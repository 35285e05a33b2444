"""Leaving and coming back: the time bank stays used, the chips come back; who looks at hands alone is there."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from club.ledger import ledger
from engine.betting.hand import Stakes
from engine.mixes.mixes import standard_limit
from engine.play.any_game import find_game
from tables.breaking_and_closing import closing_tables
from tables.cash import seating
from tables.core.errors import Refused
from tables.dealing import dealer
from tables.hand import presence
from tables.models import Sitting
from tables.text import stakes_words

pytestmark = pytest.mark.django_db


def test_a_program_that_looks_at_hands_alone_is_not_away(house, now):
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben, pause=600.0)
    row = dealer.deal(table.pk, now=now)
    Sitting.objects.filter(table=table).update(seen_at=now)
    later = now + timedelta(seconds=presence.AWAY_SECONDS + 1)
    with time_machine.travel(later, tick=False):
        assert house.client(anna).get(f"/api/v1/hands/{row.pk}/?after=0").status_code == 200
    presence.sweep(now=later)
    assert dict(Sitting.objects.filter(table=table).values_list("player", "is_away")) == {anna.pk: False, ben.pk: True}


def test_leaving_does_not_fill_the_time_bank(house, now):
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben, chika, pause=600.0)
    here = table.sittings.get(player=anna)
    here.bank_seconds, here.bank_hand = 3, table.next_hand
    here.save()
    seating.stand_up(table.pk, anna, now=now)
    seating.sit_down(table.pk, anna, 1, 5_000, key="again", now=now + timedelta(minutes=1))
    assert house.client(anna).get(f"/api/v1/tables/{table.pk}/").json()["your_time_bank"] == 3


def test_chips_taken_away_come_back_to_the_game_at_whatever_table(house, now):
    anna, ben, chika = (house.person(name, chips=20_000) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben, chika, buy_in=6_000)
    same, other = house.table(), house.table(stakes=Stakes(limit="no", small_blind=25, big_blind=50))
    seating.stand_up(table.pk, anna, now=now)
    soon, late = now + timedelta(minutes=5), now + timedelta(minutes=61)
    with pytest.raises(Refused) as refused:
        seating.sit_down(same.pk, anna, 1, 5_000, key="a", now=soon)
    assert refused.value.params["least"] == 6_000
    assert seating.sit_down(other.pk, anna, 1, 2_000, key="b", now=soon), "another game"
    assert seating.sit_down(same.pk, anna, 1, 5_000, key="c", now=late), "long ago"
    seating.stand_up(table.pk, ben, now=now)
    closing_tables.close_table(table.pk, by=None, now=now)
    assert seating.sit_down(same.pk, ben, 2, 4_000, key="d", now=soon), "the house has closed the table"


def test_of_several_departures_the_one_with_most_counts_until_it_is_brought_back(house, now):
    anna, ben = house.person("anna", chips=40_000), house.person("ben")
    rich, poor = house.seated(anna, ben, buy_in=6_000, min_buy_in=1_000), house.table(min_buy_in=1_000)
    seating.sit_down(poor.pk, anna, 1, 2_000, key="both", now=now)
    soon = [now + timedelta(minutes=minute) for minute in range(1, 6)]
    seating.stand_up(rich.pk, anna, now=soon[0])
    seating.stand_up(poor.pk, anna, now=soon[1])  # the last departure, with little
    with pytest.raises(Refused) as refused:
        seating.sit_down(rich.pk, anna, 1, 2_000, key="little", now=soon[2])
    assert refused.value.params["least"] == 6_000
    back = seating.sit_down(rich.pk, anna, 1, 6_000, key="all of it", now=soon[2])
    ledger.post(
        "a loss",
        {back.account_id: -5_500, ledger.open_account("house", "rake", "chips").pk: 5_500},
        purpose="hand",
        reference="x",
    )
    seating.stand_up(rich.pk, anna, now=soon[3])
    assert seating.sit_down(poor.pk, anna, 1, 2_000, key="what is left", now=soon[4]), "the rest was lost at the table"


@pytest.mark.parametrize(("game", "waits"), [("razz", False), ("ofc", False), ("holdem", True)])
def test_a_newcomer_waits_for_a_blind_only_where_one_comes_round(house, now, game, waits):
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    stakes = stakes_words.example(find_game(game), standard_limit(find_game(game)))
    table = house.seated(anna, ben, game=game, stakes=stakes, pause=600.0, min_buy_in=1_000)
    dealer.deal(table.pk, now=now)
    sitting = seating.sit_down(table.pk, chika, 3, 5_000, key="new", now=now)
    assert (sitting.entry == Sitting.Entry.WAITS) is waits
