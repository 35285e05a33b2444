"""The lobby: the open tables, each in a line, as this viewer may know of them. Nothing here writes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from club.models import Player
from engine.play.any_game import find_game
from tables.cash import mixed_games
from tables.core import admission, spectator_delay
from tables.models import Sitting, Table

TABLES_A_PAGE = 60


def lobby(viewer: Player | None = None) -> QuerySet[Table]:
    """The open tables where people sit, each with `seated`, the number of players; cash tables first. Private ones only for
    whom they let in."""
    return _counted(Q(status=Table.Status.OPEN) & admission.visible_to(viewer))


def _counted(which: Q) -> QuerySet[Table]:
    there = Sitting.objects.filter(~Q(state=Sitting.State.LEFT), table=OuterRef("pk")).order_by().values("table")
    seated = Coalesce(Subquery(there.annotate(count=Count("pk")).values("count")), 0)
    dealt = Table.objects.filter(which).exclude(kind=Table.Kind.RECORDED, unit="recorded")
    return dealt.annotate(seated=seated).order_by("owner", "name", "pk")


def lobby_as_seen_by(
    viewer: Player | None, *, now: datetime, page: int = 1, which: Q | None = None
) -> tuple[list[Table], bool]:
    """A page of `lobby` as this viewer sees each table: open or not, and its players counted; and whether more follow.

    which: a condition on the tables, besides.
    """
    lately = Q(status=Table.Status.CLOSED, closed_at__gt=now - spectator_delay.LONGEST)
    may_lag = spectator_delay.may_lag()
    state = Q(status=Table.Status.OPEN) | lately if may_lag else Q(status=Table.Status.OPEN)
    first = (page - 1) * TABLES_A_PAGE
    found = list(_counted(state & admission.visible_to(viewer) & (which or Q()))[first : first + TABLES_A_PAGE + 1])
    shown = found[:TABLES_A_PAGE]
    return _seen_at(shown, viewer, now) if may_lag else shown, len(found) > TABLES_A_PAGE


def _seen_at(rows: Sequence[Table], viewer: Player | None, now: datetime) -> list[Table]:
    """Those of them that the viewer sees as open, as many players in each as the viewer knows of."""
    found = list[Table]()
    for table in rows:
        until = spectator_delay.sees_until(table, viewer, now)
        if not spectator_delay.is_open_at(table, until):
            continue
        if until is not None:
            table.status = Table.Status.OPEN
            table.seated = spectator_delay.seated_at(table, until)  # type: ignore[attr-defined]  # as it is annotated
        found.append(table)
    return found


def in_lobby(table: Table, seated: int | None = None) -> dict[str, Any]:
    """One line of the lobby; `table` comes from `lobby`, or its players are counted here unless their number is known."""
    seated = getattr(table, "seated", None) if seated is None else seated
    if seated is None:
        seated = table.sittings.exclude(state=Sitting.State.LEFT).count()
    return {
        "id": table.pk,
        "channel": table.channel,
        "name": table.name,
        "kind": table.kind,
        "game": table.game,
        "game_name": find_game(table.game).name,
        "stakes": table.stakes,
        "mix": mixed_games.as_seen(table),
        "seats": table.seats,
        "seated": seated,
        "owner": table.owner,
        "is_private": table.is_private,
        "unit": table.unit,
        "is_practice": table.is_practice,
        "status": table.status,
        "min_buy_in": table.min_buy_in,
        "max_buy_in": table.max_buy_in,
        "action_seconds": table.action_seconds,
    }
