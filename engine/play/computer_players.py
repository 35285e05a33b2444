"""Computer players: they know their own view of a hand and nothing else.

Strength is measured, not tabulated: the hand is dealt to its end a few times against random cards, whatever the game,
and the share of the pot it would have won decides, against the price of a call. A new game needs no line here.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations, islice
from typing import Any

from engine.cards import UNKNOWN, parse_cards
from engine.games.betting_games import Game, find_game
from engine.games.compiled_game import Part, parts_of
from engine.games.decisions import BET, CALL, DISCARD, DRAW, FOLD, SHOW, SHOWDOWN, Ask, Decision
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from engine.house_rules import resolve

SAMPLES = 24  # deals to the end; the error of about a tenth makes for variety
OMAHA_SAMPLES = 8  # sixty combinations to rank a hand
OPPONENTS = 3  # beyond so many, another one hardly changes what to do
RIVALS = 10  # hands that a draw is measured against
BLUFF = 0.04


def choose(view: Mapping[str, Any], ask: Ask, rng: random.Random) -> Decision:
    """A sensible legal decision for the seat whose `view` this is. Nothing hidden from the seat is used."""
    own = next(seat for seat in view["seats"] if seat["seat"] == ask.seat)
    cards = [card for card in parse_cards(" ".join(own["cards"])) if card != UNKNOWN]
    if ask.kind == BET:
        return _bet(view, ask, own, _equity(view, own["seat"], cards, rng), rng)
    if ask.kind == DRAW:
        return Decision("draw", 0, _discards(view, cards, ask.hi, rng))
    if ask.kind == DISCARD:
        return Decision("discard", 0, _give_up(view, cards, ask.hi))
    return SHOW if ask.kind == SHOWDOWN else ask.default


# -- betting ----------------------------------------------------------------------------------------------------------


def _bet(view: Mapping[str, Any], ask: Ask, own: Mapping[str, Any], equity: float, rng: random.Random) -> Decision:
    pot = view["pot"]
    feeling = equity + rng.gauss(0.0, 0.03)
    rivals = sum(not seat["folded"] for seat in view["seats"]) - 1
    fair = 1.0 / (rivals + 1)
    if ask.call:
        price = ask.call / (pot + ask.call)
        # A large bet is seldom a bluff: the more of the stack it asks for, the better the hand must be.
        fear = 0.10 * ask.call / max(1, own["stack"]) + (0.03 if price > fair else 0.0)
        if feeling < price + fear and not (ask.hi and rng.random() < BLUFF):
            return FOLD
    wants_more = feeling > fair * 1.35 + 0.05
    if ask.hi and ((wants_more and rng.random() < 0.7) or rng.random() < BLUFF):
        size = _size(ask, pot, own["stack"], feeling, rng)
        return Decision("raise", size - (size - ask.lo) % ask.step if ask.step else size)
    return CALL


def _size(ask: Ask, pot: int, stack: int, feeling: float, rng: random.Random) -> int:
    """Half the pot to the whole of it; all-in where little would be left behind."""
    by = int((pot + ask.call) * rng.uniform(0.5, 1.0))
    target = min(max(ask.lo, ask.lo - 1 + by), ask.hi)
    behind = ask.hi - target
    if (behind * 2 < stack and feeling > 0.5) or behind * 5 < stack:
        return ask.hi
    return target


# -- strength ---------------------------------------------------------------------------------------------------------


def _final_cards(game: Game) -> tuple[int, int]:
    """How many cards a player and the board hold at the end."""
    each = sum(street.down + street.up - street.discard for street in game.streets)
    return each, sum(street.board for street in game.streets)


def _played(view: Mapping[str, Any]) -> tuple[Game, tuple[Part, ...], tuple[int, ...]]:
    """The game, the parts of its pot and its deck, under the house rules of the hand."""
    game = find_game(view["game"])
    rules = resolve(PlayRules, view["rules"])
    return game, parts_of(game, rules), deck_of(game, rules)


def _equity(view: Mapping[str, Any], seat: int, cards: Sequence[int], rng: random.Random) -> float:
    """The part of the pot this hand wins against random ones, 0 to 1; of several boards the first is looked at."""
    game, parts, deck = _played(view)
    board = [card for card in parse_cards(" ".join(view["boards"][0])) if card != UNKNOWN]
    ups = [
        [card for card in parse_cards(" ".join(other["cards"])) if card != UNKNOWN]
        for other in view["seats"]
        if other["seat"] != seat and not other["folded"]
    ]
    seen = {*cards, *board, *(card for up in ups for card in up)}
    rest = [card for card in deck if card not in seen]
    each, shared = _final_cards(game)
    shared = max(shared, len(board))
    rivals = sorted(ups, key=len, reverse=True)[:OPPONENTS]
    missing = [max(0, each - len(held)) for held in (cards, *rivals)]
    wanted = sum(missing) + shared - len(board)
    while wanted > len(rest):  # a full stud table: fewer rivals are imagined
        rivals.pop()
        wanted -= missing.pop()
    samples = OMAHA_SAMPLES if parts[0].hole is not None else SAMPLES
    won = 0.0
    for _ in range(samples):
        fresh = iter(rng.sample(rest, wanted))
        hands = [[*held, *islice(fresh, count)] for held, count in zip((cards, *rivals), missing, strict=True)]
        won += _share_won(parts, hands[0], [*board, *fresh], hands[1:])
    # Those who were not imagined share the risk.
    return float((won / samples) ** (max(1, len(ups)) / max(1, len(rivals))))


def _share_won(parts: Sequence[Part], mine: list[int], board: list[int], theirs: list[list[int]]) -> float:
    won, shared = 0.0, 0
    for part in parts:
        own = part.strength(mine, board)
        others = [part.strength(cards, board) for cards in theirs]
        best = max(others, default=0)
        if not own and not best:
            continue  # no low: the other half takes it all
        shared += 1
        if own > best:
            won += 1.0
        elif own == best:
            won += 1.0 / (1 + others.count(best))
    return won / shared if shared else 1.0 / (1 + len(theirs))


# -- drawing ----------------------------------------------------------------------------------------------------------


def _give_up(view: Mapping[str, Any], cards: Sequence[int], count: int) -> tuple[int, ...]:
    """The cards whose loss leaves the best hand with the board."""
    _game, parts, _deck = _played(view)
    board = [card for card in parse_cards(" ".join(view["boards"][0])) if card != UNKNOWN]
    part = parts[0]
    return max(
        combinations(cards, count), key=lambda out: part.strength([card for card in cards if card not in out], board)
    )


def _discards(view: Mapping[str, Any], cards: Sequence[int], most: int, rng: random.Random) -> tuple[int, ...]:
    """The cards whose exchange promises most, each choice tried a few times against a handful of random hands."""
    _game, parts, deck = _played(view)
    rest = [card for card in deck if card not in cards]
    size = len(cards)
    rivals = [
        sorted(
            max(part.strength(rng.sample(rest, size), ()), part.strength(rng.sample(rest, size), ()))
            for _ in range(RIVALS)
        )
        for part in parts
    ]
    best = -1.0
    chosen: tuple[int, ...] = ()
    for count in range(most + 1):
        for out in combinations(cards, count):
            kept = [card for card in cards if card not in out]
            tries = 6 if count else 1
            beaten = 0
            for _ in range(tries):
                made = kept + rng.sample(rest, count)
                for part, others in zip(parts, rivals, strict=True):
                    value = part.strength(made, ())
                    beaten += sum(value > rival for rival in others)
            # Fewer cards drawn wins a tie: a made hand stands pat.
            score = beaten / tries - 0.01 * count
            if score > best:
                best, chosen = score, out
    return chosen
