"""A demo club: logins, computer players, two cash tables, a practice table, and a tournament that starts soon, again and again.

Everything is made through the services a club uses, and made once: filling a filled club changes nothing.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from club.base.errors import ClubError
from club.cashier import cashier
from club.ledger import ledger
from club.models import ComputerLevel, Player, User
from club.people.people import enrol, player_of
from club.people.roles import give_role
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tables.models import PRACTICE, Sitting, Table
from tournaments.desk import registration
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.models import Structure, Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import event_start
from tournaments.structures import sheet_import

NAME = "Demo evening"
CASH_TABLES = ("Hold'em 10/20", "Limit hold'em 20/40")
PRACTICE_TABLE = "Practice"
BUY_IN, FEE = 500, 50
STAKE = 5_000
# Seen played: who is out of chips early buys again, computers at once.
REBUYS: dict[str, Any] = {
    "rebuys": 1, "rebuy_price": BUY_IN, "rebuy_fee": FEE, "rebuy_chips": 5_000, "rebuy_until_level": 3, "computers_buy": True,
}  # fmt: skip
SOON = timedelta(seconds=90)


@dataclass(frozen=True, slots=True)
class Login:
    """A login of the demo club, with the password that is printed."""

    username: str
    password: str
    role: str


LOGINS = (
    Login("director", "demo-director", "director"),
    Login("player", "demo-player", "player"),
    Login("admin", "demo-admin", "admin"),
)
COMPUTERS = (
    "Akira", "Beatrice", "Chidori", "Desmond", "Emiko", "Florian", "Ginko", "Hugo", "Izumi", "Jasper", "Kaede", "Lorenz",
    "Mariko", "Nils", "Otoha", "Piet", "Ren", "Sylvie", "Tomoe", "Ulla", "Wataru", "Xaver", "Yuki", "Zita",
)  # fmt: skip


def fill(*, now: datetime) -> None:
    """Make whatever of the demo club is not there yet."""
    sheet_import.take_in_own(now=now)
    for login in LOGINS:
        _login(login, now)
    players = [_computer(name, now) for name in COMPUTERS]
    no_limit, limit = CASH_TABLES
    _cash_table(no_limit, "holdem", Stakes(limit="no", small_blind=10, big_blind=20), players[:5], now)
    fixed = Stakes(limit="fixed", small_blind=10, big_blind=20, small_bet=20, big_bet=40)
    _cash_table(limit, "holdem", fixed, players[5:9], now)
    _practice_table(now)
    _next_tournament(now)


def _login(login: Login, now: datetime) -> None:
    user, made = User.objects.get_or_create(username=login.username)
    if made:
        user.set_password(login.password)
        user.save(update_fields=["password"])
    give_role(user, login.role)
    player = player_of(user)
    if player is not None:
        cashier.buy_chips(player, STAKE * 2, key=f"demo:{login.username}", by=None, now=now)


def _computer(name: str, now: datetime) -> Player:
    player = Player.objects.filter(nickname=name).first()
    if player is None:
        player = enrol(name, is_computer=True, now=now)
        player.computer_level = ComputerLevel.values[COMPUTERS.index(name) % len(ComputerLevel)]
        player.save(update_fields=["computer_level"])
    cashier.buy_chips(player, STAKE * 10, key=f"demo:{name}", by=None, now=now)
    return player


def _cash_table(name: str, game: str, stakes: Stakes, players: list[Player], now: datetime) -> None:
    if Table.objects.filter(name=name, is_demo=True).exists():
        return
    table = new_tables.open_table(
        new_tables.Opening(name=name, game=game, stakes=stakes, seats=6, pace=1.2, pause=5.0), by=None, now=now
    )
    Table.objects.filter(pk=table.pk).update(is_demo=True)
    for seat, player in enumerate(players, 1):
        seating.sit_down(table.pk, player, seat, table.max_buy_in // 2, key=f"demo:{name}", now=now)


def _practice_table(now: datetime) -> None:
    """A table for play chips; who sits down seats computer players of the level they like."""
    if Table.objects.filter(name=PRACTICE_TABLE, is_demo=True).exists():
        return
    stakes = Stakes(limit="no", small_blind=10, big_blind=20)
    opening = new_tables.Opening(name=PRACTICE_TABLE, game="holdem", stakes=stakes, seats=6, pace=1.2, unit=PRACTICE)
    table = new_tables.open_table(opening, by=None, now=now)
    Table.objects.filter(pk=table.pk).update(is_demo=True)


def _next_tournament(now: datetime) -> None:
    """Announce the next demo tournament with its computer players, unless one is open or running."""
    if Tournament.objects.filter(is_demo=True, status__in=[REGISTERING, RUNNING]).exists():
        return
    with transaction.atomic():
        tournament = event_start.announce(
            NAME,
            Structure.objects.get(key="club-turbo"),
            buy_in=BUY_IN,
            fee=FEE,
            starts_at=now + SOON,
            seed=secrets.token_bytes(tournament_tables.DECK_SEED_BYTES),
            now=now,
            pace=0.8,
            min_players=2,
            **REBUYS,
        )
        Tournament.objects.filter(pk=tournament.pk).update(is_demo=True)
    for name in COMPUTERS[9:]:
        player = Player.objects.get(nickname=name)
        if (
            registration.verdict(tournament, player, now=now).code == "not_enough_chips"
        ):  # the demo outlasts a machine's luck
            cashier.buy_chips(player, STAKE, key=f"demo:{name}:{tournament.pk}", by=None, now=now)
        registration.register(tournament.pk, player, now=now, key="demo")


def keep_going(*, now: datetime) -> None:
    """In a demo club: announce the next evening when one is over, and keep the cash tables in chips.

    In any other club there is nothing that the demo made, whatever its events and tables are called.
    """
    last = Tournament.objects.filter(is_demo=True).order_by("-pk").values_list("status", flat=True).first()
    if last is None:
        return
    if last not in (REGISTERING, RUNNING):
        _next_tournament(now)
    _buy_in_again(now)


def _buy_in_again(now: datetime) -> None:
    """The computer players who have lost their last chip at a demo table bring new ones, between hands."""
    broke = Sitting.objects.filter(
        table__is_demo=True,
        table__unit=ledger.CHIPS,
        state=Sitting.State.ACTIVE,
        player__is_computer=True,
        account__balance=0,
    ).select_related("table", "player")
    for sitting in broke:
        table, player = sitting.table, sitting.player
        key = f"demo:{sitting.pk}:{table.next_hand}"
        chips = table.max_buy_in // 2
        if ledger.balance(ledger.open_account(player.owner, "wallet")) < chips:
            cashier.buy_chips(player, chips, key=key, by=None, now=now)
        with contextlib.suppress(ClubError):  # in a hand: the next round finds the player again
            seating.top_up(table.pk, player, chips, key=key, now=now)
