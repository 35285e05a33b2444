"""What other programs are told: every kind of line of a log but hands dealt and taken, events announced, seasons closed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_noop as _

from club.messages import webhooks
from tournaments.log.replay import KINDS
from tournaments.log.state import FINISHED, State
from tournaments.models import Entry, LogEntry, Season, Tournament
from tournaments.results import tournament_results

QUIET = ("dealt", "hand_taken")
# Told of the club's calendar, with the words of their decisions.
OF_THE_CLUB = ("tournament.announced", "season.closed")
# Lines that the floor does not write by hand; the words of the others are those of their decisions.
WORDS = {
    "level_changed": _("Level changed"),
    "break_began": _("Break began"),
    "rest_began": _("Break of all tournaments began"),
    "moved": _("Player moved"),
    "knocked_out": _("Player knocked out"),
    "table_broken": _("Table broken up"),
    "coloured_up": _("Small chips out of play"),
    "final_table": _("Final table drawn"),
    "finished": _("Tournament over"),
    "seated": _("Player seated"),
    "withdrawn": _("Entry of a player who never came paid back"),
    "chips_issued": _("Chips of a purchase handed out"),
    "move_called": _("Player called to another table"),
    "call_dropped": _("Call to another table dropped"),
    "table_opened": _("Table opened"),
    "rebuy_offered": _("Player out of chips, who may buy again"),
    "passed_over": _("Player on the waiting list passed over"),
    "round_drawn": _("Next round drawn"),
    "envelopes_made": _("From now on envelopes are drawn"),
}


def events(decisions: Mapping[str, str]) -> dict[str, str]:
    """Every event by its kind (``tournament.started``), with its words."""
    kinds = [kind for kind in KINDS if kind not in QUIET]
    of_lines = {f"tournament.{kind}": WORDS.get(kind) or decisions[f"tournament.{kind}"] for kind in kinds}
    return of_lines | {kind: decisions[kind] for kind in OF_THE_CLUB}


def announce(row: Tournament, *, now: datetime) -> None:
    """Write the message that an event was announced, in the transaction that makes it."""
    told = {"id": row.pk, "name": row.name, "starts_at": row.starts_at, "buy_in": row.buy_in, "fee": row.fee}
    told |= {"starting_chips": row.starting_chips, "format": row.format, "flight_of": row.day_two_id}
    webhooks.tell([("tournament.announced", f"{row.owner}:announced", {"tournament": told})], now=now)


def close_season(row: Season, *, now: datetime) -> None:
    """Write the message that a season is closed, with its table: `rank`, `player` and `points` of each line."""
    season = {"id": row.pk, "name": row.name, "league": row.league.name}
    table = [{name: line[name] for name in ("rank", "player", "points")} for line in row.frozen or ()]
    webhooks.tell([("season.closed", f"season:{row.pk}:closed", {"season": season, "table": table})], now=now)


def send(row: Tournament, state: State, lines: Iterable[LogEntry]) -> None:
    """Write the messages of those lines, in the transaction that writes the lines; a line is one message."""
    told = [line for line in lines if line.kind not in QUIET]
    if not told or not webhooks.is_anybody_told():
        return
    numbers = {line.data["entry"] for line in told if "entry" in line.data}
    held = Entry.objects.filter(tournament=row, number__in=numbers).select_related("player")
    names = {entry.number: {"id": entry.player_id, "nickname": entry.player.nickname} for entry in held}
    for line in told:
        data: dict[str, Any] = {
            "tournament": {
                "id": row.pk,
                "name": row.name,
                "players_left": len(state.alive),
                "entries": len(state.entries),
            },
            "line": line.seq,
            "at": line.at,
            **{name: value for name, value in line.data.items() if not isinstance(value, list | dict)},
        }
        if line.data.get("entry") in names:
            data["player"] = names[line.data["entry"]]
        if line.kind == "finished" and state.status == FINISHED:
            data["results"] = [
                {"place": one.best, "worst": one.worst, "player": one.player_id, "prize": one.prize}
                for one in sorted(tournament_results.made(row, state), key=lambda one: one.best)
            ]
        webhooks.tell([(f"tournament.{line.kind}", f"{row.owner}:{line.seq}", data)], now=line.at)
