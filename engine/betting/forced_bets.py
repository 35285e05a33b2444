"""Forced bets: antes, blinds, posts and what a killer posts (RULES.md S0.8, S0.14, S1.2; TDA RP-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.betting.pots_and_results.kill_pots import kill_blind, raise_stakes
from engine.betting.state import HandState
from engine.betting.straddles import may_straddle


def _ante(state: HandState, places: Iterable[int], chips: int, *, is_matched: bool) -> None:
    """Take an ante; a matched one can be won only by those who put in as much (a short ante contests only its part)."""
    stacks, put, numbers, events = state.stacks, state.put_in, state.seats, state.events
    for place in places:
        stack = stacks[place]
        paid = chips if chips < stack else stack
        if not paid:
            continue
        stacks[place] = stack - paid
        if paid == stack:
            state.able &= ~(1 << place)
        if is_matched:
            put[place] += paid
        else:
            state.dead_chips += paid
        events.append(("ante", numbers[place], paid, (), ()))


def post(state: HandState) -> None:
    """Antes and blinds; who may straddle is asked afterwards."""
    stakes, positions, start = state.stakes, state.start.positions, state.start
    if start.bomb:
        _ante(state, range(state.count), start.bomb, is_matched=True)
    if stakes.ante and not start.bomb:
        if stakes.ante_kind == "each":
            _ante(state, range(state.count), stakes.ante, is_matched=True)
        elif stakes.ante_kind == "button" and positions.button in state.place_of:
            _ante(state, [state.place_of[positions.button]], _ante_of_all(state), is_matched=False)
        elif start.rules.big_blind_ante == "ante first":
            _post_big_blind_ante(state)
    for number, _stack, _live, dead in start.posters:
        if dead:
            _ante(state, [state.place_of[number]], dead, is_matched=False)
    if not start.bomb:
        if state.plan.is_fixed and start.carried:
            raise_stakes(state)
        if state.plan.opening == "blinds":
            _post_blinds(state)
    state.is_posted = not state.straddlers


def _post_big_blind_ante(state: HandState) -> None:
    """The big blind pays for everybody, where the stakes say so."""
    seat = state.start.positions.big_blind
    if state.stakes.ante_kind == "big_blind" and seat is not None:
        _ante(state, [state.place_of[seat]], _ante_of_all(state), is_matched=False)


def _ante_of_all(state: HandState) -> int:
    """What one pays for everybody: at a short table half, in whole smallest chips, where the house says so (TDA RP-11)."""
    stakes = state.stakes
    if state.count > state.start.rules.ante_halved_at:
        return stakes.ante
    return -(-stakes.ante // (2 * stakes.unit)) * stakes.unit


def _post_blinds(state: HandState) -> None:
    """Blinds, posts and kills; the bet to call is the full one even if the poster is short (WSOP 150).

    Who acts first follows from the seats: left of the big blind (S1.2), or of whoever has posted more than it.
    """
    stakes, positions, place_of = state.stakes, state.start.positions, state.place_of
    _button, small_blind, big_blind = positions
    owed: list[tuple[str, int | None, int]] = [
        ("small blind", small_blind, stakes.small_blind),
        ("big blind", big_blind, stakes.big_blind),
    ]
    owed += [("post", poster, live) for poster, _stack, live, _dead in state.start.posters if live]
    if state.bet_sizes != state.plan.sizes:
        owed.append(kill_blind(state))
    total_posted = 0
    posted_by_place: dict[int, int] = {}  # what each has posted, had it the chips
    for kind, number, chips in owed:
        place = place_of.get(number or 0, -1)  # a dead blind is at nobody's seat
        if kind == "kill":  # a blind that the killer pays anyway counts towards it
            chips = max(0, chips - posted_by_place.get(place, 0))
        total_posted += chips
        if not chips or place < 0:
            continue
        paid = state.pay(place, chips)
        state.events.append((kind, number, paid, (), ()))  # 0 where an ante has taken the last chip
        posted_by_place[place] = posted_by_place.get(place, 0) + chips
    if state.start.rules.big_blind_ante != "ante first":
        _post_big_blind_ante(state)
    if state.plan.limit == "pot" and state.start.rules.pot_before_flop == "full blinds":
        state.pot_difference = total_posted - state.pot
    level = state.level = max(posted_by_place.values(), default=0)
    least_bet = stakes.least_bet
    state.least_raise = level if level > least_bet else least_bet
    state.is_opened = level > 0
    state.turn = _last_to_act(state, posted_by_place, level)
    if state.start.rules.straddle != "none":
        state.straddlers = may_straddle(state)


def _last_to_act(state: HandState, full: Mapping[int, int], level: int) -> int:
    """The place that acts last before the flop: of those who posted the most the last one clockwise to the big blind.

    So the big blind itself where nobody posted more; without blinds places are counted to the button.
    """
    place = state.place_of.get(state.start.positions.big_blind or 0, -1) if state.stakes.big_blind else -1
    while full.get(place % state.count, 0) < level:
        place -= 1
    return place % state.count
