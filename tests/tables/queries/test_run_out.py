"""How an all-in hand ran out: stages and equity, of what lies open alone."""

from __future__ import annotations

import pytest

from engine.games.hand_start import Stakes
from engine.games.play_rules import PlayRules
from tables.dealing import run_out_pause
from tables.queries.run_out import stages
from tests.support.deals import act, begin

ACES_KINGS = "Kh Kd As Ac 2c 7d 9h 3s 4d"


def all_in(cards: str = ACES_KINGS, **more):
    """Two hands, all-in before the flop; the button shows kings, the big blind aces, or the other way round."""
    return act(begin(20, 20, cards=cards, **more), "raise 20", "call")


def test_an_all_in_hand_runs_out_street_by_street_with_the_equity_of_the_open_hands():
    view = all_in().view(None)
    assert view["over"]
    found = stages(view)
    assert [counts for counts, _equity, _held in found] == [(0,), (3,), (4,), (5,)]
    assert all(abs(sum(one.values()) - 100) <= 1 for _counts, one, _held in found)
    aces = next(seat["seat"] for seat in view["seats"] if "As" in seat["cards"])
    before, *_streets, after = [equity[aces] for _counts, equity, _held in found]
    assert 75 < before < 90
    assert after == 100


def test_everybody_is_told_the_same():
    hand = all_in()
    assert stages(hand.view(None)) == stages(hand.view(1)) == stages(hand.view(2))


def test_what_a_player_folded_is_no_secret_that_others_see_through():
    hand = act(begin(50, 20, 20, cards="Kh Kd As Ac Qh Qd 2c 7d 9h 3s 4d"), "fold", "raise 20", "call")
    views = [hand.view(seat) for seat in (None, 1, 2, 3)]
    assert all(stages(view) == stages(views[0]) != [] for view in views)


@pytest.mark.parametrize("words", [("call", "call"), ("fold",)])
def test_nothing_is_told_of_a_hand_that_is_on_or_ended_by_a_fold(words):
    assert stages(act(begin(20, 20, cards=ACES_KINGS), *words).view(None)) == []


def test_a_hand_that_was_bet_to_the_end_has_not_run_out():
    hand = begin(20, 20, cards=ACES_KINGS)
    while not hand.is_over:
        act(hand, "show" if hand.asks[0].kind == "showdown" else "call")
    assert stages(hand.view(None)) == []


def test_boards_run_twice_come_one_after_the_other():
    hand = begin(20, 20, cards=ACES_KINGS, rules=PlayRules(run_it=2))
    act(hand, "raise 20", "call")
    while not hand.is_over:
        act(hand, "agree 2")
    found = stages(hand.view(None))
    assert found[0][0] == (0, 0)
    assert found[-1][0] == (5, 5)
    assert all(abs(sum(one.values()) - 100) <= 1 for _counts, one, _held in found)


STUD = Stakes("fixed", ante=10, bring_in=20, small_bet=100, big_bet=200)


def all_in_at_stud(game="seven-card-stud", cards=""):
    """Two hands, all-in on third street."""
    hand = begin(300, 300, game=game, stakes=STUD, cards=cards)
    while not hand.is_over:
        ask = hand.asks[0]
        act(hand, f"raise {ask.hi}" if ask.hi else "call")
    return hand


def test_a_stud_hand_that_is_all_in_runs_out_card_by_card_to_each_hand():
    hand = all_in_at_stud()
    found = stages(hand.view(None))
    assert [set(held.values()) for _counts, _equity, held in found] == [{3}, {4}, {5}, {6}, {7}]
    assert all(counts == () for counts, _equity, _held in found)
    assert all(abs(sum(equity.values()) - 100) <= 1 for _counts, equity, _held in found)
    (winner,) = [seat for seat, chips in hand.result.net.items() if chips > 0]
    assert found[-1][1][winner] == 100
    assert stages(hand.view(None)) == stages(hand.view(1))


def test_the_pause_before_the_next_hand_is_as_long_as_its_streets_take():
    hand = all_in_at_stud()
    assert run_out_pause.seconds(hand) == run_out_pause.FIRST + 3 * run_out_pause.STREET + run_out_pause.LAST


def test_hands_of_draw_games_stay_hidden_until_every_draw_is_done():
    hand = begin(
        100,
        100,
        game="2-7-triple-draw",
        stakes=Stakes("fixed", small_blind=50, big_blind=100, small_bet=100, big_bet=200),
    )
    while not hand.is_over:
        act(hand, "call" if hand.asks[0].kind == "bet" else "draw")
    assert stages(hand.view(None)) == []
