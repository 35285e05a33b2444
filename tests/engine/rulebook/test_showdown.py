"""Who shows first, what is shown, and what may be mucked (S0.10, S1.5, S1.9; TDA 13, 16, 17)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine.betting.hand import Deck, Hand, replay
from engine.errors import WrongCards
from engine.games.betting_games import GAMES
from engine.games.decisions import Decision
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import FIXED, STUD, act, begin, random_start

ACES_FIRST = "As Ah Ks Kd 7c 2d Qd 9h 5s 3c 8h"  # seat 1 aces, seat 2 kings, seat 3 nothing


def shown(hand: Hand) -> list[tuple[int, str]]:
    """Who showed and who mucked, in order."""
    return [(event.seat, event.kind) for event in hand.events if event.kind in ("show", "muck")]


def test_tda_17_the_last_to_bet_or_raise_on_the_last_street_shows_first():
    hand = act(begin(100, 100, 100, cards=ACES_FIRST), "call", "call", "check", *["check"] * 6)
    act(hand, "check", "bet 4", "raise 8", "call", "call")
    assert shown(hand) == [(3, "show"), (1, "show"), (2, "muck")]


def test_tda_17_without_a_bet_the_first_to_act_shows_first():
    hand = act(begin(100, 100, 100, cards=ACES_FIRST), "raise 6", "call", "call", *["check"] * 9)
    assert shown(hand) == [(1, "show"), (2, "muck"), (3, "muck")]


def test_tda_17_bets_of_earlier_streets_do_not_matter():
    hand = act(begin(100, 100, 100, cards=ACES_FIRST), "call", "call", "check")
    act(hand, "check", "check", "bet 4", "call", "call", *["check"] * 6)
    assert shown(hand)[0] == (1, "show")


def test_tda_17_in_stud_the_best_board_shows_first():
    cards = "As Ah 2d Ks Kd 3c Qs Qh 4c 6d 7c 9h 6s 7d 9c Tc 8c 9d 2h 3h 4h"
    hand = begin(50, 50, 50, game="seven-card-stud", stakes=STUD, cards=cards)
    while not hand.is_over:
        act(hand, "call")
    assert shown(hand)[0][0] == 3  # a pair of nines on the board


def test_s1_5_the_winners_hand_is_shown_whole():
    hand = act(begin(100, 100, 100, cards=ACES_FIRST), "call", "call", "check", *["check"] * 9)
    assert hand.view(None)["seats"][0]["cards"] == ["As", "Ah"]
    assert hand.view(None)["seats"][1]["cards"] == ["??", "??"]


@each_choice(
    "losers",
    {
        "muck": (["show", "muck", "muck"], ["show", "show", "show"]),
        "always muck": (["show", "muck", "muck"], ["show", "muck", "muck"]),
        "show": (["show", "show", "show"], ["show", "show", "show"]),
    },
)
def test_s1_5_losing_hands(rules, expected):
    # Checked to the end; then with everybody all-in.
    play = PlayRules(**rules)
    checked = act(begin(100, 100, 100, cards=ACES_FIRST, rules=play), "call", "call", "check", *["check"] * 9)
    all_in = act(begin(100, 100, 100, cards=ACES_FIRST, rules=play), "all-in", "call", "call")
    assert [kind for _seat, kind in shown(checked)] == expected[0]
    assert [kind for _seat, kind in shown(all_in)] == expected[1]


def test_tda_16_one_player_all_in_has_all_hands_shown_also_of_those_with_chips():
    hand = act(begin(100, 100, 10, cards=ACES_FIRST), "all-in", "call", "call", *["check"] * 6)
    assert shown(hand) == [(1, "show"), (2, "show"), (3, "show")]


def test_s1_5_who_can_still_win_a_side_pot_does_not_muck():
    # Seat 1, all-in for 10, shows aces; seat 2 wins the side pot of 40 with kings, and seat 3 may muck its queens.
    cards = "As Ah Ks Kd Qs Qh 7c 9d 5s 3c 8h"
    hand = act(begin(10, 100, 100, cards=cards, rules=PlayRules(losers="always muck")), "raise 30", "all-in", "call")
    act(hand, *["check"] * 6)
    assert shown(hand) == [(1, "show"), (2, "show"), (3, "muck")]
    assert hand.result.net == {1: 20, 2: 10, 3: -30}


def test_s1_5_a_hand_that_ties_or_wins_the_low_half_is_not_mucked():
    cards = "As Kd Ad Kc Ac Kh Qc Jd 9h"
    assert shown(act(begin(50, 50, cards=cards), "call", "check", *["check"] * 6)) == [(1, "show"), (2, "show")]
    cards = "As Ah Kc Kd 2s 3h Qc Jd 4c 5s 8s Jh Td"
    hand = begin(50, 50, game="omaha8", stakes=FIXED, cards=cards)
    assert shown(act(hand, *["call"] * 8)) == [(1, "show"), (2, "show")]


def test_s1_5_who_shares_a_side_pot_that_nobody_has_a_hand_for_does_not_muck():
    # Archie: seat 3, all-in for 2, has kings. Seats 1 and 2 have nothing for either half and share the 4 beside it.
    cards = "Qs Jd Tc 9h 4s Qd Jc Th 9s 4d Ks Kd 5c 5h 2s"
    hand = begin(50, 50, 2, game="archie", stakes=FIXED, cards=cards, rules=PlayRules(losers="always muck"))
    act(hand, "call", "raise 4", "call")
    while not hand.is_over:
        act(hand, "stand" if hand.asks[0].kind == "draw" else "check")
    assert shown(hand) == [(1, "show"), (2, "show"), (3, "show")]
    assert hand.result.net == {1: -2, 2: -2, 3: 4}


@pytest.mark.parametrize("game", [key for key, game in GAMES.items() if "no" in game.limits])
def test_s1_5_to_muck_a_losing_hand_costs_nothing(game):
    """Whatever the deal, the decisions and the house: who may muck has what showing every hand would have brought."""
    for seed in range(12):
        rng = random.Random(f"{game} {seed}")
        start = random_start(rng, game)
        order = list(deck_of(GAMES[game], start.rules))
        rng.shuffle(order)
        deck = Deck.of(order, b"reshuffles")
        hand = Hand(replace(start, rules=replace(start.rules, losers="show")), deck)
        decisions = []
        while not hand.is_over:
            decision = hand.asks[0].sample(rng)
            if decision.verb == "fold" and rng.random() < 0.7:
                decision = Decision("call")
            decisions.append(decision)
            hand.answer(hand.asks[0].number, decision)
        for losers in ("muck", "always muck"):
            other = replay(replace(start, rules=replace(start.rules, losers=losers)), deck, decisions)
            assert other.result == hand.result


def test_s0_10_nobody_shows_where_all_others_folded():
    assert shown(act(begin(50, 50, 50), "raise 6", "fold", "fold")) == []


# -- recorded hands ---------------------------------------------------------------------------------------------------------


def to_showdown(rules: PlayRules | None = None) -> Hand:
    """A recorded hand: As Ah against cards nobody knows, checked to the end."""
    hand = begin(50, 50, deck=Deck.recorded(), rules=rules)
    act(hand, "deal As Ah", "deal ????", "call", "check")
    for cards in ("Qd 9h 5s", "3c", "8h"):
        act(hand, f"deal {cards}", "check", "check")
    assert (hand.asks[0].seat, hand.asks[0].kind) == (1, "showdown")
    return hand


@each_choice("cards_to_win", {"all": False, "winning ones": True})
def test_s1_5_to_win_all_cards_are_shown_or_those_that_win(rules, expected):
    hand = to_showdown(PlayRules(**rules))
    if expected:
        act(hand, "show As", "muck")
        assert hand.result.net == {1: 2, 2: -2}
        return
    before = hand.view(None)
    with pytest.raises(WrongCards, match="As are not the cards dealt: As Ah"):
        act(hand, "show As")
    assert hand.view(None) == before
    assert act(hand, "show As Ah", "muck").result.net == {1: 2, 2: -2}


def test_the_last_hand_wins_unseen_when_all_others_were_mucked():
    hand = act(to_showdown(), "muck")
    assert hand.is_over
    assert hand.result.net == {1: -2, 2: 2}
    assert shown(hand) == [(1, "muck")]


def test_s1_9_kickers_decide_in_order():
    # A-A-Q-J-7 before A-A-9-8-5: on a board of A-2-3... each plays two of its own beside the board's ace.
    cards = "Ad Qc Ah 9c As 7h 5d Jc 3s"
    hand = act(begin(50, 50, cards=cards), "call", "check", *["check"] * 6)
    assert hand.result.net == {1: 2, 2: -2}


def test_s1_9_full_houses_by_the_trips():
    # Kings full of sixes before eights full of aces.
    cards = "Kd Kc 8d 8c Kh 6s 6h 8h As"
    hand = act(begin(50, 50, cards=cards), "call", "check", *["check"] * 6)
    assert hand.result.net == {1: 2, 2: -2}
