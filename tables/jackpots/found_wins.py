"""Jackpots are fed when a raked hand is settled, and hands that win one are noticed then. Nothing is paid here.

Called under the table's lock, in the transaction of the settlement: a hand that is settled once feeds once and wins once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from club.cashier import tips_and_jackpots
from club.house import audit_log
from club.models import Player
from engine.play.any_game import AnyHand
from engine.play.jackpot_hands import LEAST, JackpotHand, at_showdown, bad_beat
from tables.jackpots.jackpot_rules import JackpotRules
from tables.models import Hand, HandSeat, JackpotPart, JackpotWin, Table

Kind, State, Role = JackpotWin.Kind, JackpotWin.State, JackpotPart.Role


def drops(rules: JackpotRules, table: Table, rake: int) -> dict[JackpotWin.Kind, int]:
    """What goes from a hand's rake into each jackpot, in chips: as far as the rake goes, the bad beat first."""
    if not rules.is_on or not table.is_cash or not rake:
        return {}
    bad_beat = min(rules.bad_beat_drop, rake)
    parts = {Kind.BAD_BEAT: bad_beat, Kind.HIGH_HAND: min(rules.high_hand_drop, rake - bad_beat)}
    return {kind: chips for kind, chips in parts.items() if chips}


def moves(given: dict[JackpotWin.Kind, int]) -> dict[int, int]:
    """`drops` by the jackpots' accounts."""
    return {tips_and_jackpots.jackpot_account(kind.value).pk: chips for kind, chips in given.items()}


def notice(
    rules: JackpotRules, table: Table, row: Hand, hand: AnyHand, seats: Sequence[HandSeat], now: datetime
) -> None:
    """Keep what the settled hand wins of the jackpots that it has fed: a bad beat, to be approved, and the best hand of its
    period. The lock of a jackpot's account, which the settlement holds, has one hand at a time lead a period."""
    assert row.result is not None  # it is settled
    given = drops(rules, table, row.result["rake"])
    if not given or len(seats) < rules.jackpot_players:
        return
    found = at_showdown(hand)
    if not found:
        return
    players = {one.seat: one.player for one in seats if one.player is not None}
    if any(player.is_computer for player in players.values()):
        return
    if Kind.BAD_BEAT in given:
        _notice_bad_beat(rules, row, found, players, now)
    if Kind.HIGH_HAND in given and found[0].value >= LEAST[rules.high_hand_least] and found[0].seat in players:
        _notice_high_hand(rules, row, found[0], players[found[0].seat], now)


def _notice_bad_beat(
    rules: JackpotRules, row: Hand, found: Sequence[JackpotHand], players: dict[int, Player], now: datetime
) -> None:
    beat = bad_beat(found, LEAST[rules.bad_beat_least])
    if beat is None or beat[0].seat not in players:
        return
    beaten, winners = beat
    win = JackpotWin.objects.create(kind=Kind.BAD_BEAT, state=State.WAITING, hand=row, value=beaten.value, found_at=now)
    winning = {one.seat for one in winners}
    for seat, player in sorted(players.items()):
        role = Role.BEATEN if seat == beaten.seat else Role.WINNER if seat in winning else Role.DEALT_IN
        JackpotPart.objects.create(win=win, player=player, role=role)
    _on_record(win, now)


def _notice_high_hand(rules: JackpotRules, row: Hand, best: JackpotHand, player: Player, now: datetime) -> None:
    begun, ends = period_of(rules, now)
    leading = JackpotWin.objects.select_for_update().filter(kind=Kind.HIGH_HAND, period=begun, state=State.LEADING)
    before = leading.first()
    if before is not None and before.value >= best.value:
        return
    if before is not None:
        before.delete()
    win = JackpotWin.objects.create(
        kind=Kind.HIGH_HAND,
        state=State.LEADING,
        hand=row,
        value=best.value,
        period=begun,
        period_ends=ends,
        found_at=now,
    )
    JackpotPart.objects.create(win=win, player=player, role=Role.WINNER)


def period_of(rules: JackpotRules, now: datetime) -> tuple[datetime, datetime]:
    """When the period of that instant began and when it ends; a day's last one ends with the day."""
    day = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    span = timedelta(minutes=rules.high_hand_minutes)
    begun = day + (now - day) // span * span
    return begun, min(begun + span, day + timedelta(days=1))


def close_periods(*, now: datetime) -> int:
    """Propose the best hand of each period that is over; how many."""
    over = JackpotWin.objects.filter(kind=Kind.HIGH_HAND, state=State.LEADING, period_ends__lte=now)
    closed = 0
    for win in list(over.order_by("pk")):
        if over.filter(pk=win.pk).update(state=State.WAITING):
            _on_record(win, now)
            closed += 1
    return closed


def _on_record(win: JackpotWin, now: datetime) -> None:
    audit_log.record("jackpot.found", by=None, subject=win.hand.reference, after=win.kind, now=now)
