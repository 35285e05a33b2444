"""Answers about the gallery: shared sets, whose keys signed them, and what they would change."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from club.schema.answers import Id, Instant, Told

Value = Annotated[bool | int | str, Told("Of the rule's own type.")]
Fingerprint = Annotated[str, Told("What people compare of a key: half of its SHA-256.")]


class ReadySet(TypedDict):
    """A set that comes with Cardhouse."""

    name: str
    title: str
    sources: Annotated[str, Told("Where what it says comes from.")]


class AcceptedKey(TypedDict):
    """A key of another club that was accepted."""

    id: Id
    club: str
    fingerprint: Fingerprint
    accepted_at: Instant


class TakenIn(TypedDict):
    """A set that was taken in."""

    id: Id
    title: str
    club: str
    licence: Annotated[str, Told("An SPDX identifier.")]
    at: Instant
    by: Annotated[str | None, Told("A login.")]
    taken_back_at: Instant | None


class Gallery(TypedDict):
    """What there is in the gallery."""

    fingerprint: Annotated[str | None, Told("Of the club's own key; null before the first file is made.")]
    sets: list[ReadySet]
    keys: list[AcceptedKey]
    imports: list[TakenIn]


class SharedContent(TypedDict):
    """What a file shares."""

    title: str
    author: str
    club: str
    licence: Annotated[str, Told("An SPDX identifier.")]
    date: Annotated[str, Told("The day it was made, such as 2026-07-01.")]
    sources: str
    rules: Annotated[dict[str, bool | int | str], Told("Values of house rules by their full names.")]
    structures: list[dict[str, Any]]


class SignedFile(TypedDict):
    """A signed file."""

    format: Literal["cardhouse gallery"]
    version: int
    content: SharedContent
    key: Annotated[str, Told("The public key of Ed25519, in base64.")]
    signature: Annotated[str, Told("Of the canonical JSON of all the rest, in base64.")]


class RuleChange(TypedDict):
    """A house rule that would change."""

    rule: str
    title: str
    before: Value
    after: Value


class RefusedRule(TypedDict):
    """Something that cannot be taken in."""

    name: Annotated[str, Told("The rule's full name; empty where rules cannot stand together.")]
    why: str


class SeenSheet(TypedDict):
    """A structure of the set."""

    key: str
    name: str
    state: Literal["new", "same", "changed"]
    why: Annotated[str | None, Told("Why it cannot be taken in.")]


class SetSeen(TypedDict):
    """What a set would do here."""

    title: str
    author: str
    club: str
    licence: str
    date: str
    signer: Literal["cardhouse", "own", "known", "unknown"]
    fingerprint: Annotated[str, Told("Empty for what comes with Cardhouse.")]
    changes: list[RuleChange]
    same: Annotated[int, Told("Rules that are so already.")]
    refused: list[RefusedRule]
    structures: list[SeenSheet]


class PutBack(TypedDict):
    """What taking back came to."""

    undone: Annotated[int, Told("Rules and structures that are as they were.")]
    left: Annotated[list[str], Told("What was changed since, and structures that were new: they stay.")]
