"""How to put a part of a page together of what the browser has, in words as short as can be.

`line` is where, among the pieces that the browser has, the page goes on; each word moves it by as many pieces as it tells: one, if
it tells no number.

| word | says |
|---|---|
| `*3` | three new pieces |
| `+3` | the three from the line on |
| `M+3` | three from the twelfth on, and the line goes on behind them |
| `M-3` | three from the twelfth on, which stand in the place of three of the line |
| `~3` | each of the three of the line, with other values |
| `M~3` | three times the twelfth, each with other values |

Places are written in letters, so that nothing need stand between a word and the next (`A` is 0, `M` 12, `z` 51, `BA` 52).

Values are what the same piece says otherwise from one answer to the next: a stack, a name, a card, a deadline.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

# As `page_parts.js` finds them.
VALUES = re.compile(
    r'(data-until="(?:\d{4}-\d\d-\d\dT\d\d:)?|data-now="(?:\d{5})?'  # the hour, and the day, come with the piece
    r'|data-(?:version|key|keep|seat|says|placing|card|hand-id)="|value="|title="|aria-label="|name="to-'
    r'|class="card card-|class="seat |href="#(?:rank|suit|court)-|>\n?)([^"<>\n]+)'
)
WITHIN = "\x1f"  # between the values of a piece
NEW = "*"  # the sign of pieces of which the browser has nothing
_LETTERS = string.ascii_uppercase + string.ascii_lowercase
_LOOKED_AT = 8  # places of pieces that are alike
_AHEAD = 4  # pieces by which is known that the line goes on


class Piece(NamedTuple):
    """What a piece is known by: a digest of the whole, and one of what is left of it without its values (empty: it has none)."""

    mark: bytes
    shape: bytes


def values(piece: str) -> list[str]:
    """The values of a piece, in their order."""
    return [found.group(2) for found in VALUES.finditer(piece)]


def with_values(piece: str, others: Sequence[str]) -> str:
    """The piece with these in the place of its own values, as many."""
    left = iter(others)
    return VALUES.sub(lambda found: found.group(1) + next(left), piece)


def in_letters(place: int) -> str:
    rest, last = divmod(place, len(_LETTERS))
    return (in_letters(rest) if rest else "") + _LETTERS[last]


def told(pieces: Sequence[Piece], has: Sequence[Piece]) -> tuple[list[str], list[int], set[int]]:
    """The words for these pieces to somebody who has those; which pieces come along; and of which of these the values alone."""
    teller = _Teller(pieces, has)
    while teller.at < len(pieces):
        teller.tell()
    return [str(word) for word in teller.words], teller.fresh, teller.filled


@dataclass
class _Word:
    place: int | None
    sign: str
    count: int

    def __str__(self) -> str:
        return (
            f"{'' if self.place is None else in_letters(self.place)}{self.sign}{'' if self.count == 1 else self.count}"
        )


@dataclass
class _Teller:
    pieces: Sequence[Piece]
    has: Sequence[Piece]
    at: int = 0
    line: int = 0
    words: list[_Word] = field(default_factory=list)
    fresh: list[int] = field(default_factory=list)
    filled: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._places: dict[bytes, list[int]] = {}
        self._shapes: dict[bytes, int] = {}
        for place, piece in enumerate(self.has):
            self._places.setdefault(piece.mark, []).append(place)
            if piece.shape:
                self._shapes.setdefault(piece.shape, place)

    def tell(self) -> None:
        """The next word, or one piece more to the last."""
        run, place = self._run(self.line), self.line
        if run == 0:  # elsewhere, then, where most of what follows is too
            likely = self._places.get(self.pieces[self.at].mark, ())[:_LOOKED_AT]
            run, place = max(((self._run(place), place) for place in likely), default=(0, 0))
        if run == 0:
            self._tell_new()
        elif place == self.line:
            self._say(None, "+", run)
        elif self._goes_on(self.at + run, self.line + run):
            self._say(place, "-", run)
        else:
            self._say(place, "+", run)
            self.line = place + run

    def _run(self, place: int) -> int:
        """How many pieces from the next on are those from that place on."""
        most = max(0, min(len(self.pieces) - self.at, len(self.has) - place))
        for run in range(most):
            if self.pieces[self.at + run].mark != self.has[place + run].mark:
                return run
        return most

    def _goes_on(self, at: int, line: int) -> bool:
        pairs = zip(self.pieces[at : at + _AHEAD], self.has[line : line + _AHEAD], strict=False)
        return any(one.mark == other.mark for one, other in pairs)

    def _tell_new(self) -> None:
        shape = self.pieces[self.at].shape
        on_line = self.line < len(self.has) and self.has[self.line].shape == shape
        place = None if on_line else self._shapes.get(shape)
        self.fresh.append(self.at)
        if shape and (on_line or place is not None):
            self.filled.add(self.at)
            self._say(place, "~", 1)
        else:
            self._say(None, NEW, 1)

    def _say(self, place: int | None, sign: str, count: int) -> None:
        self.at += count
        self.line += count
        last = self.words[-1] if self.words else None
        if last is not None and sign in (NEW, "~") and (last.place, last.sign) == (place, sign):
            last.count += count
        else:
            self.words.append(_Word(place, sign, count))
