"""Prizes: how a pool is shared by places. A new payout is one entry of `PAYOUTS`. Values in, values out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from club.errors import ClubError

_DATA = Path(__file__).parent / "data" / "payouts.json"


@dataclass(frozen=True, slots=True)
class Payout:
    """A way to share a pool: `shares(entries)` are weights by place, the first place first."""

    key: str
    name: str
    source: str
    shares: Callable[[int], tuple[int, ...]]


def _by_table(rows: list[tuple[int, int, tuple[int, ...]]]) -> Callable[[int], tuple[int, ...]]:
    def shares(entries: int) -> tuple[int, ...]:
        for low, high, points in rows:
            if low <= entries <= high:
                return points
        return rows[0][2] if entries < rows[0][0] else rows[-1][2]

    return shares


def _load() -> list[Payout]:
    tables = json.loads(_DATA.read_text(encoding="utf-8"))["tables"]
    return [
        Payout(
            table["key"],
            table["name"],
            table["source"],
            _by_table([(*row["entries"], tuple(row["basis_points"])) for row in table["rows"]]),
        )
        for table in tables
    ]


PAYOUTS: dict[str, Payout] = {
    payout.key: payout
    for payout in (
        *_load(),
        Payout("winner-takes-all", "Winner takes all", "house", lambda entries: (1,)),
        Payout(
            "half-field",
            "One in three paid, falling by halves",
            "house",
            lambda n: tuple(2**k for k in range(-(-n // 3)))[::-1],
        ),
    )
}
DEFAULT = "barge-2025"


def prizes(pool: int, entries: int, key: str = DEFAULT, unit: int = 1) -> tuple[int, ...]:
    """The prizes by place, first place first; they sum to the pool exactly (see `divide`).

    No more places are paid than there are entries, and none that would get nothing. Raises `ClubError` for a payout
    nobody registered.
    """
    if key not in PAYOUTS:
        raise ClubError("unknown_payout", f"there is no payout {key!r}; there are {', '.join(PAYOUTS)}", 422)
    if pool <= 0 or entries <= 0:
        return ()
    return tuple(prize for prize in divide(pool, PAYOUTS[key].shares(entries)[:entries], unit) if prize)


def divide(pool: int, weights: Sequence[int], unit: int = 1) -> list[int]:
    """The pool by those weights in multiples of `unit`, by largest remainder; sums to the pool exactly.

    Of equal remainders the better place has the odd unit; what is left below a unit goes to the first.
    """
    units, rest = divmod(pool, unit)
    total = sum(weights)
    shares = [units * weight // total for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: (-(units * weights[at] % total), at))
    for at in by_remainder[: units - sum(shares)]:
        shares[at] += 1
    made = [share * unit for share in shares]
    made[0] += rest
    return made
