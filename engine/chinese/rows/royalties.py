"""Royalties: what a row earns by what it makes, as tables of text (RULES.md S3.4).

A table lists what earns something and how many points, ``66 1, 77 2`` in front, ``straight 4, flush 8`` in the middle
and at the back, ``9 1, wheel 8`` for a deuce-to-seven middle. What it does not list earns nothing, but for a royal
flush, which then earns what a straight flush does, and the wheel, which earns what another seven-low does.

>>> parse_table("back", "quads 10, straight flush 15")["royal flush"]
15
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from engine.cards import RANKS
from engine.chinese.rows.rows import KINDS, Low, Made
from engine.house_rules import BadRule
from engine.messages.chinese import RoyaltyText
from engine.messages.message import Quoted, Term, pgettext
from engine.text_limits import whole

_FRONT_LABELS = tuple(rank * size for size in (2, 3) for rank in RANKS)
_LOW_LABELS = (*RANKS[5:], "wheel")
LABELS: dict[str, tuple[str, ...]] = {"front": _FRONT_LABELS, "middle": KINDS, "back": KINDS, "low": _LOW_LABELS}
_SAME_AS = {"royal flush": "straight flush", "wheel": "7"}
MOST_POINTS = 1000

# The tables that have a name. The standard one is S3.4; the eastern one is played in classic thirteen-card games.
NAMED: dict[str, dict[str, str]] = {
    "front": {
        "standard": (
            "66 1, 77 2, 88 3, 99 4, TT 5, JJ 6, QQ 7, KK 8, AA 9, 222 10, 333 11, 444 12, 555 13, 666 14, 777 15, "
            "888 16, 999 17, TTT 18, JJJ 19, QQQ 20, KKK 21, AAA 22"
        ),
        pgettext("choice", "eastern"): ", ".join(f"{rank * 3} 3" for rank in RANKS),
        pgettext("choice", "nothing"): "",
    },
    "middle": {
        "standard": "trips 2, straight 4, flush 8, full house 12, quads 20, straight flush 30, royal flush 50",
        "eastern": "full house 2, quads 8, straight flush 10, royal flush 14",
        "nothing": "",
    },
    "back": {
        "standard": "straight 2, flush 4, full house 6, quads 10, straight flush 15, royal flush 25",
        "eastern": "quads 4, straight flush 5, royal flush 7",
        "nothing": "",
    },
    pgettext("row", "low"): {"standard": "9 1, 8 2, 7 4, wheel 8", "nothing": ""},
}


class BadTable(BadRule):
    """A text that is no table of royalties."""

    code = "bad_royalties"


def parse_table(row: str, text: str) -> dict[str, int]:
    """The points by label, of a table's name or its text. `row`: ``front``, ``middle``, ``back`` or ``low``.

    Raises `BadTable`, saying which piece is wrong and what would be right.
    """
    points: dict[str, int] = {}
    for piece in NAMED[row].get(text.strip(), text).split(","):
        if not piece.strip():
            continue
        label, _, number = piece.strip().rpartition(" ")
        if label not in LABELS[row]:
            raise BadTable(
                RoyaltyText.NO_LINE(
                    text=Quoted(piece.strip()),
                    row=Term(row, "row"),
                    example=Quoted(NAMED[row]["standard"]),
                    labels=[*LABELS[row]],
                    known=[*NAMED[row]],
                ),
                row=row,
                text=piece.strip(),
            )
        if label in points:
            raise BadTable(RoyaltyText.TWICE(row=Term(row, "row"), label=label), row=row, text=label)
        worth = whole(number) if number.isascii() else None
        if worth is None or worth > MOST_POINTS:
            raise BadTable(
                RoyaltyText.POINTS(label=label, most=MOST_POINTS, points=Quoted(number[:40])),
                row=row,
                text=number,
            )
        points[label] = worth
    for label, other in _SAME_AS.items():
        if label not in points and other in points and label in LABELS[row]:
            points[label] = points[other]
    return points


class Tables(Collection[str]):
    """What a rule for a table of royalties may be: the named tables, and any text that is one."""

    def __init__(self, row: str) -> None:
        self._row = row

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and parse_table(self._row, value) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(NAMED[self._row])

    def __len__(self) -> int:
        return len(NAMED[self._row])


def front_label(made: Made) -> str:
    """The label of what a front makes: ``66``, ``AAA``; empty for a high card."""
    return RANKS[made.rank] * {"pair": 2, "trips": 3}.get(made.kind, 0)


def low_label(low: Low) -> str:
    """The label of a deuce-to-seven low: its highest card, or ``wheel``."""
    return "wheel" if low.is_wheel else RANKS[low.rank]
