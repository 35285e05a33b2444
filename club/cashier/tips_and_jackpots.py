"""Tips and jackpots: chips that the house holds for others, each in an account of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from club.base.errors import ClubError
from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.cashier import chip_accounts, credit, desk_transfers, no_self_service, serving, shifts
from club.house import amounts
from club.house.club_rules import ClubRules, in_force
from club.ledger import ledger
from club.models import Account, Player, Transfer, User
from club.people import eligibility, recent_proof

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,29}")


def tips_account() -> Account:
    """What players gave the staff, until it is paid out."""
    return ledger.open_account("house", "tips")


def jackpot_account(name: str) -> Account:
    """The jackpot of that name. Raises `ClubError` for a name with other than small letters, digits and hyphens."""
    if not _NAME.fullmatch(name):
        words = _("A jackpot's name has small letters, digits and hyphens, at most 30: bad-beat.")
        raise ClubError("bad_jackpot_name", words, 422)
    return ledger.open_account(f"jackpot:{name}", "jackpot")


def jackpots() -> list[tuple[str, Account]]:
    """Every jackpot with its name."""
    found = Account.objects.filter(kind="jackpot", unit=ledger.CHIPS).order_by("owner")
    return [(account.owner.partition(":")[2], account) for account in found]


def tip(player: Player, chips: int, *, key: str, by: User, now: datetime, source: str = "") -> Transfer:
    """From a player's wallet to the staff's tips; what is owed on credit comes first, where the house has it so.

    Raises `NotEnoughChips`, and `ClubError` where less would be left than is owed.
    """

    def may(rules: ClubRules) -> None:
        credit.check_repaid(player, chips, rules)

    moves = {chip_accounts.wallet(player).pk: -chips, tips_account().pk: chips}
    return _move("tip", moves, chips, player.owner, key=key, by=by, now=now, source=source, player=player, may=may)


def pay_tips(chips: int, *, why: str, key: str, by: User, now: datetime, source: str = "") -> Transfer:
    """Pay tips out to the staff in cash; `why` says to whom. Not in an amusement room, which pays nothing out."""
    if shows_nothing(why):
        raise ClubError("reason_missing", _("Say to whom the tips are paid."), 422)
    if in_force().is_amusement_room and not ledger.is_posted(key):
        raise ClubError("not_paid_out", _("Chips of an amusement room are for play; they are not paid out."), 403)
    recent_proof.demand_for_payout(chips)
    moves = {tips_account().pk: -chips, chip_accounts.cashier_account().pk: chips}
    return _move("tips-paid", moves, chips, "house", key=key, by=by, now=now, source=source, why=why, paid=-chips)


def feed_jackpot(
    name: str, chips: int, *, origin: str, key: str, by: User, now: datetime, source: str = ""
) -> Transfer:
    """Put chips into a jackpot, from the house's ``rake`` (as far as it goes) or from the ``cashier``."""
    jackpot = jackpot_account(name)
    giver = ledger.open_account("house", "rake") if origin == "rake" else chip_accounts.cashier_account()
    if origin == "rake" and giver.balance < chips and not ledger.is_posted(key):
        words = _("The rake that was taken comes to %(held)s: no more can go to a jackpot.")
        raise ClubError(
            "not_enough_chips", words % {"held": amounts.written(giver.balance)}, 409, balance=giver.balance
        )
    moves = {giver.pk: -chips, jackpot.pk: chips}
    return _move("jackpot-fed", moves, chips, jackpot.owner, key=key, by=by, now=now, source=source)


def pay_jackpot(
    name: str, player: Player, chips: int, *, why: str, key: str, by: User, now: datetime, source: str = ""
) -> Transfer:
    """From a jackpot to a winner's wallet; `why` says for which hand. Raises `NotEnoughChips`."""
    if shows_nothing(why):
        raise ClubError("reason_missing", _("Say for which hand the jackpot is paid."), 422)
    recent_proof.demand_for_payout(chips)
    jackpot = jackpot_account(name)
    moves = {jackpot.pk: -chips, chip_accounts.wallet(player).pk: chips}
    return _move(
        "jackpot-won",
        moves,
        chips,
        jackpot.owner,
        key=key,
        by=by,
        now=now,
        source=source,
        why=why,
        player=player,
    )


def _move(
    purpose: str,
    moves: dict[int, int],
    chips: int,
    reference: str,
    *,
    key: str,
    by: User,
    now: datetime,
    source: str,
    why: str = "",
    player: Player | None = None,
    may: Callable[[ClubRules], None] | None = None,
    paid: int = 0,
) -> Transfer:
    """Post what the house allows, for a player of an age at which an amusement room deals in chips."""
    serving.positive(chips)
    with transaction.atomic():
        desk_transfers.lock()
        rules = in_force()
        shift = None
        if not ledger.is_posted(key):
            shift = shifts.shift_for(by, rules)
            if player is not None:
                no_self_service.check_not_own(by, [player.owner])
                eligibility.check_old_enough(player)
            if may is not None:
                may(rules)
        return desk_transfers.post(
            key,
            moves,
            purpose=purpose,
            reference=reference,
            rules=rules,
            shift=shift,
            by=by,
            now=now,
            source=source,
            why=why[:300],
            after=chips,
            paid=paid,
        )
