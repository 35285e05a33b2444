"""Figures of play for monitoring: hands on the tables, how late the clock decides, how long results wait to be settled."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Min

from club.base.registry import Gauge
from tables.dealing import refused_settlements
from tables.models import Decision, Hand, Table


def gauges(now: datetime) -> Iterator[Gauge]:
    """Of this instant; a delay is 0 where nothing waits."""
    hands = Hand.objects.filter(is_recorded=False)
    playing, over = hands.filter(state=Hand.State.PLAYING), Hand.objects.filter(state=Hand.State.OVER)
    open_tables = Table.objects.filter(status=Table.Status.OPEN)
    yield Gauge("cardhouse_tables_open", open_tables.count(), "tables that are open")
    yield Gauge("cardhouse_hands_playing", playing.count(), "hands being played")
    yield Gauge("cardhouse_hands_to_settle", over.count(), "hands that are over and wait to be settled")
    yield Gauge(
        "cardhouse_hands_refused", len(list(refused_settlements.standstills())), "hands whose chips the books refuse"
    )
    for name, oldest, words in (
        (
            "cardhouse_settlement_delay_seconds",
            over.aggregate(at=Min("ended_at"))["at"],
            "longest wait of a hand to be settled",
        ),
        (
            "cardhouse_clock_delay_seconds",
            playing.aggregate(at=Min("deadline"))["at"],
            "longest a player's time is over undecided",
        ),
        (
            "cardhouse_deal_delay_seconds",
            open_tables.aggregate(at=Min("deal_at"))["at"],
            "longest a table waits for its next hand",
        ),
    ):
        yield Gauge(name, max(0.0, (now - oldest).total_seconds()) if oldest else 0.0, words)
    # Ids only grow: a count of all rows would read all of them.
    yield Gauge("cardhouse_decisions_total", _last(Decision), "decisions ever written")
    yield Gauge("cardhouse_hands_total", _last(Hand), "hands ever begun")


def _last(model: type[Decision] | type[Hand]) -> int:
    newest = model.objects.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0
