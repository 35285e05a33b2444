"""Chips on credit: given, repaid, and how much a player may owe."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import chip_accounts, desk_transfers, no_self_service, serving
from club.house import amounts, audit_log
from club.house.club_rules import ClubRules
from club.ledger import ledger
from club.models import Account, Player, Transfer, User
from club.people.eligibility import check_may_play


def give_credit(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Give chips that the player owes for. Raises `ClubError` beyond the limit of this player."""

    def may(rules: ClubRules) -> None:
        if by is not None:
            check_may_play(player, now)
        free = limit_of(player) - owed(player)
        if chips > free:
            words = _("The credit limit leaves %(free)s; %(chips)s are too many.")
            words = words % {"free": amounts.written(free), "chips": amounts.written(chips)}
            raise ClubError("over_the_credit_limit", words, 409, free=free)

    moves = {chip_accounts.credit_account(player).pk: -chips, chip_accounts.wallet(player).pk: chips}
    return serving.serve(player, chips, "credit-given", moves, may, key=key, by=by, now=now, source=source)


def repay_credit(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Take chips from the wallet for what is owed. Raises `ClubError` for more than that."""

    def may(rules: ClubRules) -> None:
        if chips > owed(player):
            words = _("%(owed)s are owed; no more can be repaid.") % {"owed": amounts.written(owed(player))}
            raise ClubError("owes_less", words, 409, owed=owed(player))

    moves = {chip_accounts.credit_account(player).pk: chips, chip_accounts.wallet(player).pk: -chips}
    return serving.serve(player, chips, "credit-repaid", moves, may, key=key, by=by, now=now, source=source)


def set_credit_limit(
    player: Player, limit: int, *, by: User | None, why: str, now: datetime, source: str = ""
) -> Account:
    """How much that player may owe, in chips. Raises `BadAmount` for less than is owed."""
    with transaction.atomic():
        desk_transfers.lock()
        no_self_service.check_not_own(by, [player.owner])
        account = chip_accounts.credit_account(player)
        before = ledger.set_credit_limit(account, limit)
        if before != limit:
            audit_log.record(
                "cashier.credit-limit",
                by=by,
                subject=player.owner,
                why=why,
                before=before,
                after=limit,
                source=source,
                now=now,
            )
    account.refresh_from_db()
    return account


def limit_of(player: Player) -> int:
    """How much a player may owe, in chips."""
    account = _credit_if_any(player)
    return 0 if account is None else -(account.floor or 0)


def owed(player: Player) -> int:
    """How much a player owes, in chips."""
    account = _credit_if_any(player)
    return 0 if account is None else -account.balance


def _credit_if_any(player: Player) -> Account | None:
    return Account.objects.filter(owner=player.owner, kind="credit", unit=ledger.CHIPS).first()


def check_repaid(player: Player, chips: int, rules: ClubRules) -> None:
    """Refuse what would leave less in the wallet than is owed."""
    owes, holds = owed(player), chip_accounts.wallet(player).balance
    if rules.credit_first and owes and holds >= chips > holds - owes:
        words = _("%(owed)s are owed on credit, and are repaid first.") % {"owed": amounts.written(owes)}
        raise ClubError("owes_credit", words, 409, owed=owes)
