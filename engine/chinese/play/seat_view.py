"""What one seat, or the rail, may see of a Chinese hand: the only door through which it reaches a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.betting.events import Event
from engine.cards import JOKERS
from engine.chinese.play.foul_warnings import foresee
from engine.chinese.play.hand_result import ChineseResult
from engine.chinese.play.placing import ChineseAsk
from engine.chinese.play.state import ChineseState
from engine.chinese.rows.compiled_rules import FOULS, Profile
from engine.chinese.rows.fantasyland import cards_for_front
from engine.chinese.rows.jokers import readings
from engine.chinese.rows.rows import rank_row, row_text
from engine.chinese.scoring.scoring import ScoredHand, score_hand
from engine.errors import UnbalancedResult
from engine.games.play_rules import chosen
from engine.games.row_layout import ROWS, SIZES, Board
from engine.hand_names import Words
from engine.ranking.rankings import DEUCE_TO_SEVEN, HIGH

HIDDEN = "??"
EMPTY = Board((), (), ())


def view(hand: ChineseState, seat: int | None) -> dict[str, Any]:
    """The hand as that seat may see it, ready for JSON; None is the rail. Raises `KeyError` for a seat not dealt in.

    It has the members of a betting hand's view, and a seat has besides its rows what they make, what they earn so far
    or have earned, whether they are fouled or in danger of it, and its points. A result that the engine refuses is left out.
    """
    if seat is not None and seat not in hand.seats:
        raise KeyError(seat)
    result = _result(hand)
    return {
        "game": hand.game.key,
        "limit": hand.stakes.limit,
        "point": hand.stakes.point,
        "rules": dict(chosen(hand.start.rules)),
        "street": hand.street,
        "over": hand.is_over,
        "boards": [[]],
        "pot": 0,
        "pots": [],
        "button": hand.start.positions.button,
        "small_blind": None,
        "big_blind": None,
        "to_act": [ask.seat for ask in hand.asks],
        "seats": [_seat(hand, place, seat, result) for place in range(hand._count)],
        "asks": [_ask(ask, seat) for ask in hand.asks],
        "events": [_event(event, seat) for event in hand.events],
        "result": None if result is None else result.as_json(),
        "outcome": None,
    }


def _result(hand: ChineseState) -> ChineseResult | None:
    try:
        return hand.result
    except UnbalancedResult:
        return None


def _seat(hand: ChineseState, place: int, viewer: int | None, result: ChineseResult | None) -> dict[str, Any]:
    number = hand.seats[place]
    is_own = viewer == number
    is_open = is_own or not hand._is_face_down[place]
    shown = hand._rows[place] if is_open else EMPTY
    told = {
        "seat": number,
        "stack": hand._stacks[place],
        "bet": 0,
        "folded": is_open and hand._surrendered[place],
        "all_in": False,
        "cards": _cards(hand._held[place], is_own),
        "up": [False] * len(hand._held[place]),
        "rows": _texts(shown),
        "discards": _cards(hand._discards[place], is_own),
        "set": hand._is_set[place],
        "fantasyland": hand.plan.dealt[place] if hand.plan.earned[place] else 0,
        "points": None if result is None else result.points[number],
    }
    done = None if result is None else result.hands[number]
    now = hand.plan.dealt[place] if is_open and hand.plan.earned[place] else 0
    return {**told, **worth(shown, hand.plan.profile, seen_in_rows(hand, viewer), now, done)}


def _cards(cards: Sequence[int], is_own: bool) -> list[str]:
    """The cards to their owner, to others how many they are."""
    return row_text(cards) if is_own else [HIDDEN] * len(cards)


def _texts(rows: Board) -> dict[str, list[str]]:
    return {row: row_text(cards) for row, cards in zip(ROWS, rows, strict=True)}


def seen_in_rows(hand: ChineseState, viewer: int | None) -> frozenset[int]:
    """The cards in rows that the viewer sees."""
    seen = [
        rows
        for seat, rows, is_down in zip(hand.seats, hand._rows, hand._is_face_down, strict=True)
        if seat == viewer or not is_down
    ]
    return frozenset([card for rows in seen for row in rows for card in row])


def worth(
    rows: Board, profile: Profile, visible: frozenset[int], cards_now: int = 0, done: ScoredHand | None = None
) -> dict[str, Any]:
    """What rows make and earn, as far as they are full, whether they are fouled, and how many cards fantasyland deals next.

    visible: the cards that the viewer sees in rows. cards_now: cards of fantasyland this hand, 0 outside it. done: the hand
    as it was scored, if it was. `next_fantasyland` of rows that lack cards is what the front alone earns, unless it is fouled.
    """
    is_full = [len(row) == size for row, size in zip(rows, SIZES, strict=True)]
    danger = foresee(rows, profile, visible) if any(rows) else None
    foul = None
    if danger is not None:
        foul = {"why": danger.why, "is_certain": danger.is_certain, "words": FOULS[danger.why]}
    read: Board | None = None
    natural = ""
    earned_cards = 0 if danger is not None and danger.is_certain else cards_for_front(rows, profile, cards_now)
    if all(is_full):
        scored = done or score_hand(rows, profile, cards_now, visible)
        read, natural, earned_cards = scored.board, scored.natural, scored.fantasyland
    made = [_row_made(at, (read or rows)[at], profile) if full else None for at, full in enumerate(is_full)]
    earned = [_royalty(at, (read or rows)[at], profile) if full else None for at, full in enumerate(is_full)]
    if danger is not None and danger.is_certain:
        earned = [None if one is None else 0 for one in earned]
    return {
        "words": " / ".join([str(one) for one in made if one]) or None,
        "made": [one.as_json() for one in made if one],
        "row_made": {row: one and one.as_json() for row, one in zip(ROWS, made, strict=True)},
        "royalties": dict(zip(ROWS, earned, strict=True)),
        "foul": foul,
        "natural": natural,
        "next_fantasyland": earned_cards,
        "read": None if read is None or read == rows else _texts(read),
    }


def _row_made(row: int, cards: tuple[int, ...], profile: Profile) -> Words:
    """What a full row makes, a joker in a hand that lacks cards taken at its strongest."""
    is_low = row == 1 and profile.is_low_middle
    return (DEUCE_TO_SEVEN if is_low else HIGH).say(readings(cards, is_low)[0].value)


def _royalty(row: int, cards: tuple[int, ...], profile: Profile) -> int | None:
    """What a full row earns; None while it is open how a joker will be read."""
    if any(card in JOKERS for card in cards):
        return None
    return profile.royalty(row, (profile.middle_rank if row == 1 else rank_row)(cards), cards)


def _ask(ask: ChineseAsk, seat: int | None) -> dict[str, Any]:
    if seat is not None and ask.seat == seat:
        return ask.as_json()
    return {"number": ask.number, "seat": ask.seat}


def _event(event: Event, seat: int | None) -> dict[str, Any]:
    shown = event.cards if seat is not None and event.seat == seat else event.public
    cards = [*row_text(shown), *[HIDDEN] * (len(event.cards) - len(shown))]
    return {"kind": event.kind, "seat": event.seat, "amount": event.amount, "cards": cards}
