"""Hold'em hands played to the end with random legal decisions, and published hands replayed, beside PokerKit."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pokerkit

from engine.cards import FULL_DECK
from engine.hand import Deck, Hand, Positions, Seat, Stakes, Start, replay
from engine.notation import read
from engine.transcript import Transcript, play
from tests.bench import Figure, rates
from tests.shared import SHARED

BETS = ("fold", "call", "raise")
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
    """Published Pluribus hands, where they lie beside the project: files read and parsed outside the clock on both sides.

    In the engine a dealt hand is its start, its deck and its decisions, and a recorded one has the dealer's answers among
    those, as tables store them; PokerKit plays the actions of its own reader. The last figure has ours read the same
    action texts as well.
    """
    files = sorted((SHARED / "data" / "phh" / "pluribus").glob("*.phhs"))[:4]
    if not files:
        return
    records = [record for path in files for record in read(path.read_text(encoding="utf-8"))]
    stories = [play(record, 2) for record in records]
    histories = [history for path in files for history in _histories(path)]
    deck = Deck.recorded()
    dealt = [(story.start, _deck_of(story), [one for one in story.decisions if one.verb in BETS]) for story in stories]

    def from_decks() -> int:
        for start, cards, decisions in dealt:
            assert replay(start, cards, decisions).is_over
        return len(dealt)

    def from_decisions() -> int:
        for story in stories:
            assert replay(story.start, deck, story.decisions).is_over
        return len(stories)

    def from_texts() -> int:
        for record in records:
            assert play(record, 2).hand.is_over
        return len(records)

    def other() -> int:
        for history in histories:
            *_, state = history
            assert not state.status
        return len(histories)

    for words, mine, mark in (
        ("Pluribus hands replayed as dealt hands", from_decks, 15),
        ("Pluribus hands replayed as recorded hands", from_decisions, None),
        ("Pluribus hands replayed from action texts", from_texts, None),
    ):
        ours_rate, their_rate = rates(mine, other)
        yield Figure(words, ours_rate, their_rate, f"PokerKit {pokerkit_version()}", mark)


def _deck_of(story: Transcript) -> Deck:
    """The deck from which a recorded hand could have been dealt."""
    dealt = [card for event in story.hand.events if event.kind in ("down", "board") for card in event.cards]
    return Deck.of([*dealt, *(card for card in FULL_DECK if card not in dealt)])


def _histories(path: Path) -> list[pokerkit.HandHistory]:
    with path.open("rb") as file:
        return list(pokerkit.HandHistory.load_all(file))


def pokerkit_version() -> str:
    """The version measured against."""
    from importlib.metadata import version

    return version("pokerkit")
