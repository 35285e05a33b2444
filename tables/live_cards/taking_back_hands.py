"""What was entered wrongly at a table with real cards is taken back: the last entry of a hand, or a hand that is settled.

Nothing is erased. The hand is called off, the chips of a settled one return by a transfer that names the first, and what was
right goes on under the next number.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.house import audit_log
from club.ledger import ledger
from club.models import Transfer, User
from tables.core import locks
from tables.core.errors import Refused
from tables.dealing import after_hands
from tables.hand import misdeals
from tables.hand.hand_replay import rebuilt
from tables.live_cards import live_hand_entry, real_card_tables
from tables.models import Decision, Hand, HandSeat, Sitting, Table
from tables.tournament_seats import table_owner
from tables.tournament_seats.table_owner import Holder


def step_back(hand_id: int, *, by: User, why: str, now: datetime, source: str = "") -> Hand:
    """Take the last entry of a hand back, in progress, waiting to be settled or settled: it begins again under the next number
    with all of it but the last entry, and that hand is returned. Of a settled hand the chips return first; one of which only
    the result or the rows were entered is called off, and returned itself: they are entered anew.

    Raises `UnknownHand`; `Refused` without a reason, for a hand that is called off or has no entry, for a settled hand that
    others have followed, and where somebody of it has left with the chips.
    """
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why the entry is taken back."), 422)
    table_id = locks.table_of(hand_id)
    with (
        transaction.atomic(durable=True),
        table_owner.holding(table_id, by=by, now=now, source=source) as owner,
    ):
        table, hand = locks.lock_hand(hand_id)
        real_card_tables.check(table)
        if hand.state == Hand.State.SETTLED:
            sittings = _check_settled(table, hand, owner)
            return_chips(hand, by=by, why=why, now=now)
        elif hand.is_live:  # over or not, no chip has moved yet
            sittings = _sittings(table, hand)
        else:
            raise Refused("hand_not_live", _("This hand is called off already."))
        was_live = hand.is_live
        next_entered, taken_text = _begin_again(table, hand, sittings, now)
        audit_log.record(
            "entry.taken-back" if next_entered != hand else "hand.taken-back",
            by=by,
            subject=hand.reference,
            why=why,
            before=taken_text,
            after=next_entered.reference if next_entered != hand else Hand.State.VOID.value,
            source=source,
            now=now,
        )
        if next_entered == hand and was_live:
            after_hands.after_hand(table, hand, now)
        elif next_entered == hand:
            locks.bump(table)
        else:
            owner.hear_begun(next_entered)
            live_hand_entry.go_on(table, next_entered, rebuilt(next_entered), [], by, now, source)
        return next_entered


def _check_settled(table: Table, row: Hand, owner: Holder) -> list[Sitting]:
    """Who held the hand and still sits there. Raises `Refused` where it cannot be taken back."""
    later = Hand.objects.filter(table=table, number__gt=row.number).exclude(state=Hand.State.VOID)
    if later.exists():
        message = _("Take back, or call off, the later hands first: they were dealt on what this one left.")
        raise Refused("later_hands", message)
    owner.check_take_back(row)
    return sittings_of(row, table)


def sittings_of(row: Hand, table: Table) -> list[Sitting]:
    """The sittings of those who held the hand, by seat. Raises `Refused` once somebody of it has left with the chips."""
    sittings = _sittings(table, row)
    stay = {one.player_id for one in sittings}
    gone = [one for one in HandSeat.objects.filter(hand=row).select_related("player") if one.player_id not in stay]
    if gone:
        names = ", ".join(one.player.nickname for one in gone if one.player is not None)
        message = _(
            "%(names)s has left the table with the chips. Leave the hand as it is and make up the difference at the "
            "cash desk; or, in a tournament, bring the player back first."
        )
        raise Refused("player_left", message % {"names": names}, names=names)
    return sittings


def _sittings(table: Table, row: Hand) -> list[Sitting]:
    """The sittings of those who held the hand and sit at the table with the same chips, by seat."""
    here = {(one.player_id, one.account_id): one for one in real_card_tables.seated(table)}
    held = HandSeat.objects.filter(hand=row).order_by("seat").values_list("player_id", "account_id")
    return [here[one] for one in held if one in here]


def return_chips(row: Hand, *, by: User, why: str, now: datetime) -> None:
    """Reverse the transfer of a settled hand, which the reversal names."""
    posted = Transfer.objects.filter(key=f"{row.reference}:settle").first()
    if posted is not None:
        ledger.reverse(posted, key=f"{row.reference}:reversed", by=by, why=why, now=now)


def _begin_again(table: Table, row: Hand, sittings: list[Sitting], now: datetime) -> tuple[Hand, object]:
    """Call the hand off; the hand that goes on with all but the last entry (itself, if it was a result or rows), and what
    was taken back."""
    log = list(Decision.objects.filter(hand=row).order_by("seq"))
    entered = [decision.seq for decision in log if not live_hand_entry.is_unseen_deal(decision.text)]
    is_whole = row.is_result_only or real_card_tables.is_of_rows(row)
    if not entered and not is_whole:
        raise Refused("nothing_entered", _("Nothing was entered in this hand yet."))
    row.state, row.ended_at = Hand.State.VOID, row.ended_at or now
    row.save(update_fields=["state", "ended_at"])
    if is_whole:
        expected = row.expected or {}
        if "before" in expected:
            kept = table.before_deal if table.before_deal and table.before_deal["hand"] == row.pk else {}
            passed = kept.get("passed", [])
            table.before_deal = {"owed": [], "passed": passed, **expected["before"], "hand": row.pk}
        misdeals.restore(table, row)
        return row, expected.get("net") or expected["sheet"] if row.is_result_only else {
            str(decision.seat): decision.text for decision in log
        }
    again = real_card_tables.write_again(table, row, sittings, now)
    kept = [decision for decision in log if decision.seq < entered[-1]]
    Decision.objects.bulk_create(
        Decision(
            hand=again, seq=decision.seq, ask=decision.ask, seat=decision.seat, text=decision.text, source=decision.source,
            user_id=decision.user_id, device=decision.device, at=decision.at,
        )
        for decision in kept
    )  # fmt: skip
    return again, log[entered[-1]].text
