"""Forced bets: antes, blinds, posts, kills and straddles (RULES.md S0.8, S0.11, S0.14, S1.2; TDA RP-11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.games.decisions import STRADDLE, Decision

if TYPE_CHECKING:
    from engine.betting.hand import Hand


def _ante(hand: Hand, places: Iterable[int], chips: int, *, is_matched: bool) -> None:
    """Take an ante; a matched one can be won only by those who put in as much (a short ante contests only its part)."""
    stacks, put, numbers, events = hand._stacks, hand._put, hand._numbers, hand._events
    for place in places:
        stack = stacks[place]
        paid = chips if chips < stack else stack
        if not paid:
            continue
        stacks[place] = stack - paid
        if paid == stack:
            hand._able &= ~(1 << place)
        if is_matched:
            put[place] += paid
        else:
            hand._dead += paid
        events.append(("ante", numbers[place], paid, (), ()))


def post(hand: Hand) -> None:
    """Antes and blinds; who may straddle is asked afterwards."""
    stakes, positions, start = hand.stakes, hand.start.positions, hand.start
    if start.bomb:
        _ante(hand, range(hand._count), start.bomb, is_matched=True)
    if stakes.ante and not start.bomb:
        if stakes.ante_kind == "each":
            _ante(hand, range(hand._count), stakes.ante, is_matched=True)
        elif stakes.ante_kind == "button" and positions.button in hand._place:
            _ante(hand, [hand._place[positions.button]], stakes.ante, is_matched=False)
        elif start.rules.big_blind_ante == "ante first":
            _post_big_blind_ante(hand)
    for number, _stack, _live, dead in start.posters:
        if dead:
            _ante(hand, [hand._place[number]], dead, is_matched=False)
    if not start.bomb:
        if hand.plan.is_fixed and start.carried:
            _raise_stakes(hand)
        if hand.plan.opening == "blinds":
            _post_blinds(hand)
    hand._posted = not hand._straddlers


def _post_big_blind_ante(hand: Hand) -> None:
    """The big blind pays for everybody, where the stakes say so."""
    seat = hand.start.positions.big_blind
    if hand.stakes.ante_kind == "big_blind" and seat is not None:
        _ante(hand, [hand._place[seat]], hand.stakes.ante, is_matched=False)


def _kill_blind(hand: Hand) -> tuple[str, int | None, int]:
    """What the killer posts: the small bet at the raised stakes."""
    return ("kill", hand.start.carried.get("kill"), hand._sizes[0])


def _raise_stakes(hand: Hand) -> None:
    """A kill pot plays for half as much again, or for double, in whole smallest chips."""
    kill = hand.start.rules.kill
    if kill == "none" or hand.start.carried.get("kill") not in hand._place:
        return
    unit = hand.stakes.unit
    parts = 3 if kill == "half" else 4
    hand._sizes = tuple(-(-size * parts // (2 * unit)) * unit for size in hand._sizes)


def _post_blinds(hand: Hand) -> None:
    """Blinds, posts and kills; the bet to call is the full one even if the poster is short (WSOP 150).

    Who acts first follows from the seats: left of the big blind (S1.2), or of whoever has posted more than it.
    """
    stakes, positions, place_of = hand.stakes, hand.start.positions, hand._place
    owed: list[tuple[str, int | None, int]] = [
        ("small blind", positions[1], stakes.small_blind),
        ("big blind", positions[2], stakes.big_blind),
    ]
    for seat in hand.start.posters:
        if seat[2]:
            owed.append(("post", seat[0], seat[2]))
    if hand._sizes is not hand.plan.sizes:
        owed.append(_kill_blind(hand))
    total = 0
    full: dict[int, int] = {}  # what each has posted, had it the chips
    for kind, number, chips in owed:
        place = place_of.get(number or 0, -1)  # a dead blind is at nobody's seat
        if kind == "kill":  # a blind that the killer pays anyway counts towards it
            chips = max(0, chips - full.get(place, 0))
        total += chips
        if not chips or place < 0:
            continue
        paid = hand._pay(place, chips)
        hand._events.append((kind, number, paid, (), ()))  # 0 where an ante has taken the last chip
        full[place] = full.get(place, 0) + chips
    if hand.start.rules.big_blind_ante != "ante first":
        _post_big_blind_ante(hand)
    if hand.plan.limit == "pot" and hand.start.rules.pot_before_flop == "full blinds":
        hand._off = total - hand.pot
    level = hand._level = max(full.values(), default=0)
    least = stakes.least_bet
    hand._step = level if level > least else least
    hand._opened = level > 0
    hand._turn = _last_to_act(hand, full, level)
    if hand.start.rules.straddle != "none":
        hand._straddlers = _straddlers(hand)


def _last_to_act(hand: Hand, full: Mapping[int, int], level: int) -> int:
    """The place that acts last before the flop: of those who posted the most the last one clockwise to the big blind.

    So the big blind itself where nobody posted more; without blinds places are counted to the button.
    """
    place = hand._place.get(hand.start.positions.big_blind or 0, -1) if hand.stakes.big_blind else -1
    while full.get(place % hand._count, 0) < level:
        place -= 1
    return place % hand._count


def _straddlers(hand: Hand) -> list[int]:
    """Who may straddle: one player, with three or more dealt in, who can pay twice the big blind and tops all posts."""
    rules, positions = hand.start.rules, hand.start.positions
    if hand._count < 3 or positions.big_blind is None or 2 * hand.stakes.big_blind <= hand._level:
        return []
    if rules.straddle == "button":
        place = hand._place.get(positions.button, -1)
    else:
        place = (hand._place[positions.big_blind] + 1) % hand._count
    if place < 0 or hand._bets[place] or hand._stacks[place] < 2 * hand.stakes.big_blind:
        return []
    return [place]


def go_on(hand: Hand) -> None:
    """Ask the next who may straddle, or find that everything is posted."""
    if not hand._straddlers:
        hand._posted = True
        return
    chips = 2 * hand.stakes.big_blind
    hand._open(hand._straddlers.pop(0), STRADDLE, 0, chips, chips)


def answer_straddle(hand: Hand, place: int, decision: Decision) -> None:
    """Post the straddle: a blind of twice the big one, whose owner acts last."""
    if decision.verb != "straddle":
        hand._events.append(("pass", hand._numbers[place], 0, (), ()))
        return
    chips = 2 * hand.stakes.big_blind
    hand._pay(place, chips)
    hand._events.append(("straddle", hand._numbers[place], chips, (), ()))
    hand._level = hand._step = chips
    hand._turn = place
