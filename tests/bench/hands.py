"""Published hands replayed, beside PokerKit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pokerkit

from engine.betting.hand import Deck, replay
from engine.cards import FULL_DECK
from engine.notation.phh import read
from engine.notation.phh_to_hand import Transcript, play
from tests.bench import Figure, rates
from tests.support.shared import SHARED

BETS = ("fold", "call", "raise")


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
