"""Straddles: who is offered one before the cards, and what it is to have posted it (RULES.md S0.11, S1.2)."""

from __future__ import annotations

from engine.betting.state import HandState
from engine.games.decisions import STRADDLE, SentDecision


def may_straddle(state: HandState) -> list[int]:
    """Who may straddle: one player, with three or more dealt in, who can pay twice the big blind and tops all posts."""
    rules, positions = state.start.rules, state.start.positions
    if state.count < 3 or positions.big_blind is None or 2 * state.stakes.big_blind <= state.level:
        return []
    if rules.straddle == "button":
        place = state.place_of.get(positions.button, -1)
    else:
        place = (state.place_of[positions.big_blind] + 1) % state.count
    if place < 0 or state.bets[place] or state.stacks[place] < 2 * state.stakes.big_blind:
        return []
    return [place]


def ask_next(state: HandState) -> None:
    """Ask the next who may straddle, or find that everything is posted."""
    if not state.straddlers:
        state.is_posted = True
        return
    chips = 2 * state.stakes.big_blind
    state.open_ask(state.straddlers.pop(0), STRADDLE, 0, chips, chips)


def answer(state: HandState, place: int, decision: SentDecision) -> None:
    """Post the straddle: a blind of twice the big one, whose owner acts last."""
    if decision.verb != "straddle":
        state.events.append(("pass", state.seats[place], 0, (), ()))
        return
    chips = 2 * state.stakes.big_blind
    state.pay(place, chips)
    state.events.append(("straddle", state.seats[place], chips, (), ()))
    state.level = state.least_raise = chips
    state.turn = place
