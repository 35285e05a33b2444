"""The catalogue of Chinese games (RULES.md S3.1, S3.9). A game is one literal: add it here, and the laws know it.

>>> find_chinese_game("ofc-pineapple").cards_each
17
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import FULL_DECK
from engine.chinese.rows.compiled_rules import CLASSIC, LOW_MIDDLE, OPEN_FACE, Variant
from engine.errors import UnknownGame
from engine.messages.message import Quoted, _
from engine.messages.starts import GameText

POINTS = "points"  # the one limit of these games: nobody bets, and a point is worth so many chips


class Street(NamedTuple):
    """What a player is dealt at once: `cards` cards, of which `keep` are set and the others discarded face down."""

    name: str
    cards: int
    keep: int


@dataclass(frozen=True, slots=True, eq=False)
class ChineseGame:
    """A Chinese game as data.

    Where `is_together`, everybody is dealt at once and sets face down; else players set face up in turn. `phh` is the
    code of the game in written hands.
    """

    key: str
    name: str
    streets: tuple[Street, ...]
    variant: Variant
    max_seats: int
    phh: str
    is_together: bool = False
    deck: tuple[int, ...] = FULL_DECK
    limits: tuple[str, ...] = (POINTS,)

    @property
    def has_blinds(self) -> bool:
        """False: nobody bets."""
        return False

    @property
    def moves_button(self) -> bool:
        """True: who sets last knows most, so the button moves hand by hand, blinds or not."""
        return True

    @property
    def cards_each(self) -> int:
        """How many cards a player outside fantasyland is dealt in the hand."""
        return sum([street.cards for street in self.streets])


def _streets(*dealt: tuple[int, int]) -> tuple[Street, ...]:
    names = ("first street", "second street", "third street", "fourth street", "fifth street", "sixth street",
             "seventh street", "eighth street", "ninth street")  # fmt: skip
    return tuple([Street(name, *cards) for name, cards in zip(names, dealt, strict=False)])


_AT_ONCE = (Street("setting", 13, 13),)
_ONE_AT_A_TIME = _streets((5, 5), *[(1, 1)] * 8)
_TURBO = _streets((5, 5), (4, 4), (4, 4))
_PINEAPPLE = _streets((5, 5), *[(3, 2)] * 4)

_GAMES = (
    ChineseGame("chinese", _("Chinese Poker"), _AT_ONCE, CLASSIC, 4, "chinese/classic", is_together=True),
    ChineseGame("ofc", _("Open-Face Chinese"), _ONE_AT_A_TIME, OPEN_FACE, 4, "chinese/ofc"),
    ChineseGame("ofc-turbo", _("Turbo Open-Face Chinese"), _TURBO, OPEN_FACE, 4, "chinese/turbo"),
    ChineseGame("ofc-pineapple", _("Pineapple Open-Face Chinese"), _PINEAPPLE, OPEN_FACE, 3, "chinese/pineapple"),
    ChineseGame(
        "ofc-2-7-pineapple", _("2-7 Pineapple Open-Face Chinese"), _PINEAPPLE, LOW_MIDDLE, 3, "chinese/2-7-pineapple"
    ),
)

CHINESE_GAMES: dict[str, ChineseGame] = {game.key: game for game in _GAMES}
CHINESE_BY_PHH: dict[str, ChineseGame] = {game.phh: game for game in _GAMES}


def find_chinese_game(key: str) -> ChineseGame:
    """The Chinese game of that key. Raises `UnknownGame`, naming those there are."""
    try:
        return CHINESE_GAMES[key]
    except KeyError:
        raise UnknownGame(
            GameText.UNKNOWN_CHINESE(game=Quoted(key), known=[*CHINESE_GAMES]),
            key=key,
            known=list(CHINESE_GAMES),
        ) from None
