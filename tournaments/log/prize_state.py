"""What the log says of a tournament's money: heads and envelopes, prizes that are locked, a deal. Values in, values out.

Chips that moved are in the ledger; here is what was decided, and what fell out of a draw.
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
class Talk:
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
class Purse:
    """grown: what was put onto heads by hunting, by entry. fallen: the entries whose heads were won, or went unclaimed.

    won: what each has won of bounties, by entry; paid or not. unclaimed: chips of heads that nobody won.
    envelopes: those not opened yet, the best first; None until the moment they are made.
    barred: entries out of the prizes.
    """

    grown: Chips = field(default_factory=dict)
    fallen: frozenset[int] = frozenset()
    won: Chips = field(default_factory=dict)
    unclaimed: int = 0
    envelopes: tuple[int, ...] | None = None
    lock: Lock | None = None
    talk: Talk | None = None
    barred: frozenset[int] = frozenset()

    def joined(self, other: Purse, sign: int) -> Purse:
        """With what a flight brings (`sign` 1), or without it again (-1); prizes and deals are never a flight's."""
        is_in = sign > 0
        envelopes = self.envelopes if other.envelopes is None else other.envelopes if is_in else None
        return replace(
            self,
            grown=summed(self.grown, other.grown.items(), sign),
            fallen=self.fallen | other.fallen if is_in else self.fallen - other.fallen,
            won=summed(self.won, other.won.items(), sign),
            unclaimed=self.unclaimed + sign * other.unclaimed,
            envelopes=envelopes,
            barred=self.barred | other.barred if is_in else self.barred - other.barred,
        )

    def as_json(self) -> dict[str, Any]:
        """For a snapshot."""
        lock, talk = self.lock, self.talk
        return {
            "grown": {str(entry): chips for entry, chips in self.grown.items()},
            "fallen": sorted(self.fallen),
            "won": {str(entry): chips for entry, chips in self.won.items()},
            "unclaimed": self.unclaimed,
            "envelopes": None if self.envelopes is None else list(self.envelopes),
            "lock": None if lock is None else [list(lock.prizes), lock.entries, lock.pool],
            "talk": None
            if talk is None
            else [
                talk.method,
                {str(entry): chips for entry, chips in talk.shares.items()},
                talk.kept,
                list(talk.prizes),
                talk.played,
                sorted(talk.agreed),
                talk.is_binding,
            ],
            "barred": sorted(self.barred),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Purse:
        """The purse of a snapshot; an empty one is the beginning."""
        if not data:
            return cls()
        lock, talk = data["lock"], data["talk"]
        return cls(
            grown=_by_entry(data["grown"]),
            fallen=frozenset(data["fallen"]),
            won=_by_entry(data["won"]),
            unclaimed=data["unclaimed"],
            envelopes=None if data["envelopes"] is None else tuple(data["envelopes"]),
            lock=None if lock is None else Lock(tuple(lock[0]), lock[1], lock[2]),
            talk=None
            if talk is None
            else Talk(talk[0], _by_entry(talk[1]), talk[2], tuple(talk[3]), talk[4], frozenset(talk[5]), talk[6]),
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
