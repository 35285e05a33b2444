"""Computer players of the betting games know their own view and nothing else: what is hidden changes no decision."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting.hand import Deck, Hand, replay
from engine.cards import UNKNOWN, parse_cards
from engine.computers.levels import LEVELS
from engine.games.betting_games import GAMES
from engine.games.decisions import SHOWDOWN, Decision, parse_for
from engine.play.computer_players import choose
from tests.support.accepted import accepted_hand
from tests.support.budget import budget

games = pytest.mark.parametrize("game", GAMES)
seeds = st.integers(0, 2**32)
FOURS = parse_cards("4c4d4h4s")
LONGEST = 2000  # answers; a hand that needs more does not end


def known_to(hand: Hand, seat: int) -> set[int]:
    """The cards that the seat has seen: what lies open, its own, and those that it threw away."""
    events = [*hand.events]
    told = {card for event in events for card in (event.cards if event.seat == seat else event.public)}
    return (told & {*parse_cards(" ".join(text for one in hand.view(seat)["events"] for text in one["cards"]))}) - {
        UNKNOWN
    }


def with_hidden_cards_changed(hand: Hand, said: list[tuple[int, Decision]], seat: int, rng: random.Random) -> Hand:
    """The same hand as far as the seat can see: every card that it has not seen stands for another.

    In Baseball a hidden four brings its player a further card, which everybody sees: there fours stand for fours.
    """
    order = hand.state.deck.order
    hidden = [card for card in order if card not in known_to(hand, seat)]
    fours = [card for card in hidden if hand.start.game == "baseball" and card in FOURS]
    others = [card for card in hidden if card not in fours]
    other = {
        card: stand_in
        for alike in (fours, others)
        for card, stand_in in zip(alike, rng.sample(alike, len(alike)), strict=True)
    }
    changed = [
        (number, one._replace(cards=tuple([other.get(card, card) for card in one.cards]))) for number, one in said
    ]
    deck = Deck.of([other.get(card, card) for card in order], b"reshuffles")
    return replay(hand.start, deck, [one for _number, one in changed])


@games
@settings(max_examples=budget(16), deadline=None)
@given(seed=seeds)
def test_hidden_cards_change_no_decision(game, seed):
    """A hand of any stakes, house rules and decisions, stopped anywhere, and the same with other hidden cards."""
    rng = random.Random(seed)
    hand = accepted_hand(rng, game)
    hand = replay(hand.start, Deck.of(hand.state.deck.order, b"reshuffles"), [])
    said: list[tuple[int, Decision]] = []
    stop = rng.randint(0, 12)
    while not hand.is_over and (len(said) < stop or hand.asks[0].seat is None or hand.asks[0].kind == SHOWDOWN):
        ask = hand.asks[0]
        decision = ask.sample(rng)
        if decision.verb == "fold" and rng.random() < 0.8:
            decision = Decision("call")
        said.append((ask.number, decision))
        hand.answer(ask.number, decision)
    if hand.is_over:
        return
    ask = hand.asks[0]
    again = with_hidden_cards_changed(hand, said, ask.seat, rng)
    assert again.state.deck.order != hand.state.deck.order
    assert again.asks[0] == ask
    for level in LEVELS.values():
        seen, other = hand.view(ask.seat), again.view(ask.seat)
        one = choose(seen, ask, random.Random(seed), level)
        assert one == choose(other, again.asks[0], random.Random(seed), level), level.key


@games
@settings(max_examples=budget(8), deadline=None)
@given(seed=seeds)
def test_every_level_decides_legally_from_a_view_that_is_json_and_the_same_way_from_the_same_seed(game, seed):
    rng = random.Random(seed)
    hand = accepted_hand(rng, game)
    levels = list(LEVELS.values())
    for _ in range(LONGEST):
        if hand.is_over:
            return
        ask, level = hand.asks[0], rng.choice(levels)
        seen = json.loads(json.dumps(hand.view(ask.seat)))
        choice = choose(seen, ask, random.Random(seed), level)
        assert choice in ask
        assert choice == choose(hand.view(ask.seat), ask, random.Random(seed), level)
        hand.answer(ask.number, parse_for(ask, str(choice)))
    raise AssertionError("the hand does not end")
