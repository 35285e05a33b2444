"""Where a decision puts cards: which go to which row, and which are discarded, as text and as a decision's numbers.

A decision that places cards lists them row by row in its `cards`: front, middle, back, then those discarded; its
`amount` has one digit a row, so that 122 is one card in front, two in the middle and two at the back. Within a row
cards have no order, so the highest is always named first, and a placing has one text:

>>> layout = parse_layout("place", "front=Ks middle=2c3c back=As discard=4d")
>>> layout.amount, layout.text("place")
(121, 'place front=Ks middle=3c2c back=As discard=4d')
>>> parse_layout("set", "Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c").amount
355
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards import cards_text, parse_cards
from engine.errors import BadCards
from engine.messages.chinese import PlacingText
from engine.messages.message import Quoted, Term, pgettext

ROWS = (pgettext("row", "front"), pgettext("row", "middle"), pgettext("row", "back"))
SIZES = (3, 5, 5)
PLACE, SET, SURRENDER = "place", "set", "surrender"
_PARTS = (*ROWS, "discard")


class Board(NamedTuple):
    """Thirteen cards set in three rows: three in front (the top), five in the middle, five at the back (the bottom)."""

    front: tuple[int, ...]
    middle: tuple[int, ...]
    back: tuple[int, ...]

    def __str__(self) -> str:
        return " / ".join(cards_text(row) for row in self)


class Layout(NamedTuple):
    """Cards by where they go. Make it with `laid`, which puts the cards of a row in order."""

    front: tuple[int, ...] = ()
    middle: tuple[int, ...] = ()
    back: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()

    @property
    def board(self) -> Board:
        """The three rows, as far as they go."""
        return Board(self.front, self.middle, self.back)

    @property
    def amount(self) -> int:
        """How many cards each row has, a digit a row."""
        return len(self.front) * 100 + len(self.middle) * 10 + len(self.back)

    @property
    def cards(self) -> tuple[int, ...]:
        """All the cards, row by row, the discarded last."""
        return self.front + self.middle + self.back + self.discard

    def text(self, verb: str) -> str:
        """The text that is stored: rows that get nothing are not named when placing, and discards only if there are."""
        if verb == SET:
            rows = self if self.discard else self[:3]
            return f"{SET} " + " / ".join([cards_text(row) for row in rows])
        named = [f"{part}={cards_text(row).replace(' ', '')}" for part, row in zip(_PARTS, self, strict=True) if row]
        return " ".join([PLACE, *named])


def laid(*rows: Iterable[int]) -> Layout:
    """A layout of front, middle, back and (if given) discards, the highest card of each first."""
    return Layout(*[tuple(sorted(row, reverse=True)) for row in rows])


def layout_of(amount: int, cards: tuple[int, ...]) -> Layout:
    """The layout of a decision's numbers. Raises `BadCards` if they do not fit together."""
    front, middle, back = amount // 100, amount // 10 % 10, amount % 10
    if not 0 <= amount < 1000 or front + middle + back > len(cards):
        raise BadCards(PlacingText.PARTED(amount=amount, count=len(cards)))
    return laid(cards[:front], cards[front:][:middle], cards[front + middle :][:back], cards[front + middle + back :])


def text_of(verb: str, amount: int, cards: tuple[int, ...]) -> str:
    """The text of a decision's numbers, also of such as do not fit together."""
    try:
        return layout_of(amount, cards).text(verb)
    except BadCards:
        return f"{verb} {cards_text(cards)} as {amount!r}"


def parse_layout(verb: str, text: str) -> Layout:
    """The layout of the text after that verb, ``place`` or ``set``. Raises `BadCards`, saying how it is written."""
    layout = _parse_set(text) if verb == SET else _parse_place(text)
    for row, size, cards in zip(ROWS, SIZES, layout, strict=False):
        if len(cards) > size:
            raise BadCards(
                PlacingText.ROW(row=Term(row, "row"), room=size, count=len(cards), cards=cards_text(cards)), row=row
            )
    return layout


def _parse_set(text: str) -> Layout:
    rows = text.split("/")
    if not 3 <= len(rows) <= 4:
        raise BadCards(
            PlacingText.NO_SETTING(text=Quoted(text.strip())),
            text=text,
        )
    return laid(*[parse_cards(row) for row in rows])


def _parse_place(text: str) -> Layout:
    found: dict[str, tuple[int, ...]] = {}
    for piece in text.replace("= ", "=").split():
        name, equals, cards = piece.partition("=")
        if not equals or name not in _PARTS or name in found:
            raise BadCards(
                PlacingText.NO_PLACE(text=Quoted(piece), form=[f"{part}=CARDS" for part in _PARTS]),
                text=text,
            )
        found[name] = parse_cards(cards)
    return laid(*[found.get(part, ()) for part in _PARTS])
