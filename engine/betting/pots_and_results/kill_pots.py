"""Kill pots: who has won enough to kill the next pot, and what is played for in it (RULES.md S0.11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

from engine.betting.state import HandState

NOTHING: Mapping[str, Any] = MappingProxyType({})


def next_kill(state: HandState, takers: Collection[int], total: int) -> Mapping[str, Any]:
    """What the next hand begins with: `kill`, the seat that kills it, and `leg`, the seat that has won one pot of two.

    takers: the seats that took chips of any pot; total: the chips of all pots, rake included. Empty where neither is.
    Asked only where the house plays kill pots.
    """
    rules = state.plan.rules
    if len(takers) != 1 or total < rules.kill_least:
        return NOTHING
    (seat,) = takers
    if rules.kill_when == "scoop":
        is_scoop = len(state.plan.parts) > 1 and state.left > 1
        return MappingProxyType({"kill": seat}) if is_scoop else NOTHING
    if state.start.carried.get("leg") == seat:
        return MappingProxyType({"kill": seat, "leg": seat})
    return MappingProxyType({"leg": seat})


def kill_blind(state: HandState) -> tuple[str, int | None, int]:
    """What the killer posts: the small bet at the raised stakes."""
    return ("kill", state.start.carried.get("kill"), state.bet_sizes[0])


def raise_stakes(state: HandState) -> None:
    """A kill pot plays for half as much again, or for double, in whole smallest chips."""
    kill = state.start.rules.kill
    if kill == "none" or state.start.carried.get("kill") not in state.place_of:
        return
    unit = state.stakes.unit
    parts = 3 if kill == "half" else 4
    state.bet_sizes = tuple(-(-size * parts // (2 * unit)) * unit for size in state.bet_sizes)
