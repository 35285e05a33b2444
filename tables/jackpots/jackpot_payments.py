"""What a person decides about a jackpot that was won: it is paid through the ledger, refused, or taken back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.cashier import approvals, desk_transfers, tips_and_jackpots
from club.house import audit_log
from club.models import Proposal, User
from tables.core.errors import Refused
from tables.jackpots import found_wins
from tables.jackpots.jackpot_rules import JackpotRules, in_force
from tables.models import Hand, JackpotPart, JackpotWin

RIGHT = "cashier.approve"
Kind, State, Role = JackpotWin.Kind, JackpotWin.State, JackpotPart.Role


def waiting() -> list[JackpotWin]:
    """What waits for a person, the oldest first."""
    return _listed(JackpotWin.objects.filter(state=State.WAITING).order_by("pk"))


def decided(most: int = 50) -> list[JackpotWin]:
    """What was decided last, the newest first."""
    done = JackpotWin.objects.filter(state__in=[State.PAID, State.REFUSED, State.TAKEN_BACK])
    return _listed(done.order_by("-decided_at", "-pk")[:most])


def _listed(found: Any) -> list[JackpotWin]:
    return list(found.select_related("hand__table", "decided_by").prefetch_related("parts__player"))


def offered(win: JackpotWin) -> dict[int, int]:
    """What each part comes to if the jackpot is paid now, in chips by the part's id; those that get nothing are left out."""
    held = tips_and_jackpots.jackpot_account(win.kind).balance
    return shared(in_force(), win.kind, held, list(win.parts.order_by("pk")))


def shared(rules: JackpotRules, kind: str, held: int, parts: Sequence[JackpotPart]) -> dict[int, int]:
    """How a jackpot that holds so many chips is shared among the parts, in chips by the part's id.

    Odd chips of a bad beat go to whoever was beaten, and so does what nobody else is there for.
    """
    if kind == Kind.HIGH_HAND:
        return {parts[0].pk: min(rules.high_hand_prize, held)} if held and parts else {}
    total = held * rules.bad_beat_paid // 100
    beaten = [part for part in parts if part.role == Role.BEATEN]
    winners = [part for part in parts if part.role == Role.WINNER]
    others = [part for part in parts if part.role == Role.DEALT_IN]
    for_others = 100 - rules.bad_beat_loser - rules.bad_beat_winner
    given = _split(total * rules.bad_beat_winner // 100, winners) | _split(total * for_others // 100, others)
    given |= _split(total - sum(given.values()), beaten)
    return {part: chips for part, chips in given.items() if chips}


def _split(chips: int, parts: Sequence[JackpotPart]) -> dict[int, int]:
    return {part.pk: chips // len(parts) for part in parts}


def approve(win_id: int, *, by: User, now: datetime, source: str = "") -> JackpotWin:
    """Pay a jackpot that waits, from its account to the wallets. Harmless if repeated.

    Raises `Refused` where the hand was taken back or the jackpot is empty, and what the desk and the ledger raise: nobody
    approves what goes to oneself.
    """
    with transaction.atomic():
        desk_transfers.lock()
        win = _locked(win_id)
        if win.state == State.PAID:
            return win
        _check(win, State.WAITING)
        if win.hand.state != Hand.State.SETTLED:
            raise Refused("hand_not_settled", _("This hand was taken back: refuse the jackpot."))
        given = offered(win)
        if not given:
            raise Refused("jackpot_empty", _("There is nothing in this jackpot."))
        for part in win.parts.filter(pk__in=given).select_related("player").order_by("pk"):
            part.chips = chips = given[part.pk]
            part.transfer = tips_and_jackpots.pay_jackpot(
                win.kind, part.player, chips, why=f"{win.hand.reference}", key=f"jackpot:{win.pk}:{part.pk}",
                by=by, now=now, source=source,
            )  # fmt: skip
            part.save(update_fields=["chips", "transfer"])
        win.chips = sum(given.values())
        _decide(win, State.PAID, "jackpot.paid", by, now, source, why="")
    return win


def refuse(win_id: int, *, by: User, why: str, now: datetime, source: str = "") -> JackpotWin:
    """Pay nothing for a hand that waits. Where a high hand is refused because its hand was taken back, the next best of its
    period is proposed. Raises `Refused` without a reason."""
    with transaction.atomic():
        desk_transfers.lock()
        win = _locked(win_id)
        if win.state == State.REFUSED:
            return win
        _check(win, State.WAITING)
        _decide(win, State.REFUSED, "jackpot.refused", by, now, source, why=_reason(why))
        if win.period is not None and win.hand.state != Hand.State.SETTLED:
            found_wins.propose_best((win.period, win.period_ends), now=now)
    return win


def take_back(win_id: int, *, by: User, why: str, now: datetime, source: str = "") -> JackpotWin:
    """Take a jackpot back that was wrongly paid: each part by a reversal, which beyond the house's limit waits for a second
    person like any other, and may be asked for again where that person refused. Harmless if repeated.

    Raises `Refused`, and what the ledger raises where a wallet holds the chips no longer.
    """
    with transaction.atomic():
        desk_transfers.lock()
        win = _locked(win_id)
        if win.state == State.TAKEN_BACK and state_now(win) != State.PAID:
            return win
        _check(win, State.PAID, State.TAKEN_BACK)
        reason = _reason(why)
        for part in _still_paid(win):
            assert part.transfer is not None
            asked = Proposal.objects.filter(reverses=part.transfer).count()
            key = f"jackpot:{win.pk}:{part.pk}:back:{asked}"
            approvals.propose_reversal(part.transfer, why=reason, key=key, by=by, now=now, source=source)
        _decide(win, State.TAKEN_BACK, "jackpot.taken-back", by, now, source, why=reason)
    return win


def state_now(win: JackpotWin) -> JackpotWin.State:
    """Its state as the ledger has it: taken back once every part is reversed; while a reversal waits for a second person it is
    being taken back, and where that person refused it is still paid."""
    if win.state != State.TAKEN_BACK:
        return State(win.state)
    if Proposal.objects.filter(reverses__in=win.parts.values("transfer"), status=Proposal.Status.WAITING).exists():
        return State.RETURNING
    return State.PAID if _still_paid(win).exists() else State.TAKEN_BACK


def _still_paid(win: JackpotWin) -> QuerySet[JackpotPart]:
    """Its parts that are neither reversed nor about to be."""
    waiting = Proposal.objects.filter(status=Proposal.Status.WAITING).exclude(reverses=None).values("reverses")
    paid = win.parts.exclude(transfer=None).filter(transfer__corrected_by=None)
    return paid.exclude(transfer__in=waiting).select_related("transfer").order_by("pk")


def _locked(win_id: int) -> JackpotWin:
    found = JackpotWin.objects.select_for_update(of=("self",)).select_related("hand").filter(pk=win_id).first()
    if found is None:
        raise Refused("unknown_jackpot", _("There is no such win of a jackpot."), 404)
    return found


def _check(win: JackpotWin, *states: JackpotWin.State) -> None:
    if win.state not in states:
        raise Refused("jackpot_decided", _("This was decided already; look at the list again."), state=win.state)


def _reason(why: str) -> str:
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why: it stays on record."), 422)
    return why.strip()[:300]


def _decide(win: JackpotWin, state: str, kind: str, by: User, now: datetime, source: str, *, why: str) -> None:
    win.state, win.decided_by, win.decided_at, win.why = state, by, now, why
    win.save(update_fields=["state", "decided_by", "decided_at", "why", "chips"])
    audit_log.record(kind, by=by, subject=win.hand.reference, why=why, after=win.chips, source=source, now=now)


def decide(win_id: int, act: str, why: str, *, by: User, now: datetime, source: str = "") -> JackpotWin:
    """`approve`, `refuse` or `take_back`, by the name of the act. Raises what each raises."""
    if act == "approve":
        return approve(win_id, by=by, now=now, source=source)
    if act in ("refuse", "take-back"):
        return (refuse if act == "refuse" else take_back)(win_id, by=by, why=why, now=now, source=source)
    raise Refused("no_such_act", _("There is no such act."), 422)
