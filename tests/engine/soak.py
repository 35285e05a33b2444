"""Hands of every game from everything the product accepts, played at random, each held against the laws.

The laws: no chip is made or lost at any moment; the result sums to zero with the rake and its pots to what is shared; who
is asked, in which order and for how much is what the shadow model says; what the outcome says was taken, returned and raked
is what was put in; a hand ends. The suite plays some hundreds;
`python -m tests.engine.soak` plays a hundred thousand over all games and prints hands and breaches. `--hands N`, `--seed N`
and names of games may follow.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from typing import Any, NamedTuple

from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.games.decisions import FOLD, Decision
from engine.play.any_game import CATALOGUE
from tests.support.accepted import accepted_hand
from tests.support.hands import random_hand
from tests.support.shadow import Breach, Shadow

HANDS = 100_000
LONGEST = 3000  # answers; a hand that needs more does not end
HABITS = (0.0, 0.0, 0.1, 0.5)  # how often somebody folds, also where checking is free
TO = ("bet", "complete", "raise")  # events whose chips are what the bet comes to, instead of those that moved
PUTS = ("ante", "small blind", "big blind", "post", "kill", "straddle", "bring-in", "call")


def some_answer(rng: random.Random, ask: Any, folds: float) -> Decision:
    """Some legal answer; whoever is all-in or out of patience among them."""
    if ask.kind == "bet":
        pick = rng.random()
        if pick < folds:
            return FOLD
        if pick > 0.97 and ask.hi:
            return Decision("raise", ask.hi)
        if pick > 0.75:
            return Decision("call")
    return ask.sample(rng)


def played(rng: random.Random, game: str) -> Any:
    """A hand of that game played to its end, every law looked at after each answer. Raises `AssertionError`."""
    if game in CHINESE_GAMES:
        return _settled(rng, game)
    hand = accepted_hand(rng, game)
    chips = sum(seat.stack for seat in hand.start.seats)
    shadow = Shadow(hand.start)
    folds = rng.choice(HABITS)
    shadow.observe(hand)
    before = Before([seat.stack for seat in hand.start.places], [0] * len(hand.seats), 0)
    for _ in range(LONGEST):
        if hand.is_over:
            break
        before = Before(hand.state.stacks[:], hand.state.bets[:], len(hand.state.events))
        (ask,) = hand.asks
        shadow.check(ask)
        answer = some_answer(rng, ask, folds)
        hand.answer(ask.number, answer)
        shadow.answer(ask, answer)
        shadow.observe(hand)
        stacks = hand.state.stacks
        assert min(stacks) >= 0
        assert hand.is_over or sum(stacks) + hand.pot == chips
    else:
        raise Breach("the hand does not end")
    balance(hand, chips)
    accounted(hand, before)
    for pot in hand.result.pots:
        assert sum([sum(won.values()) for _by, won in pot.shares]) + pot.rake == pot.amount
        assert all(seat in pot.eligible for _by, won in pot.shares for seat in won)
    assert not {seat for pot in hand.result.pots for seat in pot.eligible} & (shadow.folded - _beaten(hand))
    return hand


def _beaten(hand: Any) -> set[int]:
    return {event[1] for event in hand.state.events if event[0] == "beaten"}


def balance(hand: Any, chips: int) -> None:
    """What the result comes to. Raises `AssertionError` where chips were made or lost."""
    result = hand.result
    assert sum(result.net.values()) + result.rake == 0
    assert result.rake >= 0
    assert sum(hand.stacks.values()) + result.rake == chips
    for seat in hand.start.seats:
        assert result.net[seat.number] == hand.stacks[seat.number] - seat.stack


class Before(NamedTuple):
    """A hand before its last answer, by place: chips behind and in front; and how many events it then had."""

    stacks: list[int]
    bets: list[int]
    events: int


def put_in(hand: Any, before: Before) -> dict[int, int]:
    """What each seat put into a hand that is over, uncalled chips among it, counted without its pots and its result."""
    put = {seat.number: seat.stack - stack for seat, stack in zip(hand.start.places, before.stacks, strict=True)}
    bets = dict(zip(hand.seats, before.bets, strict=True))
    for kind, seat, chips, *_cards in hand.state.events[before.events :]:
        if kind in TO:
            put[seat] += chips - bets[seat]
        elif kind in PUTS:
            put[seat] += chips
    return put


def accounted(hand: Any, before: Before) -> None:
    """What the outcome says is what was put in, to the chip. Raises `AssertionError` where it is not."""
    put, outcome = put_in(hand, before), hand.outcome
    taken, returned = outcome.taken, outcome.returned
    assert sum(taken.values()) + sum(returned.values()) + outcome.rake == sum(put.values())
    for seat in hand.seats:
        assert taken.get(seat, 0) + returned.get(seat, 0) - put[seat] == hand.result.net[seat] == outcome.net[seat]
    is_all_in = any(put[seat.number] == seat.stack for seat in hand.start.seats)
    assert len(outcome.pots) <= 1 or is_all_in, "there is no side pot where nobody is all-in (S0.14)"
    for pot in outcome.pots:
        assert sum([chips for part in pot.parts for _seat, chips, _hand in part.takes]) + pot.rake == pot.amount
        assert {take.seat for part in pot.parts for take in part.takes} <= set(pot.eligible)


def _settled(rng: random.Random, game: str) -> Any:
    hand = random_hand(rng, game)
    chips = sum(seat.stack for seat in hand.start.seats)
    for _ in range(LONGEST):
        if hand.is_over:
            balance(hand, chips)
            return hand
        ask = rng.choice(hand.asks)
        hand.answer(ask.number, ask.sample(rng))
    raise Breach("the hand does not end")


def main(arguments: list[str]) -> int:
    """Play, print a line a game and the sums; 1 if a law was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine.soak", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="keys of games; all of them if none is named")
    parser.add_argument("--hands", type=int, default=HANDS, help="over all the games")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    games = told.games or list(CATALOGUE)
    began, total, breaches = time.monotonic(), 0, 0
    for game in games:
        hands = -(-told.hands // len(games))
        broken = 0
        for number in range(hands):
            key = f"{told.seed} {game} {number}"
            try:
                played(random.Random(key), game)
            except Exception as breach:  # any error is a breach, and is named with what plays the hand again
                broken += 1
                print(f"  {key!r}: {type(breach).__name__}: {breach}", file=sys.stderr)
        print(f"{game:<24}{hands:>9} hands{broken:>6} breaches", flush=True)
        total, breaches = total + hands, breaches + broken
    print(f"{'all':<24}{total:>9} hands{breaches:>6} breaches in {time.monotonic() - began:.0f} s")
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
