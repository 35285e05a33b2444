"""The director's message on every screen of a tournament."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.models import User
from tournaments.log import tournament_log
from tournaments.log.events.clock import MessageShown


def show(tournament_id: int, words: str, *, now: datetime, by: User | None, source: str = "") -> None:
    """Put a message on every screen of the tournament; empty words take it away. Raises `UnknownTournament`."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        was, shown = log.state.message, words.strip()[:200]
        if was != shown:
            log.add(MessageShown(words=shown, was=was), now=now, by=by, source=source)
        log.close()
