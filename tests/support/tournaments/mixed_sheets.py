"""Structures in which games change."""

from __future__ import annotations

from typing import Any


def levels(count: int = 12) -> list[dict[str, Any]]:
    """Levels of ten minutes with the amounts of a limit event, which double every second level."""
    made = []
    for n in range(1, count + 1):
        bet = 40 * 2 ** (n // 2)
        amounts = {
            "small_bet": bet,
            "big_bet": 2 * bet,
            "sb": bet // 2,
            "bb": bet,
            "ante": bet // 4,
            "bring_in": bet // 4,
        }
        own = {"big_bet_games_sb": bet // 4, "big_bet_games_bb": bet // 2, "ante_type": "per_player_stud_only"}
        made.append({"type": "level", "n": n, "minutes": 10, **amounts, **own})
    return made


def mix(games: Any, unit: str = "hands", every: int = 2, **more: Any) -> dict[str, Any]:
    rotation = {"unit": unit, "every": every, "games": games, **more}
    return {"id": "mix", "game": "mixed", "rotation": rotation, "table_size": 6, "items": levels()}
