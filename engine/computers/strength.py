"""How good a hand is: the part of the pot that it wins from any one hand, measured by dealing it to its end.

Cards that are not seen are dealt at random, whatever the game, so that a new game needs no line here. The cards of the
samples follow from what is seen and from nothing else: the same sight has the same strength, and is measured once.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice

from engine.computers.seat_sight import Played, Sight
from engine.games.compiled_game import Part

MOST_RIVALS = 3  # of different upcards that are looked at each; others are taken to be like the last of them
_HANDS = 2  # dealt to a rival in each sample
_OF_TWO_AND_THREE = 2  # so many times fewer where each hand is the best of sixty or more
_KNOWN_TWO = 8  # so many times the samples for two cards alone, of which there are few and each is met again and again


def shares(sight: Sight, samples: int) -> tuple[float, ...]:
    """For each rival in the hand, the part of a pot between the two that the seat's hand wins, 0 to 1, a tie shared.

    Rivals with open cards are measured one by one, up to `MOST_RIVALS` of them; others are alike.
    """
    ups = [rival.ups for rival in sight.rivals]
    different = list(dict.fromkeys(sorted(ups, key=lambda cards: (-len(cards), cards))))[:MOST_RIVALS]
    cards, gone = tuple(sorted(sight.cards)), tuple(sorted(sight.gone))
    if len(cards) <= 2 and not any(sight.boards) and not any(ups) and gone == cards:
        cards = gone = alike(cards)
        samples *= _KNOWN_TWO
    if any(part.hole is not None for part in sight.played.parts):
        samples //= _OF_TWO_AND_THREE
    if sight.played.game.extra_for:
        cards = sight.cards  # there their order tells how many are to come (S2.13)
    measured = {one: _measured(sight.played, cards, sight.boards, one, gone, samples) for one in different}
    last = measured[different[-1]] if different else 1.0
    return tuple([measured.get(one, last) for one in ups])


def alike(cards: Sequence[int]) -> tuple[int, ...]:
    """The cards with their suits named in the order in which they come, so that hands that are alike are measured once."""
    suits: dict[int, int] = {}
    ordered = sorted(cards)
    return tuple([card if card >= 52 else card & ~3 | suits.setdefault(card & 3, len(suits)) for card in ordered])


@lru_cache(maxsize=20_000)
def _measured(
    played: Played,
    cards: tuple[int, ...],
    boards: tuple[tuple[int, ...], ...],
    ups: tuple[int, ...],
    gone: tuple[int, ...],
    samples: int,
) -> float:
    # Seeded by what is seen, in words: the hash of a text is the same in every process.
    rng = random.Random(f"{played.game.key} {cards} {boards} {ups} {samples}")
    rest = [card for card in played.deck if card not in gone]
    each = max(played.each, len(cards), len(ups))
    shared = [max(0, max(played.shared, len(board)) - len(board)) for board in boards]
    mine, theirs = each - len(cards), each - len(ups)
    while mine + theirs * _HANDS + sum(shared) > len(rest):  # a full stud table: fewer cards are dealt
        mine, theirs = max(0, mine - 1), max(0, theirs - 1)
    won = 0.0
    for _ in range(samples):
        fresh = iter(rng.sample(rest, mine + theirs * _HANDS + sum(shared)))
        hand = [*cards, *islice(fresh, mine)]
        full = [[*board, *islice(fresh, count)] for board, count in zip(boards, shared, strict=True)]
        for _one in range(_HANDS):
            won += _share(played.parts, hand, [*ups, *islice(fresh, theirs)], full)
    return won / (samples * _HANDS)


def _share(parts: Sequence[Part], mine: list[int], theirs: list[int], boards: Sequence[list[int]]) -> float:
    """What one of two hands wins; a part that neither has a hand for goes with the others."""
    won, shared = 0.0, 0
    for board in boards:
        for part in parts:
            own, other = part.strength(mine, board), part.strength(theirs, board)
            if own or other:
                shared += 1
                won += 1.0 if own > other else 0.5 if own == other else 0.0
    return won / shared if shared else 0.5
