"""Spots: hands, boards and dead cards as they lie, checked against the game, and how many cards are still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import UNKNOWN, cards_text
from engine.errors import BadCards
from engine.games import Game


@dataclass(frozen=True, slots=True)
class Spot:
    """One board and the hands that play it: the cards that are known, how many are to come, and what they come from.

    `rest` holds every card that may still come; `hands_to_come` and `board_to_come` count those that will.
    """

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    hands_to_come: tuple[int, ...]
    board_to_come: int
    rest: tuple[int, ...]


def hand_size(game: Game) -> tuple[int, int]:
    """The fewest and the most cards of a hand that `spots` takes, unknown ones included.

    The most is what a hand holds at the showdown. Where cards come later, by a stud street or a draw, a hand may be given
    short of them.
    """
    first, *later = game.streets
    most = sum(street.down + street.up - street.discard for street in game.streets)
    if any(street.draw for street in later):
        return max(0, most - max(street.draw for street in later)), most
    return min(first.down + first.up, most), most


def spots(
    game: Game,
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]],
    dead: Sequence[int],
    deck: Sequence[int],
) -> tuple[Spot, ...]:
    """A spot for each board; to each, the known cards of the other boards are dead. Raises `BadCards`.

    A hand may hold more cards than usual where cards dealt face up give others (S2.13): no such card is to come then.
    """
    if len(hands) < 2:
        raise BadCards(f"equity compares two hands or more, not {len(hands)}; ?? is a card that nobody knows")
    if not boards:
        raise BadCards("there is no board to play: give an empty one if its cards are still to come")
    _check_cards(game, hands, boards, dead, deck)
    fewest, most = hand_size(game)
    for number, hand in enumerate(hands, 1):
        if len(hand) < fewest or (len(hand) > most and not game.extra_for):
            wanted = f"{most}" if fewest == most else f"{fewest} to {most}"
            raise BadCards(
                f"hand {number} ({cards_text(hand)}) has {len(hand)} cards: {game.name} takes {wanted}, "
                "with ?? for a card that nobody knows",
                hand=number,
                fewest=fewest,
                most=most,
            )
    known = {card for cards in (*hands, *boards, dead) for card in cards}
    rest = tuple(card for card in deck if card not in known)
    return tuple(_spot(game, hands, board, rest, len(rest) - list(dead).count(UNKNOWN)) for board in boards)


def _check_cards(
    game: Game,
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]],
    dead: Sequence[int],
    deck: Sequence[int],
) -> None:
    """Every card is in the deck, and in one place only."""
    where: dict[int, str] = {}
    places = [
        *((f"in hand {number}", hand) for number, hand in enumerate(hands, 1)),
        *(
            (f"on board {number}" if len(boards) > 1 else "on the board", board)
            for number, board in enumerate(boards, 1)
        ),
        ("among the dead cards", dead),
    ]
    for place, cards in places:
        for card in cards:
            if card == UNKNOWN:
                continue
            if card not in deck:
                raise BadCards(
                    f"{cards_text([card])} ({place}) is not in the deck of {game.name}, which is "
                    f"{cards_text(deck[:1])} to {cards_text(deck[-1:])}",
                    card=cards_text([card]),
                )
            if card in where:
                raise BadCards(
                    f"{cards_text([card])} stands twice, {where[card]} and {place}: each card is in one place only",
                    card=cards_text([card]),
                )
            where[card] = place


def _spot(
    game: Game, hands: Sequence[Sequence[int]], board: Sequence[int], rest: tuple[int, ...], available: int
) -> Spot:
    most = hand_size(game)[1]
    on_board = sum(street.board for street in game.streets)
    board = tuple(card for card in board if card != UNKNOWN) if on_board else tuple(board)
    kept = [tuple(card for card in hand if card != UNKNOWN) for hand in hands]
    needed = sum(max(0, most - len(hand)) for hand in kept) + on_board - len(board)
    if not on_board and (board or needed > available) and _may_share_last(game, hands):
        # S2.8: too few cards for a last one each; one in the middle is everybody's.
        most, on_board = most - 1, 1
        board = tuple(card for card in board if card != UNKNOWN)
    if len(board) > on_board:
        allowed = f"a board of {on_board}" if on_board else "no board"
        raise BadCards(f"{cards_text(board)} is too much: {game.name} has {allowed}", most=on_board)
    hands_to_come = tuple(max(0, most - len(hand)) for hand in kept)
    board_to_come = on_board - len(board)
    needed = sum(hands_to_come) + board_to_come
    if needed > available:
        raise BadCards(
            f"{needed} cards are still to come, but only {available} are left: take fewer hands or dead cards",
            needed=needed,
            left=available,
        )
    return Spot(tuple(kept), board, hands_to_come, board_to_come, rest)


def _may_share_last(game: Game, hands: Sequence[Sequence[int]]) -> bool:
    """True if the last street brings each player one card, and nobody has it yet."""
    last = game.streets[-1]
    most = hand_size(game)[1]
    return last.down + last.up == 1 and not last.draw and all(len(hand) < most for hand in hands)
