"""Answers about the money of events: prizes, bounties, deals, endings, tickets."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from typing_extensions import TypedDict

from club.schema.answers import Chips, Id, Instant, MaybeChips, Told, one_of
from tournaments.formulas.deal_methods import METHODS
from tournaments.models import Ticket as TicketRow
from tournaments.models import Tournament as TournamentRow

BountyKind = Annotated[str, one_of("BountyKind", TournamentRow.BountyKind.values)]
DealMethod = Annotated[str, one_of("DealMethod", (*METHODS, "custom"), "`custom`: amounts of their own.")]
TicketState = Annotated[str, one_of("TicketState", TicketRow.State.values)]
EntryNumber = Annotated[int, Told("The entry's number in its event.")]


class Stale(TypedDict):
    """What has changed since the prizes were locked."""

    entries_then: int
    entries: int
    pool_then: Chips
    pool: Chips
    difference: Chips


class OpenBounty(TypedDict):
    """A bounty on somebody's head."""

    entry: EntryNumber
    bounty: Chips


class BountyWon(TypedDict):
    """What somebody won in bounties."""

    entry: EntryNumber
    won: Chips


class Bounties(TypedDict):
    """The bounties of an event."""

    kind: BountyKind
    kind_words: str
    bounty: Chips
    bounties: list[OpenBounty]
    won: list[BountyWon]
    undecided: Annotated[list[int], Told("Entries that are out and of whom nobody said who knocked them out.")]
    envelopes: Annotated[list[int] | None, Told("Chips in the envelopes left.")]
    envelopes_wait: Annotated[str, Told("What they wait for, in words; may be empty.")]


class Prizes(TypedDict):
    """The prizes as they stand."""

    pool: Chips
    overlay: Annotated[int, Told("Chips that the house adds to the guarantee.")]
    prizes: Annotated[list[int], Told("Chips by place.")]
    worked_out: Annotated[list[int], Told("Chips by place, as the rules alone give them.")]
    is_locked: bool
    is_deal: bool
    stale: Annotated[Stale | None, Told("Null: nothing has changed since they were locked.")]
    holds: Annotated[list[str], Told("What keeps them from being paid, in words.")]
    bounties: Annotated[Bounties | None, Told("Null: there are none.")]


class DealShare(TypedDict):
    """What a method gives."""

    method: DealMethod
    share: Chips


class DealLine(TypedDict):
    """A player's part of a deal."""

    entry: EntryNumber
    name: str
    player: Annotated[int, Told("The player's number.")]
    chips: Annotated[int, Told("Tournament chips.")]
    share: MaybeChips
    others: Annotated[list[DealShare], Told("What other methods would give.")]
    has_agreed: bool


class DealMethodWords(TypedDict):
    """A method of dealing."""

    method: DealMethod
    words: str


class Deal(TypedDict):
    """The deal that is talked over."""

    method: Annotated[DealMethod | None, Told("Null: none was proposed.")]
    method_words: str
    kept: Annotated[int, Told("Chips that are still played for.")]
    doubts: Annotated[list[str], Told("What to look at twice.")]
    is_binding: bool
    is_stale: bool
    waits_for: Annotated[list[int], Told("Entries that have not agreed.")]
    methods: list[DealMethodWords]
    allowed: list[DealMethodWords]
    prizes: Annotated[list[int], Told("Chips by place.")]
    lines: list[DealLine]


class PaidAtEnd(TypedDict):
    """What somebody would be paid."""

    entry: EntryNumber
    name: str
    chips: Chips


class EndRequest(TypedDict):
    """An ending that waits for a second person."""

    act: str
    words: str
    why: str
    by: str
    how: str
    how_words: str
    obstacles: Annotated[list[str], Told("What keeps it from being done, in words.")]
    warnings: Annotated[list[str], Told("Tickets and satellites that it would touch.")]
    lines: list[PaidAtEnd]


class Ending(TypedDict):
    """Whether the event is to be ended."""

    request: Annotated[EndRequest | None, Told("Null: nothing waits.")]
    warnings: Annotated[list[str], Told("Tickets and satellites that calling it off would touch.")]


class Ticket(TypedDict):
    """A ticket."""

    id: Id
    player: Annotated[int, Told("The player's number.")]
    name: str
    value: Chips
    tournament: Annotated[int | None, Told("The event it is for; null: any it covers.")]
    event: str
    where: Annotated[str, Told("For what, in words.")]
    state: TicketState
    state_words: str
    is_good: bool
    is_waiting: bool
    won_in: Annotated[str | None, Told("The satellite's name.")]
    why: str
    issued_at: Instant
    expires_at: Annotated[datetime | None, Told("Null: never.")]


class Tickets(TypedDict):
    """The caller's tickets, the latest first."""

    tickets: list[Ticket]
