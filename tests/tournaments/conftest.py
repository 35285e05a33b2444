"""A club evening in few words: players with chips, a tournament, and hands that play themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from rest_framework.test import APIClient

from club.cashier import cashier, chip_accounts, serving
from club.ledger import ledger
from club.models import Player
from club.people import people, roles
from tables.dealing import settlement
from tournaments.desk import registration
from tournaments.log import tournament_log
from tournaments.log.state import FINISHED, State
from tournaments.models import Structure, Tournament
from tournaments.running import event_start, runner
from tournaments.structures import sheet_import

NOW = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
CHIPS = 10_000
SHEET: dict[str, Any] = {
    "id": "quick",
    "name": "Quick",
    "game": "NLHE",
    "starting_chips": 1000,
    "table_size": 3,
    "items": [
        {"type": "level", "n": n, "minutes": 5, "sb": 25 * 2 ** (n - 1), "bb": 50 * 2 ** (n - 1)} for n in range(1, 7)
    ],
}


class Evening:
    """What the tests do, in few words. Its clock moves a minute a round of hands."""

    def __init__(self) -> None:
        self.now = NOW

    def computers(self, count: int, *, chips: int = CHIPS) -> list[Player]:
        players = [people.enrol(f"Machine {n}", is_computer=True, now=self.now) for n in range(1, count + 1)]
        if chips and players:
            self._give_all(players, chips)
        return players

    def person(self, name: str, *, chips: int = CHIPS, role: str | None = None) -> Player:
        user = get_user_model().objects.create_user(name, password="secret")
        if role:
            roles.give_role(user, role)
        player = people.enrol(name, user=user, now=self.now)
        self.give(player, chips)
        return player

    def give(self, player: Player, chips: int) -> None:
        if chips:
            cashier.buy_chips(player, chips, key=f"start:{player.pk}", by=None, now=self.now)

    def _give_all(self, players: list[Player], chips: int) -> None:
        """To each so many, sold in one act of the desk: half of a small tournament's set-up would be selling chips."""
        wallets = ledger.open_account_ids([player.owner for player in players], "wallet").values()
        sold = chips * len(players)
        moves = {chip_accounts.cashier_account().pk: -sold, **dict.fromkeys(wallets, chips)}
        serving.serve(
            players[0], sold, "buy-chips", moves, lambda _rules: None,
            key=f"start:{players[0].pk}", by=None, now=self.now, source="", paid=sold,
        )  # fmt: skip

    def structure(self, **changes: Any) -> Structure:
        return sheet_import.take_in({**SHEET, **changes}, now=self.now)

    def tournament(self, **changes: Any) -> Tournament:
        chosen = {"buy_in": 1000, "fee": 100, "starts_at": self.now, "seed": bytes(32), "pace": 0.0}
        chosen |= changes
        structure = chosen.pop("structure", None) or self.structure()
        return event_start.announce("Test", structure, now=self.now, **chosen)

    def entered(self, players: list[Player], **changes: Any) -> Tournament:
        tournament = self.tournament(**changes)
        for player in players:
            registration.register(tournament.pk, player, now=self.now)
        return tournament

    def state(self, tournament: Tournament) -> State:
        tournament.refresh_from_db()
        return State.from_json(tournament.snapshot)

    def play_round(self, tournament: Tournament) -> State:
        """Deal what is due and play it out."""
        runner.direct(tournament.pk, now=self.now)
        for hand in self.state(tournament).hands.values():
            settlement.play_out(hand, now=self.now)
        self.now += timedelta(minutes=1)
        return self.state(tournament)

    def play(self, tournament: Tournament, *, rounds: int = 500) -> State:
        """Play to the end."""
        for _each in range(rounds):
            if self.play_round(tournament).status == FINISHED:
                return self.state(tournament)
        raise AssertionError("the tournament does not end")

    def client(self, player: Player | None) -> APIClient:
        client = APIClient()
        if player is not None:
            client.force_authenticate(player.user)
        return client


@pytest.fixture
def evening(db: None) -> Evening:
    return Evening()


def wallet(player: Player) -> int:
    return ledger.balance(ledger.open_account(player.owner, "wallet"))


def held(owner: str, kind: str, unit: str = "chips") -> int:
    return ledger.balance(ledger.open_account(owner, kind, unit))


def is_replay(tournament: Tournament) -> bool:
    """True if the snapshot is what the log comes to."""
    tournament.refresh_from_db()
    return tournament_log.replayed(tournament.pk) == State.from_json(tournament.snapshot)
