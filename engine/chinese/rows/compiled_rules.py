"""A profile: the house rules and the game, prepared once for scoring many hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from engine.cards import RANKS
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.naturals import NATURALS, Natural
from engine.chinese.rows.rows import made, made_low, rank_low, rank_row
from engine.chinese.rows.royalties import front_label, low_label, parse_table
from engine.games.row_layout import Board
from engine.hand_names import Words
from engine.messages.message import _
from engine.ranking.rankings import DEUCE_TO_SEVEN, HIGH


@dataclass(frozen=True, slots=True)
class Variant:
    """What the game decides, not the house: whether the middle is a deuce-to-seven low, and what exists in it."""

    is_low_middle: bool = False
    has_naturals: bool = True
    has_fantasyland: bool = True


FOULS = {
    "middle_over_back": _("The middle is stronger than the back"),
    "front_over_middle": _("The front is stronger than the middle"),
    "front_over_back": _("The front is stronger than the back"),
    "low_does_not_qualify": _("The middle does not qualify as a low"),
}

CLASSIC = Variant(has_fantasyland=False)
OPEN_FACE = Variant(has_naturals=False)
LOW_MIDDLE = Variant(is_low_middle=True, has_naturals=False)


class Profile:
    """House rules and game, with the tables of royalties looked up by the strength of a row.

    Strengths repeat from hand to hand, so what a row of some strength makes and earns is found once and kept.
    """

    __slots__ = (
        "_back",
        "_earned",
        "_front",
        "_low",
        "_middle",
        "_qualifies",
        "entries",
        "foul_points",
        "has_fantasyland",
        "is_low_middle",
        "low_qualifier",
        "may_be_equal",
        "middle_rank",
        "naturals",
        "pays_lost_rows",
        "rules",
        "surrender_points",
        "variant",
    )

    def __init__(self, rules: ChineseRules, variant: Variant) -> None:
        self.rules = rules
        self.variant = variant
        self.is_low_middle = variant.is_low_middle
        self.has_fantasyland = variant.has_fantasyland and rules.fantasyland
        self.may_be_equal = rules.equal_rows == "legal"
        self.middle_rank = rank_low if variant.is_low_middle else rank_row
        self.low_qualifier = RANKS.index(rules.low_qualifier)
        self.pays_lost_rows = rules.royalties != "won rows"
        self.surrender_points = rules.surrender_points if variant.has_naturals else 0
        self.naturals: tuple[tuple[int, Natural], ...] = ()
        if variant.has_naturals:
            worth = [(getattr(rules, natural.rule), natural) for natural in NATURALS]
            self.naturals = tuple([one for one in worth if one[0]])
        lost_rows = 3 * rules.row_points + rules.majority_points
        self.foul_points = lost_rows + (rules.scoop_points if rules.foul_costs == "scoop" else 0)
        is_none = rules.royalties == "none"
        tables = [
            {} if is_none else parse_table(row, text)
            for row, text in (
                ("front", rules.front_royalties),
                ("middle", rules.middle_royalties),
                ("back", rules.back_royalties),
                ("low", rules.low_royalties),
            )
        ]
        self._front: Mapping[str, int] = tables[0]
        self._middle: Mapping[str, int] = tables[1]
        self._back: Mapping[str, int] = tables[2]
        self._low: Mapping[str, int] = tables[3]
        self._earned: tuple[dict[int, int], dict[int, int], dict[int, int]] = ({}, {}, {})
        self._qualifies: dict[int, bool] = {}
        self.entries: dict[int, int] = {}  # cards of fantasyland by the strength of the front; `fantasyland` fills it

    @property
    def tables(self) -> tuple[Mapping[str, int], Mapping[str, int], Mapping[str, int]]:
        """Royalties by label (`royalties.LABELS`) of front, middle and back; a middle that is a low has those of lows."""
        return self._front, self._low if self.is_low_middle else self._middle, self._back

    def strengths(self, board: Board) -> tuple[int, int, int]:
        """How strong the rows of a board are, jokers read: front, middle, back; the higher the better in its row."""
        return rank_row(board.front), self.middle_rank(board.middle), rank_row(board.back)

    def is_legal(self, board: Board, strengths: tuple[int, int, int]) -> bool:
        """Whether a board of those strengths is not fouled (S3.1). A deuce-to-seven middle has only to qualify."""
        front, middle, back = strengths
        if not self.is_low_middle:
            return front <= middle <= back if self.may_be_equal else front < middle < back
        qualifies = self._qualifies.get(middle)
        if qualifies is None:
            low = made_low(board.middle)
            qualifies = self._qualifies[middle] = low is not None and low.rank <= self.low_qualifier
        return qualifies and (front <= back if self.may_be_equal else front < back)

    def why_fouled(self, board: Board, strengths: tuple[int, int, int]) -> str:
        """The message id of what fouls a board of those strengths, as `FOULS` says it; empty for a legal one."""
        if self.is_legal(board, strengths):
            return ""
        _, middle, back = strengths
        if not self.is_low_middle:
            is_over_back = middle > back or (middle == back and not self.may_be_equal)
            return "middle_over_back" if is_over_back else "front_over_middle"
        return "front_over_back" if self._qualifies[middle] else "low_does_not_qualify"

    def words(self, board: Board) -> tuple[Words, Words, Words]:
        """What the rows make, in words; jokers must have been read."""
        middle = DEUCE_TO_SEVEN if self.is_low_middle else HIGH
        return HIGH.describe(board.front), middle.describe(board.middle), HIGH.describe(board.back)

    def royalty(self, row: int, value: int, cards: tuple[int, ...]) -> int:
        """The points that a row (0 front, 1 middle, 2 back) of that strength earns; `cards` as jokers were read."""
        earned = self._earned[row].get(value)
        if earned is None:
            earned = self._earned[row][value] = self._royalty(row, cards)
        return earned

    def _royalty(self, row: int, cards: tuple[int, ...]) -> int:
        if row == 0:
            return self._front.get(front_label(made(cards)), 0)
        if row == 2:
            return self._back.get(made(cards).kind, 0)
        if not self.is_low_middle:
            return self._middle.get(made(cards).kind, 0)
        low = made_low(cards)
        return 0 if low is None else self._low.get(low_label(low), 0)


@lru_cache(maxsize=256)
def prepare(rules: ChineseRules, variant: Variant = OPEN_FACE) -> Profile:
    """The profile of those rules in that game. Raises `BadTable` for a table of royalties that is none."""
    return Profile(rules, variant)
