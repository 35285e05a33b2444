"""Answers about results: of events and players, leagues and their seasons."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Chips, Id, Instant, MaybeInstant, Told, one_of
from tournaments.formulas.league_points import OVERALL
from tournaments.formulas.season_standings import TIE_BREAKS
from tournaments.models import Season as SeasonRow

SeasonBelongs = Annotated[str, one_of("SeasonBelongs", SeasonRow.Belongs.values, "Which events count.")]
SeasonEntries = Annotated[str, one_of("SeasonEntries", SeasonRow.Entries.values, "Which entries count.")]
SeasonOverall = Annotated[str, one_of("SeasonOverall", OVERALL, "How points come to a total.")]
TieBreak = Annotated[str, one_of("TieBreak", TIE_BREAKS)]
PlayerNumber = Annotated[int, Told("The player's number.")]


class ResultsOf(TypedDict):
    """An event whose results are told."""

    id: Id
    name: str
    game: str
    date: Annotated[date | None, Told("The business day it was over on; null until then.")]
    finished_at: MaybeInstant
    buy_in: Chips
    fee: Chips
    entries: Annotated[int | None, Told("Null until it is over.")]
    players: Annotated[int | None, Told("Null until it is over.")]
    prize_pool: Chips


class ResultLine(TypedDict):
    """A place of an event."""

    place: int
    worst: Annotated[int, Told("The place that a tie is shared down to.")]
    player: PlayerNumber
    name: str
    entry: Annotated[int, Told("Which entry of the player, from 1.")]
    prize: Chips
    bounty: Chips


class EventResults(TypedDict):
    """The results of an event."""

    event: ResultsOf
    results: Annotated[list[ResultLine], Told("By place; empty until it is over.")]


class LatestResults(TypedDict):
    """Ten events that are over, the latest first."""

    tournaments: list[EventResults]
    next: Annotated[int | None, Told("The `before` to go on with; null at the end.")]


class PlayerResult(TypedDict):
    """An event that a player played."""

    tournament: Annotated[int, Told("The event's number.")]
    name: str
    at: Instant
    place: int
    worst: int
    spent: NotRequired[Annotated[int, Told("Chips; told to the player and the floor.")]]
    won: NotRequired[Annotated[int, Told("Chips; told to the player and the floor.")]]


class PlayerMoney(TypedDict):
    """What a player spent on events and won in them."""

    spent: Chips
    won: Chips
    net: Annotated[int, Told("Chips, below zero lost.")]


class PlayerRecord(TypedDict):
    """A player's events and places."""

    player: PlayerNumber
    name: str
    tournaments: int
    paid: Annotated[int, Told("In how many the player was paid.")]
    paid_percent: Annotated[float | None, Told("0 to 100; null before the first.")]
    wins: int
    best_places: list[int]
    results: list[PlayerResult]
    money: NotRequired[Annotated[PlayerMoney, Told("Told to the player and the floor.")]]


class Season(TypedDict):
    """A season: what it is called, and how it scores."""

    id: Id
    league: Annotated[int, Told("The league's number.")]
    name: str
    begins: date
    ends: date
    belongs: SeasonBelongs
    structure: Annotated[str | None, Told("The structure's key.")]
    template: Annotated[str | None, Told("The recurring event's name.")]
    formula: Annotated[str, Told("A known formula, or an expression.")]
    overall: SeasonOverall
    entries: SeasonEntries
    attendance: Annotated[float, Told("Points for taking part.")]
    best: Annotated[int | None, Told("How many results count; null: all.")]
    drop: Annotated[int, Told("How many are dropped.")]
    decimals: int
    least_events: int
    tie_breaks: list[TieBreak]
    closed_at: Annotated[datetime | None, Told("Null: it is open.")]


class League(TypedDict):
    """A league."""

    id: Id
    name: str
    about: str


class LeagueWithSeasons(League):
    """A league with its seasons."""

    seasons: list[Season]


class Leagues(TypedDict):
    """The leagues."""

    leagues: list[LeagueWithSeasons]


class SeasonLine(TypedDict):
    """A player's line in a season's table."""

    rank: int
    player: PlayerNumber
    name: str
    points: float
    events: int
    wins: int
    paid: int
    scores: Annotated[dict[str, float], Told("Points by the events' numbers.")]
    dropped: Annotated[list[int], Told("Events that do not count.")]


class SeasonTable(Season):
    """A season and its table."""

    table: list[SeasonLine]


class FormulaExample(TypedDict):
    """What a formula gives in a made-up event, or evening at cash tables."""

    players: int
    place: int
    points: float
    buy_in: NotRequired[Chips]
    spent: NotRequired[Chips]
    pool: NotRequired[Chips]
    paid: NotRequired[int]
    prize: NotRequired[Chips]
    hours: NotRequired[float]
    result: NotRequired[Chips]


class FormulaTried(TypedDict):
    """What a formula gives, and the formulas and variables there are."""

    examples: list[FormulaExample]
    formulas: Annotated[dict[str, str], Told("Expressions by name.")]
    variables: Annotated[dict[str, str], Told("What each means, by name.")]
