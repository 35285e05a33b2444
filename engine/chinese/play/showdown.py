"""The showdown of a Chinese hand: rows compared, points paid in chips, and what is carried to the next (RULES.md S3.2 to S3.11).

Of a hand of which only rows, royalties or points are known, `of_lines` and `of_points` make the same.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from engine.betting.events import Event
from engine.chinese.play.hand_result import ChineseResult, Payment
from engine.chinese.play.hand_start import FANTASYLAND, ChinesePlan, ChineseStart, earned_in, plan_of
from engine.chinese.play.state import ChineseState
from engine.chinese.rows.chinese_rules import FANTASYLAND_CARDS, ChineseRules
from engine.chinese.scoring.payment import Settlement, settle, who_pays_whom
from engine.chinese.scoring.score_lines import BadScoreLine, ScoreLine, score_lines
from engine.chinese.scoring.scoring import NOTHING, ScoredHand, ScoredPair, Scores, score
from engine.messages.chinese import ScoreLineText


def conclude(hand: ChineseState) -> ChineseResult:
    """Compare the rows, pay the points, tell it all, and move the chips."""
    plan, seats = hand.plan, hand.seats
    scores = score(
        [None if gone else board for board, gone in zip(hand._rows, hand._surrendered, strict=True)],
        plan.profile,
        fantasyland=plan.earned,
        surrendered=hand._surrendered if any(hand._surrendered) else (),
    )
    paid = _settled(scores, hand.start, plan.profile.rules)
    for place, seat in enumerate(seats):
        hand._stacks[place] += paid.net[place]
        _tell(hand, seat, scores.hands[place], scores.points[place], paid.moved[place])
    rake = sum(paid.rakes)
    if rake:
        hand._events.append(Event("rake", None, rake, (), ()))
    return _result(hand.start, plan, scores, paid)


def of_lines(start: ChineseStart, lines: Mapping[int, ScoreLine]) -> ChineseResult:
    """What a hand comes to of which a score sheet without cards is all that is known, by seat.

    Raises `BadScoreLine`, which names the seat, and what beginning the hand raises.
    """
    plan = plan_of(start)
    _check_seats(start, lines)
    try:
        scores = score_lines([lines[seat] for seat in start.numbers], plan.profile, fantasyland=plan.earned)
    except BadScoreLine as wrong:
        if "player" in wrong.params:
            wrong.params["seat"] = start.numbers[wrong.params.pop("player")]
        raise
    return _result(start, plan, scores, _settled(scores, start, plan.profile.rules))


def of_points(start: ChineseStart, points: Mapping[int, int], fantasyland: Mapping[int, int]) -> ChineseResult:
    """What a hand comes to of which only the points are known, by seat; `fantasyland` are the cards earned for the next.

    Who lost pays who won, in turn from the button's left. Raises `BadScoreLine`, and what beginning the hand raises.
    """
    plan = plan_of(start)
    _check_seats(start, points)
    won = [points[seat] for seat in start.numbers]
    if sum(won):
        raise BadScoreLine(ScoreLineText.POINTS_SUM(sum=sum(won)), sum=sum(won))
    for seat, cards in fantasyland.items():
        least, most = FANTASYLAND_CARDS[0], FANTASYLAND_CARDS[-1]
        if seat not in points or (cards and not (plan.profile.has_fantasyland and least <= cards <= most)):
            raise BadScoreLine(ScoreLineText.FANTASYLAND_CARDS(least=least, most=most, cards=cards), seat=seat)
    hands = [
        ScoredHand(None, NOTHING, False, False, NOTHING, 0, "", fantasyland.get(seat, 0)) for seat in start.numbers
    ]
    owing = who_pays_whom(won, range(len(won)))
    pairs = [ScoredPair(to, by, NOTHING, 0, 0, chips) for by, to, chips in owing]
    scores = Scores(tuple(won), tuple(hands), tuple(pairs))
    result = _result(start, plan, scores, _settled(scores, start, plan.profile.rules))
    return replace(result, pairs=())  # who won how many points from whom was not said


def _check_seats(start: ChineseStart, said: Collection[int]) -> None:
    if set(said) != set(start.numbers):
        raise BadScoreLine(ScoreLineText.SEATS(seats=sorted(start.numbers)), seats=sorted(start.numbers))


def _result(start: ChineseStart, plan: ChinesePlan, scores: Scores, paid: Settlement) -> ChineseResult:
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
        carried=_carried(start, plan, scores),
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


def _settled(scores: Scores, start: ChineseStart, rules: ChineseRules) -> Settlement:
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


def _carried(start: ChineseStart, plan: ChinesePlan, scores: Scores) -> Mapping[str, Any]:
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
