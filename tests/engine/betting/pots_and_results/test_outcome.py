"""What a hand came to: every pot, board and part with who took it, how much, and with which cards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from engine.betting.hand import Hand
from engine.betting.pots_and_results.outcome import Outcome
from engine.cards import cards_text
from engine.games.betting_games import GAMES
from engine.games.play_rules import PlayRules
from tests.engine import soak
from tests.engine.soak import played
from tests.support.deals import FIXED, SEVEN, STUD, act, begin, in_turn

SHOW_ALL = PlayRules(losers="show")


def told(hand: Hand) -> list[tuple]:
    """Each part of each pot: pot, board, ranking, kind, and (seat, chips, cards that play) of who takes it."""
    return [
        (
            at,
            part.board,
            part.by,
            part.kind,
            *[(take.seat, take.chips, cards_text(take.hand.cards) if take.hand else "") for take in part.takes],
        )
        for at, pot in enumerate(hand.outcome.pots)
        for part in pot.parts
    ]


def checked_down(hand: Hand) -> Hand:
    while not hand.is_over:
        act(hand, "call")
    return hand


def test_one_winner_takes_the_pot_with_the_five_cards_that_play():
    hand = checked_down(begin(100, 100, cards="As Ad Kh Kc Qc 2d 7h 9s Js"))
    ((_pot, _board, _by, kind, (seat, chips, cards)),) = told(hand)
    (take,) = hand.outcome.pots[0].parts[0].takes
    assert (kind, seat, chips, cards) == ("win", 1, 4, "Qc 9s Js As Ad")
    assert take.hand.made.id == "pair"
    assert hand.outcome.taken == {seat: 4}
    assert not take.hand.wild


def test_a_chopped_pot_names_both_though_neither_nets_anything():
    hand = checked_down(begin(100, 100, cards="2s 2d 3h 3c Ts Js Qs Ks As"))
    assert told(hand) == [(0, None, None, "chop", (1, 2, "Ts Js Qs Ks As"), (2, 2, "Ts Js Qs Ks As"))]
    assert dict(hand.outcome.net) == {1: 0, 2: 0}


def test_an_uncalled_bet_is_returned_apart_and_shows_no_hand():
    hand = act(begin(100, 100), "raise 10", "fold")
    assert told(hand) == [(0, None, None, "win", (2, 4, ""))]
    assert dict(hand.outcome.returned) == {2: 8}


def test_side_pots_stand_apart_and_one_that_nobody_contests_goes_to_no_hand():
    cards = "As Kd Qc Ah Kc Qd 2d 7h 9s 3c 4d"
    hand = begin(10, 30, 60, cards=cards)
    while not hand.is_over:
        ask = hand.asks[0]
        act(hand, f"raise {ask.hi}" if ask.hi else "call")
    assert [pot.amount for pot in hand.outcome.pots] == [30, 40]
    assert dict(hand.outcome.returned) == {3: 30}
    assert all(part.takes[0].hand for pot in hand.outcome.pots for part in pot.parts)


def test_a_half_split_between_two_is_a_quarter_each_and_high_and_low_are_named():
    # Both have the same low, A-2-3-4-6; seat 1 has a pair of queens for high, seat 2 one of jacks.
    hand = checked_down(begin(100, 100, game="omaha8", stakes=FIXED, cards="As 2s Qd Qc Ad 2h Jh Jd 3c 4h 6d Ks 9c"))
    high, low = told(hand)
    assert high[:4] == (0, None, "high", "win")
    assert low[:4] == (0, None, "eight-or-better", "quarter")
    assert [take[1] for take in low[4:]] == [1, 1]
    assert sorted(low[4][2].split()) == ["2s", "3c", "4h", "6d", "As"]


def test_the_same_two_who_split_both_halves_chop():
    hand = checked_down(begin(100, 100, game="omaha8", stakes=FIXED, cards="As 2s Kd Jc Ad 2h Kh Jd 3c 4h 8d Qs 9c"))
    assert {part[3] for part in told(hand)} == {"chop"}


def test_boards_are_told_one_by_one():
    hand = checked_down(begin(100, 100, cards="As Kd Ah Kc 2d 3h Ac Ks 9s 8c 7d 4d 4s 5c", boards=2))
    assert [part[1] for part in told(hand)] == [0, 1]
    assert sum(chips for part in told(hand) for _seat, chips, _cards in part[4:]) == 4


def test_a_badugi_plays_with_the_fewest_cards_that_make_it():
    hand = begin(100, 100, game="badugi", stakes=FIXED, cards="2s 3s As 4s 6h 7h 9c Ts")
    while not hand.is_over:
        act(hand, "draw" if hand.asks[0].kind == "draw" else "call")
    (take,) = hand.outcome.pots[0].parts[0].takes
    assert len(take.hand.cards) == take.hand.made.params["count"]


def test_wild_cards_that_play_are_marked():
    rules = PlayRules(wild_cards="7")
    hand = checked_down(begin(100, 100, cards="7s Kd 6h Qc Ac 2d 9h 9s Js", rules=rules))
    (take,) = hand.outcome.pots[0].parts[0].takes
    assert cards_text(take.hand.wild).split() == [
        card for card in cards_text(take.hand.cards).split() if card[0] == "7"
    ]
    assert take.hand.wild


def test_a_hand_that_was_not_shown_is_not_told():
    cards = in_turn(SEVEN, "As Ah Ad Ac Ks Kh Kd", "2s 3h 5d 8c 9s Jh Qd")
    hand = begin(100, 100, game="seven-card-stud", stakes=STUD, cards=cards)
    while not hand.is_over:
        act(hand, "call")
    shown = {seat for seat, is_shown in zip(hand.seats, hand.state.shown, strict=True) if is_shown}
    for pot in hand.outcome.pots:
        for part in pot.parts:
            assert all((take.hand is not None) <= (take.seat in shown) for take in part.takes)


def test_the_outcome_as_json_is_what_every_viewer_is_given():
    hand = checked_down(begin(100, 100, cards="2s 2d 3h 3c Ts Js Qs Ks As"))
    views = [hand.view(seat)["outcome"] for seat in (None, 1, 2)]
    assert views == [hand.outcome.as_json()] * 3
    pot = views[0]["pots"][0]
    assert pot["parts"][0]["takes"][0] == {
        "seat": 1,
        "chips": 2,
        "hand": {
            "made": {"id": "royal_flush", "params": {}, "text": "Royal flush"},
            "cards": ["Ts", "Js", "Qs", "Ks", "As"],
            "wild": [],
        },
    }
    assert begin(100, 100).view(1)["outcome"] is None


# -- the law that `tests.engine.soak` holds over every hand finds what is wrong -------------------------------------------


class Told:
    """A hand that tells another outcome than its own."""

    def __init__(self, hand: Hand, outcome: Outcome) -> None:
        self.hand, self.outcome = hand, outcome

    def __getattr__(self, name: str) -> Any:
        return getattr(self.hand, name)


def is_broken(monkeypatch: pytest.MonkeyPatch, changed: Callable[[Outcome], Outcome]) -> bool:
    """True if the law says of one of some hands, whose outcome is told so, that something is missing."""
    law = soak.accounted
    monkeypatch.setattr(soak, "accounted", lambda hand, before: law(Told(hand, changed(hand.outcome)), before))
    for seed in range(30):
        try:
            played(random.Random(seed), "stud-hi-lo")
        except AssertionError:
            return True
    return False


def test_an_outcome_that_is_told_as_it_is_breaks_no_law(monkeypatch):
    assert not is_broken(monkeypatch, lambda outcome: outcome)


def test_a_low_half_told_to_nobody_breaks_the_law(monkeypatch):
    def without_the_last(outcome: Outcome) -> Outcome:
        return outcome._replace(pots=tuple([pot._replace(parts=pot.parts[:1]) for pot in outcome.pots]))

    assert is_broken(monkeypatch, without_the_last)


def test_a_returned_bet_told_to_nobody_breaks_the_law(monkeypatch):
    assert is_broken(monkeypatch, lambda outcome: outcome._replace(returned={}))


@pytest.mark.parametrize("game", GAMES)
def test_the_cards_that_play_make_what_is_said_in_every_game(game):
    for seed in range(2):
        hand = played(random.Random(seed), game)
        parts = {part.key: part for part in hand.plan.parts}
        for pot in hand.outcome.pots:
            for part in pot.parts:
                for take in part.takes:
                    if take.hand is not None:
                        ranking = parts[part.by].ranking if part.by else hand.plan.parts[0].ranking
                        assert ranking.describe(take.hand.cards) == take.hand.made
