"""What is set for a player whose time is out: a whole setting that is not fouled where there is one, else a legal placing.

`set_for_the_player` is the one place where it is decided, for the tables' clocks and for whoever is away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from engine.cards import JOKERS
from engine.chinese.play.foul_warnings import foresee
from engine.chinese.rows.compiled_rules import Profile
from engine.chinese.rows.jokers import readings
from engine.games.row_layout import SIZES, Board, Layout, laid

_DANGER, _FOUL = 1, 2


@lru_cache(maxsize=4096)
def set_for_the_player(
    cards: tuple[int, ...],
    keep: int,
    board: Board,
    profile: Profile,
    fantasyland: int = 0,
    visible: frozenset[int] = frozenset(),
) -> Layout:
    """Where those cards go beside the rows already set; `keep` of them are set, the others discarded.

    `fantasyland`: how many cards it was earned with, 0 outside it. `visible`: the cards that the player sees, which
    matter where a joker stands for unseen cards only.

    All thirteen at once: what the arranger sets, for most points in the classic game, else for royalties and
    fantasyland; where it sees a foul, the first setting that is none. Street by street: the first placing, strong cards to
    the back, that is in no danger.
    """
    if keep == sum(SIZES):
        from engine.chinese.arranger.arranger import arrange  # numpy is loaded with the first hand that needs it

        best = arrange(cards, profile, fantasyland=fantasyland, visible=visible)
        if not best.scored.is_fouled:
            return _rest(cards, best.board)
        rows = next(_unfouled(cards, profile, visible), None)
        return _rest(cards, rows) if rows is not None else _first(cards, keep, board)
    return _street(cards, keep, board, profile, visible)


# -- all at once ------------------------------------------------------------------------------------------------------


def _unfouled(cards: Sequence[int], profile: Profile, visible: frozenset[int] = frozenset()) -> Iterator[Board]:
    """Settings that are not fouled, from all there are: strong backs first, then strong middles, then weak fronts."""
    if profile.is_low_middle:
        yield from _with_low_middle(cards, profile, visible)
        return
    for back in _strongest_first(cards, 5):
        left = _without(cards, back)
        for middle in _strongest_first(left, 5):
            board = _fronted(_without(left, middle), middle, back, profile, visible)
            if board is not None:
                yield board


def _with_low_middle(cards: Sequence[int], profile: Profile, visible: frozenset[int]) -> Iterator[Board]:
    """The middle must qualify and nothing else, so the best lows are tried first."""
    for middle in _strongest_first(cards, 5, is_low=True):
        if foresee(Board((), middle, ()), profile) is not None:
            return  # this one does not qualify, and those after it are worse
        left = _without(cards, middle)
        for back in _strongest_first(left, 5):
            board = _fronted(_without(left, back), middle, back, profile, visible)
            if board is not None:
                yield board


def _fronted(
    left: Sequence[int], middle: tuple[int, ...], back: tuple[int, ...], profile: Profile, visible: frozenset[int]
) -> Board | None:
    for front in reversed(_strongest_first(left, 3)):
        board = Board(front, middle, back)
        if foresee(board, profile, visible) is None:
            return board
    return None


def _strongest_first(cards: Sequence[int], size: int, *, is_low: bool = False) -> list[tuple[int, ...]]:
    """Every choice of so many cards, the strongest row first, jokers read at their strongest."""
    return sorted(combinations(cards, size), key=lambda row: -readings(row, is_low)[0].value)


def _without(cards: Sequence[int], gone: Sequence[int]) -> list[int]:
    return [card for card in cards if card not in gone]


def _rest(cards: Sequence[int], rows: Board) -> Layout:
    return laid(*rows, _without(cards, [card for row in rows for card in row]))


# -- street by street -------------------------------------------------------------------------------------------------


def _street(cards: tuple[int, ...], keep: int, board: Board, profile: Profile, visible: frozenset[int]) -> Layout:
    """The placing in the least danger; of those alike the one that puts strong cards farthest back."""
    best: tuple[tuple[int, int], Layout] | None = None
    for kept in combinations(sorted(cards, reverse=True), keep):
        for rows in product((2, 1, 0), repeat=keep):
            if any(rows.count(row) > size - len(board[row]) for row, size in enumerate(SIZES)):
                continue
            layout = laid(*[[card for card, to in zip(kept, rows, strict=True) if to == row] for row in range(3)])
            after = Board(*[has + gets for has, gets in zip(board, layout.board, strict=True)])
            danger = foresee(after, profile, visible)
            worth = (0 if danger is None else _FOUL if danger.is_certain else _DANGER, -_weight(kept, rows))
            if best is None or worth < best[0]:
                best = (worth, laid(*layout.board, _without(cards, kept)))
    return best[1] if best is not None else _first(cards, keep, board)


def _weight(kept: Sequence[int], rows: Sequence[int]) -> int:
    return sum([(13 if card in JOKERS else card >> 2) * row for card, row in zip(kept, rows, strict=True)])


def _first(cards: Sequence[int], keep: int, board: Board) -> Layout:
    """Some legal placing: from the back as the cards come."""
    rows: list[list[int]] = [[], [], []]
    left = list(cards[:keep])
    for row in (2, 1, 0):
        room = SIZES[row] - len(board[row])
        rows[row], left = left[:room], left[room:]
    return laid(*rows, cards[keep:])
