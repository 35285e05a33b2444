"""Answers of the cashier's desk and the books: what an act came to, shifts, proposals, months."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict

from club.answers.ledger import Account
from club.models import Proposal as ProposalRow
from club.models import TrayMove as TrayMoveRow
from club.schema.answers import Chips, Instant, MaybeChips, MaybeInstant, Told, one_of

ProposalKind = Annotated[str, one_of("ProposalKind", ProposalRow.Kind.values, "What somebody proposed at the desk.")]
ProposalStatus = Annotated[str, one_of("ProposalStatus", ProposalRow.Status.values)]
TrayMoveKind = Annotated[str, one_of("TrayMoveKind", TrayMoveRow.Kind.values, "How chips came to the tray or left it.")]
Counts = Annotated[dict[str, int], Told("How many chips of each value.")]
Cash = Annotated[int | None, Told("Cash in the currency's smallest unit; null: no cash drawer, or not known yet.")]
SlipNumber = Annotated[int | None, Told("The slip's number; null: none was made out.")]
Warnings = Annotated[list[str], Told("What to look at, in words.")]


class DeskTransfer(TypedDict):
    """Chips moved at the desk for nobody in particular."""

    slip: SlipNumber
    warnings: NotRequired[Warnings]


class DeskTransferOfPlayer(Account):
    """Chips moved at the desk, and the player's wallet after it."""

    slip: SlipNumber
    warnings: NotRequired[Warnings]


class CreditLimit(TypedDict):
    """How much a player may owe."""

    player: Annotated[int, Told("The player's number.")]
    limit: Chips
    owed: Chips


class Proposal(TypedDict):
    """An adjustment, a difference of a count, a reversal or a reopening, which may need a second person."""

    proposal: Annotated[int, Told("Its number.")]
    kind: ProposalKind
    player: Annotated[int | None, Told("The player's number.")]
    place: Annotated[str | None, Told("Whose account it is about, such as `table:7`.")]
    shift: Annotated[int | None, Told("The shift's number.")]
    chips: Annotated[int, Told("Chips, below zero where they are fewer.")]
    why: str
    status: ProposalStatus
    needs_second: bool
    proposed_by: str
    proposed_at: Instant
    decided_by: Annotated[str, Told("Empty while it waits.")]


class Proposals(TypedDict):
    """The last hundred proposals, those that wait first."""

    proposals: list[Proposal]


class AgeChecked(TypedDict):
    """An age that was checked."""

    player: Annotated[int, Told("The player's number.")]
    age: Annotated[int, Told("Years.")]
    at: Instant


class AwaitedChips(TypedDict):
    """Chips of a table that has closed, to be carried to a tray."""

    awaited: Annotated[int, Told("Its number.")]
    player: Annotated[int | None, Told("Whose they are; null: the house's.")]
    place: Annotated[str, Told("Such as `table:7`.")]
    chips: Chips
    since: Instant


class CashierShift(TypedDict):
    """A cashier's time at the desk, between two counts of the tray."""

    shift: Annotated[int, Told("Its number.")]
    cashier: str
    business_day: date
    opened_at: Instant
    opening: Counts
    opening_total: Chips
    expected: Annotated[int | None, Told("Chips that must be in the tray.")]
    closed_at: MaybeInstant
    closing: Annotated[dict[str, int] | None, Told("How many chips of each value; null while it is open.")]
    closing_total: MaybeChips
    variance: Annotated[int | None, Told("Chips counted more than expected, below zero fewer; null while it is open.")]
    chip_price: Annotated[int, Told("Of a chip, in the currency's smallest unit.")]
    cash_opening: Cash
    cash_expected: Cash
    cash_closing: Cash
    cash_variance: Cash
    note: str
    status: Literal["open", "waiting", "closed"]


class Shifts(TypedDict):
    """The last hundred shifts, latest first."""

    shifts: list[CashierShift]
    awaited: Annotated[list[AwaitedChips], Told("Chips still to be carried to a tray.")]


class TrayMove(TypedDict):
    """A fill, a drop, or a credit to the bank."""

    kind: TrayMoveKind
    number: int
    counts: Counts
    total: Chips
    cash: Annotated[int, Told("In the currency's smallest unit.")]
    at: Instant


class DeskPlayer(TypedDict):
    """One player's chips, as the desk sees them."""

    player: Annotated[int, Told("The player's number.")]
    nickname: str
    accounts: list[Account]
    owed: Chips
    credit_limit: Chips
    expires_at: Annotated[datetime | None, Told("When the wallet's chips expire; null: nothing was announced.")]


class HouseHeld(TypedDict):
    """What the house holds for others."""

    tips: Chips
    jackpots: Annotated[dict[str, int], Told("Chips of each jackpot.")]


class BalancesAtEnds(TypedDict):
    """Chips by kind of account, at both ends of a month."""

    before: dict[str, int]
    after: dict[str, int]


class PurposeOfMonth(TypedDict):
    """What was moved for a purpose."""

    purpose: str
    transfers: Annotated[int, Told("How many.")]
    chips: Chips


class DayOfMonth(TypedDict):
    """A business day in chips."""

    day: date
    rake: Chips
    fees: Chips
    given_out: Chips
    taken_back: Chips


class ShiftOfMonth(TypedDict):
    """A shift in the report of its month."""

    number: int
    cashier: str
    business_day: date
    variance: MaybeChips
    cash_variance: Cash


class Month(TypedDict):
    """A month in figures."""

    month: Annotated[str, Told("Such as `2026-11`.")]
    begins_at: Instant
    ends_at: Instant
    balances: BalancesAtEnds
    purposes: list[PurposeOfMonth]
    days: list[DayOfMonth]
    shifts: list[ShiftOfMonth]
    active_players: Annotated[int, Told("How many wallets had a line.")]


class MonthClosed(TypedDict):
    """A month that is closed."""

    month: Annotated[str, Told("Such as `2026-11`.")]
    closed_at: Instant
    report: Month
