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
    "chips-one-way": Measured(0, 13248, 10, 24),
    "chips-given": Measured(0, 13248, 23, 24),
    "soft-play": Measured(0, 13248, 22, 24),
    "folded-winners": Measured(0, 13248, 17, 24),
    "shared-access": Measured(0, 13248, 22, 24),
    "seats-together": Measured(0, 13248, 20, 24),
    "steady-timing": Measured(0, 1152, 24, 24),
    "paired-timing": Measured(0, 13248, 24, 24),
}
