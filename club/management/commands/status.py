"""``manage.py status``: how the club runs, in figures, and what an operator should see to."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from club.operator import alerts, gauges


class Command(BaseCommand):
    help = "Print the figures that /metrics tells, and every alert they raise. Exit 1 if there is one."

    def handle(self, **options: Any) -> None:
        figures = list(gauges.measured(now=timezone.now()))
        for one in figures:
            labels = ", ".join(one.labels.values())
            self.stdout.write(f"{one.value:>16,.0f}  {one.words}{f' ({labels})' if labels else ''}")
        raised = list(alerts.raised(figures))
        for alert, gauge in raised:
            which = ", ".join(gauge.labels.values())
            self.stdout.write(self.style.ERROR(f"{alert.name}{f' ({which})' if which else ''}: {alert.words}"))
            self.stdout.write(f"{'':4}→ {alert.remedy}")
        if raised:
            sys.exit(1)
