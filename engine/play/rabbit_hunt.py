"""The cards that would have come onto the board, of a hand that ended before its board was whole (TDA 28)."""

from __future__ import annotations

from engine.betting.state import HandState
from engine.games.betting_games import Street
from engine.play.any_game import AnyHand

Boards = tuple[tuple[int, ...], ...]


def undealt_boards(hand: AnyHand) -> Boards:
    """The cards that each board lacks, as the deck would have served them, a card burned before each street where cards are.

    Empty while the hand is played; where the cards were dealt by people; where nothing was to come; and where a player would have
    been dealt or would have given up a card first, since what had come then nobody can say.
    """
    state = getattr(hand, "state", None)
    if not isinstance(state, HandState) or state.shared_pots is None or state.order is None or state.street < 0:
        return ()
    streets = state.plan.streets[state.street + 1 :]
    if not streets or not all(map(_is_board_alone, streets)):
        return ()
    return _served(state, streets)


def _is_board_alone(street: Street) -> bool:
    return bool(street.board) and not (street.down or street.up or street.draw or street.discard)


def _served(state: HandState, streets: tuple[Street, ...]) -> Boards:
    order, at = state.order or (), state.next_card
    found: list[tuple[int, ...]] = [()] * len(state.boards)
    for street in streets:
        at += bool(state.plan.rules.burns)
        for board in range(len(found)):
            found[board] += tuple(order[at : at + street.board])
            at += street.board
    return tuple(found) if at <= len(order) else ()
