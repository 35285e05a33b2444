"""Answers about the clock of an event: its face, and a screen with what is played for."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from typing_extensions import TypedDict

from club.schema.answers import Chips, Instant, MaybeChips, MaybeInstant, Told, one_of

EventStatus = Annotated[
    str,
    one_of(
        "EventStatus",
        ("open", "running", "paused", "bagged", "over", "cancelled"),
        "`paused`: running, the clock stands; `bagged`: goes on another day.",
    ),
]
LevelNumber = Annotated[int | None, Told("The level's number, from 1; null in a break.")]
Minutes = Annotated[int | None, Told("Null: not stated, or until the director ends it.")]


class Item(TypedDict):
    """A level or a break."""

    level: LevelNumber
    number: LevelNumber
    label: Annotated[str, Told("What the sheet calls the level, such as `3B`; empty for a break.")]
    words: Annotated[str, Told("The blinds as a screen shows them, such as `100/200`.")]
    ante_words: str
    minutes: Minutes
    is_break: bool
    note: Annotated[str, Told("Of a break.")]
    remove: Annotated[str, Told("Chips that go out of play in the break, in words.")]


class ClockFace(TypedDict):
    """The face of the clock: instants, from which every client counts by itself."""

    version: Annotated[int, Told("Grows with every change of the event.")]
    now: Instant
    status: EventStatus
    status_words: str
    is_running: bool
    level: LevelNumber
    number: LevelNumber
    label: str
    words: Annotated[str, Told("The blinds as a screen shows them.")]
    ante_words: str
    minutes: Minutes
    is_break: bool
    note: str
    remove: str
    is_rest: Annotated[bool, Told("A rest that the director called, within a level.")]
    ends_at: Annotated[datetime | None, Told("When the level or break ends; null while the clock stands.")]
    left_seconds: Annotated[float | None, Told("Seconds left of it while the clock stands; else null.")]
    span_seconds: Annotated[int, Told("Seconds it lasts in all.")]
    next: Annotated[Item | None, Told("What comes after it.")]
    next_break_at: MaybeInstant


class ClosingTime(TypedDict):
    """What of registration, re-entry, rebuys and add-ons is open or to come, and until when."""

    what: Literal["late", "re-entry", "rebuy", "add-on"]
    title: str
    words: str
    is_open: bool
    closes_at: Annotated[datetime | None, Told("Where the clock tells it.")]


class MoveCalled(TypedDict):
    """A move that is called and not made yet."""

    entry: int
    name: str
    table: int | None
    seat: int | None
    to_table: int
    to_seat: int
    card: Annotated[str, Told("The seat card that was drawn; may be empty.")]
    is_seen: Annotated[bool, Told("The player knows of it.")]
    is_away: bool
    is_counted: bool
    needs_count: bool


class MoveMade(TypedDict):
    """A move of the last minutes."""

    name: str
    table: str
    seat: int


class RaceWon(TypedDict):
    """Who got a larger chip when small ones were raced off."""

    name: str
    table: int
    chip: Chips
    cards: str
    is_saved: Annotated[bool, Told("Got it as the last chip, so as to stay in.")]


class ColourUp(TypedDict):
    """Chips that go out of play in this break."""

    chips: Annotated[str, Told("In words.")]
    is_done: bool
    won: list[RaceWon]
    change: Annotated[int, Told("Chips by which all stacks together changed.")]


class Prize(TypedDict):
    """A prize."""

    place: int
    amount: Chips


class Clock(ClockFace):
    """The clock for a screen, with what is played for."""

    players_left: int
    entries: int
    all_entries: Annotated[int | None, Told("Of a flight: those of the whole event.")]
    average: Annotated[int, Told("Chips of an average stack.")]
    average_bb: Annotated[int | None, Told("Big blinds of an average stack.")]
    average_points: Annotated[int | None, Told("Points of an average stack.")]
    chips: Annotated[int, Told("Chips in play.")]
    prizes: list[Prize]
    starts_at: MaybeInstant
    winner: Annotated[str, Told("Empty until it is over.")]
    is_hand_for_hand: bool
    last_hands: Annotated[int | None, Told("How many hands are still played; null: not said.")]
    moves: list[MoveCalled]
    colour_up: ColourUp | None
    message: Annotated[str, Told("What the floor has put on the screens.")]
    closings: list[ClosingTime]
    moved: list[MoveMade]
    is_late: Annotated[bool, Told("True for a spectator who lags behind.")]
    places_paid: int
    to_the_money: Annotated[int | None, Told("How many must still leave before the money; 0: in it.")]
    next_place: int | None
    next_prize: MaybeChips
