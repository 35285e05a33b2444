"""An evening as a club runs it, beside PokerKit playing as many hands bare.

Ours are all that an evening is: computer players who measure their hands, rows, books, balancing, prizes, in one process.
PokerKit's hands are no-limit hold'em of six with random decisions, shuffled, and nothing besides.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from tables.dealing import settlement
from tests.bench import Figure, Row, games
from tests.bench.hands import pokerkit_version
from tournaments.evening import simulated_evening
from tournaments.log.state import FINISHED, State
from tournaments.models import Tournament
from tournaments.running import runner

PLAYERS, SEED, SHEET = 27, 1, "club-turbo"


def beside_pokerkit() -> Iterator[Row]:
    """Hands a second of a `night` of 27 players at nine-handed tables, from the doors to the prizes, and of PokerKit."""
    begun = time.perf_counter()
    row = simulated_evening.prepare(PLAYERS, SEED, simulated_evening.structure_of(SHEET))
    hands = _played(row)
    ours = hands / (time.perf_counter() - begun)
    bare = games.theirs("NT", hands)
    begun = time.perf_counter()
    bare()
    theirs = hands / (time.perf_counter() - begun)
    yield Figure(f"night, {PLAYERS} players, {hands} hands", ours, theirs, f"PokerKit {pokerkit_version()}, bare")


def _played(row: Tournament) -> int:
    """Play the evening to its end; how many hands that took."""
    while True:
        now = simulated_evening.present(row)
        runner.direct(row.pk, now=now)
        row.refresh_from_db()
        state = State.from_json(row.snapshot)
        if state.status == FINISHED:
            return state.played
        for hand in state.hands.values():
            settlement.play_out(hand, now=now)
