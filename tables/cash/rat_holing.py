"""Rat-holing: chips that a player took away from a game lately come back with them (TDA has no rule; a house rule)."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from club.models import Player
from tables.core import table_rules
from tables.models import Sitting, Table


def taken_away(table: Table, player: Player, now: datetime) -> int:
    """The chips the player has lately taken away from this game: from here, or from another open table of the same game
    and stakes. 0 if none or long ago; what is left at a table that the house has closed was not taken away.

    Of several departures since the player last bought in, the one with most chips counts: buying in brought those before it back.
    Play chips are nobody's to take away.
    """
    if table.is_practice:
        return 0
    minutes = table_rules.of_table(table, table.game).rat_hole_minutes
    alike = Q(table__game=table.game, table__stakes=table.stakes, table__rotation__isnull=True)
    if table.rotation is not None:
        alike = Q(table__rotation=table.rotation, table__level=table.level)
    same = Q(table=table) | alike & Q(table__owner="", table__unit=table.unit, table__status=Table.Status.OPEN)
    own = Sitting.objects.filter(same, player=player)
    lately = own.filter(left_at__gt=now - timedelta(minutes=minutes)).exclude(left_with=None)
    bought = own.exclude(buy_in_key=None).order_by("-sat_down_at", "-pk").first()
    if bought is not None:
        lately = lately.filter(Q(left_at__gt=bought.sat_down_at) | Q(pk=bought.pk))
    return max((one.left_with or 0 for one in lately), default=0)
