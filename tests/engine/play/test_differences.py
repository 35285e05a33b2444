"""Each declared difference from PokerKit on a hand made for it: what the rule asks for, what we do, and what PokerKit does.

A test is marked with the key of its difference; one whose difference is gone fails, and the entry can go with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pokerkit
import pytest

from engine.betting.hand import Hand, Positions, Seat, Stakes, Start
from engine.games.decisions import parse_for
from engine.games.play_rules import PlayRules
from tests.support.deals import FIXED, STUD, act, positions_of, stacked
from tests.support.differences import DIFFERENCES
from tests.support.peers import Forced, Offer, act_alike, begin_theirs, deal_as_we_did, our_offer, their_offer

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")
TESTED: list[str] = []
NO_LIMIT = Stakes(limit="no", small_blind=1, big_blind=2, min_bet=2)


def shows(key: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Marks the test of the declared difference of that key."""

    def marked(test: Callable[..., None]) -> Callable[..., None]:
        TESTED.append(key)
        return test

    return marked


class Both:
    """One hand in both engines, moved by the same words."""

    def __init__(
        self,
        *stacks: int,
        game: str = "holdem",
        stakes: Stakes = NO_LIMIT,
        cards: str = "",
        blinds: tuple[int, ...] = (1, 2),
        rules: PlayRules | None = None,
        boards: int = 1,
        **theirs: object,
    ) -> None:
        seats = tuple(Seat(at, stack) for at, stack in enumerate(stacks, 1))
        count = len(stacks)
        has_blinds = not stakes.bring_in
        positions = positions_of(count) if has_blinds else Positions(count)
        start = Start(game, stakes, seats, positions, rules or PlayRules(raise_cap=3), {}, boards)
        antes = stakes.ante if stakes.ante_kind == "each" else {1: stakes.ante}
        forced = Forced(antes, blinds if has_blinds else 0, stakes.bring_in, stakes.ante_kind == "each")
        self.hand = Hand(start, stacked(game, cards))
        self.state = begin_theirs(start, forced, **theirs)
        self.dealt = deal_as_we_did(self.state, self.hand, 0)

    def act(self, *words: str) -> Both:
        """Decide the same in both engines."""
        for word in words:
            ask = self.hand.asks[0]
            assert self.state.actor_index == ask.seat - 1
            decision = parse_for(ask, word)
            self.hand.answer(ask.number, decision)
            act_alike(self.state, ask, decision)
            self.dealt = deal_as_we_did(self.state, self.hand, self.dealt)
        return self

    @property
    def offers(self) -> tuple[Offer, Offer]:
        """Ours and theirs to the one who acts."""
        return our_offer(self.hand.asks[0]), their_offer(self.state)

    @property
    def raises(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The least and the most of a raise in both, (0, 0) for none."""
        ours, theirs = self.offers
        return (ours.lo, ours.hi), (theirs.lo, theirs.hi)

    @property
    def stacks(self) -> tuple[list[int], list[int]]:
        """What each player has, in both."""
        return [self.hand.stacks[seat] for seat in sorted(self.hand.seats)], list(self.state.stacks)


# -- what is offered ----------------------------------------------------------------------------------------------------


@shows("short forced bet")
def test_s0_14_a_short_big_blind_does_not_lower_what_others_call():
    both = Both(100, 1, 100)
    ours, theirs = both.offers
    assert (ours.call, ours.lo) == (2, 4)
    assert (theirs.call, theirs.lo) == (1, 3)


@shows("short forced bet")
def test_s0_14_nor_does_a_short_bring_in():
    stakes = Stakes(limit="fixed", ante=1, bring_in=3, small_bet=6, big_bet=12)
    both = Both(2, 100, 100, game="seven-card-stud", stakes=stakes, cards="As Ah 2c Ks Kh 9c Qs Qh 9d").act("call")
    ours, theirs = both.offers
    assert (ours.call, theirs.call) == (3, 1)


@shows("reopened by too little")
def test_tda_47_a_short_all_in_does_not_let_the_limper_raise():
    both = Both(100, 100, 100, 3).act("call", "all-in", "fold", "call")
    ours, theirs = both.raises
    assert ours == (0, 0)
    assert theirs == (5, 100)


@shows("reopened by too little")
def test_tda_47_a_short_bet_does_not_let_who_checked_raise():
    both = Both(100, 100, 3).act("call", "call", "check", "check", "check", "all-in")
    ours, theirs = both.raises
    assert ours == (0, 0)
    assert theirs == (3, 98)


@shows("short all-ins add up")
def test_tda_47_short_all_ins_add_up_to_a_raise():
    # After a raise by 8 come all-ins of 5, 4 and 2 more: the raiser has 11 to answer.
    both = Both(21, 100, 100, 15, 19).act("raise 10", "all-in", "all-in", "all-in", "call")
    ours, theirs = both.raises
    assert ours == (29, 100)
    assert theirs == (0, 0)


@shows("half a bet reopens")
def test_tda_47_b_in_limit_half_a_bet_lets_who_has_acted_raise():
    stakes = Stakes(limit="fixed", small_blind=2, big_blind=4, small_bet=4, big_bet=8)
    both = Both(100, 10, 100, stakes=stakes, blinds=(2, 4)).act("call", "call", "check", "bet 4", "all-in", "call")
    ours, theirs = both.raises
    assert ours == (10, 10)
    assert theirs == (0, 0)


@shows("completed, not added")
def test_s0_12_a_short_all_in_in_limit_is_completed_to_a_whole_bet():
    stakes = Stakes(limit="fixed", small_blind=2, big_blind=4, small_bet=4, big_bet=8)
    both = Both(5, 100, 100, stakes=stakes, blinds=(2, 4)).act("call", "call", "check", "all-in")
    assert both.raises == ((4, 4), (5, 5))


@shows("cap counts raises")
def test_s0_12_the_cap_counts_raises_so_the_bet_is_none_and_the_big_blind_is_a_bet():
    rules = PlayRules(raise_cap=4)
    both = Both(100, 100, 100, stakes=FIXED, rules=rules).act("call", "call", "check")
    both.act("bet 2", "raise 4", "raise 6", "raise 8")
    assert both.raises == ((10, 10), (0, 0))
    first = Both(100, 100, 100, stakes=FIXED, rules=PlayRules(raise_cap=3)).act("raise 4", "raise 6", "raise 8")
    assert first.raises == ((0, 0), (10, 10))


@shows("raise nobody can call")
def test_s0_14_one_may_go_all_in_for_more_than_others_have():
    both = Both(200, 60, 100).act("all-in")
    ours, theirs = both.raises
    assert ours == (198, 200)
    assert theirs == (0, 0)
    both.hand.answer(both.hand.asks[0].number, parse_for(both.hand.asks[0], "all-in"))
    assert [(event.seat, event.amount) for event in act(both.hand, "fold").events if event.kind == "uncalled"] == [
        (1, 100)
    ]


@shows("pot before the flop")
def test_tda_54_antes_are_no_part_of_the_pot_before_the_flop():
    stakes = Stakes(limit="pot", small_blind=1, big_blind=2, ante=2, ante_kind="big_blind", min_bet=2)
    both = Both(100, 100, 100, game="omaha", stakes=stakes)
    assert both.raises == ((4, 7), (4, 9))
    by_chips = Both(100, 100, 100, game="omaha", stakes=stakes, rules=PlayRules(pot_before_flop="chips"))
    assert by_chips.raises == ((4, 9), (4, 9))


@shows("straddle")
def test_s0_13_the_first_raise_is_at_least_the_straddle():
    both = Both(100, 100, 100, 100, blinds=(1, 2, 4), rules=PlayRules(straddle="under the gun"))
    both.hand.answer(0, parse_for(both.hand.asks[0], "straddle"))
    deal_as_we_did(both.state, both.hand, 0)
    assert both.raises == ((8, 100), (6, 100))


@shows("completion is a bet")
def test_s0_13_a_raise_is_at_least_as_large_as_the_bet_that_completed_the_bring_in():
    stakes = Stakes(limit="no", ante=1, bring_in=3, min_bet=6)
    both = Both(100, 100, 100, game="razz", stakes=stakes, cards="As Ah 2c Ks Kh Kc Qs Qh 9d").act("call", "raise 12")
    assert both.raises == ((24, 99), (21, 99))


def test_s2_3_a_completion_may_be_raised_by_who_had_only_called_the_bring_in():
    stakes = Stakes(limit="fixed", ante=1, bring_in=3, small_bet=4, big_bet=8)
    both = Both(100, 100, 100, game="razz", stakes=stakes, cards="As Ah 2c Ks Kh Kc Qs Qh 9d").act("call", "call")
    both.act("raise 4")
    assert both.raises == ((8, 8), (8, 8))


def test_s0_13_an_all_in_below_the_least_bet_is_raised_by_a_whole_bet_on_a_bring_in_as_on_nothing():
    stakes = Stakes(limit="no", ante=1, bring_in=1, min_bet=4)
    both = Both(100, 3, 100, game="razz", stakes=stakes, cards="As Ah Kc Qs Qh 2c Ks Kh 9d").act("call", "all-in")
    assert both.raises == ((6, 99), (6, 99))


@shows("opening without chips")
def test_s2_2_to_open_takes_more_chips_than_the_bring_in():
    stakes = Stakes(limit="fixed", ante=1, bring_in=3, small_bet=6, big_bet=12)
    both = Both(3, 100, game="seven-card-stud", stakes=stakes, cards="As Ah 2c Ks Kh 9c")
    assert both.raises == ((0, 0), (2, 2))


@shows("fold for nothing")
def test_s0_9_a_player_may_fold_who_could_check():
    both = Both(100, 100, 100).act("call", "call")
    ours, theirs = both.offers
    assert (ours.may_fold, theirs.may_fold) == (True, False)


# -- the course of a hand -----------------------------------------------------------------------------------------------


@shows("broke bring-in")
def test_tda_rp_10_nobody_brings_it_in_for_one_who_is_all_in_from_the_ante():
    both = Both(1, 100, 100, game="seven-card-stud", stakes=STUD, cards="As Ah 2c Ks Kh 9c Qs Qh 9d")
    ask = both.hand.asks[0]
    assert (ask.seat, ask.kind, ask.call) == (2, "bet", 0)
    assert both.state.actor_index == 1
    assert both.state.can_post_bring_in()


@shows("too few cards")
def test_s2_8_folded_cards_are_not_dealt_again():
    rules = PlayRules(raise_cap=3)
    both = Both(*[100] * 8, game="seven-card-stud", stakes=STUD, rules=rules).act("call", *["call"] * 7)
    both.act(*["check"] * 16)
    assert both.hand.street == "sixth street"
    both.act("bet 4", *["call"] * 6)
    ask = both.hand.asks[0]
    both.hand.answer(ask.number, parse_for(ask, "fold"))
    assert [len(board) for board in both.hand.boards] == [1]
    both.state.fold()
    both.state.burn_card("??")
    assert both.state.hole_dealee_index is not None


@shows("check to nobody")
def test_s0_10_the_round_is_over_when_nobody_is_left_to_bet_against():
    both = Both(30, 100, 100, is_cash=True).act("call", "all-in", "call", "call")
    act(both.hand, "fold")
    both.state.fold()
    assert both.hand.is_over
    assert both.state.actor_index == 2


# -- the result -----------------------------------------------------------------------------------------------------------

ON_BOARD = "As Ks Qs Js Ts"


@shows("odd chips")
def test_tda_20_odd_chips_go_one_each():
    cards = "2c 3c 2d 3d 2h 3h 4c 5c " + ON_BOARD
    both = Both(100, 100, 100, 100, cards=cards).act("raise 10", "call", "call", "fold")
    both.act(*["check"] * 9)
    assert both.stacks == ([101, 98, 101, 100], [102, 98, 100, 100])


@shows("side pots apart")
def test_tda_21_each_side_pot_is_split_apart():
    # Seats 3 and 4 tie for the pots of 41 and 23; seat 2, all-in, has lost the first.
    cards = "2c 7d 2h 7h Ah Kd Ad Kh 4c 4d As Kc 9s 8d 5h"
    both = Both(100, 10, 100, 100, 100, cards=cards).act("raise 11", "call", "call", "fold", "all-in")
    both.act("bet 10", "call", "fold", *["check"] * 4)
    assert both.stacks == ([99, 0, 112, 110, 89], [99, 0, 111, 111, 89])


@shows("low of another pot")
def test_s0_6_a_low_parts_only_a_pot_that_it_may_win():
    # Seat 1, all-in, has the only low, on the first board; seat 3 has the high there, seat 2 the other board.
    hands = "2s 4s 9c 6d Ks Qd Jc Tc Ah As Td 9s"
    cards = f"{hands} Ac 3d 8h Qc Qh Jh Kh 7h Kd 2d"
    both = Both(4, 100, 100, game="omaha8", stakes=FIXED, cards=cards, boards=2).act("raise 4", "call", "call")
    both.act("bet 2", "call", "bet 4", "call", "bet 4", "call")
    assert [pot.amount for pot in both.hand.result.pots] == [12, 20]
    assert both.stacks == ([3, 102, 99], [3, 105, 96])


@shows("odd chip by suit")
def test_tda_20_in_stud_the_high_card_by_suit_has_the_odd_chip():
    # Both have ace to ten; seat 2's ace is the spade.
    cards = "Ac Kd Qh As Kh Qd 9d 9h 2c Jc Js 3d Tc Ts 4c 5c 4d 5d 6h 7h"
    both = Both(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards).act("call", "raise 2", "call", "call")
    both.act("bet 2", "call", "fold", *["check"] * 6)
    assert sum(pot.amount for pot in both.hand.result.pots) == 13
    assert both.stacks == ([101, 102, 97], [102, 101, 97])


@shows("cap lifted")
def test_s0_12_the_cap_is_lifted_for_two_players():
    both = Both(100, 100, stakes=FIXED, rules=PlayRules()).act("raise 4", "raise 6", "raise 8", "raise 10")
    assert both.raises == ((12, 12), (0, 0))


@shows("open pair")
def test_tda_rp_10_the_house_may_allow_the_double_bet_on_an_open_pair():
    cards = "As Ah 2d Ks Kh 9c 2h 9d"
    for choice, ours in (("small or big bet", (2, 4)), ("small bet", (2, 2))):
        rules = PlayRules(open_pair=choice)
        both = Both(100, 100, game="seven-card-stud", stakes=STUD, cards=cards, rules=rules).act("call", "call")
        assert both.raises == (ours, (2, 2))


@shows("rake by winner")
def test_s3_7_the_rake_does_not_depend_on_who_wins():
    rake = partial(pokerkit.rake, percentage=0.05, cap=3)
    rules = PlayRules(rake_percent=5, rake_cap=3)
    hands = ["Ac Ad", "Kc Kd", "Qc Qd", "Jc Jd"]
    taken = []
    for order in (hands, hands[::-1]):
        cards = " ".join([*order, "2s 3s 4h 8h 9s"])
        both = Both(100, 200, 300, 300, cards=cards, rules=rules, rake=rake).act(*["all-in"] * 4)
        taken.append(tuple(900 - sum(stacks) for stacks in both.stacks))
    assert taken == [(3, 9), (3, 3)]


@shows("fixed-limit Omaha")
def test_s0_12_fixed_limit_bets_are_exact_in_omaha_too():
    theirs = pokerkit.FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    assert theirs.betting_structure is pokerkit.BettingStructure.POT_LIMIT
    both = Both(100, 100, game="omaha8", stakes=FIXED)
    assert both.raises == ((4, 4), (4, 4))  # with the right structure put into their class
    state = theirs.create_state((), True, 0, (1, 2), 2, 4, (100, 100), 2)
    assert state.betting_structure is pokerkit.BettingStructure.POT_LIMIT


def test_every_declared_difference_is_shown():
    assert set(TESTED) == {one.key for one in DIFFERENCES}
    assert len({one.key for one in DIFFERENCES}) == len(DIFFERENCES)
