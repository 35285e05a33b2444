"""Laws of every house: points and chips conserve, stakes bound losses, names do not matter, a foul never gains (S3)."""

from __future__ import annotations

import random
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chinese.rows.compiled_rules import CLASSIC, LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.scoring.payment import settle
from engine.chinese.scoring.scoring import pairs_of, score
from tests.support.boards import low_boards, random_boards
from tests.support.budget import budget
from tests.support.engine.chinese_houses import houses


@st.composite
def deals(draw, **fixed):
    """A house, a game, and boards of one deal with what is known of each seat."""
    rules = draw(houses(**fixed))
    variant = draw(st.sampled_from([OPEN_FACE, CLASSIC, LOW_MIDDLE]))
    rng = random.Random(draw(st.integers(0, 2**32)))
    players = draw(st.integers(2, 4))
    make = low_boards if variant.is_low_middle else random_boards
    most = 1 if rules.joker_cards == "not visible" else 2
    boards = make(rng, players, draw(st.integers(0, most)))
    profile = prepare(rules, variant)
    fantasyland = [rng.choice((0, 0, 14, 17)) for _ in boards]
    surrendered = [profile.surrender_points > 0 and rng.random() < 0.2 for _ in boards]
    return profile, boards, fantasyland, surrendered


LAWS = settings(max_examples=budget(300), deadline=None)


@given(deals())
@LAWS
def test_points_conserve_over_pairs_and_over_the_deal(deal):
    profile, boards, fantasyland, surrendered = deal
    scores = score(boards, profile, fantasyland=fantasyland, surrendered=surrendered)
    assert sum(scores.points) == 0
    for seat, points in enumerate(scores.points):
        won = sum(pair.net for pair in scores.pairs if pair.a == seat)
        assert points == won - sum(pair.net for pair in scores.pairs if pair.b == seat)
    assert [(pair.a, pair.b) for pair in scores.pairs] == pairs_of(len(boards), profile.rules.opponents)


@given(deals())
@LAWS
def test_a_fouled_hand_never_gains(deal):
    """From a hand that was set: who surrenders pays the fouled too."""
    profile, boards, fantasyland, surrendered = deal
    scores = score(boards, profile, fantasyland=fantasyland, surrendered=surrendered)
    for pair in scores.pairs:
        one, other = scores.hands[pair.a], scores.hands[pair.b]
        if one.is_fouled and not other.is_surrendered:
            assert pair.net <= 0
        if other.is_fouled and not one.is_surrendered:
            assert pair.net >= 0
    for hand in scores.hands:
        if hand.is_fouled:
            assert (hand.royalties, hand.fantasyland) == ((0, 0, 0), 0)


@given(deals(opponents="every pair"), st.randoms(use_true_random=False))
@LAWS
def test_seats_are_only_names_where_every_pair_plays(deal, rng):
    profile, boards, fantasyland, surrendered = deal
    scores = score(boards, profile, fantasyland=fantasyland, surrendered=surrendered)
    order = list(range(len(boards)))
    rng.shuffle(order)
    other = score(
        [boards[seat] for seat in order],
        profile,
        fantasyland=[fantasyland[seat] for seat in order],
        surrendered=[surrendered[seat] for seat in order],
    )
    assert [scores.points[seat] for seat in order] == list(other.points)
    assert [scores.hands[seat] for seat in order] == list(other.hands)


@given(deals(opponents="left neighbour"))
@LAWS
def test_seats_go_round_where_the_left_neighbour_plays(deal):
    profile, boards, fantasyland, surrendered = deal
    scores = score(boards, profile, fantasyland=fantasyland, surrendered=surrendered)
    turned = [one[1:] + one[:1] for one in (boards, fantasyland, surrendered)]
    other = score(turned[0], profile, fantasyland=turned[1], surrendered=turned[2])
    assert scores.points[1:] + scores.points[:1] == other.points


@st.composite
def settlements(draw):
    players = draw(st.integers(2, 4))
    pairs = pairs_of(players, draw(st.sampled_from(["every pair", "left neighbour"])))
    debts = [(a, b, draw(st.integers(-60, 60))) for a, b in pairs]
    stacks = draw(st.lists(st.integers(0, 400), min_size=players, max_size=players))
    rules = draw(houses(payment=draw(st.sampled_from(["net", "position", "win cap", "bust", "credit"]))))
    return debts, stacks, draw(st.integers(0, players - 1)), rules, draw(st.integers(1, 20))


@given(settlements())
@LAWS
def test_chips_conserve_and_nobody_loses_more_than_the_stake(case):
    debts, stacks, button, rules, value = case
    settled = settle(debts, stacks=stacks, button=button, rules=rules, point_value=value)
    assert sum(settled.moved) == 0
    assert sum(settled.net) + sum(settled.rakes) == 0
    assert all(rake >= 0 for rake in settled.rakes)
    if rules.payment != "credit":
        assert all(stack + net >= 0 for stack, net in zip(stacks, settled.net, strict=True))
    carried = [0] * len(stacks)
    for payer, receiver, chips in settled.transfers:
        assert chips > 0
        carried[payer] -= chips
        carried[receiver] += chips
    assert tuple(carried) == settled.moved


@given(settlements())
@LAWS
def test_a_settlement_goes_round_with_the_seats(case):
    debts, stacks, button, rules, value = case
    players = len(stacks)
    settled = settle(debts, stacks=stacks, button=button, rules=rules, point_value=value)
    turned = settle(
        [((a + 1) % players, (b + 1) % players, points) for a, b, points in reversed(debts)],
        stacks=stacks[-1:] + stacks[:-1],
        button=(button + 1) % players,
        rules=rules,
        point_value=value,
    )
    assert turned.net == settled.net[-1:] + settled.net[:-1]


@given(settlements())
@LAWS
def test_debts_are_paid_in_full_where_stacks_allow(case):
    debts, stacks, button, rules, value = case
    enough = [stack + 60 * 3 * 20 for stack in stacks]
    settled = settle(debts, stacks=enough, button=button, rules=rules, point_value=value)
    for seat, moved in enumerate(settled.moved):
        owed = sum(points for a, _, points in debts if a == seat) - sum(points for _, b, points in debts if b == seat)
        assert moved == owed * value


@given(settlements())
@LAWS
def test_netted_debts_do_not_ask_in_which_order_they_stand(case):
    debts, stacks, button, rules, value = case
    settled = {
        settle(list(order), stacks=stacks, button=button, rules=rules, point_value=value)
        for order in permutations(debts[:4])
    }
    assert len(settled) == 1


@given(settlements())
@LAWS
def test_the_rake_stays_between_its_bounds(case):
    debts, stacks, button, rules, value = case
    settled = settle(debts, stacks=stacks, button=button, rules=rules, point_value=value)
    won = sum(moved for moved in settled.moved if moved > 0)
    if rules.rake != "flat":
        assert sum(settled.rakes) <= won
        if rules.rake_cap and rules.rake_payers != "each winner":
            assert sum(settled.rakes) <= rules.rake_cap
        if rules.rake_payers != "everyone":
            assert all(rake == 0 for rake, moved in zip(settled.rakes, settled.moved, strict=True) if moved <= 0)
