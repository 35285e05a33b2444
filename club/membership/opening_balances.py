"""What members had at hand when the club moved in, as a file of members tells it: which rows can be brought, and which have been.

A member has one opening balance. The same again is there already, another amount is an adjustment of the desk; once it is
taken back (by its slip) the member may have one anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.db import connection
from django.db.models import QuerySet

from club.base.errors import ClubError
from club.base.names import keyed
from club.base.phrases import gettext as _
from club.cashier import chip_accounts, no_self_service
from club.house.rights import has_right
from club.ledger import ledger
from club.models import Entry, OpeningBalance, Player, User
from engine.text_limits import whole

_LOCK = 0x6F70656E
MOVES_CHIPS = "cashier.serve"
_MOST_DIGITS = 15
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")


def chips_of(cell: str) -> int:
    """The chips of a cell: a whole number, perhaps with commas between thousands; 0 for an empty one. Raises `ClubError` (422),
    also for a comma elsewhere: 12,50 is twelve and a half where commas stand before fractions."""
    told = keyed(cell).strip()  # no more than that: ² would become 2
    digits = told.replace(",", "") if _GROUPED.fullmatch(told) else told
    chips = whole(digits, _MOST_DIGITS) if told else 0
    if chips is None:
        words = _("A balance is a whole number of chips, 0 or more, not %(told)s.") % {"told": told[:40]}
        raise ClubError("bad_balance", words, 422, field="balance")
    return chips


def is_new(player: Player, chips: int, *, by: User) -> bool:
    """Whether these chips are to be brought; False where they have been, or wait for a second person.

    Raises `ClubError` (409) where the member has another opening balance or chips that moved here; 403 for one's own wallet, and
    to whoever may not move chips.
    """
    if not chips:
        return False
    if not has_right(by, MOVES_CHIPS):
        words = _(
            "Only who serves at the desk may bring balances: leave the column out, or have somebody else take it in."
        )
        raise ClubError("forbidden", words, 403, field="balance")
    no_self_service.check_not_own(by, [player.owner])
    brought = _standing(player).values_list("chips", flat=True).first()
    if brought == chips:
        return False
    if brought is not None:
        words = _("The opening balance of this member is %(chips)s: change it by an adjustment at the desk.")
        raise ClubError("opened_before", words % {"chips": f"{brought:,}"}, 409, field="balance")
    moved = Entry.objects.filter(account=chip_accounts.wallet(player))
    if moved.exclude(transfer__purpose="opening").exclude(transfer__corrects__purpose="opening").exists():
        words = _("This wallet is in use: put its balance right by an adjustment at the desk.")
        raise ClubError("wallet_in_use", words, 409, field="balance")
    return True


def alone() -> None:
    """Wait until no other file with balances is taken in; held to the end of the transaction. The desk goes on meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])


def touched(players: Iterable[Player]) -> set[int]:
    """The ids of those whose wallet has a line, or who have an opening balance that stands: whoever of a file that was read a
    moment ago is among them is to be asked about again (`is_new`)."""
    owners = {player.owner: player.pk for player in players}
    moved = Entry.objects.filter(account__owner__in=owners, account__kind="wallet").values_list(
        "account__owner", flat=True
    )
    brought = OpeningBalance.objects.filter(player__in=owners.values()).values_list("player_id", flat=True)
    return {owners[owner] for owner in moved.distinct()} | set(brought)


def check_sum(chips: int) -> None:
    """Raise `ClubError` (422) for more chips than one transfer moves."""
    if chips > ledger.LARGEST:
        words = _("At most %(most)s chips in one file.") % {"most": f"{ledger.LARGEST:,}"}
        raise ClubError("bad_amount", words, 422, field="balance")


def _standing(player: Player) -> QuerySet[OpeningBalance]:
    """The member's opening balances that are posted and not taken back, or wait."""
    rows = OpeningBalance.objects.filter(player=player, proposal__status__in=("waiting", "approved"))
    return rows.filter(proposal__transfer__corrected_by=None)


def tie(player: Player) -> str:
    """Said of a member whose opening balance waits for a second person, in words; empty for anybody else."""
    waits = OpeningBalance.objects.filter(player=player, proposal__status="waiting").exists()
    return _("an opening balance waits for a second person") if waits else ""
