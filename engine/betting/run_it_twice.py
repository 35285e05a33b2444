"""The board run more than once: who is asked, and what they agree to (S2.13)."""

from __future__ import annotations

from engine.betting import reshuffle
from engine.betting.state import HandState
from engine.games.decisions import RUN_IT


def ask_runs(state: HandState) -> bool:
    """Ask the next player whether to run the board more than once. False if there is nothing to ask.

    Only when no bet can be made any more and cards of the board are still to come. All must agree: the fewest runs that
    anybody says are dealt.
    """
    most = state.plan.rules.run_it
    able = state.able
    if most < 2 or able & (able - 1) or state.street < 0 or len(state.boards) > 1:
        return False
    coming = sum([street.board for street in state.plan.streets[state.street + 1 :]])
    if not coming:
        return False
    room = reshuffle.cards_left(state) - 3 * state.plan.rules.burns
    most = min(most, room // coming)
    if most < 2:
        return False
    first = next(at for at in range(state.count) if not state.folded[at])
    state.open_ask(first, RUN_IT, 0, 1, most)
    return True


def answer_run(state: HandState, times: int) -> None:
    """Note how many runs this player agrees to, and ask the next or begin them."""
    state.events.append(("agree", state.seats[state.asked], times, (), ()))
    state.runs = min(state.runs, times) if state.runs else times
    if state.runs > 1:
        later = [at for at in range(state.asked + 1, state.count) if not state.folded[at]]
        if later:
            state.open_ask(later[0], RUN_IT, 0, 1, state.runs)
            return
        state.boards = [list(state.boards[0]) for _ in range(state.runs)]
        state.events.append(("runs", None, state.runs, (), ()))
