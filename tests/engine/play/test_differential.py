"""Every game that PokerKit knows, step by step beside it: the same cards, the same decisions, the same offers and stacks.

PokerKit is an engine written by others. Where it departs from the rules the difference is declared in `differences`;
any other difference fails. A search of its own: ``DIFFERENTIAL=20 pytest tests/engine/play/test_differential.py`` plays
twenty times as many hands, and others.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from engine.betting.hand import Hand
from engine.betting.pots_and_results.pots import uncalled
from engine.games.decisions import BRING_IN, CALL, DRAW, FOLD, STRADDLE, Ask, Decision
from tests.support.budget import budget
from tests.support.differences import Step, explained, is_forced_bet_short, shared_their_way
from tests.support.peers import PEERS, NotDue, Offer, act_alike, deal_as_we_did, our_offer, random_pair, their_offer

TIMES = int(os.environ.get("DIFFERENTIAL", "1"))
# Their showdowns try every five cards: these games are slow.
SLOW = {"omaha", "omaha5", "omaha6", "omaha8", "big-o", "courchevel", "courchevel8"}


class Parted(Exception):
    """A declared difference after which the two hands cannot go on together."""


class Duel:
    """One hand in both engines. `met` counts the declared differences."""

    def __init__(self, rng: random.Random, game: str, limit: str) -> None:
        self.rng = rng
        self.hand, self.state = random_pair(rng, game, limit)
        self.met: Counter[str] = Counter()
        self.dealt = 0

    def play(self) -> None:
        """To the end; raises `Parted`, or `AssertionError` for a difference that is not declared."""
        hand, state = self.hand, self.state
        self._deal()
        while not hand.is_over:
            ask = hand.asks[0]
            if ask.kind == STRADDLE:
                hand.answer(ask.number, Decision("straddle"))  # theirs has been posted already
            elif ask.kind == DRAW:
                self._draw(ask)
            else:
                self._bet(ask)
            self._deal()
            self._compare_chips()
        self._check_to_nobody()
        assert not state.status
        ended = [hand.stacks[seat] for seat in sorted(hand.seats)]
        if ended != state.stacks:
            assert shared_their_way(hand) == state.stacks
            self.met["shares"] += 1

    def _check_to_nobody(self) -> None:
        """They ask a player who has nobody left to bet against for a check."""
        state, hand = self.state, self.hand
        if state.actor_index is None or (hand.asks and hand.asks[0].kind != DRAW):
            return
        others = [at for at in range(hand.state.count) if at != state.actor_index and not hand.state.folded[at]]
        if not state.checking_or_calling_amount and not any(state.stacks[at] for at in others):
            state.check_or_call()
            self.met["check to nobody"] += 1

    def _deal(self) -> None:
        self._check_to_nobody()
        try:
            self.dealt = deal_as_we_did(self.state, self.hand, self.dealt)
        except NotDue as card:
            self._part(f"no use for {card}")

    def _part(self, why: str) -> None:
        """They go another way; only where a difference is declared that leads there."""
        hand = self.hand
        if is_forced_bet_short(hand):
            raise Parted("short forced bet")
        if hand.state.street == 0 and hand.plan.opening in ("low card", "high card") and 0 in hand.state.stacks:
            raise Parted("broke bring-in")
        if hand.street == "seventh street":
            raise Parted("too few cards")
        raise AssertionError(why)

    def _draw(self, ask: Ask) -> None:
        assert self.state.stand_patter_or_discarder_index == ask.seat - 1
        decision = ask.sample(self.rng)
        self.hand.answer(ask.number, decision)
        act_alike(self.state, ask, decision)

    def _bet(self, ask: Ask) -> None:
        state = self.state
        if state.actor_index != ask.seat - 1 or state.can_post_bring_in() != (ask.kind == BRING_IN):
            self._part("somebody else is to act")
        step = Step(self.hand, state, ask, our_offer(ask), their_offer(state))
        for aspect in _differing(step.ours, step.theirs):
            key = explained(step._replace(aspect=aspect))
            assert key, (aspect, step.ours, step.theirs)
            self.met[key] += 1
        decision = self._choose(step)
        self.hand.answer(ask.number, decision)
        act_alike(state, ask, decision)

    def _choose(self, step: Step) -> Decision:
        """Some decision that means the same in both; raises after a small part of the raises open to both are all-in."""
        ours, theirs, rng = step.ours, step.theirs, self.rng
        lo, hi = max(ours.lo, theirs.lo), min(ours.hi, theirs.hi)
        pick = rng.random()
        if ours.hi and theirs.hi and lo <= hi and pick < 0.4:
            return Decision("raise", rng.choice([lo, lo, hi, rng.randint(lo, hi)]))
        if pick < 0.5 and theirs.may_fold:
            return FOLD
        if ours.call == theirs.call:
            return CALL
        if theirs.may_fold:
            return FOLD
        raise Parted("short forced bet")

    def _compare_chips(self) -> None:
        hand, state = self.hand, self.state
        if hand.is_over:
            return
        stacks = [hand.stacks[seat] for seat in sorted(hand.seats)]
        pot = hand.pot
        if not hand.state.bets[0] and not any(hand.state.bets) and stacks != state.stacks:
            place, chips = uncalled(hand.state.put_in)  # they give it back at once, we at the end
            stacks[place] += chips
            pot -= chips
        assert stacks == state.stacks
        assert pot == state.total_pot_amount


def _differing(ours: Offer, theirs: Offer) -> list[str]:
    found = []
    if ours.call != theirs.call:
        found.append("call")
    if bool(ours.hi) != bool(theirs.hi):
        found.append("raise")
    elif ours.hi:
        found += ["least"] * (ours.lo != theirs.lo) + ["most"] * (ours.hi != theirs.hi)
    if ours.may_fold != theirs.may_fold:
        found.append("fold")
    return found


def duels(game: str, limit: str, count: int):
    for seed in range(count):
        yield seed, Duel(random.Random(f"{game} {limit} {seed}"), game, limit)


@pytest.mark.sweep
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("limit", ["no", "pot", "fixed"])
@pytest.mark.parametrize("game", PEERS)
def test_both_engines_offer_and_pay_the_same(game, limit):
    count = budget(20 if game in SLOW else 40) * TIMES
    parted = 0
    for seed, duel in duels(game, limit, count):
        try:
            duel.play()
        except Parted:
            parted += 1
        except AssertionError as difference:
            raise AssertionError(f"{game} {limit} limit, seed {seed}: {difference}\n{told(duel.hand)}") from difference
    assert parted <= count // 3


def told(hand: Hand) -> str:
    """The hand so far, in words enough to play it again."""
    seats = ", ".join(f"{seat.number}: {seat.stack}" for seat in hand.start.seats)
    events = [
        f"{event.kind} {event.seat or ''} {event.amount or ''}".strip() for event in hand.events if not event.cards
    ]
    return f"{hand.start.stakes}\n{seats}\n{'; '.join(events)}\nthen {hand.asks}"
