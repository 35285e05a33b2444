"""How an all-in hand ran out: the boards, or the cards of stud, as they came street by street after the last bet, with the
equity of the hands shown. Hands of draw games are hidden until every draw is done, so nothing of them runs out.

Made from a view, and of a hand that is over alone, so that nothing is reckoned that its reader may not see.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.cards import parse_cards
from engine.errors import EngineError
from engine.games.betting_games import Game
from engine.games.play_rules import PlayRules
from engine.house_rules import resolve
from engine.play.any_game import find_game
from tables.dealing.run_out_pause import FREELY

HIDDEN = "??"
SAMPLES = 4_000  # deals where all are too many to look at: an error of under one per cent
EXACT_UP_TO = 20_000

Stage = tuple[tuple[int, ...], dict[int, int], dict[int, int]]


def stages(view: Mapping[str, Any]) -> list[Stage]:
    """The stages of the run-out, oldest first: how many cards each board has, the equity by seat, in per cent, and where no board
    is dealt how many cards each hand has, by seat.

    What those who folded held counts as unknown: the same is told to everybody.

    The first is as the last bet left it, the last has every card. Empty unless the hand is over, cards came to a board or to
    hands after the last decision, and every hand that was not folded is shown.
    """
    game = find_game(view["game"])
    shown = {seat["seat"]: tuple(seat["cards"]) for seat in view["seats"] if not seat["folded"]}
    if not view["over"] or not isinstance(game, Game) or game.has_draws or game.is_unseen or len(shown) < 2:
        return []
    if any(HIDDEN in cards for cards in shown.values()):
        return []
    decided = max((at for at, event in enumerate(view["events"]) if event["kind"] in FREELY), default=-1)
    if not game.has_board:
        return _of_hands(game, view, shown, decided)
    counts = [0] * len(view["boards"])
    found: list[tuple[int, ...]] = []
    for at, event in enumerate(view["events"]):
        if at == decided + 1:
            found.append(tuple(counts))
        if event["kind"] == "board":
            counts[event["amount"]] += len(event["cards"])
            if at > decided:
                found.append(tuple(counts))
    if len(found) < 2 or counts != [len(board) for board in view["boards"]]:
        return []
    boards, rules = tuple(map(tuple, view["boards"])), tuple(sorted(view["rules"].items()))
    return [
        (one, dict(zip(shown, _percent(game.key, tuple(shown.values()), _cut(boards, one), rules), strict=True)), {})
        for one in found
    ]


def _of_hands(game: Game, view: Mapping[str, Any], shown: Mapping[int, tuple[str, ...]], decided: int) -> list[Stage]:
    """The stages of stud: a card to each hand, street by street. Empty where a common card had to do, or hands have cards that
    came otherwise."""
    held = dict.fromkeys(shown, 0)
    found = list[dict[int, int]]()
    for at, event in enumerate(view["events"]):
        if event["kind"] == "street" and at > decided:
            found.append(dict(held))
        if event["kind"] in ("down", "up") and event["seat"] in held:
            held[event["seat"]] += len(event["cards"])
    found.append(dict(held))
    if len(found) < 2 or any(map(len, view["boards"])) or held != {seat: len(cards) for seat, cards in shown.items()}:
        return []
    rules = tuple(sorted(view["rules"].items()))
    told = [[cards[: one[seat]] for seat, cards in shown.items()] for one in found]
    return [
        ((), dict(zip(shown, _percent(game.key, tuple(hands), ((),), rules), strict=True)), one)
        for hands, one in zip(told, found, strict=True)
    ]


def _cut(boards: tuple[tuple[str, ...], ...], counts: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(board[:count] for board, count in zip(boards, counts, strict=True))


@lru_cache(maxsize=2_000)
def _percent(
    game: str,
    hands: tuple[tuple[str, ...], ...],
    boards: tuple[tuple[str, ...], ...],
    rules: tuple[tuple[str, Any], ...],
) -> tuple[int, ...]:
    """The equity of each hand in whole per cent; the same for everybody who asks, since its sample is."""
    from engine.equity.equity import equity  # with numpy, which most processes never need

    literal = find_game(game)
    assert isinstance(literal, Game)
    try:
        found = equity(
            literal,
            [parse_cards(" ".join(cards)) for cards in hands],
            [parse_cards(" ".join(board)) for board in boards],
            rng=random.Random(1),
            rules=resolve(PlayRules, dict(rules)),
            samples=SAMPLES,
            exact_up_to=EXACT_UP_TO,
        )
    except EngineError:  # no equity is known of hands that lie so; they run out without it
        return (-1,) * len(hands)
    return tuple(round(100 * one.share) for one in found.hands)
