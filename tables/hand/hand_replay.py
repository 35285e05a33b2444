"""From rows to the engine's hand: the stored start and decisions, replayed."""

from __future__ import annotations

from collections.abc import Iterable

from engine.betting.hand import Decision as Answer
from engine.chinese.rows.chinese_games import CHINESE_GAMES
from engine.deck.shuffle import Deck
from engine.games.hand_start import Start
from engine.play.any_game import AnyHand, replay, stored_start
from tables.hand import fair_deals
from tables.models import Decision, DeckSeed, Hand, Table


def deck_of(row: Hand, start: Start, seed: bytes | None = None) -> Deck:
    """The deck a hand was, or is being, dealt from; `seed` for a caller who has read it."""
    if row.is_recorded:
        return Deck.recorded()
    if seed is None:
        seed = bytes(DeckSeed.objects.values_list("seed", flat=True).get(pk=row.pk))
    return fair_deals.deck_of(row, start, seed)


def rebuilt(row: Hand, decisions: Iterable[tuple[int, str]] | None = None, *, seed: bytes | None = None) -> AnyHand:
    """The hand after decisions, each the number of its ask and its text; by default all that are stored.

    `seed` is the secret of its pack, for a caller who has read it.

    Replaying takes a fraction of a millisecond, less than the statement that reads the decisions, so nothing is kept
    between requests. Raises `engine.errors.EngineError` if the rows do not make a hand.
    """
    if decisions is None:
        decisions = Decision.objects.filter(hand=row).order_by("seq").values_list("ask", "text")
    start = stored_start(row.start)
    return replay(start, deck_of(row, start, seed), [(ask, Answer.parse(text)) for ask, text in decisions])


def plays_chinese(table: Table) -> bool:
    """True where a Chinese game is played, alone or in a mix."""
    legs = [] if table.rotation is None else table.rotation.get("legs", [])
    return table.game in CHINESE_GAMES or any(leg["game"] in CHINESE_GAMES for leg in legs)
