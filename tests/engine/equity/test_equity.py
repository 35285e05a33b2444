"""Equity: every deal by hand on small decks, beside poker-equity and PokerKit, and laws over every game (S0.6, S2.8, S2.9)."""

from __future__ import annotations

import doctest
import json
import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from statistics import pstdev

import poker_equity
import pokerkit
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import engine.equity
from engine.__main__ import main
from engine.betting.hand import Deck, Hand, Positions, Seat, Stakes, Start
from engine.cards import UNKNOWN, card_text, cards_text, parse_cards
from engine.equity import equity, runouts
from engine.equity.equity import STANDARD
from engine.equity.runouts import choices, count, every, sampled, sampled_with_extras
from engine.equity.spots import board_size, hand_size
from engine.errors import BadCards, EngineError
from engine.games.betting_games import GAMES, Game
from engine.games.compiled_game import parts_of
from engine.games.decisions import Decision
from engine.games.deck_contents import deck_of
from engine.games.play_rules import PlayRules
from tests.support.budget import budget, sweep
from tests.support.deals import positions_of

games = sweep("key", GAMES)
seeds = st.integers(0, 2**32)


def rng() -> random.Random:
    return random.Random(1)


def find(key: str, *hands: str, boards: tuple[str, ...] = ("",), dead: str = "", **fields):
    """The equity of hands written as text."""
    return equity(
        GAMES[key],
        [parse_cards(hand) for hand in hands],
        [parse_cards(board) for board in boards],
        parse_cards(dead),
        rng=rng(),
        **fields,
    )


def shares(found) -> list[Fraction]:
    return [hand.share for hand in found.hands]


# -- a slow engine of our own, one deal after another -----------------------------------------------------------------


def split(game: Game, hands, board, rules: PlayRules = STANDARD) -> list[Fraction]:
    """What each hand wins of a pot of one when all cards lie."""
    parts = parts_of(game, rules)
    ranks = [[part.strength(hand, board) for hand in hands] for part in parts]
    ranks = [values for values in ranks if max(values)]
    if not ranks and rules.nobody_qualifies == "best high":
        ranks = [[parts[0].ranking.rank(hand) for hand in hands]]
    ranks = ranks or [[1] * len(hands)]
    won = [Fraction()] * len(hands)
    for values in ranks:
        winners = [at for at, value in enumerate(values) if value == max(values)]
        for at in winners:
            won[at] += Fraction(1, len(ranks) * len(winners))
    return won


def fills(rest: frozenset[int], needs: list[int]):
    """Every way to give groups so many cards of the rest."""
    if not needs:
        yield []
        return
    for chosen in combinations(sorted(rest), needs[0]):
        for others in fills(rest - set(chosen), needs[1:]):
            yield [chosen, *others]


def by_hand(game: Game, hands, boards, sizes, rules: PlayRules = STANDARD) -> list[Fraction]:
    """The mean of every deal. `sizes`: how many cards the hands and then the boards hold at the end."""
    known = [[card for card in cards if card != UNKNOWN] for cards in (*hands, *boards)]
    rest = frozenset(deck_of(game, rules)) - {card for cards in known for card in cards}
    needs = [size - len(cards) for size, cards in zip(sizes, known, strict=True)]
    total, deals = [Fraction()] * len(hands), 0
    for filled in fills(rest, needs):
        full = [[*cards, *more] for cards, more in zip(known, filled, strict=True)]
        for board in full[len(hands) :]:
            won = split(game, full[: len(hands)], board, rules)
            total = [before + part / len(boards) for before, part in zip(total, won, strict=True)]
        deals += 1
    return [won / deals for won in total]


def few_to_come(random_: random.Random, game: Game, hands: int, most_deals: int):
    """Hands and a board with few enough cards to come, in a game whose deck is cut down to little more than those.

    No card brings another (S2.13).
    """
    each, middle = hand_size(game)[1], board_size(game)
    size = min(len(game.deck) - 4, hands * each + middle + random_.randint(1, 4))
    deck = random_.sample([card for card in game.deck if card_text(card)[0] not in game.extra_for], size)
    small = replace(game, deck=tuple(sorted(deck)))
    needs = [0] * (hands + 1)
    for _ in range(20):  # one more unknown card here or there, while all deals can be gone through
        at = random_.randrange(hands + 1)
        limit = middle if at == hands else each
        more = [need + (place == at) for place, need in enumerate(needs)]
        unknown = size - hands * each - middle + sum(more)
        if more[at] <= limit and count(unknown, more) <= most_deals:
            needs = more
    cards = iter(deck)
    dealt = [
        [next(cards) for _ in range(limit - need)] for limit, need in zip([each] * hands + [middle], needs, strict=True)
    ]
    lie = [[*hand, *[UNKNOWN] * (each - len(hand))] for hand in dealt[:hands]]
    return small, lie, dealt[hands], [each] * hands + [middle]


@games
@settings(max_examples=budget(12))
@given(seed=seeds)
def test_every_game_comes_to_what_going_through_all_deals_by_hand_does(key, seed):
    random_ = random.Random(seed)
    game, hands, board, sizes = few_to_come(random_, GAMES[key], random_.randint(2, 3), 400)
    rules = PlayRules(nobody_qualifies=random_.choice(["split", "best high"]))
    found = equity(game, hands, [board], rng=rng(), rules=rules)
    assert found.is_exact
    assert shares(found) == by_hand(game, hands, [board], sizes, rules)


@games
@settings(max_examples=budget(5))
@given(seed=seeds)
def test_s0_4_wild_cards_and_jokers_of_the_house_are_counted(key, seed):
    random_ = random.Random(seed)
    game, hands, board, sizes = few_to_come(random_, GAMES[key], 2, 60)
    wild = random_.choice(["", card_text(random_.choice(game.deck)), "7 Jd"])
    rules = PlayRules(wild_cards=wild, jokers=random_.randint(0 if wild else 1, 2))
    found = equity(game, hands, [board], rng=rng(), rules=rules)
    assert found.is_exact
    assert shares(found) == by_hand(game, hands, [board], sizes, rules)


@games
@settings(max_examples=budget(8))
@given(seed=seeds)
def test_two_hands_compared_by_pairs_come_to_what_each_deal_looked_at_does(key, seed):
    random_ = random.Random(seed)
    game, hands, board, _sizes = few_to_come(random_, GAMES[key], 2, 4000)
    board += [card for card in game.deck if card not in {*board, *hands[0], *hands[1]}][: board_size(game) - len(board)]
    rules = PlayRules(nobody_qualifies=random_.choice(["split", "best high"]))
    looked_at = equity(game, hands, [board], rng=rng(), rules=rules)
    by_pairs = equity(game, hands, [board], rng=rng(), rules=rules, exact_up_to=looked_at.deals - 1)
    if by_pairs.is_exact:  # enough draws that comparing pairs is less work
        assert by_pairs == looked_at


def test_third_street_of_stud_is_counted_exactly_and_a_sample_agrees():
    for key in ("seven-card-stud", "stud8", "razz"):
        exact = find(key, "As2d3h", "JhTd9h")
        assert exact.is_exact
        assert exact.deals == count(46, [4, 4]) == 18_265_297_050
        estimate = find(key, "As2d3h", "JhTd9h", exact_up_to=0, samples=20_000)
        assert not estimate.is_exact
        for mean, true in zip(estimate.hands, exact.hands, strict=True):
            assert abs(mean.share - true.share) < 4 * mean.error


@settings(max_examples=budget(20))
@given(seed=seeds)
def test_two_boards_halve_the_pot_whatever_ties_their_cards_to_each_other(seed):
    random_ = random.Random(seed)
    for key in ("holdem", "omaha8"):
        game, hands, board, _ = few_to_come(random_, GAMES[key], 2, 1)
        deck = [card for card in GAMES[key].deck if card not in {*board, *hands[0], *hands[1]}]
        other = random_.sample(deck, 5)
        small = replace(game, deck=tuple(sorted({*board, *other, *hands[0], *hands[1], *random_.sample(deck, 3)})))
        lie = [board[: random_.randint(4, 5)], other[:4]]
        found = equity(small, hands, lie, rng=rng())
        sizes = [*(len(hand) for hand in hands), 5, 5]
        assert shares(found) == by_hand(small, hands, lie, sizes)
        assert {part.board for part in found.hands[0].parts} == {0, 1}


def test_the_error_of_two_boards_is_that_of_the_mean_of_both():
    hands, boards = [parse_cards("AsAd"), parse_cards("KhKd")], [parse_cards("2c7d9h"), parse_cards("QhJh3s")]
    both = equity(GAMES["holdem"], hands, boards, rng=rng(), samples=400, exact_up_to=0)
    drawn = rng()  # the same deals again, a board after the other
    first, second = (
        equity(GAMES["holdem"], hands, [board], dead, rng=drawn, samples=400, exact_up_to=0)
        for board, dead in (boards, boards[::-1])
    )
    for mean, one, other in zip(both.hands, first.hands, second.hands, strict=True):
        assert mean.share == (one.share + other.share) / 2
        assert mean.error == pytest.approx((one.error**2 + other.error**2) ** 0.5 / 2)


# -- beside others ----------------------------------------------------------------------------------------------------

THEIRS = {
    "holdem": "holdem",
    "short-deck": "short_deck",
    "omaha": "omaha",
    "omaha5": "omaha_five",
    "omaha6": "omaha_six",
    "omaha8": "omaha_hi_lo",
    "big-o": "omaha_five_hi_lo",
    "seven-card-stud": "stud",
    "stud8": "stud_hi_lo",
    "razz": "razz",
    "2-7-single-draw": "deuce_seven",
    "2-7-triple-draw": "deuce_seven",
    "five-card-draw": "five_card_draw",
    "badugi": "badugi",
}
BOTH = {key: theirs for key, theirs in THEIRS.items() if key in GAMES}


def random_spot(random_: random.Random, key: str):
    """Two to four hands of named cards, a board from the flop on, dead cards."""
    game = GAMES[key]
    each, middle = hand_size(game)[1], board_size(game)
    hands = random_.randint(2, 4)
    cards = iter(random_.sample(game.deck, len(game.deck)))
    lie = random_.choice([3, 4, 5]) if middle else 0
    if middle:
        held = [each] * hands
    elif any(street.draw for street in game.streets):
        held = [each - random_.randint(0, 2 if hands == 2 else 1) for _ in range(hands)]
    else:
        held = [each - random_.choice([0, 1, 2] if hands == 2 else [0, 1])] * hands
    return (
        [[next(cards) for _ in range(number)] for number in held],
        [next(cards) for _ in range(lie)],
        [next(cards) for _ in range(random_.randint(0, 4))],
    )


@pytest.mark.parametrize("key", BOTH)
@settings(max_examples=budget(15))
@given(seed=seeds)
def test_exact_equities_are_those_of_poker_equity(key, seed):
    beside_poker_equity(key, *random_spot(random.Random(seed), key))


@sweep("key", [key for key in BOTH if board_size(GAMES[key])])
def test_before_the_flop_too(key):
    hands, _board, dead = random_spot(random.Random(key), key)
    beside_poker_equity(key, hands, [], dead)


def beside_poker_equity(key, hands, board, dead):
    found = equity(GAMES[key], hands, [board], dead, rng=rng())
    theirs = poker_equity.exact_from_text(
        BOTH[key], [cards_text(hand) for hand in hands], cards_text(board), cards_text(dead)
    )
    assert found.is_exact
    assert theirs["exact"]
    assert found.deals == theirs["samples"]
    if len(hands) == 2 and not board_size(GAMES[key]) and found.deals > 1000:
        assert equity(GAMES[key], hands, [board], dead, rng=rng(), exact_up_to=found.deals - 1) == found  # by pairs
    has_low = len(GAMES[key].wins) > 1
    for at, (hand, player) in enumerate(zip(found.hands, theirs["players"], strict=True)):
        assert float(hand.share) == pytest.approx(player["equity"], abs=1e-9)
        high = hand.parts[0]
        assert (high.wins, high.ties) == (theirs["high_win_count"][at], theirs["high_tie_count"][at])
        if has_low:
            low = hand.parts[1]
            assert (low.wins, low.ties) == (theirs["low_win_count"][at], theirs["low_tie_count"][at])


@pytest.mark.parametrize(
    ("key", "hands", "board"),
    [("holdem", "AsKs QdQh 7c6c", "Qs9s2d"), ("holdem", "AcAd KcKd", "2h7h"), ("omaha", "AsAdKsKd JhTh9c8c", "7h6h2s")],
)
def test_exact_equities_lie_within_the_error_of_pokerkits_samples(key, hands, board):
    found = find(key, *hands.split(), boards=(board,))
    assert found.is_exact
    samples = 1000
    random.seed(1)  # they draw from the global one
    kind = pokerkit.StandardHighHand if key == "holdem" else pokerkit.OmahaHoldemHand
    theirs = pokerkit.calculate_equities(
        [[list(pokerkit.Card.parse(hand))] for hand in hands.split()],
        list(pokerkit.Card.parse(board)),
        hand_size(GAMES[key])[1],
        5,
        pokerkit.Deck.STANDARD,
        (kind,),
        sample_count=samples,
    )
    for ours, other in zip(shares(found), theirs, strict=True):
        assert abs(float(ours) - other) < 5 * 0.5 / samples**0.5


# -- laws -------------------------------------------------------------------------------------------------------------


def lying(random_: random.Random, game: Game):
    """Hands as they may lie at any time in that game, some cards unknown, and a board."""
    fewest, each = hand_size(game)
    middle = board_size(game)
    hands = random_.randint(2, max(2, min(6, (len(game.deck) - middle - 3) // each)))
    cards = iter(random_.sample(game.deck, len(game.deck)))
    lie = [
        [next(cards) if random_.random() < 0.8 else UNKNOWN for _ in range(random_.randint(fewest, each))]
        for _ in range(hands)
    ]
    return lie, [next(cards) for _ in range(random_.choice([0, 3, 4, 5]) if middle else 0)]


@games
@settings(max_examples=budget(10))
@given(seed=seeds)
def test_shares_sum_to_one_and_parts_to_their_deals(key, seed):
    hands, board = lying(random.Random(seed), GAMES[key])
    found = equity(GAMES[key], hands, [board], rng=random.Random(seed), samples=200, exact_up_to=200)
    assert sum(shares(found)) == 1
    for parts in zip(*(hand.parts for hand in found.hands), strict=True):
        wins = sum(part.wins for part in parts)
        ties = [part.ties for part in parts]
        assert wins + max(ties) <= found.deals
        assert sum(ties) >= 2 * max(ties)
        if parts[0].by != "eight-or-better" and key != "archie":  # else nobody may have a hand for it
            assert wins + sum(ties) // 2 >= found.deals
    assert all((hand.error == 0) == found.is_exact for hand in found.hands)


@games
@settings(max_examples=budget(10))
@given(seed=seeds)
def test_hands_in_another_order_have_the_same_equities(key, seed):
    random_ = random.Random(seed)
    game, hands, board, _sizes = few_to_come(random_, GAMES[key], random_.randint(2, 4), 2000)
    order = random_.sample(range(len(hands)), len(hands))
    found = equity(game, hands, [board], rng=rng())
    again = equity(game, [hands[at] for at in order], [random_.sample(board, len(board))], rng=rng())
    assert again.hands == tuple(found.hands[at] for at in order)


@games
@settings(max_examples=budget(10))
@given(seed=seeds)
def test_a_sample_lies_within_five_standard_errors_of_what_is_exact(key, seed):
    random_ = random.Random(seed)
    game, hands, board, _sizes = few_to_come(random_, GAMES[key], random_.randint(2, 3), 20_000)
    exact = equity(game, hands, [board], rng=rng())
    estimate = equity(game, hands, [board], rng=random_, samples=1000, exact_up_to=-1)
    for true, mean in zip(exact.hands, estimate.hands, strict=True):
        assert abs(true.share - mean.share) <= 5 * mean.error


def called_down(random_: random.Random, key: str) -> Hand:
    """A hand that everybody has called and stood pat to the showdown, with chips of which every split is whole."""
    game, chips = GAMES[key], 5040
    seats = tuple(Seat(at, 10**9) for at in range(1, random_.randint(2, min(6, game.max_seats)) + 1))
    rules = PlayRules(losers="show", wild_cards=random_.choice(["", "", "2"]), jokers=random_.choice([0, 0, 2]))
    if game.has_blinds:
        stakes, positions = Stakes(limit="no", small_blind=chips, big_blind=chips), positions_of(len(seats))
    else:
        stakes = Stakes(limit="fixed", ante=chips, bring_in=chips, small_bet=2 * chips, big_bet=4 * chips)
        positions = Positions(1)
    boards = random_.randint(1, 2) if game.has_board else 1
    deck = random_.sample(deck_of(game, rules), len(deck_of(game, rules)))
    hand = Hand(Start(key, stakes, seats, positions, rules, boards=boards), Deck.of(deck, b"reshuffles"))
    while not hand.is_over:
        ask = hand.asks[0]
        said = map(Decision.parse, ("call", "draw", "show"))
        hand.answer(ask.number, next((one for one in said if ask.allows(one)), ask.default))
    return hand


@games
@settings(max_examples=budget(10))
@given(seed=seeds)
def test_when_all_cards_lie_equity_is_what_the_hand_pays(key, seed):
    hand = called_down(random.Random(seed), key)
    game = GAMES[key]
    boards = hand.state.boards if game.has_board else [[card for board in hand.state.boards for card in board]]  # S2.8
    found = equity(game, hand.state.cards, boards, rng=rng(), rules=hand.start.rules)
    assert found.deals == len(boards)
    # Where cards are turned up in turn, the first to show the best hand keeps it from the second (S2.14).
    assume(not (any(street.is_roll for street in game.streets) and found.hands[0].parts[0].wins != 1))
    for number, share in zip(hand.state.seats, shares(found), strict=True):
        paid = sum(won.get(number, 0) for pot in hand.result.pots for _by, won in pot.shares)
        assert paid == share * sum(pot.amount for pot in hand.result.pots)


# -- single cases -----------------------------------------------------------------------------------------------------


def test_s0_6_the_low_half_is_quartered_and_goes_to_the_high_hand_where_no_low_qualifies():
    low_tied = find("omaha8", "As2dKhKd", "Ah2cQsJd", boards=("3c 4d 8h Ks 9c",))
    assert shares(low_tied) == [Fraction(3, 4), Fraction(1, 4)]
    assert [part.ties for part in low_tied.hands[0].parts] == [0, 1]
    no_low = find("omaha8", "As2dKhKd", "Ah2cQsJd", boards=("3c Td 8h Ks 9c",))
    assert no_low.hands[0].parts[1].ties == 0


def test_s2_8_where_the_deck_runs_short_one_card_in_the_middle_is_everybodys():
    stud = replace(GAMES["seven-card-stud"], deck=parse_cards("As Ad Ah 2c 2d 2h 7s 7d Ks Kd Qs 5c 9h"))
    hands = [parse_cards("As Ad 2c 7s Ks Qs"), parse_cards("2d 2h 7d Kd 5c Ah")]
    found = equity(stud, hands, rng=rng())  # the nine is the one card left
    assert found.deals == 1
    assert shares(found) == split(stud, hands, parse_cards("9h"))
    assert shares(equity(stud, hands, [parse_cards("9h")], rng=rng())) == shares(found)
    enough = replace(stud, deck=(*stud.deck, *parse_cards("Th")))
    assert equity(enough, hands, rng=rng()).deals == 2  # one card each
    eight = [[card, card + 4, card + 8] for card in (0, 1, 2, 3, 12, 13, 14, 15)]
    found = equity(GAMES["seven-card-stud"], eight, rng=rng(), samples=50)  # 32 cards to come of 28
    assert sum(shares(found)) == 1
    short = find("seven-card-stud", "As Ad 2c 7s Ks Qs", "2d 2h 7d Kd 5c Ah", dead=" ".join(["??"] * 39))
    assert short.deals == 40  # one card of the forty, for both


def test_a_draw_is_the_equity_of_what_is_kept():
    found = find("2-7-triple-draw", "8h6d4s3c", "9s7d5c4h2s", dead="Kc")
    assert shares(found) == [Fraction(9, 42), Fraction(33, 42)]  # a deuce, a five or a seven makes an eight
    assert found == find("2-7-triple-draw", "8h6d4s3c??", "9s7d5c4h2s", dead="Kc")


# Two cards have been dealt down and three up; one up and one down are to come.
BASEBALL = parse_cards("Ac Kd 8h 7s Jd"), parse_cards("Qc Qd 5h 6s Jh")


def play_baseball(hands, left, turns):
    """Each way the turns (a hand, whether its card is dealt up) can go, as its hands and how likely they are."""
    if not turns:
        yield hands, Fraction(1)
        return
    (at, is_up), *others = turns
    for card in left:
        more = [[*hand, card] if number == at else hand for number, hand in enumerate(hands)]
        again = [(at, True)] if is_up and card_text(card)[0] == "4" else []
        for final, chance in play_baseball(more, left - {card}, [*again, *others]):
            yield final, chance / len(left)


def test_s2_13_a_four_dealt_up_brings_another_card():
    left = frozenset(parse_cards("4c 4d 3c Ah 8c 2d"))
    game = replace(GAMES["baseball"], deck=tuple(sorted({*left, *BASEBALL[0], *BASEBALL[1]})))
    won = [Fraction(), Fraction()]
    for hands, chance in play_baseball(BASEBALL, left, [(0, True), (1, True), (0, False), (1, False)]):
        won = [before + part * chance for before, part in zip(won, split(game, hands, []), strict=True)]
    found = equity(game, BASEBALL, rng=rng(), samples=50_000)
    assert not found.is_exact
    for true, mean in zip(won, found.hands, strict=True):
        assert abs(true - mean.share) < 4 * mean.error
    # What comes down brings nothing, unless the house says so: from sixth street all deals are looked at.
    sixth = [(*BASEBALL[0], parse_cards("8c")[0]), (*BASEBALL[1], parse_cards("2d")[0])]
    assert equity(game, sixth, rng=rng()).deals == count(4, [1, 1])
    assert not equity(game, sixth, rng=rng(), rules=PlayRules(hidden_four=True), samples=10).is_exact


def test_s2_13_how_many_cards_are_to_come_is_read_from_the_order_dealt():
    left = parse_cards("3c Ah 8c 2d")
    hands = [parse_cards("Ac Kd 4h 7s Jd 9d Ts"), parse_cards("Qc 4s 5h 6s Jh 2h")]  # an up four; a hidden one
    game = replace(GAMES["baseball"], deck=tuple(sorted({*left, *hands[0], *hands[1]})))
    assert equity(game, hands, rng=rng()).deals == count(4, [1, 1])
    unknown = [(UNKNOWN, *hands[0][1:], parse_cards("3c")[0]), (*hands[1], parse_cards("Ah")[0])]
    assert equity(game, unknown, rng=rng()).deals == 3  # which of three cards was dealt first
    with pytest.raises(BadCards, match=r"hand 1 .* has 9 cards: Baseball takes 3 or more in the order dealt"):
        equity(game, [(*hands[0], *left[:2]), hands[1]], rng=rng())


def test_unknown_hole_cards_are_dealt_at_random():
    found = find("holdem", "AsAd", "????", boards=("2c7d9hTd3c",))
    assert found.deals == count(45, [2])
    assert found.is_exact
    for hand in find("holdem", "????", "????", "????", samples=20_000).hands:
        assert abs(hand.share - Fraction(1, 3)) < 4 * hand.error


def test_what_never_happened_among_the_samples_leaves_an_error():
    found = find("holdem", "AsAd", "2c7d", boards=("AhKcKd",), exact_up_to=0, samples=10)
    assert all(hand.error > 0.01 for hand in found.hands)


def test_the_error_is_that_of_a_mean_with_a_deal_won_and_a_deal_lost_besides():
    samples = 300
    for hand in find("holdem", "As2d", "Ks2c", exact_up_to=0, samples=samples).hands:
        wins, ties = hand.parts[0].wins, hand.parts[0].ties
        won = [1.0] * (wins + 1) + [0.5] * ties + [0.0] * (samples - wins - ties + 1)
        assert hand.error == pytest.approx(pstdev(won) / len(won) ** 0.5)


def test_the_same_seed_gives_the_same_estimate():
    hands = [parse_cards("AsKs"), (UNKNOWN, UNKNOWN)]
    first, second, other = (equity(GAMES["holdem"], hands, rng=random.Random(seed), samples=500) for seed in (7, 7, 8))
    assert first == second != other


@pytest.mark.parametrize(
    ("key", "hands", "boards", "dead", "message"),
    [
        ("holdem", ["AsAd"], [""], "", "two hands or more, not 1"),
        ("holdem", ["AsAd", "As2d"], [""], "", "As stands twice, in hand 1 and in hand 2"),
        ("holdem", ["AsAd", "KsKd"], ["As2c3c"], "", "As stands twice, in hand 1 and on the board"),
        ("holdem", ["AsAd", "KsKd"], ["2c3c4c", "5c5d2c"], "", "2c stands twice, on board 1 and on board 2"),
        ("holdem", ["AsAd", "KsKd"], ["2c3c4c"], "2c", "2c stands twice, on the board and among the dead"),
        ("holdem", ["AsAd", "Ks"], [""], "", "hand 2 (Ks) has 1 cards: Texas Hold'em takes 2, with ??"),
        ("holdem", ["AsAd", "KsKdKh"], [""], "", "hand 2 (Ks Kd Kh) has 3 cards: Texas Hold'em takes 2"),
        ("holdem", ["AsX1", "KsKd"], [""], "", "X1 (in hand 1) is not in the deck of Texas Hold'em, which is 2c to As"),
        (
            "holdem",
            ["AsAd", "KsKd"],
            ["2c3c4c5c6c7c"],
            "",
            "2c 3c 4c 5c 6c 7c is too much: Texas Hold'em has a board of 5",
        ),
        ("holdem", ["AsAd", "KsKd"], [], "", "give an empty one"),
        ("pineapple", ["AsAd", "KsKdKh"], [""], "", "Pineapple takes 2 once its discards are made"),
        ("baseball", ["AsAd2h", "KsKdKh"], ["2c"], "", "2c is too much: Baseball has no board"),
        ("badugi", ["As2d", "KsKd"], ["2c"], "", "2c is too much: Badugi has no board"),
        ("razz", ["As2d3c4c5c6c7c", "KsKdKh2h3h4h"], ["9c"], "", "9c is too much: Razz has no board"),
        (
            "baseball",
            ["AcKd8h7sJd", "QcQd5h6sJh"],
            [""],
            " ".join(["??"] * 37),
            "8 cards are still to come, but only 5",
        ),
        ("razz", ["As2d", "KsKd3c"], [""], "", "hand 1 (As 2d) has 2 cards: Razz takes 3 to 7"),
        ("2-7-single-draw", ["As2d", "KsKd3c"], [""], " ".join(["??"] * 43), "5 cards are still to come, but only 4"),
    ],
)
def test_cards_that_cannot_lie_so_are_refused_with_what_would_be_right(key, hands, boards, dead, message):
    with pytest.raises(BadCards) as refused:
        find(key, *hands, boards=tuple(boards), dead=dead)
    assert message in str(refused.value)


def test_no_samples_are_no_estimate():
    with pytest.raises(EngineError, match="one sample or more, not 0"):
        find("holdem", "AsAd", "KsKd", samples=0)


# -- runouts ----------------------------------------------------------------------------------------------------------


def test_runouts_are_every_choice_once():
    assert doctest.testmod(runouts) == (0, 3)
    assert doctest.testmod(engine.equity) == (0, 6)
    for cards, taken in ((5, 0), (5, 1), (5, 5), (9, 4)):
        assert choices(cards, taken).tolist() == [list(chosen) for chosen in combinations(range(cards), taken)]
    found = [
        tuple(tuple(group.tolist()) for group in row)
        for block in every(7, [2, 0, 1, 2])
        for row in zip(*block, strict=True)
    ]
    wanted = [tuple(filled) for filled in fills(frozenset(range(7)), [2, 0, 1, 2])]
    assert sorted(found) == sorted(wanted)


def test_sampled_runouts_come_equally_often():
    rows = 30_000
    times: dict[tuple, int] = dict.fromkeys((tuple(filled) for filled in fills(frozenset(range(5)), [2, 1])), 0)
    for pairs, singles in sampled(5, [2, 1], rows, rng()):
        for pair, single in zip(pairs.tolist(), singles.tolist(), strict=True):
            times[tuple(pair), tuple(single)] += 1
    expected = rows / len(times)
    chi_squared = sum((seen - expected) ** 2 / expected for seen in times.values())
    assert chi_squared < 67  # 29 degrees of freedom: once in ten thousand


def test_extra_cards_come_as_often_as_they_would_one_after_another():
    slots, bringing, rows = ([True, False], [True]), {0, 3}, 30_000

    def dealt(at, hand, left, done):
        """Each way the cards can come, a hand after the other, and how likely it is."""
        if at == len(slots):
            yield tuple(done), 1.0
            return
        slot = sum(1 for place, may in hand if not (may and place in bringing))
        if slot == len(slots[at]):
            yield from dealt(at + 1, (), left, [*done, tuple(sorted(place for place, _may in hand))])
            return
        for place in left:
            for final, chance in dealt(at, (*hand, (place, slots[at][slot])), left - {place}, done):
                yield final, chance / len(left)

    expected = Counter()
    for final, chance in dealt(0, (), frozenset(range(6)), []):
        expected[final] += chance * rows
    seen = Counter()
    for _board, first, second in sampled_with_extras(6, slots, sorted(bringing), rows, rng()):
        for rows_ in zip(first.tolist(), second.tolist(), strict=True):
            seen[tuple(tuple(place for place in row if place != runouts.ABSENT) for row in rows_)] += 1
    assert set(seen) <= set(expected)
    chi_squared = sum((seen[final] - times) ** 2 / times for final, times in expected.items())
    freedom = len(expected) - 1
    assert chi_squared < freedom + 4 * (2 * freedom) ** 0.5


# -- the command line -------------------------------------------------------------------------------------------------


def test_the_command_prints_a_table_or_json(capsys):
    assert main(["equity", "holdem", "AsAd", "KhKd", "--board", "2c 7d 9h"]) == 0
    text = capsys.readouterr().out
    assert "990 deals (every deal)" in text
    assert "91.616%" in text
    assert main(["equity", "omaha8", "AsAd2h3d", "????????", "--samples", "50", "--seed", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert not told["is_exact"]
    assert told["deals"] == 50
    assert sum(hand["share"] for hand in told["hands"]) == pytest.approx(1)
    assert [part["by"] for part in told["hands"][0]["parts"]] == ["high", "eight-or-better"]


def test_the_command_says_what_is_wrong_and_fails(capsys):
    assert main(["equity", "holdem", "AsAd", "AsKd"]) == 2
    assert "stands twice" in capsys.readouterr().err
    assert main(["equity", "holden", "AsAd", "QsKd"]) == 2
    assert "there is no game 'holden'" in capsys.readouterr().err
