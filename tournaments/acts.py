"""What a director may do on the floor, each with its fields: the one list from which the API and the page are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from club.models import User
from tournaments import floor

A_DAY = 24 * 3600


class Why(serializers.Serializer[Any]):
    why = serializers.CharField(label=_("Why"), max_length=300, allow_blank=True, default="")


class Moved(Why):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)
    table = serializers.IntegerField(label=_("Table"), min_value=1)
    seat = serializers.IntegerField(label=_("Seat"), min_value=1, max_value=10)


class KnockedOut(serializers.Serializer[Any]):
    entry = serializers.IntegerField(label=_("Entry"), min_value=1)
    why = serializers.CharField(label=_("Why"), max_length=300)


class LevelSet(serializers.Serializer[Any]):
    level = serializers.IntegerField(label=_("Level"), min_value=1)


class Adjusted(serializers.Serializer[Any]):
    seconds = serializers.IntegerField(label=_("Seconds"), min_value=-A_DAY, max_value=A_DAY)


class Turned(Why):
    line = serializers.IntegerField(label=_("Line"), min_value=1)


@dataclass(frozen=True, slots=True)
class Act:
    """One thing done on the floor: its fields, and what does it, told them by name."""

    fields: type[serializers.Serializer[Any]]
    does: Callable[..., object]

    def do(self, tournament_id: int, given: Mapping[str, Any], *, now: datetime, by: User | None, source: str) -> None:
        """Do it. Raises DRF's `ValidationError` for fields that are not right, and what the act refuses."""
        told = self.fields(data=given)
        told.is_valid(raise_exception=True)
        self.does(tournament_id, **told.validated_data, now=now, by=by, source=source)


def _move(tournament_id: int, *, table: int, **told: Any) -> None:
    floor.move(tournament_id, table_id=table, **told)


ACTS: dict[str, Act] = {
    "move": Act(Moved, _move),
    "knock-out": Act(KnockedOut, floor.knock_out),
    "level": Act(LevelSet, floor.set_level),
    "adjust": Act(Adjusted, floor.adjust),
    "undo": Act(Turned, floor.undo),
    "redo": Act(Turned, floor.redo),
}
