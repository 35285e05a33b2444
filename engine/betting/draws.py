"""Draws: what a seat gives up of its hand, asked in turn, and replaced when all have said (S2.5 to S2.8)."""

from __future__ import annotations

from typing import Any, Final

from engine.betting.state import ASK_DRAW, HandState
from engine.cards import UNKNOWN
from engine.games.decisions import DISCARD, DRAW, Ask, SentDecision, is_whole

_new: Final = tuple.__new__  # as in `engine.betting.betting_round`


def answer_draw(state: HandState, ask: Ask, decision: SentDecision) -> None:
    """Take cards from the hand; a draw is replaced when everybody has said what to change.

    Raises an `IllegalDecision`, and then nothing has changed.
    """
    kind = ask.kind
    place = state.asked
    sent: Any = decision
    if kind == DISCARD or not is_whole(sent) or sent.verb != kind or sent.amount or len(sent.cards) > ask.hi:
        ask.check(sent)
    cards = sent.cards
    if cards:
        kept = [*ask.cards]
        try:
            for card in cards:
                kept.remove(card)
        except ValueError:
            ask.check(decision)
        state.cards[place] = kept
        if kind == DRAW:
            known = cards
            if state.order is None:
                known = tuple([card for card in cards if card != UNKNOWN])
            state.muck += known
            state.discards[place] = known
            state.drawn.append((place, len(cards)))
    state.ask = None
    state.events.append((kind, state.seats[place], len(cards), cards, ()))
    if state.steps[-1][0] <= ASK_DRAW:
        ask_draw(state)


def ask_draw(state: HandState) -> None:
    what, place, count = state.steps.pop()
    state.asked = place
    held = tuple(state.cards[place])
    if count > len(held):
        count = len(held)
    kind = DRAW if what == ASK_DRAW else DISCARD
    state.ask = _new(Ask, (state.ask_count, state.seats[place], kind, 0, 0, count, held, None, 0))
    state.ask_count += 1
