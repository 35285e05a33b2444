"""A round of betting: who acts, what may be bet, and what an answer comes to (RULES.md S0.8–S0.14, S1.3, S2.3; TDA 43–54)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.decisions import BET, BRING_IN, CALL, FOLD, Ask, Decision
from engine.opening import announce_pairs, best_board, bring_in_place, shows_pair

if TYPE_CHECKING:
    from engine.hand import Hand

_new = tuple.__new__  # an Ask made without its constructor, which takes longer than finding out what to ask

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
    most = {"fixed": hand._sizes[0], "spread": hand._sizes[0], "pot": max(hand.pot, least), "no": stack}[plan.limit]
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
    hand._seen[place] = level
    hand._acted |= 1 << place
    hand._need = hand._able & ~(1 << place)
    hand._events.append(("bring-in", hand._numbers[place], paid, (), ()))


def answer(hand: Hand, ask: Ask, decision: Decision) -> None:
    """Take a call, a fold or a raise, and ask the next. Raises an `IllegalDecision`, and then nothing has changed.

    The hot path of the engine: what `Ask.check` and `Hand._pay` do stands here again, without their calls.
    """
    place = hand._who
    bit = 1 << place
    if decision is CALL or decision == CALL:
        need = hand._need = hand._need & ~bit
        hand._acted |= bit
        level = hand._seen[place] = hand._level
        bets = hand._bets
        owed = level - bets[place]
        if owed > 0:
            stack = hand._stacks[place]
            if owed >= stack:
                owed = stack
                hand._able &= ~bit
            hand._stacks[place] = stack - owed
            bets[place] += owed
            hand._put[place] += owed
            hand._events.append(("call", hand._numbers[place], owed, (), ()))
        else:
            hand._events.append(("check", hand._numbers[place], 0, (), ()))
    elif decision is FOLD or decision == FOLD:
        hand._folded[place] = True
        hand._able &= ~bit
        hand._pile += hand._cards[place]
        hand._events.append(("fold", hand._numbers[place], 0, (), ()))
        hand._left -= 1
        need = hand._need = hand._need & ~bit if hand._left > 1 else 0
    elif type(decision) is not Decision or decision[0] != "raise":
        ask.check(decision)
        # Allowed, though not to the letter: cards that are none, in a list, say.
        answer(hand, ask, FOLD if decision[0] == "fold" else CALL)
        return
    else:
        _verb, amount, cards = decision
        if type(amount) is not int or cards or ask[8] or not 0 < ask[4] <= amount <= ask[5]:
            ask.check(decision)
        need = raise_to(hand, place, amount)
    hand._ask = None
    if need:
        ask_next(hand)


def raise_to(hand: Hand, place: int, amount: int) -> int:
    """Bet, raise or complete to `amount`; returns the places that must answer it, as bits."""
    bit = 1 << place
    hand._events.append((_count_raise(hand, amount), hand._numbers[place], amount, (), ()))
    hand._acted |= bit
    hand._pay(place, amount - hand._bets[place])
    hand._seen[place] = amount
    hand._last_raiser = place
    need = hand._need = hand._able & ~bit
    return need


def ask_next(hand: Hand) -> None:
    """Open the ask of the next to act, or find that nobody has to."""
    able = hand._able
    if not able & (able - 1) and not _somebody_bets(hand):
        hand._need = 0
        return
    need, at = hand._need, hand._turn + 1
    later = need >> at
    at = at + (later & -later).bit_length() - 1 if later else (need & -need).bit_length() - 1
    hand._turn = hand._who = at
    level, stack, bet = hand._level, hand._stacks[at], hand._bets[at]
    owed = level - bet
    if owed < 0:
        owed = 0
    lo = hi = step = 0
    if stack <= owed:
        owed = stack
    elif able & ~(1 << at):
        if hand._is_no_limit:
            # A short all-in does not give a player who has acted a second chance; short ones add up (TDA 47).
            if not hand._acted >> at & 1 or level - hand._seen[at] >= hand._step:
                hi = bet + stack
                lo = level + hand._step
                if lo > hi:
                    lo = hi
        else:
            lo, hi, step = _window(hand, at, owed)
    hand._ask = _new(Ask, (hand._asked, hand._numbers[at], BET, owed, lo, hi, (), None, step))
    hand._asked += 1


def _window(hand: Hand, place: int, owed: int) -> tuple[int, int, int]:
    """The least and the most a raise may come to in a limit that is not no limit, and how far apart its sizes are.

    (0, 0, 0) where none may be made. In fixed limit an all-in of half a bet or more counts as a full one (TDA 47-B, or
    the house asks for a full one); the raise after a smaller one adds a bet to it (S0.13) or completes it (WSOP 129).
    The cap is on raises, not on the bet, and is lifted when two players remain (S0.12; TDA 48 is the other choice).
    """
    plan, level, size = hand.plan, hand._level, hand._size
    is_fixed = plan.is_fixed
    if hand._acted >> place & 1:
        more = level - hand._seen[place]
        if is_fixed:
            if more < size and (more * 2 < size or plan.rules.short_all_in_reopens == "full bet"):
                return 0, 0, 0
        elif more < hand._step:
            return 0, 0, 0
    if plan.cap and hand._raises >= plan.cap and not _is_cap_lifted(hand):
        return 0, 0, 0
    step = 0
    if is_fixed:
        lo = hi = level - hand._short + size if hand._opened else size
        if hand._two_sizes:
            hi += hand._sizes[-1] - size
            step = hi - lo
    else:
        lo = level + hand._step
        if plan.limit == "pot":
            hi = level + hand.pot + hand._off + owed
        else:  # a spread bet completes the bring-in and is not added to it (S2.3)
            hi = level + size if hand._opened else size
        if hi < lo:
            hi = lo
    most = hand._bets[place] + hand._stacks[place]
    if hi >= most:
        hi = most
        lo = lo if lo < hi else hi
        step = hi - lo if step else 0
    return lo, hi, step


def _is_cap_lifted(hand: Hand) -> bool:
    lifted = hand.plan.rules.cap_heads_up
    return hand._left == 2 and (lifted == "lifted" or (lifted == "event" and hand._count == 2))


def _count_raise(hand: Hand, amount: int) -> str:
    """Note what a bet or raise to `amount` means for those who follow; returns what it is called."""
    level, opened = hand._level, hand._opened
    by = amount - level
    hand._level = amount
    kind = "raise" if opened else ("complete" if level else "bet")
    if not hand.plan.is_fixed:
        hand._raises += opened
        hand._opened = True
        if by >= hand._step:
            hand._step = by if opened else amount
            hand._acted = 0  # who has called less may raise again: a bring-in too, whatever it was (S2.3)
        elif not opened:  # all-in for less than a bet: the next to raise adds a whole one (S0.13)
            hand._step = hand.plan.least_bet
        return kind
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
    return kind
