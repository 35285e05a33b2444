"""The cashier's desk: chips come into the club and leave it here, go from player to player, and go out on credit.

Every function takes the request's `key` (the same key and amount is the same transfer, and is answered as such whatever
the rules have become), who serves (`by`; None for the program itself), `now`, and from where (`source`). All raise what
the ledger raises, and `ClubError` with a code and words for what the house does not allow; then nothing has moved.
"""

from __future__ import annotations

from datetime import datetime

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.cashier import chip_accounts, credit, serving
from club.house.club_rules import ClubRules
from club.models import Player, Transfer, User
from club.people import recent_proof
from club.people.eligibility import check_may_play


def buy_chips(
    player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "", why: str = ""
) -> Transfer:
    """Sell a player chips for cash, into the wallet; `why` says for what, such as the event that is entered."""

    def may(rules: ClubRules) -> None:
        if by is not None:
            check_may_play(player, now)

    moves = {chip_accounts.cashier_account().pk: -chips, chip_accounts.wallet(player).pk: chips}
    return serving.serve(
        player, chips, "buy-chips", moves, may, key=key, by=by, now=now, source=source, paid=chips, why=why
    )


def cash_out(player: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "") -> Transfer:
    """Take a player's chips back. Raises `NotEnoughChips` if the wallet holds fewer, and as `recent_proof` where it is much."""
    recent_proof.demand_for_payout(chips)

    def may(rules: ClubRules) -> None:
        if rules.is_amusement_room:
            raise ClubError("not_paid_out", _("Chips of an amusement room are for play; they are not paid out."), 403)
        credit.check_repaid(player, chips, rules)

    moves = {chip_accounts.cashier_account().pk: chips, chip_accounts.wallet(player).pk: -chips}
    return serving.serve(player, chips, "cash-out", moves, may, key=key, by=by, now=now, source=source, paid=-chips)


def pass_on(
    giver: Player, taker: Player, chips: int, *, key: str, by: User | None, now: datetime, source: str = "", at: str
) -> Transfer:
    """Chips from one player to another, `at` the ``desk`` or by the ``players`` themselves, if the house allows it."""

    def may(rules: ClubRules) -> None:
        allowed = {"no": (), "desk": ("desk",), "players": ("desk", "players")}[rules.player_transfers]
        if at not in allowed:
            raise ClubError("transfers_not_allowed", _("The house does not allow chips to be passed on so."), 403)
        if by is not None:
            for one in sorted((giver, taker), key=lambda one: one.pk):  # each is locked, in one order
                check_may_play(one, now)
        credit.check_repaid(giver, chips, rules)

    if giver.pk == taker.pk:
        raise ClubError("same_player", _("Chips are passed on to somebody else."), 422)
    moves = {chip_accounts.wallet(giver).pk: -chips, chip_accounts.wallet(taker).pk: chips}
    reference = f"{giver.owner}>{taker.pk}"
    return serving.serve(
        giver,
        chips,
        "player-transfer",
        moves,
        may,
        key=key,
        by=by,
        now=now,
        source=source,
        reference=reference,
        at=at,
        owners=(giver.owner, taker.owner),
    )


# -- credit -----------------------------------------------------------------------------------------------------------


# -- what all of it shares --------------------------------------------------------------------------------------------
