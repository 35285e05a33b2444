"""How a hand begins, as values: stakes, seats, positions. With the deck and the decisions they are the whole truth."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, NoReturn, Self, TypeGuard

from engine.errors import BadStart, EngineError
from engine.games.decisions import is_number, said
from engine.games.play_rules import PlayRules
from engine.house_rules import resolve
from engine.messages.message import Message, Term, pgettext
from engine.messages.starts import StakesText, StartText

LIMITS = ("no", "pot", "fixed", "spread", "points")
MOST_BOARDS = 4
LONGEST_NAME = 40  # characters of what is carried
# How limits are called in a sentence.
_LIMIT_TERMS = {
    "no": Term(pgettext("limit", "no"), "limit"),
    "pot": Term(pgettext("limit", "pot"), "limit"),
    "fixed": Term(pgettext("limit", "fixed"), "limit"),
    "spread": Term(pgettext("limit", "spread"), "limit"),
    "points": Term(pgettext("limit", "points"), "limit"),
}
ANTE_KINDS = ("each", "big_blind", "button")
_AMOUNTS = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "min_bet", "unit", "point")


def limit_said(limit: str) -> Term:
    """A limit as a sentence calls it."""
    return _LIMIT_TERMS.get(limit, Term(limit))


def limits_said(limits: Iterable[str]) -> list[Term]:
    """Each of them as a sentence calls it."""
    return [limit_said(limit) for limit in limits]


def check_object(data: object) -> None:
    """Raise `BadStart` for what is stored as a start, or as stakes, and is no object with text keys."""
    if not isinstance(data, Mapping) or not all(type(key) is str for key in data):
        why = StartText.NO_OBJECT(type=type(data).__name__)
        raise BadStart(StartText.NO_START(why=why), field="start")


def _check_shape(start: Any) -> None:
    """Raise `BadStart` for members that are not of the types they are declared to be."""
    if type(start.game) is not str:
        _refuse_shape(StartText.NO_GAME(value=said(start.game)), "game")
    if type(start.seats) is not tuple:
        _refuse_shape(StartText.NO_SEATS(value=said(start.seats)), "seats")
    for seat in start.seats:
        if not isinstance(seat, tuple) or len(seat) != len(Seat._fields):
            _refuse_shape(StartText.NO_SEAT(value=said(seat)), "seats")
        if [one for one in seat if not is_number(one)]:
            stack, live, dead = [said(one) for one in seat[1:]]
            number = seat[0] if type(seat[0]) is str else said(seat[0])
            raise BadStart(
                StartText.SEAT_OF_WHOLE_NUMBERS(seat=number, stack=stack, live=live, dead=dead), field="seats"
            )
    at = start.positions
    if not isinstance(at, tuple) or len(at) != len(Positions._fields) or at[0] is None or not _are_seats(at):
        raise BadStart(StartText.POSITIONS(positions=said(at)), field="positions")
    _check_carried(start.carried)


def _refuse_shape(why: Message, field: str) -> NoReturn:
    raise BadStart(StartText.NO_START(why=why), field=field)


def _are_seats(positions: tuple[Any, ...]) -> bool:
    return all(at is None or is_number(at) for at in positions)


def _check_carried(carried: Any) -> None:
    """Kills and legs are carried as a seat's number; what other kinds of games carry, as a number or as one by seat."""
    if not isinstance(carried, Mapping):
        _refuse_shape(StartText.NO_OBJECT(type=said(carried)), "carried")
    for key, told in carried.items():
        if key in ("kill", "leg"):
            if not is_number(told):
                _refuse_shape(StartText.CARRIED_SEAT(name=key), "carried")
        elif not _is_name(key) or not all(map(is_number, told.values() if _is_by_seat(told) else [told])):
            _refuse_shape(StartText.CARRIED(name=said(key)), "carried")


def _is_by_seat(told: object) -> TypeGuard[Mapping[str, Any]]:
    return isinstance(told, Mapping) and all(map(_is_name, told))


def _is_name(key: object) -> bool:
    """True for a key that can be stored and read again."""
    return type(key) is str and len(key) <= LONGEST_NAME


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
            if not is_number(value) or value < 0:
                raise BadStart(StakesText.WHOLE_CHIPS(name=name, value=said(value)), field=name)
        for name, known, text in (("limit", LIMITS, StakesText.LIMIT), ("ante_kind", ANTE_KINDS, StakesText.ANTE_KIND)):
            word = getattr(self, name)
            if type(word) is not str or word not in known:
                raise BadStart(text(known=known, value=said(word)), field=name)
        if self.unit < 1:
            raise BadStart(StakesText.UNIT(), field="unit")
        if self.limit == "points" or self.point:
            self._check_points()
        if self.small_blind > self.big_blind:
            raise BadStart(
                StakesText.SMALL_BLIND_ABOVE_BIG(small=self.small_blind, big=self.big_blind), field="small_blind"
            )
        if self.limit in ("fixed", "spread") and not 0 < self.small_bet <= self.big_bet:
            raise BadStart(
                StakesText.FIXED_BETS(limit=limit_said(self.limit), small=self.small_bet, big=self.big_bet),
                field="small_bet",
            )
        if self.limit == "spread" and not 0 < self.min_bet <= self.small_bet:
            raise BadStart(
                StakesText.SPREAD_BETS(least=self.min_bet, small=self.small_bet, big=self.big_bet),
                field="min_bet",
            )
        least = self.small_bet if self.limit == "fixed" else self.min_bet or self.big_blind
        if least and self.bring_in > least:
            raise BadStart(StakesText.BRING_IN_ABOVE_BET(bring_in=self.bring_in, least=least), field="bring_in")

    def _check_points(self) -> None:
        if self.limit != "points":
            raise BadStart(StakesText.POINT_WITHOUT_POINTS(limit=limit_said(self.limit)), field="point")
        if not self.point or self.point % self.unit:
            raise BadStart(StakesText.POINT_IN_WHOLE_UNITS(unit=self.unit, point=self.point), field="point")
        bets = [name for name in _AMOUNTS if name not in ("unit", "point") and getattr(self, name)]
        if bets:
            raise BadStart(StakesText.NO_BETS_IN_POINTS(name=bets[0]), field=bets[0])

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
            raise BadStart(StakesText.UNKNOWN_MEMBER(names=[*sorted(strange)]), field=min(strange))
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
        _check_shape(self)
        numbers = [number for number, _stack, _live, _dead in self.seats]
        if len(numbers) < 2:
            raise BadStart(StartText.TWO_PLAYERS(), field="seats")
        if len(set(numbers)) != len(numbers):
            raise BadStart(StartText.SAME_SEAT(), field="seats")
        for number, stack, live, dead in self.seats:
            if number < 1 or stack < 1 or live < 0 or dead < 0:
                raise BadStart(StartText.SEAT_OF_ONE_OR_MORE(seat=number), field="seats")
        button, small_blind, big_blind = self.positions
        if big_blind is not None:
            if big_blind not in numbers:
                raise BadStart(StartText.BIG_BLIND_NOT_DEALT_IN(seat=big_blind), field="positions")
            if small_blind == big_blind:
                raise BadStart(StartText.BOTH_BLINDS(seat=big_blind), field="positions")
        if type(self.boards) is not int or not 1 <= self.boards <= MOST_BOARDS:
            raise BadStart(StartText.BOARDS(most=MOST_BOARDS, boards=said(self.boards)), field="boards")
        if not is_number(self.bomb) or self.bomb < 0:
            raise BadStart(StartText.BOMB_POT(bomb=said(self.bomb)), field="bomb")
        ordered = sorted(self.seats)
        after = [seat for seat in ordered if seat[0] > button]
        places = (*after, *ordered[: len(ordered) - len(after)])
        clockwise = tuple([number for number, _stack, _live, _dead in places])
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
            raise BadStart(StartText.NEEDS(names=[*missing]), field=missing[0])
        strange = sorted(set(data) - {"game", "stakes", "seats", "positions", "rules", "carried", "boards", "bomb"})
        if strange or not isinstance(data["game"], str):
            raise BadStart(
                StartText.UNKNOWN_MEMBER(names=strange) if strange else StartText.GAME_BY_KEY(), field="start"
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
            raise BadStart(StartText.NO_START(why=str(wrong)), field="start") from None
