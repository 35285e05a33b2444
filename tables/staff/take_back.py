"""How an act of the staff at a cash table is taken back: chips return the way they came, seat and line stand as before.

The last act of a player is taken back first, so that each finds the seat as it left it. An act after which hands were played
stands: the player is stood up instead, or the hand taken back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.cashier import approvals, chip_runs
from club.house import audit_log
from club.ledger import ledger
from club.models import Account, Proposal, Transfer, User
from club.people import eligibility
from tables.cash import between_hands, seating, sittings, waiting_lists
from tables.core.errors import Refused
from tables.core.locks import lock_table
from tables.models import HandSeat, Sitting, StaffAct, Table, Wait
from tables.staff.take_back_order import check_last

Kind = StaffAct.Kind


@dataclass(frozen=True)
class _Taking:
    """Who takes back, why, when, and from where."""

    by: User
    why: str
    now: datetime
    source: str

    def reverse(self, act: StaffAct, moved: Transfer | None) -> None:
        """Send the chips of the act back where they came from, in the books and in the room."""
        if moved is not None:
            back = ledger.reverse(moved, key=f"staff-act:{act.pk}:back", by=self.by, why=self.why, now=self.now)
            chip_runs.take_back(moved, back, by=self.by, now=self.now)


def take_back(act_id: int, *, why: str, by: User, now: datetime, source: str = "") -> StaffAct:
    """Take an act back; harmless if it was. Raises `Refused` where it can no longer be, with what to do instead."""
    found = StaffAct.objects.filter(pk=act_id).first()
    if found is None:
        raise Refused("unknown_act", _("There is no such act."), 404)
    with transaction.atomic(durable=True):
        table = lock_table(found.table_id)
        act = StaffAct.objects.select_related("player", "sitting__account", "wait", "transfer", "sale").get(pk=act_id)
        if act.taken_back_at is not None:
            return act
        if table.is_session and table.status == Table.Status.CLOSED:
            raise Refused("table_closed", _("The table was counted and closed: nothing at it is taken back any more."))
        check_last(act)
        taking = _Taking(by, why, now, source)
        was_paid_out = act.kind == Kind.STAND_UP
        if was_paid_out:  # the money first: its chips are those that go back to the seat
            _reverse_sale(act, taking)
        _HOW[Kind(act.kind)](table, act, taking)
        if not was_paid_out:
            _reverse_sale(act, taking)
        act.taken_back_by, act.taken_back_at = by, now
        act.save(update_fields=["taken_back_by", "taken_back_at"])
        told = {"act": act.pk, "kind": act.kind, "player": act.player_id, "chips": act.chips}
        subject = f"table:{table.pk}"
        audit_log.record("staff.taken-back", by=by, subject=subject, why=why, before=told, source=source, now=now)
        between_hands.go_on(table, now)
        return act


# -- by kind ----------------------------------------------------------------------------------------------------------


def _seat(table: Table, act: StaffAct, taking: _Taking) -> None:
    if table.is_session:
        _give_back_seat(act, _still_seated(act), taking)
        return
    sitting, account = _still_seated(act), _stack(act)
    hands = HandSeat.objects.filter(hand__table=table, account=account).exclude(hand__state="void")
    if hands.exists() or account.balance != act.chips:
        words = _("%(name)s has played or brought chips since: stand them up instead.")
        raise Refused("played_since", words % {"name": sitting.player.nickname})
    _give_back_seat(act, sitting, taking)


def _give_back_seat(act: StaffAct, sitting: Sitting, taking: _Taking) -> None:
    """As if the player had never sat down: no chips brought, no time at the table."""
    taking.reverse(act, act.transfer)
    sitting.brought, sitting.sat_down_at = 0, taking.now
    sitting.save(update_fields=["brought", "sat_down_at"])
    sittings.end(sitting, taking.now)
    waiting_lists.stand_again(act.before.get("lines", []))


def _top_up(table: Table, act: StaffAct, taking: _Taking) -> None:
    sitting = _still_seated(act)
    _check_between_hands(table, sitting)
    taking.reverse(act, act.transfer)
    sitting.brought -= act.chips or 0
    sitting.save(update_fields=["brought"])


def _stand_up(table: Table, act: StaffAct, taking: _Taking) -> None:
    sitting = _sitting(act)
    proposal = Proposal.objects.filter(pk=act.after.get("proposal")).first()
    if proposal is not None and proposal.status == "approved":
        words = _("The difference of that count was posted: have its slip taken back at the desk first.")
        if not hasattr(proposal.transfer, "corrected_by"):
            raise Refused("difference_posted", words)
    elif proposal is not None and proposal.status == "waiting":
        approvals.refuse(proposal.pk, by=taking.by, why=taking.why, now=taking.now, source=taking.source)
    if sitting.state == Sitting.State.LEFT:
        eligibility.check_may_play(sitting.player, taking.now)
        seating.check_cash(table)
        sittings.check_seat(table, sitting.seat, sitting.player)
        taking.reverse(act, act.transfer if table.is_session else _brought_away(act))
        chip_runs.carry(-_uncounted(act), None, by=taking.by, now=taking.now)
    sitting.state = act.before["state"]
    sitting.left_at = sitting.left_with = None
    sitting.save(update_fields=["state", "left_at", "left_with"])


def _brought_away(act: StaffAct) -> Transfer | None:
    """The chips' way to the wallet: of the act, or, for one who left after a hand, of the hand's end."""
    lines = Transfer.objects.filter(entries__account=_stack(act), purpose="stand-up", corrected_by=None)
    return lines.order_by("-pk").first()


def _restore(table: Table, act: StaffAct, taking: _Taking) -> None:
    sitting = _still_seated(act)
    for name, value in act.before.items():
        setattr(sitting, name, value)
    sitting.save(update_fields=list(act.before))


def _move(table: Table, act: StaffAct, taking: _Taking) -> None:
    sitting, seat = _still_seated(act), act.before["seat"]
    sitting.wants_seat = sitting.wants_since = None
    if sitting.seat != seat:
        if sittings.is_hand_in_progress(table):
            raise Refused("hand_in_progress", _("A player moves between hands only."))
        if seat in {one.seat for one in sittings.seated_at(table)}:
            raise Refused("seat_taken", _("Seat %(seat)s is taken.") % {"seat": seat}, seat=seat)
    for name, value in act.before.items():
        setattr(sitting, name, value)
    sitting.save(update_fields=["wants_seat", "wants_since", *act.before])


def _time(table: Table, act: StaffAct, taking: _Taking) -> None:
    assert act.transfer is not None  # nothing is kept of a charge that took nothing
    if table.is_session:
        taking.reverse(act, act.transfer)
        return
    paid = Account.objects.filter(entries__transfer=act.transfer, kind="stack")
    here = {one.account_id: one for one in sittings.seated_at(table)}
    if not {account.pk for account in paid} <= set(here):
        raise Refused(
            "left_since", _("Somebody who paid has left: seat them again first (take back that they stood up).")
        )
    for account in paid:
        _check_between_hands(table, here[account.pk])
    taking.reverse(act, act.transfer)


def _taken_off(table: Table, act: StaffAct, taking: _Taking) -> None:
    """Tips or drop: the chips are on the table again."""
    taking.reverse(act, act.transfer)


def _count(table: Table, act: StaffAct, taking: _Taking) -> None:
    """A count's difference: withdrawn while it waits; sent back if one person posted it. One that a second person let pass
    stands, and another count, with its own approval, puts it right."""
    proposal = Proposal.objects.select_related("transfer").filter(pk=act.after.get("proposal")).first()
    if proposal is None:
        return
    if proposal.status == "waiting":
        approvals.refuse(proposal.pk, by=taking.by, why=taking.why, now=taking.now, source=taking.source)
    elif proposal.status == "approved":
        if proposal.needs_second:
            words = _(
                "A second person let this difference pass: count the table again, and the new difference is posted."
            )
            raise Refused("difference_posted", words)
        taking.reverse(act, proposal.transfer)


def _join(table: Table, act: StaffAct, taking: _Taking) -> None:
    line = _line(act)
    if not Wait.objects.filter(pk=line.pk, state__in=waiting_lists.OPEN).update(state=Wait.State.LEFT):
        raise Refused("not_waiting", _("That place in line was given up, or led to a seat, since."))


def _line_as_before(table: Table, act: StaffAct, taking: _Taking) -> None:
    """A call or a leaving: the place in line is as it was, since when it was."""
    line = _line(act)
    if line.state == Wait.State.SEATED:
        raise Refused("seated_already", _("They have sat down since: stand them up instead."))
    same = Wait.objects.filter(player=line.player_id, table=line.table_id, kind=line.kind, game=line.game, mix=line.mix)
    if same.filter(state__in=waiting_lists.OPEN).exclude(pk=line.pk).exists():
        raise Refused("waits_already", _("They have got in line again since."))
    line.state = Wait.State.WAITING  # whoever was called is called anew, where a seat is free
    line.called_to = line.answer_by = None
    line.save(update_fields=["state", "called_to", "answer_by"])


_HOW: dict[StaffAct.Kind, Callable[[Table, StaffAct, _Taking], None]] = {
    Kind.SEAT: _seat,
    Kind.TOP_UP: _top_up,
    Kind.STAND_UP: _stand_up,
    Kind.PRESENCE: _restore,
    Kind.BLINDS: _restore,
    Kind.MOVE: _move,
    Kind.TIME: _time,
    Kind.TIPS: _taken_off,
    Kind.DROP: _taken_off,
    Kind.COUNT: _count,
    Kind.JOIN: _join,
    Kind.CALL: _line_as_before,
    Kind.LEAVE: _line_as_before,
}


# -- the pieces -------------------------------------------------------------------------------------------------------


def _uncounted(act: StaffAct) -> int:
    """By how many chips the count of one who was stood up was more than the books'."""
    counted = act.after.get("counted")
    return 0 if counted is None or act.chips is None else int(counted - act.chips)


def _sitting(act: StaffAct) -> Sitting:
    assert act.sitting is not None  # every act on a seat keeps it
    return act.sitting


def _stack(act: StaffAct) -> Account:
    return sittings.stack_of(_sitting(act))


def _line(act: StaffAct) -> Wait:
    assert act.wait is not None  # every act on a line keeps the place
    return act.wait


def _still_seated(act: StaffAct) -> Sitting:
    sitting = _sitting(act)
    if sitting.state in (Sitting.State.LEFT, Sitting.State.LEAVING):
        words = _("%(name)s has left the table since: seat them again.") % {"name": sitting.player.nickname}
        raise Refused("left_since", words)
    return sitting


def _check_between_hands(table: Table, sitting: Sitting) -> None:
    if sittings.is_in_hand(table, sitting.player):
        words = _("%(name)s is in the hand: finish it or call it off first.") % {"name": sitting.player.nickname}
        raise Refused("hand_in_progress", words)


def _reverse_sale(act: StaffAct, taking: _Taking) -> None:
    """Take back what was sold or paid out in the act, as the desk does it.

    Beyond what the house lets one person adjust it waits for a second: the chips of a sale in the wallet meanwhile, while a
    payment has to be taken back at the desk first. Raises `Refused`.
    """
    if act.sale is None or hasattr(act.sale, "corrected_by"):
        return
    proposal = approvals.propose_reversal(
        act.sale,
        why=taking.why or act.get_kind_display(),
        key=f"staff-act:{act.pk}:sale",
        by=taking.by,
        now=taking.now,
        source=taking.source,
    )
    if act.kind == Kind.STAND_UP and proposal.status != "approved":
        words = _("The payment is more than one person takes back: have its slip taken back at the desk first.")
        raise Refused("needs_second", words)
