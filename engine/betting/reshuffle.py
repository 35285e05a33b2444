"""When the deck runs short: the stub mixed with the burns, the discards reshuffled (RULES.md S2.5 to S2.8; TDA RP-10)."""

from __future__ import annotations

from engine.betting.state import DOWN, HandState
from engine.cards import UNKNOWN


def cards_left(state: HandState) -> int:
    if state.order is None:
        return len(state.plan.deck) - state.next_card - len(state.burned)
    return len(state.order) - state.next_card


def burn(state: HandState) -> None:
    """Burn a card, if there is one."""
    if state.order is None:
        state.burned.append(UNKNOWN)
    elif state.next_card < len(state.order):
        state.burned.append(state.order[state.next_card])
        state.next_card += 1


def reshuffle_discards(state: HandState, count: int, place: int) -> tuple[int, ...]:
    """Shuffle what was thrown away under what is left; nobody is dealt back what he has just thrown away, if it can be helped."""
    assert state.order is not None
    rest = state.order[state.next_card :]
    later = [at for what, at, _ in state.steps if what == DOWN]
    for waiting in ([place, *later], [place], []):
        own = {card for at in waiting for card in state.discards.get(at, ())}
        pool = [card for card in state.muck if card not in own]
        if len(rest) + len(pool) >= count:
            break
    again = state.deck.reshuffled(pool, state.reshuffles)
    state.muck = [card for card in state.muck if card in own]
    state.reshuffles += 1
    state.order, state.next_card = rest + again, 0
    state.events.append(("reshuffle", None, len(again), (), ()))
    return state.order


def is_enough(state: HandState, need: int) -> bool:
    """Burn, and say whether everybody can be dealt a card, with the burns where they make up the difference (S2.8)."""
    if not state.plan.rules.burns:
        return cards_left(state) >= need
    if state.plan.rules.shortage == "mixed at once":
        return _mix_at_once(state, need)
    stub, burned = cards_left(state), len(state.burned)
    if stub > need:
        burn(state)
        return True
    if stub + burned >= need:
        # All but the last card are dealt; it and the burns serve the rest, one burned unless that leaves one short.
        _mix(state, max(stub - 1, 0), burn=stub + burned > need)
        return True
    if stub > 1:
        burn(state)
    elif not stub:
        _mix(state, 0, burn=burned > 1)
    return False


def _mix_at_once(state: HandState, need: int) -> bool:
    """TDA RP-10: the last card of the deck is not dealt; stub and burns are mixed if that gives everybody a card."""
    stub, burned = cards_left(state), len(state.burned)
    if stub >= need + 2:
        burn(state)
        return True
    is_enough = stub + burned >= need + 2
    if is_enough or stub < 3:
        _mix(state, 0)
    else:
        burn(state)
    return is_enough


def _mix(state: HandState, kept: int, *, burn: bool = True) -> None:
    """Leave the first `kept` cards of the stub, shuffle the rest with the burns behind them, and burn one of those."""
    if state.order is None:  # the dealer does it, and names what comes
        state.burned = [UNKNOWN] * burn
        return
    stub = state.order[state.next_card :]
    again = state.deck.reshuffled([*stub[kept:], *state.burned], state.reshuffles)
    state.reshuffles += 1
    state.burned = list(again[:1]) if burn else []
    state.order, state.next_card = stub[:kept] + again[int(burn) :], 0
    state.events.append(("reshuffle", None, len(again), (), ()))
