"""Hold'em hands played to the end with random legal decisions, and published hands replayed, beside PokerKit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pokerkit

from engine.cards import FULL_DECK
from engine.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.notation import read, scale
from engine.transcript import play
from tests.bench import Figure, rates
from tests.shared import SHARED

SEATS, STACK = 6, 200
AUTOMATIC = tuple(one for one in pokerkit.Automation if one.name != "RUNOUT_COUNT_SELECTION")


def ours(limit: str, hands: int) -> Callable[[], int]:
    """So many hands in our engine; decks are shuffled inside the clock, as theirs are."""
    rng = random.Random(1)
    bets = {"small_bet": 2, "big_bet": 4} if limit == "fixed" else {}
    stakes = Stakes(limit=limit, small_blind=1, big_blind=2, **bets)
    start = Start("holdem", stakes, tuple(Seat(at, STACK) for at in range(1, SEATS + 1)), Positions(SEATS, 1, 2))
    cards = list(FULL_DECK)

    def run() -> int:
        for _ in range(hands):
            rng.shuffle(cards)
            hand = Hand(start, Deck.of(cards))
            while not hand.is_over:
                ask = hand.asks[0]
                hand.answer(ask.number, ask.sample(rng))
        return hands

    return run


def theirs(limit: str, hands: int) -> Callable[[], int]:
    """The same policy in PokerKit: fold, call and raise equally likely where legal, the size of a raise as well."""
    rng = random.Random(1)

    def begin() -> pokerkit.State:
        if limit == "no":
            return pokerkit.NoLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (1, 2), 2, (STACK,) * SEATS, SEATS)
        return pokerkit.FixedLimitTexasHoldem.create_state(AUTOMATIC, True, 0, (1, 2), 2, 4, (STACK,) * SEATS, SEATS)

    def run() -> int:
        for _ in range(hands):
            state = begin()
            while state.status:
                can_raise = state.can_complete_bet_or_raise_to()
                pick = rng.randrange(3 if can_raise else 2)
                if pick == 2:
                    low = state.min_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(rng.randint(low, state.max_completion_betting_or_raising_to_amount))
                elif pick == 1 or not state.can_fold():
                    state.check_or_call()
                else:
                    state.fold()
        return hands

    return run


def played() -> Iterator[Figure]:
    """Random hands, no limit and fixed limit, six players."""
    for limit, words in (("no", "no-limit"), ("fixed", "limit")):
        mine, other = rates(ours(limit, 3000), theirs(limit, 150))
        yield Figure(
            f"{words} hold'em hands, random legal decisions", mine, other, f"PokerKit {pokerkit_version()}", 15
        )


def replayed() -> Iterator[Figure]:
    """The published Pluribus hands, parsed and played, where they lie beside the project."""
    files = sorted((SHARED / "data" / "phh" / "pluribus").glob("*.phhs"))[:4]
    if not files:
        return
    texts = [path.read_text(encoding="utf-8") for path in files]

    def mine() -> int:
        count = 0
        for text in texts:
            records = read(text)
            per = scale(records)
            for record in records:
                assert play(record, per).hand.is_over
                count += 1
        return count

    def other() -> int:
        count = 0
        for path in files:
            count += replay_theirs(path)
        return count

    ours_rate, their_rate = rates(mine, other, rounds=3)
    yield Figure("Pluribus hands replayed, file to result", ours_rate, their_rate, f"PokerKit {pokerkit_version()}", 10)


def replay_theirs(path: Path) -> int:
    """PokerKit's own reader and player on the same file; its multi-hand format is the same TOML tables."""
    with path.open("rb") as file:
        histories = list(pokerkit.HandHistory.load_all(file))
    for history in histories:
        *_, state = history
        assert not state.status
    return len(histories)


def pokerkit_version() -> str:
    """The version measured against."""
    from importlib.metadata import version

    return version("pokerkit")
