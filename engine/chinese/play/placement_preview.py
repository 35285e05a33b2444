"""What a placing would make of a player's rows before it is answered: for that player, and nobody else."""

from __future__ import annotations

from typing import Any

from engine.cards import cards_text
from engine.chinese.play.placing import ChineseAsk, FullRow
from engine.chinese.play.seat_view import seen_in_rows, worth
from engine.chinese.play.state import ChineseState
from engine.errors import WrongCards
from engine.games.row_layout import ROWS, SIZES, Board, Layout
from engine.messages.chinese import PlacingText
from engine.messages.message import Term


def weigh(hand: ChineseState, ask: ChineseAsk, layout: Layout) -> dict[str, Any]:
    """What the rows of the asked seat come to with those cards placed: some of them, or all.

    The members are those that a seat of `engine.chinese.play.seat_view.view` has of its rows; `placed` is how many cards the layout
    sets, `keep` how many are to be set. Raises `WrongCards` for a card that was not dealt or is there twice, and `FullRow`.
    """
    strange = [card for card in layout.cards if card not in ask.cards]
    if strange:
        held = cards_text(ask.cards)
        raise WrongCards(PlacingText.NOT_DEALT(cards=cards_text(strange), held=held), held=held)
    twice = sorted({card for card in layout.cards if layout.cards.count(card) > 1})
    if twice:
        held = cards_text(ask.cards)
        raise WrongCards(PlacingText.TWICE(cards=cards_text(twice), held=held), held=held)
    rows = []
    for row, size, has, gets in zip(ROWS, SIZES, ask.board, layout.board, strict=True):
        if len(has) + len(gets) > size:
            room = size - len(has)
            raise FullRow(PlacingText.ROOM(row=Term(row, "row"), room=room, count=len(gets)), row=row, room=room)
        rows.append((*has, *gets))
    board = Board(*rows)
    visible = seen_in_rows(hand, ask.seat) | frozenset([card for row in board for card in row])
    placed = sum([len(row) for row in layout.board])
    return {**worth(board, ask.profile, visible, ask.fantasyland), "placed": placed, "keep": ask.keep}
