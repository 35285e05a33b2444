"""The showdown of a Chinese hand: rows compared, points paid in chips, and what is carried to the next (RULES.md S3.2 to S3.11).

Of a hand of which only rows, royalties or points are known, `of_lines` and `of_points` make the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.betting.events import Event
from engine.chinese.play.hand_result import ChineseResult, Payment
from engine.chinese.play.hand_start import FANTASYLAND, ChinesePlan, ChineseStart, earned_in
from engine.chinese.play.state import ChineseState
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.scoring.payment import Settlement, settle
from engine.chinese.scoring.scoring import ScoredHand, Scores, score


def conclude(hand: ChineseState) -> ChineseResult:
    """Compare the rows, pay the points, tell it all, and move the chips."""
    plan, seats = hand.plan, hand.seats
    scores = score(
        [None if gone else board for board, gone in zip(hand._rows, hand._surrendered, strict=True)],
        plan.profile,
        fantasyland=plan.earned,
        surrendered=hand._surrendered if any(hand._surrendered) else (),
    )
    paid = settled(scores, hand.start, plan.profile.rules)
    for place, seat in enumerate(seats):
        hand._stacks[place] += paid.net[place]
        _tell(hand, seat, scores.hands[place], scores.points[place], paid.moved[place])
    rake = sum(paid.rakes)
    if rake:
        hand._events.append(Event("rake", None, rake, (), ()))
    return result_of(hand.start, plan, scores, paid)


def result_of(start: ChineseStart, plan: ChinesePlan, scores: Scores, paid: Settlement) -> ChineseResult:
    seats = start.numbers

    def by_seat(by_place: tuple[int, ...]) -> Mapping[int, int]:
        return MappingProxyType(dict(zip(seats, by_place, strict=True)))

    return ChineseResult(
        net=by_seat(paid.net),
        rake=sum(paid.rakes),
        points=by_seat(scores.points),
        hands=MappingProxyType(dict(zip(seats, scores.hands, strict=True))),
        pairs=tuple([pair._replace(a=seats[pair.a], b=seats[pair.b]) for pair in scores.pairs]),
        payments=tuple([Payment(seats[payer], seats[receiver], chips) for payer, receiver, chips in paid.transfers]),
        rakes=by_seat(paid.rakes),
        carried=carried(start, plan, scores),
    )


def _tell(hand: ChineseState, seat: int, scored: ScoredHand, points: int, moved: int) -> None:
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


def settled(scores: Scores, start: ChineseStart, rules: ChineseRules) -> Settlement:
    """The points paid in whole smallest chips; the last place is served last."""
    unit = start.stakes.unit
    stacks = [seat.stack for seat in start.places]
    paid = settle(
        scores.debts,
        stacks=[stack // unit for stack in stacks],
        button=len(stacks) - 1,
        rules=rules if unit == 1 else _in_units(rules, unit),
        point_value=start.stakes.point // unit,
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


def carried(start: ChineseStart, plan: ChinesePlan, scores: Scores) -> Mapping[str, Any]:
    """Fantasyland for the next hand: what was earned now, and what was earned before and not played yet."""
    waiting = earned_in(start.carried)
    for place, seat in enumerate(start.numbers):
        earned = scores.hands[place].fantasyland
        if plan.earned[place]:
            waiting.pop(seat, None)
        if earned:
            waiting[seat] = max(earned, waiting.get(seat, 0))
    if not waiting:
        return MappingProxyType({})
    by_seat = {str(seat): cards for seat, cards in sorted(waiting.items())}
    return MappingProxyType({FANTASYLAND: by_seat})
