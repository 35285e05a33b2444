"""Cards that a player turns up one by one until they beat the best shown (S2.14)."""

from __future__ import annotations

from engine.betting import betting_round
from engine.betting.state import ROLLED, HandState


def roll(state: HandState) -> None:
    """The next player still in turns up cards until they beat the best shown so far, or has none left (S2.14)."""
    count = state.count
    at = (state.roller + 1) % count
    while state.folded[at]:
        at = (at + 1) % count
    if len(state.up_cards[at]) < len(state.cards[at]):
        state.steps.append((ROLLED, at, 1))
    else:
        _beat(state, at)


def _beat(state: HandState, place: int) -> None:
    """A player who shows every card and not the best hand is out, without a round of betting."""
    state.beaten.append(place)
    state.folded[place] = True
    state.able &= ~(1 << place)
    state.left -= 1
    state.roller = place
    state.events.append(("beaten", state.seats[place], 0, (), ()))


def turn_up(state: HandState, place: int, card: int) -> None:
    held, ups = state.cards[place], state.up_cards[place]
    if state.order is None:
        held[len(ups)] = card
    ups.append(card)
    state.events.append(("up", state.seats[place], 0, (card,), (card,)))
    ranking = state.plan.boards_by
    assert ranking is not None
    value = ranking.rank(ups)
    if value > state.best_roll:
        state.best_roll = value
        state.roller = place
        betting_round.begin_roll_round(state, place)
    elif len(ups) == len(held):
        _beat(state, place)
    else:
        state.steps.append((ROLLED, place, 1))
