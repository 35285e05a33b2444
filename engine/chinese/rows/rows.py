"""Rows: a player's thirteen cards as they were set, what each row makes, and whether the hand is fouled (RULES.md S3.1).

>>> board = parse_board("Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c")
>>> made(board.middle)
Made(kind='flush', rank=12)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import UNKNOWN, card_text, cards_text, parse_cards
from engine.errors import BadCards
from engine.games.row_layout import ROWS, SIZES, Board
from engine.messages.chinese import RowsText
from engine.messages.message import Quoted, Term
from engine.ranking.rankings import DEUCE_TO_SEVEN, HIGH

FEWEST_PLAYERS, MOST_PLAYERS = 2, 4

# From the weakest to the strongest; the front knows no straights and no flushes.
KINDS = (
    "high card",
    "pair",
    "two pair",
    "trips",
    "straight",
    "flush",
    "full house",
    "quads",
    "straight flush",
    "royal flush",
)


class Made(NamedTuple):
    """What a row makes: one of `KINDS` and the rank (0 deuce to 12 ace) that leads it, the five in a wheel."""

    kind: str
    rank: int


def parse_board(text: str) -> Board:
    """The board of a text such as ``Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c``: front, middle, back.

    Raises `BadCards` for other than three rows, for a row of the wrong size, and for a piece that is no card.
    """
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise BadCards(RowsText.NO_BOARD(text=Quoted(text)), text=text)
    board = Board(*[parse_cards(row) for row in rows])
    check_board(board)
    return board


def check_board(board: Board, name: str = "the board") -> None:
    """Raise `BadCards`, naming the row, unless the rows have 3, 5 and 5 different known cards."""
    for row, size, cards in zip(ROWS, SIZES, board, strict=True):
        if len(cards) != size:
            raise BadCards(
                RowsText.SIZE(name=name, row=Term(row, "row"), size=size, count=len(cards), cards=cards_text(cards)),
                row=row,
            )
        for card in cards:
            if not 0 <= card <= UNKNOWN:
                raise BadCards(RowsText.NO_CARD(name=name, card=card, row=Term(row, "row")), row=row)
            if card == UNKNOWN:
                raise BadCards(RowsText.UNKNOWN_CARD(name=name, row=Term(row, "row")), row=row)
    _check_different([card for row in board for card in row], name)


def check_boards(boards: Sequence[Board | None], names: Sequence[str] = ()) -> None:
    """Raise `BadCards` unless they are the boards of one deal: two to four, every card once.

    None is a hand that was not set, because its player surrendered. `names` are what the messages call the boards.
    """
    if not FEWEST_PLAYERS <= len(boards) <= MOST_PLAYERS:
        raise BadCards(RowsText.PLAYERS(least=FEWEST_PLAYERS, most=MOST_PLAYERS, count=len(boards)))
    found: list[int] = []
    for at, board in enumerate(boards):
        if board is not None:
            found += board.front
            found += board.middle
            found += board.back
            if len(board.front) != 3 or len(board.middle) != 5 or len(board.back) != 5:
                check_board(board, names[at] if names else f"board {at + 1}")
    # One look at the whole deal when nothing is wrong; which card is wrong is asked only when something is.
    if len(set(found)) < len(found) or (found and (max(found) >= UNKNOWN or min(found) < 0)):
        for at, board in enumerate(boards):
            if board is not None:
                check_board(board, names[at] if names else f"board {at + 1}")
        _check_different(found, "the boards")


def _check_different(cards: Sequence[int], name: str) -> None:
    if len(set(cards)) < len(cards):
        twice = sorted({card for card in cards if cards.count(card) > 1})
        raise BadCards(RowsText.TWICE(name=name, cards=cards_text(twice)), cards=twice)


rank_row = HIGH.rank  # three cards rank as five whose missing kickers are nothing, so that any two rows compare (S3.1)
rank_low = DEUCE_TO_SEVEN.rank


def made(cards: Sequence[int]) -> Made:
    """What three or five known cards make. Jokers must have been read."""
    ranks = sorted([card >> 2 for card in cards], reverse=True)
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    most, lead = groups[0]
    if most == 4:
        return Made("quads", lead)
    if most == 3:
        return Made("full house" if len(groups) > 1 and groups[1][0] == 2 else "trips", lead)
    if most == 2:
        return Made("two pair" if groups[1][0] == 2 else "pair", lead)
    if len(cards) < 5:
        return Made("high card", lead)
    is_flush = len({card & 3 for card in cards}) == 1
    if ranks[0] - ranks[4] == 4:
        if not is_flush:
            return Made("straight", lead)
        return Made("royal flush" if lead == 12 else "straight flush", lead)
    if ranks == [12, 3, 2, 1, 0]:
        return Made("straight flush" if is_flush else "straight", 3)
    return Made("flush" if is_flush else "high card", lead)


class Low(NamedTuple):
    """A deuce-to-seven low: its highest rank (0 deuce to 12 ace), and whether it is the wheel, 7-5-4-3-2."""

    rank: int
    is_wheel: bool


def made_low(cards: Sequence[int]) -> Low | None:
    """The deuce-to-seven low of five known cards; None if they make a pair, a straight or a flush. The ace is high."""
    ranks = {card >> 2 for card in cards}
    if len(ranks) < 5 or len({card & 3 for card in cards}) == 1:
        return None
    top = max(ranks)
    if top - min(ranks) == 4:
        return None
    return Low(top, ranks == {0, 1, 2, 3, 5})


def row_text(cards: Sequence[int]) -> list[str]:
    """The cards as texts, for JSON."""
    return [card_text(card) for card in cards]
