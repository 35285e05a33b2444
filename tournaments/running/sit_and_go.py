"""Sit-and-gos one after another: when one starts, the next of its kind opens."""

from __future__ import annotations

from datetime import datetime

from club.house import audit_log
from tournaments.models import Tournament
from tournaments.prizes import escrow
from tournaments.rooms import tournament_tables

# What one event does not have of another.
OF_ITS_OWN = frozenset(("id", "status", "seed", "version", "snapshot", "seq", "created_at"))


def open_another(tournament: Tournament, *, now: datetime) -> Tournament:
    """Announce the same event again, with a secret of its own, inside the transaction in which that one starts."""
    told = {
        field.attname: getattr(tournament, field.attname)
        for field in Tournament._meta.concrete_fields
        if field.attname not in OF_ITS_OWN
    }
    made = Tournament.objects.create(
        **told, seed=tournament_tables.derived(bytes(tournament.seed), "another"), created_at=now
    )
    escrow.prize_escrow(made)
    audit_log.record(
        "tournament.announced", by=None, subject=made.owner, after=made.name, why=tournament.owner, now=now
    )
    return made
