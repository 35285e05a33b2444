"""Open pairs in stud: found, and called out by the dealer in razz (RULES.md S2.2, S2.11)."""

from __future__ import annotations

from engine.betting.state import HandState
from engine.cards import RANKS, UNKNOWN, rank_of

_FACES = {*[RANKS.index(rank) for rank in "JQK"], rank_of(UNKNOWN)}


def shows_pair(state: HandState) -> bool:
    """True if somebody still in shows two cards of a rank."""
    for at, ups in enumerate(state.up_cards):
        ranks = [rank_of(card) for card in ups]
        if not state.folded[at] and len(set(ranks)) < len(ranks):
            return True
    return False


def announce_pairs(state: HandState) -> None:
    """In razz the dealer says who has just been dealt an open pair, unless of face cards (S2.11)."""
    folded = state.folded
    for at, ups in enumerate(state.up_cards):
        if folded[at]:
            continue
        rank = ups[-1] >> 2
        pair = [card for card in ups if card >> 2 == rank]
        if len(pair) == 2 and rank not in _FACES:
            state.events.append(("open pair", state.seats[at], 0, tuple(pair), tuple(pair)))
