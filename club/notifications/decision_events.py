"""Members and the desk, as other programs are told of them: from the decisions on record and the transfers of the desk.

What is told of a member is the number and the nickname, by which the pages know them: no name, address, note, reason or card.
What is told of a transfer is that it was made, for how many chips, and whose it was: no balance, and nothing of hands. Written in
the transaction of what it tells. Chats are told none of it (`webhooks.PRIVATE`).
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_noop as noop

from club.base.signals import decision_recorded, desk_posted
from club.models import AuditEntry, Player, Transfer
from club.notifications import webhooks
from engine.text_limits import whole

# A decision's kind, the event that it is, for members.
OF_MEMBERS: Mapping[str, str] = {
    "player.enrolled": "member.enrolled",
    "player.admitted": "member.admitted",
    "player.merged": "member.merged",
    "player.erased": "member.erased",
}
# The desk's transfers, by their purpose in the ledger.
OF_DESK: Mapping[str, str] = {
    "buy-chips": "ledger.chips_given_out",
    "cash-out": "ledger.chips_taken_back",
    "player-transfer": "ledger.chips_passed_on",
    "credit-given": "ledger.credit_given",
    "credit-repaid": "ledger.credit_repaid",
    "adjustment": "ledger.adjusted",
    "reversal": "ledger.reversed",
    "expiry": "ledger.chips_expired",
}


def events(decisions: Mapping[str, str]) -> dict[str, str]:
    """Every event of members and of the desk, with its words."""
    of_members = {event: decisions[kind] for kind, event in OF_MEMBERS.items()}
    of_desk = {event: decisions[f"cashier.{purpose}"] for purpose, event in OF_DESK.items() if purpose != "reversal"}
    return of_members | of_desk | {OF_DESK["reversal"]: noop("Transfer reversed")}


@receiver(decision_recorded, dispatch_uid="members told to programs")
def of_member(entry: AuditEntry, **_more: Any) -> None:
    """Tell of a decision about a member, if it is one of those. Who is erased is named in no message any more."""
    if entry.kind == "player.erased" and (gone := _player(entry.subject)) is not None:
        webhooks.forget_names([gone.pk, *gone.merged.values_list("pk", flat=True)])
    event = OF_MEMBERS.get(entry.kind)
    if event is None or not webhooks.is_anybody_told():
        return
    player = _player(entry.subject)
    if player is None:
        return
    data: dict[str, Any] = {"member": _member(player, is_named=entry.kind != "player.erased")}
    if entry.kind == "player.merged" and isinstance(entry.before, Mapping):
        data["duplicate"] = {"id": int(str(entry.before["duplicate"]).partition(":")[2])}
    webhooks.tell([(event, f"decision:{entry.pk}", data)], now=entry.at)


@receiver(desk_posted, dispatch_uid="desk told to programs")
def of_desk(transfer: Transfer, purpose: str, moves: Mapping[int, int], now: datetime, **_more: Any) -> None:
    """Tell of a transfer that the desk made, if it is one of those."""
    event = OF_DESK.get(purpose)
    if event is None or not webhooks.is_anybody_told():
        return
    player = _player(transfer.reference)
    data: dict[str, Any] = {
        "transfer": transfer.pk,
        "amount": sum(chips for chips in moves.values() if chips > 0),
        "at": now,
    }
    if player is not None:
        data["member"] = _member(player, is_named=True)
    webhooks.tell([(event, f"transfer:{transfer.pk}", data)], now=now)


def _player(reference: str) -> Player | None:
    kind, _colon, number = reference.partition(":")
    found = whole(number, 18) if kind == "player" else None
    return None if found is None else Player.objects.filter(pk=found).first()


def _member(player: Player, *, is_named: bool) -> dict[str, Any]:
    return {"id": player.pk, "nickname": player.nickname} if is_named else {"id": player.pk}
