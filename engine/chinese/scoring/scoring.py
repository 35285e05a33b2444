"""Scoring: what the hands of one deal win from one another, in points (RULES.md S3.1 to S3.5).

>>> from engine.chinese.rows.rows import parse_board
>>> a = parse_board("Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c")
>>> b = parse_board("As Ah 5s / 9s 9h 4s 4h Jc / Qs Qh Qd 7s 7h")
>>> score([a, b]).points
(4, -4)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import Profile, prepare
from engine.chinese.rows.fantasyland import cards_next
from engine.chinese.rows.jokers import read
from engine.chinese.rows.naturals import natural_of
from engine.chinese.rows.rows import check_boards, row_text
from engine.errors import EngineError
from engine.games.row_layout import ROWS, Board
from engine.messages.chinese import SettlementText

NOTHING = (0, 0, 0)


class BadSurrender(EngineError):
    """A surrender where the house or the game knows none, or a hand that neither was set nor surrenders."""

    code = "bad_surrender"


class ScoredHand(NamedTuple):
    """One player's hand. Triples are front, middle, back.

    `board` has its jokers read, or is None for a hand surrendered unset, or of a score sheet without cards;
    `strengths` compare within a row;
    `royalties` are points, all 0 for a fouled hand; `natural` is worth points and has a name, 0 and "" if it is none;
    `fantasyland` is how many cards the next hand deals at once, 0 for none.
    """

    board: Board | None
    strengths: tuple[int, int, int]
    is_fouled: bool
    is_surrendered: bool
    royalties: tuple[int, int, int]
    natural_points: int
    natural: str
    fantasyland: int


class ScoredPair(NamedTuple):
    """What `a` wins from `b` in points, both indexes of seats; `rows` +1 won, 0 tied, -1 lost; `net` is the sum of all."""

    a: int
    b: int
    rows: tuple[int, int, int]
    royalty: int
    scoop: int
    net: int

    def as_json(self) -> dict[str, Any]:
        """For files, API and pages."""
        return {**self._asdict(), "rows": dict(zip(ROWS, self.rows, strict=True))}


class Scores(NamedTuple):
    """Everything about one deal: points by seat (they sum to zero), hands by seat, and the pairs that were compared."""

    points: tuple[int, ...]
    hands: tuple[ScoredHand, ...]
    pairs: tuple[ScoredPair, ...]

    @property
    def debts(self) -> list[tuple[int, int, int]]:
        """What each pair comes to, as `payment.settle` takes it: seats a and b, the points that a wins from b."""
        return [(pair.a, pair.b, pair.net) for pair in self.pairs]

    def as_json(self) -> dict[str, Any]:
        """For files, API and pages."""
        return {
            "points": list(self.points),
            "foul": [hand.is_fouled for hand in self.hands],
            "royalties": [dict(zip(ROWS, hand.royalties, strict=True)) for hand in self.hands],
            "naturals": [hand.natural for hand in self.hands],
            "pairs": [pair.as_json() for pair in self.pairs],
            "fl_next": [hand.fantasyland for hand in self.hands],
            "joker_reading": [
                None
                if hand.board is None
                else {row: row_text(cards) for row, cards in zip(ROWS, hand.board, strict=True)}
                for hand in self.hands
            ],
        }


def score(
    boards: Sequence[Board | None],
    profile: Profile | ChineseRules | None = None,
    *,
    fantasyland: Sequence[int] = (),
    surrendered: Sequence[bool] = (),
) -> Scores:
    """Compare the hands of one deal.

    boards: two to four, clockwise; None is allowed for a hand that surrenders. profile: prepared house rules (bare ones
    are those of an open-face game, none the standard ones). fantasyland: by seat, how many cards were dealt at once, 0
    for none. surrendered: by seat, in the classic game.
    Raises `BadCards` for boards that are none of one deal, `BadSurrender` for a surrender that may not be.
    """
    if not isinstance(profile, Profile):
        profile = prepare(profile or ChineseRules())
    check_boards(boards)
    if surrendered or None in boards:
        _check_surrenders(boards, surrendered, profile)
    visible: frozenset[int] = frozenset()
    if profile.rules.joker_cards == "not visible":
        visible = frozenset([card for board in boards if board is not None for row in board for card in row])
    hands = []
    for at, board in enumerate(boards):
        if board is None or (surrendered and surrendered[at]):
            hands.append(ScoredHand(board, NOTHING, False, True, NOTHING, 0, "", 0))
        else:
            hands.append(score_hand(board, profile, fantasyland[at] if fantasyland else 0, visible))
    return compare(hands, profile)


def compare(hands: Sequence[ScoredHand], profile: Profile) -> Scores:
    """What the hands of one deal win from one another, each being known by itself."""
    points = [0] * len(hands)
    pairs = []
    for a, b in pairs_of(len(hands), profile.rules.opponents):
        pair = _compare(a, b, hands[a], hands[b], profile)
        points[a] += pair.net
        points[b] -= pair.net
        pairs.append(pair)
    return Scores(tuple(points), tuple(hands), tuple(pairs))


def pairs_of(players: int, opponents: str = "every pair") -> list[tuple[int, int]]:
    """Who compares hands with whom, each pair once (S3.3); the left neighbour of seat i is i + 1."""
    return [
        (a, b)
        for a in range(players)
        for b in range(a + 1, players)
        if opponents == "every pair" or b - a in (1, players - 1)
    ]


def score_hand(board: Board, profile: Profile, cards_now: int = 0, visible: frozenset[int] = frozenset()) -> ScoredHand:
    """One hand by itself: jokers, foul, royalties, natural, fantasyland. `cards_now`: cards of fantasyland this hand."""
    natural, name = natural_of(board, profile.naturals) if profile.naturals else (0, "")
    if max(board.front) > 51 or max(board.middle) > 51 or max(board.back) > 51:
        board, strengths = read(board, profile, visible=visible, cards_now=cards_now)
    else:
        strengths = profile.strengths(board)
    if not profile.is_legal(board, strengths):
        return ScoredHand(board, strengths, not natural, False, NOTHING, natural, name, 0)
    front, middle, back = strengths
    royalties = (
        profile.royalty(0, front, board.front),
        profile.royalty(1, middle, board.middle),
        profile.royalty(2, back, board.back),
    )
    cards = cards_next(board, front, profile, cards_now)
    return ScoredHand(board, strengths, False, False, royalties, natural, name, cards)


def _check_surrenders(boards: Sequence[Board | None], surrendered: Sequence[bool], profile: Profile) -> None:
    if surrendered and len(surrendered) != len(boards):
        raise BadSurrender(SettlementText.ANSWERS(count=len(boards), answers=len(surrendered)))
    if any(surrendered) and not profile.surrender_points:
        raise BadSurrender(SettlementText.NO_SURRENDER())
    for at, board in enumerate(boards):
        if board is None and not (surrendered and surrendered[at]):
            raise BadSurrender(SettlementText.NOT_SET(board=at + 1))


def _compare(a: int, b: int, one: ScoredHand, other: ScoredHand, profile: Profile) -> ScoredPair:
    if one.is_surrendered or other.is_surrendered:
        owed = profile.surrender_points * (other.is_surrendered - one.is_surrendered)
        return ScoredPair(a, b, NOTHING, 0, 0, owed)
    if one.natural_points or other.natural_points:
        return ScoredPair(a, b, NOTHING, 0, 0, natural_against(one.natural_points, other.natural_points))
    if one.is_fouled or other.is_fouled:
        if one.is_fouled and other.is_fouled:
            return ScoredPair(a, b, NOTHING, 0, 0, 0)
        return _fouled(a, b, -1, other, profile) if one.is_fouled else _fouled(a, b, 1, one, profile)
    rules = profile.rules
    front = (one.strengths[0] > other.strengths[0]) - (one.strengths[0] < other.strengths[0])
    middle = (one.strengths[1] > other.strengths[1]) - (one.strengths[1] < other.strengths[1])
    back = (one.strengths[2] > other.strengths[2]) - (one.strengths[2] < other.strengths[2])
    rows = (front, middle, back)
    won, lost = rows.count(1), rows.count(-1)
    scoop = rules.scoop_points * ((won == 3) - (lost == 3))
    majority = rules.majority_points * ((won > 1) - (lost > 1))
    if profile.pays_lost_rows:
        royalty = sum(one.royalties) - sum(other.royalties)
    else:
        royalty = sum(
            [
                mine if row > 0 else -theirs
                for row, mine, theirs in zip(rows, one.royalties, other.royalties, strict=True)
                if row
            ]
        )
    return ScoredPair(a, b, rows, royalty, scoop, rules.row_points * (won - lost) + majority + scoop + royalty)


def natural_against(mine: int, theirs: int) -> int:
    """The higher natural wins its own points, the lower is not set against it; equal naturals move nothing."""
    return mine if mine > theirs else -theirs if theirs > mine else 0


def _fouled(a: int, b: int, sign: int, winner: ScoredHand, profile: Profile) -> ScoredPair:
    """A pair in which one hand is fouled; `sign` is 1 if `a` is the other."""
    rules = profile.rules
    rows = (sign, sign, sign)
    if rules.foul_costs == "flat":
        return ScoredPair(a, b, rows, 0, 0, sign * rules.foul_points)
    royalty = sum(winner.royalties) if rules.foul_pays_royalties else 0
    scoop = rules.scoop_points if rules.foul_costs == "scoop" else 0
    return ScoredPair(a, b, rows, sign * royalty, sign * scoop, sign * (profile.foul_points + royalty))
