"""From rows to the engine's hand: the stored start and decisions, replayed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.hand import Decision as Answer
from engine.hand import Hand as EngineHand
from engine.hand import Start, replay
from engine.shuffle import Deck
from tables.models import Decision, DeckSeed, Hand


def deck_of(row: Hand) -> Deck:
    """The deck a hand was, or is being, dealt from."""
    if row.is_recorded:
        return Deck.recorded()
    seed = bytes(DeckSeed.objects.values_list("seed", flat=True).get(pk=row.pk))
    return Deck.shuffled(Start.from_json(row.start), seed)


def decisions_of(row: Hand) -> list[Decision]:
    """The hand's decisions in order."""
    return list(Decision.objects.filter(hand=row).order_by("seq"))


def rebuilt(row: Hand, decisions: Iterable[str] | None = None) -> EngineHand:
    """The hand after decisions of those texts, by default all that are stored.

    Replaying takes a fraction of a millisecond, less than the statement that reads the decisions, so nothing is kept
    between requests. Raises `engine.errors.EngineError` if the rows do not make a hand.
    """
    if decisions is None:
        decisions = Decision.objects.filter(hand=row).order_by("seq").values_list("text", flat=True)
    return replay(Start.from_json(row.start), deck_of(row), [Answer.parse(text) for text in decisions])
