"""Answers about what is worth a look in the play of the last weeks."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from typing_extensions import TypedDict

from club.schema.answers import Id, Instant, Told, one_of
from tables.integrity.sign_list import SIGNS

IntegritySignKey = Annotated[str, one_of("IntegritySignKey", SIGNS)]


class IntegrityLook(TypedDict):
    """Which days were looked over."""

    first_day: Annotated[date, Told("The first business day.")]
    last_day: Annotated[date, Told("The last business day; days that are not over are never looked at.")]
    at: Instant
    hands: Annotated[int, Told("Hands that were looked over.")]
    left_out: Annotated[int, Told("Older hands of those days, beyond the limit of one look.")]
    players: int


class IntegritySign(TypedDict):
    """A sign that is looked for."""

    key: IntegritySignKey
    name: str
    measures: Annotated[str, Told("What is counted, in words.")]
    honest: Annotated[str, Told("Honest explanations that there are.")]
    threshold: Annotated[float, Told("The largest chance that is told, 0 to 1.")]
    false_alarms: Annotated[int, Told("On simulated honest evenings.")]
    honest_looked_at: Annotated[int, Told("Of so many simulated honest pairs or players.")]
    found: Annotated[int, Told("Of the cheats that were planted in a simulation.")]
    planted: int


class NamedPlayer(TypedDict):
    """Somebody a finding is about."""

    player: Annotated[int, Told("The player's number.")]
    name: str


class IntegrityEvidence(TypedDict):
    """Something that happened."""

    day: Annotated[str, Told("The business day, as 2026-11-21.")]
    hand: Annotated[int | None, Told("The hand's number of all hands; null: it was in none.")]
    table: Annotated[str | None, Told("The name of its table; null: it was in no hand.")]
    number: Annotated[int | None, Told("The hand's number at its table.")]
    chips: Annotated[int | None, Told("Chips of the table's unit that it was about.")]
    seconds: Annotated[float | None, Told("Seconds that it was about.")]


class IntegrityFinding(TypedDict):
    """What a sign found about one player or two."""

    id: Id
    sign: IntegritySignKey
    name: Annotated[str, Told("The sign's name.")]
    is_directed: Annotated[bool, Told("True: the first player gives, the second takes.")]
    players: list[NamedPlayer]
    counted: Annotated[str, Told("What `count` and `of` count, in words.")]
    count: float
    of: float
    usual: Annotated[float, Told("What is usual here of as many.")]
    chance: Annotated[float, Told("How rarely chance alone gives as much to one pair or player, 0 to 1.")]
    evidence: list[IntegrityEvidence]
    found_at: Instant
    last_day: Annotated[date, Told("The last day of the latest look that found it.")]
    is_open: Annotated[bool, Told("Nobody looked into it, or more came since.")]
    looked_at: Annotated[datetime | None, Told("When somebody looked into it.")]
    looked_by: Annotated[str | None, Told("The login of whoever did.")]
    note: str


class Integrity(TypedDict):
    """What is worth a look; nobody is accused by it."""

    look: Annotated[IntegrityLook | None, Told("Null: play was not looked over yet.")]
    signs: list[IntegritySign]
    findings: list[IntegrityFinding]
