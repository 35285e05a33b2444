"""What an operator is woken for: each alert as data, from which the status and the rules for Prometheus are made.

`uv run python -m club.operator.alerts` writes `docs/monitoring/alerts.yml`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from club.base.registry import Gauge


@dataclass(frozen=True)
class Alert:
    """A figure beyond its limit for some time: what it means, and what to do.

    `above` or `below` is the limit; `minutes` for how long it may be beyond, which only monitoring over time can tell.
    """

    name: str
    gauge: str
    words: str
    remedy: str
    above: float | None = None
    below: float | None = None
    minutes: int = 1

    def is_raised_by(self, gauge: Gauge) -> bool:
        """True if that figure is this one and beyond the limit."""
        if gauge.name != self.gauge:
            return False
        return (self.above is not None and gauge.value > self.above) or (
            self.below is not None and gauge.value < self.below
        )

    @property
    def expression(self) -> str:
        """The condition as Prometheus asks for it."""
        return f"{self.gauge} > {self.above:g}" if self.above is not None else f"{self.gauge} < {self.below:g}"


ALERTS = (
    Alert(
        "ServerDown",
        "cardhouse_server_answers",
        "PostgreSQL or Valkey does not answer.",
        "See `manage.py doctor`.",
        below=1,
    ),
    Alert(
        "BeatStale",
        "cardhouse_heartbeat_age_seconds",
        "No heartbeat came through beat, broker and worker: clocks stand, hands are not settled.",
        "Restart beat and the workers; `manage.py doctor` says which is missing.",
        above=30,
    ),
    Alert(
        "HandStuck",
        "cardhouse_hands_refused",
        "The books refuse the result of a hand; its table stands still.",
        "Open the table: the page says why, and offers to call the hand off.",
        above=0,
    ),
    Alert(
        "SettlementLate",
        "cardhouse_settlement_delay_seconds",
        "A hand that is over waits to be settled.",
        "See whether the worker of the queue for hands runs, and its log.",
        above=10,
    ),
    Alert(
        "ClockLate",
        "cardhouse_clock_delay_seconds",
        "A player's time is over and nothing was decided.",
        "See whether the worker of the slow queue runs, and its log.",
        above=15,
    ),
    Alert(
        "AuditFailed",
        "cardhouse_audit_ok",
        "The books are not in balance.",
        "`manage.py audit` names each difference; keep a backup before anything is mended.",
        below=1,
        minutes=0,
    ),
    Alert(
        "AuditOld",
        "cardhouse_audit_age_seconds",
        "The books were not audited for two days.",
        "The audit runs by night: see whether beat runs.",
        above=172_800,
    ),
    Alert(
        "SealsLate",
        "cardhouse_seal_delay_seconds",
        "What was written for ten minutes is under no seal: if it were rewritten, no audit would find it.",
        "Lines are sealed each minute by the workers: see their log.",
        above=600,
    ),
    Alert(
        "PlayNotLookedOver",
        "cardhouse_integrity_look_age_seconds",
        "Play was not looked over for two days.",
        "It is done by night, on the slow queue: see whether its worker runs, and its log.",
        above=172_800,
    ),
    Alert(
        "DiskNearlyFull",
        "cardhouse_disk_free_bytes",
        "Less than 2 GB are free where the club's data lie.",
        "Make room: old backups in `var/backups`, logs in `var/`.",
        below=2_000_000_000,
    ),
    Alert(
        "QueueLong",
        "cardhouse_queue_length",
        "More than 500 tasks wait.",
        "See the worker's log; `up --workers 2` starts another.",
        above=500,
        minutes=5,
    ),
    Alert(
        "WebhooksLate",
        "cardhouse_webhook_delay_seconds",
        "A webhook message is due and was not sent.",
        "See the worker of the slow queue; the webhook's page says what its receiver answered.",
        above=300,
        minutes=5,
    ),
)


def raised(gauges: Iterable[Gauge]) -> Iterator[tuple[Alert, Gauge]]:
    """The alerts that these figures raise, with the figure."""
    for gauge in gauges:
        for alert in ALERTS:
            if alert.is_raised_by(gauge):
                yield alert, gauge


def rules() -> str:
    """The rules for Prometheus, as YAML."""
    lines = ["# Made by `python -m club.operator.alerts`.", "groups:", "  - name: cardhouse", "    rules:"]
    for alert in ALERTS:
        lines += [
            f"      - alert: {alert.name}",
            f"        expr: {alert.expression}",
            f"        for: {alert.minutes}m",
            "        annotations:",
            f"          summary: {json.dumps(alert.words)}",
            f"          description: {json.dumps(alert.remedy)}",
        ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    from pathlib import Path

    Path("docs/monitoring/alerts.yml").write_text(rules())
