"""Transfers taken back together, each by one that names it: in an order in which every account can pay, or none of them.

What goes back to a player may be what the player has to give back for another transfer, so the order is looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.ledger.ledger import Posting
from club.models import Account, Player, Transfer, User
from tournaments.base.errors import Refused

Moves = Mapping[int, int]  # signed chips by account id


def reverse_all(transfers: Iterable[Transfer], *, key: str, by: User | None, why: str, now: datetime) -> None:
    """Take them all back; `key` and the id of each make the key of its opposite.

    Raises `Refused`, naming who, where an account no longer holds what it has to give back, or is closed.
    """
    listed = {transfer.pk: transfer for transfer in transfers}
    found = Transfer.objects.filter(pk__in=listed).prefetch_related("entries").order_by("pk")
    moves = {transfer.pk: _opposite(transfer) for transfer in found}
    accounts = Account.objects.in_bulk({account for moved in moves.values() for account in moved})
    if closed := [account for account in accounts.values() if account.closed_at is not None]:
        words = _("These memberships were merged or closed since: %(names)s. The chips cannot be moved.")
        raise Refused("account_closed", words % {"names": ", ".join(sorted(_names(closed).values()))})
    postings = [
        Posting(f"{key}:{pk}", moves[pk], "correction", listed[pk].reference, by, why, listed[pk])
        for pk in _in_order(moves, accounts)
    ]
    ledger.post_all(postings, now=now)


def _opposite(transfer: Transfer) -> dict[int, int]:
    moves: dict[int, int] = {}
    for entry in transfer.entries.all():
        moves[entry.account_id] = moves.get(entry.account_id, 0) - entry.amount
    return moves


def _in_order(moves: Mapping[int, Moves], accounts: Mapping[int, Account]) -> list[int]:
    """The transfers in an order in which no account falls below its floor. Raises `Refused` where there is none."""
    held = {pk: account.balance for pk, account in accounts.items()}
    owing = {account for moved in moves.values() for account, amount in moved.items() if amount < 0} - {
        pk for pk, account in accounts.items() if account.kind in ("escrow", "fees")
    }
    # Whoever has to give something back is served first: from what all the others get nothing comes back.
    first = [pk for pk, moved in moves.items() if owing & moved.keys()]
    order = _payable(first, moves, held, accounts)
    return order + _payable([pk for pk in moves if pk not in set(first)], moves, held, accounts)


def _payable(
    wanted: Sequence[int], moves: Mapping[int, Moves], held: dict[int, int], accounts: Mapping[int, Account]
) -> list[int]:
    """Those wanted in an order in which every account can pay; `held` is then what they leave. Raises `Refused`."""
    order, left = list[int](), list(wanted)
    while left:
        later = list[int]()
        for pk in left:
            after = {account: held[account] + amount for account, amount in moves[pk].items()}
            if any(_is_below(accounts[account], chips) for account, chips in after.items()):
                later.append(pk)
            else:
                held |= after
                order.append(pk)
        if len(later) == len(left):
            _refuse_short([moves[pk] for pk in left], held, accounts)
        left = later
    return order


def _is_below(account: Account, chips: int) -> bool:
    return account.floor is not None and chips < account.floor


def _refuse_short(moves: Sequence[Moves], held: Mapping[int, int], accounts: Mapping[int, Account]) -> None:
    """Say who is short, and of how many chips: all that is left taken together, else what cannot be paid first."""
    together: dict[int, int] = dict(held)
    for moved in moves:
        for account, amount in moved.items():
            together[account] += amount
    short = {pk: (accounts[pk].floor or 0) - chips for pk, chips in together.items() if _is_below(accounts[pk], chips)}
    if not short:
        firsts = {pk: held[pk] + amount for moved in moves for pk, amount in moved.items() if amount < 0}
        short = {
            pk: (accounts[pk].floor or 0) - chips for pk, chips in firsts.items() if _is_below(accounts[pk], chips)
        }
    names = _names([accounts[pk] for pk in short])
    told = ", ".join(f"{names[pk]} ({chips})" for pk, chips in sorted(short.items(), key=lambda one: names[one[0]]))
    words = _(
        "Chips that must come back are not there any more: %(names)s. Have them paid in at the desk, then try again."
    )
    raise Refused("chips_gone", words % {"names": told}, accounts=sorted(short))


def _names(accounts: Sequence[Account]) -> dict[int, str]:
    """What each account is called, by its id: a wallet by its player, another by its owner."""
    owners = {account.owner: account for account in accounts if account.owner.startswith("player:")}
    players = Player.objects.in_bulk([int(owner.partition(":")[2]) for owner in owners])
    known = {f"player:{pk}": player.nickname for pk, player in players.items()}
    return {account.pk: known.get(account.owner) or _kind(account) for account in accounts}


def _kind(account: Account) -> str:
    return {"tips": _("the staff's tips"), "fees": _("the fees")}.get(account.kind, account.owner)
