"""Who opens a round of stud: the bring-in, then the best board (RULES.md S2.2, S2.4, S2.11, S2.12; TDA RP-10)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from engine.cards import RANKS, UNKNOWN, rank_of

if TYPE_CHECKING:
    from engine.betting.hand import Hand

_FACES = {*[RANKS.index(rank) for rank in "JQK"], rank_of(UNKNOWN)}


def bring_in_place(hand: Hand) -> int:
    """Who brings it in: the lowest up-card, clubs lowest; in razz the highest, the higher suit first (S2.2, S2.11).

    A wild card counts as the highest of all. A player without chips stays the one, unless the house has the next lowest
    card bring it in.
    """
    live = list(range(hand._count))
    if hand._order is None:
        live = _known(hand, live)
    place = _lowest(hand, live)
    if hand._able >> place & 1 or hand.plan.rules.broke_bring_in == "next player":
        return place
    return _lowest(hand, [at for at in live if hand._able >> at & 1])


def _lowest(hand: Hand, places: list[int]) -> int:
    worth, ups = hand.plan.worth, hand._ups
    # Cards that nobody knows are worth the same: the first place has it.
    holder = {worth[card]: at for at in reversed(places) for card in ups[at]}
    return holder[min(holder) if hand.plan.opening == "low card" else max(holder)]


def best_board(hand: Hand) -> int:
    """Who opens a later street: the best up-cards; on a tie the nearest to the button's left, or the higher suit (S2.4)."""
    plan, ups = hand.plan, hand._ups
    assert plan.boards_by is not None
    live = [at for at, is_out in enumerate(hand._folded) if not is_out]
    if hand._order is None:
        live = _known(hand, live)
        if UNKNOWN in ups[live[0]]:
            return live[0]
    values = [*map(plan.boards_by.rank, [ups[at] for at in live])]
    best = max(values)
    if values.count(best) > 1 and plan.rules.board_tie == "higher suit":
        tied = [at for at, value in zip(live, values, strict=True) if value == best]
        worth = plan.worth
        return max(tied, key=lambda at: _from_the_top(ups[at], worth))
    return live[values.index(best)]


def _known(hand: Hand, places: list[int]) -> list[int]:
    """Those whose up-cards are known, if there are any: a record may lack some, and the rest decide as far as they can."""
    return [at for at in places if UNKNOWN not in hand._ups[at]] or places


def _from_the_top(ups: list[int], worth: tuple[int, ...]) -> list[tuple[int, int]]:
    """The cards from the most telling down (pairs first, then by rank), so that the first difference is one of suit."""
    many = Counter(card >> 2 for card in ups)
    return sorted([(many[card >> 2], worth[card]) for card in ups], reverse=True)


def shows_pair(hand: Hand) -> bool:
    """True if somebody still in shows two cards of a rank."""
    for at, ups in enumerate(hand._ups):
        ranks = [rank_of(card) for card in ups]
        if not hand._folded[at] and len(set(ranks)) < len(ranks):
            return True
    return False


def announce_pairs(hand: Hand) -> None:
    """In razz the dealer says who has just been dealt an open pair, unless of face cards (S2.11)."""
    folded = hand._folded
    for at, ups in enumerate(hand._ups):
        if folded[at]:
            continue
        rank = ups[-1] >> 2
        pair = [card for card in ups if card >> 2 == rank]
        if len(pair) == 2 and rank not in _FACES:
            hand._events.append(("open pair", hand._numbers[at], 0, tuple(pair), tuple(pair)))
