"""What a computer player sees: one seat's view of a betting hand, read once into cards and counts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from engine.cards import TEXTS, UNKNOWN
from engine.games.betting_games import Game, find_game
from engine.games.compiled_game import Part, parts_of
from engine.games.decisions import DRAW, Ask
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from engine.house_rules import resolve

_CARDS = {text: card for card, text in enumerate(TEXTS)}
_ACTS = {"bet", "complete", "raise", "call", "check", "fold", "bring-in"}
_RAISES = {"bet", "complete", "raise"}
_EARLIER = 0.5  # what a bet of an earlier street tells, beside one of this


class Played(NamedTuple):
    """A game under the house rules of a hand: its parts of the pot, its deck, and how many cards a hand and a board hold at
    the end. Equal games are one object."""

    game: Game
    parts: tuple[Part, ...]
    deck: tuple[int, ...]
    each: int
    shared: int


class Rival(NamedTuple):
    """Another player who is still in the hand: the cards that lie open, and how many bets it has made, those of earlier
    streets for half; how many cards it drew last, or None."""

    seat: int
    ups: tuple[int, ...]
    bets: float
    drew: int | None


@dataclass(frozen=True, slots=True)
class Sight:
    """A seat's view. Cards that the seat does not know are in none of these; `gone` are all it knows that cannot come."""

    played: Played
    cards: tuple[int, ...]
    boards: tuple[tuple[int, ...], ...]
    rivals: tuple[Rival, ...]
    gone: frozenset[int]
    pot: int
    stack: int
    draws: int  # still to come, the one that is asked for among them
    streets: int  # still to be bet after this one
    is_last: bool  # nobody acts on this street after this player, unless there is a raise


def sight_of(view: Mapping[str, Any], ask: Ask) -> Sight:
    """What the seat that is asked sees. Nothing but the view is read, and of the ask its seat and its kind."""
    own = next(seat for seat in view["seats"] if seat["seat"] == ask.seat)
    played = played_game(view["game"], json.dumps(view["rules"], sort_keys=True))
    live = [seat for seat in view["seats"] if seat["seat"] != ask.seat and not seat["folded"]]
    boards = tuple([_known(board) for board in view["boards"]])
    cards = _known(own["cards"])
    told = _Told(view["events"])
    names = [street.name for street in played.game.streets]
    at = names.index(view["street"]) if view["street"] in names else len(names) - 1
    later = played.game.streets[at + (ask.kind != DRAW) :]
    return Sight(
        played,
        cards,
        boards,
        tuple([told.rival(seat) for seat in live]),
        frozenset(_known(text for event in view["events"] for text in event["cards"])).union(cards, *boards),
        view["pot"],
        own["stack"],
        sum([street.draw > 0 for street in later]),
        len(names) - 1 - at,
        all(seat["seat"] in told.acted or seat["all_in"] for seat in live),
    )


@lru_cache(maxsize=256)
def played_game(key: str, rules: str) -> Played:
    """The game of that key under the house rules of a JSON object."""
    game, resolved = find_game(key), resolve(PlayRules, json.loads(rules))
    each = sum(street.down + street.up - street.discard for street in game.streets)
    shared = sum(street.board for street in game.streets)
    return Played(game, parts_of(game, resolved), deck_of(game, resolved), each, shared)


def _known(texts: Iterable[str]) -> tuple[int, ...]:
    return tuple([card for text in texts if (card := _CARDS[text]) != UNKNOWN])


class _Told:
    """What the events of a view tell of each seat."""

    def __init__(self, events: Iterable[Mapping[str, Any]]) -> None:
        self.bets: dict[int, float] = {}
        self.drew: dict[int, int] = {}
        self.acted: set[int] = set()
        for event in events:
            kind, seat = event["kind"], event["seat"]
            if kind == "street":
                self.acted = set()
                self.bets = {one: bets * _EARLIER for one, bets in self.bets.items()}
            elif kind == "draw":
                self.drew[seat] = event["amount"]
            elif kind in _ACTS:
                self.acted.add(seat)
                if kind in _RAISES:
                    self.bets[seat] = self.bets.get(seat, 0.0) + 1

    def rival(self, seat: Mapping[str, Any]) -> Rival:
        number = seat["seat"]
        return Rival(number, _known(seat["cards"]), self.bets.get(number, 0.0), self.drew.get(number))
