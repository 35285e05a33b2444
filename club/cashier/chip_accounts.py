"""The accounts that chips at the desk move between: the bank, the wallet of a player, and what a player owes."""

from __future__ import annotations

from club.ledger import ledger
from club.models import Account, Player


def cashier_account() -> Account:
    """The bank, by which chips come into being: its balance is minus all chips that are out."""
    return ledger.open_account("cashier", "cashier")


def wallet(player: Player) -> Account:
    """A player's chips at hand."""
    return ledger.open_account(player.owner, "wallet")


def credit_account(player: Player) -> Account:
    """What a player owes, as a balance at or below zero."""
    return ledger.open_account(player.owner, "credit")
