"""All-in and side pots, odd chips, rake (S0.6, S0.14, S2.7, S3.7; TDA 20, 21)."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import pytest

from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.games.betting_games import GAMES
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from tests.engine.rulebook.choices import each_choice
from tests.support.deals import FIXED, STUD, act, begin, random_start
from tests.support.shared import needs_shared, vectors


def all_in(hand: Hand) -> Hand:
    """Everybody puts in everything, then the hand runs out."""
    while not hand.is_over:
        act(hand, "all-in" if hand.asks[0].kind == "bet" else "call")
    return hand


def amounts(hand: Hand) -> list[tuple[int, tuple[int, ...]]]:
    return [(pot.amount, pot.eligible) for pot in hand.result.pots]


# -- side pots ------------------------------------------------------------------------------------------------------------


def test_s0_14_each_wins_from_the_others_only_as_much_as_was_put_in():
    cards = "As Ah Ks Kh Qs Qh Jc Td 8d 4c 3h"
    hand = act(begin(10, 30, 100, cards=cards), "raise 30", "call", "call")
    assert amounts(hand) == [(30, (1, 2, 3)), (40, (2, 3))]
    assert hand.result.net == {1: 20, 2: 10, 3: -30}


def test_s0_14_any_number_of_side_pots():
    # Stacks of 10, 20, 30, 40, 50, the best hand with the shortest: each wins the pot that is the highest it contests.
    cards = "As Ah Ks Kh Qs Qh Js Jh Ts Th 8d 7c 5h 3c 2d"
    hand = all_in(begin(10, 20, 30, 40, 50, cards=cards))
    assert amounts(hand) == [(50, (1, 2, 3, 4, 5)), (40, (2, 3, 4, 5)), (30, (3, 4, 5)), (20, (4, 5))]
    assert hand.result.net == {1: 40, 2: 20, 3: 0, 4: -20, 5: -40}


def test_s0_14_pots_that_the_same_players_contest_are_one():
    # Seat 3 folds after a bet of 20 each; seats 1 and 2 go on.
    cards = "As Ah Ks Kh 2s 3h Jc Td 8d 4c 3d"
    hand = begin(100, 100, 100, cards=cards)
    act(hand, "raise 20", "call", "call", "bet 30", "call", "fold", *["check"] * 4)
    assert amounts(hand) == [(120, (1, 2))]


def test_s0_14_an_uncalled_bet_comes_back():
    hand = act(begin(40, 100), "raise 80", "fold")
    assert hand.result.net == {1: -2, 2: 2}
    assert [(event.seat, event.amount) for event in hand.events if event.kind == "uncalled"] == [(2, 78)]


def test_s0_14_what_nobody_can_cover_comes_back():
    hand = act(begin(40, 100, cards="As Ah Ks Kh"), "all-in", "call")
    assert [(event.seat, event.amount) for event in hand.events if event.kind == "uncalled"] == [(2, 60)]
    assert amounts(hand) == [(80, (1, 2))]


def test_s0_14_who_folds_after_an_all_in_has_no_part_of_the_main_pot_either():
    cards = "2c 7d Ks Kh As Ah Qc Jd 9s 5h 3c"
    hand = act(begin(10, 50, 50, cards=cards), "call", "all-in", "call", "call", "bet 20", "fold")
    assert hand.result.net == {1: -10, 2: 20, 3: -10}


def test_s0_14_a_folders_chips_above_an_all_in_stay_in_the_side_pot():
    # Seat 1 is all-in for 10; seat 3 puts in 40 more, then folds; seats 2 and 4 show down.
    cards = "As Ah Ks Kh 2s 3h Qs Qh Jc Td 8d 4c 3d"
    hand = begin(10, 100, 100, 100, cards=cards)
    act(hand, "raise 50", "call", "call", "call", "bet 20", "fold", "call", *["check"] * 4)
    assert amounts(hand) == [(40, (1, 2, 4)), (160, (2, 4))]
    assert hand.result.net == {1: 30, 2: 90, 3: -50, 4: -70}


HUNDREDS = Stakes(limit="no", small_blind=50, big_blind=100)


def test_s1_2_what_a_newcomer_posted_and_nobody_left_can_match_stays_in_the_last_pot():
    # Seat 3 posts 100 live and folds; the others are all-in for less: 80, 40 and 70.
    seats = (Seat(1, 80), Seat(2, 40), Seat(3, 5000, 100), Seat(4, 70))
    cards = "As Ah Ks Kh 2s 3h Qs Qh Jc Td 8d 4c 3d"
    hand = act(begin(seats=seats, stakes=HUNDREDS, cards=cards, positions=Positions(4, 1, 2)), "fold", "call", "call")
    assert amounts(hand) == [(160, (1, 2, 4)), (90, (1, 4)), (40, (1,))]
    assert hand.result.net == {1: 210, 2: -40, 3: -100, 4: -70}


@pytest.mark.parametrize("stakes", [HUNDREDS, Stakes(limit="no", small_blind=100, big_blind=100)])
@pytest.mark.parametrize("posts", [(100, 0), (100, 100), (60, 100), (100, 60)])
@pytest.mark.parametrize("short", list(permutations((80, 60, 70))))
def test_s1_2_no_chip_is_lost_when_newcomers_fold_before_short_stacks(stakes, posts, short):
    # Seats 3 and 4 post and fold for free or not; the button and the blinds have less than the big blind.
    seats = (Seat(1, short[0]), Seat(2, short[1]), Seat(3, 900, posts[0]), Seat(4, 900, posts[1]), Seat(5, short[2]))
    hand = begin(seats=seats, stakes=stakes, positions=Positions(5, 1, 2))
    while not hand.is_over:
        act(hand, "fold" if hand.asks[0].seat in (3, 4) else "call")
    assert hand.result.net[3] == -posts[0]
    assert sum(hand.result.net.values()) == 0
    assert {seat for _amount, seats in amounts(hand) for seat in seats} == {1, 2, 5}
    assert sum(amount for amount, _seats in amounts(hand)) == sum(short) + sum(posts)


def test_s0_14_a_short_call_does_not_lower_what_others_must_call():
    hand = act(begin(100, 100, 100, 100, 20), "raise 50", "call", "call")
    assert [event.amount for event in hand.events if event.kind == "call"] == [50, 20]
    assert (hand.asks[0].seat, hand.asks[0].call) == (1, 49)


def test_s0_14_a_short_big_blind_does_not_lower_the_call():
    hand = begin(100, 1, 100)
    assert hand.asks[0].call == 2


def test_s0_14_an_all_in_player_still_draws_and_is_dealt_to():
    hand = begin(2, 100, 100, game="2-7-triple-draw", stakes=FIXED)
    act(hand, "call", "call", "check")
    assert (hand.asks[0].kind, hand.asks[0].seat) == ("draw", 1)
    hand = begin(2, 100, 100, game="seven-card-stud", stakes=STUD, cards="As Ah 2c Ks Kh 3c Qs Qh 4c")
    act(hand, "call", "call", "call")
    assert hand.view(1)["seats"][0]["all_in"]
    assert len(hand.view(1)["seats"][0]["cards"]) == 4


def test_s0_14_all_antes_go_to_the_main_pot():
    # Seat 1 has the ante and 4 chips more; of the antes of 5 it contests all fifteen.
    stakes = Stakes(small_blind=1, big_blind=2, ante=5)
    cards = "As Ah Ks Kh Qs Qh Jc Td 8d 4c 3h"
    hand = begin(9, 50, 50, stakes=stakes, cards=cards)
    act(hand, "raise 10", "call", "call", *["check"] * 6)
    assert amounts(hand) == [(27, (1, 2, 3)), (12, (2, 3))]


def test_s0_14_a_short_ante_contests_only_its_part():
    stakes = Stakes(small_blind=1, big_blind=2, ante=4)
    cards = "As Ah Ks Kh Qs Qh Jc Td 8d 4c 3h"
    hand = begin(3, 50, 50, stakes=stakes, cards=cards)
    act(hand, "call", "check", *["check"] * 6)
    assert amounts(hand) == [(9, (1, 2, 3)), (6, (2, 3))]
    assert hand.result.net == {1: 6, 2: 0, 3: -6}


def test_s0_14_a_dead_post_and_a_big_blind_ante_belong_to_the_main_pot_whole():
    # Seat 1 is all-in for 2; the ante of 6 that the big blind paid is contested by all.
    stakes = Stakes(small_blind=1, big_blind=2, ante=6, ante_kind="big_blind")
    cards = "Ks Kh Qs Qh As Ah Jc Td 8d 4c 3h"
    hand = begin(
        seats=(Seat(1, 50), Seat(2, 50), Seat(3, 5, dead=3)), positions=Positions(3, 1, 2), stakes=stakes, cards=cards
    )
    act(hand, "call", "call", "check", *["check"] * 6)
    assert amounts(hand) == [(6 + 6 + 3, (1, 2, 3))]
    assert hand.result.net == {1: -2, 2: -8, 3: 10}


def test_s0_14_a_button_ante_is_matched_by_nobody_and_contested_by_all():
    stakes = Stakes(small_blind=1, big_blind=2, ante=6, ante_kind="button")
    hand = act(begin(2, 50, 50, stakes=stakes, cards="As Ah"), "call", "call", "check", *["check"] * 6)
    assert amounts(hand) == [(6 + 6, (1, 2, 3))]


def test_s0_14_dead_money_is_in_the_main_pot_once_however_many_pots_there_are():
    seats = (Seat(1, 10), Seat(2, 20), Seat(3, 30), Seat(4, 34, dead=4))
    hand = all_in(begin(seats=seats, positions=Positions(4, 1, 2)))
    assert amounts(hand) == [(44, (1, 2, 3, 4)), (30, (2, 3, 4)), (20, (3, 4))]


def test_s0_14_a_raise_all_in_stays_within_the_limit():
    hand = act(begin(8, 100, 100, stakes=FIXED), "call", "all-in")
    assert [event.amount for event in hand.events if event.kind == "raise"] == [4]  # of 8 chips only a raise to 4


def test_s0_14_who_is_all_in_with_the_antes_alone_plays_for_them():
    stakes = Stakes(limit="fixed", ante=5, bring_in=1, small_bet=2, big_bet=4)
    hand = begin(5, 50, 50, game="seven-card-stud", stakes=stakes, cards="As Ah Ac Ks Kh 2c Qs Qh 3c")
    act(hand, "raise 2", "call", *["check"] * 8)
    assert amounts(hand) == [(15, (1, 2, 3)), (4, (2, 3))]


# -- odd chips ------------------------------------------------------------------------------------------------------------

TIE = "As Kh Ad Kc"  # two hands of ace and king
BOARD = "Ac Kd Qc Jd 9h"


def split_between(
    winners: tuple[int, int], button: int, pot: int, unit: int = 1, rules: PlayRules | None = None
) -> Hand:
    """Two players all-in from antes tie over a pot of so many chips, those above the antes dead money of the first."""
    ante = pot // 2
    first, second = winners
    return begin(
        seats=(Seat(first, ante + pot % 2, dead=pot % 2), Seat(second, ante)),
        stakes=Stakes(ante=ante, unit=unit),
        positions=Positions(button),
        cards=f"{TIE} {BOARD}",
        rules=rules,
    )


@each_choice("odd_chip_board", {"left of the button": {7: 51, 3: 50}, "first to act": {7: 51, 3: 50}})
def test_tda_20_the_odd_chip_goes_to_the_first_seat_left_of_the_button(rules, expected):
    """Who acts first on the last round is the first player from the button's left who is still in.

    So the two ways of saying it come to the same seat in every hand; both stand because houses write both.
    """
    assert split_between((3, 7), button=5, pot=101, rules=PlayRules(**rules)).stacks == expected


def test_s0_14_three_who_tie_have_the_odd_chips_one_each_clockwise():
    # 101 chips, seats 2, 6 and 8, the button at 7: 8 and 2 have one more than 6.
    hand = begin(
        seats=(Seat(2, 33), Seat(6, 33), Seat(8, 35, dead=2)),
        stakes=Stakes(ante=33),
        positions=Positions(7),
        cards="As Kh Ad Kc Ah Ks Ac Kd Qc Jd 9h",
    )
    assert hand.stacks == {8: 34, 2: 34, 6: 33}


def omaha8_quarter() -> Hand:
    """110 chips of 5, the button at seat 9: seats 1 and 4 tie for high, seat 4 alone has a low."""
    # Both have kings and queens with the board's ace; seat 4 also the low 8-7-3-2-A.
    return begin(
        seats=(Seat(1, 55), Seat(4, 55)),
        game="omaha8",
        stakes=Stakes(ante=55, unit=5),
        positions=Positions(9),
        cards="Kh Qs 9s 9h Kc Qd 2s 3s Ac Kd Qh 8c 7d",
    )


def test_tda_20_the_odd_chip_between_high_and_low_goes_to_high_and_among_the_highs_to_the_left():
    hand = omaha8_quarter()
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [
        ("high", {1: 30, 4: 25}),
        ("eight-or-better", {4: 55}),
    ]


def test_s0_6_halves_of_an_odd_pot_the_high_hand_has_the_chip():
    # 101: seat 1 has aces, seat 2 the low.
    hand = begin(
        seats=(Seat(1, 51, dead=1), Seat(2, 50)),
        game="omaha8",
        stakes=Stakes(ante=50),
        positions=Positions(2),
        cards="As Ah Kc Kd 2s 3h Qc Jd 4c 5s 8s Jh Td",
    )
    assert [(key, dict(won)) for key, won in hand.result.pots[0].shares] == [
        ("high", {1: 51}),
        ("eight-or-better", {2: 50}),
    ]


def test_tda_20_d_two_wheels_in_omaha_8_share_as_evenly_as_can_be():
    # 66 chips: 33 and 33, not 17 and 17 of both halves to one of them.
    cards = "As 2s Kc Qd Ah 2h Kd Qc 3c 4d 5s Th Jd"
    hand = begin(33, 33, game="omaha8", stakes=Stakes(ante=33), positions=Positions(2), cards=cards)
    assert hand.stacks == {1: 33, 2: 33}
    odd = begin(
        seats=(Seat(1, 34, dead=1), Seat(2, 33)),
        game="omaha8",
        stakes=Stakes(ante=33),
        positions=Positions(2),
        cards=cards,
    )
    assert odd.stacks == {1: 34, 2: 33}


def test_tda_21_each_side_pot_is_split_apart():
    # Two pots of 300 in chips of 100: 200 and 100 of each, so 400 and 200 in all; one pot of 600 would give 300 and 300.
    hand = begin(
        250,
        250,
        100,
        stakes=Stakes(small_blind=50, big_blind=100, unit=100),
        cards=f"{TIE} 7s 2h {BOARD}",
    )
    all_in(hand)
    assert amounts(hand) == [(300, (1, 2, 3)), (300, (1, 2))]
    assert hand.stacks == {1: 400, 2: 200, 3: 0}


@pytest.mark.parametrize(
    ("unit", "shares"),
    [(1, (34, 33, 33)), (5, (35, 35, 30)), (25, (50, 25, 25)), (100, (100, 0, 0))],
)
def test_tda_20_odd_chips_are_broken_into_the_smallest_chip_in_play_and_no_further(unit, shares):
    hand = begin(
        seats=(Seat(1, 34, dead=1), Seat(2, 33), Seat(3, 33)),
        stakes=Stakes(ante=33, unit=unit),
        positions=Positions(3),
        cards="As Kh Ad Kc Ah Ks Ac Kd Qc Jd 9h",
    )
    assert tuple(hand.stacks.values()) == shares


def test_what_is_no_whole_chip_is_lost_to_nobody():
    # 103 in chips of 5: twenty chips and 3 over, which go with the first.
    hand = begin(
        seats=(Seat(1, 53, dead=3), Seat(2, 50)),
        stakes=Stakes(ante=50, unit=5),
        positions=Positions(2),
        cards=f"{TIE} {BOARD}",
    )
    assert hand.stacks == {1: 53, 2: 50}


@needs_shared
def test_tda_20_the_published_odd_chips():
    cases = {case["id"]: case for case in vectors("tda")["odd_chips"]}
    assert set(cases) == {
        "odd-board",
        "odd-board-2chips",
        "odd-stud",
        "odd-quarter",
    }  # the stud one stands in test_stud

    def expected(key: str) -> dict[int, int]:
        return {int(seat): chips for seat, chips in cases[key]["expected"].items()}

    assert split_between((3, 7), button=cases["odd-board"]["btn"], pot=101).stacks == expected("odd-board")
    assert expected("odd-board-2chips") == {8: 34, 2: 34, 6: 33}
    assert omaha8_quarter().stacks == expected("odd-quarter")


def in_fives(start: Start) -> Start:
    """The same hand for five times the chips, the smallest of which is a five times larger one."""
    amounts = ("small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "min_bet", "unit")
    caps = ("rake_flat", "rake_cap", "rake_cap_short", "rake_cap_two", "kill_least")
    return replace(
        start,
        stakes=replace(start.stakes, **{name: 5 * getattr(start.stakes, name) for name in amounts}),
        rules=replace(start.rules, **{name: 5 * getattr(start.rules, name) for name in caps}),
        seats=tuple(Seat(number, 5 * stack, 5 * live, 5 * dead) for number, stack, live, dead in start.seats),
        bomb=5 * start.bomb,
    )


@pytest.mark.parametrize("game", GAMES)
def test_s0_14_larger_chips_change_nothing_but_their_worth(game):
    """What is offered, won and raked is five times as much, to the chip, in every game and under any house rules."""
    for seed in range(8):
        rng = random.Random(f"{game} {seed}")
        start = random_start(rng, game)
        order = list(deck_of(GAMES[game], start.rules))
        rng.shuffle(order)
        hand, larger = (Hand(one, Deck.of(order, b"reshuffles")) for one in (start, in_fives(start)))
        while not hand.is_over:
            ask, same = hand.asks[0], larger.asks[0]
            assert (ask.seat, ask.kind, 5 * ask.call) == (same.seat, same.kind, same.call)
            if ask.kind in ("bet", "bring-in"):
                assert (5 * ask.lo, 5 * ask.hi, 5 * ask.step) == (same.lo, same.hi, same.step)
            decision = ask.sample(rng)
            hand.answer(ask.number, decision)
            chips = 5 * decision.amount if decision.verb == "raise" else decision.amount
            larger.answer(same.number, decision._replace(amount=chips))
        assert {seat: 5 * chips for seat, chips in hand.result.net.items()} == larger.result.net
        assert [5 * pot.rake for pot in hand.result.pots] == [pot.rake for pot in larger.result.pots]


# -- rake -----------------------------------------------------------------------------------------------------------------


def raked(stacks: tuple[int, ...], unit: int = 1, **rules) -> int:
    """The rake of a hand in which everybody goes all-in."""
    return all_in(
        begin(*stacks, rules=PlayRules(**rules), stakes=Stakes(small_blind=1, big_blind=2, unit=unit))
    ).result.rake


@each_choice("rake_percent", {0: 0, 5: 5, 10: 10, 20: 20})
def test_s3_7_a_part_of_the_pot_in_per_cent(rules, expected):
    assert raked((50, 50), **rules) == expected
    assert raked((50, 80), **rules) == expected  # what comes back uncalled pays nothing


@each_choice("rake_flat", {0: (5, 5), 3: (8, 5), 200: (100, 5)})
def test_s3_7_a_flat_sum_besides_the_per_cent(rules, expected):
    """The whole pot at most; the cap holds for both together."""
    assert raked((50, 50), rake_percent=5, **rules) == expected[0]
    assert raked((50, 50), rake_percent=5, rake_cap=5, **rules) == expected[1]
    assert raked((50, 50), unit=5, **rules) == {0: 0, 3: 0, 200: 100}[rules["rake_flat"]]


@each_choice("rake_cap", {0: 10, 3: 3, 100: 10})
def test_s3_7_the_most_that_is_taken_of_a_hand(rules, expected):
    assert raked((50, 50), rake_percent=10, **rules) == expected
    # Once a hand, however many pots there are: 150 and 100.
    assert raked((50, 100, 100), rake_percent=10, **rules) == (25 if expected == 10 else expected)


@each_choice("rake_cap_short", {0: (6, 6, 6, 6), 2: (2, 2, 2, 6)})
def test_s3_7_a_cap_of_its_own_for_three_and_four(rules, expected):
    taken = [raked((50,) * count, rake_percent=10, rake_cap=6, **rules) for count in (2, 3, 4, 5)]
    assert tuple(taken) == expected


@each_choice("rake_cap_two", {0: (6, 6), 1: (1, 6)})
def test_s3_7_and_one_for_two(rules, expected):
    assert tuple(raked((50,) * count, rake_percent=10, rake_cap=6, **rules) for count in (2, 3)) == expected
    assert raked((50, 50), rake_percent=10, rake_cap=6, rake_cap_short=3, **rules) == (
        expected[0] if expected[0] == 1 else 3
    )


@each_choice("rake_rounding", {"down": (7, 7, 5), "nearest": (8, 7, 10), "up": (8, 8, 10)})
def test_s3_7_rounding_to_whole_chips(rules, expected):
    # 5 % of 150 is 7.5, of 146 it is 7.3; in chips of 5, 7.5 is one chip or two.
    taken = (raked((75, 75), rake_percent=5, **rules), raked((73, 73), rake_percent=5, **rules))
    assert (*taken, raked((75, 75), unit=5, rake_percent=5, **rules)) == expected


@each_choice("no_flop_no_drop", {True: (0, 0, 0, 1), False: (1, 1, 1, 1)})
def test_no_flop_no_drop(rules, expected):
    play = PlayRules(rake_percent=10, rake_rounding="up", **rules)
    before_flop = act(begin(50, 50, 50, rules=play), "raise 6", "fold", "fold")
    before_draw = act(begin(50, 50, 50, game="five-card-draw", rules=play), "raise 6", "fold", "fold")
    doors = "As Ah 2c Ks Kh 3c Qs Qh 4c"
    third = begin(50, 50, 50, game="seven-card-stud", stakes=STUD, cards=doors, rules=play)
    act(third, "call", "raise 2", "fold", "fold")
    on_flop = act(begin(50, 50, rules=play), "call", "check", "bet 2", "fold")
    assert tuple(hand.result.rake for hand in (before_flop, before_draw, third, on_flop)) == expected


def test_rake_never_depends_on_who_wins():
    """Four all-ins for 51, 102, 145 and 204, the four hands dealt in every order; 5 %, at most 3 a hand."""
    hands = ("As Ah", "Ks Kh", "Qs Qh", "Js Jh")
    board = "2c 7d 8h 3s Td"
    rakes, winners = set(), set()
    for order in permutations(hands):
        hand = begin(51, 102, 145, 204, cards=f"{' '.join(order)} {board}", rules=PlayRules(rake_percent=5, rake_cap=3))
        all_in(hand)
        rakes.add((hand.result.rake, tuple(pot.rake for pot in hand.result.pots)))
        winners.add(tuple(hand.result.net.items()))
        assert sum(hand.result.net.values()) + hand.result.rake == 0
    assert len(rakes) == 1
    assert next(iter(rakes))[0] == 3
    assert len(winners) > 4


def test_rake_of_several_pots_is_shared_among_them_in_whole_chips():
    # 10 % of 150 + 100 is 25, in chips of 5: 15 of the main pot, 10 of the side pot.
    hand = begin(50, 100, 100, rules=PlayRules(rake_percent=10), stakes=Stakes(small_blind=5, big_blind=10, unit=5))
    all_in(hand)
    assert [(pot.amount, pot.rake) for pot in hand.result.pots] == [(150, 15), (100, 10)]
    assert all(sum(sum(won.values()) for _key, won in pot.shares) == pot.amount - pot.rake for pot in hand.result.pots)


@pytest.mark.parametrize("stacks", [(1, 5, 15, 15), (15, 1, 5, 15), (1, 2, 3, 4, 4), (3, 3, 20, 20)])
def test_no_pot_pays_more_rake_than_there_is_in_it(stacks):
    # Stacks smaller than the smallest chip, of which a whole one is taken.
    stakes = Stakes(limit="no", small_blind=1, big_blind=1, unit=25)
    hand = all_in(begin(*stacks, stakes=stakes, rules=PlayRules(rake_percent=5, rake_rounding="up")))
    assert hand.result.rake == min(25, sum(pot.amount for pot in hand.result.pots))
    assert all(0 <= pot.rake <= pot.amount for pot in hand.result.pots)
    assert all(chips >= 0 for pot in hand.result.pots for _key, won in pot.shares for chips in won.values())


@pytest.mark.parametrize("game", ["five-card-draw", "badugi", "seven-card-stud", "razz", "no-peek", "omaha8"])
def test_rake_is_taken_in_every_game_that_goes_on(game):
    has_blinds = GAMES[game].has_blinds
    blinds = {"small_blind": 5, "big_blind": 10} if has_blinds else {"ante": 5, "bring_in": 5}
    stakes = Stakes(limit="fixed", small_bet=10, big_bet=20, **blinds)
    hand = begin(500, 500, game=game, stakes=stakes, rules=PlayRules(rake_percent=20))
    while not hand.is_over:
        act(hand, "draw" if hand.asks[0].kind == "draw" else "call")
    assert sum(pot.amount for pot in hand.result.pots) == (10 if game == "no-peek" else 20)
    assert hand.result.rake == (2 if game == "no-peek" else 4)
