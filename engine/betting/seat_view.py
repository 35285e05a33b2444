"""What one seat, or the rail, may see of a hand: the only door through which a hand reaches a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.betting.pots_and_results.outcome import outcome_of
from engine.betting.pots_and_results.pots import pots, uncalled
from engine.betting.pots_and_results.results import Result
from engine.betting.state import HandState
from engine.cards import UNKNOWN, card_text
from engine.games.decisions import BET, Ask
from engine.games.play_rules import chosen
from engine.hand_names import Words

HIDDEN = "??"


def view_of(state: HandState, result: Result | None, seat: int | None) -> dict[str, Any]:
    """The hand as that seat may see it, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in."""
    own = None if seat is None else state.place_of[seat]
    positions, asks = state.start.positions, [] if state.ask is None else [state.ask]
    return {
        "game": state.game.key,
        "limit": state.stakes.limit,
        "rules": dict(chosen(state.start.rules)),
        "street": state.street_name,
        "over": state.shared_pots is not None,
        "boards": [[card_text(card) for card in board] for board in state.boards],
        "pot": state.pot,
        "pots": _pots(state, result),
        "button": positions.button,
        "small_blind": positions.small_blind if positions.small_blind in state.place_of else None,
        "big_blind": positions.big_blind,
        "to_act": [ask.seat for ask in asks if ask.seat is not None],
        "seats": [_seat(state, place, own) for place in range(state.count)],
        "asks": [_ask(ask, seat) for ask in asks],
        "events": [_event(event, seat) for event in state.events],
        "result": None if result is None else result.as_json(),
        "outcome": None if result is None else outcome_of(state, result).as_json(),
    }


def _seat(state: HandState, place: int, own: int | None) -> dict[str, Any]:
    held, ups = state.cards[place], state.up_cards[place]
    # Cards that nobody may look at are open only when they are turned up (S2.14).
    is_open = (place == own and not state.game.is_unseen) or bool(state.shown[place])
    is_gone = state.folded[place] and place != own and place not in state.beaten
    cards = [] if is_gone else [card_text(card) if is_open or card in ups else HIDDEN for card in held]
    made = [] if state.folded[place] else _made(state, held if is_open else ups if state.game.is_unseen else ())
    told = [one.as_json() for one in made]
    return {
        "seat": state.seats[place],
        "stack": state.stacks[place],
        "bet": state.bets[place],
        "folded": state.folded[place],
        "all_in": not state.stacks[place] and not state.folded[place] and state.shared_pots is None,
        "cards": cards,
        "up": [] if is_gone else [card in ups for card in held],
        "words": " / ".join([one["text"] for one in told]) or None,
        "made": told,
    }


def _made(state: HandState, cards: Sequence[int]) -> list[Words]:
    """What the hand makes, as far as it goes; a part of the pot with no hand is left out."""
    if not cards or UNKNOWN in cards:
        return []
    said: list[Words] = []
    for board in state.boards:
        if UNKNOWN in board:
            continue
        for part in state.plan.parts:
            if part.hole is not None and len(board) < 5 - part.hole:
                continue
            value = part.strength(cards, board)
            words = part.ranking.say(value) if value else None
            if words is not None and words not in said:
                said.append(words)
    return said


def _pots(state: HandState, result: Result | None) -> list[dict[str, Any]]:
    if result is not None:
        return [{"amount": pot.amount, "seats": list(pot.eligible)} for pot in result.pots]
    put = state.put_in[:]
    if state.ask is not None and state.ask.kind == BET:  # what lies before the seats is in no pot yet
        put = [chips - bet for chips, bet in zip(put, state.bets, strict=True)]
    place, chips = uncalled(put)
    if place >= 0:
        put[place] -= chips
    live = [not folded or at in state.beaten for at, folded in enumerate(state.folded)]
    return [
        {"amount": pot.amount, "seats": [state.seats[at] for at in pot.eligible]}
        for pot in pots(put, live, state.dead_chips)
    ]


def _ask(ask: Ask, seat: int | None) -> dict[str, Any]:
    if seat is not None and ask.seat == seat:
        return ask.as_json()
    return {"number": ask.number, "seat": ask.seat}


def _event(event: tuple[Any, ...], seat: int | None) -> dict[str, Any]:
    kind, whose, amount, cards, public = event
    shown = cards if seat is not None and whose == seat else public
    told = [card_text(card) for card in shown]
    return {"kind": kind, "seat": whose, "amount": amount, "cards": told + [HIDDEN] * (len(cards) - len(told))}
