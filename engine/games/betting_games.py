"""The catalogue of games. A game is one literal: add it here, and the laws, the API and the pages know it."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import FULL_DECK, SHORT_DECK
from engine.errors import UnknownGame
from engine.messages.message import Quoted, _
from engine.messages.starts import GameText
from engine.ranking.rankings import (
    ACE_TO_FIVE,
    BADUGI,
    BADUGI_ACE_HIGH,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    HIGH,
    UP_CARDS,
    Ranking,
)
from engine.ranking.rankings import SHORT_DECK as SHORT_DECK_HIGH


@dataclass(frozen=True, slots=True)
class Street:
    """One street, in the order in which it is played: cards are discarded, drawn, dealt, rolled; then it is bet.

    `discard` cards must be given up, up to `draw` may be changed; `down`, `up` and `board` are cards dealt to each seat
    and to each board. `is_unseen`: the down-cards are seen by nobody, their owner included. `is_roll`: players turn up
    cards until they show the best hand, with a round of betting each time (S2.14). `is_big`: fixed limit bets the big
    bet from here (S0.12); `may_wait`: the house may have it double one street later (S2.5).
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    draw: int = 0
    discard: int = 0
    is_big: bool = False
    may_wait: bool = False
    is_unseen: bool = False
    is_roll: bool = False
    has_betting: bool = True


@dataclass(frozen=True, slots=True)
class Share:
    """One part of the pot. `hole` is how many of the hole cards must play with three of the board; None: any.

    `pair_by` names the house rule that says which pair a hand must have to win it; empty: any hand may.
    """

    ranking: Ranking
    hole: int | None = None
    pair_by: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A betting game as data.

    `opening` says who acts first: "blinds"; "low card" (S2.2) or "high card" (S2.11) brings it in, with the ace high
    unless `is_ace_low`; "best board" opens and may check (S2.12); "roll" (S2.14). `boards_by` ranks the up-cards that
    decide who opens later streets; None: left of the button opens. `wild` are its own wild cards (S2.13), and
    `extra_for` the rank that, dealt face up, gives another card. `phh` maps a limit to the code of published hands.
    """

    key: str
    name: str
    streets: tuple[Street, ...]
    wins: tuple[Share, ...]
    opening: str = "blinds"
    boards_by: Ranking | None = None
    is_ace_low: bool = False
    deck: tuple[int, ...] = FULL_DECK
    limits: tuple[str, ...] = ("no", "pot", "fixed", "spread")
    max_seats: int = 10
    wild: str = ""
    extra_for: str = ""
    has_open_pair: bool = False
    phh: dict[str, str] = field(default_factory=dict)

    @property
    def has_blinds(self) -> bool:
        """True if the button and the blinds decide who acts first."""
        return self.opening == "blinds"

    @property
    def moves_button(self) -> bool:
        """True if it matters who has the button, so that it moves hand by hand in every mix."""
        return self.has_blinds

    @property
    def has_board(self) -> bool:
        """True if cards are dealt to the middle on some street."""
        return any(street.board for street in self.streets)

    @property
    def is_unseen(self) -> bool:
        """True if players may not look at their own cards (S2.14)."""
        return any(street.is_unseen for street in self.streets)

    @property
    def has_draws(self) -> bool:
        """True if cards are changed."""
        return any(street.draw for street in self.streets)


def _community(hole: int, *, door: int = 0, keep: str = "") -> tuple[Street, ...]:
    """Hole cards and a board of five; `door` of them face up before the first bet, one hole card given up at `keep`."""
    return (
        Street("pre-flop", down=hole, board=door),
        Street("flop", board=3 - door, discard=int(keep == "flop")),
        Street("turn", board=1, discard=int(keep == "turn"), is_big=True),
        Street("river", board=1, is_big=True),
    )


_STUD = (
    Street("third street", down=2, up=1),
    Street("fourth street", up=1),
    Street("fifth street", up=1, is_big=True, may_wait=True),
    Street("sixth street", up=1, is_big=True),
    Street("seventh street", down=1, is_big=True),
)
_FIVE_CARD_STUD = (
    Street("second street", down=1, up=1),
    Street("third street", up=1),
    Street("fourth street", up=1, is_big=True),
    Street("fifth street", up=1, is_big=True),
)
_NO_PEEK = (
    Street("deal", down=7, is_unseen=True, has_betting=False),
    Street("rolling", is_roll=True),
)


def _draws(cards: int, times: int) -> tuple[Street, ...]:
    names = ("draw",) if times == 1 else ("first draw", "second draw", "third draw")
    big_from = 0 if times == 1 else 1
    draws = (Street(name, draw=cards, is_big=at >= big_from) for at, name in enumerate(names))
    return (Street("pre-draw", down=cards), *draws)


_OMAHA = (Share(HIGH, 2),)
_OMAHA_8 = (Share(HIGH, 2), Share(EIGHT_OR_BETTER, 2))
_HIGH, _LOW, _LOW_27 = (Share(HIGH),), (Share(ACE_TO_FIVE),), (Share(DEUCE_TO_SEVEN),)
_HI_LO_8 = (Share(HIGH), Share(EIGHT_OR_BETTER))


def _by_low_card(key: str, name: str, wins: tuple[Share, ...], **more: object) -> Game:
    """Seven cards, opened by the lowest up-card, later by the best board (S2.1–S2.4)."""
    return Game(key, name, _STUD, wins, "low card", UP_CARDS, max_seats=8, **more)  # type: ignore[arg-type]  # fields of Game


def _by_high_card(key: str, name: str, wins: tuple[Share, ...], boards_by: Ranking, **more: object) -> Game:
    """Seven cards, opened by the highest up-card, later by the best low board (S2.11)."""
    return Game(key, name, _STUD, wins, "high card", boards_by, max_seats=8, **more)  # type: ignore[arg-type]  # as above


_GAMES = (
    # Community cards
    Game("holdem", _("Texas Hold'em"), _community(2), _HIGH, max_seats=11, phh={"no": "NT", "fixed": "FT"}),
    Game("omaha", _("Omaha"), _community(4), _OMAHA, phh={"pot": "PO"}),
    Game("omaha8", _("Omaha Hi-Lo, Eight or Better"), _community(4), _OMAHA_8, phh={"fixed": "FO/8"}),
    Game("omaha5", _("Five-Card Omaha"), _community(5), _OMAHA, max_seats=9),
    Game("big-o", _("Big O"), _community(5), _OMAHA_8, max_seats=9),
    Game("omaha6", _("Six-Card Omaha"), _community(6), _OMAHA, max_seats=7),
    Game("courchevel", _("Courchevel"), _community(5, door=1), _OMAHA, max_seats=9),
    Game("courchevel8", _("Courchevel Hi-Lo, Eight or Better"), _community(5, door=1), _OMAHA_8, max_seats=9),
    Game("pineapple", _("Pineapple"), _community(3, keep="flop"), _HIGH),
    Game("crazy-pineapple", _("Crazy Pineapple"), _community(3, keep="turn"), _HIGH),
    Game("crazy-pineapple8", _("Crazy Pineapple Hi-Lo, Eight or Better"), _community(3, keep="turn"), _HI_LO_8),
    Game(
        "short-deck",
        _("Short-Deck Hold'em"),
        _community(2),
        (Share(SHORT_DECK_HIGH),),
        deck=SHORT_DECK,
        phh={"no": "NS"},
    ),
    # Draw
    Game("five-card-draw", _("Five-Card Draw"), _draws(5, 1), _HIGH, max_seats=7),
    Game("2-7-single-draw", _("2-7 Single Draw"), _draws(5, 1), _LOW_27, max_seats=7, phh={"no": "N2L1D"}),
    Game("2-7-triple-draw", _("2-7 Triple Draw"), _draws(5, 3), _LOW_27, max_seats=6, phh={"fixed": "F2L3D"}),
    Game("a-5-single-draw", _("California Lowball"), _draws(5, 1), _LOW, max_seats=7),
    Game("a-5-triple-draw", _("A-5 Triple Draw"), _draws(5, 3), _LOW, max_seats=6),
    Game("badugi", _("Badugi"), _draws(4, 3), (Share(BADUGI),), max_seats=8, phh={"fixed": "FB"}),
    Game("badeucey", _("Badeucey"), _draws(5, 3), (Share(DEUCE_TO_SEVEN), Share(BADUGI_ACE_HIGH)), max_seats=6),
    Game("badacey", _("Badacey"), _draws(5, 3), (Share(ACE_TO_FIVE), Share(BADUGI)), max_seats=6),
    Game(
        "archie", _("Archie"), _draws(5, 3), (Share(HIGH, pair_by="archie_pair"), Share(EIGHT_OR_BETTER)), max_seats=6
    ),
    # Stud
    _by_low_card("seven-card-stud", _("Seven-Card Stud"), _HIGH, has_open_pair=True, phh={"fixed": "F7S"}),
    _by_low_card("stud8", _("Seven-Card Stud Hi-Lo, Eight or Better"), _HI_LO_8, phh={"fixed": "F7S/8"}),
    _by_low_card("stud-hi-lo", _("Seven-Card Stud Hi-Lo"), (Share(HIGH), Share(ACE_TO_FIVE))),
    _by_high_card("razz", _("Razz"), _LOW, ACE_TO_FIVE, is_ace_low=True, phh={"fixed": "FR"}),
    _by_high_card("2-7-razz", _("2-7 Razz"), _LOW_27, DEUCE_TO_SEVEN),
    _by_high_card("razzdugi", _("Razzdugi"), (Share(ACE_TO_FIVE), Share(BADUGI)), ACE_TO_FIVE, is_ace_low=True),
    _by_high_card("2-7-razzdugi", _("2-7 Razzdugi"), (Share(DEUCE_TO_SEVEN), Share(BADUGI)), DEUCE_TO_SEVEN),
    Game("five-card-stud", _("Five-Card Stud"), _FIVE_CARD_STUD, _HIGH, "best board", UP_CARDS),
    Game("baseball", _("Baseball"), _STUD, _HIGH, "low card", UP_CARDS, max_seats=6, wild="3 9", extra_for="4"),
    # Eight players would need 56 cards (S2.14).
    Game("no-peek", _("No Peek"), _NO_PEEK, _HIGH, "roll", HIGH, max_seats=7),
)

GAMES: dict[str, Game] = {game.key: game for game in _GAMES}
BY_PHH: dict[str, tuple[Game, str]] = {code: (game, limit) for game in _GAMES for limit, code in game.phh.items()}


def find_game(key: str) -> Game:
    """The game of that key. Raises `UnknownGame`, naming those there are."""
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownGame(GameText.UNKNOWN(game=Quoted(key), known=[*GAMES]), key=key, known=list(GAMES)) from None
