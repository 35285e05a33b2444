"""Answers about private tables, jackpots, and lines that were reported."""

from __future__ import annotations

from typing import Annotated, NotRequired

from typing_extensions import TypedDict

from club.schema.answers import Chips, Id, Instant, Told, one_of
from tables.answers.tables import ChatAudience, ChatKind, TableStatus
from tables.models import JackpotWin as JackpotWinRow

JackpotKind = Annotated[str, one_of("JackpotKind", JackpotWinRow.Kind.values)]
JackpotWinState = Annotated[str, one_of("JackpotWinState", JackpotWinRow.State.values)]
PlayerNumber = Annotated[int, Told("The player's number.")]


class Guest(TypedDict):
    """Somebody who was let in at a private table."""

    player: PlayerNumber
    name: str
    at: Instant
    is_shown_out: Annotated[bool, Told("Neither the link nor the password lets this player in again.")]


class PrivateTableSeen(TypedDict):
    """A private table, for its host and the floor."""

    table: Annotated[int, Told("The table's number.")]
    name: str
    status: TableStatus
    host: str
    link: Annotated[str, Told("The address by which people are let in; empty: none.")]
    has_password: bool
    guests: list[Guest]


class JackpotHeld(TypedDict):
    """What a jackpot holds."""

    name: JackpotKind
    label: str
    chips: Chips


class JackpotPart(TypedDict):
    """What somebody gets of a jackpot."""

    player: PlayerNumber
    name: str
    role: Annotated[str, Told("In words.")]
    chips: Chips


class JackpotWinSeen(TypedDict):
    """A jackpot that was won."""

    id: Id
    kind: JackpotKind
    label: str
    state: JackpotWinState
    state_label: str
    hand: Annotated[int, Told("The hand's number of all hands.")]
    table: Annotated[str, Told("The table's name.")]
    number: Annotated[int, Told("The hand's number at its table.")]
    made: Annotated[str, Told("The hand in words.")]
    at: Instant
    chips: Chips
    why: str
    parts: list[JackpotPart]


class JackpotsSeen(TypedDict):
    """The jackpots, and for whoever approves what waits and what was decided last."""

    jackpots: list[JackpotHeld]
    waiting: NotRequired[list[JackpotWinSeen]]
    decided: NotRequired[list[JackpotWinSeen]]


class ReportedLine(TypedDict):
    """A line that was reported to the floor."""

    id: Id
    table: Annotated[int | None, Told("The table's number; null where it was said elsewhere.")]
    tournament: Annotated[int | None, Told("The tournament's number; null where it was said elsewhere.")]
    place_name: Annotated[str, Told("The name of the table or tournament.")]
    place_path: Annotated[str, Told("The path of its page.")]
    player: PlayerNumber
    name: str
    audience: ChatAudience
    kind: ChatKind
    text: str
    at: Instant
    is_hidden: bool
    reported_at: Instant
    by: Annotated[list[str], Told("Who reported it.")]


class ReportedLines(TypedDict):
    """The reported lines that wait, those reported first at the top."""

    lines: list[ReportedLine]
