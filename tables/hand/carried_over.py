"""What one hand leaves to the next at a table: a kill, fantasyland, and the winner whose button it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Max, Q

from engine.chinese.play.hand_start import FANTASYLAND
from engine.play.any_game import carried_on, stored_start
from tables.hand import hand_replay
from tables.models import Hand, HandSeat, Sitting, Table


class _Left:
    """What a settled hand left, as its result was stored."""

    def __init__(self, result: Mapping[str, Any]) -> None:
        self.carried: Mapping[str, Any] = result.get("carried", {})


def carried_to(table: Table, sittings: Iterable[Sitting]) -> dict[str, Any]:
    """What the table's last settled hand leaves to the next: a kill, fantasyland (RULES.md S3.10).

    It belongs to the players, not to their seats: what a player who has gone had earned is not given to whoever sits
    there now. A player who is away for a hand keeps it, one who changes seats takes it along; in a tournament also from
    table to table, as long as the stack is the same.
    """
    here = list(sittings)
    left = _left_here(table, here)
    return _with_brought(table, here, left) if table.owner and hand_replay.plays_chinese(table) else left


def in_fantasyland(tables: Iterable[Table]) -> dict[int, frozenset[int]]:
    """The seats at each of those tables, by its id, whose next hand is played in fantasyland; tables without any are left out."""
    rows = {table.pk: table for table in tables if hand_replay.plays_chinese(table)}
    seated: dict[int, list[Sitting]] = {}
    for sitting in Sitting.objects.filter(table__in=rows).exclude(state=Sitting.State.LEFT):
        seated.setdefault(sitting.table_id, []).append(sitting)
    found = {}
    for pk, here in seated.items():
        earned = carried_to(rows[pk], here).get(FANTASYLAND, {})
        if seats := frozenset(sitting.seat for sitting in here if str(sitting.seat) in earned):
            found[pk] = seats
    return found


def _with_brought(table: Table, sittings: Sequence[Sitting], left: dict[str, Any]) -> dict[str, Any]:
    """With the fantasyland that those have earned who came from other tables and have not played here since.

    What a player's own last hand says is still so: whoever misses a hand keeps it.
    """
    dealt = HandSeat.objects.filter(hand__table=table, hand__state=Hand.State.SETTLED).values_list("player")
    latest = dict(dealt.annotate(Max("hand__number")))
    came = {one.account_id: one.seat for one in sittings if latest.get(one.player_id, 0) < one.joined_hand}
    if not came:
        return left
    own = HandSeat.objects.filter(account__in=came, hand__table__owner=table.owner, hand__state=Hand.State.SETTLED)
    earned = {seat: cards for seat, cards in left.get(FANTASYLAND, {}).items() if int(seat) not in came.values()}
    for played in own.select_related("hand").order_by("account", "-hand__pk").distinct("account"):
        carried = carried_on(stored_start(played.hand.start), _Left(played.hand.result or {})).get(FANTASYLAND, {})
        if str(played.seat) in carried:
            earned[str(came[played.account_id])] = carried[str(played.seat)]
    rest = {key: value for key, value in left.items() if key != FANTASYLAND}
    return {**rest, FANTASYLAND: earned} if earned else rest


def _last_settled(table: Table) -> Hand | None:
    # What was entered instead of an earlier hand leaves nothing to the next: hands were played since.
    settled = Hand.objects.filter(Q(expected__isnull=True) | ~Q(expected__has_key="since"), state=Hand.State.SETTLED)
    return settled.filter(table=table).order_by("-number").first()


def winner_of_last(table: Table) -> int | None:
    """The seat that won the most chips in the table's last settled hand, of several the first left of its button; None if
    there was no hand."""
    last = _last_settled(table)
    if last is None or not last.result:
        return None
    net = {int(seat): chips for seat, chips in last.result["net"].items()}
    button = last.start["positions"][0]
    return min(net, key=lambda seat: (-net[seat], seat <= button, seat))


def _left_here(table: Table, sittings: Sequence[Sitting]) -> dict[str, Any]:
    last = _last_settled(table)
    if last is None or last.result is None:
        return {}
    carried = carried_on(stored_start(last.start), _Left(last.result))
    if not carried:
        return {}
    held = dict(
        HandSeat.objects.filter(hand__table=table)
        .order_by("seat", "-hand__number")
        .distinct("seat")
        .values_list("seat", "player")
    )
    seats = {sitting.player_id: sitting.seat for sitting in sittings}
    taken = {seat: player for player, seat in seats.items()}

    def seat_now(seat: int) -> int | None:
        """Where the player of that seat sits now; None for one who has gone."""
        player = held.get(seat)
        if player is not None and player in seats:
            return seats[player]
        return None if seat in taken else seat

    kept: dict[str, Any] = {}
    for key, value in carried.items():
        if isinstance(value, Mapping):
            found = {seat_now(int(seat)): earned for seat, earned in value.items()}
            kept[key] = {str(seat): earned for seat, earned in found.items() if seat is not None}
        else:
            kept[key] = seat_now(value)
    return {key: value for key, value in kept.items() if value}
