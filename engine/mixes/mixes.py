"""What a mixed table plays: each game with its limit and its stakes, and the mixes that have a name (RULES.md S0.17).

>>> [str(leg) for leg in ready_made("hose")]
['holdem fixed', 'omaha8 fixed', 'seven-card-stud fixed', 'stud8 fixed']
>>> MixedStakes(small_bet=100, ante=25).of("razz", "fixed").as_json()
{'limit': 'fixed', 'ante': 25, 'bring_in': 25, 'small_bet': 100, 'big_bet': 200}
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from engine.deck.shuffle import Deck
from engine.errors import BadStart
from engine.games.dealer_button import first
from engine.games.start import ANTE_KINDS, Positions, Seat, Stakes
from engine.play.catalogue import AnyGame, begin, find_game, start_of
from engine.play.game_names import mix_named, named

# The limit a game is played at where nobody says otherwise; fixed, or else its only one, where it is not listed.
STANDARD_LIMITS = {
    "holdem": "no",
    "short-deck": "no",
    "2-7-single-draw": "no",
    "five-card-draw": "no",
    "omaha": "pot",
    "omaha5": "pot",
    "omaha6": "pot",
    "big-o": "pot",
    "courchevel": "pot",
    "courchevel8": "pot",
}

# The mixes that have a name, in the order they are played.
# 8-game is T-H-O-R-S-E-H-A, and 10-game adds two. 9-game is the order of the World Series of Poker's event 43 of 2023;
# TESLA and HORSE with Badacey are those of the BARGE sheets of 2019.
_READY = {
    "horse": "holdem fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed",
    "hose": "holdem fixed, omaha8 fixed, seven-card-stud fixed, stud8 fixed",
    "hoe": "holdem fixed, omaha8 fixed, stud8 fixed",
    "torse": "2-7-triple-draw fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed",
    "triple-stud": "seven-card-stud fixed, stud8 fixed, razz fixed",
    "8-game": (
        "2-7-triple-draw fixed, holdem fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed, "
        "holdem no, omaha pot"
    ),
    "9-game": (
        "holdem no, seven-card-stud fixed, omaha8 fixed, razz fixed, omaha pot, holdem fixed, 2-7-single-draw no, "
        "stud8 fixed, 2-7-triple-draw fixed"
    ),
    "10-game": (
        "2-7-triple-draw fixed, holdem fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed, "
        "holdem no, omaha pot, 2-7-single-draw no, badugi fixed"
    ),
    "horse-badacey": "holdem fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed, badacey fixed",
    "tesla": "2-7-triple-draw fixed, stud8 fixed, seven-card-stud fixed, a-5-single-draw fixed, archie fixed",
}
READY_MADE: tuple[str, ...] = tuple(_READY)


def standard_limit(game: AnyGame) -> str:
    """The limit this game is played at where nobody says otherwise."""
    limit = STANDARD_LIMITS.get(game.key, "fixed")
    return limit if limit in game.limits else game.limits[0]


def members(data: Any, holder: type, needed: Collection[str] = ()) -> Mapping[str, Any]:
    """The members of a stored value, checked by name. Raises `BadStart` for one that is strange or not there."""
    name = holder.__name__
    if not isinstance(data, Mapping):
        raise BadStart(f"a stored {name} is an object with members, not {data!r}", field=name)
    known = list(holder.__dataclass_fields__)  # type: ignore[attr-defined]  # every caller passes a dataclass
    strange = [key for key in data if key not in known]
    if strange:
        raise BadStart(f"{name} has no {strange[0]}; it has {', '.join(known)}", field=str(strange[0]))
    lacking = [key for key in needed if key not in data]
    if lacking:
        raise BadStart(f"{name} needs {', '.join(lacking)}", field=lacking[0])
    return data


@dataclass(frozen=True, slots=True)
class MixedStakes:
    """One level of a mixed event, in chips: from it follow the stakes of each game, by its kind and its limit.

    `small_bet` and `big_bet` (0: twice the small bet) are those of fixed limit, and the most that spread limit bets;
    its least is `spread_from` (0: half the small bet, rounded up to `unit`). `small_blind` and `big_blind` are the
    blinds of both (0: half the small bet, rounded up, and the small bet). Games without blinds have `ante`, which those
    that the best board opens cannot do without, and `bring_in` (0: a quarter of the small bet, rounded up, S2.2),
    which is never above the least bet. Pot and no limit have blinds of their own, `big_bet_small_blind` and
    `big_bet_big_blind` (0: a quarter and half of the small bet, rounded up), and antes by limit, paid as
    `big_bet_ante_kind` says. Games settled in points play for `point` chips a point (0: a quarter of the
    small bet, rounded up). `unit` is the smallest chip in play.
    Raises `BadStart` for amounts that are no whole numbers, 0 or more.
    """

    small_bet: int = 0
    big_bet: int = 0
    spread_from: int = 0
    small_blind: int = 0
    big_blind: int = 0
    ante: int = 0
    bring_in: int = 0
    big_bet_small_blind: int = 0
    big_bet_big_blind: int = 0
    no_limit_ante: int = 0
    pot_limit_ante: int = 0
    big_bet_ante_kind: str = "big_blind"
    unit: int = 1
    point: int = 0

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if name != "big_bet_ante_kind" and (type(value) is not int or value < 0):
                raise BadStart(f"{name} must be a whole number of chips, 0 or more, not {value!r}", field=name)
        if self.big_bet_ante_kind not in ANTE_KINDS:
            known = ", ".join(ANTE_KINDS)
            raise BadStart(
                f"big_bet_ante_kind must be one of {known}, not {self.big_bet_ante_kind!r}", field="big_bet_ante_kind"
            )
        if self.unit < 1:
            raise BadStart("unit, the smallest chip, must be 1 or more", field="unit")

    def of(self, game: str, limit: str) -> Stakes:
        """What that game is played for at that limit. Raises `UnknownGame`, or `BadStart` for stakes that cannot be."""
        has_blinds = find_game(game).has_blinds
        if limit == "points":
            return Stakes(limit=limit, point=self.point or self._half(self._half(self.small_bet)), unit=self.unit)
        if limit in ("fixed", "spread"):
            small_bet, big_bet = self.small_bet, self.big_bet or 2 * self.small_bet
            least = 0 if limit == "fixed" else self.spread_from or self._half(small_bet)
            bets = Stakes(limit=limit, small_bet=small_bet, big_bet=big_bet, min_bet=least, unit=self.unit)
            if not has_blinds:
                bring_in = self._bring_in if limit == "fixed" else min(self._bring_in, least)
                return replace(bets, ante=self.ante, bring_in=bring_in)
            big = self.big_blind or small_bet
            return replace(bets, small_blind=self.small_blind or self._half(big), big_blind=big)
        big = self.big_bet_big_blind or self._half(self.small_bet)
        if not has_blinds:
            bring_in = min(self._bring_in, big)
            return Stakes(limit=limit, ante=self.ante, bring_in=bring_in, min_bet=big, unit=self.unit)
        return Stakes(
            limit=limit,
            small_blind=self.big_bet_small_blind or self._half(big),
            big_blind=big,
            ante=self.no_limit_ante if limit == "no" else self.pot_limit_ante,
            ante_kind=self.big_bet_ante_kind,
            unit=self.unit,
        )

    @property
    def _bring_in(self) -> int:
        return self.bring_in or self._half(self._half(self.small_bet))

    def _half(self, amount: int) -> int:
        return -(-amount // (2 * self.unit)) * self.unit

    def as_json(self) -> dict[str, Any]:
        """Only what differs from the defaults."""
        bare = MixedStakes.__dataclass_fields__
        return {key: value for key, value in asdict(self).items() if value != bare[key].default}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> MixedStakes:
        """The inverse of `as_json`. Raises `BadStart`."""
        return cls(**members(data, cls))


@dataclass(frozen=True, slots=True)
class Leg:
    """One game of a mix: its key, its limit, and its stakes; None: they follow from the level (`MixedStakes`).

    Raises `UnknownGame`, or `BadStart` for a limit the game is not played at, or stakes it cannot be played for.
    """

    game: str
    limit: str
    stakes: Stakes | None = None

    def __post_init__(self) -> None:
        if type(self.game) is not str:
            raise BadStart(f"a game is named by its key, such as 'razz', not {self.game!r}", field="game")
        game = find_game(self.game)
        if self.limit not in game.limits:
            raise BadStart(f"{game.name} is played {', '.join(game.limits)} limit, not {self.limit!r}", field="limit")
        if self.stakes is not None:
            self._check(self.stakes, 2)

    @property
    def name(self) -> str:
        """The game as an English sentence names it: "Razz, fixed limit"."""
        if self.limit == "points":
            return find_game(self.game).name
        return f"{find_game(self.game).name}, {self.limit} limit"

    def stakes_at(self, level: MixedStakes | None = None) -> Stakes:
        """What it is played for: its own stakes, or those of the level. Raises `BadStart` if there are neither."""
        if self.stakes is not None:
            return self.stakes
        if level is None:
            raise BadStart(f"{self.name} has no stakes of its own: it needs those of a level", field="stakes")
        return level.of(self.game, self.limit)

    def check(self, seats: int, level: MixedStakes | None = None) -> None:
        """Refuse a table of so many seats, or a level, that this game cannot be played at. Raises `BadStart`."""
        self._check(self.stakes_at(level), seats)

    def _check(self, stakes: Stakes, seats: int) -> None:
        game = find_game(self.game)
        if stakes.limit != self.limit:
            raise BadStart(f"{self.name} has stakes of {stakes.limit} limit: they must be the same", field="stakes")
        live = range(1, seats + 1)
        where = first(live, seats)
        positions = where if game.has_blinds else Positions(where.button)
        try:  # the hand itself knows best what it cannot be played for
            begin(start_of(self.game, stakes, tuple(Seat(at, 1) for at in live), positions), Deck.recorded())
        except BadStart as wrong:
            raise BadStart(f"{self.name}: {wrong}", **wrong.params) from None

    def __str__(self) -> str:
        return f"{self.game} {self.limit}"

    @classmethod
    def parse(cls, text: str) -> Leg:
        """The leg of a text like "razz fixed", or "razz" for the limit that is usual; or of a name such as "PLO8".

        Raises as `Leg` and `engine.play.game_names.named` do.
        """
        if not text.strip():
            raise BadStart(f"{text.strip()!r} must be a game and its limit, such as 'razz fixed'", field="games")
        found = named(text.strip())
        return cls(found.key, found.limit or standard_limit(find_game(found.key)))

    def as_json(self) -> dict[str, Any]:
        """For storage; `from_json` is its inverse."""
        bare: dict[str, Any] = {"game": self.game, "limit": self.limit}
        return bare if self.stakes is None else {**bare, "stakes": self.stakes.as_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Leg:
        """The leg that was stored. Raises `BadStart` or `UnknownGame`."""
        told = members(data, cls, ("game", "limit"))
        stakes = told.get("stakes")
        return cls(told["game"], told["limit"], None if stakes is None else Stakes.from_json(members(stakes, Stakes)))


def parse_legs(text: str) -> tuple[Leg, ...]:
    """The legs of a list like "holdem no, razz fixed, badugi". Raises `BadStart` or `UnknownGame`."""
    return tuple(Leg.parse(part) for part in text.split(",")) if text.strip() else ()


def ready_made(name: str) -> tuple[Leg, ...]:
    """The legs of a mix that has a name, such as ``8-game`` or ``8-Game Mix``. Raises `BadStart`, telling those there are."""
    key = mix_named(name)
    if key is None:
        raise BadStart(f"there is no mix {name!r}; there are {', '.join(_READY)}", field="rotation")
    return parse_legs(_READY[key])
