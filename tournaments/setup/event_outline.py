"""What a planned event comes to, by quick arithmetic: its chips, when it ends, and the pool against its guarantee."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from tournaments.structures import level_games_and_stakes, levels_and_breaks, sheet_gaps
from tournaments.structures.forecast import Finish, finish, swing_of
from tournaments.structures.levels_and_breaks import Item, Level

MOST_PLAYERS = 100_000


@dataclass(frozen=True, slots=True)
class Outline:
    """An event in figures. Chips: `total_chips` of play, `pool` and `overlay` of the club; `big_blinds` in the first stack,
    or the `points` that it is worth.

    `level` is that in which it should end, None where the sheet ends before; `ends_at` where the start is known.
    """

    players: int
    tables: int
    total_chips: int
    big_blinds: int | None
    points: int | None
    level: int | None
    minutes: int
    ends_at: datetime | None
    over_minutes: int
    pool: int
    overlay: int


def outline(sheet: Mapping[str, Any], fields: Mapping[str, Any], players: int) -> Outline:
    """The event in figures, for so many entries, each of which takes the add-ons there are and no rebuy.

    Raises `BadSheet` for a sheet that is none.
    """
    items = levels_and_breaks.items(sheet)
    stack = int(fields.get("starting_chips") or sheet.get("starting_chips") or 0)
    most = levels_and_breaks.MOST_SEATS if sheet_gaps.missing(sheet) else level_games_and_stakes.most_seats(sheet)
    seats = min(most, int(fields.get("table_size") or sheet.get("table_size") or levels_and_breaks.USUAL_SEATS))
    chips = players * (stack + int(fields.get("addons") or 0) * int(fields.get("addon_chips") or 0))
    end = finish(items, chips, swing=swing_of(sheet))
    bags = fields.get("bags_after_level")
    if bags and (end.level is None or end.level > int(bags)):  # a flight ends there
        end = Finish(int(bags), _minutes_to(items, int(bags)))
    begins, closes = fields.get("starts_at"), fields.get("must_end_at")
    ends_at = None if begins is None else begins + timedelta(minutes=end.minutes)
    is_over = ends_at is not None and closes is not None and ends_at > closes
    first = next(item for item in items if isinstance(item, Level))
    big = int(first.amounts.get("bb") or first.amounts.get("small_bet") or 0)
    point = int(first.amounts.get("point") or 0)
    price = int(fields.get("buy_in") or 0) - int(fields.get("bounty") or 0)
    paid = players * (price + int(fields.get("addons") or 0) * int(fields.get("addon_price") or 0))
    paid -= paid * int(fields.get("staff_basis_points") or 0) // 10_000
    guarantee = int(fields.get("guarantee") or 0)
    return Outline(
        players=players,
        tables=-(-players // seats),
        total_chips=chips,
        big_blinds=stack // big if big else None,
        points=stack // point if point and not big else None,
        level=end.level,
        minutes=end.minutes,
        ends_at=ends_at,
        over_minutes=round((ends_at - closes).total_seconds() / 60) if is_over and ends_at and closes else 0,
        pool=max(paid, guarantee),
        overlay=max(0, guarantee - paid),
    )


def _minutes_to(items: Sequence[Item], level: int) -> int:
    """Minutes from the start to the end of that level, breaks with a stated length included."""
    total = 0
    for item in items:
        total += item.minutes or 0
        if isinstance(item, Level) and item.number == level:
            break
    return total
