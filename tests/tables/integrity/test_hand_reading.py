"""Hands of every game, of all that is accepted, as facts: chips are those of the result, and what is told was played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.betting.hand import Deck, Hand
from engine.games.betting_games import GAMES
from engine.games.decisions import BET, parse_for
from engine.play.any_game import CATALOGUE, begin, deck_of
from tables.integrity.facts import CheapCall
from tables.integrity.hand_reading import LARGE, About, Answered, bet_of, read
from tables.integrity.signs.flows import flows
from tests.bench.integrity_club import FIRST
from tests.support.accepted import accepted_start
from tests.support.deals import act
from tests.support.deals import begin as dealt
from tests.support.hands import answers, random_start


def played(game, rng):
    """A random hand of the game, to its end: its start, its pack, the answers and the hand."""
    start = accepted_start(rng, game) if game in GAMES else random_start(rng, game)
    cards = list(deck_of(start))
    rng.shuffle(cards)
    hand = begin(start, Deck.of(cards, b"reshuffles"))
    given_ = [
        Answered(ask.number, decision, rng.uniform(0.0, 9.0) if ask.kind == BET else None)
        for ask, decision in answers(rng, hand)
    ]
    return start, Deck.of(cards, b"reshuffles"), given_, hand


def facts_of(start, deck, given_, players):
    return read(start, deck, given_, About(1, 1, FIRST, players))


@given(st.integers(0, 10**9), st.sampled_from(sorted(CATALOGUE)))
def test_facts_of_any_hand_are_of_its_result(seed, game):
    rng = random.Random(seed)
    start, deck, given_, hand = played(game, rng)
    players = {seat: 100 + seat for seat in hand.seats}
    facts = facts_of(start, deck, given_, players)
    assert {seat.player - 100: seat.net for seat in facts.seats} == dict(hand.result.net)
    moved = flows(facts)
    lost = -sum(net for net in hand.result.net.values() if net < 0)
    assert 0 <= sum(moved.values()) <= lost + 1e-6
    for loss in facts.losses:
        assert loss.chips == -hand.result.net[loss.giver - 100] >= LARGE * bet_of(start)
        assert loss.standing is None or 0.0 <= loss.standing <= 1.0
        assert hand.result.net[loss.taker - 100] == max(hand.result.net.values())
    for duel in facts.duels:
        assert duel.first < duel.second
        assert 0.0 <= duel.standing <= 1.0
    for asked in facts.cheap_calls:
        assert asked.player != asked.bettor
        assert 0 < asked.price <= asked.pot


@given(st.integers(0, 10**9), st.sampled_from(sorted(CATALOGUE)))
def test_other_numbers_for_the_players_give_the_same_facts(seed, game):
    rng = random.Random(seed)
    start, deck, given_, hand = played(game, rng)
    one = facts_of(start, deck, given_, {seat: 10 + seat for seat in hand.seats})
    again = Deck.of(list(deck.order), b"reshuffles")
    other = facts_of(start, again, given_, {seat: 90 - seat for seat in hand.seats})
    assert [(loss.giver, loss.chips, loss.standing) for loss in one.losses] == [
        (100 - loss.giver, loss.chips, loss.standing) for loss in other.losses
    ]
    assert [(asked.player, asked.is_folded) for asked in one.cheap_calls] == [
        (100 - asked.player, asked.is_folded) for asked in other.cheap_calls
    ]
    assert [duel.is_quiet for duel in one.duels] == [duel.is_quiet for duel in other.duels]


ACES = "As Ac 4d 3h 2c Ah 7c 2d 5s 9h 5d 3c"  # seat 1 has aces and flops a third, seat 2 has next to nothing


def told(*words):
    """The facts of a hold'em hand between seats 1 and 2 that goes so; the blinds are 1 (seat 2, who is first) and 2."""
    hand = dealt(200, 200, cards=ACES)
    deck, answered = Deck.of(list(hand.state.order), b"for reshuffles"), []
    for word in words:
        ask = hand.asks[0]
        answered.append(Answered(ask.number, parse_for(ask, word), 3.0))
        act(hand, word)
    return read(hand.start, deck, answered, About(7, 3, FIRST, {1: 11, 2: 12}))


def test_two_who_check_a_strong_hand_down_are_told_as_quiet():
    facts = told("call", *["check"] * 7)
    (duel,) = facts.duels
    assert (duel.first, duel.second, duel.pot, duel.is_quiet) == (11, 12, 4, True)
    assert duel.standing > 0.9


def test_a_bet_is_not_quiet():
    assert [duel.is_quiet for duel in told("call", "check", "raise 2", "fold").duels] == [False]


def test_a_winner_that_is_folded_at_a_small_price_is_told():
    facts = told("call", "check", "check", "raise 2", "fold")
    (asked,) = facts.cheap_calls
    assert asked == CheapCall(player=11, bettor=12, price=2, pot=6, put=2, is_folded=True)


def test_a_loser_that_is_folded_is_not_told():
    assert told("call", "check", "raise 2", "fold").cheap_calls == ()


def test_a_large_pot_that_is_lost_with_nothing_is_told():
    facts = told("raise 60", "call", "check", "raise 40", "call", "raise 100", "fold")
    (loss,) = facts.losses
    assert (loss.giver, loss.taker, loss.chips) == (12, 11, 100)
    assert loss.standing < 0.5


def test_seconds_are_of_decisions_in_betting_alone():
    facts = told("call", *["check"] * 7)
    assert [len(seat.seconds) for seat in facts.seats] == [4, 4]


@pytest.mark.parametrize("seats", [{}, {1: 11}])
def test_a_hand_of_fewer_than_two_members_has_no_facts(seats):
    hand = dealt(200, 200, cards="As Ks Ad Kd")
    assert read(hand.start, Deck.of(list(hand.state.order), b""), [], About(1, 1, FIRST, seats)) is None


def test_a_hand_that_did_not_end_has_no_facts():
    hand = dealt(200, 200, cards="As Ks Ad Kd")
    assert isinstance(hand, Hand)
    assert read(hand.start, Deck.of(list(hand.state.order), b""), [], About(1, 1, FIRST, {1: 11, 2: 12})) is None
