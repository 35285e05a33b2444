"""How an evening would run, played hundreds of times by the workers (`forecast.play`), and what is shown of it.

A tournament that runs is played on from where it stands: the items left, and the stacks there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.dispatch import Signal

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import User
from tournaments.base.errors import Refused
from tournaments.endings import deal_proposals
from tournaments.log.state import FINISHED, REGISTERING, RUNNING, State
from tournaments.models import Forecast, Tournament
from tournaments.rooms import tournament_tables
from tournaments.structures import clock, levels_and_breaks
from tournaments.structures.clock import Clock
from tournaments.structures.forecast import Bagging, is_of_points, play, swing_of
from tournaments.structures.levels_and_breaks import Item, Level

forecast_asked = (
    Signal()
)  # sent with the primary key of a `forecast` that was stored, in the transaction that stores it

BATCH = 50  # evenings between two looks at the progress
EVENINGS = 400
MOST_PLAYERS = 2_000
PARTS = (0.1, 0.5, 0.9)


def ask(tournament: Tournament, players: int | None, *, seed: int, now: datetime, by: User | None) -> Forecast:
    """Have the workers play the evening. players: how many are expected, before the start; a running one is played on.

    Raises `Refused` for a tournament that is over, or a number of players that cannot be.
    """
    state = State.from_json(tournament.snapshot)
    if state.status not in (REGISTERING, RUNNING):
        raise Refused("is_over", _("The tournament is over."))
    if state.status == RUNNING:
        stacks, averaged = _stacks(tournament, state)
        where = clock.moment(levels_and_breaks.items(tournament.sheet), state.clock, now)
        asked: dict[str, Any] = {"stacks": stacks, "index": where.index, "left": where.left, "from": now.isoformat()}
        asked["averaged"] = averaged
        running = state.clock
    else:
        count = players or max(len(state.entries), tournament.min_players)
        if not 2 <= count <= MOST_PLAYERS:
            words = _("A forecast is of 2 to %(most)d players.")
            raise Refused("bad_forecast", words % {"most": MOST_PLAYERS}, 422, field="players")
        begins = tournament.starts_at or now
        running = Clock(began=begins)
        asked = {"stacks": [tournament.starting_chips] * count, "index": 0, "left": None, "from": begins.isoformat()}
    entries = len(state.entries) if state.status == RUNNING else len(asked["stacks"])
    asked["bagging"] = _bagging(tournament, entries, _closed_after(tournament, running))
    made = Forecast.objects.create(
        tournament=tournament,
        asked={**asked, "seed": seed, "sheet": tournament.sheet},
        evenings=EVENINGS,
        by=by,
        created_at=now,
    )
    forecast_asked.send(Forecast, forecast=made.pk)
    return made


def _closed_after(tournament: Tournament, running: Clock) -> int:
    """The number of the last level in which players may enter, or enter again; 0: none. Of an instant, the level in force then."""
    ends = [] if tournament.late_until_level is None else [tournament.late_until_level]
    for instant in _closing_instants(tournament, running):
        items = levels_and_breaks.items(tournament.sheet)
        is_before = running.began is None or instant <= running.began
        index = clock.moment(items, running, instant).index
        ends.append(0 if is_before else clock.level_at(items, index).number)
    again = tournament.reentry_until_level if tournament.reentries else None
    return max(min(ends, default=0), again or 0)


def _closing_instants(tournament: Tournament, running: Clock) -> list[datetime]:
    """When registration closes by the hour, and by minutes from the start if the clock stands no more than it has."""
    found = [] if tournament.late_until is None else [tournament.late_until]
    if tournament.late_minutes is not None and running.began is not None:
        found.append(running.began + timedelta(minutes=tournament.late_minutes, seconds=running.stood))
    return found


def _bagging(tournament: Tournament, entries: int, closed_after: int) -> dict[str, Any] | None:
    """How the event ends if it is a flight, of so many entries: the fields of `forecast.Bagging`; else None."""
    if tournament.day_two_id is None:
        return None
    share = entries * tournament.bags_at_percent // 100 if tournament.bags_at_percent is not None else 0
    return {
        "after_level": tournament.bags_after_level,
        "left": max(1, share, tournament.bags_at_players or 1),
        "closed_after": closed_after,
        "hands": tournament.bags_after_hands,
    }


def _stacks(tournament: Tournament, state: State) -> tuple[list[int], int]:
    """The stacks in play, smallest first, and how many of them nobody has counted: at real cards those have the average of what
    the others leave."""
    known = deal_proposals.stacks_of(tournament, state, state.alive)
    physical = state.orders.physical
    uncounted = [one for one in state.playing if state.entries[one].table in physical and one not in known]
    counted = sum(chips for entry, chips in known.items() if state.entries[entry].table in physical)
    average = (ledger.balance(tournament_tables.pool(tournament)) - counted) // len(uncounted) if uncounted else 0
    stacks = [chips for chips in known.values() if chips > 0]
    return sorted([*stacks, *[max(1, average)] * len(uncounted)]), len(uncounted)


def items_left(items: Sequence[Item], index: int, left: float | None) -> list[Item]:
    """The items from where the clock is, the present one as long as is left of it (in seconds; None: as in the sheet)."""
    first, *rest = items[index:]
    if left is not None:
        first = replace(first, minutes=max(1, round(left / 60)))
    if not isinstance(first, Level) and not any(isinstance(item, Level) for item in rest):
        first = clock.level_at(items, index)  # a break after the last level: that one goes on
    return [first, *rest]


def work(forecast_id: int) -> None:
    """Play the evenings of a forecast, batch by batch. Harmless run twice: the batches follow from the seed."""
    forecast = Forecast.objects.select_related("tournament").get(pk=forecast_id)
    if forecast.result is not None or forecast.error:
        return
    plan, tournament = forecast.asked, forecast.tournament
    items = items_left(levels_and_breaks.items(plan["sheet"]), plan["index"], plan["left"])
    stacks = plan["stacks"]
    minutes: list[float] = []
    stacks_left: list[list[int]] = []
    seats = 9 if tournament is None else tournament.table_size
    for batch in range(-(-forecast.evenings // BATCH)):
        count = min(BATCH, forecast.evenings - batch * BATCH)
        if len(stacks) < 2:
            Forecast.objects.filter(pk=forecast.pk).update(error=_("One player is left: there is nothing to forecast."))
            return
        seed, swing = plan["seed"] * 1_000 + batch, swing_of(plan["sheet"])
        how: dict[str, Any] = {"seats": seats, "stacks": stacks, "swing": swing}
        if plan.get("bagging"):
            how["bagging"] = Bagging(**plan["bagging"])
        ran = play(items, len(stacks), max(stacks), seed, evenings=count, **how)
        minutes += ran.minutes
        stacks_left = (
            [[*old, *new] for old, new in zip(stacks_left, ran.left, strict=True)]
            if stacks_left
            else [list(one) for one in ran.left]
        )
        Forecast.objects.filter(pk=forecast.pk).update(done=len(minutes))
    Forecast.objects.filter(pk=forecast.pk).update(
        result=_result(items, minutes, stacks_left, is_flight=bool(plan.get("bagging")))
    )


def _result(items: Sequence[Item], minutes: list[float], left: list[list[int]], *, is_flight: bool) -> dict[str, Any]:
    minutes.sort()
    levels = [item for item in items if isinstance(item, Level)]
    gone_on = sorted(left[-1])
    while is_flight and len(left) > 1 and sorted(left[-1]) == sorted(left[-2]):  # levels that no evening came to
        levels, left = levels[:-1], left[:-1]
    return {
        "through": [gone_on[int(part * (len(gone_on) - 1))] for part in PARTS] if is_flight else None,
        "minutes": [minutes[min(len(minutes) - 1, int(part * len(minutes)))] for part in PARTS],
        "levels": [
            {"label": level.label, "left": [sorted(one)[int(part * (len(one) - 1))] for part in PARTS]}
            for level, one in zip(levels, left, strict=True)
        ],
    }


def seen(row: Forecast) -> dict[str, Any]:
    """A forecast as the page and the API tell it: its progress, then the instants by which a tenth, half and nine tenths of
    the evenings had ended, the players left after each level, and by how many minutes the closing time is passed. Of a flight
    it ends when the stacks are bagged, and `through` is how many go on. `averaged` stacks were not counted."""
    told: dict[str, Any] = {
        "id": row.pk,
        "players": len(row.asked["stacks"]),
        "averaged": row.asked.get("averaged", 0),
        "evenings": row.evenings,
        "done": row.done,
        "is_done": row.result is not None,
        "error": row.error,
        "at": row.created_at,
        "is_of_points": is_of_points(clock.level_at(levels_and_breaks.items(row.asked["sheet"]), 0)),
    }
    if row.result is None:
        return told
    begins = datetime.fromisoformat(row.asked["from"])
    ends = [begins + timedelta(minutes=minutes) for minutes in row.result["minutes"]]
    closes = None if row.tournament is None else row.tournament.must_end_at
    over = None if closes is None else max(0, round((ends[1] - closes).total_seconds() / 60))
    shown = [one for one in row.result["levels"] if one["left"][2] > 1] or row.result["levels"][:1]
    levels = row.result["levels"][: len(shown) + 1]
    late = None if closes is None else max(0, round((ends[2] - closes).total_seconds() / 60))
    if row.result.get("through"):
        told["through"], levels = row.result["through"], row.result["levels"]
    return {**told, "ends": ends, "levels": levels, "over_minutes": over, "late_minutes": late}


def latest(tournament: Tournament) -> Forecast | None:
    """The last forecast that was asked of a tournament."""
    if tournament.status == FINISHED:
        return None
    return Forecast.objects.filter(tournament=tournament).order_by("-created_at", "-pk").first()
