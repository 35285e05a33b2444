"""Answers about structures: sheets of levels, what is to be looked at in them, forecasts."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Chips, Id, Instant, Told

Sheet = Annotated[
    dict[str, Any], Told("The sheet as it was imported, whole: `id`, `name`, `items` and whatever it says.")
]
Missing = Annotated[list[str], Told("What is missing before an event can be scheduled by it, in words.")]
Unread = Annotated[list[str], Told("What of the sheet is not read.")]


class StructureLine(TypedDict):
    """A structure in a list."""

    key: str
    name: str
    game: Annotated[str | None, Told("What the sheet says.")]
    missing: Missing
    version: int


class Structures(TypedDict):
    """The structures."""

    structures: list[StructureLine]


class StructureImported(StructureLine):
    """A structure that was taken in."""

    warnings: Annotated[list[str], Told("What to look at twice.")]


class StructureSeen(StructureImported):
    """A structure, whole."""

    sheet: Sheet
    unread: Unread


class Finding(TypedDict):
    """Something to look at twice."""

    level: Annotated[int, Told("The level's number.")]
    field: str
    amount: Chips
    kind: str
    chip: Chips
    words: str


class Finish(TypedDict):
    """When it ends by rule."""

    level: Annotated[int | None, Told("The level in which it should end; null: the sheet ends before.")]
    minutes: Annotated[int, Told("From the start to that level's end, breaks included.")]


class LookedOver(TypedDict):
    """What is missing in a sheet and what to look at twice."""

    missing: Missing
    findings: list[Finding]
    unread: Unread
    minutes: Annotated[int, Told("Of all levels and breaks.")]
    finish: Annotated[Finish | None, Told("Null: players or chips are not known.")]


class SheetMade(LookedOver):
    """A sheet that was made."""

    sheet: Sheet


class PastedLine(TypedDict):
    """A line of a pasted text."""

    number: Annotated[int, Told("From 1, empty lines counted.")]
    text: str
    kind: Literal["level", "break", "stated", "heading", "passed", "refused"]
    words: Annotated[str, Told("What was read in it, or why it could not be.")]


class ReadItem(TypedDict):
    """A level or a break that was read."""

    type: Literal["level", "break"]
    minutes: Annotated[int | None, Told("Null: not stated; a break until the director ends it.")]
    n: NotRequired[Annotated[int, Told("The level's number.")]]
    sub: NotRequired[Annotated[str, Told("The part of the level, such as B.")]]
    sb: NotRequired[Chips]
    bb: NotRequired[Chips]
    ante: NotRequired[Chips]
    ante_type: NotRequired[Literal["big_blind", "per_player"]]
    small_bet: NotRequired[Chips]
    big_bet: NotRequired[Chips]
    bring_in: NotRequired[Chips]
    game: NotRequired[str]
    note: NotRequired[Annotated[str, Told("Of a break: the line.")]]
    remove: NotRequired[Annotated[list[int], Told("Of a break: the chips that go out.")]]


class ReadSheet(TypedDict):
    """A sheet without its id and name."""

    starting_chips: NotRequired[Annotated[int, Told("Where the text states them.")]]
    items: list[ReadItem]


class SheetRead(TypedDict):
    """A text that was read."""

    sheet: Annotated[ReadSheet | None, Told("Null: a line was refused, or there is no level.")]
    refused: Annotated[int, Told("Lines that could not be read.")]
    lines: list[PastedLine]


class StructureEdited(LookedOver):
    """The version that was saved."""

    key: str
    name: str
    game: str | None
    version: int
    sheet: Sheet


class StructureVersion(TypedDict):
    """A version that was saved."""

    number: int
    at: Instant
    by: str | None


class StructureVersions(TypedDict):
    """The versions, the latest first."""

    versions: list[StructureVersion]


class StructureVersionSeen(StructureVersion):
    """A version, whole."""

    sheet: Sheet


class ForecastLevel(TypedDict):
    """How many are left after a level."""

    label: str
    left: Annotated[list[int], Told("In a tenth, half and nine tenths of the evenings at most.")]


class Forecast(TypedDict):
    """An evening played some hundreds of times."""

    id: Id
    players: int
    averaged: Annotated[int, Told("Stacks that were not counted.")]
    evenings: int
    done: Annotated[int, Told("How many of them are played.")]
    is_done: bool
    error: Annotated[str, Told("Why it could not be made; may be empty.")]
    at: Instant
    is_of_points: bool
    ends: NotRequired[Annotated[list[datetime], Told("By when a tenth, half and nine tenths had ended.")]]
    levels: NotRequired[list[ForecastLevel]]
    over_minutes: NotRequired[Annotated[int | None, Told("Minutes past the closing time, of half of them.")]]
    late_minutes: NotRequired[Annotated[int | None, Told("Minutes past the closing time, of nine tenths.")]]
    through: NotRequired[Annotated[list[int], Told("How many go on to another day.")]]


class LatestForecast(TypedDict):
    """The forecast that was asked last."""

    forecast: Annotated[Forecast | None, Told("Null: none was.")]
