"""Rebuys, add-ons and who has no chips left."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from club.ledger import ledger
from club.models import Player
from tests.tournaments.conftest import Evening, held
from tournaments.entries import eliminations, entries
from tournaments.log import tournament_log
from tournaments.models import Entry, Tournament

REBUYS: dict[str, Any] = {"rebuys": 2, "rebuy_price": 500, "rebuy_fee": 50, "rebuy_chips": 800, "rebuy_until_level": 2}


ANY = "at most the starting stack"


def stack(row: Tournament, player: Player) -> int:
    entry = entries.live_entry(row, player)
    assert entry is not None
    return held(f"entry:{entry.pk}", "stack", row.owner)


def broke(evening: Evening, row: Tournament, player: Player, eliminators: tuple[int, ...] | None = None) -> Entry:
    """The player loses every chip to another, as if in a hand, and the director hears of it."""
    with transaction.atomic():
        log = tournament_log.open_log(row.pk)
        entry = entries.live_entry(row, player)
        other = (
            Entry.objects.filter(tournament=row, is_out=False, account__balance__gt=0)
            .exclude(player=player)
            .order_by("number")
            .last()
        )
        assert entry is not None
        assert entry.account_id is not None
        assert other is not None
        assert other.account_id is not None
        chips = stack(row, player)
        moves = {entry.account_id: -chips, other.account_id: chips}
        ledger.post(f"lost:{entry.pk}:{log.tournament.seq}", moves, purpose="tournament-stacks")
        left = len(log.state.alive)
        told = {} if eliminators is None else {entry.number: eliminators}
        eliminations.eliminate(log, {entry.number: (left, left)}, told, now=evening.now)
        log.close()
    row.refresh_from_db()
    return entry
