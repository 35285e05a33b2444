"""Where an entry's price lies: prize money and bounties in escrows of their own, the fee with the house, tickets in theirs.

Every account here is one of the ledger's; what is said is which, and with how many chips.
"""

from __future__ import annotations

from club.ledger import ledger
from club.models import Account
from tournaments.models import Entry, Tournament


def prize_escrow(tournament: Tournament) -> Account:
    """What the prizes are paid from: of all flights of an event, the same."""
    return ledger.open_account(tournament.pot.owner, "escrow")


def bounty_escrow(tournament: Tournament) -> Account:
    """What the bounties are paid from, of all flights the same; beside the prizes, so that neither can pay for the other."""
    return ledger.open_account(f"{tournament.pot.owner}:bounties", "escrow")


def ticket_escrow() -> Account:
    """Where the worth of every ticket lies that can still be used."""
    return ledger.open_account("tickets", "escrow")


def fees() -> Account:
    """The house's own of the entries."""
    return ledger.open_account("house", "fees")


def moves_of(entry: Entry, sign: int = 1) -> dict[int, int]:
    """The movement of an entry's price by account id, in chips: into the tournament (1), or back (-1). Empty if it is free.

    A ticket pays first; what it does not cover the wallet pays, and what it is worth beyond the price the wallet gets.
    """
    tournament, price = entry.tournament, entry.paid + entry.fee
    covered = entry.ticket.value if entry.ticket is not None else 0
    parts = (
        (prize_escrow(tournament), entry.paid - entry.bounty),
        (bounty_escrow(tournament), entry.bounty) if entry.bounty else (None, 0),
        (fees(), entry.fee),
        (ticket_escrow(), -covered) if covered else (None, 0),
        (ledger.open_account(entry.player.owner, "wallet"), covered - price),
    )
    return {account.pk: sign * chips for account, chips in parts if account is not None and chips}
