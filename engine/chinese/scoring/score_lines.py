"""A score sheet without cards: who is best in each row, and what the rows earn, as the players say it who have seen them.

It is scored as rows of cards are (`scoring.compare`), once it is found possible: every royalty is one of the game's table, a row
that earns more is not behind one that earns less, no row earns what its own hand forbids, and fantasyland goes with what was
earned.

>>> from engine.chinese.rows.chinese_rules import ChineseRules
>>> a, b = ScoreLine((1, 1, 2), (7, 0, 0)), ScoreLine((2, 2, 1), (0, 0, 4))
>>> scores = score_lines([a, b], prepare(ChineseRules()))
>>> scores.points, scores.hands[0].fantasyland
((4, -4), 14)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from engine.cards import parse_cards
from engine.chinese.rows.compiled_rules import Profile, prepare
from engine.chinese.rows.fantasyland import cards_next
from engine.chinese.rows.rows import KINDS, rank_row
from engine.chinese.rows.royalties import LABELS
from engine.chinese.scoring.scoring import NOTHING, ScoredHand, Scores, compare
from engine.errors import EngineError
from engine.games.row_layout import ROWS, Board
from engine.messages.chinese import ScoreLineText
from engine.messages.message import Quoted, Term

__all__ = ["FOUL", "MARKS", "SURRENDER", "BadScoreLine", "ScoreLine", "labels_of", "prepare", "score_lines"]

FOUL, SURRENDER = "foul", "surrender"
MARKS = ("", FOUL, SURRENDER)

# A row that makes each kind, to be asked what it earns beside others; which suits it has does not matter.
_KIND_ROWS = dict(
    zip(
        KINDS,
        map(
            parse_cards,
            ("2s 4h 6d 8c Ts", "2s 2h 6d 8c Ts", "2s 2h 6d 6c Ts", "2s 2h 2d 8c Ts", "2s 3h 4d 5c 6s", "2s 4s 6s 8s Ts",
             "2s 2h 2d 8c 8s", "2s 2h 2d 2c 8s", "2s 3s 4s 5s 6s", "Ts Js Qs Ks As"),
        ),
        strict=True,
    )
)  # fmt: skip
_NO_LOW = parse_cards("As Kh Qd Jc 9s")


class BadScoreLine(EngineError):
    """A score sheet that no hands can have come to; `params` name the seat, and the row if it is one."""

    code = "bad_score_line"


class ScoreLine(NamedTuple):
    """What is said of one player's hand. Triples are front, middle, back.

    `places` order the players in a row, 1 the best, the same for those who tie; they do not count where the hand is fouled,
    surrendered or a natural. `fantasyland` is how many cards the next hand deals at once: None, by what the rows earn.
    """

    places: tuple[int, int, int] = (0, 0, 0)
    royalties: tuple[int, int, int] = NOTHING
    mark: str = ""
    natural: str = ""
    fantasyland: int | None = None

    @property
    def is_compared(self) -> bool:
        """True if the rows are compared."""
        return not self.mark and not self.natural

    def as_json(self) -> dict[str, Any]:
        """For storage."""
        return self._asdict() | {"places": list(self.places), "royalties": list(self.royalties)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ScoreLine:
        """The line that `as_json` stored."""
        return cls(tuple(data["places"]), tuple(data["royalties"]), data["mark"], data["natural"], data["fantasyland"])


def labels_of(profile: Profile, row: int) -> dict[int, tuple[str, ...]]:
    """What a row (0 front, 1 middle, 2 back) may make, by the points it then earns, from the fewest: 0 is nothing listed.

    >>> from engine.chinese.rows.chinese_rules import ChineseRules
    >>> labels_of(prepare(ChineseRules()), 2)[4]
    ('flush',)
    """
    table = profile.tables[row]
    found: dict[int, tuple[str, ...]] = {}
    for label in ("", *_labels(profile, row)):
        points = table.get(label, 0)
        found[points] = (*found.get(points, ()), label)
    return dict(sorted(found.items()))


def score_lines(lines: Sequence[ScoreLine], profile: Profile, *, fantasyland: Sequence[int] = ()) -> Scores:
    """Compare the hands of one deal by what is said of them, in the order of `scoring.score`.

    fantasyland: by player, with how many cards of fantasyland this hand was played, 0 for none. Raises `BadScoreLine`.
    """
    for at, line in enumerate(lines):
        _check(at, line, profile, len(lines))
    for row in range(3):
        _check_row(lines, row, profile)
    hands = [_scored(at, line, profile, fantasyland[at] if fantasyland else 0) for at, line in enumerate(lines)]
    return compare(hands, profile)


def _labels(profile: Profile, row: int) -> tuple[str, ...]:
    """What a row may make that a table can list, from the weakest."""
    if row == 1 and profile.is_low_middle:
        return LABELS["low"][::-1][1:] + LABELS["low"][-1:]
    return LABELS[ROWS[row]]


def _check(at: int, line: ScoreLine, profile: Profile, players: int) -> None:
    if line.mark not in MARKS:
        raise BadScoreLine(ScoreLineText.MARK(mark=Quoted(line.mark)), player=at)
    if line.mark == SURRENDER and not profile.surrender_points:
        raise BadScoreLine(ScoreLineText.NO_SURRENDER(), player=at)
    if line.natural and line.natural not in [natural.name for _points, natural in profile.naturals]:
        known = [Term(natural.name) for _points, natural in profile.naturals]
        raise BadScoreLine(ScoreLineText.NO_NATURAL(natural=Quoted(line.natural), known=known), player=at)
    if line.mark and line.natural:
        raise BadScoreLine(ScoreLineText.NATURAL_AND_MARK(), player=at)
    if line.mark and (any(line.royalties) or line.fantasyland):
        raise BadScoreLine(ScoreLineText.EARNS_NOTHING(), player=at)
    for row, (place, points) in enumerate(zip(line.places, line.royalties, strict=True)):
        if line.is_compared and not 1 <= place <= players:
            raise BadScoreLine(ScoreLineText.PLACE(row=Term(ROWS[row], "row"), last=players), player=at, row=ROWS[row])
        known_points = labels_of(profile, row)
        if points not in known_points:
            raise BadScoreLine(
                ScoreLineText.ROYALTY(row=Term(ROWS[row], "row"), points=points, known=[*known_points]),
                player=at,
                row=ROWS[row],
            )
    if line.is_compared and not any(
        _is_in_order(front, middle, back, profile) for front, middle, back in _makes(line.royalties, profile)
    ):
        raise BadScoreLine(ScoreLineText.OUT_OF_ORDER(), player=at)


def _check_row(lines: Sequence[ScoreLine], row: int, profile: Profile) -> None:
    """Who earns more is not behind, where stronger rows never earn less by the table; who ties earns the same."""
    table = profile.tables[row]
    worth = [table.get(label, 0) for label in ("", *_labels(profile, row))]
    is_rising = worth == sorted(worth)
    compared = [line for line in lines if line.is_compared]
    for one, other in product(compared, repeat=2):
        more = one.royalties[row] > other.royalties[row]
        ahead = one.places[row] < other.places[row]
        tied = one.places[row] == other.places[row]
        if more and (tied or (is_rising and not ahead)):
            raise BadScoreLine(
                ScoreLineText.BEHIND(row=Term(ROWS[row], "row"), more=one.royalties[row], fewer=other.royalties[row]),
                player=lines.index(one),
                row=ROWS[row],
            )


def _makes(royalties: tuple[int, int, int], profile: Profile) -> Iterator[tuple[str, str, str]]:
    """Everything that three rows may make which earn this; an empty label is less than the tables can list."""
    found = [labels_of(profile, row)[points] for row, points in enumerate(royalties)]
    yield from product(*found)


def _is_in_order(front: str, middle: str, back: str, profile: Profile) -> bool:
    """Whether the rows need not be a foul: kinds alone are compared."""
    least = {0: 0, 2: KINDS.index("pair"), 3: KINDS.index("trips")}[len(front)]
    behind = KINDS.index(back) if back else 0
    if profile.is_low_middle:
        return least <= behind
    between = KINDS.index(middle) if middle else 0
    return least <= between <= behind


def _scored(at: int, line: ScoreLine, profile: Profile, cards_now: int) -> ScoredHand:
    if line.mark:
        is_fouled = line.mark == FOUL
        return ScoredHand(None, NOTHING, is_fouled, not is_fouled, NOTHING, 0, "", 0)
    is_played = profile.has_fantasyland and not line.natural
    earned = _earned(line.royalties, profile, cards_now) if is_played else {0}
    cards = line.fantasyland
    if cards is None:
        cards = next(iter(earned)) if len(earned) == 1 else 0
    elif cards not in earned:
        raise BadScoreLine(ScoreLineText.FANTASYLAND(cards=cards, known=sorted(earned)), player=at)
    points = next((worth for worth, natural in profile.naturals if natural.name == line.natural), 0)
    first, second, third = line.places
    return ScoredHand(None, (-first, -second, -third), False, False, line.royalties, points, line.natural, cards)


@lru_cache(maxsize=1024)
def _earned(royalties: tuple[int, int, int], profile: Profile, cards_now: int) -> Collection[int]:
    """With how many cards of fantasyland rows may go on that earn this; 0 is none."""
    found = set()
    for front, middle, back in _makes(royalties, profile):
        if _is_in_order(front, middle, back, profile):
            board = Board(_front_row(front), _middle_row(middle, profile), _KIND_ROWS[back or KINDS[0]])
            found.add(cards_next(board, rank_row(board.front), profile, cards_now))
    return found


def _front_row(label: str) -> tuple[int, ...]:
    if not label:
        return parse_cards("2s 4h 6d")
    rank = label[0]
    suits = [f"{rank}{suit}" for suit in "shd"[: len(label)]]
    kicker = [] if len(label) == 3 else ["2c" if rank != "2" else "3c"]
    return parse_cards(" ".join([*suits, *kicker]))


def _middle_row(label: str, profile: Profile) -> tuple[int, ...]:
    if not profile.is_low_middle:
        return _KIND_ROWS[label or KINDS[0]]
    if not label:
        return _NO_LOW
    if label == "wheel":
        return parse_cards("7s 5h 4d 3c 2s")
    return parse_cards(f"{label}s 6h 4d 3c 2s" if label == "7" else f"{label}s 5h 4d 3c 2s")
