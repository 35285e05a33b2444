"""The odds at a moment of a hand that is over, from the cards that one viewer may see by now: for the replay."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from engine.cards import parse_cards
from engine.errors import EngineError
from engine.games.betting_games import Game
from engine.games.play_rules import PlayRules
from engine.play.any_game import find_game

SAMPLES = 4000  # an error of 0.8 % of the pot: whole per cents are shown
EXACT_UP_TO = 50_000  # deals that take a few hundredths of a second
HIDDEN = "??"


def odds(then: Mapping[str, Any], now: Mapping[str, Any], seed: str) -> dict[int, int]:
    """By seat, per cent of the pot that the hand wins on average if all stay to the end; empty where nothing can be said.

    then: the viewer's view of the moment. now: that of the whole hand, in which more hands may be shown. Unknown hands may hold
    any card. `seed` fixes the sample. Nothing is said of games with draws, whose cards of the moment are gone.
    """
    game = find_game(then["game"])
    if then["over"] or not isinstance(game, Game) or game.has_draws or game.is_unseen:
        return {}
    shown = {seat["seat"]: seat["cards"] for seat in now["seats"]}
    live = [seat for seat in then["seats"] if not seat["folded"]]
    hands = {seat["seat"]: _known(seat["cards"], shown[seat["seat"]]) for seat in live}
    if len(hands) < 2 or all(HIDDEN in cards for cards in hands.values()):
        return {}
    from engine.equity import equity  # with numpy, which other pages never need

    try:
        found = equity(
            game,
            [parse_cards(" ".join(cards)) for cards in hands.values()],
            [parse_cards(" ".join(board)) for board in then["boards"]] if game.has_board else ((),),
            rng=Random(seed),
            rules=PlayRules(**then["rules"]),
            samples=SAMPLES,
            exact_up_to=EXACT_UP_TO,
        )
    except EngineError:  # pineapple before the discard, and other moments that are no spot
        return {}
    return {seat: round(100 * hand.share) for seat, hand in zip(hands, found.hands, strict=True)}


def _known(then: list[str], by_now: list[str]) -> list[str]:
    """The cards of the moment, those that were hidden as they have been shown since: a hand holds its cards as they were dealt."""
    return by_now[: len(then)] if len(by_now) >= len(then) and HIDDEN not in by_now[: len(then)] else then
