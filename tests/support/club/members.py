"""Members of a club, their clients, and a table where they sit."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.test import APIClient

from club.cashier import cashier
from club.models import Player, User
from club.people import people
from engine.betting.hand import Stakes
from tables.cash import new_tables

STAKES = Stakes(limit="no", small_blind=50, big_blind=100)


def member(name: str, **more) -> Player:
    user = User.objects.create_user(name, password="correct horse")
    player = people.enrol(name, user=user, now=timezone.now(), **more)
    cashier.buy_chips(player, 10_000, key=f"start:{player.pk}", by=None, now=timezone.now())
    return player


def client_of(player: Player) -> APIClient:
    client = APIClient()
    client.force_login(player.user)
    return client


def open_table():
    return new_tables.open_table(
        new_tables.Opening(name="T", game="holdem", stakes=STAKES), by=None, now=timezone.now()
    )


def sit(client: APIClient, table, key: str = "k", seat: int = 1):
    body = {"seat": seat, "buy_in": 5000}
    return client.post(f"/api/v1/tables/{table.pk}/sittings/", body, headers={"Idempotency-Key": key})
