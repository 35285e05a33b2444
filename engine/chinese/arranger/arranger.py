"""The arranger: the best setting of 13 to 17 cards, exactly, and never a foul where there is a way not to (RULES.md S3).

What is best depends on the aim.

``royalties`` (any hand): most royalties plus, if the hand earns or keeps fantasyland, what that is worth; among those
the rows that beat more rows of the reference field (`reference_field`). A natural counts for its points, instead.

``points`` (thirteen cards of a game without fantasyland): most points from the hands of the reference field, on
average, all of the profile counted: rows, most rows, the scoop, royalties, naturals.

>>> from engine.cards import parse_cards
>>> from engine.chinese.rows.compiled_rules import prepare
>>> from engine.chinese.rows.chinese_rules import ChineseRules
>>> cards = parse_cards("As Ah Kd Kc Qs 9h 9d 7c 6d 6s 5c 4h 2d 2c")
>>> print(arrange(cards, prepare(ChineseRules()), fantasyland=14).board)
As Ah Qs / 9h 9d 6s 6d 5c / Kd Kc 2d 2c 7c
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from engine.cards import JOKERS, UNKNOWN, cards_text
from engine.chinese.arranger.classic_settings import board_of, most_points, natural_value, naturals_of, opponents_of
from engine.chinese.arranger.row_strengths import lows, order
from engine.chinese.arranger.row_worths import NEVER, POINT, worths
from engine.chinese.arranger.search import Setting, Terms, best_setting
from engine.chinese.arranger.unseen_jokers import best_unseen
from engine.chinese.rows.compiled_rules import FOULS, Profile
from engine.chinese.rows.rows import row_text
from engine.chinese.scoring.scoring import ScoredHand, score_hand
from engine.errors import BadCards, EngineError
from engine.games.row_layout import ROWS, Board
from engine.messages.chinese import ArrangerText
from engine.messages.message import Message, Quoted, Term

FEWEST_CARDS, MOST_CARDS = 13, 17
AIMS = ("royalties", "points")
MOST_WORTH = 1000

# Points that a fantasyland of so many cards is worth to who enters or keeps it, over a hand dealt like any other.
WORTH_OF_FANTASYLAND: Mapping[int, int] = {13: 6, 14: 9, 15: 13, 16: 18, 17: 26}


class BadAim(EngineError):
    """An aim that does not exist or does not fit the hand, or an impossible worth of fantasyland."""

    code = "bad_aim"


class Arrangement(NamedTuple):
    """A hand as the arranger sets it. The rows and the discards are as dealt, jokers unread; `scored` has them read."""

    front: tuple[int, ...]
    middle: tuple[int, ...]
    back: tuple[int, ...]
    discards: tuple[int, ...]
    scored: ScoredHand
    why: Message

    @property
    def board(self) -> Board:
        """The thirteen cards set."""
        return Board(self.front, self.middle, self.back)

    @property
    def royalties(self) -> int:
        """Points, all rows together; 0 for a foul."""
        return sum(self.scored.royalties)

    @property
    def stays(self) -> bool:
        """Whether the next hand is a fantasyland."""
        return self.scored.fantasyland > 0

    def __str__(self) -> str:
        lines = [f"{row:<9}{cards_text(cards)}" for row, cards in zip(ROWS, self.board, strict=True)]
        return "\n".join([*lines, f"discards {cards_text(self.discards)}".rstrip(), str(self.why)])

    def as_json(self) -> dict[str, Any]:
        """For files, API and pages. `royalties` are points in all, `rows` those of each row."""
        return {
            **{row: row_text(cards) for row, cards in zip(ROWS, self.board, strict=True)},
            "discards": row_text(self.discards),
            "royalties": self.royalties,
            "rows": dict(zip(ROWS, self.scored.royalties, strict=True)),
            "stays": self.stays,
            "fantasyland": self.scored.fantasyland,
            "foul": self.scored.is_fouled,
            "natural": self.scored.natural,
            "why": str(self.why),
        }


def arrange(
    cards: Sequence[int],
    profile: Profile,
    *,
    fantasyland: int = 0,
    worth_of_staying: int | Mapping[int, int] | None = None,
    aim: str | None = None,
    visible: Collection[int] = (),
) -> Arrangement:
    """The best setting of 13 to 17 different cards, jokers among them, under the profile; the rest are discarded.

    fantasyland: how many cards of fantasyland these are, 0 for a hand like any other, as `fantasyland.cards_next` has
    it. worth_of_staying: points (0 to 1000) that the next fantasyland is worth, or points by its number of cards (what
    is not listed is worth nothing); without it `WORTH_OF_FANTASYLAND`. aim: one of `AIMS`; without it `aim_of`.
    visible: cards that everyone sees, which matter where a joker stands for unseen cards only. A fouled setting comes
    back only if every setting is fouled.
    Raises `BadCards` for other cards than that, `BadAim` for an aim or a worth that cannot be.
    """
    aim = aim_of(cards, profile) if aim is None else aim
    _check(cards, profile, aim)
    terms = Terms(
        worths(profile, fantasyland, worth_by_cards(worth_of_staying)),
        profile.is_low_middle,
        0 if profile.may_be_equal else 1,
        profile.rules.joker_reading == "row maximum",
    )
    hand = _Hand(tuple(sorted(cards)), profile, terms, fantasyland, frozenset(visible), aim)
    front, middle, back = (_shown(row) for row in hand.best_board())
    scored = hand.score(Board(front, middle, back))
    discards = sorted(set(cards).difference(front, middle, back), reverse=True)
    return Arrangement(front, middle, back, tuple(discards), scored, _why(scored, profile))


@dataclass(frozen=True, slots=True)
class _Hand:
    """A hand to be set, and what for."""

    cards: tuple[int, ...]  # ascending
    profile: Profile
    terms: Terms
    fantasyland: int
    visible: frozenset[int]
    aim: str

    def score(self, board: Board) -> ScoredHand:
        """A setting of these cards, scored."""
        return score_hand(board, self.profile, self.fantasyland, self.visible)

    def value(self, board: Board) -> int | None:
        """What a setting's rows are worth; None for a foul, and for a natural, which is weighed by itself."""
        return _value(self.score(board), self.terms)

    def best(self, without: Collection[int] = ()) -> Setting | None:
        """The best setting by its rows. `without`: settings of thirteen cards that are naturals, and none of these."""
        if self.aim == "points":
            return most_points(self.cards, self.profile, opponents_of(self.profile), without)
        if self.profile.rules.joker_cards == "not visible" and self.cards[-1] in JOKERS:
            return best_unseen(self.cards, self.terms, self.visible, self.value)
        return best_setting(self.cards, self.terms, self.value if without else None)

    def best_board(self) -> Board:
        """The best setting, a natural where that is worth more; some setting where all are fouled."""
        setting = self.best()
        board = setting.board if setting else _in_order(self.cards)
        if len(self.cards) > FEWEST_CARDS or not self.profile.naturals:
            return board
        always, by_rows = naturals_of(self.cards, self.profile)
        if not by_rows:
            return board
        if not always and setting and self.score(board).natural_points:
            setting = self.best(by_rows)
        value = self._natural(always) if always else setting.value if setting else NEVER
        most = max(by_rows.values())
        if self._natural(most) <= value:
            return setting.board if setting else board
        likely = [board_of(self.cards, at) for at, points in by_rows.items() if points == most]
        return max(likely, key=lambda one: self.score(one).strengths[::-1])

    def _natural(self, points: int) -> int:
        """What a natural is worth, on the scale of settings' values; more than rows that earn as many royalties."""
        if self.aim == "points":
            return natural_value(points, opponents_of(self.profile))
        return (points + 1) * POINT - 1


def _value(hand: ScoredHand, terms: Terms) -> int | None:
    if hand.is_fouled or hand.natural_points:
        return None
    middles = lows() if terms.is_low_middle else order()
    front, back = np.searchsorted(order().strengths, (hand.strengths[0], hand.strengths[2]))
    middle = np.searchsorted(middles.strengths, hand.strengths[1])
    keeps = terms.worths.keeps_back[back] or terms.worths.keeps_middle[middle]
    return int(terms.worths.fronts[int(keeps)][front] + terms.worths.middle[middle] + terms.worths.back[back])


def _in_order(held: Sequence[int]) -> Board:
    """A setting for a hand that is fouled in any."""
    return Board(tuple(held[-13:-10]), tuple(held[-10:-5]), tuple(held[-5:]))


def worth_by_cards(worth: int | Mapping[int, int] | None) -> tuple[int, ...]:
    points = [0] * (MOST_CARDS + 1)
    for cards in range(FEWEST_CARDS, MOST_CARDS + 1):
        if isinstance(worth, int):
            points[cards] = worth
        else:
            points[cards] = (WORTH_OF_FANTASYLAND if worth is None else worth).get(cards, 0)
        if not 0 <= points[cards] <= MOST_WORTH:
            raise BadAim(
                ArrangerText.WORTH(most=MOST_WORTH, worth=points[cards]),
                cards=cards,
                worth=points[cards],
            )
    return tuple(points)


def _shown(row: Sequence[int]) -> tuple[int, ...]:
    """The row as it is laid out: pairs and the like first, then from the highest down, jokers last."""
    ranks = [card >> 2 for card in row]
    return tuple(sorted(row, key=lambda card: (card in JOKERS, -ranks.count(card >> 2), -card)))


def _why(hand: ScoredHand, profile: Profile) -> Message:
    """What the setting is worth."""
    if hand.natural_points:
        return ArrangerText.NATURAL(natural=Term(hand.natural), points=hand.natural_points)
    assert hand.board is not None
    if hand.is_fouled:
        reason = FOULS[profile.why_fouled(hand.board, hand.strengths)]
        return ArrangerText.EVERY_SETTING_FOULED(why=Term(reason))
    made = [
        ArrangerText.ROW_WITH_POINTS(row=Term(row, "row"), words=words.message, points=points)
        if points
        else ArrangerText.ROW(row=Term(row, "row"), words=words.message)
        for row, words, points in zip(ROWS, profile.words(hand.board), hand.royalties, strict=True)
    ]
    points = sum(hand.royalties)
    if hand.fantasyland:
        return ArrangerText.FANTASYLAND(made=made, points=points, cards=hand.fantasyland)
    return ArrangerText.ROYALTIES(made=made, points=points)


def aim_of(cards: Sequence[int], profile: Profile) -> str:
    """The aim that suits a hand: points wherever it can be, which is in the classic game, else royalties."""
    is_classic = len(cards) == FEWEST_CARDS and not profile.has_fantasyland and not profile.is_low_middle
    can_be_read = profile.rules.joker_cards == "any" or not any(card in JOKERS for card in cards)
    return "points" if is_classic and can_be_read else "royalties"


def _check(cards: Sequence[int], profile: Profile, aim: str) -> None:
    if not FEWEST_CARDS <= len(cards) <= MOST_CARDS:
        raise BadCards(ArrangerText.COUNT(least=FEWEST_CARDS, most=MOST_CARDS, count=len(cards)))
    for card in cards:
        if not 0 <= card < UNKNOWN:
            raise BadCards(ArrangerText.UNKNOWN_CARD(), card=card)
    if len(set(cards)) < len(cards):
        twice = sorted({card for card in cards if list(cards).count(card) > 1})
        raise BadCards(ArrangerText.TWICE(cards=cards_text(twice)), cards=twice)
    if aim not in AIMS:
        raise BadAim(ArrangerText.AIM(known=ArrangerText.EITHER(one=AIMS[0], other=AIMS[1]), aim=Quoted(aim)), aim=aim)
    if aim == "points" and aim_of(cards, profile) != "points":
        raise BadAim(
            ArrangerText.POINTS(),
            aim=aim,
        )
