"""Answers about chips: accounts, the lines behind their balances, the audit."""

from __future__ import annotations

from typing import Annotated

from typing_extensions import TypedDict

from club.models import Account as AccountRow
from club.models import AskedAudit as AskedAuditRow
from club.schema.answers import Chips, Id, Instant, Told, one_of

AccountKind = Annotated[str, one_of("AccountKind", AccountRow.Kind.values, "What an account is for.")]


class Account(TypedDict):
    """An account and its balance."""

    id: Id
    kind: AccountKind
    name: Annotated[str, Told("The kind in words.")]
    unit: Annotated[str, Told("`chip` for the club's chips; else whose chips they are, such as `tournament:3`.")]
    unit_name: Annotated[str, Told("What the club calls its chips; empty for other units.")]
    symbol: Annotated[str, Told("The club's sign before an amount; may be empty.")]
    balance: Annotated[int, Told("Chips of the unit.")]
    entries: Annotated[int, Told("How many lines stand behind the balance.")]


class Accounts(TypedDict):
    """The caller's accounts: the wallet, and the stacks in play."""

    accounts: list[Account]


# Not a class: `with` is a word of Python's own.
AccountLine = TypedDict(
    "AccountLine",
    {
        "line": Annotated[int, Told("Its number within the account, from 1.")],
        "at": Instant,
        "amount": Annotated[int, Told("Chips, below zero where they went out.")],
        "balance_after": Chips,
        "purpose": Annotated[str, Told("Such as `buy-chips`.")],
        "words": Annotated[str, Told("The purpose in words.")],
        "reference": Annotated[str, Told("What it was about, such as `hand:7`.")],
        "with": Annotated[str, Told("The nickname of who gave or took chips that were passed on; else empty.")],
        "slip": Annotated[int | None, Told("The slip's number; null: none.")],
        "receipt": Annotated[str, Told("The address of the receipt's page; may be empty.")],
        "url": Annotated[str, Told("The address of the page of what it was about; may be empty.")],
        "why": str,
        "by": Annotated[str, Told("Who entered it; empty: the club's own programs.")],
    },
)


class AccountLines(TypedDict):
    """Fifty lines of an account, newest first."""

    account: Account
    entries: list[AccountLine]
    next: Annotated[int | None, Told("The `before` to go on with; null at the end.")]


class BalanceAt(TypedDict):
    """A balance of the past."""

    at: Instant
    balance: Chips


class Audit(TypedDict):
    """Every balance rebuilt from its lines."""

    ok: bool
    differences: Annotated[list[str], Told("Each in words; empty where the books balance.")]


class AuditRun(Audit):
    """An audit that was."""

    at: Instant


class AskedAudit(TypedDict):
    """An audit that somebody asked for, and that a worker makes."""

    id: Id
    state: Annotated[
        str, one_of("AuditState", [*AskedAuditRow.State], "`failed`: no worker came to its end in three tries.")
    ]
    asked_at: Instant
    begun_at: Annotated[Instant | None, Told("Null while it waits.")]
    ended_at: Annotated[Instant | None, Told("Null until it has ended.")]
    audit: Annotated[AuditRun | None, Told("What it found; null unless it is done.")]


class LastAudit(AuditRun):
    """The last audit that has ended, and the one that is asked for."""

    asked: Annotated[AskedAudit | None, Told("The audit that waits or is under way; null where none was asked for.")]


class AuditRuns(TypedDict):
    """The last hundred audits, latest first."""

    audits: list[AuditRun]
