"""Rotations: the games of a mixed table in a fixed order or by dealer's choice, and a table's turn in them (S0.16, S0.17).

A `Rotation` is what was agreed, a `Turn` where the table stands in it; `next_game.advance` gives the turn of the next hand from
the turn of the last one. A hand keeps the game of its turn, whatever the clock or the admin does meanwhile.

>>> from engine.mixes.next_game import advance
>>> horse = Rotation.ready_made("horse", Change("hands", 2))
>>> turn, games = Turn.begin(button=1), []
>>> for hand in range(5):
...     turn = advance(horse, turn, Coming(live={1, 2, 3}, seats=3))
...     games.append((turn.game, turn.positions.button))
>>> games
[('holdem', 1), ('holdem', 2), ('omaha8', 3), ('omaha8', 1), ('razz', 2)]

What restarts, and what does not:

- A game that has just come begins its hands, its orbit and its minutes anew. Minutes run from its first hand, so a
  pause skips no game; levels are counted from level 1, so that all tables of an event play the same game.
- An orbit is the button once round the table, back to or past the seat where the game began. Each player who stays has
  it once, a dead button counts as the turn of whoever has left, a newcomer behind it waits for the next game. Where
  the button is frozen, an orbit is as many hands as players are dealt in to the coming hand.
- In Open-Face Chinese whoever sets last knows most, so the button moves hand by hand in every mix, but not for a hand
  that holds it (fantasyland, a house rule). For the blinds those hands are as if they had not been played.
- Players who come and go restart nothing.
- After a change of the list the game being played is finished, if the new list still has it; else the new list begins.
- A table that draws for seats anew goes on by `Turn.redrawn`, or restarts the list by `Turn.begin`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

from engine.errors import BadStart
from engine.games import dealer_button
from engine.games.hand_start import Positions
from engine.messages.message import Quoted, Term, pgettext
from engine.messages.mixes import MixText
from engine.mixes.mixes import Leg, MixedStakes, members, ready_made
from engine.play.any_game import AnyGame, find_game

UNITS = (
    pgettext("choice", "hands"),
    pgettext("choice", "orbit"),
    pgettext("choice", "minutes"),
    pgettext("choice", "level"),
)
ORDERS = ("again", "once", "choice")
ON_TIME_OUT = (pgettext("choice", "same"), pgettext("choice", "first"))


@dataclass(frozen=True, slots=True)
class Change:
    """When the game changes: after every so many hands, orbits, minutes or levels (S0.17). Raises `BadStart`."""

    unit: str
    every: int = 1

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise BadStart(MixText.UNIT(known=[*UNITS], unit=Quoted(self.unit)), field="unit")
        if type(self.every) is not int or self.every < 1:
            raise BadStart(MixText.EVERY(unit=self.unit, every=Quoted(self.every)), field="every")


EIGHT_HANDS = Change("hands", 8)


@dataclass(frozen=True, slots=True)
class Rotation:
    """The games of a mixed table and when they change. A game listed twice is played twice as often.

    `order`: "again", the list begins again after its last game; "once", the table stays with the last one; "choice",
    the list is on offer and the dealer picks (S0.16). The choice passes one player clockwise each time it is made,
    on a marker of its own that begins at the button: the button itself comes back to where it was after an orbit, and
    stands still in stud, so that it would leave the choice with the same few. `on_time_out` is what a chooser who does
    not answer gets: the "same" game again, or the "first" on the list. Raises `BadStart`.
    """

    legs: tuple[Leg, ...]
    change: Change = EIGHT_HANDS
    order: str = "again"
    on_time_out: str = "same"

    def __post_init__(self) -> None:
        if not self.legs:
            raise BadStart(MixText.ONE_GAME(), field="games")
        if self.order not in ORDERS:
            raise BadStart(MixText.ORDER(known=[*ORDERS], value=Quoted(self.order)), field="order")
        if self.is_choice and len({(leg.game, leg.limit) for leg in self.legs}) < len(self.legs):
            raise BadStart(MixText.GAME_TWICE(), field="games")
        if self.on_time_out not in ON_TIME_OUT:
            known = ", ".join(ON_TIME_OUT)
            raise BadStart(MixText.ON_TIME_OUT(known=known, value=Quoted(self.on_time_out)), field="on_time_out")

    @classmethod
    def ready_made(cls, name: str, change: Change = EIGHT_HANDS) -> Rotation:
        """A mix that has a name, such as "horse". Raises `BadStart`, telling those there are."""
        return cls(ready_made(name), change)

    @property
    def is_choice(self) -> bool:
        """True if the dealer picks the game."""
        return self.order == "choice"

    @property
    def freezes_button(self) -> bool:
        """True if the button stands still in stud: some other game of the mix has blinds (TDA 11-B)."""
        return any(find_game(leg.game).has_blinds for leg in self.legs)

    def check(self, seats: int, level: MixedStakes | None = None) -> None:
        """Refuse a table of so many seats, or a level, that a game cannot be played at. Raises `BadStart`.

        For dealer's choice it is enough that one game on offer seats them all: the others are offered to fewer.
        """
        if seats < 2:
            raise BadStart(MixText.TWO_SEATS(), field="seats")
        narrow = [leg for leg in self.legs if not can_seat(leg, seats)]
        if narrow and not (self.is_choice and len(narrow) < len(self.legs)):
            most = min(find_game(leg.game).max_seats for leg in narrow)
            names = [Term(name) for name in dict.fromkeys(find_game(leg.game).name for leg in narrow)]
            raise BadStart(
                MixText.TOO_MANY_SEATS(games=names, seats=seats, most=most),
                field="seats",
                most=most,
                games=[leg.game for leg in narrow],
            )
        for leg in self.legs:
            leg.check(min(seats, find_game(leg.game).max_seats), level)

    def as_json(self) -> dict[str, Any]:
        """For storage; `from_json` is its inverse."""
        legs = [leg.as_json() for leg in self.legs]
        return {"legs": legs, "change": asdict(self.change), "order": self.order, "on_time_out": self.on_time_out}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rotation:
        """The rotation that was stored. Raises `BadStart` or `UnknownGame`."""
        told = dict(members(data, cls, ("legs", "change")))
        if not isinstance(told["legs"], list | tuple):
            raise BadStart(MixText.NO_LIST(value=Quoted(told["legs"])), field="legs")
        legs = tuple(Leg.from_json(leg) for leg in told.pop("legs"))
        change = Change(**members(told.pop("change"), Change, ("unit",)))
        return cls(legs, change, **told)


class Coming(NamedTuple):
    """What the coming hand finds: who is dealt in, of how many seats, and the house's button (`dealer_button.MODES`).

    `now` are seconds of any clock that does not jump (needed to change by minutes), `level` the number of the level
    in force, 1 and up (needed to change by level). `holds_button`: the house holds the button for this hand, if it is of
    a game whose button moves without blinds (`engine.chinese.play.hand_start.holds_button`). `winner`: the seat that won the last
    hand, where the button is its; `heads_up`: what two players post first (`dealer_button.HEADS_UP`).
    """

    live: Collection[int]
    seats: int
    mode: str = "dead"
    now: float | None = None
    level: int | None = None
    holds_button: bool = False
    winner: int | None = None
    heads_up: str = "both blinds"


@dataclass(frozen=True, slots=True)
class Turn:
    """Where a table stands: the game of its hand, and what decides when the next game comes.

    `leg` is the place on the list; `hands` are those dealt of this game, this one too (0: none yet); `travelled` is how
    many seats the button has moved since the game's first hand, at `since` (seconds) and `level`. `positions` are those
    of the hand, to be dealt with; `blinds` those of the last hand that had blinds; `chooser` is who last chose, and
    `is_default`, whether they did not in time.
    """

    leg: int = 0
    game: str = ""
    limit: str = ""
    hands: int = 0
    travelled: int = 0
    since: float | None = None
    level: int | None = None
    positions: Positions = field(default_factory=lambda: Positions(1))
    blinds: Positions | None = None
    chooser: int | None = None
    is_default: bool = False

    @classmethod
    def begin(cls, button: int) -> Turn:
        """Before the first hand of a table whose button was drawn."""
        return cls(positions=Positions(button))

    @classmethod
    def after(cls, last: Positions, live: Collection[int]) -> Turn:
        """Before the first hand of the mix at a table that has played already; `last` are its last positions."""
        if last.big_blind is None:
            return cls.begin(dealer_button.next_live(last.button, live))
        return cls(positions=last, blinds=last)

    def redrawn(self, button: int) -> Turn:
        """The same game goes on after a draw for seats: a new button, from where an orbit goes round anew."""
        return replace(self, positions=Positions(button), blinds=None, travelled=0)

    def standing(self, last: Turn) -> Turn:
        """This turn with the button and blinds of the last one: its hand has passed nobody (a bomb pot, a house rule)."""
        travelled = 0 if self.hands == 1 else last.travelled
        return replace(self, positions=last.positions, blinds=last.blinds, travelled=travelled)

    def as_json(self) -> dict[str, Any]:
        """For storage; `from_json` is its inverse."""
        told = asdict(self)
        places = {"positions": list(self.positions), "blinds": None if self.blinds is None else list(self.blinds)}
        return {**told, **places}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Turn:
        """The turn that was stored. Raises `BadStart`."""
        told = dict(members(data, cls, ("positions",)))
        told["positions"] = _stored_positions(told["positions"])
        told["blinds"] = None if told.get("blinds") is None else _stored_positions(told["blinds"])
        return cls(**told)


def place_on_list(rotation: Rotation, turn: Turn) -> int | None:
    """Where the turn's game stands on the list; None before the first hand, or if a change has taken it off."""
    if not turn.hands:
        return None
    same = [at for at, leg in enumerate(rotation.legs) if (leg.game, leg.limit) == (turn.game, turn.limit)]
    return turn.leg if turn.leg in same else min(same, default=None)


def is_game_over(rotation: Rotation, turn: Turn, coming: Coming) -> bool:
    """Whether the game of the turn has had its hands, its orbit, its minutes or its levels."""
    unit, every = rotation.change.unit, rotation.change.every
    if unit == "hands":
        return turn.hands >= every
    if unit == "minutes":
        return turn.since is not None and coming.now is not None and coming.now - turn.since >= every * 60
    if unit == "level":
        return turn.level is not None and period_of(rotation, coming) != period_of(
            rotation, coming._replace(level=turn.level)
        )
    game = find_game(turn.game)
    if rotation.freezes_button and not game.moves_button:
        return turn.hands >= every * len(coming.live)
    ahead = positions_of(rotation, turn, coming, game)
    return seats_travelled(turn, ahead, coming) >= every * coming.seats


def check_coming(rotation: Rotation, coming: Coming) -> None:
    if rotation.change.unit == "minutes" and coming.now is None:
        raise BadStart(MixText.NEEDS_TIME(), field="now")
    if rotation.change.unit == "level" and (coming.level is None or coming.level < 1):
        raise BadStart(MixText.NEEDS_LEVEL(level=Quoted(coming.level)), field="level")


def period_of(rotation: Rotation, coming: Coming) -> int:
    """The levels since level 1, by so many as one game lasts."""
    return ((coming.level or 1) - 1) // rotation.change.every


def positions_of(rotation: Rotation, turn: Turn, coming: Coming, game: AnyGame | None = None) -> Positions:
    """Button and blinds of the next hand; `game` None is a game with blinds."""
    live, seats = coming.live, coming.seats
    has_blinds = game is None or game.has_blinds
    moves_alone = game is not None and _moves_alone(game)
    if moves_alone and coming.holds_button and turn.hands:
        return Positions(turn.positions.button)
    if not has_blinds and not rotation.freezes_button:  # no blinds at all: the deal passes on (S0.15)
        begun = dealer_button.first(live, seats, button=turn.positions.button)
        button = dealer_button.next_live(turn.positions.button, live) if turn.hands else begun.button
        return Positions(button)
    before = turn.positions
    if turn.hands and _moves_alone(find_game(turn.game)):
        if moves_alone:
            return Positions(dealer_button.next_live(before.button, live))
        before = turn.blinds or before
    house: dict[str, Any] = {"mode": coming.mode, "winner": coming.winner, "heads_up": coming.heads_up}
    return dealer_button.advance_mixed(before, turn.blinds, live, seats, has_blinds=has_blinds, **house)


def _moves_alone(game: AnyGame) -> bool:
    """Whether the button moves hand by hand without blinds that would move it."""
    return game.moves_button and not game.has_blinds


def seats_travelled(turn: Turn, where: Positions, coming: Coming) -> int:
    return turn.travelled + (where.button - turn.positions.button) % coming.seats


def can_seat(leg: Leg, count: int) -> bool:
    return count <= find_game(leg.game).max_seats


def _stored_positions(places: Any) -> Positions:
    is_right = isinstance(places, list | tuple) and 1 <= len(places) <= 3 and type(places[0]) is int
    if not is_right or any(type(seat) is not int and seat is not None for seat in places):
        raise BadStart(MixText.POSITIONS(places=Quoted(places)), field="positions")
    return Positions(*places)


def too_many(leg: Leg, coming: Coming, legs: Collection[Leg]) -> BadStart:
    game = find_game(leg.game)
    wide = [str(one) for one in legs if can_seat(one, len(coming.live))]
    why = MixText.TOO_MANY_DEALT_IN(game=Term(game.name), most=game.max_seats, count=len(coming.live))
    return BadStart(MixText.ON_OFFER(why=why, offered=wide) if wide else why, field="seats", most=game.max_seats)
