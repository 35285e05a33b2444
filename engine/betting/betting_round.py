"""A round of betting: who acts, what may be bet, and what an answer comes to (RULES.md S0.8–S0.14, S1.3, S2.3; TDA 43–54)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from engine.betting.opening import announce_pairs, best_board, bring_in_place, shows_pair
from engine.games.decisions import BET, BRING_IN, CALL, FOLD, Ask, Decision

if TYPE_CHECKING:
    from engine.betting.hand import Hand

_new = tuple.__new__  # an Ask made without its constructor, which takes longer than finding out what to ask

# What a raise may come to at this level, whoever makes it: the least, the most, and how far apart the sizes are.
Window = tuple[int, int, int]
NO_RAISE: Window = (0, 0, 0)
_ALL_IN, _POT = 1 << 62, 1 << 61  # for the most: where only the stack is a limit, or the pot as it is then

# -- a round ----------------------------------------------------------------------------------------------------------


def begin_round(hand: Hand) -> None:
    """Set up the betting of the street: who must act, from where, and what there is to call."""
    count, plan, street = hand._count, hand.plan, hand._street
    hand._seen = [0] * count
    hand._acted = hand._raises = hand._short = 0
    hand._last_raiser = -1
    hand._two_sizes = False
    hand._size = hand._sizes[street]
    if street == 0:
        if plan.opening != "blinds":
            hand._level, hand._step, hand._opened = 0, plan.least_bet, False
            if plan.opening != "best board":
                _ask_bring_in(hand)
                return
            hand._turn = (best_board(hand) - 1) % count
    else:
        hand._level, hand._step, hand._opened, hand._off = 0, plan.least_bet, False, 0
        if plan.boards_by is not None:
            if plan.opening == "high card" and plan.streets[street].up:
                announce_pairs(hand)
            hand._turn = (best_board(hand) - 1) % count
        else:
            hand._turn = count - 1
        if street == 1 and plan.game.has_open_pair:
            hand._two_sizes = plan.is_fixed and plan.rules.open_pair == "small or big bet" and shows_pair(hand)
    hand._first = (hand._turn + 1) % count
    hand._window = _window(hand)
    able = hand._able
    hand._need = able if able & (able - 1) or _somebody_bets(hand) else 0


def begin_roll_round(hand: Hand, place: int) -> None:
    """The round after a player has turned up the best cards: that player opens (S2.14)."""
    hand._seen = [0] * hand._count
    hand._bets = [0] * hand._count
    hand._acted = hand._raises = hand._short = 0
    hand._last_raiser = -1
    hand._size = hand._sizes[hand._street]
    hand._level, hand._step, hand._opened = 0, hand.stakes.least_bet, False
    hand._turn = (place - 1) % hand._count
    hand._window = _window(hand)
    hand._need = hand._able if _somebody_bets(hand) else 0


def _somebody_bets(hand: Hand) -> bool:
    """False if at most one player has chips and nothing is left to call."""
    able = hand._able
    if able & (able - 1):
        return True
    if not able:
        return False
    place = able.bit_length() - 1
    return hand._bets[place] < max(bet for at, bet in enumerate(hand._bets) if at != place)


def _ask_bring_in(hand: Hand) -> None:
    """S2.2: the bring-in is forced; its only choice is to open for the full small bet."""
    hand._need = hand._able if _somebody_bets(hand) else 0
    if not hand._need:
        return
    place = hand._turn = bring_in_place(hand)
    stack = hand._stacks[place]
    if not stack:  # all-in from the ante: the next one acts, with nothing to call
        hand._window = _window(hand)
        return
    hand._first = place
    bring_in = hand.stakes.bring_in
    lo = hi = 0
    if stack > bring_in:
        if hand.plan.rules.bring_in_may_open:
            lo, hi = _opening_window(hand, stack)
    else:
        bring_in = stack
    hand._open(place, BRING_IN, bring_in, lo, hi)


def _opening_window(hand: Hand, stack: int) -> tuple[int, int]:
    """The sizes for which a hand may be opened instead of brought in."""
    plan = hand.plan
    least = hand._sizes[0] if plan.is_fixed else hand.stakes.least_bet
    most = max(hand.pot, least) if plan.limit == "pot" else stack if plan.limit == "no" else hand._sizes[0]
    bring_in = hand.stakes.bring_in
    if least <= bring_in:  # a bet is more than what is forced
        least += bring_in
    lo, hi = min(least, stack), min(max(most, least), stack)
    return (lo, hi) if hi > bring_in and not (plan.is_fixed and lo > hand._sizes[0]) else (0, 0)


def answer_bring_in(hand: Hand, place: int, ask: Ask, decision: Decision) -> None:
    """Bring it in, which is no raise and can be completed; or open for a full bet."""
    if decision.verb == "raise":
        raise_to(hand, place, decision.amount)
        return
    paid = hand._pay(place, ask.call)
    level = hand._level = hand.stakes.bring_in
    least = hand.stakes.least_bet
    hand._step = least - level if least > level else least
    hand._opened = hand.plan.is_fixed and level >= hand._size  # nothing is left to complete
    hand._window = _window(hand)
    hand._seen[place] = level
    hand._acted |= 1 << place
    hand._need = hand._able & ~(1 << place)
    hand._events.append(("bring-in", hand._numbers[place], paid, (), ()))


def answer(hand: Hand, ask: Ask, decision: Decision) -> None:
    """Take a call, a fold or a raise, and ask the next. Raises an `IllegalDecision`, and then nothing has changed.

    The hot path of the engine: what `Ask.check` and `Hand._pay` do stands here again, without their calls.
    """
    if decision is not CALL and decision is not FOLD and not _is_plain_raise(ask, decision):
        ask.check(decision)
    verb = decision[0]
    place = hand._who
    if verb == "raise":
        need = raise_to(hand, place, decision[1])
    else:
        bit = 1 << place
        need = hand._need & ~bit
        if verb == "call":
            hand._acted |= bit
            hand._seen[place] = hand._level
            owed = ask[3]
            if owed:
                stack = hand._stacks[place] = hand._stacks[place] - owed
                if not stack:
                    hand._able &= ~bit
                hand._bets[place] += owed
                hand._put[place] += owed
                hand._events.append(("call", hand._numbers[place], owed, (), ()))
            else:
                hand._events.append(("check", hand._numbers[place], 0, (), ()))
        else:
            hand._folded[place] = True
            hand._able &= ~bit
            hand._pile += hand._cards[place]
            hand._events.append(("fold", hand._numbers[place], 0, (), ()))
            left = hand._left = hand._left - 1
            if left == 1:
                need = 0
            elif left == 2 and hand.plan.cap:
                hand._window = _window(hand)  # it may be lifted now
        hand._need = need
    hand._ask = None
    if need:
        ask_next(hand)


def _is_plain_raise(ask: Ask, decision: Decision) -> bool:
    """True for a raise that `Ask.check` allows, of any size there is; of all others it has to be asked."""
    if type(decision) is not Decision or len(decision) != 3:
        return False
    verb, amount, cards = decision
    if type(verb) is not str or type(amount) is not int or type(cards) is not tuple:
        return False
    return verb == "raise" and not cards and not ask[8] and 0 < ask[4] <= amount <= ask[5]


def raise_to(hand: Hand, place: int, amount: int) -> int:
    """Bet, raise or complete to `amount`; returns the places that must answer it, as bits."""
    bit = 1 << place
    level, opened = hand._level, hand._opened
    by = amount - level
    kind = "raise" if opened else ("complete" if level else "bet")
    if hand.plan.is_fixed:
        size = hand._size
        by += hand._short
        wager = by if opened else amount
        if wager * 2 >= size:
            hand._short = 0
            # A bet or a completion is no raise (S2.3).
            hand._raises += opened or (kind == "complete" and hand.plan.rules.completion == "raise")
            hand._opened = True
            if wager >= size or hand.plan.rules.short_all_in_reopens == "half a bet":
                hand._acted = 0
        elif opened and hand.plan.rules.short_all_in_raise == "completed":
            hand._short = by
        if by > size:  # the big bet on an open pair: from now on there is no other
            hand._two_sizes = False
            hand._size = hand._sizes[-1]
    else:
        hand._raises += opened
        hand._opened = True
        if by >= hand._step:
            hand._step = by if opened else amount
            hand._acted = 0  # who has called less may raise again: a bring-in too, whatever it was (S2.3)
        elif not opened:  # all-in for less than a bet: the next to raise adds a whole one (S0.13)
            hand._step = hand.plan.least_bet
    hand._acted |= bit
    chips = amount - hand._bets[place]
    stack = hand._stacks[place] = hand._stacks[place] - chips
    if not stack:
        hand._able &= ~bit
    hand._put[place] += chips
    hand._level = hand._bets[place] = hand._seen[place] = amount
    hand._last_raiser = place
    hand._window = _window(hand)
    hand._events.append((kind, hand._numbers[place], amount, (), ()))
    need = hand._need = hand._able & ~bit
    return need


@cache
def following(count: int) -> tuple[bytes, ...]:
    """Whose turn it is: by the place that acted last, then by the places that must act, as bits."""
    return tuple(
        bytes(
            [
                next((at % count for at in range(last + 1, last + 1 + count) if need >> at % count & 1), 0)
                for need in range(1 << count)
            ]
        )
        for last in range(count)
    )


def ask_next(hand: Hand) -> None:
    """Open the ask of the next to act, or find that nobody has to."""
    able = hand._able
    has_rivals = able & (able - 1)
    if not has_rivals and not _somebody_bets(hand):
        hand._need = 0
        return
    at = hand._turn = hand._who = hand._following[hand._turn][hand._need]
    level, stack, bet = hand._level, hand._stacks[at], hand._bets[at]
    owed = level - bet
    if owed < 0:
        owed = 0
    lo = hi = step = 0
    if stack <= owed:
        owed = stack
    elif has_rivals and (not hand._acted >> at & 1 or _may_raise_again(hand, at)):
        lo, hi, step = hand._window
        if hi == _POT:
            hi = level + hand.pot + hand._off + owed
            if hi < lo:
                hi = lo
        most = bet + stack
        if hi > most:
            hi = most
            if lo > hi:
                lo = hi
            if step:
                step = hi - lo
    hand._ask = _new(Ask, (hand._asked, hand._numbers[at], BET, owed, lo, hi, (), None, step))
    hand._asked += 1


def _may_raise_again(hand: Hand, place: int) -> bool:
    """True if what was raised since this player acted is enough: short all-ins give no second chance, but add up (TDA 47).

    In fixed limit half a bet or more counts as a full one (TDA 47-B, or the house asks for a full one).
    """
    more = hand._level - hand._seen[place]
    if not hand.plan.is_fixed:
        return more >= hand._step
    size = hand._size
    return more >= size or (more * 2 >= size and hand.plan.rules.short_all_in_reopens != "full bet")


def _window(hand: Hand) -> Window:
    """What a raise may come to now, as far as it is the same for everybody; `NO_RAISE` where the cap is reached.

    In fixed limit the raise after an all-in of less than half a bet adds a bet to it (S0.13) or completes it (WSOP 129).
    The cap is on raises, not on the bet, and is lifted when two players remain (S0.12; TDA 48 is the other choice).
    """
    plan, level, size = hand.plan, hand._level, hand._size
    if plan.cap and hand._raises >= plan.cap and not _is_cap_lifted(hand):
        return NO_RAISE
    full = level - hand._short + size if hand._opened else size  # completes the bring-in and is not added to it (S2.3)
    if plan.is_fixed:
        apart = hand._sizes[-1] - size if hand._two_sizes else 0
        return full, full + apart, apart
    lo = level + hand._step
    if plan.limit == "spread":
        return lo, full if full > lo else lo, 0
    return lo, _POT if plan.limit == "pot" else _ALL_IN, 0


def _is_cap_lifted(hand: Hand) -> bool:
    lifted = hand.plan.rules.cap_heads_up
    return hand._left == 2 and (lifted == "lifted" or (lifted == "event" and hand._count == 2))
