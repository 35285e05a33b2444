"""What a computer player does when it is asked to bet: its share of the pot against the price, by its level."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

from engine.computers.draw_strength import best_kept
from engine.computers.levels import Level
from engine.computers.seat_sight import Rival, Sight
from engine.computers.strength import shares
from engine.games.decisions import BET, CALL, FOLD, Ask, Decision

# How many hands that were dealt a rival's is taken to be the best of, by the cards it drew last; more are as the last.
_BY_DRAW = (1.5, 1.0, 0.7, 0.5)
_HUGE = 1.5  # a bet tells no more beyond so many pots


def choose_bet(sight: Sight, ask: Ask, level: Level, rng: random.Random) -> Decision:
    """Fold, call or raise. Legal for any ask of kind bet or bring-in."""
    won = won_from_each(sight, level)
    feel = share(won, sight.rivals, level, _pressure(sight, ask.call)) + rng.gauss(0.0, level.blur)
    feel += level.position if sight.is_last else -level.position
    if ask.hi:
        to = _raised_to(sight, ask, level, rng)
        if _raises(sight, ask, level, won, feel, to, rng):
            return Decision("raise", to)
    if ask.kind != BET or not ask.call:
        return CALL
    price = ask.call / (sight.pot + ask.call)
    return CALL if feel + level.loose >= price * (1 + level.caution * sight.streets) else FOLD


def _pressure(sight: Sight, chips: int) -> float:
    """How much so many chips say: as a part of the pot before them, and of the stack that they leave less of."""
    return min(_HUGE, chips / max(1, sight.pot - chips)) + chips / max(1, sight.stack)


def won_from_each(sight: Sight, level: Level) -> tuple[float, ...]:
    """The share of a pot between two that the hand wins from each rival, none of whom has bet."""
    if sight.played.game.has_draws:
        found, _out = best_kept(sight.played, tuple(sorted(sight.cards)), sight.draws, len(sight.cards))
        return (found,) * len(sight.rivals)
    return shares(sight, level.samples)


def share(
    won: Sequence[float], rivals: Sequence[Rival], level: Level, pressure: float = 0.0, more: float = 0.0
) -> float:
    """The part of the pot that is won from all rivals: each is taken to hold the best of the more hands, the more it has bet.

    pressure: the bet to call in pots, which tells of those who have bet. more: hands more for everybody.
    """
    told = 0.0
    for won_from, rival in zip(won, rivals, strict=True):
        hands = 1.0 + level.respect * rival.bets * (1.0 + pressure) + more
        if rival.drew is not None and level.respect:
            hands *= _BY_DRAW[min(rival.drew, len(_BY_DRAW) - 1)]
        told += hands * math.log(max(won_from, 1e-3))
    return math.exp(told)


def _raises(
    sight: Sight, ask: Ask, level: Level, won: Sequence[float], feel: float, to: int, rng: random.Random
) -> bool:
    even = 1.0 / (len(sight.rivals) + 1)
    at_risk = min(1.0, (ask.call + to - ask.lo) / max(1, sight.stack))
    called = share(won, sight.rivals, level, _pressure(sight, ask.call), level.grip * (1 + 2 * at_risk))
    if called + feel - share(won, sight.rivals, level, _pressure(sight, ask.call)) > even + level.edge:
        return rng.random() < level.daring
    if ask.call and feel < ask.call / (sight.pot + ask.call):
        return rng.random() < level.bluff / 4  # a raise with nothing
    chance = level.semi_bluff if sight.streets and feel > 0.6 * even else level.bluff
    return not ask.call and rng.random() < chance * (1.5 if sight.is_last else 0.5)


def _raised_to(sight: Sight, ask: Ask, level: Level, rng: random.Random) -> int:
    """What a raise comes to: a part of the pot; all-in where little would be left behind. With a limit, what that says."""
    by = int((sight.pot + ask.call) * rng.uniform(level.least, level.most))
    target = min(max(ask.lo, ask.lo - 1 + by), ask.hi)
    if (ask.hi - target) * 3 < sight.stack:
        target = ask.hi
    return target - (target - ask.lo) % ask.step if ask.step else target
