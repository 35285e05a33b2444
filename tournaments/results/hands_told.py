"""What a written hand of a tournament tells of it: its name and number, the level, the price and the starting chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from tables.models import Hand
from tournaments.log.events.draws_and_hands import Dealt
from tournaments.models import LogEntry, Tournament
from tournaments.structures import levels_and_breaks


def of_hands(owner: str, rows: Sequence[Hand]) -> dict[int, Mapping[str, Any]]:
    """The fields of a record for each of those hands of one tournament; none of a hand that its log does not know."""
    tournament = Tournament.objects.filter(pk=int(owner.partition(":")[2])).first()
    if tournament is None:
        return {}
    dealt = LogEntry.objects.filter(
        tournament=tournament, kind=Dealt.kind, data__hand__in=[row.pk for row in rows]
    ).values_list("data__hand", "data__level")
    minutes = {
        one.number: one.minutes or 0
        for one in levels_and_breaks.items(tournament.sheet)
        if isinstance(one, levels_and_breaks.Level)
    }
    began = tournament.starts_at or tournament.created_at
    told = {
        "number": str(tournament.pk),
        "buy_in": tournament.buy_in,
        "fee": tournament.fee,
        "stack": tournament.starting_chips,
        "began": f"{began.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "type": "STT" if tournament.max_players and tournament.max_players <= tournament.table_size else "MTT",
    }
    return {
        hand: {"event": tournament.name, "level": level, "_tournament": {**told, "minutes": minutes.get(level, 0)}}
        for hand, level in dealt
    }
