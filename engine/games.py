"""The catalogue of games. A game is one literal: add it here, and the laws, the API and the pages know it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import FULL_DECK
from engine.errors import UnknownGame
from engine.ranking import ACE_TO_FIVE, BADUGI, DEUCE_TO_SEVEN, EIGHT_OR_BETTER, HIGH, Ranking


@dataclass(frozen=True, slots=True)
class Street:
    """One street: what is dealt (cards a seat, face down and up; board cards), drawn, and how it is bet.

    `draw` is the most cards a seat may change. `is_big`: fixed limit bets the big bet from here (S0.12).
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    is_big: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """One part of the pot. `hole` is how many of the hole cards must play with three of the board; None: any."""

    ranking: Ranking
    hole: int | None = None


@dataclass(frozen=True, slots=True)
class Game:
    """A betting game as data. `opening`: "blinds", or who brings it in: "low card" (S2.2), "high card" (S2.11).

    `boards_by` ranks the up-cards that decide who opens later streets; None: left of the button opens.
    `phh` maps a limit to the code of published hands.
    """

    key: str
    name: str
    streets: tuple[Street, ...]
    wins: tuple[Share, ...]
    opening: str = "blinds"
    boards_by: Ranking | None = None
    deck: tuple[int, ...] = FULL_DECK
    limits: tuple[str, ...] = ("no", "pot", "fixed", "spread")
    max_seats: int = 10
    phh: dict[str, str] = field(default_factory=dict)
    deck_mask: int = field(init=False, default=0, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "deck_mask", sum(1 << card for card in self.deck))

    @property
    def has_blinds(self) -> bool:
        """True if the button and the blinds decide who acts first."""
        return self.opening == "blinds"


def _community(hole: int) -> tuple[Street, ...]:
    return (
        Street("pre-flop", down=hole),
        Street("flop", board=3),
        Street("turn", board=1, is_big=True),
        Street("river", board=1, is_big=True),
    )


_STUD = (
    Street("third street", down=2, up=1),
    Street("fourth street", up=1),
    Street("fifth street", up=1, is_big=True),
    Street("sixth street", up=1, is_big=True),
    Street("seventh street", down=1, is_big=True),
)


def _draws(cards: int, times: int) -> tuple[Street, ...]:
    names = ("draw",) if times == 1 else ("first draw", "second draw", "third draw")
    big_from = 0 if times == 1 else 1
    draws = (Street(name, draw=cards, is_big=at >= big_from) for at, name in enumerate(names))
    return (Street("pre-draw", down=cards), *draws)


_OMAHA_HIGH, _OMAHA_LOW = Share(HIGH, 2), Share(EIGHT_OR_BETTER, 2)

_GAMES = (
    Game("holdem", "Texas Hold'em", _community(2), (Share(HIGH),), phh={"no": "NT", "fixed": "FT"}),
    Game("omaha", "Omaha", _community(4), (_OMAHA_HIGH,), phh={"pot": "PO"}),
    Game("omaha8", "Omaha Hi-Lo, Eight or Better", _community(4), (_OMAHA_HIGH, _OMAHA_LOW), phh={"fixed": "FO/8"}),
    Game(
        "seven-card-stud",
        "Seven-Card Stud",
        _STUD,
        (Share(HIGH),),
        opening="low card",
        boards_by=HIGH,
        max_seats=8,
        phh={"fixed": "F7S"},
    ),
    Game(
        "stud8",
        "Seven-Card Stud Hi-Lo, Eight or Better",
        _STUD,
        (Share(HIGH), Share(EIGHT_OR_BETTER)),
        opening="low card",
        boards_by=HIGH,
        max_seats=8,
        phh={"fixed": "F7S/8"},
    ),
    Game(
        "razz",
        "Razz",
        _STUD,
        (Share(ACE_TO_FIVE),),
        opening="high card",
        boards_by=ACE_TO_FIVE,
        max_seats=8,
        phh={"fixed": "FR"},
    ),
    Game(
        "2-7-triple-draw",
        "2-7 Triple Draw",
        _draws(5, 3),
        (Share(DEUCE_TO_SEVEN),),
        max_seats=6,
        phh={"fixed": "F2L3D"},
    ),
    Game(
        "2-7-single-draw", "2-7 Single Draw", _draws(5, 1), (Share(DEUCE_TO_SEVEN),), max_seats=7, phh={"no": "N2L1D"}
    ),
    Game("five-card-draw", "Five-Card Draw", _draws(5, 1), (Share(HIGH),), max_seats=7),
    Game("badugi", "Badugi", _draws(4, 3), (Share(BADUGI),), max_seats=8, phh={"fixed": "FB"}),
)

GAMES: dict[str, Game] = {game.key: game for game in _GAMES}
BY_PHH: dict[str, tuple[Game, str]] = {code: (game, limit) for game in _GAMES for limit, code in game.phh.items()}


def find_game(key: str) -> Game:
    """The game of that key. Raises `UnknownGame`, naming those there are."""
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGame(
            f"there is no game {key!r}; there are {', '.join(GAMES)}", key=key, known=list(GAMES)
        ) from None
