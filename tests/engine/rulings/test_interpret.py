"""The floor's "what was that action?": the worked examples of the rules, both sides of every house rule, and laws."""

from __future__ import annotations

import io
import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.betting.hand import Seat, Stakes
from engine.errors import EngineError
from engine.games.betting_games import GAMES
from engine.games.decisions import Decision
from engine.house_rules import BadRule, declared, preset, resolve
from engine.rulings import (
    CITED,
    MESSAGES,
    TURNS,
    BadMotion,
    BadSituation,
    FloorRules,
    Motion,
    Situation,
    interpret,
)
from engine.rulings.floor_rules import OBEYED, PLAYED, SHOWN
from tests.support.accepted import accepted_hand as deal
from tests.support.budget import budget
from tests.support.deals import FIXED, NO_LIMIT, STUD, act, begin
from tests.support.shared import needs_shared, vectors

TDA = FloorRules(voice_or_chips="first binds", several_chips="half")


def did(*motions) -> list[Motion]:
    """Motions in a line: words, chips (a tuple), or both (words, *chips)."""
    made = []
    for motion in motions:
        if isinstance(motion, str):
            made.append(Motion(said=motion))
        elif isinstance(motion, tuple):
            words = motion[0] if isinstance(motion[0], str) else ""
            made.append(Motion(said=words, chips=tuple(one for one in motion if not isinstance(one, str))))
        else:
            made.append(motion)
    return made


def ruled(facing: Situation, *motions, rules: FloorRules = FloorRules(), **more):  # noqa: B008 - frozen
    return interpret(facing, did(*motions), rules, **more)


def told(verdict) -> str:
    """A verdict in a line: the decision, what goes back or is owed; or who has to speak."""
    if verdict.decision is None:
        return f"{verdict.asks}: {', '.join(offer.verb for offer in verdict.options)}"
    more = f" -{verdict.returned}" if verdict.returned else f" +{verdict.owed}" if verdict.owed else ""
    return f"{verdict.decision}{more}"


def cited(verdict) -> set[str]:
    return set(verdict.rules)


OPEN = Situation(stack=10_000, least_bet=200, pot=600)  # nobody has bet
BET = Situation(stack=10_000, level=1000, step=1000, least_bet=200, pot=2000)  # 1000 to call, a raise is to 2000
RAISED = Situation(stack=10_000, level=1100, step=600, least_bet=500, pot=2350)  # TDA 45: 1100 to call, raised by 600
LIMIT = Situation(stack=1000, limit="fixed", level=20, step=10, least_bet=10, pot=60)

# -- S1.4, as the club's document has it ------------------------------------------------------------------------------


def test_s1_4_one_chip_of_100_to_a_bet_of_25_is_a_call_of_25():
    verdict = ruled(Situation(stack=1000, level=25, step=25, least_bet=2, pot=40), (100,))
    assert (told(verdict), verdict.action, verdict.to) == ("call -75", "call", 25)
    assert cited(verdict) == {"S1.4", "TDA 44"}
    assert str(verdict.why[0]) == "One chip of 100 put in without a word is a call of 25."


@pytest.mark.parametrize("chips", [(2,), (1, 1, 1), (5, 5)])
def test_s1_4_with_no_bet_standing_all_chips_put_in_are_the_bet(chips):
    verdict = ruled(Situation(stack=100, least_bet=2, pot=16), chips)
    assert (verdict.action, verdict.to, verdict.returned) == ("bet", sum(chips), 0)


def test_s1_4_several_chips_without_a_word_are_all_bet():
    assert told(ruled(RAISED, (1000, 500, 500))) == "raise 2000"
    assert told(ruled(RAISED, (1000, 100))) == "call"


def test_s1_4_chips_between_a_call_and_a_raise_are_made_up_to_the_raise():
    verdict = ruled(RAISED, (1000, 100, 100, 100))
    assert (told(verdict), verdict.returned) == ("raise 1700 +400", 0)
    assert {"S1.4", "S0.13"} <= cited(verdict)


def test_s1_4_once_by_or_to_is_said_the_chips_may_follow_slowly():
    assert told(ruled(BET, "raise to 3000", (1000,), (1000,), (1000,))) == "raise 3000"
    assert told(ruled(BET, "raise by 2000", (1000,))) == "raise 3000 +2000"


def test_s1_4_a_string_bet_is_its_first_motion():
    verdict = ruled(BET, (500, 500), (1000, 1000))
    assert told(verdict) == "call -2000"
    assert {"TDA 42", "TDA 56"} <= cited(verdict)
    assert told(ruled(OPEN, (500,), (500,))) == "raise 500 -500"


def test_s1_4_a_call_and_then_a_raise_is_a_string_bet():
    assert told(ruled(BET, "call and raise 500")) == "call +1000"
    assert told(ruled(BET, "call", "raise to 5000")) == "call +1000"
    assert told(ruled(BET, (500, 500), "raise to 5000", (5000,))) == "call -5000"


def test_s1_4_check_is_said_or_tapped():
    assert told(ruled(OPEN, "check")) == "call"
    verdict = ruled(OPEN, Motion(taps=1))
    assert (told(verdict), verdict.action) == ("call", "check")


def test_s0_13_a_declared_raise_is_at_least_the_largest():
    facing = Situation(stack=1000, level=60, step=50, least_bet=10, pot=80)
    assert told(ruled(facing, "raise to 80")) == "raise 110 +110"
    assert told(ruled(facing, "raise to 110")) == "raise 110 +110"


# -- the TDA's examples, our own copies -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facing", "motions", "expected", "rule"),
    [
        (BET, [(5000,)], "call -4000", "TDA 44"),
        (OPEN, [(5000,)], "raise 5000", "TDA 44"),
        (BET, [("raise", 5000)], "raise 5000", "TDA 44"),
        (BET, ["raise", (5000,)], "raise 5000", "TDA 44"),
        (BET, [(5000,), "raise"], "call -4000", "TDA 40-A"),
        (Situation(stack=9000, level=1200, step=1200, least_bet=100), [(1000, 1000)], "call -800", "TDA 45-A"),
        (RAISED, [(500, 1000)], "call -400", "TDA 45-A"),
        (RAISED, [(1000, 100, 100, 100, 100, 100)], "raise 1700 +200", "TDA 45-B"),
        (RAISED, [(1000, 100, 100, 100)], "call -200", "TDA 45-B"),
        (Situation(stack=9000, level=1400, step=1400), [(1000, 500, 500, 500)], "raise 2800 +300", "TDA 43-A"),
        (Situation(stack=9000, level=1400, step=1400), [(1000, 500, 500)], "call -600", "TDA 43-A"),
        (Situation(stack=2500, level=1400, step=1400), [(1000, 500, 500, 500)], "raise 2500", "TDA 45-B"),
        (Situation(stack=2000, level=1400, step=1400), [(1000, 500, 500)], "raise 2000", "TDA 45-B"),
        (Situation(stack=2000, level=1050, step=1050, least_bet=50), [(1000, 1000)], "call -950", "TDA 45-A"),
        (Situation(stack=5000, level=325, step=325, least_bet=100), [(500, 25)], "raise 650 +125", "TDA 43-A"),
        (BET, ["fourteen hundred"], "call +1000", "TDA 43-A"),
        (BET, ["fifteen hundred"], "raise 2000 +2000", "TDA 43-A"),
        (BET, ["raise, fourteen hundred"], "raise 2000 +2000", "TDA 43-A"),
        (Situation(stack=50_000, level=2000, step=2000), ["Raise, eight thousand"], "raise 8000 +8000", "TDA 43-B"),
        (OPEN, ["call"], "call", "TDA 55"),
        (OPEN, ["fold"], "fold", "TDA 58"),
    ],
)  # fmt: skip
def test_tda_examples(facing, motions, expected, rule):
    verdict = ruled(facing, *motions, rules=TDA)
    assert told(verdict) == expected
    assert rule in cited(verdict)


@pytest.mark.parametrize(("pot", "bet"), [(4999, 500), (600, 500), (5000, 5000), (90_000, 5000)])
@pytest.mark.parametrize("words", ["I bet five", "bet 5", "5ベット", "five"])
def test_tda_57_shorthand_means_the_most_that_the_pot_covers(pot, bet, words):
    verdict = ruled(Situation(stack=90_000, least_bet=400, pot=pot), words)
    assert verdict.decision == Decision("raise", bet)
    assert "TDA 57" in cited(verdict)


def test_tda_57_chips_show_what_shorthand_means_and_a_legal_number_is_itself():
    facing = Situation(stack=90_000, least_bet=400, pot=900)
    assert told(ruled(facing, ("five", 5000))) == "raise 5000"
    assert told(ruled(Situation(stack=600, least_bet=2, pot=900), "I bet five")) == "raise 5 +5"
    assert told(ruled(facing, "bet 300")) == "raise 400 +400"  # too little, but no shorthand
    blind = Situation(stack=20_000, level=400, step=400, least_bet=400, pot=600)
    assert told(ruled(blind, "five")) == told(ruled(blind, "raise five")) == "raise 800 +800"  # 500, made up
    assert told(ruled(blind, "five", rules=TDA)) == "call +400"
    assert told(ruled(blind, "raise by five")) == "raise 900 +900"
    assert told(ruled(blind, "twelve")) == "raise 1200 +1200"
    assert told(ruled(blind, "four")) == "call +400"
    assert told(ruled(facing, "bet one")) == "raise 1000 +1000"  # a hundred is not half of a bet
    part = Situation(stack=20_000, bet=900, level=1000, step=1000, least_bet=200, pot=3000)
    assert told(ruled(part, "raise sixty")) == "raise 6000 +5100"
    assert str(ruled(BET, "2.5にレイズ").why[1]).startswith("“2.5” means 2500")
    assert str(ruled(blind, "four").why[1]).startswith("“4” means 400")
    assert told(ruled(blind, "100")) == "floor: fold, call"  # in figures it is what it is
    assert told(ruled(BET, "raise two point five")) == "player: fold, call, raise"
    assert told(ruled(BET, "2.5にレイズ")) == "raise 2500 +2500"


@pytest.mark.parametrize(
    ("new", "back", "expected"),
    [
        ((1000,), (), "call -450"),  # an overchip on the chips left alone
        ((500, 500), (), "call -450"),  # every new chip is needed
        ((100, 500), (), "call -50"),
        ((1000, 500), (), "raise 1550"),  # one is not
        ((1000,), (25, 25), "call -400"),  # all taken back, an overchip
        ((500, 100), (25, 25), "call"),
        ((1000, 500), (25, 25), "raise 1500"),
        ((1000,), (25,), "raise 1150 +125"),  # partly taken back: all count together, and half of 550 is reached
        ((500, 100), (25,), "call -25"),
    ],
)
def test_tda_46_chips_of_the_earlier_bet(new, back, expected):
    facing = Situation(stack=9950, bet=50, level=600, step=550, least_bet=50, pot=675, front=(25, 25))
    verdict = ruled(facing, Motion(chips=new, taken_back=back), rules=TDA)
    assert told(verdict) == expected


def test_tda_46_chips_that_cover_the_call_count_with_the_new_ones():
    facing = Situation(stack=9900, bet=100, level=700, step=600, least_bet=100, pot=850, front=(1000,))
    assert told(ruled(facing, (500,), rules=TDA)) == "raise 1500"
    assert told(ruled(facing, "call")) == "call -300"
    blind = Situation(stack=9800, bet=200, level=200, step=200, least_bet=200, pot=500)  # the option of the big blind
    assert told(ruled(blind, (500,))) == "raise 700"
    assert told(ruled(blind, (100,), rules=TDA)) == "raise 400 +100"
    assert told(ruled(blind, (50,), rules=TDA)) == "call -50"


def test_tda_46_who_takes_chips_back_must_call_or_raise():
    facing = Situation(stack=9950, bet=50, level=600, step=550, least_bet=50, pot=675, front=(25, 25))
    for motions in ([Motion(taken_back=(25,))], [Motion(taken_back=(25,)), Motion(said="fold")]):
        verdict = interpret(facing, motions)
        assert told(verdict) == "player: call, raise"
        assert "TDA 46-B" in cited(verdict)
        assert verdict.owed == 25


def test_tda_49_who_puts_in_what_they_were_told_has_accepted_the_bet():
    assert told(ruled(RAISED, (1000,), told=1000)) == "call +100"
    assert told(ruled(RAISED, "one thousand", told=1000)) == "call +1100"
    assert "TDA 49" in cited(ruled(RAISED, "call", told=1000))
    assert told(ruled(RAISED, (1000,), told=900)) == "floor: fold, call"


def test_tda_51_a_word_commits_to_the_full_action():
    assert told(ruled(BET, "call", (500,))) == "call +500"
    assert told(ruled(BET, "raise", (500,))) == "raise 2000 +1500"


def test_tda_54_pot():
    limit = Situation(stack=9000, limit="pot", level=10, step=10, least_bet=10, pot=70)  # S0.12
    assert told(ruled(limit, "pot")) == "raise 90 +90"
    assert told(ruled(limit, "ポット")) == "raise 90 +90"
    assert told(ruled(limit, "raise to 500")) == "raise 90 +90"
    assert told(ruled(limit, (100, 100))) == "raise 90 -110"
    assert told(ruled(limit, "all in")) == "raise 90 +90"
    assert told(ruled(limit, "half pot")) == "player: fold, call, raise"
    preflop = Situation(stack=9000, limit="pot", level=200, step=200, least_bet=200, pot=300)
    assert told(ruled(preflop, "I raise the pot")) == "raise 700 +700"
    assert told(ruled(BET, "pot")) == "player: raise"
    assert told(ruled(BET, ("pot", 500))) == "raise 2000 +1500"
    assert told(ruled(LIMIT, "pot")) == "raise 30 +30"


def test_tda_55_check_to_a_bet_leaves_a_call_or_a_fold():
    for motion in ("check", "チェック", Motion(taps=2)):
        verdict = ruled(BET, motion)
        assert told(verdict) == "player: fold, call"
        assert "TDA 55" in cited(verdict)


def test_tda_55_raise_with_no_bet_is_a_bet():
    assert told(ruled(OPEN, "raise to 100")) == "raise 200 +200"
    assert ruled(OPEN, "raise 1000").action == "bet"


# -- limits -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("motions", "expected"),
    [
        ([(10, 10, 5)], "raise 30 +5"),  # half a bet
        ([(10, 10, 1, 1, 1, 1)], "call -4"),
        ([(10, 10, 10, 10, 10)], "raise 30 -20"),
        ([(100,)], "call -80"),
        (["raise"], "raise 30 +30"),
        (["raise to 500"], "raise 30 +30"),
        (["all in"], "raise 30 +30"),
        (["レイズ"], "raise 30 +30"),
    ],
)
@pytest.mark.parametrize("several", ["all count", "half"])
def test_s0_12_fixed_limit_knows_one_size_and_half_of_it(motions, expected, several):
    assert told(ruled(LIMIT, *motions, rules=FloorRules(several_chips=several))) == expected


def test_s0_12_the_spread_is_kept_to():
    facing = Situation(stack=1000, limit="spread", level=3, step=3, least_bet=1, most_bet=5, pot=10)
    assert told(ruled(facing, "raise to 20")) == "raise 8 +8"
    assert told(ruled(facing, (1,) * 7)) == "raise 7"
    assert told(ruled(Situation(stack=9, limit="spread", least_bet=1, most_bet=5), (5, 3))) == "raise 5 -3"


def test_s0_12_at_the_cap_a_raise_is_a_call():
    for motions in (["raise"], ["all in"], ["raise to 60"], ["pot"], ["minimum raise"], [(50, 10)], ["sixty"]):
        assert ruled(CAPPED, *motions).decision == Decision("call")


def test_s0_14_more_than_the_stack_is_all_in():
    assert told(ruled(BET, "raise to 50000")) == "raise 10000 +10000"
    assert ruled(BET, "オールイン").is_all_in
    short = Situation(stack=700, level=1000, step=1000, pot=2000)
    assert told(ruled(short, "all in")) == "call +700"
    assert told(ruled(short, (500, 100, 100))) == "call"
    assert ruled(short, "call").is_all_in


def test_too_little_to_open_is_made_up_to_the_least_bet():
    assert told(ruled(OPEN, (100,))) == "raise 200 +100"
    assert told(ruled(OPEN, "one hundred")) == "raise 200 +200"
    assert told(ruled(Situation(stack=150, least_bet=200, pot=300), (100,))) == "raise 150 +50"


def test_an_amount_that_no_chips_make_is_rounded_down():
    facing = Situation(stack=10_000, level=100, step=100, least_bet=100, pot=300, chip=25)
    assert told(ruled(facing, "raise to 460")) == "raise 450 +450"


def test_a_number_said_alone_may_be_the_price_of_the_call():
    facing = Situation(stack=9900, bet=100, level=200, step=200, least_bet=200, pot=300)
    assert told(ruled(facing, "one hundred")) == told(ruled(facing, "two hundred")) == "call +100"


def test_where_two_sizes_are_open_what_lies_between_is_the_lower():
    assert [told(ruled(PAIR, chips)) for chips in [(10,), (10, 5), (10, 10), (25,)]] == [
        "raise 10", "raise 10 -5", "raise 20", "raise 20 -5",
    ]  # fmt: skip


def test_a_bring_in_is_forced_and_may_be_completed():
    facing = Situation(
        stack=500, limit="fixed", level=5, step=15, least_bet=20, pot=24, window=(20, 20), is_bring_in=True
    )
    for motion in ("fold", "check", "I bring it in", (1,), (25,), Motion(is_cards_forward=True)):
        verdict = ruled(facing, motion)
        assert (told(verdict).split()[0], verdict.action) == ("call", "bring-in")
    assert ruled(facing, "complete").action == "bet"
    assert told(ruled(facing, (10, 10))) == "raise 20"
    after = Situation(stack=500, limit="fixed", level=5, step=15, least_bet=20, pot=29, may_complete=True)
    assert (told(ruled(after, "complete")), ruled(after, "complete").action) == ("raise 20 +20", "complete")
    small_blind = Situation(stack=99, bet=1, level=2, step=2, least_bet=2, pot=3)
    assert told(ruled(small_blind, "complete")) == "call +1"


@pytest.mark.parametrize("where", ["is_bring_in", "may_complete"])
@pytest.mark.parametrize("limit", [{"limit": "fixed"}, {"limit": "no"}, {"limit": "spread", "most_bet": 40}])
def test_s2_3_who_opens_over_the_bring_in_does_so_to_the_bet_and_not_by_it(where, limit):
    # S2.3: to 20, not to 25; nobody has to tell the floor the size of the raise that this is.
    facing = Situation(stack=500, level=5, least_bet=20, pot=24, **{where: True}, **limit)
    assert told(ruled(facing, "complete")) == "raise 20 +20"
    assert told(ruled(facing, "raise to 20")) == "raise 20 +20"


@pytest.mark.parametrize(
    ("stakes", "told_by_hand"),
    [
        (Stakes(limit="fixed", ante=3, bring_in=5, small_bet=20, big_bet=40), {"limit": "fixed", "least_bet": 20}),
        (
            Stakes(limit="spread", ante=3, bring_in=5, min_bet=20, small_bet=40, big_bet=80),
            {"limit": "spread", "least_bet": 20, "most_bet": 40},
        ),
        (Stakes(limit="pot", ante=3, bring_in=5, min_bet=8), {"limit": "pot", "least_bet": 8}),
        (Stakes(limit="no", ante=3, bring_in=5, min_bet=20), {"limit": "no", "least_bet": 20}),
    ],
    ids=lambda one: one["limit"] if isinstance(one, dict) else "",
)
def test_what_may_be_bet_over_a_bring_in_is_the_same_told_by_hand_as_in_the_hand(stakes, told_by_hand):
    hand = begin(200, 200, 200, game="seven-card-stud", stakes=stakes)
    first = Situation.of(hand)
    by_hand = Situation(stack=first.stack, level=first.level, pot=first.pot, is_bring_in=True, **told_by_hand)
    assert (by_hand.lo, by_hand.hi) == (first.lo, first.hi)
    act(hand, "call")
    then = Situation.of(hand)
    by_hand = Situation(stack=then.stack, level=then.level, pot=then.pot, may_complete=True, **told_by_hand)
    assert (by_hand.lo, by_hand.hi) == (then.lo, then.hi)


# -- both sides of every house rule -----------------------------------------------------------------------------------

SIDES = {
    "voice_or_chips": (BET, [(1000, 1000), "call"], {"voice beats chips": "call -1000", "first binds": "raise 2000"}),
    "oversized_chip": (BET, [(5000,)], {"call": "call -4000", "counts in full": "raise 5000"}),
    "several_chips": (RAISED, [(1000, 100, 100, 100)], {"all count": "raise 1700 +400", "half": "call -200"}),
    "raise_number": (BET, ["raise three thousand"], {"to": "raise 3000 +3000", "by": "raise 4000 +4000"}),
    "short_raise": (BET, ["raise to 1400"], {"least raise": "raise 2000 +2000", "half": "call +1000"}),
    "raise_motions": (
        BET, ["raise", (1000, 1000), (1000,)], {"first motion": "raise 2000 -1000", "every motion": "raise 3000"},
    ),
    "undercall": (
        BET, [(500,)], {"TDA 51": "floor: fold, call", "full call": "call +500", "take back": "player: fold, call, raise"},
    ),
    "check_sign": (
        OPEN, [Motion(taps=1)],
        {"voice or tap": "call", "voice or two taps": "player: fold, call, raise", "voice": "player: fold, call, raise"},
    ),
    "conditional": (
        OPEN, ["if you bet, I raise"],
        {"floor decides": "floor: fold, call, raise", "never binding": "player: fold, call, raise"},
    ),
    "pot_in_no_limit": (BET, ["pot"], {"a bet, of any size": "player: raise", "size of the pot": "raise 4000 +4000"}),
}  # fmt: skip
BY_TURN = {"out_of_turn": {"TDA 53": "turn: call", "never binding": "turn: "}}


@pytest.mark.parametrize("key", SIDES)
def test_each_side_of_a_house_rule(key):
    facing, motions, sides = SIDES[key]
    assert {side: told(ruled(facing, *motions, rules=FloorRules(**{key: side}))) for side in sides} == sides


def test_every_choice_of_every_rule_that_is_obeyed_is_tried():
    choices = {one.key: set(one.choices) for one in declared(FloorRules) if one.key in OBEYED}
    assert {key: set(sides) for key, (_, _, sides) in SIDES.items()} | {
        key: set(sides) for key, sides in BY_TURN.items()
    } == choices
    assert {one.key for one in declared(FloorRules)} == {*OBEYED, *PLAYED, *SHOWN}
    assert all(one.title and one.help and one.source for one in declared(FloorRules))
    assert all("Shown to players" in one.help for one in declared(FloorRules) if one.key in SHOWN)


def test_the_presets_are_what_the_sources_say():
    tda = resolve(FloorRules, preset(FloorRules, "tda-2024"))
    assert (tda.voice_or_chips, tda.several_chips, tda.may_ask_to_see) == ("first binds", "half", "river callers")
    documents = resolve(FloorRules, preset(FloorRules, "documents"))
    assert (documents.voice_or_chips, documents.several_chips, documents.phones) == (
        "voice beats chips", "all count", "when folded",
    )  # fmt: skip
    assert resolve(FloorRules, preset(FloorRules, "standard")) == FloorRules()
    assert told(ruled(BET, "3000チップレイズする", rules=documents)) == "raise 4000 +4000"
    assert told(ruled(BET, "3000チップにレイズする", rules=documents)) == "raise 3000 +3000"


def test_a_house_rule_that_is_none_is_refused():
    with pytest.raises(BadRule, match="several_chips must be one of all count, half, not 'some'"):
        resolve(FloorRules, {"several_chips": "some"})


def test_two_taps_are_a_check_where_the_house_asks_for_two():
    assert told(ruled(OPEN, Motion(taps=2), rules=FloorRules(check_sign="voice or two taps"))) == "call"
    assert told(ruled(OPEN, "check", rules=FloorRules(check_sign="voice"))) == "call"


def test_an_undercall_binds_heads_up_and_to_the_opening_bet():
    for more in ({"is_heads_up": True}, {"is_opening_bet": True}):
        facing = Situation(stack=10_000, level=8000, step=8000, least_bet=2000, pot=12_000, **more)
        assert (
            told(ruled(facing, (2000,))) == told(ruled(facing, "two thousand")).replace("8000", "6000") == "call +6000"
        )
        assert "TDA 51-B" in cited(ruled(facing, (2000,)))
    verdict = ruled(BET, (500,))
    assert (verdict.held, verdict.to, verdict.returned) == (500, 0, 0)
    assert ruled(BET, (500,), rules=FloorRules(undercall="take back")).returned == 500


def test_out_of_turn_binds_if_the_action_does_not_change():
    facing = Situation(stack=5000, level=300, step=300, least_bet=100, pot=600)  # TDA 53-A, example 1
    waits = ruled(facing, "raise to eight hundred", turn="out of turn")
    assert (told(waits), waits.options[0].lo) == ("turn: raise", 800)
    assert told(ruled(facing, "raise to eight hundred", turn="action unchanged")) == "raise 800 +800"
    raised = Situation(stack=5000, level=600, step=300, least_bet=100, pot=1200)
    changed = ruled(raised, ("raise to eight hundred", 500, 100, 100, 100), turn="action changed")
    assert (told(changed), changed.returned) == ("player: fold, call, raise", 800)
    for turn in TURNS[1:]:
        assert told(ruled(facing, "fold", turn=turn)) == "fold"
    free = FloorRules(out_of_turn="never binding")
    assert told(ruled(facing, "fold", turn="out of turn", rules=free)) == "turn: "
    assert told(ruled(facing, "call", turn="action unchanged", rules=free)) == "player: fold, call, raise"
    assert {side: told(ruled(facing, "call", turn="out of turn", rules=FloorRules(out_of_turn=side)))
            for side in BY_TURN["out_of_turn"]} == BY_TURN["out_of_turn"]  # fmt: skip


def test_of_several_words_after_the_first_the_next_is_named():
    assert ruled(BET, "call, check", "raise").why[1].params == {"then": "check"}
    assert ruled(BET, "call", "raise", "fold").why[1].params == {"then": "raise"}


def test_words_that_come_with_the_chips():
    assert told(ruled(BET, ("call", 1000, 1000), rules=TDA)) == "call -1000"
    assert told(ruled(BET, ("check", 1000, 1000), rules=TDA)) == "raise 2000"  # no action here: the chips play
    assert told(ruled(BET, ("check", 1000, 1000))) == "call -1000"  # no raise after it
    assert told(ruled(BET, "check", (500,))) == "player: fold, call"
    assert told(ruled(BET, ("nice", 1000, 1000))) == "raise 2000"
    assert "TDA 40-A" in cited(ruled(BET, (1000, 1000), "call", rules=TDA))


# -- languages --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("fold", "フォールド"), ("check", "チェック"), ("call", "コール"), ("raise", "レイズ"), ("all in", "オールイン"),
        ("raise to 3000", "3000にレイズ"), ("raise by 3000", "3000プラス"), ("raise 3k", "レイズ3千"), ("pot", "ポット"),
        ("bet 600", "600ベット"), ("min raise", "ミニマムレイズ"), ("call?", "コールですか"),
        ("if you bet, I will raise", "もしベットならレイズ"), ("I don't call", "コールしません"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("facing", [OPEN, BET, LIMIT])
def test_both_languages_mean_the_same(facing, english, japanese):
    one, other = ruled(facing, english), ruled(facing, japanese)
    assert told(one) == told(other)
    assert [reason.id for reason in one.why] == [reason.id for reason in other.why]


def test_every_reason_has_its_words_and_its_rules():
    assert set(MESSAGES) == set(CITED)
    assert all(CITED.values())
    assert all(re.fullmatch(r"S\d\.\d+|TDA \d+(-[A-E])?|house", rule) for rules in CITED.values() for rule in rules)


# -- what needs a person ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("motions", "expected", "reason"),
    [
        ([], "player: fold, call, raise", "nothing_done"),
        (["banana"], "player: fold, call, raise", "say_what"),
        (["call?"], "player: fold, call, raise", "question"),
        (["I don't call"], "player: fold, call, raise", "doubtful"),
        (["raise"], "player: raise", "how_much"),
        (["bet"], "player: fold, call, raise", "doubtful"),
        (["raise zero"], "player: fold, call, raise", "doubtful"),
        (["call", Motion(is_cards_forward=True)], "floor: fold, call, raise", "cards_gone"),
    ],
)
def test_what_is_not_clear_is_asked(motions, expected, reason):
    verdict = ruled(BET, *motions)
    assert (told(verdict), verdict.why[0].id) == (expected, reason)


def test_what_may_be_said_is_told_to_who_says_something_else():
    assert str(ruled(BET, "banana").why[0]) == (
        "“banana” is no action: say fold, check, call, bet, raise (to or by how much), all-in or pot."
    )


TWO = Situation(stack=10_000, level=1000, step=1000, least_bet=200, pot=2000, is_heads_up=True)
SHORT = Situation(stack=700, level=1000, step=1000, pot=2000)
POT = Situation(stack=9000, limit="pot", level=10, step=10, least_bet=10, pot=70)
QUARTERS = Situation(stack=460, level=100, step=100, least_bet=100, pot=300, chip=25)


CAPPED = Situation(stack=1000, limit="fixed", level=50, step=10, least_bet=10, pot=200, may_raise=False)
PAIR = Situation(stack=500, limit="fixed", least_bet=10, pot=40, window=(10, 20), spacing=10)


@pytest.mark.parametrize(
    ("facing", "motions", "rules", "expected", "reasons"),
    [
        (OPEN, [(200,)], TDA, "raise 200", "bet_chips"),
        (OPEN, [(100,)], TDA, "raise 200 +100", "bet_chips least_bet"),
        (OPEN, [(500,), (500,)], TDA, "raise 500 -500", "bet_chips string"),
        (BET, [(1000, 500, 500)], FloorRules(), "raise 2000", "all_count"),
        (BET, [(1000, 500)], FloorRules(), "raise 2000 +500", "all_count made_up"),
        (BET, [(500, 500)], TDA, "call", "exact_call"),
        (BET, [(1000, 500, 500)], TDA, "raise 2000", "chips_reach"),
        (RAISED, [(1000, 500)], TDA, "call -400", "all_needed"),
        (BET, [(1000, 500, 100)], TDA, "raise 2000 +400", "from_half"),
        (BET, [(1000, 100, 100)], TDA, "call -200", "below_half"),
        (Situation(stack=2500, level=1000, step=1000), [(1000, 1000, 500)], TDA, "raise 2500", "last_chips"),
        (SHORT, [(500, 100, 100)], TDA, "call", "all_in_call"),
        (SHORT, [(500,)], TDA, "floor: fold, call", "undercall_floor"),
        (SHORT, ["call"], TDA, "call +700", "all_in_call"),
        (BET, ["raise to 10000"], TDA, "raise 10000 +10000", "raise_to"),
        (BET, ["raise to 10001"], TDA, "raise 10000 +10000", "raise_to no_more_than_stack"),
        (POT, ["raise to 90"], TDA, "raise 90 +90", "raise_to"),
        (POT, ["raise to 91"], TDA, "raise 90 +90", "raise_to cut_to_most"),
        (QUARTERS, ["raise to 460"], TDA, "raise 460 +460", "raise_to"),
        (QUARTERS, ["raise to 400"], TDA, "raise 400 +400", "raise_to"),
        (QUARTERS, ["raise to 410"], TDA, "raise 400 +400", "raise_to whole_chips"),
        (QUARTERS, ["all in"], TDA, "raise 460 +460", "all_in"),
        (POT, ["all in"], TDA, "raise 90 +90", "all_in_most"),
        (BET, ["call", (500, 500)], TDA, "call", "call"),
        (BET, ["call", (1000, 500)], TDA, "call -500", "call voice_first"),
        (BET, ["raise", (1000, 500)], TDA, "raise 2000 +500", "raise_chips least_raise"),
        (BET, ["raise", (5000,)], TDA, "raise 5000", "raise_one_chip"),
        (BET, [(500, 500), "call"], FloorRules(), "call", "call voice_first"),
        (BET, [(500, 500), "call"], TDA, "call", "exact_call words_late"),
        (BET, [(500, 500), "raise to 3000"], FloorRules(), "call", "exact_call string_words"),
        (BET, [(2000, 2000), "raise to 3000"], FloorRules(), "raise 3000 -1000", "raise_to voice_first"),
        (OPEN, [Motion(taps=1), "bet 500"], FloorRules(), "call", "tap string_words"),
        (OPEN, [Motion(taps=1), "raise"], FloorRules(), "call", "tap string_words"),
        (TWO, [(500,), "check"], FloorRules(), "player: fold, call", "check_faced voice_first"),
        (TWO, [(500,)], FloorRules(), "call +500", "undercall"),
        (BET, [(500,), "call"], FloorRules(), "call +500", "call voice_first"),
        (BET, [("hm", 5000)], TDA, "call -4000", "oversized words_unclear"),
        (OPEN, ["call"], TDA, "call", "call_unfaced"),
        (OPEN, ["raise 500"], TDA, "raise 500 +500", "raise_to raise_unfaced"),
        (OPEN, ["bet 500"], TDA, "raise 500 +500", "bet_amount"),
        (OPEN, ["bet", (500,)], TDA, "raise 500", "raise_one_chip"),
        (OPEN, ["fold"], TDA, "fold", "fold fold_unfaced"),
        (BET, [Motion(is_cards_forward=True)], TDA, "fold", "cards_forward"),
        (BET, ["I don't check"], TDA, "player: fold, call, raise", "doubtful"),
        (BET, ["check, no, call"], TDA, "player: fold, call", "check_faced first_word"),
        (BET, ["call... no, fold"], TDA, "call +1000", "call first_word"),
        (BET, ["コール、いや、レイズ3000"], TDA, "call +1000", "call first_word"),
        (BET, ["call, raise"], TDA, "call +1000", "call first_word"),
        (BET, ["raise by 1000"], TDA, "raise 2000 +2000", "raise_by"),
        (BET, ["raise 1000"], TDA, "raise 2000 +2000", "raise_can_only_be_by"),
        (BET, ["raise 900"], TDA, "raise 2000 +2000", "raise_number least_raise"),
        (BET, ["raise 1500"], FloorRules(short_raise="half"), "raise 2000 +2000", "raise_number from_half"),
        (BET, ["raise 1499"], FloorRules(short_raise="half"), "call +1000", "raise_number below_half"),
        (BET, ["one thousand"], TDA, "call +1000", "call_said"),
        (SHORT, ["one thousand"], TDA, "call +700", "call_said"),
        (BET, ["min raise"], TDA, "raise 2000 +2000", "raise_least"),
        (LIMIT, ["raise"], TDA, "raise 30 +30", "raise_least"),
        (POT, ["max"], TDA, "raise 90 +90", "raise_most"),
        (BET, [("bet", 500, 500)], TDA, "player: fold, call, raise", "doubtful"),
        (BET, ["pot", (1000, 5000)], TDA, "raise 6000", "pot_binds"),
        (BET, ["check", (500, 500)], TDA, "call", "check_then_chips"),
        (BET, ["raise", "three thousand"], TDA, "raise 3000 +3000", "raise_number"),
        (BET, ["raise", "to 3000", (1000,)], TDA, "raise 3000 +2000", "raise_to voice_first"),
        (BET, ["raise", ("3000", 1000, 1000, 1000)], TDA, "raise 3000", "raise_number"),
        (BET, [("raise", 1000, 1000), "3000"], TDA, "raise 2000", "raise_chips"),
        (BET, ["call", "raise"], TDA, "call +1000", "call first_word"),
        (BET, ["call", "call"], TDA, "call +1000", "call"),
        (BET, ["call, check", "raise"], TDA, "call +1000", "call first_word"),
        (CAPPED, [(50, 5, 5, 5)], TDA, "call -15", "may_not_raise"),
        (CAPPED, ["all in"], TDA, "call +50", "may_not_raise"),
        (PAIR, [(10, 5)], TDA, "raise 10 -5", "bet_chips two_sizes"),
        (PAIR, [(10, 10)], TDA, "raise 20", "bet_chips"),
    ],
)  # fmt: skip
def test_the_reasons_are_those_that_decided(facing, motions, rules, expected, reasons):
    verdict = ruled(facing, *motions, rules=rules)
    assert (told(verdict), " ".join(reason.id for reason in verdict.why)) == (expected, reasons)


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Motion(chips=(-5,)), "a chip of chips must be a whole number, 1 or more, not -5"),
        (lambda: Motion(chips=(2.5,)), "must be a whole number"),
        (lambda: Motion(said=5), "said must be words"),
        (lambda: Motion(taps=-1), "taps must be a whole number"),
        (lambda: Motion(is_cards_forward=1), "must be true or false"),
        (lambda: Motion.from_json({"says": "call"}), "a motion has no says; it has said, chips, taps"),
        (lambda: Motion.from_json({"chips": 500}), "must be a list of chips"),
        (lambda: ruled(BET, (20_000,)), "the player has 10000 to put in, not 20000"),
        (lambda: ruled(Situation(stack=100, chip=25), (5,)), "the smallest chip in play is 25"),
        (lambda: ruled(BET, Motion(taken_back=(5,))), "only chips that lie in front"),
        (lambda: ruled(Situation(stack=9, bet=50, level=50, front=(25, 25)), Motion(taken_back=(50,))), r"\[25, 25\]"),
        (lambda: ruled(BET, "call", turn="late"), "turn must be one of in turn, out of turn"),
        (lambda: ruled(BET, "call", told=-1), "told must be a whole number"),
        (lambda: Situation(stack=0), "stack must be a whole number of chips, 1 or more"),
        (lambda: Situation(stack=100, pot=-1), "pot must be a whole number of chips, 0 or more"),
        (lambda: Situation(stack=100, bet=50, level=20), "level, 20, is what a call comes to: 50 or more"),
        (lambda: Situation(stack=100, bet=50, level=50, pot=20), "pot, 20, holds every bet: 50 or more"),
        (lambda: Situation(stack=100, limit="none"), "limit must be one of no, pot, fixed, spread, not 'none'"),
        (lambda: Situation(stack=100, limit="spread", least_bet=5), "spread limit needs most_bet, 5 or more"),
        (lambda: Situation(stack=100, window=(5, 200)), "to 100 at most, not 5 to 200"),
        (lambda: Situation(stack=100, level=5, window=(5, 50)), "a raise must come to more than 5"),
        (lambda: Situation(stack=100, window=(5,)), "window must be the least and the most"),
        (lambda: Situation(stack=100, bet=50, level=50, front=(25,)), "front must be chips"),
        (lambda: Situation(stack=100, may_raise=1), "may_raise must be true or false"),
        (lambda: Situation.from_json({"stack": 5, "blinds": 2}), "a situation has no blinds; it has stack, limit"),
        (lambda: Situation.from_json({}), "needs at least a stack"),
        (lambda: Situation.of(act(begin(100, 100), "fold")), "nobody is asked to bet"),
    ],
)  # fmt: skip
def test_bad_input_says_what_would_be_right(wrong, words):
    with pytest.raises((BadMotion, BadSituation), match=words) as refused:
        wrong()
    assert refused.value.code in ("bad_motion", "bad_situation")


# -- the state of a hand ----------------------------------------------------------------------------------------------


def play(hand, *words: str):
    """Let the floor read what each player says, and the hand take it."""
    for word in words:
        verdict = interpret(Situation.of(hand), [Motion(said=word)])
        hand.answer(hand.asks[0].number, verdict.decision)
    return hand


def test_the_state_is_read_from_a_hand():
    hand = play(begin(100, 100, 100), "make it 6", "コール")
    found = Situation.of(hand)
    assert (found.stack, found.bet, found.level, found.step, found.pot) == (98, 2, 6, 4, 14)
    assert (found.lo, found.hi, found.is_opening_bet, found.is_heads_up) == (10, 100, False, False)
    assert Situation.of(begin(100, 100)).is_heads_up
    assert Situation.of(begin(100, 100, 100)).is_opening_bet
    assert Situation.of(play(hand, "call")).level == 0


def test_the_least_raise_is_known_where_the_stack_cuts_it():
    hand = play(begin(7, 100, 100), "raise to 5")
    found = Situation.of(hand)
    assert (found.lo, found.hi, found.step) == (7, 7, 3)
    assert told(ruled(found, (1, 1, 1, 1, 1), rules=TDA)) == "call -1"
    assert told(ruled(found, (1, 1, 1, 1, 1, 1), rules=TDA)) == "raise 7"
    posted = begin(7, 100, 100, 100, seats=(Seat(1, 7), Seat(2, 100), Seat(3, 100, 4), Seat(4, 100)))
    while posted.asks[0].seat != 1:
        posted.answer(posted.asks[0].number, Decision("call"))
    found = Situation.of(posted)
    assert (found.lo, found.level, found.step) == (7, 4, 4)


def test_a_situation_may_be_at_its_edges():
    assert Situation(stack=100, limit="spread", least_bet=5, most_bet=5).hi == 5
    assert Situation(stack=100, bet=50, level=50, pot=50).price == 0


def test_a_stud_hand_brings_in_and_completes():
    hand = begin(100, 100, 100, game="seven-card-stud", stakes=STUD)
    assert Situation.of(hand).is_bring_in
    play(hand, "call")
    assert Situation.of(hand).may_complete
    play(hand, "complete")
    assert not Situation.of(hand).may_complete
    assert Situation.of(play(begin(100, 100, 100, stakes=FIXED), "raise")).lo == 6


def replayed(blinds: list[int], *words: str) -> Situation:
    """What the next player faces after those words, in a hand with the small blind first to act after the flop."""
    stakes = type(NO_LIMIT)(limit="no", small_blind=blinds[0], big_blind=blinds[1])
    return Situation.of(play(begin(*[20_000] * 5, stakes=stakes), *words))


TO_FLOP = ["call"] * 4 + ["check"]


@pytest.mark.parametrize(
    ("blinds", "words", "least"),
    [
        ([100, 200], [*TO_FLOP, "bet 600", "raise to 1600", "raise by 2000"], 5600),
        ([100, 200], [*TO_FLOP, *["check"] * 5, "bet 300", "raise to 1000"], 1700),
        ([25, 50], ["raise to 500", "call", "call"], 950),
        ([25, 50], ["raise by 75", "raise to 200", "raise to 500"], 800),
    ],
)
def test_tda_43_the_least_raise_after_what_was_said(blinds, words, least):
    assert replayed(blinds, *words).lo == least


# -- published cases --------------------------------------------------------------------------------------------------


def _two_chips_on_the_turn(case):
    facing = replayed(case["blinds"], *TO_FLOP, *["check"] * 5, "bet 300")
    verdict = ruled(facing, (500, 500))
    assert verdict.to == 1000
    assert ruled(facing, (500, 500), rules=TDA).to == 1000
    after = Situation(stack=9000, level=verdict.to, step=verdict.to - 300, least_bet=200, pot=2300)
    assert after.lo == case["min_raise_to"]


def _silent(case):
    facing = Situation(stack=20_000, level=case["to_call"], step=case.get("last_raise", 600), pot=3000)
    verdict = ruled(facing, tuple(case["silent_chips"]), rules=TDA)
    back = re.search(r"(\d+) returned", case["result"])
    assert verdict.action == "call"
    assert verdict.returned == (int(back[1]) if back else sum(case["silent_chips"]) - case["to_call"])


def _five(case):
    for pot, bet in ((4999, case["pot_less_than_5000"]), (5000, case["pot_5000_or_more"])):
        facing = Situation(stack=90_000, least_bet=case["blinds"][1], pot=pot)
        assert ruled(facing, case["said"]).to == bet


CASES = {
    "43 ex1": lambda case: (
        replayed(case["blinds"], *TO_FLOP, "bet 600", "raise to 1600", "raise to 3600").lo == case["min_raise_to"]
    ),
    "43 ex3": _two_chips_on_the_turn,
    "43 ex4B": lambda case: replayed(case["blinds"], "raise to 500", "call", "call").lo == case["min_raise_to"],
    "44": lambda case: ruled(BET, (5000,), rules=TDA).action == case["result"],
    "44c": lambda case: (
        (ruled(OPEN, (5000,), rules=TDA).action, ruled(OPEN, (5000,)).to) == (case["result"].split()[0], 5000)
    ),
    "45 ex1B": _silent,
    "45 ex3": _silent,
    "45 ex4B": _silent,
    "57": _five,
}
OF_THE_HAND = {"47 ex1", "47 ex1B", "47 ex3A", "47-B", "20+21"}  # reopening and odd chips: tried on hands


@needs_shared
@pytest.mark.parametrize("rule", CASES)
def test_published_betting_examples(rule):
    cases = [case for case in vectors("tda")["betting_examples"] if case["rule"] == rule]
    assert cases
    for case in cases:
        assert CASES[rule](case) in (True, None)


@needs_shared
def test_no_published_betting_example_is_left_out():
    assert {case["rule"] for case in vectors("tda")["betting_examples"]} == {*CASES, *OF_THE_HAND}


# -- the command line -------------------------------------------------------------------------------------------------


def test_the_command_line_takes_a_case_and_gives_the_verdict(monkeypatch, capsys, tmp_path):
    case = {"situation": {"stack": 1000, "level": 25, "pot": 40}, "motions": [{"chips": [100]}]}
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(case)))
    assert main(["interpret"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["decision"], answer["returned"], answer["why"][0]["rules"]) == ("call", 75, ["S1.4", "TDA 44"])
    file = tmp_path / "case.json"
    more = {"rules": {"oversized_chip": "counts in full"}, "turn": "action unchanged", "told": 0}
    file.write_text(json.dumps({**case, **more}), encoding="utf-8")
    assert main(["interpret", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["decision"] == "raise 100"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "a case is JSON: Expecting property name"),
        ("[]", "a case is an object with situation and motions, and if need be rules, turn, told"),
        ('{"situation": {"stack": 5}, "motions": [], "moves": 1}', "a case is an object"),
        ('{"situation": 5, "motions": []}', "situation and rules are objects"),
        ('{"situation": {"stack": 5}, "motions": "call"}', "motions is a list of objects"),
        ('{"situation": {"stack": 5}, "motions": [{"chips": [-1]}]}', "1 or more, not -1"),
        ('{"situation": {"stack": 5}, "motions": [], "rules": {"tea": 1}}', "there is no house rule 'tea'"),
    ],
)
def test_the_command_line_says_what_is_wrong_with_a_case(monkeypatch, capsys, text, words):
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    assert main(["interpret"]) == 2
    assert words in capsys.readouterr().err


def test_the_command_line_says_that_there_is_no_such_file(capsys):
    assert main(["interpret", "/no/such/file"]) == 2
    assert "No such file" in capsys.readouterr().err


# -- laws -------------------------------------------------------------------------------------------------------------

WORDS = [
    "", "", "fold", "check", "call", "bet", "raise", "all in", "pot", "complete", "raise to 40", "raise by 7", "bet 5",
    "five", "12", "1k", "min raise", "max", "レイズ", "コール", "オールイン", "30にレイズ", "8プラス", "call?",
    "if you bet I raise",
    "I don't fold", "half pot", "banana", "call and raise 10", "2.5", "raise zero",
]  # fmt: skip


@st.composite
def house(draw):
    obeyed = [one for one in declared(FloorRules) if one.key in OBEYED]
    return resolve(FloorRules, {one.key: draw(st.sampled_from(sorted(one.choices))) for one in obeyed})


@st.composite
def situations(draw):
    bet = draw(st.integers(0, 30))
    level = bet + draw(st.sampled_from([0, 0, 1, 5, 20, 60]))
    least = draw(st.integers(1, 20))
    front = (bet + draw(st.integers(0, 10)),) if bet and draw(st.booleans()) else ()
    is_bring_in = not bet and level > 0 and draw(st.booleans())
    return Situation(
        stack=draw(st.integers(11, 200)),
        limit=draw(st.sampled_from(["no", "pot", "fixed", "spread"])),
        bet=bet,
        level=level,
        step=draw(st.sampled_from([0, 5, 40])),
        least_bet=least,
        most_bet=least + draw(st.integers(0, 10)),
        pot=bet + draw(st.integers(0, 200)),
        chip=draw(st.sampled_from([1, 1, 5])),
        may_raise=draw(st.sampled_from([True, True, True, False])),
        is_heads_up=draw(st.booleans()),
        is_opening_bet=draw(st.booleans()),
        is_bring_in=is_bring_in,
        may_complete=level > 0 and draw(st.booleans()),
        front=front,
    )


@st.composite
def motions(draw, facing: Situation):
    left = facing.all_in - facing.in_front
    made, front = [], list(facing.front or ((facing.bet,) if facing.bet else ()))
    for _ in range(draw(st.integers(0, 3))):
        chips = draw(st.lists(st.sampled_from([5, 5, 10, 25, 100]), max_size=4))
        while sum(chips) > left:
            chips.pop()
        left -= sum(chips)
        back = (front.pop(),) if front and draw(st.integers(0, 5)) == 0 else ()
        made.append(
            Motion(
                said=draw(st.sampled_from(WORDS)),
                chips=tuple(chips),
                taps=draw(st.sampled_from([0, 0, 1, 2])),
                is_cards_forward=draw(st.integers(0, 9)) == 0,
                taken_back=back,
            )
        )
    return made


def obeys_the_laws(facing: Situation, moved: list[Motion], verdict) -> None:
    """Legal or left open with legal options; not a chip lost; a reason for everything."""
    ask = facing.ask
    if verdict.decision is not None:
        ask.check(verdict.decision)
        assert not verdict.asks
        assert verdict.held == 0
        assert verdict.options == ()
    else:
        assert verdict.asks in ("player", "floor", "turn")
        for offer in verdict.options:
            for amount in {offer.lo, offer.hi}:
                ask.check(Decision(offer.verb, amount if offer.verb == "raise" else 0))
        assert verdict.options or verdict.asks == "turn" or not facing.hi
    pushed = sum(chip for motion in moved for chip in motion.chips)
    back = sum(chip for motion in moved for chip in motion.taken_back)
    assert min(verdict.to, verdict.returned, verdict.owed, verdict.held) >= 0
    assert facing.in_front + pushed - back + verdict.owed == verdict.to + verdict.returned + verdict.held
    assert not (verdict.owed and verdict.returned)
    assert verdict.why
    assert all(str(reason) and reason.rules for reason in verdict.why)
    json.dumps(verdict.as_json())


@settings(max_examples=budget(1500), deadline=None)
@given(
    data=st.data(), facing=situations(), rules=house(), turn=st.sampled_from(TURNS), told=st.sampled_from([0, 0, 10])
)
def test_whatever_is_said_and_done_the_verdict_is_legal_and_no_chip_is_lost(data, facing, rules, turn, told):
    moved = data.draw(motions(facing))
    obeys_the_laws(facing, moved, interpret(facing, moved, rules, turn=turn, told=told))


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=budget(8), deadline=None)
@given(seed=st.integers(0, 2**32), rules=house())
def test_at_every_ask_of_every_game_the_floor_gives_a_decision_that_the_hand_takes(game, seed, rules):
    rng = random.Random(seed)
    hand = deal(rng, game)
    while not hand.is_over:
        ask = hand.asks[0]
        try:
            facing = Situation.of(hand)
        except BadSituation:
            hand.answer(ask.number, ask.sample(rng))
            continue
        assert (facing.lo, facing.hi, facing.price) == (ask.lo, ask.hi, ask.call)
        chips = [facing.chip * rng.choice([1, 1, 2, 5]) for _ in range(rng.randint(0, 4))]
        chips = chips if sum(chips) <= facing.stack else []
        moved = [Motion(said=rng.choice(WORDS), chips=tuple(chips))]
        verdict = interpret(facing, moved, rules)
        obeys_the_laws(facing, moved, verdict)
        hand.answer(ask.number, verdict.decision or ask.sample(rng))


def test_an_error_of_the_engine_is_what_bad_input_raises():
    assert issubclass(BadMotion, EngineError)
    assert issubclass(BadSituation, EngineError)
