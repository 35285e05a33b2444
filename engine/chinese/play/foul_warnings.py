"""Whether rows that are still being set are fouled, can no longer be saved, or stand in the wrong order so far.

>>> from engine.cards import parse_cards
>>> from engine.chinese.rows.compiled_rules import prepare
>>> from engine.chinese.rows.chinese_rules import ChineseRules
>>> rows = Board(parse_cards("Ks Kh"), parse_cards("9s 9h 4s 4h"), parse_cards("8s 8h 2d 3d 5c"))
>>> foresee(rows, prepare(ChineseRules()))
Foresight(why='middle_over_back', is_certain=True)
>>> rules = prepare(ChineseRules())
>>> foresee(Board(parse_cards("Ks"), parse_cards("9s"), parse_cards("8s 2d")), rules) is None  # four cards may still come behind
True
>>> foresee(Board(parse_cards("Ks Kd"), parse_cards("9s 2c"), parse_cards("8s")), rules)
Foresight(why='front_over_middle', is_certain=False)
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from engine.cards import JOKERS
from engine.chinese.rows.compiled_rules import Profile
from engine.chinese.rows.jokers import readings
from engine.chinese.rows.rows import rank_low, rank_row
from engine.chinese.scoring.scoring import score_hand
from engine.games.row_layout import SIZES, Board
from engine.ranking.values import HIGH_CARD, USUAL

_ANY = JOKERS[0]  # a place for a card that is still to come, or for a joker
_BEYOND = 1 << 30  # more than any row can come to


class Foresight(NamedTuple):
    """What fouls a hand: a message id of `compiled_rules.FOULS`.

    Certain: the hand is fouled whatever cards may come. Else it is in danger: a row is stronger than one behind it that has
    as many cards, and by a pair or more, or the row behind has room for one card at most. What high cards alone decide
    while there is room is no danger: nearly every card to come may mend it.
    """

    why: str
    is_certain: bool


def foresee(rows: Board, profile: Profile, visible: frozenset[int] = frozenset()) -> Foresight | None:
    """What fouls rows that may lack cards, or None. Which cards are gone is not considered, only what rows can make.

    `visible`: the cards that everyone sees, which matter where a joker stands for unseen cards only.
    """
    if all(len(row) == size for row, size in zip(rows, SIZES, strict=True)):
        hand = score_hand(rows, profile, visible=visible)
        if not hand.is_fouled or hand.board is None:
            return None
        return Foresight(profile.why_fouled(hand.board, hand.strengths), True)
    if profile.is_low_middle:
        if _spoils_low(rows.middle, profile):
            return Foresight("low_does_not_qualify", True)
        pairs = [("front_over_back", rows.front, rows.back)]
    else:
        pairs = [("middle_over_back", rows.middle, rows.back), ("front_over_middle", rows.front, rows.middle)]
    in_danger = ""
    for why, below, above in pairs:
        least, stands = _least(below, profile), _least(above, profile)
        if least < stands or not least:
            continue
        most = _most(above)
        if least > most or (least == most and not profile.may_be_equal):
            return Foresight(why, True)
        if least > stands and len(above) >= len(below) and _is_near(least, above):
            in_danger = in_danger or why
    return Foresight(in_danger, False) if in_danger else None


def _is_near(least: int, above: tuple[int, ...]) -> bool:
    """Whether a row that beats the one behind it is hard to catch: it is more than high cards, or hardly a card is to come."""
    return USUAL.category(least) > HIGH_CARD or len(above) >= SIZES[1] - 1


def _least(row: tuple[int, ...], profile: Profile) -> int:
    """The least a row can come to: what its own cards make, since no further card makes it worse. 0 for no cards."""
    plain = tuple([card for card in row if card not in JOKERS])
    if len(plain) < len(row) == 5 and profile.rules.joker_cards == "any":
        return readings(row)[0 if profile.rules.joker_reading == "row maximum" else -1].value
    return rank_row(plain) if plain else 0


def _most(row: tuple[int, ...]) -> int:
    """The most a row of five can come to with any cards for those to come."""
    if all(card in JOKERS for card in row):
        return _BEYOND
    return readings((*row, *[_ANY] * (5 - len(row))))[0].value


def _spoils_low(middle: tuple[int, ...], profile: Profile) -> bool:
    """Whether those cards, five or fewer, cannot be part of a deuce-to-seven middle that qualifies."""
    top = profile.low_qualifier
    if len(middle) == 5:
        return readings(middle, is_low=True)[0].value < _worst_low(top)
    ranks = [card >> 2 for card in middle if card not in JOKERS]
    return len(set(ranks)) < len(ranks) or any(rank > top for rank in ranks)


@cache
def _worst_low(top: int) -> int:
    """The value of the worst low with that highest rank: the next three below it, and one that makes no straight."""
    return rank_low([(top - gap) * 4 + gap % 2 for gap in (0, 1, 2, 3, 5)])
