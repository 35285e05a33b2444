"""Which cards are in the deck of a game: the jokers of the house among them, and which cards are wild."""

from __future__ import annotations

from functools import cache

from engine.cards import JOKERS, parse_ranks_and_cards
from engine.errors import BadCards, BadStart
from engine.games.betting_games import Game
from engine.games.play_rules import PlayRules
from engine.messages.starts import StartText


@cache
def wild_cards(game: Game, more: str) -> frozenset[int]:
    """The cards that are wild: the game's own and those of `more`, ranks and cards with spaces or commas between.

    Jokers in the deck are always wild. Raises `BadStart` for what is neither a rank nor a card.
    """
    try:
        return parse_ranks_and_cards(f"{game.wild} {more}") | set(JOKERS)
    except BadCards as wrong:
        raise BadStart(StartText.WILD_CARDS(why=wrong.message), field="wild_cards") from None


@cache
def deck_with(game: Game, jokers: int) -> tuple[int, ...]:
    return game.deck + JOKERS[:jokers]


def deck_of(game: Game, rules: PlayRules) -> tuple[int, ...]:
    """The cards the game is dealt from, the house's jokers among them."""
    return deck_with(game, rules.jokers)
