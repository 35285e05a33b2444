"""The games that can be played, each with its seats, limits and usual stakes."""

from __future__ import annotations

from typing import Any

from engine.betting.hand import Stakes
from engine.mixes.mixes import standard_limit
from engine.play.any_game import CATALOGUE
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
    """For pages: `words`, the table's stakes as a poker room writes them, and `limit`."""
    kept = Stakes.from_json(table.stakes)
    return {"words": stakes_words.in_words(kept), "limit": stakes_words.limit_in_words(kept)}
