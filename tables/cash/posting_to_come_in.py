"""Who is dealt in and who posts what at a cash table where players come, go and sit out.

A player who is not in the game yet, or has missed blinds, either waits for the big blind or posts. Whoever waits owes
nothing when it comes; whoever posts is dealt in at once, but never between the button and the big blind: that would buy
the hands behind the blinds without having paid them. The button and the blinds themselves are `engine.games.dealer_button`'.

All of it is values; `tables.cash.next_hand` asks, `tables.dealing.dealer` keeps the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from engine.games.dealer_button import next_live
from engine.games.hand_start import Positions

IN, WAITS, POSTS = "in", "waits", "posts"
Place = Callable[[Collection[int]], Positions]


class Chair(NamedTuple):
    """A player who could be dealt in: `entry` is "in", "waits" for the big blind, or "posts"; and the blinds missed."""

    seat: int
    entry: str = IN
    owes_big: bool = False
    owes_small: bool = False


class Entrants(NamedTuple):
    """Who is dealt in, the positions of the hand, and who came in by posting."""

    live: frozenset[int]
    where: Positions
    posting: frozenset[int]


def entrants(chairs: Iterable[Chair], place: Place, last_big_blind: int | None) -> Entrants:
    """Who is dealt in to a hand with blinds, `place` telling the positions of so many seats.

    At a table that has not played (`last_big_blind` None), and where fewer than two could play otherwise, everybody is
    dealt in and owes nothing. Raises what `place` raises.
    """
    found = {chair.seat: chair for chair in chairs}
    everybody = frozenset(found)
    live = frozenset(seat for seat, chair in found.items() if chair.entry == IN)
    if last_big_blind is None or live == everybody:
        return Entrants(everybody, place(everybody), frozenset())
    coming = sorted(everybody - live, key=lambda seat: (seat <= last_big_blind, seat))
    for seat in coming:
        wider = live | {seat}
        if len(wider) > 1 and place(wider).big_blind == seat:
            live = wider
            break
    if len(live) < 2:
        return Entrants(everybody, place(everybody), frozenset())
    where, posting = place(live), set()
    for seat in coming:
        if seat in live or found[seat].entry != POSTS:
            continue
        wider = live | {seat}
        there = place(wider)
        if there.big_blind == where.big_blind and not is_between(there.button, seat, there.big_blind):
            live, where = wider, there
            posting.add(seat)
    return Entrants(live, where, frozenset(posting))


def owed(chair: Chair, *, small: int, big: int, missed: str) -> tuple[int, int]:
    """What a chair posts to come in, as chips live and dead, by the house's rule for missed blinds.

    A newcomer posts the big blind. "both": the missed small blind goes dead to the pot too; "big blind": only that one.
    """
    is_new = not (chair.owes_big or chair.owes_small)
    live = big if chair.owes_big or is_new or missed == "big blind" else 0
    return live, small if chair.owes_small and missed == "both" else 0


def missed(before: Positions, after: Positions, away: Collection[int]) -> tuple[set[int], set[int]]:
    """Which of the seats that are `away` the big blind has passed over between two hands with blinds, and the small."""
    if before.big_blind is None or after.big_blind is None:
        return set(), set()
    bigs = {seat for seat in away if is_between(before.big_blind, seat, after.big_blind)}
    smalls: set[int] = set()
    if before.small_blind is not None and after.small_blind is not None and before.small_blind != after.small_blind:
        ends = {after.small_blind} & set(away)
        smalls = ends | {seat for seat in away if is_between(before.small_blind, seat, after.small_blind)}
    return bigs, smalls


def is_between(first: int, seat: int, last: int | None) -> bool:
    """True if, going clockwise from `first`, `seat` comes before `last`; from a seat to itself is once round."""
    if last is None or seat in (first, last):
        return False
    return next_live(first, {seat, last}) == seat


def is_farther(old: int, new: int, last_big_blind: int | None) -> bool:
    """True if the big blind comes later to the new seat than to the old one: then a change of seats gains hands."""
    if last_big_blind is None:
        return False
    nearer: Mapping[int, tuple[bool, int]] = {seat: (seat <= last_big_blind, seat) for seat in (old, new)}
    return nearer[new] > nearer[old]
