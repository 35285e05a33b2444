"""The chat of a table: players are those who sit there."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from club.models import Player
from tables.chat.chat_places import ChatPlace
from tables.core import spectator_delay, table_rules
from tables.core.errors import UnknownTable
from tables.core.table_rules import TableRules
from tables.models import Sitting, Table


class TableChat(ChatPlace):
    """A table, as the place of its chat."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.reference = f"table:{table.pk}"
        self.name, self.channel = table.name, table.chat_channel
        self.address = reverse("table", args=[table.pk])

    @property
    def rules(self) -> TableRules:
        return table_rules.of_table(self.table, self.table.game)

    @property
    def is_open(self) -> bool:
        return self.table.status == Table.Status.OPEN

    def is_player(self, player: Player | None) -> bool:
        held = Sitting.objects.filter(table=self.table, player=player).exclude(state=Sitting.State.LEFT)
        return player is not None and held.exists()

    def sees_until(self, viewer: Player | None, now: datetime) -> datetime | None:
        return spectator_delay.sees_until(self.table, viewer, now)


def find(table_id: int) -> TableChat:
    """The chat of that table. Raises `UnknownTable`."""
    found = Table.objects.filter(pk=table_id).first()
    if found is None:
        raise UnknownTable(table_id)
    return TableChat(found)
