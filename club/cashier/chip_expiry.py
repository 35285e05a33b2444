"""Chips that expire: a wallet that nothing moved for a time goes back to the house, after notice.

Both steps are sweeps that may run twice, at once or killed half way: a notice belongs to the wallet's last line, and
expiry has that line in its key.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, OuterRef, Subquery

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import chip_accounts, desk_transfers
from club.house.club_rules import ClubRules, in_force
from club.ledger import ledger
from club.models import Account, ExpiryNotice, Player, User


def sweep(*, now: datetime) -> tuple[int, int]:
    """Give the notices that are due, and take what has expired: how many of each. Nothing if chips never expire."""
    rules = in_force()
    if not rules.expire_days:
        return 0, 0
    given = _give_notices(rules, now)
    due = ExpiryNotice.objects.filter(due_at__lte=now, account__version=F("version"), account__balance__gt=0)
    taken = sum(_expire(notice, now) for notice in due.select_related("account"))
    return given, taken


def _give_notices(rules: ClubRules, now: datetime) -> int:
    quiet = timedelta(days=rules.expire_days - rules.expiry_notice_days)
    told = ExpiryNotice.objects.filter(account=OuterRef("pk"), version=OuterRef("version")).values("pk")
    wallets = (
        Account.objects.filter(kind="wallet", unit=ledger.CHIPS, balance__gt=0, owner__startswith="player:")
        .annotate(told=Subquery(told[:1]))
        .filter(moved_at__lte=now - quiet, told=None)
    )
    # Full notice from now on, even where a rule that is new would have chips expire at once.
    due_at = now + timedelta(days=rules.expiry_notice_days)
    notices = [ExpiryNotice(account=one, version=one.version, given_at=now, due_at=due_at) for one in wallets]
    ExpiryNotice.objects.bulk_create(notices, ignore_conflicts=True)
    return len(notices)


def _expire(notice: ExpiryNotice, now: datetime) -> bool:
    with transaction.atomic():
        desk_transfers.lock()
        wallet = Account.objects.select_for_update(no_key=True).get(pk=notice.account_id)
        key = f"expiry:{wallet.pk}:{notice.version}"
        if wallet.version != notice.version or wallet.balance <= 0 or ledger.is_posted(key):
            return False
        house = ledger.open_account("house", "expired")
        moves = {wallet.pk: -wallet.balance, house.pk: wallet.balance}
        desk_transfers.post(
            key,
            moves,
            purpose="expiry",
            reference=wallet.owner,
            rules=in_force(),
            shift=None,
            by=None,
            now=now,
            source="sweep",
            after=wallet.balance,
        )
    return True


def forfeit(player: Player, *, by: User | None, why: str, now: datetime, source: str = "") -> int:
    """Let all that is in the wallet go back to the house, for good: how many chips.

    For somebody who leaves an amusement room, which pays nothing out. The caller is in a transaction and holds the desk's
    lock. Raises `ClubError` (409) in any other house, where chips are cashed out.
    """
    rules = in_force()
    if not rules.is_amusement_room:
        raise ClubError("not_given_up", _("Chips are not given up here: they are cashed out at the desk."), 409)
    wallet = Account.objects.select_for_update(no_key=True).get(pk=chip_accounts.wallet(player).pk)
    if wallet.balance <= 0:
        return 0
    desk_transfers.post(
        f"forfeit:{wallet.pk}:{wallet.version}",
        {wallet.pk: -wallet.balance, ledger.open_account("house", "expired").pk: wallet.balance},
        purpose="forfeit",
        reference=wallet.owner,
        rules=rules,
        shift=None,
        by=by,
        now=now,
        source=source,
        why=why[:300],
        after=wallet.balance,
    )
    return wallet.balance


def notice_for(account: Account) -> ExpiryNotice | None:
    """The notice that stands for a wallet: its chips expire at `due_at` if nothing moves them."""
    if not account.balance or not in_force().expire_days:
        return None
    return ExpiryNotice.objects.filter(account=account, version=account.version).first()
