"""What other programs are told: every kind of line of a log but hands dealt and taken, events announced, seasons closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from club.notifications import webhooks
from tournaments.log import spectator_delay
from tournaments.log.events import registry
from tournaments.log.events.log_event import LogEvent
from tournaments.log.state import State
from tournaments.log.stored_lines import Numbered
from tournaments.models import Entry, Season, Tournament

# Told of the club's calendar, with the words of their decisions.
OF_THE_CLUB = ("tournament.announced", "season.closed")

# What the message of a line says besides its fields, by the class of the line; filled at start-up.
BESIDES: dict[type[LogEvent], Callable[[Tournament, State], dict[str, Any]]] = {}


def events(decisions: Mapping[str, str]) -> dict[str, str]:
    """Every event by its kind (``tournament.started``), with its words."""
    of_lines = {f"tournament.{one.kind}": one.title or one.decision for one in registry.CLASSES if not one.is_quiet}
    return of_lines | {kind: decisions[kind] for kind in OF_THE_CLUB}


def announce(tournament: Tournament, *, now: datetime) -> None:
    """Write the message that an event was announced, in the transaction that makes it."""
    told = {
        "id": tournament.pk,
        "name": tournament.name,
        "starts_at": tournament.starts_at,
        "buy_in": tournament.buy_in,
        "fee": tournament.fee,
    }
    told |= {
        "starting_chips": tournament.starting_chips,
        "format": tournament.format,
        "flight_of": tournament.day_two_id,
    }
    webhooks.tell([("tournament.announced", f"{tournament.owner}:announced", {"tournament": told})], now=now)


def close_season(row: Season, *, now: datetime) -> None:
    """Write the message that a season is closed, with its table: `rank`, `player` and `points` of each line."""
    season = {"id": row.pk, "name": row.name, "league": row.league.name}
    table = [{name: line[name] for name in ("rank", "player", "points")} for line in row.frozen or ()]
    webhooks.tell([("season.closed", f"season:{row.pk}:closed", {"season": season, "table": table})], now=now)


def send(*, tournament: Tournament, state: State, lines: Iterable[Numbered[LogEvent]], **_more: Any) -> None:
    """Write the messages of those lines, in the transaction that writes the lines; a line is one message."""
    told = [line for line in lines if not line.event.is_quiet]
    if not told or not webhooks.is_anybody_told():
        return
    numbers = {line.event.whose for line in told if line.event.whose is not None}
    held = Entry.objects.filter(tournament=tournament, number__in=numbers).select_related("player")
    names = {entry.number: {"id": entry.player_id, "nickname": entry.player.nickname} for entry in held}
    late = spectator_delay.delay_of(tournament)
    for line in told:
        data: dict[str, Any] = {
            "tournament": {
                "id": tournament.pk,
                "name": tournament.name,
                "players_left": len(state.alive),
                "entries": len(state.entries),
            },
            "line": line.seq,
            "at": line.at,
            **_particulars(line.event),
        }
        if line.event.whose in names:
            data["player"] = names[line.event.whose]
        if type(line.event) in BESIDES:
            data |= BESIDES[type(line.event)](tournament, state)
        key = f"{tournament.owner}:{line.seq}"
        webhooks.tell([(f"tournament.{line.event.kind}", key, data)], now=line.at, late=late)


def _particulars(event: LogEvent) -> dict[str, Any]:
    """The facts of a line; the number and the instant of what it is about as `of_line` and `of_at`."""
    return {f"of_{name}" if name in ("line", "at") else name: value for name, value in event.facts().items()}
