"""An earlier Chinese hand with real cards is corrected although others were played since.

Nothing is erased. The hand is called off and its chips return by a transfer that names the first; the right sheet is entered
under the next number, with the seats, stacks and rules that the hand began with, and says which hand it corrects. What it earns is
not carried to the next hand: hands were played since, on what the earlier one was thought to have left.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from engine.chinese.play.hand_start import FANTASYLAND, ChineseStart
from engine.play.any_game import AnyResult, stored_start
from tables.cash import next_hand
from tables.chinese_hands.chinese_entry import Sheet
from tables.core import locks
from tables.core.errors import Refused
from tables.live_cards import real_card_tables, score_sheet, taking_back_hands
from tables.models import Hand, HandSeat, Sitting, Table
from tables.tournament_seats import table_owner


class Replaced(NamedTuple):
    """The hand that was entered instead, and what the floor has to know besides."""

    row: Hand
    warnings: list[str]


def replace(hand_id: int, sheet: Sheet, *, by: User, why: str, now: datetime, source: str = "") -> Replaced:
    """Enter `sheet` instead of what was posted of the hand. The same sheet for the same hand again finds what was entered.

    Raises `UnknownHand`; `Refused` without a reason, for a hand that was not posted here or is taken back, while another is
    entered, where somebody of it has left, or has not enough chips in front of them any more; and what posting it raises.
    """
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why the hand is corrected."), 422)
    table_id = locks.table_of(hand_id)
    with transaction.atomic(durable=True), table_owner.holding(table_id, by=by, now=now, source=source) as owner:
        table, hand = locks.lock_hand(hand_id)
        score_sheet.check(table)
        replacement = (
            Hand.objects.filter(table=table, expected__corrects=hand.number).exclude(state=Hand.State.VOID).first()
        )
        if replacement is not None and score_sheet.is_same(replacement, sheet):
            return Replaced(replacement, [])
        if not real_card_tables.is_of_rows(hand) or hand.state != Hand.State.SETTLED:
            raise Refused("not_posted", _("Only a hand that was posted here and is settled can be corrected."))
        real_card_tables.check_free(table)
        owner.check_take_back(hand)
        sittings = taking_back_hands.sittings_of(hand, table)
        start = stored_start(hand.start)
        assert isinstance(start, ChineseStart)  # a hand of rows
        checked = score_sheet.check_sheet(start, sheet)
        _check_chips(hand, checked.result, sittings)
        played_since = Hand.objects.filter(table=table, number__gt=hand.number).exclude(state=Hand.State.VOID)
        is_late = played_since.exists()
        sheet_before = score_sheet.entered_in(hand)
        taking_back_hands.return_chips(hand, by=by, why=why, now=now)
        hand.state = Hand.State.VOID
        hand.save(update_fields=["state"])
        replacement = real_card_tables.write_again(table, hand, sittings, now)
        replacement.expected = {**checked.expected, "corrects": hand.number, **({"since": True} if is_late else {})}
        replacement.save(update_fields=["expected"])
        audit_log.record(
            "hand.corrected",
            by=by,
            subject=hand.reference,
            why=why,
            before=sheet_before,
            after=replacement.reference,
            source=source,
            now=now,
        )
        owner.hear_begun(replacement)
        score_sheet.keep(table, replacement, checked, by=by, now=now, source=source)
        return Replaced(replacement, _warnings(table, hand, checked.result) if is_late else [])


def _check_chips(row: Hand, result: AnyResult, sittings: Sequence[Sitting]) -> None:
    """Refuse where chips are wanted that are not in front of somebody any more: those won return before the right ones move."""
    stacks = {one.player_id: next_hand.stack_of(one) for one in sittings}
    for held in HandSeat.objects.filter(hand=row).select_related("player"):
        assert held.player_id is not None
        assert held.player is not None  # the sittings are of players
        won, right = held.net or 0, result.net.get(held.seat, 0)
        least = max(won, won - right)
        if stacks[held.player_id] < least:
            words = _(
                "%(name)s has %(stack)s chips in front, but %(least)s must be there to correct this hand. Make up the difference "
                "at the cash desk."
            )
            told: dict[str, Any] = {"name": held.player.nickname, "stack": stacks[held.player_id], "least": least}
            raise Refused("not_enough_chips", words % told, **told)


def _warnings(table: Table, row: Hand, result: AnyResult) -> list[str]:
    """That hands were played since on a fantasyland that was none, or without one that was."""
    before = ((row.result or {}).get("carried") or {}).get(FANTASYLAND, {})
    now = result.as_json()["carried"].get(FANTASYLAND, {})
    seats = {int(seat) for seat in {*before, *now} if before.get(seat) != now.get(seat)}
    names = (
        HandSeat.objects.filter(hand=row, seat__in=seats).order_by("seat").values_list("player__nickname", flat=True)
    )
    if not names:
        return []
    words = _(
        "The fantasyland of %(names)s changes with this correction; the hands played since stand as they were played."
    )
    return [words % {"names": ", ".join(str(name) for name in names)}]
