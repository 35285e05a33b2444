"""Who is there: a player's last sign of life at a table, the grace for a lost connection, and sitting out after time-outs.

A page that is open says so every few seconds, and so does every look over the API at a table or a hand, and every decision.
Where no sign has come for a while the table sees the player as away. Whoever never gave one, as a computer player, is not away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import F

from club.models import Player
from tables.core import locks, table_rules
from tables.models import Decision, Hand, HandSeat, Sitting, Table

if TYPE_CHECKING:
    from django.db.models import QuerySet

SIGN_SECONDS = 10  # how often a page says that it is open
AWAY_SECONDS = 25  # with no sign for so long, a player is away
_FRESH = timedelta(seconds=SIGN_SECONDS / 2)  # a younger sign need not be written again


def sign(table_id: int, player: Player | None, now: datetime) -> None:
    """The player gives a sign of life at the table, if seated there; whoever was away is back, and the table sees it."""
    if player is None:
        return
    here = _seated().filter(table=table_id, player=player)
    last = here.values_list("is_away", "seen_at").first()
    if last is None or (not last[0] and last[1] is not None and last[1] > now - _FRESH):
        return
    if not last[0]:
        here.update(seen_at=now)
        return
    with transaction.atomic(durable=True):
        table = locks.lock_table(table_id)
        if here.filter(is_away=True).update(is_away=False, seen_at=now):
            locks.bump(table)


def sign_by_decision(sittings: Iterable[Sitting], player: Player, now: datetime) -> None:
    """A decision is a sign of life too, of a program that looks at nothing: whoever was away is back.

    Whoever never gave another sign is not away, and is left at that: a sign would be missed later.
    """
    for one in sittings:
        if one.player_id == player.pk and (one.is_away or (one.seen_at is not None and one.seen_at <= now - _FRESH)):
            sign(one.table_id, player, now)


def sweep(*, now: datetime) -> int:
    """Mark those who have given no sign for too long as away; at how many tables."""
    lost = silent(now)
    tables = sorted(set(lost.values_list("table_id", flat=True)))
    for pk in tables:
        with transaction.atomic(durable=True):
            table = locks.lock_table(pk)
            if lost.filter(table=table).update(is_away=True):
                locks.bump(table)
    return len(tables)


def silent(now: datetime) -> QuerySet[Sitting]:
    """Those who have given no sign for too long, and are not marked yet.

    With real cards a player sits there, wherever the phone is.
    """
    lost = _seated().filter(is_away=False, seen_at__lt=now - timedelta(seconds=AWAY_SECONDS))
    return lost.filter(table__status=Table.Status.OPEN, table__kind=Table.Kind.DEALT)


def grace(table: Table, row: Hand, held: HandSeat | None, now: datetime) -> int:
    """The seconds that a player whose clock has run out gets once more because the connection is lost; 0: none.

    The grace is marked as used. The table is locked.
    """
    if held is None or held.player_id is None:
        return 0
    running = table_rules.of_table(table, row.start["game"])
    if not running.grace_seconds or not (table.is_cash or running.grace_at_tournaments):
        return 0
    sitting = _seated().filter(table=table, player=held.player_id, state=Sitting.State.ACTIVE).first()
    if sitting is None or sitting.seen_at is None or sitting.seen_at > now - timedelta(seconds=AWAY_SECONDS):
        return 0
    if sitting.grace_hand is not None and row.number < sitting.grace_hand + running.grace_hands:
        return 0
    sitting.grace_hand = row.number
    sitting.save(update_fields=["grace_hand"])
    return running.grace_seconds


def sit_out_late(table: Table, row: Hand, answers: Sequence[Decision]) -> None:
    """At a cash table, sit out those for whom the clock has decided so many times in a row as the house allows.

    `answers` are those of this visit, not written yet.
    """
    if not table.is_cash:
        return
    running = table_rules.of_table(table, row.start["game"])
    if not running.sits_out_after_time_out:
        return
    late = {one.seat for one in answers if one.source == Decision.Source.CLOCK and one.seat is not None}
    for sitting in Sitting.objects.filter(table=table, seat__in=late, state=Sitting.State.ACTIVE):
        # One's own, in whatever seat: others may have held this one before.
        own = {"hand__seats__player": sitting.player_id, "hand__seats__seat": F("seat")}
        before = Decision.objects.filter(hand__table=table, at__gte=sitting.sat_down_at, **own)
        sources = list(before.order_by("-hand", "-seq").values_list("source", flat=True)[: running.time_outs - 1])
        if len(sources) == running.time_outs - 1 and set(sources) <= {Decision.Source.CLOCK}:
            sitting.state = Sitting.State.OUT
            sitting.save(update_fields=["state"])


def _seated() -> QuerySet[Sitting]:
    return Sitting.objects.exclude(state=Sitting.State.LEFT)
