"""Laws that hold over every game of the catalogue, whatever the stakes, the stacks, the house rules and the decisions.

Starts are drawn from everything that the product's validators accept (`tests.support.accepted`); `python -m
tests.engine.soak` plays a hundred thousand hands by these laws.
"""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.betting.hand import Deck, Hand, Start, replay
from engine.cards import cards_text
from engine.errors import IllegalDecision
from engine.games.betting_games import GAMES
from engine.games.decisions import BET, Decision
from engine.notation.hand_to_phh import record_of
from engine.notation.phh import read, write
from engine.notation.phh_to_hand import play
from tests.engine.soak import played
from tests.support.accepted import accepted_hand
from tests.support.budget import budget

games = pytest.mark.parametrize("game", GAMES)
seeds = st.integers(0, 2**32)
LONGEST = 2000  # answers; a hand that needs more does not end


deal = accepted_hand  # of everything that may begin


def answers(rng: random.Random, hand: Hand):
    """Play to the end with random legal decisions, giving way after each."""
    for _ in range(LONGEST):
        if hand.is_over:
            return
        ask = hand.asks[0]
        decision = ask.sample(rng)
        hand.answer(ask.number, decision)
        yield ask, decision
    raise AssertionError("the hand does not end")


@games
@settings(max_examples=budget(60))
@given(seed=seeds)
def test_who_acts_when_is_what_the_shadow_model_says_and_every_chip_finds_an_owner(game, seed):
    assert played(random.Random(seed), game).is_over


@games
@settings(max_examples=budget(60))
@given(seed=seeds)
def test_chips_are_conserved_at_every_event_and_a_hand_always_ends(game, seed):
    rng = random.Random(seed)
    hand = deal(rng, game)
    chips = sum(seat.stack for seat in hand.start.seats)
    for _ in answers(rng, hand):
        assert all(stack >= 0 for stack in hand.stacks.values())
        if not hand.is_over:
            assert sum(hand.stacks.values()) + hand.pot == chips
            _pots_and_what_lies_before_the_seats_are_the_pot(hand)
    result = hand.result
    assert sum(hand.stacks.values()) + result.rake == chips
    assert sum(result.net.values()) + result.rake == 0
    assert result.net == {seat.number: hand.stacks[seat.number] - seat.stack for seat in hand.start.seats}
    for pot in result.pots:
        assert sum(sum(won.values()) for _by, won in pot.shares) + pot.rake == pot.amount
        assert all(seat in pot.eligible for _by, won in pot.shares for seat in won)


def _pots_and_what_lies_before_the_seats_are_the_pot(hand: Hand) -> None:
    """Side pots are told of what is in them: while bets are coming, of the streets before."""
    view = hand.view(None)
    in_pots = sum(pot["amount"] for pot in view["pots"])
    if hand.asks and hand.asks[0].kind == BET:
        assert in_pots + sum(seat["bet"] for seat in view["seats"]) == view["pot"]
    else:
        assert in_pots <= view["pot"]


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_a_decision_is_accepted_exactly_if_the_ask_allows_it(game, seed):
    rng = random.Random(seed)
    hand = deal(rng, game)
    words = ["fold", "call", "draw", "show", "muck", "raise 0", "raise -3", "raise 999999", "deal As"]
    while not hand.is_over:
        ask = hand.asks[0]
        before = hand.view(None)
        tried = [Decision.parse(word) for word in words] + [Decision("raise", rng.randint(0, 30))]
        for decision in tried:
            if not ask.allows(decision):
                with pytest.raises(IllegalDecision):
                    hand.answer(ask.number, decision)
                assert hand.view(None) == before
        assert ask.allows(ask.default)
        hand.answer(ask.number, ask.sample(rng))


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_replay_from_what_is_stored_is_identical(game, seed):
    rng = random.Random(seed)
    hand = deal(rng, game)
    stored = [str(decision) for _ask, decision in answers(rng, hand)]
    start = Start.from_json(json.loads(json.dumps(hand.start.as_json())))
    again = replay(start, Deck.of(hand.state.deck.order, b"reshuffles"), [Decision.parse(text) for text in stored])
    assert again.events == hand.events
    assert again.result == hand.result


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_no_view_holds_a_card_that_the_viewer_may_not_see(game, seed):
    rng = random.Random(seed)
    hand = deal(rng, game)
    seats = [None, *hand.seats]

    def look() -> None:
        public = {card for event in hand.events for card in event.public}
        for viewer in seats:
            may_see = public | {
                card for event in hand.events if event.seat == viewer is not None for card in event.cards
            }
            text = json.dumps(hand.view(viewer))
            for card in set(GAMES[game].deck) - may_see:
                assert f'"{cards_text([card])}"' not in text

    look()
    for _ in answers(rng, hand):
        look()


@games
@settings(max_examples=budget(15))
@given(seed=seeds)
def test_the_result_does_not_depend_on_the_seats_numbers(game, seed):
    rng = random.Random(seed)
    hand = deal(rng, game)
    given_answers = [decision for _ask, decision in answers(rng, hand)]
    shift = 100
    start = hand.start
    moved = Start(
        start.game,
        start.stakes,
        tuple(seat._replace(number=seat.number + shift) for seat in reversed(start.seats)),
        type(start.positions)(*(None if where is None else where + shift for where in start.positions)),
        start.rules,
        {key: seat + shift for key, seat in start.carried.items()},
        start.boards,
        start.bomb,
    )
    again = replay(moved, Deck.of(hand.state.deck.order, b"reshuffles"), given_answers)
    assert again.result.net == {seat + shift: chips for seat, chips in hand.result.net.items()}


@games
@settings(max_examples=budget(25))
@given(seed=seeds)
def test_a_hand_written_down_and_read_again_is_the_same_hand(game, seed):
    rng = random.Random(seed)
    hand = deal(rng, game)
    list(answers(rng, hand))
    record = record_of(hand, everything=True)
    (read_again,) = read(write(record))
    assert dict(read_again.fields) == dict(record.fields)
    story = play(read_again, 1)
    assert story.hand.result.net == hand.result.net
    assert story.hand.start.rules == hand.start.rules
    bets = [event for event in hand.events if event.kind in ("bet", "raise", "call", "fold", "check", "complete")]
    assert [event for event in story.hand.events if event.kind in {event.kind for event in bets}] == bets


@games
@settings(max_examples=budget(15))
@given(seed=seeds)
def test_a_hand_written_down_as_a_seat_or_the_rail_saw_it_comes_to_the_same(game, seed):
    rng = random.Random(seed)
    hand = deal(rng, game)
    list(answers(rng, hand))
    for viewer in (None, hand.seats[0]):
        (seen,) = read(write(record_of(hand, seat=viewer)))
        assert play(seen, 1).hand.result.net == hand.result.net
