"""Answers about people: who one is, members, invitations, conduct."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from typing_extensions import TypedDict

from club.base.registry import ROLES
from club.models import Incident
from club.schema.answers import Id, Instant, MaybeInstant, Told, one_of

Role = Annotated[str, one_of("Role", ROLES, "A role of a login.")]
ConductKind = Annotated[str, one_of("KindOfConduct", Incident.Kind.values, "What the floor records of conduct.")]
Rights = Annotated[list[str], Told("Rights by name, such as `tables.open`.")]


class TokenMade(TypedDict):
    """A new token."""

    token: Annotated[str, Told("To be sent as `Authorization: Token …`; told this once.")]


class PlayerName(TypedDict):
    """A player as everybody knows one."""

    id: Id
    nickname: str


class Me(TypedDict):
    """Who the caller is."""

    username: str
    player: Annotated[PlayerName | None, Told("Null for a login that is no player's.")]
    roles: list[Role]
    rights: Rights


class Member(TypedDict):
    """A member as the floor sees one."""

    id: Id
    nickname: str
    member_number: Annotated[str | None, Told("Null: none.")]
    real_name: str
    reading: Annotated[str, Told("How the real name is read; members stand in its order.")]
    language: Annotated[str, Told("`en` or `ja`.")]
    notes: Annotated[str, Told("Of the floor, for the floor.")]
    is_computer: bool
    joined_at: Instant
    admitted_at: Annotated[datetime | None, Told("Null: an applicant.")]
    suspended_until: Annotated[datetime | None, Told("Null: not suspended, or until it is lifted.")]
    is_suspended: bool
    excluded_until: Annotated[datetime | None, Told("Until when the member keeps from playing by own wish.")]
    merged_into: Annotated[int | None, Told("The membership this one was merged into.")]
    erased_at: MaybeInstant
    may_play: bool
    code: Annotated[str | None, Told("Why the member may not play, as a problem's `code`; null: may play.")]
    has_login: bool
    roles: list[Role]


class Members(TypedDict):
    """A page of members."""

    players: list[Member]
    next: Annotated[int | None, Told("The `after` to go on with; null on the last page.")]


class Invitation(TypedDict):
    """An invitation to join."""

    id: Id
    note: str
    made_at: Instant
    expires_at: Instant
    revoked_at: MaybeInstant
    used_at: MaybeInstant
    used_by: Annotated[int | None, Told("The player who joined by it.")]


class Invitations(TypedDict):
    """The last hundred invitations."""

    invitations: list[Invitation]


class InvitationMade(Invitation):
    """A new invitation."""

    url: Annotated[str, Told("The address that lets one person in; told this once.")]


class Excluded(TypedDict):
    """How long the caller keeps from playing."""

    excluded_until: MaybeInstant


class RightsTable(TypedDict):
    """Which role has which right."""

    rights: Annotated[dict[str, str], Told("What each right allows, in words, by its name.")]
    roles: Annotated[dict[str, Rights], Told("The rights of each role.")]


class Withdrawn(TypedDict):
    """A record of conduct taken back."""

    by: str
    at: Instant
    words: str


class ConductRecord(TypedDict):
    """What the floor recorded of a player's conduct."""

    incident: Annotated[int, Told("The record's number.")]
    player: Annotated[int, Told("The player's number.")]
    nickname: str
    kind: ConductKind
    what: Annotated[str, Told("The kind in words.")]
    amount: Annotated[int, Told("Hands or orbits to be missed; 0 for other kinds.")]
    place: Annotated[str, Told("Such as `table:7` or `tournament:3`; empty: nowhere.")]
    place_name: str
    words: str
    by: str
    at: Instant
    withdrawn: Annotated[Withdrawn | None, Told("Null: it stands.")]


class ConductPage(TypedDict):
    """A hundred records of conduct, latest first."""

    conduct: list[ConductRecord]
    next: Annotated[int | None, Told("The `before` to go on with; null at the end.")]


class OwnConduct(TypedDict):
    """The caller's own records of conduct, latest first."""

    conduct: list[ConductRecord]


class RecentProof(TypedDict):
    """That the caller has just said again who they are."""

    proof: Annotated[str, Told("To be sent as the header `Reauthentication`, for some minutes.")]


class LoginSession(TypedDict):
    """Where a login is signed in."""

    id: Id
    device: Annotated[str, Told("The browser.")]
    address: Annotated[str | None, Told("Where it came from.")]
    since: Instant
    seen: Annotated[datetime, Told("When it was seen last.")]
    is_this: Annotated[bool, Told("The session that asks.")]


class LoginSessions(TypedDict):
    """Where a login is signed in."""

    sessions: list[LoginSession]
