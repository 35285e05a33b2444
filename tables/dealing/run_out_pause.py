"""The pause before the next hand is longer by what an all-in hand takes to run out on the page (`tables/run_out.js`), and by the
time to ask for the cards that would have come, where the house allows it and some were to come."""

from __future__ import annotations

from datetime import datetime, timedelta

from engine.betting.hand import Hand as Betting
from engine.play.any_game import AnyHand
from engine.play.rabbit_hunt import undealt_boards
from tables.hand import voluntary_shows
from tables.models import Table

# After the last of these nobody decides.
FREELY = ("fold", "check", "call", "bet", "raise", "complete", "draw", "discard")
FIRST, STREET, LAST = 0.7, 1.0, 0.8  # seconds: before the first card, from one to the next, from the last to the result
LONGEST = timedelta(seconds=15)  # of four boards from before the flop
HUNT = 4.0  # seconds to ask for what would have come
LEAST_PAUSE = 1.0  # seconds: a table with a shorter pause is watched by nobody


def seconds(hand: AnyHand) -> float:
    """How long the boards, or streets of stud, that came after the last decision take to be shown; 0 where none did, or nobody
    is left to see it."""
    if not isinstance(hand, Betting) or hand.game.is_unseen or hand.game.has_draws:
        return 0.0
    kinds = [event.kind for event in hand.events]
    decided = max((at for at, kind in enumerate(kinds) if kind in FREELY), default=-1)
    cards = kinds[decided + 1 :].count("board" if hand.game.has_board else "street")
    return min(FIRST + STREET * (cards - 1) + LAST, LONGEST.total_seconds()) if cards else 0.0


def lengthen(table: Table, hand: AnyHand, now: datetime) -> None:
    """Set (not save) when a table that pauses deals next, if the hand ran out or may be hunted."""
    if not table.deals_itself or table.pause < LEAST_PAUSE:
        return
    more = seconds(hand) or (HUNT if _may_be_hunted(table, hand) else 0.0)
    if more:
        table.deal_at = now + timedelta(seconds=table.pause + more)


def _may_be_hunted(table: Table, hand: AnyHand) -> bool:
    if not isinstance(hand, Betting):
        return False
    return bool(undealt_boards(hand)) and voluntary_shows.allows_hunting(table, hand.game.key)
