"""Two things at once at one table. Each race is first shown to happen without the lock, then prevented by it."""

from __future__ import annotations

import threading
import time
from datetime import timedelta

import pytest
from django.db import connection

from club.base.errors import ClubError
from club.database.prepared_queries import Rows
from club.ledger import audit
from club.models import Transfer
from tables.cash import seating, sittings
from tables.core import locks
from tables.dealing import dealer, player_decisions, settlement, time_outs
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, Sitting, Table
from tests.patience import PATIENCE
from tests.support.budget import sweep
from tests.support.races import at_once
from tests.tables.conftest import stack, wallet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def without_lock(monkeypatch):
    """The table is read but not locked."""
    monkeypatch.setattr(locks, "lock_table", lambda table_id, *, wait=True: Table.objects.get(pk=table_id))
    monkeypatch.setattr(locks, "LOCKED", Rows(Table, "WHERE own.id = %s"))
    monkeypatch.setattr(seating, "lock_table", lambda table_id, *, wait=True: Table.objects.get(pk=table_id))


@pytest.fixture
def hand(house, now):
    table = house.seated(house.person("anna"), house.person("ben"), pause=60.0)
    return dealer.deal(table.pk, now=now)


def answers(hand, now, *words):
    """An act for each of the words: all answer the ask that is open, as two devices of one player would."""
    ask = rebuilt(hand).asks[0]
    player = hand.seats.get(seat=ask.seat).player
    return [
        lambda said=said: player_decisions.decide(hand.table_id, hand.pk, ask.number, said, by=player, now=now)
        for said in words
    ]


# Of what other roles ask the program sees no more than that they wait.
WAITING = """SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE NOT granted AND datname = current_database()"""


def is_somebody_kept_out():
    """True if a connection of this database waits for a lock of another."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")
        cursor.execute(WAITING)
        return cursor.fetchone()[0] > 0


class Meeting:
    """Holds every thread that replays a hand until all have, each then knows the hand as it was; or until a lock is seen to
    keep the others out."""

    def __init__(self, monkeypatch, count):
        replay, here = dealer.Play.__init__, []

        def meet(play, *arguments, **named):
            replay(play, *arguments, **named)
            here.append(play)
            until = time.monotonic() + PATIENCE
            while len(here) < count and not self.was_alone:
                self.was_alone = is_somebody_kept_out()
                assert time.monotonic() < until
                time.sleep(0.01)

        self.was_alone = False
        monkeypatch.setattr(dealer.Play, "__init__", meet)


def test_without_the_lock_two_answers_meet_and_only_the_constraint_stops_the_second(
    hand, now, without_lock, monkeypatch
):
    meeting = Meeting(monkeypatch, 2)
    outcomes = at_once(*answers(hand, now, "call", "raise 300"))
    assert not meeting.was_alone, "both replayed the hand with the ask still open: the race is real"
    assert sum(isinstance(outcome, Decision) for outcome in outcomes) == 1
    [refusal] = [outcome for outcome in outcomes if not isinstance(outcome, Decision)]
    assert isinstance(refusal, ClubError)
    assert refusal.status == 409
    assert Decision.objects.count() == 1


def test_with_the_lock_two_answers_never_meet(hand, now, monkeypatch):
    meeting = Meeting(monkeypatch, 2)
    outcomes = at_once(*answers(hand, now, "call", "raise 300"))
    assert meeting.was_alone
    assert sum(isinstance(outcome, Decision) for outcome in outcomes) == 1
    [refusal] = [outcome for outcome in outcomes if not isinstance(outcome, Decision)]
    assert (refusal.code, refusal.status) == ("closed_ask", 409)
    assert Decision.objects.count() == 1


def test_the_same_answer_at_once_is_one_decision_and_two_replies(hand, now):
    first, second = at_once(*answers(hand, now, "raise 300", "raise 300"))
    assert first.pk == second.pk
    assert Decision.objects.count() == 1


def test_without_the_lock_a_decision_meets_the_clock(hand, now, without_lock, monkeypatch):
    Hand.objects.filter(pk=hand.pk).update(deadline=now + timedelta(seconds=1))
    meeting = Meeting(monkeypatch, 2)
    [decide] = answers(hand, now, "call")
    outcomes = at_once(decide, lambda: time_outs.time_out(hand.pk, now=now + timedelta(seconds=2)))
    assert not meeting.was_alone
    assert sum(isinstance(outcome, Exception) for outcome in outcomes) == 1
    assert Decision.objects.count() == 1


@sweep("turn", range(5))
def test_with_the_lock_either_the_decision_or_the_clock_is_first(hand, now, turn):
    Hand.objects.filter(pk=hand.pk).update(deadline=now + timedelta(seconds=1))
    [decide] = answers(hand, now, "call")
    decided, timed_out = at_once(decide, lambda: time_outs.time_out(hand.pk, now=now + timedelta(seconds=2)))
    [kept] = Decision.objects.all()
    if isinstance(decided, Decision):
        assert (kept.text, kept.source) == ("call", "player")
        assert timed_out is False, "a new deadline is set by then"
    else:
        assert (kept.text, kept.source) == ("fold", "clock")
        assert timed_out is True
        assert decided.code == "closed_ask"


def test_without_the_lock_a_hand_could_be_dealt_twice_but_for_the_constraint(house, now, without_lock, monkeypatch):
    table = house.seated(house.person("anna"), house.person("ben"), pause=60.0)
    barrier, dealt_in = threading.Barrier(2), dealer.dealt_in

    def meet(table):
        found = dealt_in(table)
        barrier.wait(PATIENCE)
        return found

    monkeypatch.setattr(dealer, "dealt_in", meet)
    deal = [lambda: dealer.deal(table.pk, now=now)] * 2
    outcomes = at_once(*deal)
    assert sum(isinstance(outcome, Hand) for outcome in outcomes) == 1
    assert Hand.objects.count() == 1


def test_one_of_two_deals_wins(house, now):
    table = house.seated(house.person("anna"), house.person("ben"), pause=60.0)
    outcomes = at_once(*[lambda: dealer.deal(table.pk, now=now)] * 3)
    assert sum(isinstance(outcome, Hand) for outcome in outcomes) == 1
    assert [o.code for o in outcomes if not isinstance(o, Hand)] == ["hand_in_progress"] * 2


def test_without_the_lock_one_who_has_left_with_all_chips_is_dealt_in(house, now, without_lock, monkeypatch):
    """The hand is then played for chips that are in the wallet: the race that the lock is there for."""
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben, chika, pause=60.0)
    dealt_in, seen, left = dealer.dealt_in, threading.Event(), threading.Event()

    def late(of):
        found = dealt_in(of)
        seen.set()
        assert left.wait(PATIENCE)  # until the seat is given up
        return found

    def leave():
        assert seen.wait(PATIENCE)  # until she is among those who get cards
        try:
            return seating.stand_up(table.pk, anna, now=now)
        finally:
            left.set()

    monkeypatch.setattr(dealer, "dealt_in", late)
    gone, row = at_once(leave, lambda: dealer.deal(table.pk, now=now))
    assert isinstance(row, Hand), row
    assert (gone.state, wallet(anna)) == ("left", 10_000), "every chip is in the wallet"
    assert row.seats.filter(player=anna).exists(), "the race is real"


@sweep("turn", range(5))
def test_leaving_against_the_deal_loses_no_chip(house, now, turn):
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben, chika, pause=60.0)
    left, row = at_once(
        lambda: seating.stand_up(table.pk, anna, now=now),
        lambda: dealer.deal(table.pk, now=now),
    )
    assert isinstance(left, Sitting)
    assert isinstance(row, Hand)
    if row.seats.filter(player=anna).exists():
        assert left.state == "leaving"
        assert wallet(anna) == 5000
        assert stack(table, anna) == 5000
    else:
        assert left.state == "left"
        assert wallet(anna) == 10_000


def test_one_seat_is_taken_once(house, now):
    anna, ben = house.person("anna"), house.person("ben")
    table = house.table()
    outcomes = at_once(
        *[
            lambda player=player: seating.sit_down(table.pk, player, 1, 5000, key=player.nickname, now=now)
            for player in (anna, ben)
        ]
    )
    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refused", "Sitting"]
    assert sorted([wallet(anna), wallet(ben)]) == [5000, 10_000]


def test_one_request_sent_twice_at_once_buys_in_once(house, now):
    anna = house.person("anna", chips=20_000)
    table = house.table()
    outcomes = at_once(*[lambda: seating.sit_down(table.pk, anna, 1, 5000, key="once", now=now)] * 2)
    assert {outcome.pk for outcome in outcomes} == {Sitting.objects.get().pk}
    assert wallet(anna) == 15_000


@pytest.fixture
def ready(house):
    anna, ben = house.person("anna"), house.person("ben")
    return house.seated(anna, ben, pause=60.0), anna


def test_without_the_lock_a_top_up_and_a_deal_leave_chips_that_the_hand_does_not_know(
    ready, now, without_lock, monkeypatch
):
    """S0.14: no chips may be added during a hand."""
    table, anna = ready
    is_in_hand, looked, met = sittings.is_in_hand, threading.Event(), threading.Event()

    def late(*arguments):
        found = is_in_hand(*arguments)
        looked.set()
        assert met.wait(PATIENCE)  # until the hand is dealt
        return found

    def deal():
        assert looked.wait(PATIENCE)  # until no hand was seen
        try:
            return dealer.deal(table.pk, now=now)
        finally:
            met.set()

    monkeypatch.setattr(sittings, "is_in_hand", late)
    topped, row = at_once(lambda: seating.top_up(table.pk, anna, 1000, key="t", now=now), deal)
    assert isinstance(topped, Sitting)
    assert isinstance(row, Hand)
    in_hand = next(seat[1] for seat in row.start["seats"] if seat[0] == topped.seat)
    assert (in_hand, stack(table, anna)) == (5000, 6000), "the race is real"


@pytest.mark.parametrize("turn", range(3))
def test_with_the_lock_chips_are_added_before_the_hand_or_refused(ready, now, turn):
    table, anna = ready
    topped, row = at_once(
        lambda: seating.top_up(table.pk, anna, 1000, key="t", now=now), lambda: dealer.deal(table.pk, now=now)
    )
    assert isinstance(row, Hand)
    seat = table.sittings.get(player=anna).seat
    in_hand = next(one[1] for one in row.start["seats"] if one[0] == seat)
    assert in_hand == stack(table, anna)
    if not isinstance(topped, Sitting):
        assert topped.code == "hand_in_progress"


def test_two_workers_settle_a_hand_once(hand, now, without_lock, monkeypatch):
    """Without the lock both come to settle it, and the ledger's key lets the chips move once; with it one finds nothing."""
    ask = rebuilt(hand).asks[0]
    player_decisions.decide(
        hand.table_id, hand.pk, ask.number, "fold", by=hand.seats.get(seat=ask.seat).player, now=now
    )
    before = sum(stack(hand.table, seat.player) for seat in hand.seats.all())
    barrier, post, meetings = threading.Barrier(2), settlement._post, []

    def meet(*arguments):
        barrier.wait(PATIENCE)
        meetings.append(arguments[0][0].row.pk)
        return post(*arguments)

    monkeypatch.setattr(settlement, "_post", meet)
    outcomes = at_once(*[lambda: settlement.resolve(hand.pk, now=now)] * 2)
    assert meetings == [hand.pk] * 2, "both came to settle it: the race is real"
    assert True in outcomes
    assert sum(stack(hand.table, seat.player) for seat in hand.seats.all()) == before
    assert Transfer.objects.filter(key=f"hand:{hand.pk}:settle").count() == 1
    assert audit.run(now=now).ok


def test_with_the_lock_one_of_two_workers_settles_the_hand(hand, now):
    ask = rebuilt(hand).asks[0]
    player_decisions.decide(
        hand.table_id, hand.pk, ask.number, "fold", by=hand.seats.get(seat=ask.seat).player, now=now
    )
    outcomes = at_once(*[lambda: settlement.resolve(hand.pk, now=now)] * 2)
    assert sorted(outcomes) == [False, True]
    assert Transfer.objects.filter(key=f"hand:{hand.pk}:settle").count() == 1
