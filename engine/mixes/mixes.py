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
from engine.games.hand_start import ANTE_KINDS, Positions, Seat, Stakes, limit_said, limits_said
from engine.messages.message import Message, Quoted, Term, _, pgettext
from engine.messages.mixes import MixText
from engine.messages.starts import StakesText, StartText
from engine.notation.game_names import mix_named, named
from engine.play.any_game import AnyGame, begin, find_game, start_of

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
    pgettext("choice", "horse"): "holdem fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed",
    pgettext("choice", "hose"): "holdem fixed, omaha8 fixed, seven-card-stud fixed, stud8 fixed",
    pgettext("choice", "hoe"): "holdem fixed, omaha8 fixed, stud8 fixed",
    pgettext("choice", "torse"): "2-7-triple-draw fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed",
    pgettext("choice", "triple-stud"): "seven-card-stud fixed, stud8 fixed, razz fixed",
    pgettext("choice", "8-game"): (
        "2-7-triple-draw fixed, holdem fixed, omaha8 fixed, razz fixed, "
        "seven-card-stud fixed, stud8 fixed, holdem no, omaha pot"
    ),
    pgettext("choice", "9-game"): (
        "holdem no, seven-card-stud fixed, omaha8 fixed, razz fixed, omaha pot, holdem fixed, "
        "2-7-single-draw no, stud8 fixed, 2-7-triple-draw fixed"
    ),
    pgettext("choice", "10-game"): (
        "2-7-triple-draw fixed, holdem fixed, omaha8 fixed, razz fixed, "
        "seven-card-stud fixed, stud8 fixed, holdem no, omaha pot, 2-7-single-draw no, badugi fixed"
    ),
    pgettext("choice", "horse-badacey"): (
        "holdem fixed, omaha8 fixed, razz fixed, seven-card-stud fixed, stud8 fixed, "
        "badacey fixed"
    ),
    pgettext("choice", "tesla"): (
        "2-7-triple-draw fixed, stud8 fixed, seven-card-stud fixed, a-5-single-draw fixed, "
        "archie fixed"
    ),
}  # fmt: skip
READY_MADE: tuple[str, ...] = tuple(_READY)


def standard_limit(game: AnyGame) -> str:
    """The limit this game is played at where nobody says otherwise."""
    limit = STANDARD_LIMITS.get(game.key, "fixed")
    return limit if limit in game.limits else game.limits[0]


# What is stored, as a refusal calls it.
_STORED = (_("Leg"), _("MixedStakes"))


def members(data: Any, holder: type, needed: Collection[str] = ()) -> Mapping[str, Any]:
    """The members of a stored value, checked by name. Raises `BadStart` for one that is strange or not there."""
    name = Term(holder.__name__)
    if not isinstance(data, Mapping):
        raise BadStart(MixText.NO_OBJECT(name=name, value=Quoted(data)), field=holder.__name__)
    known = list(holder.__dataclass_fields__)  # type: ignore[attr-defined]  # every caller passes a dataclass
    strange = [key for key in data if key not in known]
    if strange:
        raise BadStart(MixText.UNKNOWN_MEMBER(name=name, member=strange[0], known=[*known]), field=str(strange[0]))
    lacking = [key for key in needed if key not in data]
    if lacking:
        raise BadStart(MixText.NEEDS(name=name, members=[*lacking]), field=lacking[0])
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
                raise BadStart(StakesText.WHOLE_CHIPS(name=name, value=Quoted(value)), field=name)
        if self.big_bet_ante_kind not in ANTE_KINDS:
            known = ", ".join(ANTE_KINDS)
            raise BadStart(
                MixText.BIG_BET_ANTE_KIND(known=known, value=Quoted(self.big_bet_ante_kind)), field="big_bet_ante_kind"
            )
        if self.unit < 1:
            raise BadStart(StakesText.UNIT(), field="unit")

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
            raise BadStart(MixText.GAME_BY_KEY(game=Quoted(self.game)), field="game")
        game = find_game(self.game)
        if self.limit not in game.limits:
            raise BadStart(
                StartText.OTHER_LIMITS(game=Term(game.name), known=limits_said(game.limits), limit=Quoted(self.limit)),
                field="limit",
            )
        if self.stakes is not None:
            self._check(self.stakes, 2)

    @property
    def called(self) -> Message | Term:
        """The game as a sentence names it: "Razz, fixed limit"."""
        game = Term(find_game(self.game).name)
        return game if self.limit == "points" else MixText.LEG_AT_LIMIT(game=game, limit=limit_said(self.limit))

    def stakes_at(self, level: MixedStakes | None = None) -> Stakes:
        """What it is played for: its own stakes, or those of the level. Raises `BadStart` if there are neither."""
        if self.stakes is not None:
            return self.stakes
        if level is None:
            raise BadStart(MixText.NEEDS_STAKES_OF_LEVEL(name=self.called), field="stakes")
        return level.of(self.game, self.limit)

    def check(self, seats: int, level: MixedStakes | None = None) -> None:
        """Refuse a table of so many seats, or a level, that this game cannot be played at. Raises `BadStart`."""
        self._check(self.stakes_at(level), seats)

    def _check(self, stakes: Stakes, seats: int) -> None:
        game = find_game(self.game)
        if stakes.limit != self.limit:
            raise BadStart(MixText.OTHER_STAKES(name=self.called, limit=limit_said(stakes.limit)), field="stakes")
        live = range(1, seats + 1)
        where = first(live, seats)
        positions = where if game.has_blinds else Positions(where.button)
        try:  # the hand itself knows best what it cannot be played for
            begin(start_of(self.game, stakes, tuple(Seat(at, 1) for at in live), positions), Deck.recorded())
        except BadStart as wrong:
            raise BadStart(MixText.AT_LEG(name=self.called, why=wrong.message), **wrong.params) from None

    def __str__(self) -> str:
        return f"{self.game} {self.limit}"

    @classmethod
    def parse(cls, text: str) -> Leg:
        """The leg of a text like "razz fixed", or "razz" for the limit that is usual; or of a name such as "PLO8".

        Raises as `Leg` and `engine.notation.game_names.named` do.
        """
        if not text.strip():
            raise BadStart(MixText.LEG(text=Quoted(text.strip())), field="games")
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
        raise BadStart(MixText.UNKNOWN(name=Quoted(name), known=[*_READY]), field="rotation")
    return parse_legs(_READY[key])
