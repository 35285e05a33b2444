"""Spots: hands, boards and dead cards as they lie, checked against the game, and how many cards are still to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import UNKNOWN, card_text, cards_text
from engine.errors import BadCards
from engine.games.betting_games import Game
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from engine.messages.cards import EquityText
from engine.messages.message import Message, Term


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
        raise BadCards(EquityText.TWO_HANDS(count=len(hands)))
    if not boards:
        raise BadCards(EquityText.NEEDS_BOARD())
    deck = deck_of(game, rules)
    _check_cards(game, deck, hands, boards, dead)
    known = {card for cards in (*hands, *boards, dead) for card in cards}
    rest = tuple(card for card in deck if card not in known)
    if game.extra_for:
        return (_growing_spot(game, hands, boards, dead, rest, rules),)
    fewest, most = hand_size(game)
    for number, hand in enumerate(hands, 1):
        if not fewest <= len(hand) <= most:
            raise _wrong_size(game, number, hand, most if fewest == most else EquityText.RANGE(least=fewest, most=most))
    available = len(rest) - list(dead).count(UNKNOWN)
    return tuple(_spot(game, hands, board, rest, available) for board in boards)


def _wrong_size(game: Game, number: int, hand: Sequence[int], right: int | Message) -> BadCards:
    discards = any(street.discard for street in game.streets)
    text = EquityText.WRONG_SIZE_KEPT if discards else EquityText.WRONG_SIZE
    said = text(number=number, cards=cards_text(hand), count=len(hand), game=Term(game.name), right=right)
    return BadCards(said, hand=number, right=str(right))


def _check_cards(
    game: Game,
    deck: Sequence[int],
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]],
    dead: Sequence[int],
) -> None:
    """Every card is in the deck, and in one place only."""
    where: dict[int, Message] = {}
    several = len(boards) > 1
    places = [
        *((EquityText.IN_HAND(number=number), hand) for number, hand in enumerate(hands, 1)),
        *(
            (EquityText.ON_BOARD_NUMBER(number=number) if several else EquityText.ON_BOARD(), board)
            for number, board in enumerate(boards, 1)
        ),
        (EquityText.AMONG_DEAD(), dead),
    ]
    for place, cards in places:
        for card in cards:
            if card == UNKNOWN:
                continue
            text = card_text(card)
            if card not in deck:
                raise BadCards(
                    EquityText.NOT_IN_DECK(
                        card=text, place=place, game=Term(game.name), first=card_text(deck[0]), last=card_text(deck[-1])
                    ),
                    card=text,
                )
            if card in where:
                raise BadCards(EquityText.TWICE(card=text, first=where[card], second=place), card=text)
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
        allowed = EquityText.BOARD_OF(count=on_board) if on_board else EquityText.NO_BOARD()
        raise BadCards(
            EquityText.BOARD_TOO_LARGE(board=cards_text(board), game=Term(game.name), allowed=allowed), most=on_board
        )
    hands_to_come = tuple(most - len(hand) for hand in kept)
    board_to_come = on_board - len(known)
    _check_enough(sum(hands_to_come) + board_to_come, available)
    return Spot(tuple(kept), known, hands_to_come, board_to_come, rest)


def _check_enough(needed: int, available: int) -> None:
    if needed > available:
        raise BadCards(
            EquityText.TOO_FEW_LEFT(needed=needed, left=available),
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
        raise BadCards(
            EquityText.BOARD_TOO_LARGE(
                board=cards_text(boards[0]), game=Term(game.name), allowed=EquityText.NO_BOARD()
            ),
            most=0,
        )
    fewest = hand_size(game)[0]
    kept, may_bring = [], []
    for number, hand in enumerate(hands, 1):
        left = _to_come(game, hand, rules)
        if left is None or len(hand) < fewest:
            raise _wrong_size(game, number, hand, EquityText.OR_MORE(least=fewest))
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
