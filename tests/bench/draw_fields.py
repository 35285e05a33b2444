"""How the fields of the draw games were made: `python -m tests.bench.draw_fields` prints `engine/computers/draw_fields.py`.

Hands are drawn out by the computer player's own choice of cards, round by round judged by the hands of the round before; the
first round judges them by the best of some random hands. Who was dealt worse than half of all hands has folded.
"""

from __future__ import annotations

import random
import sys

from engine.cards import TEXTS
from engine.computers import draw_fields, draw_strength
from engine.computers.seat_sight import Played, played_game
from engine.games.betting_games import GAMES

HANDS, ROUNDS, AT_FIRST = 48, 3, 12
SEED = 1

HEAD = '''"""The fields of the draw games: hands as computer players held them at the showdown.

`python -m tests.bench.draw_fields` makes them again.
"""

from __future__ import annotations

'''


def drawn_out(played: Played, rng: random.Random) -> tuple[int, ...]:
    """The better of two hands that are dealt, after all its draws."""
    draws, size = sum(street.draw > 0 for street in played.game.streets), played.each
    dealt = [tuple(sorted(rng.sample(played.deck, size))) for _ in range(2)]
    hand = max(dealt, key=lambda one: draw_strength.best_kept(played, one, draws, size)[0])
    seen = set(hand)
    for left in range(draws, 0, -1):
        _share, out = draw_strength.best_kept(played, hand, left, size)
        fresh = rng.sample([card for card in played.deck if card not in seen], len(out))
        seen |= set(fresh)
        hand = tuple(sorted([*[card for card in hand if card not in out], *fresh]))
    return hand


def forget() -> None:
    """Have shares worked out anew, by the field as it is now."""
    for kept in (draw_strength.best_kept, draw_strength._drawn, draw_strength._field):
        kept.cache_clear()


def field(key: str) -> str:
    """The hands of the last round, as the module has them."""
    rng, played = random.Random(f"{SEED} {key}"), played_game(key, "{}")
    part, size = played.parts[0], played.each
    hands = [
        max([rng.sample(played.deck, size) for _ in range(AT_FIRST)], key=lambda one: part.strength(one, ()))
        for _ in range(HANDS)
    ]
    for _ in range(ROUNDS):
        draw_fields.FIELDS[key] = " ".join(["".join([TEXTS[card] for card in hand]) for hand in hands])
        forget()
        hands = [list(drawn_out(played, rng)) for _ in range(HANDS)]
    return " ".join(["".join([TEXTS[card] for card in sorted(hand, reverse=True)]) for hand in hands])


def module() -> str:
    """The source of the module."""
    lines = [HEAD + "FIELDS: dict[str, str] = {"]
    for game in GAMES.values():
        if game.has_draws:
            print(game.key, file=sys.stderr, flush=True)
            words = field(game.key).split()
            lines.append(f'    "{game.key}": """')
            lines += ["        " + " ".join(words[at : at + 9]) for at in range(0, len(words), 9)]
            lines.append('    """,')
    return "\n".join([*lines, "}"])


if __name__ == "__main__":
    print(module())
