"""Cards shown of one's own will after a hand: by a winner who showed nothing, or one who mucked, until the next deal.

Where the house allows it a player shows one card, several or all; everybody then sees exactly these, for ever. And where it
allows rabbit hunting, who held cards in the hand may ask which cards would have come onto the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log, house_rules
from club.models import Player
from engine.betting.hand import Hand as Betting
from engine.betting.seat_view import HIDDEN
from engine.cards import card_text
from engine.play.any_game import AnyHand
from engine.play.rabbit_hunt import undealt_boards
from engine.rulings.floor_rules import FloorRules
from tables.core import locks, table_rules
from tables.core.errors import NotInThisHand, Refused
from tables.hand.hand_replay import rebuilt
from tables.models import Hand, HandSeat, Sitting, Table

LOOK = timedelta(seconds=4)  # that everybody has at least for cards turned up, before the next hand


def offered(table: Table, row: Hand, seat: int | None, hand: AnyHand | None = None) -> list[str]:
    """The cards that this seat may show now; `hand` for a caller who has replayed it."""
    if row.is_recorded or row.state not in (Hand.State.OVER, Hand.State.SETTLED) or seat is None:
        return []
    if table.next_hand != row.number + 1 or table_rules.of_table(table, row.start["game"]).showing == "nothing":
        return []
    hand = hand or rebuilt(row)
    if not isinstance(hand, Betting) or not hand.is_over:
        return []
    own, public = _place(hand.view(seat), seat), _place(hand.view(None), seat)
    if own is None or public is None or own["folded"] or hand.game.is_unseen:
        return []
    done = {one["card"] for one in _shown(row).get(seat, [])}
    hidden = [card for card, seen in zip(own["cards"], public["cards"], strict=True) if seen == HIDDEN]
    return [card for card in hidden if card not in done]


def show(hand_id: int, cards: list[str], *, by: Player, now: datetime, source: str = "") -> Hand:
    """Show those of one's cards, such as ``["As"]``, to everybody. Cards that were shown already stay shown.

    Raises `UnknownHand`, `NotInThisHand`, and `Refused` where the house does not allow it, the hand is not over, the next one
    is dealt, or these are not cards one could show.
    """
    with transaction.atomic(durable=True):
        table, hand = locks.lock_hand(hand_id)
        seat = HandSeat.objects.filter(hand=hand, player=by).first()
        if seat is None:
            raise NotInThisHand
        shown_before = [one["card"] for one in seat.shown]
        new = [card for card in dict.fromkeys(cards) if card not in shown_before]
        if cards and not new:
            return hand
        able = offered(table, hand, seat.seat)
        if not new or not set(new) <= set(able):
            message = _(
                "Where the house allows it, cards that nobody has seen are shown after a hand until the next is dealt."
            )
            raise Refused("cannot_show", message, may_show=able)
        if table_rules.of_table(table, hand.start["game"]).showing == "whole hand" and set(new) != set(able):
            raise Refused("whole_hand", _("Here the whole hand is shown, or nothing."), may_show=able)
        seat.shown = [*seat.shown, *({"card": card, "at": now.isoformat()} for card in new)]
        seat.save(update_fields=["shown"])
        audit_log.record("hand.shown", by=by.user, subject=hand.reference, after=len(new), source=source, now=now)
        locks.bump(table)
        return hand


def show_losing(
    table: Table, row: Hand, hand: AnyHand, held: Iterable[HandSeat], sittings: Iterable[Sitting], now: datetime
) -> None:
    """Turn up the hands that lost at a showdown of those whose switch says so; where the house allows no showing, none."""
    if not isinstance(hand, Betting):
        return
    wanting = {one.player_id for one in sittings if one.shows_losing}
    seats = [one for one in held if one.player_id in wanting]
    if not seats or sum(not place["folded"] for place in hand.view(None)["seats"]) < 2:
        return
    for seat in seats:
        cards = offered(table, row, seat.seat, hand)
        if cards:
            seat.shown = [*seat.shown, *({"card": card, "at": now.isoformat()} for card in cards)]
            seat.save(update_fields=["shown"])


def may_hunt(table: Table, row: Hand, seat: int | None, hand: AnyHand | None = None) -> bool:
    """True if the holder of that seat may ask now for the cards that would have come; `hand` for a caller who has replayed it."""
    is_over = row.state in (Hand.State.OVER, Hand.State.SETTLED) and table.next_hand == row.number + 1
    if not is_over or row.is_recorded or seat is None or row.hunted_at is not None:
        return False
    return allows_hunting(table, row.start["game"]) and bool(undealt_boards(hand or rebuilt(row)))


def allows_hunting(table: Table, game: str) -> bool:
    """True where the house rule in force at the table has the cards turned up that would have come."""
    return house_rules.resolve(FloorRules, table_rules.scopes(table, game)).rabbit_hunt


def hunt(hand_id: int, *, by: Player, now: datetime, source: str = "") -> Hand:
    """Turn up the cards that would have come onto the board, for everybody and for ever. Harmless if they have been.

    Raises `UnknownHand`, `NotInThisHand`, and `Refused` where the house does not allow it, the hand is not over, the next one is
    dealt, or no card of the board was to come.
    """
    with transaction.atomic(durable=True):
        table, hand = locks.lock_hand(hand_id)
        seat = HandSeat.objects.filter(hand=hand, player=by).first()
        if seat is None:
            raise NotInThisHand
        if hand.hunted_at is not None:
            return hand
        if not may_hunt(table, hand, seat.seat):
            message = _(
                "Where the house allows it, the cards that would have come are shown after a hand until the next is dealt."
            )
            raise Refused("cannot_hunt", message)
        hand.hunted_at = now
        hand.save(update_fields=["hunted_at"])
        audit_log.record("hand.hunted", by=by.user, subject=hand.reference, source=source, now=now)
        if table.deal_at is not None:
            table.deal_at = max(table.deal_at, now + LOOK)
        locks.bump(table, "deal_at")
        return hand


def hunted(row: Hand, hand: AnyHand, until: datetime | None) -> list[list[str]]:
    """The cards that would have come onto each board, if somebody asked for them by then (None: ever)."""
    if row.hunted_at is None or (until is not None and row.hunted_at > until):
        return []
    return [[card_text(card) for card in board] for board in undealt_boards(hand)]


def cards_shown(held: dict[int, HandSeat], until: datetime | None) -> dict[int, list[str]]:
    """The cards of those seats that were shown after the hand by then (None: all of them), by seat."""
    found = {
        seat: [one["card"] for one in place.shown if until is None or datetime.fromisoformat(one["at"]) <= until]
        for seat, place in sorted(held.items())
    }
    return {seat: cards for seat, cards in found.items() if cards}


def turned_up(row: Hand, view: dict[str, Any], held: dict[int, HandSeat], until: datetime | None) -> dict[str, Any]:
    """The view of a hand that is over with the cards that were shown by then; None: all of them."""
    wanted = cards_shown(held, until)
    if not wanted or not view["over"]:
        return view
    hand = rebuilt(row)
    for place in view["seats"]:
        cards = wanted.get(place["seat"])
        if cards:
            own = _place(hand.view(place["seat"]), place["seat"])
            assert own is not None
            place["cards"] = [
                true if true in cards else seen for true, seen in zip(own["cards"], place["cards"], strict=True)
            ]
    return view


def _place(view: dict[str, Any], seat: int) -> dict[str, Any] | None:
    return next((place for place in view["seats"] if place["seat"] == seat), None)


def _shown(row: Hand) -> dict[int, list[dict[str, Any]]]:
    return dict(HandSeat.objects.filter(hand=row).values_list("seat", "shown"))
