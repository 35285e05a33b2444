"""Jokers: which cards they are read as (RULES.md S3.8).

A joker stands for any card that is not in its own row. The strongest legal reading needs no search: the back at its
strongest, the middle at its strongest below that, the front at its strongest below that; no other legal reading is
stronger in any row. Only where a joker may not stand for a card that is visible can two jokers want the same one, and
then all readings are weighed by what the house puts first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

from engine.cards import JOKERS
from engine.chinese.rows.compiled_rules import Profile
from engine.chinese.rows.fantasyland import cards_next
from engine.chinese.rows.rows import rank_low, rank_row
from engine.games.row_layout import Board


class Reading(NamedTuple):
    """A row with its jokers read: how strong it then is, and the cards."""

    value: int
    cards: tuple[int, ...]


class Option(NamedTuple):
    """What a row's jokers can make of it: how strong it then is, the jokers' ranks, and whether all are of one suit."""

    value: int
    ranks: tuple[int, ...]
    is_flush: bool


def read(
    board: Board, profile: Profile, *, visible: Collection[int] = (), cards_now: int = 0
) -> tuple[Board, tuple[int, int, int]]:
    """The board with its jokers read as the house reads them, and the strengths of its rows.

    `visible`: the cards that everyone sees, which matter where a joker stands for unseen cards only. `cards_now`: cards
    of fantasyland this hand. A board that no reading saves from the foul is read row by row, each at its strongest.
    """
    if profile.rules.joker_cards == "not visible":
        taken = {card for row in board for card in row}.union(visible)
        unseen = [card for card in range(51, -1, -1) if card not in taken]
        found = _among_unseen(board, profile, unseen, cards_now)
    else:
        found = _any_card(board, profile)
    return Board(*[one.cards for one in found]), (found[0].value, found[1].value, found[2].value)


def _any_card(board: Board, profile: Profile) -> tuple[Reading, Reading, Reading]:
    fronts = readings(board.front)
    middles = readings(board.middle, profile.is_low_middle)
    backs = readings(board.back)
    strongest = (fronts[0], middles[0], backs[0])
    chosen = strongest
    if profile.rules.joker_reading == "best legal":
        chosen = _strongest_legal(fronts, middles, backs, profile) or strongest
    return (
        _filled(board.front, chosen[0]),
        _filled(board.middle, chosen[1]),
        _filled(board.back, chosen[2]),
    )


def _strongest_legal(
    fronts: Sequence[Option], middles: Sequence[Option], backs: Sequence[Option], profile: Profile
) -> tuple[Option, Option, Option] | None:
    back = backs[0]
    middle = middles[0] if profile.is_low_middle else _below(middles, back.value, profile)
    if middle is None:
        return None
    front = _below(fronts, back.value if profile.is_low_middle else middle.value, profile)
    return None if front is None else (front, middle, back)


def _below(found: Sequence[Option], cap: int, profile: Profile) -> Option | None:
    """The strongest of those options that may stand below a row of that strength."""
    for one in found:
        if one.value < cap or (one.value == cap and profile.may_be_equal):
            return one
    return None


def readings(cards: tuple[int, ...], is_low: bool = False) -> tuple[Option, ...]:
    """Every strength that a row's jokers can give it, the strongest first. A row without jokers has one.

    `is_low`: the row is a deuce-to-seven middle.
    """
    if max(cards) < 52:
        return (Option(rank_low(cards) if is_low else rank_row(cards), (), False),)
    plain = [card for card in cards if card not in JOKERS]
    is_suited = len(cards) == 5 and len({card & 3 for card in plain}) == 1
    return _options(tuple(sorted([card >> 2 for card in plain])), len(cards) - len(plain), is_suited, is_low)


@cache  # a few thousand sets of ranks, suited or not
def _options(plain: tuple[int, ...], jokers: int, is_suited: bool, is_low: bool) -> tuple[Option, ...]:
    """The options of a row by its ranks alone: which suit a joker takes matters only for a flush."""
    rank = rank_low if is_low else rank_row
    found: dict[int, Option] = {}
    for chosen in combinations_with_replacement(range(12, -1, -1), jokers):
        ranks = [*plain, *chosen]
        if is_suited and len(set(ranks)) == 5:
            value = rank([one * 4 for one in ranks])
            found.setdefault(value, Option(value, chosen, True))
        if max([ranks.count(one) for one in ranks]) <= 4:
            value = rank([one * 4 + at % 4 for at, one in enumerate(sorted(ranks))])
            found.setdefault(value, Option(value, chosen, False))
    return tuple([found[value] for value in sorted(found, reverse=True)])


def _filled(cards: tuple[int, ...], option: Option) -> Reading:
    """The row with its jokers as cards of the option's ranks, in the highest suits that fit."""
    if not option.ranks:
        return Reading(option.value, cards)
    row = list(cards)
    suits = {card & 3 for card in cards if card not in JOKERS}
    flush = suits.pop() if len(suits) == 1 else -1
    places = [at for at, card in enumerate(cards) if card in JOKERS]
    for place, rank in zip(places, option.ranks, strict=True):
        row[place] = next(
            rank * 4 + suit
            for suit in (3, 2, 1, 0)
            if rank * 4 + suit not in row and (suit == flush if option.is_flush else suit != flush)
        )
    return Reading(option.value, tuple(row))


def _strengths(
    cards: tuple[int, ...], places: Sequence[int], choices: Iterator[tuple[int, ...]], is_low: bool
) -> tuple[Reading, ...]:
    rank = rank_low if is_low else rank_row
    found: dict[int, tuple[int, ...]] = {}
    row = list(cards)
    for chosen in choices:
        for place, card in zip(places, chosen, strict=True):
            row[place] = card
        found.setdefault(rank(row), tuple(row))
    return tuple([Reading(value, found[value]) for value in sorted(found, reverse=True)])


def _among_unseen(
    board: Board, profile: Profile, unseen: Sequence[int], cards_now: int
) -> tuple[Reading, Reading, Reading]:
    """The best joint reading when each joker must be a different unseen card."""
    places = [(row, at) for row in range(3) for at, card in enumerate(board[row]) if card in JOKERS]
    if profile.rules.joker_reading == "row maximum":
        return _each_strongest(board, profile, unseen)
    best: tuple[tuple[int, ...], tuple[Reading, Reading, Reading]] | None = None
    for chosen in permutations(unseen, len(places)):
        rows = [list(row) for row in board]
        for (row, at), card in zip(places, chosen, strict=True):
            rows[row][at] = card
        filled = Board(tuple(rows[0]), tuple(rows[1]), tuple(rows[2]))
        values = profile.strengths(filled)
        if not profile.is_legal(filled, values):
            continue
        worth = _worth(filled, values, profile, cards_now)
        if best is None or worth > best[0]:
            best = (
                worth,
                (Reading(values[0], filled.front), Reading(values[1], filled.middle), Reading(values[2], filled.back)),
            )
    return _each_strongest(board, profile, unseen) if best is None else best[1]


def _worth(board: Board, values: tuple[int, int, int], profile: Profile, cards_now: int) -> tuple[int, ...]:
    """What a legal reading is weighed by: fantasyland and royalties in the house's order, then the rows from the back."""
    cards = cards_next(board, values[0], profile, cards_now)
    royalties = sum([profile.royalty(row, values[row], board[row]) for row in range(3)])
    first = (cards, royalties) if profile.rules.joker_priority == "fantasyland" else (royalties, cards)
    return (*first, *reversed(values))


def _each_strongest(board: Board, profile: Profile, unseen: Sequence[int]) -> tuple[Reading, Reading, Reading]:
    """Row by row from the back, each at its strongest with the unseen cards that are left."""
    left = list(unseen)
    found = []
    for row in (2, 1, 0):
        cards = board[row]
        places = [at for at, card in enumerate(cards) if card in JOKERS]
        is_low = row == 1 and profile.is_low_middle
        best = _strengths(cards, places, combinations(left, len(places)), is_low)[0]
        left = [card for card in left if card not in best.cards]
        found.append(best)
    return found[2], found[1], found[0]
