"""What came of a Chinese hand: points, who pays whom, and what is carried to the next (RULES.md S3.2 to S3.11)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.betting.events import Event
from engine.chinese.play.start import FANTASYLAND, earned_in
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.scoring.payment import Settlement, settle
from engine.chinese.scoring.scoring import ScoredHand, ScoredPair, Scores, score
from engine.games.layout import ROWS

if TYPE_CHECKING:
    from engine.chinese.play.hand import ChineseHand


class Payment(NamedTuple):
    """Chips that one seat pays another, rake not counted; seats by number."""

    payer: int
    receiver: int
    chips: int


@dataclass(frozen=True, slots=True)
class ChineseResult:
    """`net` chips by seat and `rake` sum to zero, `points` by seat too. `carried` goes into the next hand's start.

    `hands` and `pairs` are the scores, pairs by seat number; `payments` who pays whom, `rakes` what of the rake each
    seat pays.
    """

    net: Mapping[int, int]
    rake: int
    points: Mapping[int, int]
    hands: Mapping[int, ScoredHand]
    pairs: tuple[ScoredPair, ...]
    payments: tuple[Payment, ...]
    rakes: Mapping[int, int]
    carried: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """For storage and API; seats are strings there. It holds no cards, and no pots, since there are none."""
        return {
            "net": _by_text(self.net),
            "rake": self.rake,
            "pots": [],
            "points": _by_text(self.points),
            "hands": {str(seat): _hand_json(hand) for seat, hand in self.hands.items()},
            "pairs": [pair.as_json() for pair in self.pairs],
            "payments": [payment._asdict() for payment in self.payments],
            "rakes": _by_text(self.rakes),
            "carried": {key: dict(value) for key, value in self.carried.items()},
        }


def _by_text(values: Mapping[int, int]) -> dict[str, int]:
    return {str(seat): value for seat, value in values.items()}


def _hand_json(hand: ScoredHand) -> dict[str, Any]:
    return {
        "foul": hand.is_fouled,
        "surrender": hand.is_surrendered,
        "natural": hand.natural,
        "royalties": dict(zip(ROWS, hand.royalties, strict=True)),
        "fantasyland": hand.fantasyland,
    }


def conclude(hand: ChineseHand) -> ChineseResult:
    """Compare the rows, pay the points, tell it all, and move the chips."""
    plan, seats = hand.plan, hand.seats
    scores = score(
        [None if gone else board for board, gone in zip(hand._rows, hand._surrendered, strict=True)],
        plan.profile,
        fantasyland=plan.earned,
        surrendered=hand._surrendered if any(hand._surrendered) else (),
    )
    paid = _settled(scores, hand)
    for place, seat in enumerate(seats):
        hand._stacks[place] += paid.net[place]
        _tell(hand, seat, scores.hands[place], scores.points[place], paid.moved[place])
    rake = sum(paid.rakes)
    if rake:
        hand._events.append(Event("rake", None, rake, (), ()))
    return ChineseResult(
        net=_frozen(hand, paid.net),
        rake=rake,
        points=_frozen(hand, scores.points),
        hands=MappingProxyType(dict(zip(seats, scores.hands, strict=True))),
        pairs=tuple([pair._replace(a=seats[pair.a], b=seats[pair.b]) for pair in scores.pairs]),
        payments=tuple([Payment(seats[payer], seats[receiver], chips) for payer, receiver, chips in paid.transfers]),
        rakes=_frozen(hand, paid.rakes),
        carried=_carried(hand, scores),
    )


def _frozen(hand: ChineseHand, by_place: tuple[int, ...]) -> Mapping[int, int]:
    return MappingProxyType(dict(zip(hand.seats, by_place, strict=True)))


def _tell(hand: ChineseHand, seat: int, scored: ScoredHand, points: int, moved: int) -> None:
    """The events of one seat's outcome."""
    told = [
        ("foul", int(scored.is_fouled), 0),
        ("natural", scored.natural_points, scored.natural_points),
        ("royalties", sum(scored.royalties), sum(scored.royalties)),
        ("points", 1, points),
        ("win", max(0, moved), moved),
        ("pay", max(0, -moved), -moved),
        (FANTASYLAND, scored.fantasyland, scored.fantasyland),
    ]
    hand._events += [Event(kind, seat, amount, (), ()) for kind, is_told, amount in told if is_told]


def _settled(scores: Scores, hand: ChineseHand) -> Settlement:
    """The points paid in whole smallest chips; the last place is served last."""
    unit = hand.stakes.unit
    stacks, rules = hand._stacks, hand.plan.profile.rules
    paid = settle(
        scores.debts,
        stacks=[stack // unit for stack in stacks],
        button=len(stacks) - 1,
        rules=rules if unit == 1 else _in_units(rules, unit),
        point_value=hand.stakes.point // unit,
    )
    if unit == 1:
        return paid
    return Settlement(
        tuple([chips * unit for chips in paid.moved]),
        tuple([chips * unit for chips in paid.rakes]),
        tuple([one._replace(chips=one.chips * unit) for one in paid.transfers]),
    )


def _in_units(rules: ChineseRules, unit: int) -> ChineseRules:
    return replace(
        rules,
        rake_chips=rules.rake_chips // unit,
        rake_cap=rules.rake_cap // unit,
        rake_floor=rules.rake_floor // unit,
    )


def _carried(hand: ChineseHand, scores: Scores) -> Mapping[str, Any]:
    """Fantasyland for the next hand: what was earned now, and what was earned before and not played yet."""
    plan = hand.plan
    waiting = earned_in(hand.start.carried)
    for place, seat in enumerate(hand.seats):
        earned = scores.hands[place].fantasyland
        if plan.earned[place]:
            waiting.pop(seat, None)
        if earned:
            waiting[seat] = max(earned, waiting.get(seat, 0))
    if not waiting:
        return MappingProxyType({})
    by_seat = {str(seat): cards for seat, cards in sorted(waiting.items())}
    return MappingProxyType({FANTASYLAND: by_seat})
