"""What a Chinese hand comes to of which a score sheet without cards, or the points alone, is all that is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from engine.chinese.play import showdown
from engine.chinese.play.hand_result import ChineseResult
from engine.chinese.play.hand_start import ChineseStart, plan_of
from engine.chinese.rows.chinese_rules import FANTASYLAND_CARDS
from engine.chinese.scoring.payment import who_pays_whom
from engine.chinese.scoring.score_lines import BadScoreLine, ScoreLine, score_lines
from engine.chinese.scoring.scoring import NOTHING, ScoredHand, ScoredPair, Scores
from engine.messages.chinese import ScoreLineText


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
    return showdown.result_of(start, plan, scores, showdown.settled(scores, start, plan.profile.rules))


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
    result = showdown.result_of(start, plan, scores, showdown.settled(scores, start, plan.profile.rules))
    return replace(result, pairs=())  # who won how many points from whom was not said


def _check_seats(start: ChineseStart, said: Collection[int]) -> None:
    if set(said) != set(start.numbers):
        raise BadScoreLine(ScoreLineText.SEATS(seats=sorted(start.numbers)), seats=sorted(start.numbers))
