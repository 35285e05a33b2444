"""The face of the clock, and the clock for a screen with what is played for. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from club.ledger import ledger
from club.models import Account
from club.text.messages import said
from tables.core.spectator_delay import stacks_at
from tournaments.api import event_list
from tournaments.floor import floor_view
from tournaments.log.state import BAGGED, FINISHED, REGISTERING, RUNNING, State
from tournaments.models import Entry, Tournament
from tournaments.prizes import prize_pool, prizes_by_place
from tournaments.running import colour_up, levels
from tournaments.screens import moves_shown, next_prize
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import end_of, level_at, moment
from tournaments.structures.levels_and_breaks import Break, Item
from tournaments.terms import flight_tree, late_registration_and_rebuy_periods


def face_of(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """The face of the clock: the level or break, what comes next, and instants, from which every browser counts by itself."""
    state = State.from_json(tournament.snapshot)
    items = levels_and_breaks.items(tournament.sheet)
    where = moment(items, state.clock, now)
    status = event_list.status_of(tournament, state)
    runs, rest = status == "running" and state.clock.held is None, state.clock.rest_left(now)
    return {
        "version": tournament.version,
        "now": now,
        "status": status,
        "status_words": event_list.status_words(tournament, status),
        "is_running": runs,
        **item_of(where.item),
        **({"is_break": True} if rest else {}),
        "is_rest": rest > 0,
        "level": level_at(items, where.index).number,
        "ends_at": end_of(now, rest or where.left) if runs else None,
        "left_seconds": None if runs else where.left,
        "span_seconds": state.rests[1] * 60 if rest and state.rests else (where.item.minutes or 0) * 60,
        "next": item_of(where.item)
        if rest
        else item_of(items[where.index + 1])
        if where.index + 1 < len(items)
        else None,
        "next_break_at": levels.next_break(state, where, now) if runs else None,
    }


def clock_of(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """The clock for a screen: its face, and what is played for."""
    state = State.from_json(tournament.snapshot)
    items = levels_and_breaks.items(tournament.sheet)
    level = level_at(items, moment(items, state.clock, now).index)
    chips = _in_play(tournament)
    average = chips // max(1, len(state.alive))
    big_blind = level.amounts.get("bb") or level.amounts.get("big_bet") or 0
    point = 0 if big_blind else level.amounts.get("point") or 0
    face: dict[str, Any] = {
        **face_of(tournament, now=now),
        "players_left": len(state.alive),
        "entries": event_list.entered_of(tournament, state),
        "all_entries": None if tournament.day_two_id is None else prize_pool.entered(tournament),
        "average": average,
        "average_bb": average // big_blind if big_blind else None,
        "average_points": average // point if point else None,
        "chips": chips,
        "prizes": prizes(tournament),
        "starts_at": tournament.starts_at,
        "winner": _winner(tournament, state),
        "is_hand_for_hand": state.orders.hand_for_hand is not None,
        "last_hands": None if state.orders.last_hands is None else state.orders.last_hands.hands,
        "moves": floor_view.moves(tournament, state),
        "colour_up": colour_up.told(tournament, state),
        "message": state.message,
        "closings": late_registration_and_rebuy_periods.closings(tournament, state, now)
        if state.status in (REGISTERING, RUNNING)
        else [],
        "moved": moves_shown.moves(tournament, state, now=now) if state.status == RUNNING else [],
        "is_late": tournament.seen_until is not None,
    }
    if not flight_tree.is_whole(tournament):  # nobody leaves a flight with a prize
        return {**face, **next_prize.next_pay([prize["amount"] for prize in face["prizes"]], 0), "to_the_money": None}
    return {**face, **next_prize.next_pay([prize["amount"] for prize in face["prizes"]], len(state.alive))}


def _in_play(tournament: Tournament) -> int:
    """The chips in play, or those with which it ended: what its cashier has given out."""
    cashier = Account.objects.filter(owner="cashier", kind="cashier", unit=tournament.owner).first()
    if cashier is None:
        return 0
    if tournament.seen_until is not None and tournament.status == RUNNING:
        return -stacks_at([cashier.pk], tournament.seen_until).get(cashier.pk, 0)
    last = ledger.statement(cashier, limit=1).first() if tournament.status in (FINISHED, BAGGED) else None
    return -cashier.balance if last is None else last.amount


def item_of(item: Item) -> dict[str, Any]:
    words, ante_words = levels_and_breaks.told(item)
    return {
        "level": None if isinstance(item, Break) else item.number,
        "number": None if isinstance(item, Break) else item.number,
        "label": "" if isinstance(item, Break) else item.label,
        "words": said(words),
        "ante_words": ante_words,
        "minutes": item.minutes,
        "is_break": isinstance(item, Break),
        "note": item.note if isinstance(item, Break) else "",
        "remove": ", ".join(f"{chip:,}" for chip in item.remove) if isinstance(item, Break) else "",
    }


def _winner(tournament: Tournament, state: State) -> str:
    for entry, place in state.entries.items():
        if state.status == FINISHED and place.best == 1:
            return Entry.objects.select_related("player").get(tournament=tournament, number=entry).player.nickname
    return ""


def prizes(tournament: Tournament) -> list[dict[str, int]]:
    """The prizes by place as they stand."""
    return [{"place": place, "amount": amount} for place, amount in enumerate(prizes_by_place.prizes(tournament), 1)]
