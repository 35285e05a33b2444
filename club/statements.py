"""What a player is told of their chips: accounts, balances, and every line behind them, in words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from club import ledger
from club.models import Account, Entry, Player
from club.registry import PURPOSES

LINES = 50


def accounts_of(player: Player | None) -> list[Account]:
    """The wallet first, then the stacks that came from it."""
    if player is None:
        return []
    ledger.open_account(player.owner, "wallet")
    return list(Account.objects.filter(owner=player.owner).order_by("-kind", "pk"))


def account(one: Account) -> dict[str, Any]:
    """An account for API and pages."""
    return {
        "id": one.pk,
        "kind": one.kind,
        "name": str(one.get_kind_display()),
        "unit": one.unit,
        "balance": one.balance,
        "entries": one.version,
    }


def line(entry: Entry) -> dict[str, Any]:
    """One line: what, when, how many, and where to look further."""
    return {
        "line": entry.version,
        "at": entry.transfer.recorded_at,
        "amount": entry.amount,
        "balance_after": entry.balance_after,
        "purpose": entry.transfer.purpose,
        "words": in_words(entry.transfer.purpose),
        "reference": entry.transfer.reference,
        "url": address(entry.transfer.reference),
        "why": entry.transfer.why,
    }


def in_words(purpose: str) -> str:
    """A purpose for people."""
    known = PURPOSES.get(purpose)
    return _(known) if known else purpose


def address(reference: str) -> str:
    """The page of what a line refers to, or an empty text."""
    what, _colon, number = reference.partition(":")
    places = {"hand": "/hands/{}/", "tournament": "/tournaments/{}/", "table": "/tables/{}/"}
    return places[what].format(number.split(":")[0]) if what in places and number else ""


def page(one: Account, *, before: int | None = None) -> dict[str, Any]:
    """Fifty lines, newest first; `next` is what to ask for to go on, None at the end."""
    lines = [line(entry) for entry in ledger.statement(one, before=before, limit=LINES)]
    last = lines[-1]["line"] if lines else 1
    return {"account": account(one), "entries": lines, "next": last if last > 1 else None}
