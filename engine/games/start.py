"""How a hand begins, as values: stakes, seats, positions. With the deck and the decisions they are the whole truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Self

from engine.errors import BadStart, EngineError
from engine.games.rules import PlayRules
from engine.house_rules import resolve

LIMITS = ("no", "pot", "fixed", "spread", "points")
MOST_BOARDS = 4
ANTE_KINDS = ("each", "big_blind", "button")
_AMOUNTS = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "min_bet", "unit", "point")


def check_object(data: object) -> None:
    """Raise `BadStart` for what is stored as a start, or as stakes, and is no object with text keys."""
    if not isinstance(data, Mapping) or not all(type(key) is str for key in data):
        why = f"{type(data).__name__} where an object should be"
        raise BadStart(f"this is no start of a hand: {why}", field="start")


def _check_carried(carried: Mapping[str, Any]) -> None:
    """Kills and legs are carried as a seat's number; what else there is belongs to other kinds of games."""
    for key in ("kill", "leg"):
        if type(carried.get(key, 0)) is not int:
            why = f"{key} is carried as a seat's number"
            raise BadStart(f"this is no start of a hand: {why}", field="carried")


@dataclass(frozen=True, slots=True)
class Stakes:
    """What a hand is played for, in chips.

    Fixed limit bets `small_bet` and later `big_bet`. Spread limit bets from `min_bet` to `small_bet`, later to
    `big_bet`: 1-5/1-10 is min_bet 1, small_bet 5, big_bet 10. Pot and no limit bet at least `min_bet` (0: the big
    blind). `unit` is the smallest chip in play: odd chips are split to it. Limit "points" is of games that are settled
    in points: nobody bets, and `point` is what a point is worth (S3.6).
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
    point: int = 0

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
        if self.limit == "points" or self.point:
            self._check_points()
        if self.small_blind > self.big_blind:
            raise BadStart(
                f"the small blind {self.small_blind} is above the big blind {self.big_blind}", field="small_blind"
            )
        if self.limit in ("fixed", "spread") and not 0 < self.small_bet <= self.big_bet:
            raise BadStart(
                f"{self.limit} limit needs 0 < small_bet ≤ big_bet, not {self.small_bet} and {self.big_bet}",
                field="small_bet",
            )
        if self.limit == "spread" and not 0 < self.min_bet <= self.small_bet:
            raise BadStart(
                f"spread limit needs 0 < min_bet ≤ small_bet ≤ big_bet, not {self.min_bet}, {self.small_bet} and "
                f"{self.big_bet}",
                field="min_bet",
            )
        least = self.small_bet if self.limit == "fixed" else self.min_bet or self.big_blind
        if least and self.bring_in > least:
            raise BadStart(f"the bring-in {self.bring_in} is above the small bet {least}", field="bring_in")

    def _check_points(self) -> None:
        if self.limit != "points":
            raise BadStart(
                f"a point is worth chips in games settled in points, not at {self.limit} limit", field="point"
            )
        if not self.point or self.point % self.unit:
            raise BadStart(
                f"a point must be worth whole smallest chips, {self.unit} or more, not {self.point}", field="point"
            )
        bets = [name for name in _AMOUNTS if name not in ("unit", "point") and getattr(self, name)]
        if bets:
            raise BadStart(f"nobody bets in games settled in points: leave out {bets[0]}", field=bets[0])

    @property
    def least_bet(self) -> int:
        """The smallest opening bet after the first street, in chips."""
        if self.limit == "fixed":
            return self.small_bet
        return self.min_bet or self.big_blind or self.bring_in or self.unit

    def as_json(self) -> dict[str, Any]:
        """Only what differs from the defaults, and the limit."""
        bare = Stakes.__dataclass_fields__
        return {k: v for k, v in asdict(self).items() if k == "limit" or v != bare[k].default}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Stakes:
        """The inverse of `as_json`. Raises `BadStart` for a member it does not know, and for what is no object."""
        check_object(data)
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
    """Everything a hand is begun with but the deck. `rules` are resolved house rules, `carried` what the last left.

    `boards` is how many boards are dealt, each for its part of every pot; `bomb` the chips that everybody puts in for
    a hand without blinds whose betting begins on the flop. Raises `BadStart`.
    """

    RULES: ClassVar[type[Any]] = PlayRules  # what declares the house rules of these games

    game: str
    stakes: Stakes
    seats: tuple[Seat, ...]
    positions: Positions
    rules: PlayRules = field(default_factory=PlayRules)
    carried: Mapping[str, Any] = field(default_factory=dict)
    boards: int = 1
    bomb: int = 0
    # Clockwise from the button's left: the seats, their numbers, at which place each number is; and who owes a post.
    places: tuple[Seat, ...] = field(init=False, repr=False, compare=False)
    numbers: tuple[int, ...] = field(init=False, repr=False, compare=False)
    place_of: Mapping[int, int] = field(init=False, repr=False, compare=False)
    posters: tuple[Seat, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        numbers = [seat[0] for seat in self.seats]
        if len(numbers) < 2:
            raise BadStart("a hand needs two players or more", field="seats")
        if len(set(numbers)) != len(numbers):
            raise BadStart("two stacks have the same seat number", field="seats")
        for number, stack, live, dead in self.seats:
            if not (type(number) is type(stack) is type(live) is type(dead) is int):
                raise BadStart(f"seat {number} needs whole numbers, not {stack!r}, {live!r}, {dead!r}", field="seats")
            if number < 1 or stack < 1 or live < 0 or dead < 0:
                raise BadStart(f"seat {number} needs a number and a stack of 1 or more", field="seats")
        button, small_blind, big_blind = self.positions
        if type(button) is not int or not all(type(at) is int or at is None for at in (small_blind, big_blind)):
            raise BadStart(
                f"positions are seat numbers, a button and blinds or none, not {list(self.positions)}",
                field="positions",
            )
        if big_blind is not None:
            if big_blind not in numbers:
                raise BadStart(f"the big blind is at seat {big_blind}, which is not dealt in", field="positions")
            if small_blind == big_blind:
                raise BadStart(f"seat {big_blind} cannot be both small and big blind", field="positions")
        if type(self.boards) is not int or not 1 <= self.boards <= MOST_BOARDS:
            raise BadStart(f"a hand has 1 to {MOST_BOARDS} boards, not {self.boards!r}", field="boards")
        if type(self.bomb) is not int or self.bomb < 0:
            raise BadStart(f"a bomb pot is a whole number of chips, 0 or more, not {self.bomb!r}", field="bomb")
        if self.carried:
            _check_carried(self.carried)
        ordered = sorted(self.seats)
        after = [seat for seat in ordered if seat[0] > button]
        places = (*after, *ordered[: len(ordered) - len(after)])
        clockwise = tuple([seat[0] for seat in places])
        object.__setattr__(self, "carried", MappingProxyType(dict(self.carried)))
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "numbers", clockwise)
        object.__setattr__(self, "posters", tuple([seat for seat in places if seat[2] or seat[3]]))
        object.__setattr__(self, "place_of", {number: at for at, number in enumerate(clockwise)})

    def as_json(self) -> dict[str, Any]:
        """For storage; `from_json` is its inverse."""
        data: dict[str, Any] = {
            "game": self.game,
            "stakes": self.stakes.as_json(),
            "seats": [list(seat) for seat in self.seats],
            "positions": list(self.positions),
            "rules": asdict(self.rules),
            "carried": dict(self.carried),
        }
        if self.boards != 1:
            data["boards"] = self.boards
        if self.bomb:
            data["bomb"] = self.bomb
        return data

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The start that was stored. Raises `BadStart` for a member that is missing or of the wrong shape."""
        check_object(data)
        missing = [name for name in ("game", "stakes", "seats", "positions") if name not in data]
        if missing:
            raise BadStart(f"a start needs {', '.join(missing)}", field=missing[0])
        strange = sorted(set(data) - {"game", "stakes", "seats", "positions", "rules", "carried", "boards", "bomb"})
        if strange or not isinstance(data["game"], str):
            raise BadStart(
                f"a start has no {', '.join(strange)}" if strange else "a game is named by its key", field="start"
            )
        try:
            return cls(
                game=data["game"],
                stakes=Stakes.from_json(data["stakes"]),
                seats=tuple(Seat(*seat) for seat in data["seats"]),
                positions=Positions(*data["positions"]),
                rules=resolve(cls.RULES, data.get("rules", {})),
                carried=dict(data.get("carried", {})),
                boards=data.get("boards", 1),
                bomb=data.get("bomb", 0),
            )
        except (TypeError, AttributeError, ValueError) as wrong:
            if isinstance(wrong, EngineError):
                raise
            raise BadStart(f"this is no start of a hand: {wrong}", field="start") from None
