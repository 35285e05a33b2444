"""Jackpots are fed when a raked hand is settled, and hands that win one are noticed then. Nothing is paid here.

Called under the table's lock, in the transaction of the settlement: a hand that is settled once feeds once and wins once.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from club.cashier import desk_transfers, tips_and_jackpots
from club.house import audit_log
from club.models import Player
from engine.play.any_game import AnyHand
from engine.play.jackpot_hands import LEAST, JackpotHand, at_showdown, bad_beat
from tables.jackpots.jackpot_rules import JackpotRules
from tables.models import Hand, HandSeat, JackpotPart, JackpotWin, Table

Kind, State, Role = JackpotWin.Kind, JackpotWin.State, JackpotPart.Role
Period = tuple[datetime | None, datetime | None]  # when it began, when it ends; of every high hand


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
    """Keep what the settled hand wins of the jackpots that it has fed: a bad beat, to be approved, and a high hand,
    of which the best is proposed when its period is over."""
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
    win = JackpotWin.objects.create(
        kind=Kind.HIGH_HAND,
        state=State.ENTERED,
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
    over = JackpotWin.objects.filter(kind=Kind.HIGH_HAND, state=State.ENTERED, period_ends__lte=now)
    periods = list(over.order_by("period", "period_ends").values_list("period", "period_ends").distinct())
    return sum(_close(period, now) for period in periods)


def _close(period: Period, now: datetime) -> bool:
    with transaction.atomic():
        desk_transfers.lock()
        closed = _of(period).filter(state=State.ENTERED).update(state=State.BEATEN)
        return bool(closed) and propose_best(period, now=now)


def propose_best(period: Period, *, now: datetime) -> bool:
    """Propose the best high hand of a period that is over whose hand stands, the first of two alike. Called under the desk's lock.

    False where there is none, where it is proposed already, or where one of the period was paid. A hand that was settled as the
    period ended may come late, and be better than the one that waits.
    """
    if _of(period).exclude(state__in=[State.BEATEN, State.WAITING, State.REFUSED]).exists():
        return False
    standing = _of(period).filter(state__in=[State.BEATEN, State.WAITING], hand__state=Hand.State.SETTLED)
    best = standing.order_by("-value", "pk").first()
    if best is None or best.state == State.WAITING:
        return False
    _of(period).filter(state=State.WAITING).update(state=State.BEATEN)
    best.state = State.WAITING
    best.save(update_fields=["state"])
    _on_record(best, now)
    return True


def _of(period: Period) -> QuerySet[JackpotWin]:
    """The high hands of a period. Where the house changed how long one is, two may begin at once: its end tells them apart."""
    begun, ends = period
    return JackpotWin.objects.filter(kind=Kind.HIGH_HAND, period=begun, period_ends=ends)


def _on_record(win: JackpotWin, now: datetime) -> None:
    audit_log.record("jackpot.found", by=None, subject=win.hand.reference, after=win.kind, now=now)
