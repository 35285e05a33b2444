"""What came of a Chinese hand: points, who pays whom, and what is carried to the next (RULES.md S3.2 to S3.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.chinese.scoring.scoring import ScoredHand, ScoredPair
from engine.games.row_layout import ROWS


class Payment(NamedTuple):
    """Chips that one seat pays another, rake not counted; seats by number."""

    payer: int
    receiver: int
    chips: int


@dataclass(frozen=True, slots=True)
class ChineseResult:
    """`net` chips by seat and `rake` sum to zero, `points` by seat too. `carried` goes into the next hand's start.

    `hands` and `pairs` are the scores, pairs by seat number; `payments` who pays whom, `rakes` what of the rake each
    seat pays.
    """

    net: Mapping[int, int]
    rake: int
    points: Mapping[int, int]
    hands: Mapping[int, ScoredHand]
    pairs: tuple[ScoredPair, ...]
    payments: tuple[Payment, ...]
    rakes: Mapping[int, int]
    carried: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """For storage and API; seats are strings there. It holds no cards, and no pots, since there are none."""
        return {
            "net": _by_text(self.net),
            "rake": self.rake,
            "pots": [],
            "points": _by_text(self.points),
            "hands": {str(seat): _hand_json(hand) for seat, hand in self.hands.items()},
            "pairs": [pair.as_json() for pair in self.pairs],
            "payments": [payment._asdict() for payment in self.payments],
            "rakes": _by_text(self.rakes),
            "carried": {key: dict(value) for key, value in self.carried.items()},
        }


def _by_text(values: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): value for seat, value in values.items()}


def _hand_json(hand: ScoredHand) -> dict[str, Any]:
    return {
        "foul": hand.is_fouled,
        "surrender": hand.is_surrendered,
        "natural": hand.natural,
        "royalties": dict(zip(ROWS, hand.royalties, strict=True)),
        "fantasyland": hand.fantasyland,
    }
