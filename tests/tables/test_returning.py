"""Leaving and coming back: the time bank stays used, the chips come back; who looks at hands alone is there."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from engine.hand import Stakes
from tables import dealer, presence, seating
from tables.errors import Refused
from tables.models import Sitting

pytestmark = pytest.mark.django_db


def test_a_program_that_looks_at_hands_alone_is_not_away(house, now):
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben, pause=600.0)
    row = dealer.deal(table.pk, now=now)
    Sitting.objects.filter(table=table).update(seen_at=now)
    later = now + timedelta(seconds=presence.AWAY_SECONDS + 1)
    with time_machine.travel(later, tick=False):
        assert house.client(anna).get(f"/api/hands/{row.pk}/?after=0").status_code == 200
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
    assert house.client(anna).get(f"/api/tables/{table.pk}/").json()["your_time_bank"] == 3


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
    seating.close_table(table.pk, by=None, now=now)
    assert seating.sit_down(same.pk, ben, 2, 4_000, key="d", now=soon), "the house has closed the table"
