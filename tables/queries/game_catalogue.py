"""The games that can be played, each with its seats, limits and usual stakes."""

from __future__ import annotations

from typing import Any

from engine.betting.hand import Stakes
from engine.mixes.mixes import standard_limit
from engine.play.any_game import CATALOGUE, find_game
from tables.models import Table
from tables.text import stakes_words


def catalogue() -> list[dict[str, Any]]:
    """The games that can be played, each with its seats and its limits, the usual one, and stakes each could have."""
    return [
        {
            "key": game.key,
            "name": game.name,
            "limits": list(game.limits),
            "usual_limit": standard_limit(game),
            "stakes": {limit: stakes_words.example(game, limit).as_json() for limit in game.limits},
            "max_seats": game.max_seats,
        }
        for game in CATALOGUE.values()
    ]


def stakes_in_words(table: Table) -> dict[str, str]:
    """For pages: `words`, the table's stakes as a poker room writes them, `at_limit`, what is played at which limit, and `whole`,
    both."""
    kept, name = Stakes.from_json(table.stakes), find_game(table.game).name
    return {
        "words": stakes_words.in_words(kept),
        "at_limit": stakes_words.at_limit(name, kept.limit),
        "whole": stakes_words.game_in_words(name, kept),
    }
