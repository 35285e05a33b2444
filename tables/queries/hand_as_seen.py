"""A hand as one viewer may see it: live, at a step, its events and its proof; who held its seats. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from club.models import Player
from engine.play.any_game import AnyHand
from tables.core import spectator_delay
from tables.core.errors import UnknownHand
from tables.dealing import refused_settlements
from tables.dealing.entered_results import view_of_entered
from tables.hand import fair_deals, voluntary_shows
from tables.hand.hand_in_play import Play, look
from tables.hand.hand_replay import rebuilt
from tables.models import Decision, Hand, HandSeat


def hand_as_seen_by(row: Hand, viewer: Player | None, *, now: datetime) -> dict[str, Any]:
    """A hand as this viewer may see it: its own cards and what was shown; `view` is the engine's.

    Raises `UnknownHand` for a hand that has not begun for a spectator who lags behind.
    """
    return shown_hand(row, viewer, seen_until(row, viewer, now))


def seen_until(row: Hand, viewer: Player | None, now: datetime) -> datetime | None:
    """The instant up to which the viewer sees the hand; None if it is live: whoever held cards in it sees all of it.

    Raises `UnknownHand` if it has not begun by then.
    """
    if viewer is not None and HandSeat.objects.filter(hand=row, player=viewer).exists():
        return None
    until = spectator_delay.sees_until(row.table, viewer, now)
    if not spectator_delay.is_begun(row, until):
        raise UnknownHand(row.pk)
    return until


def shown_hand(
    row: Hand, viewer: Player | None, until: datetime | None, step: int | None = None, play: Play | None = None
) -> dict[str, Any]:
    """`step`: only so many decisions of it; `play`: a visit that has replayed all of it."""
    held, hand = _replayed(row, until, step) if play is None else (play.seats, play.hand)
    seat = seat_of(held, viewer)
    is_ended = spectator_delay.is_ended(row, until) and step is None
    is_live = until is None and row.deadline is not None
    view = view_of_entered(row, hand.view(seat)) if row.is_result_only else hand.view(seat)
    if step is None:
        view = voluntary_shows.turned_up(row, view, held, until)
    clocks = _clocks(row, view) if is_live else {}
    return {
        "id": row.pk,
        "table": row.table_id,
        "number": row.number,
        "state": row.state if is_ended or until is None else Hand.State.PLAYING.value,
        "commitment": row.commitment,
        "shuffle": row.shuffle,
        "words": row.words,
        "button_cards": row.button_cards,
        "deadline": clocks.get(str(seat), None if row.deadline is None else row.deadline.isoformat())
        if is_live
        else None,
        "clocks": clocks,
        "is_result_only": row.is_result_only,
        "is_refused": until is None and bool(refused_settlements.why(row)),
        "started_at": row.started_at.isoformat(),
        "ended_at": row.ended_at.isoformat() if row.ended_at is not None and is_ended else None,
        "you": seat,
        "players": {str(number): place.player_id for number, place in held.items()},
        "names": {str(number): name_of(place) for number, place in held.items()},
        "view": view,
        "would_have_come": voluntary_shows.hunted(row, hand, until) if is_ended or until is None else [],
    }


def _replayed(row: Hand, until: datetime | None, step: int | None) -> tuple[dict[int, HandSeat], AnyHand]:
    """Who held cards in the hand, by seat, and the hand, up to an instant or so many decisions."""
    found, decided = look(row), decisions_until(row, until, step)
    hand = rebuilt(row, found.log if decided is None else decided, seed=found.seed)
    return {one.seat: one for one in found.seats}, hand


def _clocks(row: Hand, view: dict[str, Any]) -> dict[str, str]:
    """When the clock decides, by seat of those who are asked."""
    usual = "" if row.deadline is None else row.deadline.isoformat()
    asks = [ask for ask in view["asks"] if ask["seat"] is not None]
    return {str(ask["seat"]): row.later.get(str(ask["number"]), usual) for ask in asks}


def decisions_until(row: Hand, until: datetime | None, step: int | None = None) -> list[tuple[int, str]] | None:
    """The hand's decisions up to that instant, at most the first `step`; None: all of them."""
    if until is None and step is None:
        return None
    found = Decision.objects.filter(hand=row).order_by("seq")
    if until is not None:
        found = found.filter(at__lte=until)
    return list(found.values_list("ask", "text")[:step])


def hand_at_step(row: Hand, viewer: Player | None, step: int, *, now: datetime) -> tuple[dict[str, Any], int]:
    """The hand after its first `step` decisions (the last there is at most), as the viewer could then see it, and how many
    decisions there are to see. Raises `UnknownHand`."""
    until = seen_until(row, viewer, now)
    found = Decision.objects.filter(hand=row)
    count = (found if until is None else found.filter(at__lte=until)).count()
    at = min(step, count)
    return shown_hand(row, viewer, until, at), count


def events_after(row: Hand, viewer: Player | None, after: int, *, now: datetime) -> list[dict[str, Any]]:
    """The hand's events from the `after`-th on (counted from 0), as this viewer may see them. Raises `UnknownHand`."""
    events: list[dict[str, Any]] = hand_as_seen_by(row, viewer, now=now)["view"]["events"]
    return events[max(0, after) :]


def proof_as_seen_by(row: Hand, viewer: Player | None, *, now: datetime) -> dict[str, Any]:
    """What the viewer may prove of the deal, for ``engine verify``. Raises `UnknownHand`; `Refused` if there is no proof."""
    until, held = seen_until(row, viewer, now), seats_of(row)
    hand = rebuilt(row, decisions_until(row, until))
    shown = voluntary_shows.cards_shown(held, until) if hand.is_over else {}
    return fair_deals.proof_for(row, hand, seat_of(held, viewer), shown)


def hand_of(hand_id: int) -> Hand:
    """The hand. Raises `UnknownHand`."""
    found = Hand.objects.select_related("table").filter(pk=hand_id).first()
    if found is None:
        raise UnknownHand(hand_id)
    return found


def seats_of(row: Hand) -> dict[int, HandSeat]:
    """Who held cards in the hand, by seat."""
    return {seat.seat: seat for seat in HandSeat.objects.filter(hand=row).select_related("player")}


def seat_of(held: dict[int, HandSeat], viewer: Player | None) -> int | None:
    """The seat whose cards the viewer held, or None."""
    if viewer is None:
        return None
    return next((seat for seat, place in held.items() if place.player_id == viewer.pk), None)


def name_of(place: HandSeat) -> str:
    """What the holder of a seat is called."""
    return place.player.nickname if place.player is not None else place.name
