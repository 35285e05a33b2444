"""What the log says of a tournament's money: bounties and envelopes, prizes that are locked, a deal. Values in, values out.

Chips that moved are in the ledger; here is what was decided, and what a draw came to.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

Chips = Mapping[int, int]  # chips by entry


@dataclass(frozen=True, slots=True)
class Lock:
    """Prizes that stand whatever comes: chips by place from the first, and of how many entries and what pool they were."""

    prizes: tuple[int, ...]
    entries: int
    pool: int


@dataclass(frozen=True, slots=True)
class DealProposal:
    """A deal that is talked over, or was agreed: what each who is left gets, and what the winner gets besides.

    prizes: those by place from the first, at the time. played: hands settled then, since another hand makes it stale.
    agreed: who has consented.
    """

    method: str
    shares: Chips
    kept: int
    prizes: tuple[int, ...]
    played: int
    agreed: frozenset[int] = frozenset()
    is_binding: bool = False

    @property
    def waits_for(self) -> list[int]:
        """The entries that have not consented yet."""
        return sorted(set(self.shares) - self.agreed)


@dataclass(frozen=True, slots=True)
class PrizeState:
    """added: chips that knock-outs added to bounties, by entry. settled: entries whose bounties were won, or went unclaimed.

    won: what each has won of bounties, by entry; paid or not. unclaimed: chips of bounties that nobody won.
    envelopes: those not opened yet, the best first; None until the moment they are made.
    barred: entries out of the prizes.
    """

    added: Chips = field(default_factory=dict)
    settled: frozenset[int] = frozenset()
    won: Chips = field(default_factory=dict)
    unclaimed: int = 0
    envelopes: tuple[int, ...] | None = None
    lock: Lock | None = None
    deal: DealProposal | None = None
    barred: frozenset[int] = frozenset()

    def joined(self, other: PrizeState, sign: int) -> PrizeState:
        """With what a flight brings (`sign` 1), or without it again (-1); prizes and deals are never a flight's."""
        is_in = sign > 0
        envelopes = self.envelopes if other.envelopes is None else other.envelopes if is_in else None
        return replace(
            self,
            added=summed(self.added, other.added.items(), sign),
            settled=self.settled | other.settled if is_in else self.settled - other.settled,
            won=summed(self.won, other.won.items(), sign),
            unclaimed=self.unclaimed + sign * other.unclaimed,
            envelopes=envelopes,
            barred=self.barred | other.barred if is_in else self.barred - other.barred,
        )

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        lock, deal = self.lock, self.deal
        return {
            "added": {str(entry): chips for entry, chips in self.added.items()},
            "settled": sorted(self.settled),
            "won": {str(entry): chips for entry, chips in self.won.items()},
            "unclaimed": self.unclaimed,
            "envelopes": None if self.envelopes is None else list(self.envelopes),
            "lock": None if lock is None else [list(lock.prizes), lock.entries, lock.pool],
            "deal": None
            if deal is None
            else [
                deal.method,
                {str(entry): chips for entry, chips in deal.shares.items()},
                deal.kept,
                list(deal.prizes),
                deal.played,
                sorted(deal.agreed),
                deal.is_binding,
            ],
            "barred": sorted(self.barred),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> PrizeState:
        """The prizes of a snapshot; an empty one is the beginning."""
        if not data:
            return cls()
        lock, deal = data["lock"], data["deal"]
        return cls(
            added=_by_entry(data["added"]),
            settled=frozenset(data["settled"]),
            won=_by_entry(data["won"]),
            unclaimed=data["unclaimed"],
            envelopes=None if data["envelopes"] is None else tuple(data["envelopes"]),
            lock=None if lock is None else Lock(tuple(lock[0]), lock[1], lock[2]),
            deal=None
            if deal is None
            else DealProposal(
                deal[0], _by_entry(deal[1]), deal[2], tuple(deal[3]), deal[4], frozenset(deal[5]), deal[6]
            ),
            barred=frozenset(data["barred"]),
        )


def _by_entry(chips: Mapping[str, int]) -> dict[int, int]:
    return {int(entry): amount for entry, amount in chips.items()}


def summed(one: Chips, more: Iterable[tuple[int, int]], sign: int) -> dict[int, int]:
    """The same with those chips added or taken; who comes to nothing is left out, so that undoing leaves no trace."""
    made = dict(one)
    for entry, chips in more:
        made[entry] = made.get(entry, 0) + sign * chips
    return {entry: chips for entry, chips in sorted(made.items()) if chips}
