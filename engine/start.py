"""How a hand begins, as values: stakes, seats, positions. With the deck and the decisions they are the whole truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from engine.errors import BadStart
from engine.house_rules import resolve
from engine.rules import PlayRules

LIMITS = ("no", "pot", "fixed", "spread")
ANTE_KINDS = ("each", "big_blind", "button")
_AMOUNTS = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "min_bet", "unit")


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for, in chips.

    Fixed limit bets `small_bet` and later `big_bet`; spread limit any size from `small_bet` to `big_bet`; pot and no
    limit at least `min_bet` (0: the big blind). `unit` is the smallest chip in play: odd chips are split to it.
    Raises `BadStart` for stakes that cannot be played (RULES.md S0.8, S0.11, S0.12, S2.2).
    """

    limit: str = "no"
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    ante_kind: str = "each"
    bring_in: int = 0
    small_bet: int = 0
    big_bet: int = 0
    min_bet: int = 0
    unit: int = 1

    def __post_init__(self) -> None:
        for name in _AMOUNTS:
            value = getattr(self, name)
            if type(value) is not int or value < 0:
                raise BadStart(f"{name} must be a whole number of chips, 0 or more, not {value!r}", field=name)
        if self.limit not in LIMITS:
            raise BadStart(f"limit must be one of {', '.join(LIMITS)}, not {self.limit!r}", field="limit")
        if self.ante_kind not in ANTE_KINDS:
            raise BadStart(
                f"ante_kind must be one of {', '.join(ANTE_KINDS)}, not {self.ante_kind!r}", field="ante_kind"
            )
        if self.unit < 1:
            raise BadStart("unit, the smallest chip, must be 1 or more", field="unit")
        if self.small_blind > self.big_blind > 0:
            raise BadStart(
                f"the small blind {self.small_blind} is above the big blind {self.big_blind}", field="small_blind"
            )
        if self.limit in ("fixed", "spread"):
            if not 0 < self.small_bet <= self.big_bet:
                raise BadStart(
                    f"{self.limit} limit needs 0 < small_bet ≤ big_bet, not {self.small_bet} and {self.big_bet}",
                    field="small_bet",
                )
            if self.bring_in > self.small_bet:
                raise BadStart(
                    f"the bring-in {self.bring_in} is above the small bet {self.small_bet}", field="bring_in"
                )

    @property
    def least_bet(self) -> int:
        """The smallest opening bet after the first street, in chips."""
        if self.limit in ("fixed", "spread"):
            return self.small_bet
        return self.min_bet or self.big_blind or self.bring_in or self.unit

    def as_json(self) -> dict[str, Any]:
        """Only what differs from the defaults, and the limit."""
        bare = Stakes.__dataclass_fields__
        return {k: v for k, v in asdict(self).items() if k == "limit" or v != bare[k].default}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Stakes:
        """The inverse of `as_json`. Raises `BadStart` for a member it does not know."""
        strange = set(data) - set(cls.__dataclass_fields__)
        if strange:
            raise BadStart(f"stakes have no {', '.join(sorted(strange))}", field=min(strange))
        return cls(**data)


class Seat(NamedTuple):
    """A seat dealt in: its number (1 and up), its stack in chips, and what it owes besides the blinds.

    `live` is posted as a bet (a straddle, a post of a newcomer), `dead` goes to the pot (an ante of this seat's own).
    """

    number: int
    stack: int
    live: int = 0
    dead: int = 0


class Positions(NamedTuple):
    """Seat numbers of button, small and big blind (RULES.md S1.2, S1.6).

    Button and small blind may be at empty seats: then the button is dead, or nobody posts the small blind. The blinds
    are None in a game without them.
    """

    button: int
    small_blind: int | None = None
    big_blind: int | None = None


@dataclass(frozen=True, slots=True)
class Start:
    """Everything a hand is begun with but the deck. `rules` are resolved house rules, `carried` what the last left."""

    game: str
    stakes: Stakes
    seats: tuple[Seat, ...]
    positions: Positions
    rules: PlayRules = field(default_factory=PlayRules)
    carried: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        numbers = [seat.number for seat in self.seats]
        if len(numbers) < 2:
            raise BadStart("a hand needs two players or more", field="seats")
        if len(set(numbers)) != len(numbers):
            raise BadStart("two stacks have the same seat number", field="seats")
        for seat in self.seats:
            if seat.number < 1 or seat.stack < 1 or seat.live < 0 or seat.dead < 0:
                raise BadStart(f"seat {seat.number} needs a number and a stack of 1 or more", field="seats")
        big_blind = self.positions.big_blind
        if big_blind is not None and big_blind not in numbers:
            raise BadStart(f"the big blind is at seat {big_blind}, which is not dealt in", field="positions")

    def as_json(self) -> dict[str, Any]:
        """For storage; `from_json` is its inverse."""
        return {
            "game": self.game,
            "stakes": self.stakes.as_json(),
            "seats": [list(seat) for seat in self.seats],
            "positions": list(self.positions),
            "rules": asdict(self.rules),
            "carried": dict(self.carried),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Start:
        """The start that was stored. Raises `BadStart`."""
        return cls(
            game=data["game"],
            stakes=Stakes.from_json(data["stakes"]),
            seats=tuple(Seat(*seat) for seat in data["seats"]),
            positions=Positions(*data["positions"]),
            rules=resolve(PlayRules, data.get("rules", {})),
            carried=dict(data.get("carried", {})),
        )
