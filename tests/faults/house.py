"""The club that is shot at: its tables and players, and its books, looked at while it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection
from django.db.models import Count, Sum

from club import api_tokens, audit, cashier, people
from club.models import Account, Player, Transfer, User
from engine.hand import Stakes
from tables import seating
from tables.models import Decision, Hand, Table
from tests.faults.players import Told

CHIPS = 100_000
BUY_IN = 5_000
BLINDS = Stakes(limit="fixed", small_blind=1, big_blind=2, small_bet=2, big_bet=4)
STUD = Stakes(limit="fixed", ante=1, bring_in=1, small_bet=2, big_bet=4)
GAMES = {"holdem": BLINDS, "seven-card-stud": STUD, "2-7-triple-draw": BLINDS, "crazy-pineapple": BLINDS}
T = TypeVar("T")


def prepare(now: datetime) -> list[tuple[int, str]]:
    """Open a table of each game, two people and two computer players at each; the table and token of every person.

    A club that has been prepared before goes on.
    """
    keys = []
    for game, stakes in GAMES.items():
        table = Table.objects.filter(name=game).first() or seating.open_table(
            seating.Opening(
                name=game, game=game, stakes=stakes, seats=5, pace=0.1, pause=0.3, min_buy_in=100, max_buy_in=20_000
            ),
            by=None,
            now=now,
        )
        for seat in range(1, 5):
            player = _player(f"{game} {seat}", is_computer=seat > 2, now=now)
            if not table.sittings.filter(player=player).exclude(state="left").exists():
                seating.sit_down(table.pk, player, seat, BUY_IN, key=f"{game} {seat}", now=now)
            if player.user is not None:
                keys.append((table.pk, api_tokens.make_by_password(player.user, now=now)))
    return keys


def _player(name: str, *, is_computer: bool, now: datetime) -> Player:
    found = Player.objects.filter(nickname=name).first()
    if found is not None:
        return found
    user = None if is_computer else User.objects.create_user(name.replace(" ", "-"))
    player = people.enrol(name, user=user, is_computer=is_computer, now=now)
    cashier.cash_in(player, CHIPS, key=f"start:{player.pk}", by=None, now=now)
    return player


def patiently(ask: Callable[[], T]) -> T | None:
    """What the question to the database brings; None while the database is away."""
    try:
        return ask()
    except (OperationalError, InterfaceError):
        connection.close()
        return None


def versions() -> dict[int, int]:
    """Each table's version."""
    return dict(Table.objects.values_list("pk", "version"))


def live() -> dict[int, int]:
    """The hand in progress of each table that has one."""
    found = Hand.objects.filter(state__in=[Hand.State.PLAYING, Hand.State.OVER])
    return dict(found.values_list("table_id", "pk"))


def unfinished(hands: Sequence[int]) -> int:
    """How many of those hands are not settled yet."""
    return Hand.objects.filter(pk__in=hands, state__in=[Hand.State.PLAYING, Hand.State.OVER]).count()


def wrongs(told: Sequence[Told]) -> list[str]:
    """Everything that is not as it must be; empty if the books balance, every chip is there, and whatever a player was told
    was done, was done once."""
    found = [f"books: {difference}" for difference in audit.rebuild().differences]
    wanted = CHIPS * Player.objects.count()
    there = Account.objects.exclude(kind="cashier").aggregate(all=Sum("balance"))["all"] or 0
    if there != wanted:
        found.append(f"{wanted} chips were brought in, and {there} are there")
    twice = Decision.objects.values("hand", "ask").annotate(times=Count("pk")).filter(times__gt=1)
    found += [f"ask {one['ask']} of hand {one['hand']} was answered {one['times']} times" for one in twice]
    for one in told:
        found += [f"fault: {fault}" for fault in one.faults]
        found += _decisions_lost(one)
        found += _top_ups_wrong(one)
    return found


def _decisions_lost(told: Told) -> list[str]:
    acknowledged = dict(told.decisions)  # the player plays on meanwhile
    kept = {
        (hand, ask)
        for hand, ask in Decision.objects.filter(
            hand__in={hand for hand, _ask in acknowledged}, source=Decision.Source.PLAYER
        ).values_list("hand_id", "ask")
    }
    return [
        f"hand {hand}, ask {ask}: {acknowledged[hand, ask]} was accepted and is gone"
        for hand, ask in acknowledged.keys() - kept
    ]


def _top_ups_wrong(told: Told) -> list[str]:
    accepted, asked = set(told.top_ups), set(told.asked_top_ups)
    posted: dict[str, int] = {}
    for key in Transfer.objects.filter(purpose="top-up").values_list("key", flat=True):
        own = key.partition(":top-up:")[2]
        if own in asked:
            posted[own] = posted.get(own, 0) + 1
    lost = [f"top-up {key} was accepted and is gone" for key in accepted - posted.keys()]
    return lost + [f"top-up {key} was made {times} times" for key, times in posted.items() if times > 1]
