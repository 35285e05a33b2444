"""Cards: plain ints, and their text.

A card is ``rank * 4 + suit``: rank 0 is the deuce, 12 the ace; suits run clubs, diamonds, hearts, spades, the order in
which they break ties for the bring-in (RULES.md S2.2). 52 and 53 are the jokers, 54 a card nobody has told us.

>>> cards_text(parse_cards("AsKd X1"))
'As Kd X1'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.errors import BadCards
from engine.messages.cards import CardsText
from engine.messages.message import Quoted

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKERS = (52, 53)
UNKNOWN: Final = 54

TEXTS: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "X1", "X2", "??")
LONGEST_TEXT = 400  # characters of a row of cards: two packs, with spaces
_CARDS = {text: card for card, text in enumerate(TEXTS)}

FULL_DECK: tuple[int, ...] = tuple(range(52))
SHORT_DECK: tuple[int, ...] = tuple(range(16, 52))


def rank_of(card: int) -> int:
    """0 (deuce) to 12 (ace); 13 for a joker or an unknown card."""
    return card >> 2


def suit_of(card: int) -> int:
    """0 clubs, 1 diamonds, 2 hearts, 3 spades; meaningless for jokers."""
    return card & 3


def card_text(card: int) -> str:
    """Two characters, such as ``As``."""
    return TEXTS[card]


def cards_text(cards: Iterable[int]) -> str:
    """The cards' texts with spaces between."""
    return " ".join([TEXTS[card] for card in cards])


def parse_cards(text: str) -> tuple[int, ...]:
    """The cards of a text such as ``As Kd X1`` or ``AsKd``; ``10s`` is understood as ``Ts``.

    Raises `BadCards`, naming the piece that is no card.
    """
    if len(text) > LONGEST_TEXT:
        piece = text[:20]
        raise BadCards(CardsText.TOO_LONG(piece=Quoted(piece), most=LONGEST_TEXT), text=piece)
    try:
        return tuple([_CARDS[text[at : at + 2]] for at in range(0, len(text), 2)])  # the usual spelling, at once
    except KeyError:
        packed = "".join(text.split()).replace("10", "T")
    if len(packed) % 2:
        raise BadCards(CardsText.NO_ROW(text=Quoted(text)), text=text)
    cards = []
    for at in range(0, len(packed), 2):
        piece = packed[at : at + 2]
        card = _CARDS.get(piece)
        if card is None:
            card = _CARDS.get(piece[0].upper() + piece[1].lower(), _CARDS.get(piece.upper()))
        if card is None:
            raise BadCards(CardsText.NO_CARD(piece=Quoted(piece), ranks=RANKS, suits=SUITS), text=piece)
        cards.append(card)
    return tuple(cards)


def parse_ranks_and_cards(text: str) -> frozenset[int]:
    """The cards that a text such as ``2``, ``3 9`` or ``Jh, Js`` names: a rank is all its suits.

    Raises `BadCards`, naming the piece that is neither a rank nor a card.
    """
    named: set[int] = set()
    for piece in text.replace(",", " ").split():
        rank = RANKS.find(piece.upper().replace("10", "T")) if len(piece.replace("10", "T")) == 1 else -1
        if rank >= 0:
            named.update(range(4 * rank, 4 * rank + 4))
            continue
        try:
            cards = parse_cards(piece)
        except BadCards:
            cards = (UNKNOWN,)
        if UNKNOWN in cards:
            raise BadCards(CardsText.NO_RANK_NOR_CARD(piece=Quoted(piece), ranks=RANKS), text=piece)
        named.update(cards)
    return frozenset(named)
