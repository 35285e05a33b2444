"""Fixed, spread, pot and no limit, caps, short all-ins in fixed limit, kill pots (S0.12, S0.14, S2.3; TDA 47-B, 48, 54)."""

from __future__ import annotations

import pytest

from engine.betting.hand import Hand, Positions, Seat, Stakes
from engine.errors import NotOffered, RaiseTooLarge, RaiseTooSmall
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import FIXED, STUD, act, begin, window

TEN_TWENTY = Stakes(limit="fixed", small_blind=5, big_blind=10, small_bet=10, big_bet=20)
SPREAD = Stakes(limit="spread", small_blind=1, big_blind=2, min_bet=1, small_bet=5, big_bet=10)


def on_the_flop(*stacks: int, stakes: Stakes = TEN_TWENTY, rules: PlayRules | None = None) -> Hand:
    """Everybody has called before the flop; the first from the button's left is to act."""
    return act(begin(*stacks, stakes=stakes, rules=rules), *["call"] * len(stacks))


# -- fixed limit ----------------------------------------------------------------------------------------------------------


def test_s0_12_fixed_bets_and_raises_are_exact():
    # 10/20: from 20 a raise is to 30 and to nothing else.
    hand = on_the_flop(500, 500, 500)
    assert window(hand) == (10, 10)
    act(hand, "bet 10", "raise 20")
    assert window(hand) == (30, 30)
    with pytest.raises(RaiseTooSmall):
        act(hand, "raise 29")
    with pytest.raises(RaiseTooLarge):
        act(hand, "raise 31")


def test_s0_12_fixed_bets_double_on_the_later_streets():
    sizes = []
    hand = begin(500, 500, stakes=TEN_TWENTY)
    for _ in range(4):
        sizes.append((hand.street, window(hand)))
        act(hand, "call", "call")
    assert sizes == [("pre-flop", (20, 20)), ("flop", (10, 10)), ("turn", (20, 20)), ("river", (20, 20))]


def test_s0_12_the_big_blind_is_the_first_bet():
    hand = begin(500, 500, 500, stakes=TEN_TWENTY)
    sizes = []
    while window(hand):
        sizes.append(window(hand))
        act(hand, f"raise {hand.asks[0].lo}")
    assert sizes == [(20, 20), (30, 30), (40, 40), (50, 50)]  # four raises


def raises_allowed(hand: Hand, most: int = 12) -> int:
    """How many raises the round still takes, up to so many."""
    count = 0
    while window(hand) and count < most:
        act(hand, f"raise {hand.asks[0].lo}")
        count += 1
    return count


@each_choice("raise_cap", {0: 12, 3: 3, 4: 4, 5: 5})
@pytest.mark.parametrize("stakes", [TEN_TWENTY, SPREAD], ids=["fixed", "spread"])
def test_s0_12_the_cap_counts_the_raises_of_the_round_not_the_bet_nor_the_player(rules, expected, stakes):
    hand = act(
        on_the_flop(900, 900, 900, stakes=stakes, rules=PlayRules(**rules)), "bet 5" if stakes is SPREAD else "bet 10"
    )
    assert raises_allowed(hand) == expected
    if expected == 12:
        return
    assert [offer.verb for offer in hand.asks[0].offers] == ["fold", "call"]
    act(hand, "call", "call")
    assert hand.street == "turn"
    act(hand, f"bet {hand.asks[0].lo}")
    assert raises_allowed(hand) == expected  # a new round, a new count


@pytest.mark.parametrize("limit", ["no", "pot"])
def test_s0_12_no_cap_without_a_limit(limit):
    stakes = Stakes(limit=limit, small_blind=1, big_blind=2)
    hand = begin(9_000, 9_000, 9_000, stakes=stakes, rules=PlayRules(raise_cap=3))
    assert raises_allowed(hand) == 12


@each_choice("cap_heads_up", {"lifted": (True, True), "event": (False, True), "kept": (False, False)})
def test_s0_12_the_cap_with_two_players(rules, expected):
    left_with_two, dealt_to_two = expected
    hand = on_the_flop(500, 500, 500, rules=PlayRules(**rules))
    act(hand, "bet 10", "raise 20", "raise 30", "raise 40", "raise 50")
    assert window(hand) is None  # four raises, three players
    act(hand, "fold")
    assert (window(hand) is not None) == left_with_two
    hand = on_the_flop(500, 500, rules=PlayRules(**rules))
    act(hand, "bet 10", "raise 20", "raise 30", "raise 40", "raise 50")
    assert (window(hand) is not None) == dealt_to_two


# -- short all-ins in fixed limit -----------------------------------------------------------------------------------------


@each_choice("short_all_in_reopens", {"half a bet": (False, True, True), "full bet": (False, False, True)})
def test_tda_47_b_how_large_an_all_in_lets_those_who_have_acted_raise(rules, expected):
    reopened = []
    for total in (14, 15, 20):  # on the flop after a bet of 10: by less than half a bet, by half, in full
        hand = on_the_flop(500, 500, 500, 10 + total, rules=PlayRules(**rules))
        act(hand, "bet 10", "call", "call", "all-in")
        assert (hand.asks[0].seat, hand.asks[0].call) == (1, total - 10)
        reopened.append(window(hand) is not None)
    assert tuple(reopened) == expected


def test_tda_47_b_short_all_ins_add_up_to_half_a_bet():
    hand = on_the_flop(500, 500, 13 + 10, 16 + 10)
    act(hand, "bet 10", "call", "all-in", "all-in")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (1, 6, (26, 26))


def test_tda_47_b_short_all_ins_that_come_to_exactly_what_reopens():
    # 12 and 15 are half a bet of 10 together; 14 and 20 are a full one.
    hand = on_the_flop(500, 500, 12 + 10, 15 + 10)
    act(hand, "bet 10", "call", "all-in", "all-in")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (1, 5, (25, 25))
    hand = on_the_flop(500, 500, 14 + 10, 20 + 10, rules=PlayRules(short_all_in_reopens="full bet"))
    act(hand, "bet 10", "call", "all-in", "all-in")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (1, 10, (30, 30))
    # The same in pot limit, where it takes a full raise.
    stakes = Stakes(limit="pot", small_blind=5, big_blind=10)
    for last, may_raise in ((19, False), (20, True)):
        hand = on_the_flop(500, 500, 14 + 10, last + 10, stakes=stakes)
        act(hand, "bet 10", "call", "all-in", "all-in")
        assert (hand.asks[0].seat, window(hand) is not None) == (1, may_raise)


def test_who_may_not_raise_is_told_no_size_at_all():
    short = act(on_the_flop(500, 500, 12 + 10), "bet 10", "call", "all-in")
    pot = Stakes(limit="pot", small_blind=5, big_blind=10)
    short_pot = act(on_the_flop(500, 500, 12 + 10, stakes=pot), "bet 10", "call", "all-in")
    capped = act(
        on_the_flop(500, 500, 500, rules=PlayRules(raise_cap=3)), "bet 10", *[f"raise {to}" for to in (20, 30, 40)]
    )
    for hand in (short, short_pot, capped):
        ask = hand.asks[0]
        assert ask.call > 0
        assert (ask.lo, ask.hi, ask.step) == (0, 0, 0)


def test_tda_47_b_who_has_not_acted_raises_an_all_in_by_a_whole_bet():
    hand = on_the_flop(500, 14 + 10, 500, 500)
    act(hand, "bet 10", "all-in")
    assert (hand.asks[0].seat, window(hand)) == (3, (24, 24))


@each_choice("short_all_in_raise", {"added to": [24, 34], "completed": [20, 30]})
def test_s0_13_what_the_next_raise_comes_to_after_a_short_all_in(rules, expected):
    # A bet of 10 and an all-in of 14: raised to 24, 10 more than the all-in (S0.13), or completed to 20 (WSOP 129).
    hand = on_the_flop(500, 14 + 10, 500, 500, rules=PlayRules(**rules))
    act(hand, "bet 10", "all-in")
    for total in expected:
        assert window(hand) == (total, total)
        act(hand, f"raise {total}")
    assert raises_allowed(hand) == 2  # the short all-in was none of the four, a completion is one


@each_choice("short_all_in_raise", {"added to": (28, 28), "completed": (28, 28)})
def test_s0_13_short_all_ins_that_come_to_half_a_bet_are_raised_by_a_whole_one(rules, expected):
    hand = on_the_flop(500, 14 + 10, 18 + 10, 500, 500, rules=PlayRules(**rules))
    act(hand, "bet 10", "all-in", "all-in")
    assert (hand.asks[0].seat, window(hand)) == (4, expected)


def test_s0_13_a_completion_lets_those_raise_again_who_have_called_the_short_all_in():
    for stack, may_raise in ((14, False), (15, True)):  # all-in for less than half of what completes it, or for half
        hand = on_the_flop(500, 12 + 10, 500, stack + 10, 500, rules=PlayRules(short_all_in_raise="completed"))
        act(hand, "bet 10", "all-in", "call", "all-in", "call")
        assert (hand.asks[0].seat, window(hand) is not None) == (1, may_raise)
    for reopens in ("half a bet", "full bet"):
        play = PlayRules(short_all_in_raise="completed", short_all_in_reopens=reopens)
        hand = on_the_flop(500, 14 + 10, 500, 500, rules=play)
        act(hand, "bet 10", "all-in", "call", "raise 20")
        assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (1, 10, (30, 30))
        act(hand, "fold")
        assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (3, 6, (30, 30))


def test_s0_13_what_is_completed_is_forgotten_on_the_next_street():
    hand = on_the_flop(500, 14 + 10, 500, rules=PlayRules(short_all_in_raise="completed"))
    act(hand, "bet 10", "all-in", "call", "call")
    assert (hand.street, window(hand)) == ("turn", (20, 20))
    act(hand, "bet 20")
    assert window(hand) == (40, 40)


@pytest.mark.parametrize(("stack", "next_raise"), [(4, (10, 10)), (5, (15, 15)), (9, (19, 19))])
def test_an_all_in_bet_below_half_is_completed_and_one_of_half_is_a_bet(stack, next_raise):
    hand = act(on_the_flop(stack + 10, 500, 500), "all-in")
    assert (hand.asks[0].call, window(hand)) == (stack, next_raise)


def test_a_short_all_in_is_no_raise_of_the_cap_and_half_a_bet_is_one():
    for stack, left in ((24, 3), (25, 2)):
        hand = on_the_flop(500, stack, 500, 500, rules=PlayRules(raise_cap=3))
        act(hand, "bet 10", "all-in")
        assert raises_allowed(hand) == left


# -- spread limit ---------------------------------------------------------------------------------------------------------


def test_s0_12_spread_any_size_in_the_range_and_a_wider_one_later():
    hand = begin(500, 500, 500, stakes=SPREAD)
    assert window(hand) == (4, 7)  # the blind of 2 is the largest bet so far (S0.13), 5 the most to raise by
    act(hand, "call", "call", "check")
    assert window(hand) == (1, 5)
    act(hand, "bet 3")
    assert window(hand) == (6, 8)
    act(hand, "raise 8")
    assert window(hand) == (13, 13)
    act(hand, "call", "call")
    assert (hand.street, window(hand)) == ("turn", (1, 10))


def test_s0_12_a_size_outside_the_range_is_refused():
    hand = on_the_flop(500, 500, stakes=SPREAD)
    with pytest.raises(RaiseTooLarge, match="is to 5"):
        act(hand, "bet 6")


SPREAD_STUD = Stakes(limit="spread", ante=1, bring_in=1, min_bet=1, small_bet=5, big_bet=10)


def test_s2_3_in_spread_limit_any_bet_of_the_range_completes():
    # The document: the bet is one of the range, the bring-in is not added to it. So to 2–5, never to 6.
    cards = "As Ah 2d Ks Kh 3c Qs Qh 9c"
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=SPREAD_STUD, cards=cards)
    assert (hand.asks[0].seat, str(hand.asks[0].offers[-1])) == (1, "raise to 2–5")
    act(hand, "call")
    assert window(hand) == (2, 5)
    act(hand, "raise 4")
    assert window(hand) == (8, 9)  # by the largest bet so far, 4, up to 5


# -- pot limit ------------------------------------------------------------------------------------------------------------


def test_s0_12_pot_limit_the_raise_is_the_pot_after_the_call():
    # The rule's example: 50 in the pot, a bet of 10 and a call of 10: one may raise by 80, putting in 90.
    stakes = Stakes(limit="pot", small_blind=5, big_blind=10)
    hand = act(begin(1000, 1000, 1000, 1000, 1000, stakes=stakes), "call", "call", "call", "call", "check")
    assert hand.pot == 50
    act(hand, "bet 10", "call")
    assert window(hand) == (20, 90)
    act(hand, "raise 90")
    assert hand.stacks[3] == 1000 - 10 - 90
    # Now 160 in the pot and 90 to call: by 250, to 340.
    assert window(hand) == (170, 340)


def test_s0_12_pot_limit_bets_the_pot_at_most():
    stakes = Stakes(limit="pot", small_blind=5, big_blind=10)
    hand = act(begin(1000, 1000, stakes=stakes), "call", "check")
    assert window(hand) == (10, 20)
    with pytest.raises(RaiseTooLarge, match="to 20"):
        act(hand, "bet 21")


def test_s0_12_pot_limit_the_stack_may_be_less_than_the_pot():
    stakes = Stakes(limit="pot", small_blind=5, big_blind=10)
    hand = act(begin(25, 1000, stakes=stakes), "call", "check")
    assert window(hand) == (10, 15)


@each_choice("pot_before_flop", {"full blinds": (700, 700, 700, 700), "chips": (700, 600, 900, 600)})
def test_tda_54_the_first_raise_of_pot_limit(rules, expected):
    """Blinds of 100/200, first to act before the flop.

    As usual: 300 in the pot, 500 after a call of 200: to 700. Without a small blind, with a big-blind ante of 200, and
    with a big blind who has only 100, the chips alone make it 600, 900 and 600; by TDA 54 the blinds count in full and
    the ante not yet.
    """
    play = PlayRules(**rules)
    stakes = Stakes(limit="pot", small_blind=100, big_blind=200)
    with_ante = Stakes(limit="pot", small_blind=100, big_blind=200, ante=200, ante_kind="big_blind")
    deep = [10_000] * 4
    usual = begin(*deep, stakes=stakes, rules=play)
    dead = begin(*deep, stakes=stakes, rules=play, positions=Positions(4, 9, 2))
    ante = begin(*deep, stakes=with_ante, rules=play)
    short = begin(10_000, 100, 10_000, 10_000, stakes=stakes, rules=play)
    assert tuple(hand.asks[0].hi for hand in (usual, dead, ante, short)) == expected


def test_tda_54_after_the_flop_everything_in_the_pot_counts():
    stakes = Stakes(limit="pot", small_blind=100, big_blind=200, ante=200, ante_kind="big_blind")
    hand = act(begin(10_000, 10_000, 10_000, stakes=stakes), "call", "call", "check")
    assert window(hand) == (200, 800)


def test_s2_11_stud_may_be_played_pot_limit():
    # Three antes of 4, a bring-in of 2: complete to 5 or bet up to the pot after a call: 14 + 2 + 2 more = to 18.
    stakes = Stakes(limit="pot", ante=4, bring_in=2, min_bet=5)
    cards = "As Ah 2d Ks Kh 3c Qs Qh 9c"
    hand = begin(200, 200, 200, game="razz", stakes=stakes, cards=cards)
    assert (hand.asks[0].seat, str(hand.asks[0].offers[-1])) == (3, "raise to 5–12")
    act(hand, "call")
    assert window(hand) == (5, 18)


# -- no limit -------------------------------------------------------------------------------------------------------------


def test_s0_12_no_limit_any_size_up_to_all_in():
    hand = begin(100, 80, 60)
    assert window(hand) == (4, 60)
    act(hand, "all-in")
    assert window(hand) == (100, 100)  # a full raise would be to 118: all-in, or not at all


def test_s0_12_nobody_raises_players_who_are_all_in():
    hand = act(begin(100, 30, 30), "all-in", "call")
    assert (hand.asks[0].seat, window(hand)) == (2, None)


# -- completions ----------------------------------------------------------------------------------------------------------


@each_choice("completion", {"no raise": 3, "raise": 2})
def test_s2_3_whether_a_completion_counts_against_the_cap(rules, expected):
    cards = "As Ah 2d Ks Kh 2c Qs Qh 9c"
    play = PlayRules(raise_cap=3, **rules)
    hand = act(begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards, rules=play), "call")
    assert window(hand) == (2, 2)
    act(hand, "raise 2")
    assert raises_allowed(hand) == expected


@each_choice("completion", {"no raise": 3, "raise": 3})
def test_s2_2_opening_in_full_is_a_bet_and_no_completion(rules, expected):
    cards = "As Ah 2d Ks Kh 2c Qs Qh 9c"
    play = PlayRules(raise_cap=3, **rules)
    hand = act(begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards, rules=play), "raise 2")
    assert raises_allowed(hand) == expected


@pytest.mark.parametrize("limit", ["fixed", "spread", "pot", "no"])
@pytest.mark.parametrize("bring_in", [2, 4, 5])
def test_s2_3_after_a_completion_all_may_raise_also_who_has_called_the_bring_in(limit, bring_in):
    stakes = Stakes(limit=limit, ante=6, bring_in=bring_in, small_bet=6, big_bet=12, min_bet=6)
    cards = "As Ah 2d Ks Kh 3c Qs Qh 9c"
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=stakes, cards=cards)
    act(hand, "call", "call", "raise 6")
    assert (hand.asks[0].seat, hand.asks[0].call) == (1, 6 - bring_in)
    assert window(hand) is not None
    assert window(hand)[0] == 12
    act(hand, "call")
    assert (hand.asks[0].seat, window(hand)[0]) == (2, 12)


@pytest.mark.parametrize(("stack", "next_raise", "may_bring_in_raise"), [(4, (10, 10), False), (5, (15, 15), True)])
def test_a_completion_all_in_for_less_than_half_is_completed_still(stack, next_raise, may_bring_in_raise):
    # A bring-in of 3 in 10/20; the next player has 4 or 5 chips and puts them in.
    stakes = Stakes(limit="fixed", ante=1, bring_in=3, small_bet=10, big_bet=20)
    cards = "As Ah 2d Ks Kh 3c Qs Qh 9c"
    hand = begin(100, stack + 1, 100, game="seven-card-stud", stakes=stakes, cards=cards)
    act(hand, "call", "all-in")
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (3, stack, next_raise)
    act(hand, "call")
    assert (hand.asks[0].seat, window(hand) is not None) == (1, may_bring_in_raise)


# -- kill pots ------------------------------------------------------------------------------------------------------------


@each_choice("kill", {"none": (0, 2, 4, 4), "half": (3, 3, 6, 6), "full": (4, 4, 8, 8)})
def test_a_kill_raises_the_stakes_and_its_winner_posts(rules, expected):
    # 2/4, blinds 1 and 2; seat 3 has made a kill.
    posted, call, raised, late = expected
    hand = begin(100, 100, 100, 100, stakes=FIXED, rules=PlayRules(**rules), carried={"kill": 3})
    assert sum(event.amount for event in hand.events if event.kind == "kill" and event.seat == 3) == posted
    first = 4 if posted else 3  # the killer acts after all the others
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (first, call, (raised, raised))
    act(hand, *["call"] * 4)
    assert (hand.street, window(hand)) == ("flop", (call, call))
    act(hand, *["check"] * 4)
    assert (hand.street, window(hand)) == ("turn", (late, late))


def test_a_half_kill_is_rounded_up_to_whole_chips():
    stakes = Stakes(limit="fixed", small_blind=5, big_blind=10, small_bet=10, big_bet=20, unit=10)
    hand = begin(100, 100, 100, stakes=stakes, rules=PlayRules(kill="half"), carried={"kill": 3})
    assert [event.amount for event in hand.events if event.kind == "kill"] == [20]


def test_the_killers_blind_is_the_small_bet_of_the_raised_stakes():
    hand = begin(99, 99, 99, game="five-card-draw", stakes=FIXED, rules=PlayRules(kill="full"), carried={"kill": 3})
    assert [event.amount for event in hand.events if event.kind == "kill"] == [4]


def test_a_killer_who_has_a_blind_adds_what_is_missing():
    hand = begin(100, 100, 100, stakes=FIXED, rules=PlayRules(kill="full"), carried={"kill": 2})
    assert [(event.kind, event.amount) for event in hand.events if event.seat == 2][:2] == [
        ("big blind", 2),
        ("kill", 2),
    ]
    assert (hand.asks[0].seat, hand.asks[0].call) == (3, 4)


def test_a_killer_who_has_left_kills_nothing_and_no_limit_knows_no_kill():
    rules = PlayRules(kill="full")
    assert begin(100, 100, 100, stakes=FIXED, rules=rules, carried={"kill": 9}).asks[0].call == 2
    assert begin(100, 100, 100, rules=rules, carried={"kill": 3}).asks[0].call == 2
    spread = begin(100, 100, 100, stakes=SPREAD, rules=rules, carried={"kill": 3})
    assert (spread.asks[0].call, window(spread)) == (2, (4, 7))


ALL_WIN = "As Ah Ac 2d Ks Kh Kc Kd 3h 4c 8s 9s Jd"  # seat 1 of two has aces; the eight and more let no low in
SCOOP = "As Ah 2c 3d Ks Kh Qc Qd 4c 5s 8s Jh Td"  # seat 1 has aces and a low of 8-5-3-2-A... and there is no other low


@each_choice(
    "kill_when",
    {
        "two in a row": [({}, {"leg": 1}), ({"leg": 2}, {"leg": 1}), ({"leg": 1}, {"kill": 1, "leg": 1})],
        "scoop": [({}, {"kill": 1}), ({"leg": 1}, {"kill": 1})],
    },
)
def test_what_makes_a_kill(rules, expected):
    for carried, after in expected:
        hand = begin(
            50, 50, game="omaha8", stakes=FIXED, cards=SCOOP, rules=PlayRules(kill="full", **rules), carried=carried
        )
        act(hand, *["call"] * 8)
        assert hand.is_over
        assert hand.result.net[1] > 0
        assert dict(hand.result.carried) == after


@each_choice("kill_when", {"two in a row": {}, "scoop": {}})
def test_a_shared_pot_makes_no_kill(rules, expected):
    # Seat 1 has the aces, seat 2 the low.
    cards = "As Ah Kc Kd 2s 3h Qc Jd 4c 5s 8s Jh Td"
    hand = begin(50, 50, game="omaha8", stakes=FIXED, cards=cards, rules=PlayRules(kill="full", **rules))
    act(hand, *["call"] * 8)
    assert dict(hand.result.carried) == expected


@each_choice("kill_when", {"two in a row": {"leg": 2}, "scoop": {}})
def test_a_pot_that_all_others_folded_is_no_scoop(rules, expected):
    hand = begin(50, 50, 50, game="omaha8", stakes=FIXED, rules=PlayRules(kill="full", **rules))
    assert dict(act(hand, "fold", "fold").result.carried) == expected


@each_choice("kill_least", {0: {"leg": 1}, 4: {"leg": 1}, 5: {}})
def test_a_pot_below_the_smallest_counts_for_nothing(rules, expected):
    hand = begin(50, 50, game="holdem", stakes=FIXED, cards="As Ah Kc Kd", rules=PlayRules(kill="full", **rules))
    act(hand, *["call"] * 8)  # a pot of 4
    assert dict(hand.result.carried) == expected


def test_nothing_is_carried_where_the_house_knows_no_kill():
    hand = act(begin(50, 50, stakes=FIXED, cards="As Ah Kc Kd"), *["call"] * 8)
    assert dict(hand.result.carried) == {}


# -- the open pair --------------------------------------------------------------------------------------------------------

PAIRED = "As Ah 2d Ks Kh 9c Qs Qh 3c Jd 9d 4c"  # seat 2 shows nines on fourth street


@each_choice("open_pair", {"small bet": None, "small or big bet": 2})
def test_tda_rp_10_an_open_pair_on_fourth_street(rules, expected):
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=PAIRED, rules=PlayRules(**rules))
    act(hand, "call", "call", "call")
    assert (hand.street, hand.asks[0].seat) == ("fourth street", 2)
    if expected is None:
        assert window(hand) == (2, 2)
        return
    assert (window(hand), hand.asks[0].step) == ((2, 4), expected)
    with pytest.raises(NotOffered, match="to 2 or 4, not to 3"):
        act(hand, "bet 3")
    act(hand, "bet 2")
    assert (window(hand), hand.asks[0].step) == ((4, 6), 2)  # a small or a big raise
    act(hand, "raise 6")
    assert (window(hand), hand.asks[0].step) == ((10, 10), 0)  # after a big one only big ones
    act(hand, "call", "call")
    assert (hand.street, window(hand)) == ("fifth street", (4, 4))


def test_tda_rp_10_on_an_open_pair_who_has_not_the_big_bet_bets_the_small_one_or_all():
    stakes = Stakes(limit="fixed", ante=1, bring_in=3, small_bet=10, big_bet=20)
    play = PlayRules(open_pair="small or big bet")
    hand = begin(500, 15 + 4, 500, game="seven-card-stud", stakes=stakes, cards=PAIRED, rules=play)
    act(hand, "call", "call", "call")
    assert (hand.asks[0].seat, window(hand), hand.asks[0].step) == (2, (10, 15), 5)


def test_s0_13_on_an_open_pair_a_short_all_in_is_completed_to_a_small_bet_or_a_big_one():
    stakes = Stakes(limit="fixed", ante=1, bring_in=3, small_bet=10, big_bet=20)
    play = PlayRules(open_pair="small or big bet", short_all_in_raise="completed")
    for told, then in (("raise 20", ((30, 40), 10)), ("raise 30", ((50, 50), 0))):
        hand = begin(500, 500, 14 + 4, game="seven-card-stud", stakes=stakes, cards=PAIRED, rules=play)
        act(hand, "call", "call", "call", "bet 10", "all-in")
        assert (hand.asks[0].seat, window(hand), hand.asks[0].step) == (1, (20, 30), 10)
        act(hand, told)
        assert (window(hand), hand.asks[0].step) == then


@pytest.mark.parametrize(
    ("cards", "answers"),
    [
        ("As Ah 2d Ks Kh 9c Qs Qh 3c Jd 8d 4c", ["call", "call", "call"]),  # nobody has a pair
        ("As Ah 2d Ks Kh 9c Qs Qh 3c Jd 4c", ["call", "fold", "call"]),  # the nines have folded
        ("As Ah 2d Ks Kh 9c Qs Qh 3c Jd Kd 4c", ["call", "call", "call"]),  # the kings are hidden
    ],
)
def test_tda_rp_10_without_an_open_pair_of_a_player_still_in_the_bet_is_small(cards, answers):
    play = PlayRules(open_pair="small or big bet")
    hand = act(begin(100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards, rules=play), *answers)
    assert (hand.street, window(hand)) == ("fourth street", (2, 2))


def test_tda_rp_10_an_open_pair_of_fifth_street_changes_nothing():
    cards = "As Ah 2d Ks Kh 9c Qs Qh 3c Jd 8d 4c 7h 9d 5h"
    hand = begin(
        100, 100, 100, game="seven-card-stud", stakes=STUD, cards=cards, rules=PlayRules(open_pair="small or big bet")
    )
    while hand.street != "fifth street":
        act(hand, "call")
    assert (hand.asks[0].seat, window(hand)) == (2, (4, 4))


@pytest.mark.parametrize("game", ["stud8", "stud-hi-lo", "razz", "baseball"])
def test_tda_rp_10_an_open_pair_matters_in_stud_for_high_alone(game):
    hand = begin(100, 100, 100, game=game, stakes=STUD, cards=PAIRED, rules=PlayRules(open_pair="small or big bet"))
    act(hand, "call", "call", "call")
    assert (hand.street, window(hand)) == ("fourth street", (2, 2))


def test_an_open_pair_in_a_kill_pot_offers_the_raised_bets():
    hand = begin(
        100,
        100,
        100,
        game="seven-card-stud",
        stakes=STUD,
        cards=PAIRED,
        rules=PlayRules(open_pair="small or big bet", kill="full"),
        carried={"kill": 1},
    )
    act(hand, "call", "call", "call")
    assert (window(hand), hand.asks[0].step) == ((4, 8), 4)
    act(hand, "bet 8")
    assert window(hand) == (16, 16)


def test_a_live_post_in_fixed_limit_is_a_bet_that_others_raise():
    seats = (Seat(1, 100), Seat(2, 100), Seat(3, 100, live=2))
    hand = begin(seats=seats, positions=Positions(3, 1, 2), stakes=FIXED)
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (3, 0, (4, 4))


def test_a_big_blind_who_owes_a_post_too_has_bet_both():
    seats = (Seat(1, 100), Seat(2, 100, live=2), Seat(3, 100))
    hand = begin(seats=seats, positions=Positions(3, 1, 2), stakes=FIXED)
    assert (hand.asks[0].seat, hand.asks[0].call, window(hand)) == (3, 4, (6, 6))


def test_s0_12_with_antes_alone_the_first_bet_is_no_raise():
    stakes = Stakes(limit="fixed", ante=1, small_bet=2, big_bet=4)
    hand = begin(100, 100, 100, stakes=stakes, positions=Positions(3), rules=PlayRules(raise_cap=3))
    act(hand, "bet 2")
    assert raises_allowed(hand) == 3
