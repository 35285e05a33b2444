"""What the engine costs before it plays: the time to import it, and the memory of its tables when all are full."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from tests.bench import Reading, Row

IMPORTS = 9
# What a programme takes that plays, ranks, replays and proves: any game, all rankings, histories, decks.
MODULES = (
    "play.any_game",
    "play.deal_proof",
    "ranking.rankings",
    "ranking.wild",
    "notation.phh_to_hand",
    "deck.shuffle",
)


def measured() -> Iterator[Row]:
    """Each in processes of its own."""
    yield Reading("import of the engine", statistics.median(_import_time() for _ in range(IMPORTS)), "s", most=0.15)
    told = subprocess.run([sys.executable, "-m", __name__], check=True, capture_output=True, text=True).stdout
    for what, megabytes in json.loads(told).items():
        yield Reading(what, megabytes, "MB", most=40 if what.startswith("all") else None)


def _import_time() -> float:
    """Seconds, without the interpreter's own start."""
    modules = ", ".join(f"engine.{name}" for name in MODULES)
    line = f"from time import perf_counter as now; begun = now(); import {modules}; print(now() - begun)"
    return float(subprocess.run([sys.executable, "-c", line], check=True, capture_output=True, text=True).stdout)


def filled() -> Iterator[tuple[str, float]]:
    """Fill every table that rankings keep; by how many megabytes the process has grown since it knew only numpy."""
    import numpy as np
    import psutil

    process = psutil.Process()
    begun = process.memory_info().rss

    def grown() -> float:
        return (process.memory_info().rss - begun) / 1e6

    from engine.cards import FULL_DECK
    from engine.deck.shuffle import shuffled
    from engine.ranking import batch
    from engine.ranking.omaha import best_of
    from engine.ranking.rankings import BADUGI, BADUGI_ACE_HIGH, EIGHT_OR_BETTER, HIGH, RANKINGS

    yield "the engine's rankings, imported", grown()
    for size in (5, 6, 7):
        for hand in _by_ranks(size):
            for ranking in RANKINGS.values():
                if not ranking.key.startswith("short-deck") or min(hand) >= 16:
                    ranking.rank(hand)
    yield "with every hand of 5, 6 and 7 cards", grown()
    for four in combinations(range(52), 4):
        BADUGI.rank(four)
        BADUGI_ACE_HIGH.rank(four)
    yield "with every badugi", grown()
    for turn in range(100_000):
        cards = shuffled(FULL_DECK, turn.to_bytes(4, "big"))
        for ranking in (HIGH, EIGHT_OR_BETTER):
            best_of(cards[:4], cards[4:9], 2, ranking)
    yield "with 100,000 Omaha hands", grown()
    for ranking in RANKINGS.values():
        for size in (5, 6, 7):
            batch.rank_rows(ranking, np.array([range(0, 7 * size, 7)], dtype=np.uint8))
    yield "all tables, those for many hands at once too", grown()


def _by_ranks(size: int) -> Iterator[list[int]]:
    """A hand of every multiset of ranks."""
    for ranks in combinations_with_replacement(range(13), size):
        seen = Counter(ranks)
        if max(seen.values()) <= 4:
            yield [rank * 4 + (ranks[:at].count(rank) if seen[rank] > 1 else at % 4) for at, rank in enumerate(ranks)]


if __name__ == "__main__":
    print(json.dumps(dict(filled())))
