"""The tables as people meet them: through HTTP, from the lobby to standing up."""

from __future__ import annotations

import random

import pytest

from club.ledger import audit
from tables import tasks
from tables.models import Decision, Hand
from tests.support.tables.table_api import decide, look, own_ask, sit
from tests.tables.conftest import stack, wallet

pytestmark = pytest.mark.django_db


def words_for(ask, rng):
    offer = rng.choice(ask["offers"])
    if offer["verb"] == "raise":
        return f"raise {rng.randint(offer['lo'], offer['hi'])}"
    return "call" if offer["verb"] == "fold" else offer["verb"]  # these three want to see the cards


def play_hand(clients, table, rng):
    """Play the live hand to its end with scripted clients; returns how many decisions it took."""
    for count in range(400):
        for client in clients:
            seen = look(client, table)
            if seen["hand"]["state"] != "playing":
                return count
            ask = own_ask(seen)
            if ask is not None:
                answer = decide(client, table, seen, ask, words_for(ask, rng))
                assert answer.status_code == 200, answer.json()
    raise AssertionError("the hand does not end")


def test_an_evening_at_a_cash_table(house):
    players = [house.person(name) for name in ("anna", "ben", "chika")]
    clients = [house.client(player) for player in players]
    floor = house.client(house.person("dora", role="dealer", chips=0))
    opened = floor.post(
        "/api/v1/tables/",
        {"name": "Blue", "game": "holdem", "stakes": {"limit": "no", "small_blind": 50, "big_blind": 100}, "seats": 6},
    )
    assert opened.status_code == 201, opened.json()
    line = opened.json()
    assert (line["min_buy_in"], line["max_buy_in"]) == (4000, 20000)
    assert [one["name"] for one in clients[0].get("/api/v1/tables/").json()] == ["Blue"]

    from tables.models import Table

    table = Table.objects.get(pk=line["id"])
    Table.objects.filter(pk=table.pk).update(pause=0)
    for seat, client in enumerate(clients, start=1):
        answer = sit(client, table, seat)
        assert answer.status_code == 201, answer.json()
        assert answer.json()["you"] == seat
    assert [wallet(player) for player in players] == [5000] * 3

    rng = random.Random(5)
    for number in range(1, 6):
        tasks.think()
        tasks.sweep()
        seen = look(clients[0], table)
        assert seen["hand"]["number"] == number
        assert len(seen["hand"]["commitment"]) == 64
        play_hand(clients, table, rng)
        tasks.think()
        tasks.sweep()  # the worker settles, and at a pause of nothing the next sweep deals
        settled = Hand.objects.get(table=table, number=number)
        assert settled.state == "settled"
        assert sum(settled.result["net"].values()) + settled.result["rake"] == 0
        assert sum(stack(table, player) for player in players) == 15_000
        assert audit.run(now=house.now).ok
        if any(stack(table, player) == 0 for player in players):
            break

    for client in clients:
        answer = client.delete(f"/api/v1/tables/{table.pk}/sittings/mine/")
        assert answer.status_code == 200, answer.json()
    live = Hand.objects.filter(table=table, state__in=["playing", "over"])
    while live.exists():
        tasks.think()
        tasks.sweep()
    assert sum(wallet(player) for player in players) == 30_000
    assert not table.sittings.exclude(state="left").exists()
    assert audit.run(now=house.now).ok
    assert Decision.objects.filter(source="player").exclude(user=None).exclude(device="").exists()


def test_computer_players_at_once_and_at_their_pace(house, now):
    from datetime import timedelta

    from tables.dealing import dealer, time_outs

    anna = house.person("anna")
    bots = [house.computer(f"bot {n}") for n in range(3)]
    table = house.seated(anna, *bots, pace=0.0)
    row = dealer.deal(table.pk, now=now, seed=b"7" * 32)
    time_outs.play_on(row.pk, now=now)
    client = house.client(anna)
    for _ in range(40):
        seen = look(client, table)
        if seen["hand"]["state"] != "playing":
            break
        # At pace 0 nobody but the person is ever waited for.
        assert seen["hand"]["view"]["to_act"] == [seen["you"]]
        assert decide(client, table, seen, own_ask(seen), "call").status_code == 200
    house.settle()
    row.refresh_from_db()
    assert row.state == "settled"

    slow = house.seated(*[house.computer(f"slow {n}") for n in range(3)], pace=2.0)
    row = dealer.deal(slow.pk, now=now)
    assert row.play_at == now + timedelta(seconds=2)
    assert not time_outs.play_on(row.pk, now=now + timedelta(seconds=1))
    assert time_outs.play_on(row.pk, now=now + timedelta(seconds=2))
    assert Decision.objects.filter(hand=row).count() == 1
