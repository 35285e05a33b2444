"""The computer player of the open-face games as it was, to measure today's against.

It finished rows knowing all the cards of a sample, held a foul to cost once more for each street to come, and judged rows by
the reference field, whatever lay open.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.cards import FULL_DECK, JOKERS
from engine.chinese.arranger.arranger import worth_by_cards
from engine.chinese.outlook.row_prospects import added, cards_needed, placements, points_against, usual_rivals, worth_of
from engine.chinese.play.computer_players import _seen, streets_to_come
from engine.chinese.play.placing import ChineseAsk
from engine.games.row_layout import Layout


def former_placement(view: Mapping[str, Any], ask: ChineseAsk, rng: random.Random, samples: int) -> Layout:
    """Where it set its cards."""
    coming, profile = streets_to_come(view["game"], ask), ask.profile
    found = list(placements(ask.board, ask.cards, ask.keep))
    boards = [added(ask.board, layout) for layout in found]
    is_drawn_freely = any(street.cards > street.keep for street in coming) or len(ask.cards) > ask.keep
    points = points_against(profile, worth_by_cards(None), usual_rivals(profile, is_drawn_freely))
    points = points._replace(foul=points.foul * (1 + len(coming)))
    known = {*ask.cards, *_seen(view)}.union(*ask.board)
    unseen = [card for card in FULL_DECK + JOKERS[: profile.rules.jokers] if card not in known]
    dealt = [rng.sample(unseen, cards_needed(coming)) for _ in range(samples)]
    futures = np.array(dealt, dtype=np.uint8).reshape(1, samples, -1)
    live, scores = list(range(len(boards))), np.zeros(len(boards))
    done, upto = 0, min(samples, 4)
    while len(live) > 1:
        some = [boards[at] for at in live]
        scores[live] += worth_of(some, futures[:, done:upto], profile, points).sum(axis=1)
        live = sorted(live, key=lambda at: -scores[at])
        if upto == samples:
            break
        live = live[: max(3, len(live) // 3)]
        done, upto = upto, min(samples, 3 * upto)
    return found[live[0]]
