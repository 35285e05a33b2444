"""Deadlines and computer players: what happens by itself, and that it happens once."""

from __future__ import annotations

from datetime import timedelta

import pytest

from club.models import AuditEntry
from engine.betting.hand import Stakes
from tables import tasks
from tables.breaking_and_closing import closing_tables
from tables.cash import seating, sittings
from tables.dealing import dealer, player_decisions, time_outs
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, Sitting, Table
from tables.tournament_seats import single_seats
from tests.tables.conftest import stack, wallet

pytestmark = pytest.mark.django_db


def asked(row):
    return rebuilt(row).asks[0]


def test_a_person_has_the_tables_time_and_then_the_clock_decides(house, now):
    table = house.seated(house.person("anna"), house.person("ben"), house.person("chika"), action_seconds=20)
    row = dealer.deal(table.pk, now=now)
    assert row.deadline == now + timedelta(seconds=20)
    late = asked(row)
    assert not time_outs.time_out(row.pk, now=now + timedelta(seconds=19))
    assert time_outs.time_out(row.pk, now=now + timedelta(seconds=20))
    assert not time_outs.time_out(row.pk, now=now + timedelta(seconds=20)), "twice is once"
    [decision] = Decision.objects.all()
    assert (decision.text, decision.seat, decision.source, decision.user) == ("fold", late.seat, "clock", None)
    row.refresh_from_db()
    assert row.deadline == now + timedelta(seconds=40), "the next player has the whole time"
    assert table.sittings.get(seat=late.seat).state == Sitting.State.OUT, "the house rule"


def test_the_clock_checks_where_a_check_is_free(house, now):
    table = house.seated(house.person("anna"), house.person("ben"))
    row = dealer.deal(table.pk, now=now)
    first = asked(row)
    player_decisions.decide(table.pk, row.pk, first.number, "call", by=row.seats.get(seat=first.seat).player, now=now)
    assert time_outs.time_out(row.pk, now=now + timedelta(hours=1))
    assert [decision.text for decision in Decision.objects.order_by("seq")] == ["call", "call"]
    row.refresh_from_db()
    assert row.state == Hand.State.PLAYING


def test_the_sweep_does_what_is_due(house, now):
    anna, ben = house.person("anna"), house.person("ben")
    table = house.seated(anna, ben)
    assert table.deal_at == now, "two can play"
    tasks.think()
    tasks.sweep()
    row = Hand.objects.get()
    Hand.objects.update(deadline=now - timedelta(seconds=1))
    tasks.think()
    tasks.sweep()  # folds for the late one, and settles the hand that ends
    row.refresh_from_db()
    assert row.state == Hand.State.SETTLED
    assert Decision.objects.get().source == "clock"
    table.refresh_from_db()
    assert table.deal_at is None, "the late one sits out; one player is no hand"
    tasks.think()
    tasks.sweep()
    assert Hand.objects.count() == 1


def test_one_hand_that_fails_does_not_stop_the_sweep(house, now, monkeypatch, caplog):
    tables = [house.seated(house.person(f"a{n}"), house.person(f"b{n}"), pause=60.0) for n in range(2)]
    rows = [dealer.deal(table.pk, now=now) for table in tables]
    Hand.objects.update(deadline=now - timedelta(seconds=1))
    real = time_outs.time_out

    def fail_once(pk, **named):
        if pk == rows[0].pk:
            raise RuntimeError("out of order")
        return real(pk, **named)

    monkeypatch.setattr(time_outs, "time_out", fail_once)
    tasks.think()
    tasks.sweep()
    assert Hand.objects.get(pk=rows[1].pk).state == Hand.State.SETTLED
    assert "out of order" in caplog.text


def test_the_same_seed_gives_the_same_hand_whoever_plays_it_and_when(house, now):
    """A hand of computer players is a function of its start and its seed."""
    told = []
    for evening in range(2):
        players = [house.computer(f"bot {evening} {n}") for n in range(4)]
        table = house.seated(*players, pace=0.0)
        row = dealer.deal(table.pk, now=now + timedelta(hours=evening), seed=b"n" * 32)
        if evening:
            time_outs.play_on(row.pk, now=now + timedelta(days=1))
        else:
            tasks.play_hand(row.pk)
            tasks.play_hand(row.pk)  # twice is once
        told.append([decision.text for decision in Decision.objects.filter(hand=row).order_by("seq")])
    assert told[0] == told[1]
    assert len(told[0]) > 3


def test_a_computers_hand_is_settled_with_its_last_decision(house, now):
    table = house.seated(*[house.computer(f"bot {n}") for n in range(3)], pace=0.0, pause=60.0)
    row = dealer.deal(table.pk, now=now)
    tasks.play_hand(row.pk)
    row.refresh_from_db()
    assert row.state == Hand.State.SETTLED
    assert sum(stack(table, held.player) for held in row.seats.all()) == 15_000


# -- coming and going -------------------------------------------------------------------------------------------------


def test_one_who_stands_up_during_a_hand_is_folded_and_paid_after_it(house, now):
    anna, ben, chika = (house.person(name) for name in ("anna", "ben", "chika"))
    table = house.seated(anna, ben, chika, pause=60.0)
    row = dealer.deal(table.pk, now=now)
    ask = asked(row)
    leaver = row.seats.get(seat=ask.seat).player
    assert seating.stand_up(table.pk, leaver, now=now, source="desk").state == "leaving"
    assert Decision.objects.get().text == "fold", "the others do not wait"
    assert seating.stand_up(table.pk, leaver, now=now, source="desk").state == "leaving", "twice is once"
    assert AuditEntry.objects.filter(kind="seat.left", subject=f"table:{table.pk}").count() == 1
    while (row := Hand.objects.get(pk=row.pk)).state == Hand.State.PLAYING:
        ask = asked(row)
        player_decisions.decide(table.pk, row.pk, ask.number, "fold", by=row.seats.get(seat=ask.seat).player, now=now)
    house.settle()
    assert wallet(leaver) == 10_000
    assert not table.sittings.exclude(state="left").filter(player=leaver).exists()


def test_who_sits_out_is_not_dealt_in_at_a_cash_table(house, now):
    players = [house.person(name) for name in ("anna", "ben", "chika")]
    table = house.seated(*players, pause=60.0)
    seating.sit_out(table.pk, players[1], now=now)
    row = dealer.deal(table.pk, now=now)
    assert sorted(row.seats.values_list("seat", flat=True)) == [1, 3]
    seating.come_back(table.pk, players[1], now=now)
    assert table.sittings.get(player=players[1]).state == "active"


def test_who_is_away_at_a_tournament_is_dealt_in_and_never_waited_for(house, now):
    from club.ledger import ledger

    unit, owner = "tournament:1", "tournament:1"
    table = house.table(owner=owner, unit=unit, action_seconds=20)
    cashier = ledger.open_account("cashier", "cashier", unit)
    players = [house.person(name) for name in ("anna", "ben", "chika")]
    for seat, player in enumerate(players, start=1):
        account = ledger.open_account(f"entry:{seat}", "stack", unit)
        ledger.post(f"chips {seat}", {cashier.pk: -1000, account.pk: 1000}, purpose="buy-chips")
        single_seats.seat_entry(table, seat, player, account.pk, now=now)
    for player in players:
        seating.sit_out(table.pk, player, now=now)
    row = dealer.deal(table.pk, now=now, stakes=Stakes(small_blind=10, big_blind=20), durable=False)
    row.refresh_from_db()
    assert row.state == Hand.State.OVER, "everybody is away: the big blind wins at once"
    house.settle()
    balances = sorted(sitting.account.balance for sitting in table.sittings.select_related("account"))
    assert balances == [990, 1000, 1010]
    assert not Table.objects.filter(deal_at__isnull=False).exists(), "only the director has hands dealt"


def test_moving_a_player_moves_no_chips(house, now):
    from club.models import Transfer

    players = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*players, pause=60.0)
    other = house.table()
    posted = Transfer.objects.count()
    sitting = table.sittings.get(player=players[0])
    moved = sittings.move_sitting(sitting, other, 7, now=now)
    assert (moved.table_id, moved.seat, moved.account_id) == (other.pk, 7, sitting.account_id)
    assert Transfer.objects.count() == posted
    assert stack(other, players[0]) == 5000


def test_closing_a_table_brings_every_chip_home(house, now):
    players = [house.person(name) for name in ("anna", "ben")]
    table = house.seated(*players)
    for _ in range(2):
        closing_tables.close_table(table.pk, by=None, now=now)
    assert [wallet(player) for player in players] == [10_000, 10_000]
    assert Table.objects.get(pk=table.pk).status == Table.Status.CLOSED


def test_the_dead_button_is_carried_from_hand_to_hand(house, now):
    players = [house.person(f"p{n}") for n in range(4)]
    table = house.seated(*players, pause=60.0)
    Table.objects.filter(pk=table.pk).update(button=1, small_blind=2, big_blind=3)
    seating.stand_up(table.pk, players[2], now=now)  # last hand's big blind
    row = dealer.deal(table.pk, now=now)
    assert row.start["positions"] == [2, 3, 4], "nobody posts the small blind, the button goes to its seat"
    assert rebuilt(row).view(None)["small_blind"] is None
