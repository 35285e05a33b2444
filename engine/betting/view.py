"""What one seat, or the rail, may see of a hand: the only door through which a hand reaches a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.betting.events import Event
from engine.betting.pots import pots, uncalled
from engine.cards import UNKNOWN, card_text, cards_text
from engine.errors import UnbalancedResult
from engine.games.decisions import Ask
from engine.games.rules import chosen

if TYPE_CHECKING:
    from engine.betting.hand import Hand
    from engine.betting.results import Result

HIDDEN = "??"


def view(hand: Hand, seat: int | None) -> dict[str, Any]:
    """The hand as that seat may see it, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in.

    A hand that is over has no `result` if the engine refuses its own: whoever must settle it is to see it nevertheless.
    """
    own = None if seat is None else hand._place[seat]
    positions, result = hand.start.positions, _result(hand)
    return {
        "game": hand.game.key,
        "limit": hand.stakes.limit,
        "rules": dict(chosen(hand.start.rules)),
        "street": hand.street,
        "over": hand.is_over,
        "boards": [[card_text(card) for card in board] for board in hand.boards],
        "pot": hand.pot,
        "pots": _pots(hand, result),
        "button": positions.button,
        "small_blind": positions.small_blind if positions.small_blind in hand._place else None,
        "big_blind": positions.big_blind,
        "to_act": [ask.seat for ask in hand.asks if ask.seat is not None],
        "seats": [_seat(hand, place, own) for place in range(hand._count)],
        "asks": [_ask(ask, seat) for ask in hand.asks],
        "events": [_event(event, seat) for event in hand.events],
        "result": None if result is None else result.as_json(),
    }


def _result(hand: Hand) -> Result | None:
    try:
        return hand.result
    except UnbalancedResult:
        return None


def _seat(hand: Hand, place: int, own: int | None) -> dict[str, Any]:
    held, ups = hand._cards[place], hand._ups[place]
    # Cards that nobody may look at are open only when they are turned up (S2.14).
    is_open = (place == own and not hand.game.is_unseen) or bool(hand._shown[place])
    is_gone = hand._folded[place] and place != own and place not in hand._beaten
    cards = [] if is_gone else [card_text(card) if is_open or card in ups else HIDDEN for card in held]
    return {
        "seat": hand._numbers[place],
        "stack": hand._stacks[place],
        "bet": hand._bets[place],
        "folded": hand._folded[place],
        "all_in": not hand._stacks[place] and not hand._folded[place] and not hand.is_over,
        "cards": cards,
        "up": [] if is_gone else [card in ups for card in held],
        "words": None if hand._folded[place] else _words(hand, held if is_open else ups if hand.game.is_unseen else ()),
    }


def _words(hand: Hand, cards: Sequence[int]) -> str | None:
    """The hand in words, as far as it goes; a part of the pot with no hand is left out."""
    if not cards or UNKNOWN in cards:
        return None
    said: list[str] = []
    for board in hand.boards:
        if UNKNOWN in board:
            continue
        for part in hand.plan.parts:
            if part.hole is not None and len(board) < 5 - part.hole:
                continue
            value = part.strength(cards, board)
            words = str(part.ranking.say(value)) if value else ""
            if words and words not in said:
                said.append(words)
    return " / ".join(said) or None


def _pots(hand: Hand, result: Result | None) -> list[dict[str, Any]]:
    if result is not None:
        return [{"amount": pot.amount, "seats": list(pot.eligible)} for pot in result.pots]
    put = hand._put[:]
    place, chips = uncalled(put)
    if place >= 0:
        put[place] -= chips
    live = [not folded or at in hand._beaten for at, folded in enumerate(hand._folded)]
    return [
        {"amount": pot.amount, "seats": [hand._numbers[at] for at in pot.eligible]}
        for pot in pots(put, live, hand._dead)
    ]


def _ask(ask: Ask, seat: int | None) -> dict[str, Any]:
    if seat is not None and ask.seat == seat:
        return ask.as_json()
    return {"number": ask.number, "seat": ask.seat}


def _event(event: Event, seat: int | None) -> dict[str, Any]:
    shown = event.cards if seat is not None and event.seat == seat else event.public
    hidden = len(event.cards) - len(shown)
    cards = [*cards_text(shown).split(), *[HIDDEN] * hidden]
    return {"kind": event.kind, "seat": event.seat, "amount": event.amount, "cards": cards}
