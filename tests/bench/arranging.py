"""Hands set by the arranger, beside looking at every setting with the same tables; three-player hands scored."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence

import numpy as np

from engine.cards import FULL_DECK, JOKERS
from engine.chinese.arranger import row_strengths
from engine.chinese.arranger.arranger import arrange
from engine.chinese.arranger.row_worths import NEVER, POINT, worths
from engine.chinese.arranger.search import choices
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import CLASSIC, Profile, prepare
from engine.chinese.scoring.scoring import score
from engine.games.row_layout import Board
from tests.bench import Figure, Reading, Row, rates

HANDS = 1000
WORTH = 30
EVERY_SETTING = {13: 10, 14: 4, 15: 2, 16: 1, 17: 1}  # hands for which that is waited for


def measured() -> Iterator[Row]:
    """Both."""
    yield from arranged()
    yield from scored()


def arranged() -> Iterator[Row]:
    """Random hands of every size: the rates, and the mean and the worst time of one."""
    profile = prepare(ChineseRules())
    for jokers in (0, 2):
        for count in range(13, 18):
            rng = random.Random(count)
            hands = [rng.sample(FULL_DECK, count - jokers) + list(JOKERS[:jokers]) for _ in range(HANDS)]
            arrange(hands[0], profile, fantasyland=count, worth_of_staying=WORTH)  # the tables, once a process
            took = [_milliseconds(hand, profile) for hand in hands]
            words = f"{count} cards set exactly, {jokers or 'no'} jokers"
            marks = (10 if not jokers else 20, 100 if not jokers else None) if count == 17 else (None, None)
            yield Reading(f"{words}: mean", sum(took) / HANDS, "ms", marks[0])
            yield Reading(f"{words}: worst of {HANDS}", max(took), "ms", marks[1])
            if not jokers:
                plain = [_look_at_every_setting(hand, profile) for hand in hands[: EVERY_SETTING[count]]]
                ours = HANDS / sum(took) * 1000
                yield Figure(words, ours, len(plain) / sum(plain), "every setting, the same tables, numpy")
    classic = prepare(ChineseRules(), CLASSIC)
    rng = random.Random(1)
    hands = [rng.sample(FULL_DECK, 13) for _ in range(200)]
    arrange(hands[0], classic, aim="points")
    begun = time.process_time()
    for hand in hands:
        arrange(hand, classic, aim="points")
    yield Reading("13 cards set for most points: mean", (time.process_time() - begun) * 1000 / len(hands), "ms")


def _milliseconds(hand: Sequence[int], profile: Profile) -> float:
    begun = time.process_time()
    arrange(hand, profile, fantasyland=len(hand), worth_of_staying=WORTH)
    return (time.process_time() - begun) * 1000


def _look_at_every_setting(hand: Sequence[int], profile: Profile) -> float:
    """Seconds for the best of all settings of a hand without jokers; checks that the arranger's is as good."""
    begun = time.process_time()
    count = len(hand)
    held = np.array(sorted(hand), dtype=np.uint8)
    table = worths(profile, count, (0,) * 13 + (WORTH,) * 5)
    fives, threes = choices(count, 5), choices(count, 3)
    five = row_strengths.rows(held[fives.chosen]).top
    three = row_strengths.rows(held[threes.chosen]).top
    three_of = np.zeros(1 << count, dtype=np.int16)
    three_of[threes.masks] = np.arange(len(three))
    of_the_rest = choices(count - 10, 3).chosen
    best = NEVER
    for back, mask in enumerate(fives.masks.tolist()):
        middles = np.flatnonzero(((fives.masks & mask) == 0) & (five <= five[back]))
        left = (1 << count) - 1 - mask - fives.masks[middles]
        cards = np.nonzero(left[:, None] >> np.arange(count) & 1)[1].reshape(middles.size, count - 10)
        fronts = three[three_of[(1 << cards[:, of_the_rest]).sum(axis=2)]]
        worth = table.fronts[int(table.keeps_back[five[back]])][fronts]
        worth[fronts > five[middles, None]] = NEVER
        best = max(
            best, int((worth.max(axis=1) + table.middle[five[middles]]).max(initial=NEVER) + table.back[five[back]])
        )
    took = time.process_time() - begun
    found = arrange(hand, profile, fantasyland=count, worth_of_staying=WORTH)
    assert best // POINT == found.royalties + WORTH * found.stays
    return took


def scored() -> Iterator[Row]:
    """Three-player hands of set boards, in plain Python; the reference ranks their rows and does nothing else."""
    profile, rng = prepare(ChineseRules()), random.Random(2)
    deals = []
    for _ in range(300):
        deck = rng.sample(FULL_DECK, 39)
        boards = [arrange(deck[at : at + 13], profile).board for at in (0, 13, 26)]
        deals.append([Board(*map(tuple, board)) for board in boards])

    def ours() -> int:
        for boards in deals:
            score(boards, profile)
        return len(deals)

    def ranked() -> int:
        for boards in deals:
            for board in boards:
                profile.strengths(board)
        return len(deals)

    yield Figure("three-player hands scored", *rates(ours, ranked), "their nine rows ranked, no more", least=20_000)
