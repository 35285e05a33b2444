"""After an all-in hand the next one waits until its boards have run out on the page, and then its pause."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from club.house import house_rules
from tables.dealing import dealer, run_out_pause, settlement
from tables.hand import voluntary_shows
from tables.models import Hand, Table
from tests.support.tables.seat_requests import say

pytestmark = pytest.mark.django_db
PAUSE = 4.0


def settled(table, now, *words):
    row = dealer.deal(table.pk, now=now)
    for one in words:
        say(row, one, now)
    row = Hand.objects.get(pk=row.pk)
    assert row.state == "over"
    settlement.resolve(row.pk, now=now)
    return Table.objects.get(pk=table.pk).deal_at


@pytest.fixture
def table(house):
    return house.seated(*(house.person(name) for name in ("anna", "ben", "chika")), pause=PAUSE)


def test_a_hand_that_runs_out_has_its_time_and_the_pause_after_it(table, now):
    deal_at = settled(table, now, "fold", "all-in", "call")
    seconds = run_out_pause.FIRST + 2 * run_out_pause.STREET + run_out_pause.LAST
    assert deal_at == now + timedelta(seconds=PAUSE + seconds)
    assert dealer.deal_when_due(table.pk, now=deal_at - timedelta(seconds=0.1)) is None
    assert dealer.deal_when_due(table.pk, now=deal_at) is not None


def test_a_hand_that_was_folded_has_the_pause_alone(table, now):
    assert settled(table, now, "fold", "fold") == now + timedelta(seconds=PAUSE)


def test_a_hand_whose_cards_may_be_asked_for_leaves_the_time_to_ask_and_to_look(house, table, now):
    house_rules.change({"FloorRules.rabbit_hunt": True}, by=None, now=now)
    deal_at = settled(table, now, "fold", "fold")
    assert deal_at == now + timedelta(seconds=PAUSE + run_out_pause.HUNT)
    row, late = Hand.objects.latest("pk"), deal_at - timedelta(seconds=1)
    voluntary_shows.hunt(row.pk, by=row.seats.first().player, now=late)
    assert Table.objects.get(pk=table.pk).deal_at == late + voluntary_shows.LOOK
    assert dealer.deal_when_due(table.pk, now=late + voluntary_shows.LOOK - timedelta(seconds=0.1)) is None
    assert dealer.deal_when_due(table.pk, now=late + voluntary_shows.LOOK) is not None


def test_a_hand_of_which_no_card_was_to_come_has_the_pause_alone(house, table, now):
    house_rules.change({"FloorRules.rabbit_hunt": True}, by=None, now=now)
    words = ["call", "call", "check", *["check"] * 9]
    assert settled(table, now, *words) == now + timedelta(seconds=PAUSE)


def test_the_page_shows_it_at_the_same_pace():
    script = Path("tables/static/tables/run_out.js").read_text()
    for name in ("FIRST", "STREET", "LAST"):
        assert f"export const {name} = {round(1000 * getattr(run_out_pause, name))};" in script
