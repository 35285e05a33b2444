"""Players are called to a table by web push: it is their turn and they have not acted, or a seat is kept for them.

Found in the database again and again, so that a worker that was away loses nothing; each is told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse

from club.base.phrases import gettext as _
from club.notifications import web_push
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, HandSeat, Table, Wait

UNANSWERED = timedelta(seconds=6)  # whoever sits before the page has acted by then
MOST = 200


def call_players(*, now: datetime) -> int:
    """Call everybody who is to be called now, and was not yet; how many devices are told."""
    return sum(_call_to_turn(row, now) for row in _waiting_hands(now)) + sum(
        _call_to_seat(one, now) for one in called_to_seats(now).select_related("called_to").distinct()[:MOST]
    )


def hands(now: datetime) -> QuerySet[Hand]:
    """The hands in which somebody may be asked who is called for a turn."""
    called = HandSeat.objects.filter(web_push.is_called(web_push.TURN)).values("hand")
    return Hand.objects.filter(state=Hand.State.PLAYING, is_recorded=False, deadline__gt=now, pk__in=called)


def called_to_seats(now: datetime) -> QuerySet[Wait]:
    """Who is called to a seat, and is to hear of it."""
    called = Wait.objects.filter(state=Wait.State.CALLED, answer_by__gt=now)
    return called.filter(web_push.is_called(web_push.SEAT))


def _waiting_hands(now: datetime) -> Iterator[Hand]:
    """The hands in which somebody may be asked who is called for a turn, and has had some seconds for it."""
    for row in hands(now).select_related("table", "rule_set").order_by("deadline")[:MOST]:
        if _asked_since(row.table, row.deadline) <= now - UNANSWERED:
            yield row


def _asked_since(table: Table, ends: datetime | None) -> datetime:
    """When the clock began that ends then."""
    assert ends is not None
    return ends - timedelta(seconds=table.action_seconds)


def _call_to_turn(row: Hand, now: datetime) -> int:
    players = dict(row.seats.exclude(player=None).values_list("seat", "player"))
    told = 0
    for ask in rebuilt(row).asks:
        key, player = f"{row.reference}:{ask.number}:turn", players.get(ask.seat or 0)
        later = row.later.get(str(ask.number))
        ends = row.deadline if later is None else datetime.fromisoformat(later)
        if player is None or ends is None or _asked_since(row.table, ends) > now - UNANSWERED or web_push.is_told(key):
            continue
        told += _tell(player, web_push.TURN, key, row.table, ends, now)
    return told


def _call_to_seat(wait: Wait, now: datetime) -> int:
    if wait.called_to is None or wait.answer_by is None:
        return 0
    key = f"wait:{wait.pk}:{wait.called_to_id}:{wait.answer_by.isoformat()}"
    return (
        0 if web_push.is_told(key) else _tell(wait.player_id, web_push.SEAT, key, wait.called_to, wait.answer_by, now)
    )


def _tell(player: int, kind: str, key: str, table: Table, ends: datetime, now: datetime) -> int:
    def words() -> tuple[str, str]:
        said = {
            web_push.TURN: _("It is your turn."),
            web_push.SEAT: _("A seat at %(name)s is kept for you.") % {"name": table.name},
        }
        return table.name, said[kind]

    seconds = max(1, int((ends - now).total_seconds()))
    return web_push.tell([player], kind, key, words, reverse("table", args=[table.pk]), now=now, seconds=seconds)
