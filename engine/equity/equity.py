"""The answer: every deal where they are few, two drawing hands by pairs, else a sample."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from engine.equity.draw_pairs import compare, rows_needed
from engine.equity.equity_tally import Equity, HandEquity, Tally
from engine.equity.runouts import Rows, choices, count, every, sampled, sampled_with_extras
from engine.equity.showdown_ranks import Showdown
from engine.equity.spots import Spot, spots
from engine.errors import EngineError
from engine.games.betting_games import Game
from engine.games.compiled_game import Part, parts_of
from engine.games.play_rules import PlayRules
from engine.messages.cards import EquityText

SAMPLES = 100_000  # an error of at most 0.16 % of the pot
EXACT_UP_TO = 2_000_000  # hold'em and Omaha before the flop, two hands against each other
STANDARD = PlayRules()
PAIRED = 3  # rows of a comparison in pairs that take the time of one deal looked at


def equity(
    game: Game,
    hands: Sequence[Sequence[int]],
    boards: Sequence[Sequence[int]] = ((),),
    dead: Sequence[int] = (),
    *,
    rng: random.Random,
    rules: PlayRules = STANDARD,
    samples: int = SAMPLES,
    exact_up_to: int = EXACT_UP_TO,
) -> Equity:
    """The equity of two hands or more in a game under its house rules (wild cards and jokers, who qualifies).

    A hand is given as its cards, `UNKNOWN` (``??``) for one that nobody knows; in stud and draw games it may be short of
    the cards still to come. A board's cards to come are left out or unknown. `dead` cards can come to nobody.

    Exact if at most `exact_up_to` deals are possible, or if two hands draw cards of their own and no board is to come;
    else estimated from `samples` deals by `rng`. Raises `BadCards` for cards that cannot lie so, and `BadStart` for wild
    cards that leave nothing to rank.
    """
    if samples < 1:
        raise EngineError(EquityText.SAMPLES(samples=samples))
    parts = parts_of(game, rules)
    best_unqualified = rules.nobody_qualifies == "best high" and parts[0].least > 0
    question = _Question(parts, best_unqualified, rng, samples, exact_up_to)
    found = [_equity(spot, at, question) for at, spot in enumerate(spots(game, hands, boards, dead, rules))]
    return found[0] if len(found) == 1 else _together(found)


def _together(found: Sequence[Equity]) -> Equity:
    """Several boards, each for an even part of the pot: shares are means, whatever ties the boards to each other."""
    hands = tuple(
        HandEquity(
            sum((hand.share for hand in each), Fraction()) / len(each),
            sqrt(sum(hand.error**2 for hand in each)) / len(each),
            tuple(part for hand in each for part in hand.parts),
        )
        for each in zip(*(one.hands for one in found), strict=True)
    )
    return Equity(hands, sum(one.deals for one in found), all(one.is_exact for one in found))


class _Question(NamedTuple):
    """What is asked of every board."""

    parts: tuple[Part, ...]
    best_unqualified: bool
    rng: random.Random
    samples: int
    exact_up_to: int


def _equity(spot: Spot, board: int, question: _Question) -> Equity:
    groups = (spot.board_to_come, *spot.hands_to_come)
    cards, parts = len(spot.rest), question.parts
    showdown = Showdown(spot, parts, best_unqualified=question.best_unqualified)
    tally = Tally(len(parts), len(spot.hands))
    is_exact = not spot.may_bring
    if is_exact and count(cards, groups) <= question.exact_up_to:
        for middle, *own in every(cards, groups):
            tally.add(showdown.ranks(middle, own))
    elif is_exact and _are_counted_in_pairs(spot, question.exact_up_to):
        draws = choices(cards, groups[1]), choices(cards, groups[2])
        ranks = showdown.ranks_alone(0, draws[0]), showdown.ranks_alone(1, draws[1])
        tally.add_pairs(compare(draws, ranks, len(parts)), count(cards, groups))
    else:
        is_exact = False
        for middle, *own in _random_runouts(spot, question):
            tally.add(showdown.ranks(middle, own))
    return tally.equity(board, [part.key for part in parts], is_exact=is_exact)


def _random_runouts(spot: Spot, question: _Question) -> Iterator[list[Rows]]:
    if not spot.may_bring:
        groups = (spot.board_to_come, *spot.hands_to_come)
        return sampled(len(spot.rest), groups, question.samples, question.rng)
    bringing = [place for place, card in enumerate(spot.rest) if card in spot.bringing]
    return sampled_with_extras(len(spot.rest), spot.may_bring, bringing, question.samples, question.rng)


def _are_counted_in_pairs(spot: Spot, exact_up_to: int) -> bool:
    """True for two hands, no card of the board to come, whose own draws are few enough."""
    if len(spot.hands) != 2 or spot.board_to_come:
        return False
    first, second = spot.hands_to_come
    return rows_needed(len(spot.rest), (first, second)) <= PAIRED * exact_up_to
