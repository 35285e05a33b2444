"""Fantasyland: who earns it, who stays, and how many cards the next hand then deals (RULES.md S3.10, S3.11)."""

from __future__ import annotations

from engine.cards import JOKERS, RANKS
from engine.chinese.rows.compiled_rules import Profile
from engine.chinese.rows.rows import KINDS, made, made_low, rank_row
from engine.games.row_layout import SIZES, Board

_QUEEN, _KING, _ACE = (RANKS.index(rank) for rank in "QKA")


def cards_next(board: Board, front: int, profile: Profile, cards_now: int = 0) -> int:
    """How many cards fantasyland deals an unfouled board's player next; 0 is a hand like any other.

    The board's jokers have been read and `front` is the strength of its front. `cards_now` is how many cards the player
    was dealt in fantasyland this time, 0 outside it.
    """
    if not profile.has_fantasyland:
        return 0
    if cards_now:
        return _cards_on_staying(board, front, profile, cards_now) if stays(board, front, profile) else 0
    return _cards_on_entry(board, front, profile)


def cards_for_front(rows: Board, profile: Profile, cards_now: int = 0) -> int:
    """How many cards a full front, without jokers, earns by itself; 0 for none, and in fantasyland, where more counts."""
    front = rows.front
    if cards_now or not profile.has_fantasyland or len(front) < SIZES[0] or any(card in JOKERS for card in front):
        return 0
    return _cards_for_front(rows, rank_row(front), profile)


def stays(board: Board, front: int, profile: Profile) -> bool:
    """Whether an unfouled board keeps its player in fantasyland (S3.11)."""
    rules = profile.rules
    if rules.stay_front_trips and made(board.front).kind == "trips":
        return True
    if rules.stay_back_quads and _is_at_least(board.back, "quads"):
        return True
    if profile.is_low_middle:
        if rules.stay_middle_wheel and _is_wheel(board):
            return True
    elif rules.stay_middle_full_house and _is_at_least(board.middle, "full house"):
        return True
    return rules.stay_front_again and _cards_on_entry(board, front, profile) > 0


def _is_at_least(row: tuple[int, ...], kind: str) -> bool:
    return KINDS.index(made(row).kind) >= KINDS.index(kind)


def _is_wheel(board: Board) -> bool:
    low = made_low(board.middle)
    return low is not None and low.is_wheel


def _cards_by_front(board: Board, profile: Profile) -> int:
    """Cards by what the front makes; queens and all below are one step of the ladder (S3.10)."""
    kind, rank = made(board.front)
    rules = profile.rules
    if kind == "trips":
        return rules.fantasyland_cards_trips
    if kind == "pair" and rank == _ACE:
        return rules.fantasyland_cards_aces
    if kind == "pair" and rank == _KING:
        return rules.fantasyland_cards_kings
    return rules.fantasyland_cards_queens


def _cards_for_front(board: Board, front: int, profile: Profile) -> int:
    """Cards that the front earns from outside fantasyland, 0 if none."""
    cards = profile.entries.get(front)
    if cards is None:
        kind, rank = made(board.front)
        rules = profile.rules
        earns = (
            rules.fantasyland_trips
            if kind == "trips"
            else kind == "pair" and rank >= RANKS.index(rules.fantasyland_pair)
        )
        cards = profile.entries[front] = _cards_by_front(board, profile) if earns else 0
    return cards


def _cards_on_entry(board: Board, front: int, profile: Profile) -> int:
    cards = _cards_for_front(board, front, profile)
    rules = profile.rules
    if profile.is_low_middle and rules.fantasyland_wheel and _is_wheel(board):
        return rules.fantasyland_cards_both if cards else rules.fantasyland_cards_wheel
    return cards


def _cards_on_staying(board: Board, front: int, profile: Profile, cards_now: int) -> int:
    rules = profile.rules
    if rules.stay_cards == "same":
        return cards_now
    if rules.stay_cards == "always":
        return rules.stay_cards_always
    return _cards_by_front(board, profile)
