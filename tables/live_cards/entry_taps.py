"""Taps of a device on which a hand is entered: kept there until the club has them, sent in order, each taken once.

A tap names the hand by its number at the table and the question by its number in the hand. So what is sent again, after a
lost network or a reload, is known again and changes nothing; what another device has entered otherwise is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.models import User
from tables.core.errors import Refused
from tables.dealing import called_off_hands
from tables.live_cards import live_hand_entry, taking_back_hands
from tables.models import Decision, Hand

ENTER, BACK, MISDEAL = KINDS = ("enter", "back", "misdeal")


class Tap(NamedTuple):
    """One tap: the answer to a question, the last answer taken back, or a misdeal (TDA 35, 36), which whoever enters the hand may
    declare: it comes to no more than every entry taken back.

    The first answer of the table's next hand begins it; `button`, `game`, `posting` as in `real_card_tables.coming`. `is_unseen`:
    boards are not entered.
    """

    kind: str
    number: int
    ask: int = 0
    decision: str = ""
    is_unseen: bool = False
    button: int | None = None
    game: str = ""
    posting: tuple[int, ...] = ()


class Taken(NamedTuple):
    """How many of the taps were taken, now or before, and what refused the next."""

    done: int
    refusal: ClubError | None = None


def take(table_id: int, taps: Sequence[Tap], *, by: User, now: datetime, source: str = "") -> Taken:
    """Take the taps in order, each in a transaction of its own, up to the first that is refused."""
    for at, tap in enumerate(taps):
        try:
            _take(table_id, tap, by, now, source)
        except ClubError as refusal:
            return Taken(at, refusal)
    return Taken(len(taps))


def last_entry(row: Hand) -> Decision | None:
    """The entry of the hand that is taken back first: the last that was no card dealt unseen."""
    entered = Decision.objects.filter(hand=row).order_by("-seq")
    return next((one for one in entered if not live_hand_entry.is_unseen_deal(one.text)), None)


def _take(table_id: int, tap: Tap, by: User, now: datetime, source: str) -> None:
    row = Hand.objects.filter(table=table_id, number=tap.number).first()
    if tap.kind == ENTER:
        if row is None:
            row = live_hand_entry.begin(
                table_id,
                number=tap.number,
                button=tap.button,
                game=tap.game,
                posting=tap.posting,
                is_unseen=tap.is_unseen,
                by=by,
                now=now,
                source=source,
            )
        live_hand_entry.enter(row.pk, tap.ask, tap.decision, is_unseen=tap.is_unseen, by=by, now=now, source=source)
        return
    if row is None or row.state == Hand.State.VOID:  # nothing was begun of it, or it was taken back already
        return
    if tap.kind == MISDEAL:
        called_off_hands.void(row.pk, by=by, why=_("Misdeal"), is_misdeal=True, now=now, source=source)
        return
    last = last_entry(row)
    if last is None or last.ask != tap.ask:
        raise Refused("entered_since", _("More was entered in this hand since; look at it again."))
    taking_back_hands.step_back(row.pk, by=by, why=_("Tapped wrongly, undone at once"), now=now, source=source)
