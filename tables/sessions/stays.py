"""Stays at cash tables: how long people played for the club's chips, and what they won or lost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.db.models import F, Q, QuerySet, Sum

from club.models import Player
from tables.models import Sitting, Table

# A seat that was given by mistake and taken back: as if nobody had sat there.
TAKEN_BACK = Q(left_at=F("sat_down_at"), brought=0, left_with=None)


@dataclass(frozen=True)
class CashPlay:
    """A player's stays together: how many are over, the time at the tables, and the result in chips (all of it that is known)."""

    stays: int
    time: timedelta
    result: int


def at_cash_tables() -> QuerySet[Sitting]:
    """The stays at cash tables for the club's chips; not those whose seat was taken back, nor those at imported tables."""
    kinds = (Table.Kind.DEALT, Table.Kind.RECORDED, Table.Kind.SESSION)
    found = Sitting.objects.filter(table__owner="", table__unit="chips", table__kind__in=kinds)
    return found.exclude(TAKEN_BACK)


def of_player(player: Player) -> QuerySet[Sitting]:
    """The player's stays, latest first, with their tables."""
    return at_cash_tables().filter(player=player).select_related("table").order_by("-sat_down_at", "-pk")


def together(player: Player) -> CashPlay:
    """What the player's stays that are over come to."""
    over = at_cash_tables().filter(player=player, left_at__isnull=False)
    sums = over.aggregate(
        time=Sum(F("left_at") - F("sat_down_at")),
        result=Sum(F("left_with") - F("brought"), filter=Q(left_with__isnull=False)),
    )
    return CashPlay(over.count(), sums["time"] or timedelta(), sums["result"] or 0)
