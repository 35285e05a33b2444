"""``manage.py demo``: fill a demo club; `up --demo` calls it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from tournaments.evening import demo


class Command(BaseCommand):
    help = "Fill a demo club with logins, computer players, tables and a tournament. Harmless in a filled one."

    def handle(self, **options: Any) -> None:
        demo.fill(now=timezone.now())
        self.stdout.write("Demo logins:")
        for login in demo.LOGINS:
            self.stdout.write(f"  {login.role:<9} {login.username} / {login.password}")
