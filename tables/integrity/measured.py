"""What was measured of each sign on simulated evenings by `tests.bench.integrity` (docs/integrity.md)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measured:
    """`alarms` of `honest` pairs or players were found though they were honest; of `planted` cheats `found` were."""

    alarms: int
    honest: int
    found: int
    planted: int


MEASURED: dict[str, Measured] = {
    "chips-one-way": Measured(0, 6624, 3, 12),
    "chips-given": Measured(0, 6624, 12, 12),
    "soft-play": Measured(0, 6624, 12, 12),
    "folded-winners": Measured(0, 6624, 5, 12),
    "shared-access": Measured(0, 6624, 12, 12),
    "seats-together": Measured(0, 6624, 10, 12),
    "steady-timing": Measured(0, 576, 12, 12),
    "paired-timing": Measured(0, 6624, 12, 12),
}
