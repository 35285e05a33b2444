"""Places of those knocked out at once (WSOP, Robert's rules; TDA RP-8). Values in, values out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
