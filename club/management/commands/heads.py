"""``manage.py heads``: the head of every sealed record, to be kept where the club's own machine cannot reach."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from club.ledger import seals


class Command(BaseCommand):
    help = (
        "Seal what was written, and print the head of every record, a line each. Kept on another machine "
        "(`ssh club manage.py heads >> heads.txt`) they show later, by `audit --heads heads.txt`, that nothing was rewritten."
    )

    def handle(self, **options: Any) -> None:
        seals.seal_all()
        for head in seals.heads():
            self.stdout.write(head.line)
