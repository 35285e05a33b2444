"""The odds of a moment in a replay: by street, from the cards that the viewer may see."""

from __future__ import annotations

from typing import Any

from engine.betting.hand import Hand
from engine.games.play_rules import PlayRules
from tables.hand.odds import odds
from tests.support.deals import FIXED, act, begin

CARDS = "As Ad Kh Kd 2c 7d 9h Kc 3s"


def views(hand: Hand, seat: int | None) -> list[dict[str, Any]]:
    """What that seat saw after each decision."""
    seen = [hand.view(seat)]
    while not hand.is_over:
        act(hand, "call" if hand.asks[0].kind == "bet" else str(hand.asks[0].default))
        seen.append(hand.view(seat))
    return seen


def test_odds_follow_the_board_street_by_street_and_end_with_the_hand():
    seen = views(begin(100, 100, cards=CARDS, rules=PlayRules(losers="show")), 1)
    told = [odds(view, seen[-1], "7") for view in seen]
    assert 78 <= told[0][1] <= 86  # aces against kings
    by_street = {view["street"]: found for view, found in zip(seen, told, strict=True) if found}
    assert by_street["flop"] == {1: 92, 2: 8}
    assert by_street["turn"][2] > 90  # a third king
    assert by_street["river"] == {1: 0, 2: 100}
    assert told[-1] == {}


def test_a_hand_that_was_never_shown_may_hold_anything_and_nothing_is_told_of_it():
    hand = begin(100, 100, cards=CARDS)
    seen = [hand.view(1)]
    act(hand, "raise 10", "call", "raise 20")
    seen.append(hand.view(1))
    act(hand, "fold")
    now = hand.view(1)
    (found,) = [odds(view, now, "7") for view in seen[:1]]
    assert 80 <= found[1] <= 90  # aces against any hand
    assert odds(hand.view(None) | {"over": False}, hand.view(None), "7") == {}


def test_the_rail_is_told_no_odds_while_it_knows_no_hand_and_draws_have_none():
    hand = begin(100, 100, cards=CARDS)
    assert odds(hand.view(None), hand.view(None), "7") == {}
    draw = begin(100, 100, game="badugi", stakes=FIXED)
    assert odds(draw.view(1), draw.view(1), "7") == {}
