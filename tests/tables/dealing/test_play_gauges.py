"""Monitoring is told of a hand that stands still, and of how late clocks and settlements are."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.operator import alerts
from tables import tasks
from tables.dealing import play_gauges
from tables.models import Hand
from tests.support.tables.refusing_books import Books
from tests.support.tables.settling import over

pytestmark = pytest.mark.django_db


def raised(now) -> set[str]:
    return {alert.name for alert, _gauge in alerts.raised(play_gauges.gauges(now))}


def test_a_hand_that_the_books_refuse_raises_an_alert(house, now, monkeypatch):
    books = Books(monkeypatch)
    _table, row = over(house, now)
    books.refused.add(row.reference)
    tasks.sweep()
    assert "HandStuck" in raised(now)


def test_a_settlement_that_waits_raises_an_alert_after_ten_seconds(house, now):
    _table, row = over(house, now)
    ended = Hand.objects.get(pk=row.pk).ended_at
    assert raised(ended + timedelta(seconds=10)) == set()
    assert raised(ended + timedelta(seconds=11)) == {"SettlementLate"}


def test_a_clock_that_decides_nothing_raises_an_alert(house, now):
    _table, row = over(house, now)
    Hand.objects.filter(pk=row.pk).update(state=Hand.State.PLAYING, deadline=now, ended_at=None)
    assert raised(now + timedelta(seconds=15)) == set()
    assert raised(now + timedelta(seconds=16)) == {"ClockLate"}
    told = {one.name: one.value for one in play_gauges.gauges(now + timedelta(seconds=16))}
    assert (told["cardhouse_hands_playing"], told["cardhouse_clock_delay_seconds"]) == (1, 16)
