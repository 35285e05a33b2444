"""The chips an entry begins with: more for who is there at the start, fewer for who comes late, as the event has it."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from club.database import bulk_sql
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.structures import chips_in_play, clock, levels_and_breaks
from tournaments.structures.levels_and_breaks import Level


def at_start(tournament: Tournament, entries: Collection[Entry]) -> None:
    """Set and save the chips of those who are drawn a seat at the start: with `on_time_chips` more, if they have come."""
    if not tournament.on_time_chips:
        return
    here = [one for one in entries if not one.came_from_id and (one.checked_in_at or not tournament.needs_check_in)]
    for entry in here:
        entry.chips = tournament.starting_chips + tournament.on_time_chips
    bulk_sql.set_each(Entry, "chips", {entry.pk: entry.chips for entry in here})


def late(log: TournamentLog, entry: Entry, now: datetime) -> None:
    """Set and save the chips of one who is seated while play goes on: fewer by `late_loss_percent` for each level that is over,
    in whole smallest chips, and one at least."""
    tournament = log.tournament
    if not tournament.late_loss_percent or entry.came_from_id:
        return
    items = levels_and_breaks.items(tournament.sheet)
    at = clock.moment(items, log.state.clock, now).index
    levels = sum(isinstance(item, Level) for item in items[:at])
    chip = chips_in_play.smallest_chip(tournament.sheet, log.state.orders.gone)
    left = tournament.starting_chips * max(0, 100 - tournament.late_loss_percent * levels) // 100
    entry.chips = max(left // chip, 1) * chip
    entry.save(update_fields=["chips"])
