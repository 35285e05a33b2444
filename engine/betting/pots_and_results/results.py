"""What came of a hand: every chip that went in comes out (RULES.md S0.14, S2.7; TDA 20, 21)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from engine.betting.pots_and_results.kill_pots import NOTHING, next_kill
from engine.betting.pots_and_results.pot_sharing import share_out
from engine.betting.pots_and_results.pots import SharedPot, check_balance, uncalled
from engine.betting.state import HandState

_new: Final = tuple.__new__  # as in `engine.betting.betting_round`


class PotResult(NamedTuple):
    """One pot: its chips before rake, the seats that could win it, and who won how many, by part of the pot.

    `shares` go by board, then by part: the ranking's key, the chips by seat, and the board's index.
    """

    amount: int
    eligible: tuple[int, ...]
    shares: tuple[tuple[str, Mapping[int, int]], ...]
    rake: int = 0
    boards: tuple[int, ...] = ()  # which board each share is of; empty where there is one

    def as_json(self) -> dict[str, Any]:
        """For storage and API."""
        shares: list[dict[str, Any]] = [
            {"by": key, "chips": {str(seat): chips for seat, chips in won.items()}} for key, won in self.shares
        ]
        for share, board in zip(shares, self.boards, strict=False):
            share["board"] = board
        return {"amount": self.amount, "eligible": list(self.eligible), "rake": self.rake, "shares": shares}


class Result(NamedTuple):
    """`net` chips by seat and `rake` sum to zero. `carried` goes into the next hand's start."""

    net: Mapping[int, int]
    rake: int
    pots: tuple[PotResult, ...]
    carried: Mapping[str, Any] = NOTHING

    def as_json(self) -> dict[str, Any]:
        """For storage and API; seats are strings there."""
        return {
            "net": {str(seat): chips for seat, chips in self.net.items()},
            "rake": self.rake,
            "pots": [pot.as_json() for pot in self.pots],
            "carried": dict(self.carried),
        }


def finish(state: HandState) -> None:
    """End the hand: an uncalled bet goes back, and every other chip to who wins it."""
    place, chips = uncalled(state.put_in)
    if chips and (not state.folded[place] or place in state.beaten):
        state.put_in[place] -= chips
        state.stacks[place] += chips
        state.events.append(("uncalled", state.seats[place], chips, (), ()))
    state.to_show = None
    state.must_act = 0
    state.shared_pots = share_out(state)


def result_of(state: HandState, shared: Sequence[SharedPot]) -> Result:
    """What came of a hand whose pots were shared so. Raises `UnbalancedResult` if chips were made or lost."""
    numbers = state.seats
    results = tuple([_told(pot, numbers) for pot in shared])
    places = zip(state.start.places, state.stacks, strict=True)
    net = {number: left - stack for (number, stack, _live, _dead), left in places}
    rake = sum([pot.rake for pot in shared])
    check_balance(net.values(), rake)
    carried = NOTHING
    if state.plan.rules.kill != "none":
        takers = {seat for pot in results for _key, won in pot.shares for seat in won}
        carried = next_kill(state, takers, sum([pot.amount for pot in results]))
    return Result(MappingProxyType(net), rake, results, carried)


def _told(pot: SharedPot, numbers: Sequence[int]) -> PotResult:
    shares = tuple(
        [(key, MappingProxyType({numbers[place]: chips for place, chips in won})) for _board, key, won in pot.shares]
    )
    boards = tuple([share[0] for share in pot.shares]) if pot.shares[-1][0] else ()
    return PotResult(pot.amount, tuple([numbers[at] for at in pot.eligible]), shares, pot.rake, boards)
