"""Spots: hands, boards and dead cards as they lie, checked against the game, and how many cards are still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import UNKNOWN, card_text, cards_text
from engine.errors import BadCards
from engine.games.betting_games import Game
from engine.games.compiled_game import deck_of
from engine.games.rules import PlayRules


@dataclass(frozen=True, slots=True)
class Spot:
    """One board and the hands that play it: the cards that are known, how many are to come, and what they come from.

    `rest` holds every card that may still come; `hands_to_come` and `board_to_come` count those that will. In Baseball
    `may_bring` tells, for each card to come to a hand, whether one of the cards in `bringing` brings it another of the
    kind (S2.13); it is empty where no extra card can come.
    """

    hands: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]
    hands_to_come: tuple[int, ...]
    board_to_come: int
    rest: tuple[int, ...]
    may_bring: tuple[tuple[bool, ...], ...] = ()
    bringing: frozenset[int] = frozenset()


def hand_size(game: Game) -> tuple[int, int]:
    """The fewest and the most cards of a hand that `spots` takes, unknown ones included, extra ones apart (S2.13).

    The most is what a hand holds at the showdown. Where cards come later, by a stud street or a draw, a hand may be given
    short of them; what is given up (pineapple) is left out, and may be named as dead.
    """
    first, *later = game.streets
    most = sum(street.down + street.up - street.discard for street in game.streets)
    if game.has_draws:
        return max(0, most - max(street.draw for street in later)), most
    return min(first.down + first.up, most), most


def board_size(game: Game) -> int:
    """How many cards a board has at the showdown."""
    return sum(street.board for street in game.streets)


def spots(
    game: Game,
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]],
    dead: Sequence[int],
    rules: PlayRules,
) -> tuple[Spot, ...]:
    """A spot for each board; to each, the known cards of the other boards are dead. Raises `BadCards`."""
    if len(hands) < 2:
        raise BadCards(f"equity compares two hands or more, not {len(hands)}; ?? is a card that nobody knows")
    if not boards:
        raise BadCards("there is no board to play: give an empty one if its cards are still to come")
    deck = deck_of(game, rules)
    _check_cards(game, deck, hands, boards, dead)
    known = {card for cards in (*hands, *boards, dead) for card in cards}
    rest = tuple(card for card in deck if card not in known)
    if game.extra_for:
        return (_growing_spot(game, hands, boards, dead, rest, rules),)
    fewest, most = hand_size(game)
    for number, hand in enumerate(hands, 1):
        if not fewest <= len(hand) <= most:
            raise _wrong_size(game, number, hand, f"{most}" if fewest == most else f"{fewest} to {most}")
    available = len(rest) - list(dead).count(UNKNOWN)
    return tuple(_spot(game, hands, board, rest, available) for board in boards)


def _wrong_size(game: Game, number: int, hand: Sequence[int], right: str) -> BadCards:
    kept = " once its discards are made" if any(street.discard for street in game.streets) else ""
    return BadCards(
        f"hand {number} ({cards_text(hand)}) has {len(hand)} cards: {game.name} takes {right}{kept}, with ?? for a card "
        "that nobody knows",
        hand=number,
        right=right,
    )


def _check_cards(
    game: Game,
    deck: Sequence[int],
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]],
    dead: Sequence[int],
) -> None:
    """Every card is in the deck, and in one place only."""
    where: dict[int, str] = {}
    several = len(boards) > 1
    places = [
        *((f"in hand {number}", hand) for number, hand in enumerate(hands, 1)),
        *((f"on board {number}" if several else "on the board", board) for number, board in enumerate(boards, 1)),
        ("among the dead cards", dead),
    ]
    for place, cards in places:
        for card in cards:
            if card == UNKNOWN:
                continue
            text = card_text(card)
            if card not in deck:
                raise BadCards(
                    f"{text} ({place}) is not in the deck of {game.name}, which is {card_text(deck[0])} to "
                    f"{card_text(deck[-1])}",
                    card=text,
                )
            if card in where:
                raise BadCards(
                    f"{text} stands twice, {where[card]} and {place}: each card is in one place only", card=text
                )
            where[card] = place


def _spot(
    game: Game, hands: Sequence[Sequence[int]], board: Sequence[int], rest: tuple[int, ...], available: int
) -> Spot:
    most, on_board = hand_size(game)[1], board_size(game)
    known = tuple(card for card in board if card != UNKNOWN)
    kept = [tuple(card for card in hand if card != UNKNOWN) for hand in hands]
    needed = sum(most - len(hand) for hand in kept) + on_board - len(known)
    if not on_board and (board or needed > available) and _may_share_last(game, hands):
        # S2.8: too few cards for a last one each; one in the middle is everybody's.
        most, on_board = most - 1, 1
    if len(board) > on_board:
        allowed = f"a board of {on_board}" if on_board else "no board"
        raise BadCards(f"{cards_text(board)} is too much: {game.name} has {allowed}", most=on_board)
    hands_to_come = tuple(most - len(hand) for hand in kept)
    board_to_come = on_board - len(known)
    _check_enough(sum(hands_to_come) + board_to_come, available)
    return Spot(tuple(kept), known, hands_to_come, board_to_come, rest)


def _check_enough(needed: int, available: int) -> None:
    if needed > available:
        raise BadCards(
            f"{needed} cards are still to come, but only {available} are left: take fewer hands or dead cards",
            needed=needed,
            left=available,
        )


def _may_share_last(game: Game, hands: Sequence[Sequence[int]]) -> bool:
    """True if the last street brings each player one card, and nobody has it yet."""
    last = game.streets[-1]
    most = hand_size(game)[1]
    return last.down + last.up == 1 and not last.draw and all(len(hand) < most for hand in hands)


# -- cards that bring others (S2.13) ----------------------------------------------------------------------------------


def _growing_spot(
    game: Game,
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]],
    dead: Sequence[int],
    rest: tuple[int, ...],
    rules: PlayRules,
) -> Spot:
    """The spot of a game in which a card may bring another; how many each has is read from the order of its cards."""
    if any(boards):
        raise BadCards(f"{cards_text(boards[0])} is too much: {game.name} has no board", most=0)
    fewest = hand_size(game)[0]
    kept, may_bring = [], []
    for number, hand in enumerate(hands, 1):
        left = _to_come(game, hand, rules)
        if left is None or len(hand) < fewest:
            raise _wrong_size(game, number, hand, f"{fewest} or more in the order dealt, up to the last street's")
        kept.append(tuple(card for card in hand if card != UNKNOWN))
        may_bring.append((False,) * list(hand).count(UNKNOWN) + left)
    bringing = frozenset(card for card in rest if card_text(card)[0] in game.extra_for)
    can_grow = bool(bringing) and any(any(slots) for slots in may_bring)
    to_come = tuple(len(slots) for slots in may_bring)
    _check_enough(sum(to_come) + can_grow * len(bringing), len(rest) - list(dead).count(UNKNOWN))
    if not can_grow:
        return Spot(tuple(kept), (), to_come, 0, rest)
    return Spot(tuple(kept), (), to_come, 0, rest, tuple(may_bring), bringing)


def _to_come(game: Game, hand: Sequence[int], rules: PlayRules) -> tuple[bool, ...] | None:
    """Whether each card still to come may bring another; None if the hand has more cards than were dealt.

    An unknown card is taken to have brought none.
    """
    slots = [
        is_up or rules.hidden_four for street in game.streets for is_up in [False] * street.down + [True] * street.up
    ]
    for card in hand:
        if not slots:
            return None
        if not (slots[0] and card_text(card)[0] in game.extra_for):
            slots.pop(0)
    return tuple(slots)
