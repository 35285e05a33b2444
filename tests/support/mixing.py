"""Mixed tables for tests: rotations begun in a line, hands in a row, legs of every game of the catalogue."""

from __future__ import annotations

from hypothesis import strategies as st

from engine.games.betting_games import GAMES
from engine.mixes.mixes import Leg, MixedStakes, parse_legs
from engine.mixes.next_game import advance
from engine.mixes.rotation import Change, Coming, Rotation, Turn

LEVEL = MixedStakes(small_bet=100, ante=25)
legs = st.sampled_from(sorted(GAMES)).flatmap(
    lambda key: st.builds(Leg, st.just(key), st.sampled_from(GAMES[key].limits))
)


def rotation(games: str, unit: str = "hands", every: int = 1, **fields) -> Rotation:
    return Rotation(parse_legs(games), Change(unit, every), **fields)


def play(mix: Rotation, turn: Turn, comings: list[Coming]) -> list[Turn]:
    """The turns of those hands; the default is played where somebody has to choose."""
    turns = []
    for coming in comings:
        turn = advance(mix, turn, coming)
        turns.append(turn)
    return turns


def hands(count: int, players: int = 3, **fields) -> list[Coming]:
    return [Coming(frozenset(range(1, players + 1)), players, **fields)] * count
