"""The structure of a running tournament, edited: what has begun stays as it is, what is to come may change.

The tournament has a copy of its own, so no other is touched. An edit is an act of the floor, with undo and redo.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tournaments.base.errors import Refused
from tournaments.log.events.clock import StructureChanged
from tournaments.log.tournament_log import TournamentLog
from tournaments.messages.structures import SheetText, all_of
from tournaments.models import LogEntry, Tournament
from tournaments.running import settled_hands
from tournaments.structures import clock, level_games_and_stakes, levels_and_breaks, sheet_edits, sheet_gaps
from tournaments.structures.sheet_games import BadSheet

LEAST_LEFT = 60.0  # seconds of a last level that was over its minutes, once others are added after it


def begun(log: TournamentLog, now: datetime) -> int:
    """How many items of the sheet have begun: up to where the clock is, and to the last level that was dealt."""
    items = levels_and_breaks.items(log.tournament.sheet)
    where = clock.moment(items, log.state.clock, now).index
    dealt = LogEntry.objects.filter(tournament=log.tournament, kind="dealt").order_by("-seq")
    latest = max([0, *dealt.values_list("data__level", flat=True).distinct()])
    last = [at for at, item in enumerate(items) if isinstance(item, levels_and_breaks.Level) and item.number <= latest]
    return max(where, *last, 0) + 1 if last else where + 1


def edit(
    tournament_id: int, items: list[Any], *, now: datetime, by: User | None, why: str = "", source: str = ""
) -> None:
    """Give the tournament other levels and breaks from the next item on.

    Raises `Refused` (not running, nothing changed), and `BadSheet` for items that are none, that touch what has begun, or
    that cannot be played to the end.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        before = log.tournament.sheet
        after = sheet_edits.with_items(before, items) if all(isinstance(item, dict) for item in items) else {}
        levels_and_breaks.items(after)
        missing = sheet_gaps.missing(after)
        if missing:
            raise BadSheet(all_of(missing), missing=list(missing))
        if level_games_and_stakes.most_seats(after) < log.tournament.table_size:
            raise BadSheet(SheetText.MOST_SEATS(most=level_games_and_stakes.most_seats(after)), field="game")
        if level_games_and_stakes.is_mixed(after) != level_games_and_stakes.is_mixed(before):
            raise Refused("mix_changed", _("A tournament of one game stays one: mixed tables are opened as such."), 422)
        if after["items"] == before["items"]:
            raise Refused("unchanged", _("This is the structure as it is."))
        editions = LogEntry.objects.filter(tournament=log.tournament, kind="structure_changed").count()
        changed = StructureChanged(
            sheet=after,
            was_sheet=before,
            edition=editions + 1,
            was_edition=log.state.edition,
            lasts=swap(log, after, now),
            why=why,
        )
        log.add(changed, now=now, by=by, source=source)
        log.close()


def swap(log: TournamentLog, after: Mapping[str, Any], now: datetime) -> tuple[int, float] | None:
    """Make `after` the tournament's sheet; returns how long a level lasts that had no end, as in `PlanPut`.

    Raises `BadSheet` as `edit` does.
    """
    before = log.tournament.sheet
    sheet_edits.check_past(before, after, begun(log, now))
    there = clock.moment(levels_and_breaks.items(before), log.state.clock, now)
    log.tournament.sheet = dict(after)
    Tournament.objects.filter(pk=log.tournament.pk).update(sheet=log.tournament.sheet)
    items = levels_and_breaks.items(after)
    if clock.moment(items, log.state.clock, now).index == there.index:
        return None
    # The last level had no end; now it has one, which is past: it ends a minute from now.
    start = clock.start_of(items, log.state.clock, there.index)
    ran = log.state.clock.seconds(now) - start
    return there.index, ran + LEAST_LEFT - (there.item.minutes or 0) * 60.0
