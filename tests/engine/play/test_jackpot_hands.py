"""Which hands of a showdown count for a jackpot, and which of them is a bad beat."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from engine.games.betting_games import GAMES
from engine.games.play_rules import PlayRules
from engine.play.jackpot_hands import LEAST, at_showdown, bad_beat
from engine.ranking.values import QUADS, STRAIGHT_FLUSH
from tests.support.accepted import accepted_hand
from tests.support.deals import act, begin, in_turn

QUADS_BEATEN = (("Ah Kh", "9c 9d", "2s 3s"), "Qh Jh 9h 9s Th")


def showdown(hands, board, game="holdem", **rules):
    """Everybody checks or calls to the river."""
    count = len(hands[0].split())
    cards = f"{in_turn((count,), *hands)} {board}"
    hand = begin(*[1000] * len(hands), game=game, cards=cards, rules=PlayRules(burns=False, **rules))
    while not hand.is_over:
        act(hand, "call" if hand.asks[0].call else "check")
    return hand


def test_four_of_a_kind_beaten_by_a_straight_flush_is_a_bad_beat():
    found = at_showdown(showdown(*QUADS_BEATEN))
    assert [(one.seat, one.value >> 20) for one in found] == [(1, STRAIGHT_FLUSH), (2, QUADS)]
    beaten, winners = bad_beat(found, LEAST["four of a kind"])
    assert (beaten.seat, [one.seat for one in winners]) == (2, [1])
    assert bad_beat(found, LEAST["four of a kind, tens"]) is None
    assert bad_beat(found[1:], LEAST["full house"]) is None, "nobody was beaten"


def test_both_hole_cards_play_in_holdem():
    found = at_showdown(showdown(("As 2c", "Ks Kh"), "Ah Ad Ac Kd 3c"))
    assert [one.seat for one in found] == [2], "the kicker of four aces is the king of the board"
    assert at_showdown(showdown(("2c 3d", "4c 5d"), "Ah Kh Qh Jh Th")) == [], "the board plays"


def test_in_omaha_two_play_by_the_rules_of_the_game():
    found = at_showdown(showdown(("As Ac 2d 3d", "Ks Kc 4d 5d"), "Ah Ad Kh Kd 9c", game="omaha"))
    assert [one.value >> 20 for one in found] == [QUADS, QUADS]


@given(seed=st.integers(0, 2**32), game=st.sampled_from(sorted(GAMES)))
def test_what_counts_was_shown_down_by_the_rules_of_any_game(seed, game):
    rng = random.Random(seed)
    hand = accepted_hand(rng, game)
    while not hand.is_over:
        ask = hand.asks[0]
        hand.answer(ask.number, ask.sample(rng))
    found = at_showdown(hand)
    if found:
        state = hand.state
        assert hand.game.has_board
        assert len(state.boards) == 1
        assert state.plan.parts[0].ranking.key == "high"
        for one in found:
            place = state.place_of[one.seat]
            assert not state.folded[place]
            assert one.value == state.plan.parts[0].strength(state.cards[place], state.boards[0])


def test_nobody_who_folded_or_won_uncontested_counts():
    hand = begin(1000, 1000, cards="As Ah Kd Kc", rules=PlayRules(burns=False))
    act(hand, "fold")
    assert at_showdown(hand) == []


def test_the_least_hands_stand_from_the_lowest():
    assert list(LEAST.values()) == sorted(LEAST.values())
