"""Who opens a round of stud: the bring-in, then the best board (RULES.md S2.2, S2.4, S2.11, S2.12; TDA RP-10)."""

from __future__ import annotations

from collections import Counter

from engine.betting.state import HandState
from engine.cards import UNKNOWN


def bring_in_place(state: HandState) -> int:
    """Who brings it in: the lowest up-card, clubs lowest; in razz the highest, the higher suit first (S2.2, S2.11).

    A wild card counts as the highest of all. A player without chips stays the one, unless the house has the next lowest
    card bring it in.
    """
    live = list(range(state.count))
    if state.order is None:
        live = _known(state, live)
    place = _lowest(state, live)
    if state.able >> place & 1 or state.plan.rules.broke_bring_in == "next player":
        return place
    return _lowest(state, [at for at in live if state.able >> at & 1])


def _lowest(state: HandState, places: list[int]) -> int:
    worth, ups = state.plan.worth, state.up_cards
    # Cards that nobody knows are worth the same: the first place has it.
    holder = {worth[card]: at for at in reversed(places) for card in ups[at]}
    return holder[min(holder) if state.plan.opening == "low card" else max(holder)]


def best_board(state: HandState) -> int:
    """Who opens a later street: the best up-cards; on a tie the nearest to the button's left, or the higher suit (S2.4)."""
    plan, ups = state.plan, state.up_cards
    assert plan.boards_by is not None
    live = [at for at, is_out in enumerate(state.folded) if not is_out]
    if state.order is None:
        live = _known(state, live)
        if UNKNOWN in ups[live[0]]:
            return live[0]
    values = [*map(plan.boards_by.rank, [ups[at] for at in live])]
    best = max(values)
    if values.count(best) > 1 and plan.rules.board_tie == "higher suit":
        tied = [at for at, value in zip(live, values, strict=True) if value == best]
        worth = plan.worth
        return max(tied, key=lambda at: _from_the_top(ups[at], worth))
    return live[values.index(best)]


def _known(state: HandState, places: list[int]) -> list[int]:
    """Those whose up-cards are known, if there are any: a record may lack some, and the rest decide as far as they can."""
    return [at for at in places if UNKNOWN not in state.up_cards[at]] or places


def _from_the_top(ups: list[int], worth: tuple[int, ...]) -> list[tuple[int, int]]:
    """The cards from the most telling down (pairs first, then by rank), so that the first difference is one of suit."""
    many = Counter(card >> 2 for card in ups)
    return sorted([(many[card >> 2], worth[card]) for card in ups], reverse=True)
