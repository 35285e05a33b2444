"""The next street ahead: what boards come to over deals of it, each placed as a player would who knows no card after it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.chinese.outlook.features import Unseen, unseen_of
from engine.chinese.outlook.many_boards import Boards, Cards, placed
from engine.chinese.outlook.network import Network, Outlook, outlook
from engine.chinese.outlook.row_prospects import Points, full_boards
from engine.chinese.rows.chinese_games import Street
from engine.chinese.rows.compiled_rules import Profile

_IMPOSSIBLE = -1e6
_AT_ONCE = 12_000  # boards looked at in one piece, which bounds memory


def best_placed(
    boards: Boards,
    dealt: Cards,
    street: Street,
    unseen: Unseen,
    profile: Profile,
    points: Points,
    zeal: float = 1.0,
    learned: Mapping[int, Network] | None = None,
) -> tuple[Outlook, Boards]:
    """What each board (n) comes to, best placed with its cards dealt (n, cards), and the boards after it.

    unseen: what may come after these cards (n). points: what rows are worth to whoever chooses; zeal: as `Outlook.at`
    has it. Full rows are looked at as they are.
    """
    after, has_room = placed(boards, dealt, street.keep)
    board, way = np.nonzero(has_room)
    children = Boards(after.cards[board, way], after.held[board, way])
    if children.held[0].sum() == 13:
        told = Outlook(*full_boards(children.cards, profile, points))
    else:
        parts = [
            outlook(children.take(some), unseen.take(board[some]), learned)
            for some in np.array_split(np.arange(len(board)), 1 + len(board) // _AT_ONCE)
        ]
        told = Outlook(*[np.concatenate(each) for each in zip(*parts, strict=True)])
    worth = np.full(has_room.shape, _IMPOSSIBLE, dtype=np.float32)
    worth[board, way] = told.at(points.foul, zeal)
    best = worth.argmax(axis=1)
    number = np.zeros(has_room.shape, dtype=np.intp)
    number[board, way] = np.arange(len(board))
    chosen = number[np.arange(len(best)), best]
    return Outlook(*[part[chosen] for part in told]), children.take(chosen)


def ahead(
    boards: Boards,
    cards: Sequence[int],
    street: Street,
    profile: Profile,
    points: Points,
    rng: random.Random,
    deals: int,
    zeal: float = 1.0,
) -> NDArray[np.float32]:
    """What each board (n) comes to, on average of so many deals of the next street from the cards that may come; all boards get
    the same deals."""
    count = len(boards.cards)
    dealt = np.array([rng.sample(cards, street.cards) for _ in range(deals)], dtype=np.uint8)
    seen = np.ones((deals, 52), dtype=np.bool_)
    seen[:, list(cards)] = False
    np.put_along_axis(seen, dealt.astype(np.int64), True, axis=1)
    each, deal = np.repeat(np.arange(count), deals), np.tile(np.arange(deals), count)
    told, _after = best_placed(
        boards.take(each), dealt[deal], street, unseen_of(seen).take(deal), profile, points, zeal
    )
    found: NDArray[np.float32] = told.at(points.foul, zeal).reshape(count, deals).mean(axis=1)
    return found
