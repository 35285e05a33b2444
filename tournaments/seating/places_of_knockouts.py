"""Places of those knocked out at once (WSOP, Robert's rules; TDA RP-8). Values in, values out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

POLICIES = ("stack", "table_then_tie")


@dataclass(frozen=True, slots=True)
class Bust:
    """One player knocked out: the entry, the table, and the chips it began the hand with."""

    entry: int
    table: int
    start: int


def places(busts: Sequence[Bust], left_before: int, policy: str = "stack") -> dict[int, tuple[int, int]]:
    """The place of each, as (best, worst): equal unless a tie shares several.

    left_before: players left before this hand. "stack": the larger stack at the start of the hand finishes higher, equal
    stacks tie, whatever the table. "table_then_tie": the same at one table; players of different tables who are equally
    far from their table's last tie, since hands played hand for hand count as one.
    """
    worst = left_before
    made: dict[int, tuple[int, int]] = {}
    for group in _from_the_worst(busts, policy):
        best = worst - len(group) + 1
        for bust in group:
            made[bust.entry] = (best, worst)
        worst = best - 1
    return made


class RoundRank(NamedTuple):
    """One knocked out in a round played hand for hand, as it was reported.

    `round` numbers the rounds; the knock-outs of one are numbered above `base`, of which it has so many as `room` says. `tap`
    is the report's line, `rank` the place in it (0: the largest stack). start: the chips at the start of the hand, None where
    nobody said; is_told: said with the report or since, and not as counted at any time before.
    """

    round: int
    base: int
    room: int
    table: int
    tap: int
    rank: int
    policy: str
    start: int | None = None
    is_told: bool = False


def in_round(ranks: Mapping[int, RoundRank]) -> tuple[list[list[int]], list[int]]:
    """The entries of one round from the worst, who tie together; and those whose stacks have to be asked for.

    The hands of a round are one event (TDA RP-8): in whatever order they are reported, the larger stack at the start of the
    hand finishes higher. Where a stack that matters is not known, all whom it is compared with tie until it is said. One
    report alone may leave the stacks out: it names the largest first.
    """
    if {rank.policy for rank in ranks.values()} != {POLICIES[1]}:
        return _ordered(ranks)
    tables = sorted({rank.table for rank in ranks.values()})
    here = [_ordered({one: rank for one, rank in ranks.items() if rank.table == table}) for table in tables]
    depth = max((len(groups) for groups, _wanted in here), default=0)
    tied = [sorted(one for groups, _w in here if at < len(groups) for one in groups[at]) for at in range(depth)]
    return tied, sorted(one for _groups, wanted in here for one in wanted)


def _ordered(ranks: Mapping[int, RoundRank]) -> tuple[list[list[int]], list[int]]:
    """Of those whose stacks are compared."""
    is_one_report = len({rank.tap for rank in ranks.values()}) == 1
    if is_one_report and not all(rank.is_told for rank in ranks.values()):
        return [[one] for one in sorted(ranks, key=lambda one: -ranks[one].rank)], []
    if wanted := sorted(one for one, rank in ranks.items() if rank.start is None):
        return [sorted(ranks)], wanted
    stacks = sorted({rank.start or 0 for rank in ranks.values()})
    return [sorted(one for one, rank in ranks.items() if rank.start == stack) for stack in stacks], []


def _from_the_worst(busts: Sequence[Bust], policy: str) -> list[list[Bust]]:
    if policy == "stack":
        stacks = sorted({bust.start for bust in busts})
        return [[bust for bust in busts if bust.start == stack] for stack in stacks]
    tables = [
        _from_the_worst([bust for bust in busts if bust.table == table], "stack")
        for table in sorted({bust.table for bust in busts})
    ]
    depth = max((len(groups) for groups in tables), default=0)
    return [[bust for groups in tables if at < len(groups) for bust in groups[at]] for at in range(depth)]


def tie_share(prizes: dict[int, int], best: int, worst: int, unit: int = 1) -> list[int]:
    """What the places from `best` to `worst` come to when shared: pooled, in chips of `unit`, the odd ones to the first."""
    pool = sum(prizes.get(place, 0) for place in range(best, worst + 1))
    count = worst - best + 1
    each, odd = divmod(pool // unit, count)
    shares = [(each + (at < odd)) * unit for at in range(count)]
    shares[0] += pool % unit
    return shares
