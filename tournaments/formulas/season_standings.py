"""Seasons: a table of players from the results of evenings. Values in, values out."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from club.base.errors import ClubError
from tournaments.formulas.league_points import Formula, Overall
from tournaments.messages.payouts import SeasonText

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Result(Generic[Player]):
    """One entry's result of one evening. `best` and `worst` are its place, equal unless it is tied.

    entry: which entry of that player, from 1. `values` are further variables of the formula (see `league_points.VARIABLES`).
    """

    event: int
    player: Player
    best: int
    worst: int
    players: int
    entry: int = 1
    values: Mapping[str, float] = field(default_factory=dict)

    @property
    def place(self) -> float:
        """The mean of the places shared."""
        return (self.best + self.worst) / 2


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a season scores.

    formula: the points of a place. attendance: points for each evening, whatever the place. best: how many evenings count
    (None: all), the worst being dropped; drop: so many of the worst never count, but for a player's last one.
    first_entry_only: a re-entry's place scores nothing; last_entry_only: an entry scores nothing once it was followed by
    another; every_entry: all entries of an evening are added up; else a player's
    best entry of an evening counts. decimals: points are rounded to so many, evening by evening, halves to the even neighbour.
    least_events: who has played fewer is ranked after all others.
    """

    formula: Formula
    attendance: float = 0.0
    overall: Overall = field(default_factory=Overall)
    first_entry_only: bool = False
    last_entry_only: bool = False
    every_entry: bool = False
    drop: int = 0
    decimals: int = 2
    least_events: int = 0
    tie_breaks: tuple[str, ...] = ("wins", "best scores", "places")

    def __post_init__(self) -> None:
        strange = [key for key in self.tie_breaks if key not in TIE_BREAKS]
        if strange:
            raise ClubError("bad_scoring", SeasonText.NO_TIE_BREAK(key=strange[0], known=[*TIE_BREAKS]), 422)

    def points(self, result: Result[Player]) -> float:
        """The points of one result. Raises `BadFormula` where the formula has no value."""
        told = {**result.values, "place": result.place, "players": float(result.players)}
        return round(self.formula.points(**told) + self.attendance, self.decimals)


@dataclass(frozen=True, slots=True)
class Row(Generic[Player]):
    """One player of the table: the rank (shared by those whom no tie-break parts), and what it rests on.

    `scores` are the points by evening, `dropped` the evenings that do not count, `places` the best place of each evening.
    """

    rank: int
    player: Player
    points: float
    events: int
    scores: Mapping[int, float]
    places: Mapping[int, float]
    dropped: tuple[int, ...] = ()


def table(results: Sequence[Result[Player]], scoring: Scoring) -> list[Row[Player]]:
    """The season's table, the first first. Equal in everything: one rank, in the order in which they first played.

    Raises `BadFormula` where the formula has no value for a result.
    """
    rows = [_row(player, listed, scoring) for player, listed in _by_player(results).items()]

    def order(row: Row[Player]) -> tuple[object, ...]:
        breaks = tuple(TIE_BREAKS[key](row) for key in scoring.tie_breaks)
        return (row.events < scoring.least_events, -row.points, *breaks)

    rows.sort(key=order)
    ranked: list[Row[Player]] = []
    for at, row in enumerate(rows, 1):
        rank = ranked[-1].rank if ranked and order(ranked[-1]) == order(row) else at
        ranked.append(Row(rank, row.player, row.points, row.events, row.scores, row.places, row.dropped))
    return ranked


def _by_player(results: Sequence[Result[Player]]) -> dict[Player, list[Result[Player]]]:
    found: dict[Player, list[Result[Player]]] = defaultdict(list)
    for result in results:
        found[result.player].append(result)
    return found


def _row(player: Player, results: Sequence[Result[Player]], scoring: Scoring) -> Row[Player]:
    scores: dict[int, float] = {}
    places: dict[int, float] = {}
    last = {result.event: result.entry for result in sorted(results, key=lambda one: one.entry)}
    for result in results:
        places[result.event] = min(places.get(result.event, result.place), result.place)
        is_left_out = scoring.first_entry_only and result.entry != 1
        is_left_out = is_left_out or (scoring.last_entry_only and result.entry != last[result.event])
        scored = None if is_left_out else scoring.points(result)
        if scored is not None:
            before = scores.get(result.event)
            if scoring.every_entry:
                scores[result.event] = scored + (before or 0.0)
            else:
                scores[result.event] = scored if before is None else max(before, scored)
    by_worth = sorted(scores, key=lambda event: (-scores[event], event))
    count = max(min(len(scores), 1), len(scores) - scoring.drop)
    count = count if scoring.overall.best is None else min(count, scoring.overall.best)
    dropped = tuple(sorted(by_worth[count:]))
    counted = [score for event, score in scores.items() if event not in dropped]
    points = round(scoring.overall.of(counted), max(scoring.decimals, 0))
    return Row(0, player, points, len(places), scores, places, dropped)


# What decides between equal points; the smaller value ranks higher. A new one is one entry.
TIE_BREAKS: dict[str, Callable[[Row[Player]], object]] = {
    "wins": lambda row: -sum(place == 1 for place in row.places.values()),
    # One more evening ranks above none: what is missing is the worst of all.
    "best scores": lambda row: (*sorted(-score for score in row.scores.values()), math.inf),
    "places": lambda row: (*sorted(row.places.values()), math.inf),
    "more events": lambda row: -row.events,
    "fewer events": lambda row: row.events,
}
