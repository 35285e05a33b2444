"""A club with players who have chips, and tables to play at."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from rest_framework.test import APIClient

from club.cashier import cashier
from club.ledger import ledger
from club.people import people as club_people
from club.people import roles
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tables.dealing import settlement
from tables.models import Hand, Table
from tests.support.real_hands import FloorClient

CHIPS = 10_000
NO_LIMIT = Stakes(limit="no", small_blind=50, big_blind=100)


@pytest.fixture
def now() -> datetime:
    return timezone.now()


class House:
    """What the tests do in the club, in few words."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def person(self, name: str, *, chips: int = CHIPS, role: str | None = None):
        user = get_user_model().objects.create_user(name, password="secret")
        if role:
            roles.give_role(user, role)
        player = club_people.enrol(name, user=user, now=self.now)
        self._give(player, chips)
        return player

    def computer(self, name: str, *, chips: int = CHIPS):
        player = club_people.enrol(name, is_computer=True, now=self.now)
        self._give(player, chips)
        return player

    def _give(self, player, chips: int) -> None:
        if chips:
            cashier.buy_chips(player, chips, key=f"start:{player.pk}", by=None, now=self.now)

    def table(self, *, stakes: Stakes = NO_LIMIT, game: str = "holdem", **more) -> Table:
        more.setdefault("pause", 0.0)
        more.setdefault("action_seconds", 1_800)  # nobody runs out of time because the machine was busy
        opening = new_tables.Opening(name="Table 1", game=game, stakes=stakes, **more)
        return new_tables.open_table(opening, by=None, now=self.now)

    def seated(self, *players, buy_in: int = 5_000, **more) -> Table:
        table = self.table(**more)
        for seat, player in enumerate(players, start=1):
            seating.sit_down(table.pk, player, seat, buy_in, key=f"seat {seat}", now=self.now)
        table.refresh_from_db()
        return table

    def client(self, player) -> APIClient:
        client = APIClient()
        client.force_authenticate(player.user)
        return client

    def settle(self) -> None:
        settlement.resolve_all(
            Hand.objects.filter(state=Hand.State.OVER).values_list("pk", flat=True), now=self.now + timedelta(minutes=1)
        )


@pytest.fixture
def house(now) -> House:
    return House(now)


def wallet(player) -> int:
    return ledger.balance(ledger.open_account(player.owner, "wallet"))


def stack(table, player) -> int:
    sitting = table.sittings.exclude(state="left").get(player=player)
    return ledger.balance(sitting.account)


@pytest.fixture
def floor(house):
    """The client of a dealer, who enters hands and rows while a worker settles them."""
    client = FloorClient()
    client.force_authenticate(house.person("dora", role="dealer", chips=0).user)
    return client


@pytest.fixture
def people(house):
    """Three players with chips."""
    return [house.person(name) for name in ("anna", "ben", "chika")]


@pytest.fixture
def table(house, people) -> Table:
    """The three at a table with real cards; a file whose tables are others has its own."""
    return house.seated(*people, kind=Table.Kind.RECORDED, buy_in=5_000)
