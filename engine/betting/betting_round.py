"""A round of betting: who acts, what may be bet, and what an answer comes to (RULES.md S0.8–S0.14, S1.3, S2.3; TDA 43–54)."""

from __future__ import annotations

from typing import Any, Final

from engine.betting.open_pairs import announce_pairs, shows_pair
from engine.betting.state import NO_RAISE, HandState, Window
from engine.betting.stud_openers import best_board, bring_in_place
from engine.games.decisions import BET, BRING_IN, CALL, FOLD, Ask, Decision, SentDecision

_new: Final = tuple.__new__  # an Ask made without its constructor, which takes longer than finding out what to ask

# For the most: where only the stack is a limit, or the pot as it is then.
_ALL_IN: Final = 1 << 62
_POT: Final = 1 << 61

# -- a round ----------------------------------------------------------------------------------------------------------


def begin_round(state: HandState) -> None:
    """Set up the betting of the street: who must act, from where, and what there is to call."""
    count, plan, street = state.count, state.plan, state.street
    state.answered = [0] * count
    state.acted = state.raises = state.short_by = 0
    state.last_raiser = -1
    state.has_two_sizes = False
    state.bet_size = state.bet_sizes[street]
    if street == 0:
        if plan.opening != "blinds":
            state.level, state.least_raise, state.is_opened = 0, plan.least_bet, False
            if plan.opening != "best board":
                _ask_bring_in(state)
                return
            state.turn = (best_board(state) - 1) % count
    else:
        state.level, state.least_raise, state.is_opened, state.pot_difference = 0, plan.least_bet, False, 0
        if plan.boards_by is not None:
            if plan.opening == "high card" and plan.streets[street].up:
                announce_pairs(state)
            state.turn = (best_board(state) - 1) % count
        else:
            state.turn = count - 1
        if street == 1 and plan.game.has_open_pair:
            state.has_two_sizes = plan.is_fixed and plan.rules.open_pair == "small or big bet" and shows_pair(state)
    state.opener = (state.turn + 1) % count
    state.raise_window = _window(state)
    able = state.able
    state.must_act = able if able & (able - 1) or _somebody_bets(state) else 0


def begin_roll_round(state: HandState, place: int) -> None:
    """The round after a player has turned up the best cards: that player opens (S2.14)."""
    state.answered = [0] * state.count
    state.bets = [0] * state.count
    state.acted = state.raises = state.short_by = 0
    state.last_raiser = -1
    state.bet_size = state.bet_sizes[state.street]
    state.level, state.least_raise, state.is_opened = 0, state.stakes.least_bet, False
    state.turn = (place - 1) % state.count
    state.raise_window = _window(state)
    state.must_act = state.able if _somebody_bets(state) else 0


def _somebody_bets(state: HandState) -> bool:
    """False if at most one player has chips and nothing is left to call."""
    able = state.able
    if able & (able - 1):
        return True
    if not able:
        return False
    place = able.bit_length() - 1
    return state.bets[place] < max(bet for at, bet in enumerate(state.bets) if at != place)


def _ask_bring_in(state: HandState) -> None:
    """S2.2: the bring-in is forced; its only choice is to open for the full small bet."""
    state.must_act = state.able if _somebody_bets(state) else 0
    if not state.must_act:
        return
    place = state.turn = bring_in_place(state)
    stack = state.stacks[place]
    if not stack:  # all-in from the ante: the next one acts, with nothing to call
        state.raise_window = _window(state)
        return
    state.opener = place
    bring_in = state.stakes.bring_in
    lo = hi = 0
    if stack > bring_in:
        if state.plan.rules.bring_in_may_open:
            lo, hi = _opening_window(state, stack)
    else:
        bring_in = stack
    state.open_ask(place, BRING_IN, bring_in, lo, hi)


def _opening_window(state: HandState, stack: int) -> tuple[int, int]:
    """The sizes for which a hand may be opened instead of brought in."""
    plan = state.plan
    least = state.bet_sizes[0] if plan.is_fixed else state.stakes.least_bet
    most = max(state.pot, least) if plan.limit == "pot" else stack if plan.limit == "no" else state.bet_sizes[0]
    bring_in = state.stakes.bring_in
    if least <= bring_in:  # a bet is more than what is forced
        least += bring_in
    lo, hi = min(least, stack), min(max(most, least), stack)
    return (lo, hi) if hi > bring_in and not (plan.is_fixed and lo > state.bet_sizes[0]) else (0, 0)


def answer_bring_in(state: HandState, place: int, ask: Ask, decision: SentDecision) -> None:
    """Bring it in, which is no raise and can be completed; or open for a full bet."""
    if decision.verb == "raise":
        raise_to(state, place, decision.amount)
        return
    paid = state.pay(place, ask.call)
    level = state.level = state.stakes.bring_in
    least = state.stakes.least_bet
    state.least_raise = least - level if least > level else least
    state.is_opened = state.plan.is_fixed and level >= state.bet_size  # nothing is left to complete
    state.raise_window = _window(state)
    state.answered[place] = level
    state.acted |= 1 << place
    state.must_act = state.able & ~(1 << place)
    state.events.append(("bring-in", state.seats[place], paid, (), ()))


def answer(state: HandState, ask: Ask, decision: SentDecision) -> None:
    """Take a call, a fold or a raise, and ask the next. Raises an `IllegalDecision`, and then nothing has changed.

    The hot path of the engine: what `Ask.check` and `HandState.pay` do stands here again, without their calls.
    """
    if decision is not CALL and decision is not FOLD and not _is_plain_raise(ask, decision):
        ask.check(decision)
    verb = decision.verb
    place = state.asked
    if verb == "raise":
        need = raise_to(state, place, decision.amount)
    else:
        bit = 1 << place
        need = state.must_act & ~bit
        if verb == "call":
            state.acted |= bit
            state.answered[place] = state.level
            owed = ask.call
            if owed:
                stack = state.stacks[place] = state.stacks[place] - owed
                if not stack:
                    state.able &= ~bit
                state.bets[place] += owed
                state.put_in[place] += owed
                state.events.append(("call", state.seats[place], owed, (), ()))
            else:
                state.events.append(("check", state.seats[place], 0, (), ()))
        else:
            state.folded[place] = True
            state.able &= ~bit
            state.muck += state.cards[place]
            state.events.append(("fold", state.seats[place], 0, (), ()))
            left = state.left = state.left - 1
            if left == 1:
                need = 0
            elif left == 2 and state.plan.cap:
                state.raise_window = _window(state)  # it may be lifted now
        state.must_act = need
    state.ask = None
    if need:
        ask_next(state)


def _is_plain_raise(ask: Ask, decision: SentDecision) -> bool:
    """True for a raise that `Ask.check` allows, of any size there is; of all others it has to be asked."""
    kind: Any = type(decision)
    sent: Any = decision
    if kind is not Decision or len(sent) != 3:
        return False
    verb, amount, cards = sent
    if type(verb) is not str or type(amount) is not int or type(cards) is not tuple:
        return False
    return verb == "raise" and not cards and not ask.step and 0 < ask.lo <= amount <= ask.hi


def raise_to(state: HandState, place: int, amount: int) -> int:
    """Bet, raise or complete to `amount`; returns the places that must answer it, as bits."""
    bit = 1 << place
    level, was_opened = state.level, state.is_opened
    increase = amount - level
    kind = "raise" if was_opened else ("complete" if level else "bet")
    if state.plan.is_fixed:
        size = state.bet_size
        increase += state.short_by
        wager = increase if was_opened else amount
        if wager * 2 >= size:
            state.short_by = 0
            # A bet or a completion is no raise (S2.3).
            state.raises += was_opened or (kind == "complete" and state.plan.rules.completion == "raise")
            state.is_opened = True
            if wager >= size or state.plan.rules.short_all_in_reopens == "half a bet":
                state.acted = 0
        elif was_opened and state.plan.rules.short_all_in_raise == "completed":
            state.short_by = increase
        if increase > size:  # the big bet on an open pair: from now on there is no other
            state.has_two_sizes = False
            state.bet_size = state.bet_sizes[-1]
    else:
        state.raises += was_opened
        state.is_opened = True
        if increase >= state.least_raise:
            state.least_raise = increase if was_opened else amount
            state.acted = 0  # who has called less may raise again: a bring-in too, whatever it was (S2.3)
        elif not was_opened:  # all-in for less than a bet: the next to raise adds a whole one (S0.13)
            state.least_raise = state.plan.least_bet
    state.acted |= bit
    chips = amount - state.bets[place]
    stack = state.stacks[place] = state.stacks[place] - chips
    if not stack:
        state.able &= ~bit
    state.put_in[place] += chips
    state.level = state.bets[place] = state.answered[place] = amount
    state.last_raiser = place
    state.raise_window = _window(state)
    state.events.append((kind, state.seats[place], amount, (), ()))
    must_answer = state.must_act = state.able & ~bit
    return must_answer


def ask_next(state: HandState) -> None:
    """Open the ask of the next to act, or find that nobody has to."""
    able = state.able
    has_rivals = able & (able - 1)
    if not has_rivals and not _somebody_bets(state):
        state.must_act = 0
        return
    at = state.turn = state.asked = state.next_to_act[state.turn][state.must_act]
    level, stack, bet = state.level, state.stacks[at], state.bets[at]
    owed = level - bet
    if owed < 0:
        owed = 0
    lo = hi = step = 0
    if stack <= owed:
        owed = stack
    elif has_rivals and (not state.acted >> at & 1 or _may_raise_again(state, at)):
        lo, hi, step = state.raise_window
        if hi == _POT:
            hi = level + state.pot + state.pot_difference + owed
            if hi < lo:
                hi = lo
        most = bet + stack
        if hi > most:
            hi = most
            if lo > hi:
                lo = hi
            if step:
                step = hi - lo
    state.ask = _new(Ask, (state.ask_count, state.seats[at], BET, owed, lo, hi, (), None, step))
    state.ask_count += 1


def _may_raise_again(state: HandState, place: int) -> bool:
    """True if what was raised since this player acted is enough: short all-ins give no second chance, but add up (TDA 47).

    In fixed limit half a bet or more counts as a full one (TDA 47-B, or the house asks for a full one).
    """
    more = state.level - state.answered[place]
    if not state.plan.is_fixed:
        return more >= state.least_raise
    size = state.bet_size
    return more >= size or (more * 2 >= size and state.plan.rules.short_all_in_reopens != "full bet")


def _window(state: HandState) -> Window:
    """What a raise may come to now, as far as it is the same for everybody; `NO_RAISE` where the cap is reached.

    In fixed limit the raise after an all-in of less than half a bet adds a bet to it (S0.13) or completes it (WSOP 129).
    The cap is on raises, not on the bet, and is lifted when two players remain (S0.12; TDA 48 is the other choice).
    """
    plan, level, size = state.plan, state.level, state.bet_size
    if plan.cap and state.raises >= plan.cap and not _is_cap_lifted(state):
        return NO_RAISE
    full = (
        level - state.short_by + size if state.is_opened else size
    )  # completes the bring-in and is not added to it (S2.3)
    if plan.is_fixed:
        apart = state.bet_sizes[-1] - size if state.has_two_sizes else 0
        return full, full + apart, apart
    lo = level + state.least_raise
    if plan.limit == "spread":
        return lo, full if full > lo else lo, 0
    return lo, _POT if plan.limit == "pot" else _ALL_IN, 0


def _is_cap_lifted(state: HandState) -> bool:
    lifted = state.plan.rules.cap_heads_up
    return state.left == 2 and (lifted == "lifted" or (lifted == "event" and state.count == 2))
