"""Computer players of the betting games: they know their own view of a hand and nothing else.

Whatever the game, a hand is measured, not looked up: `engine.computers` says how. A new game needs no line here.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

from engine.computers.betting_choice import choose_bet
from engine.computers.draw_strength import best_kept
from engine.computers.levels import USUAL, Level
from engine.computers.seat_sight import Sight, sight_of
from engine.computers.strength import shares
from engine.games.decisions import BET, BRING_IN, DISCARD, DRAW, SHOW, SHOWDOWN, Ask, Decision


def choose(view: Mapping[str, Any], ask: Ask, rng: random.Random, level: Level = USUAL) -> Decision:
    """A sensible legal decision for the seat whose `view` this is. Nothing hidden from the seat is used.

    The same view, seed and level give the same decision. How long it takes is bounded by the level's samples.
    """
    if ask.kind in (BET, BRING_IN):
        return choose_bet(sight_of(view, ask), ask, level, rng)
    if ask.kind == DRAW:
        sight = sight_of(view, ask)
        return Decision("draw", 0, best_kept(sight.played, tuple(sorted(sight.cards)), sight.draws, ask.hi)[1])
    if ask.kind == DISCARD:
        return Decision("discard", 0, _given_up(sight_of(view, ask), ask, level))
    return SHOW if ask.kind == SHOWDOWN else ask.default


def _given_up(sight: Sight, ask: Ask, level: Level) -> tuple[int, ...]:
    """The cards whose loss leaves the hand that wins most."""

    def kept(out: tuple[int, ...]) -> float:
        less = replace(sight, cards=tuple([card for card in sight.cards if card not in out]))
        return sum(shares(less, level.samples))

    return max(combinations(ask.cards, ask.hi), key=kept)
