"""What is set for a player whose time is out: legal always, and not fouled where that can be helped."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from engine.cards import FULL_DECK, JOKERS, parse_cards
from engine.chinese.play.foul_warnings import foresee
from engine.chinese.play.time_out import set_for_the_player
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import CLASSIC, LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.rows.rows import made_low
from engine.chinese.scoring.scoring import score_hand
from engine.deck.shuffle import Deck
from engine.games.row_layout import Board
from engine.play.any_game import begin
from tests.support.hands import ask_of, start

NOTHING = Board((), (), ())


def at_once(cards, profile):
    layout = set_for_the_player(tuple(cards), 13, NOTHING, profile)
    assert sorted(layout.cards) == sorted(cards)
    assert [len(row) for row in layout.board] == [3, 5, 5]
    return score_hand(layout.board, profile)


@pytest.mark.parametrize("equal_rows", ["legal", "foul"])
@pytest.mark.parametrize("variant", [CLASSIC, OPEN_FACE])
def test_a_whole_setting_is_never_fouled(variant, equal_rows):
    rng = random.Random(equal_rows)
    profile = prepare(ChineseRules(equal_rows=equal_rows), variant)
    for size in (13, 14, 17):
        for _ in range(6):
            jokers = JOKERS[: rng.randint(0, 2)]
            cards = [*jokers, *rng.sample(FULL_DECK, size - len(jokers))]
            assert not at_once(cards, profile).is_fouled


@pytest.mark.parametrize(
    "cards",
    [
        "9s8h7d6c5s 9h8d7c6s5h 2c2d3h",  # two straights that tie
        "AsKs9s5s3s AhKh9h5h3h 2c4d6c",  # two flushes that tie
    ],
)
def test_where_equal_rows_foul_another_setting_is_found(cards):
    assert not at_once(parse_cards(cards), prepare(ChineseRules(equal_rows="foul"))).is_fouled


def test_a_deuce_to_seven_middle_qualifies_if_any_five_cards_do():
    rng = random.Random(27)
    profile = prepare(ChineseRules(low_qualifier="8"), LOW_MIDDLE)
    fouled = 0
    for _ in range(60):
        cards = rng.sample(FULL_DECK, rng.choice([13, 14]))
        lows = [made_low(five) for five in combinations(cards, 5)]
        can_qualify = any(low is not None and low.rank <= profile.low_qualifier for low in lows)
        assert at_once(cards, profile).is_fouled != can_qualify
        fouled += not can_qualify
    assert 0 < fouled < 60


def test_s3_8_jokers_that_stand_for_unseen_cards_only_do_not_foul_a_fantasyland_set_by_the_clock():
    """The cards of the others lie open, and the joker can be none of them; not looking at them fouls some hands."""
    rng = random.Random(38)
    begun = start("ofc-pineapple", 1000, 1000, 1000, carried={"3": 14}, jokers=2, joker_cards="not visible")
    blind_fouls = 0
    for _ in range(25):
        plain = rng.sample(FULL_DECK, 52)
        deck = Deck.of([*plain[:13], JOKERS[0], *plain[13:], JOKERS[1]])  # seat 3 is dealt first, all at once
        hand = begin(begun, deck)
        while len(hand.asks) > 1:
            ask = next(ask for ask in hand.asks if ask.seat != 3)
            hand.answer(ask.number, ask.sample(rng))
        ask = ask_of(hand, 3)
        open_cards = frozenset(card for seat in (1, 2) for row in hand.rows[seat] for card in row)
        blind = set_for_the_player(ask.cards, 13, NOTHING, ask.profile, 14).board
        blind_fouls += score_hand(blind, ask.profile, 14, open_cards).is_fouled
        hand.answer(ask.number, ask.default)
        assert not hand.result.hands[3].is_fouled
    assert blind_fouls > 0


@pytest.mark.parametrize("variant", [OPEN_FACE, LOW_MIDDLE])
def test_the_last_card_is_not_placed_where_it_fouls_if_another_row_takes_it(variant):
    """Every last street of Pineapple, tried all ways: a foul only where every placing fouls."""
    rng = random.Random(5)
    profile = prepare(ChineseRules(), variant)
    saved = 0
    for _ in range(150):
        cards = sorted(rng.sample(FULL_DECK, 14), reverse=rng.random() < 0.7)
        rows = [cards[11:13], cards[6:11], cards[:4]] if variant is OPEN_FACE else [cards[:2], cards[9:14], cards[2:6]]
        left = [card for card in cards if card not in [one for row in rows for one in row]]
        board = Board(*map(tuple, rows))
        ways = [
            Board((*board.front, one), board.middle, (*board.back, other))
            for one in left
            for other in left
            if one != other
        ]
        can_be_saved = any(not score_hand(way, profile).is_fouled for way in ways)
        layout = set_for_the_player(tuple(left), 2, board, profile)
        after = Board(*[has + gets for has, gets in zip(board, layout.board, strict=True)])
        assert score_hand(after, profile).is_fouled != can_be_saved
        saved += can_be_saved
    assert 0 < saved < 150


def test_a_foul_that_is_foretold_is_never_mended():
    """A certain verdict on rows that lack cards, tried with random cards to come; and full rows are judged exactly."""
    rng = random.Random(11)
    certain = 0
    for at in range(400):
        jokers = JOKERS[: rng.choice([0, 0, 1, 2])]
        variant = rng.choice([OPEN_FACE, LOW_MIDDLE])
        profile = prepare(ChineseRules(equal_rows=rng.choice(["legal", "foul"])), variant)
        cards = [*jokers, *rng.sample(FULL_DECK, 13 - len(jokers))]
        rng.shuffle(cards)
        whole = Board(tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:]))
        is_fouled = score_hand(whole, profile).is_fouled
        verdict = foresee(whole, profile)
        assert (verdict is not None and verdict.is_certain) == is_fouled
        part = Board(*[row[: rng.randint(max(0, len(row) - 2), len(row))] for row in whole])
        verdict = foresee(part, profile)
        if verdict is not None and verdict.is_certain:
            certain += 1
            for _ in range(60):
                rest = rng.sample([card for card in FULL_DECK if card not in cards], 6)
                filled = Board(
                    *[
                        (*row, *[rest.pop() for _ in range(size - len(row))])
                        for row, size in zip(part, (3, 5, 5), strict=True)
                    ]
                )
                assert score_hand(filled, profile).is_fouled, at
    assert certain > 20


def test_rows_that_tie_are_foretold_as_the_house_has_them():
    rows = Board(parse_cards("2c3d"), parse_cards("9h8d7c6s5h"), parse_cards("9s8h7d6c5s"))
    assert foresee(rows, prepare(ChineseRules())) is None
    assert foresee(rows, prepare(ChineseRules(equal_rows="foul"))) == ("middle_over_back", True)


@pytest.mark.parametrize(
    ("front", "middle", "back", "danger"),
    [
        ("Ks", "9s", "8s2d", ""),  # high cards alone, with room behind
        ("Ks2d", "9s8d", "7s6d", ""),
        ("KsQd2c", "9s8d7c3h", "AsAd", "front_over_middle"),  # one card to come in the middle
        ("KsKd", "9s2c", "8s", "front_over_middle"),
        ("", "9s9d", "8s7d", "middle_over_back"),
        ("", "9s9d", "8s", ""),  # the back has fewer cards yet
        ("", "9s9d", "TsTd", ""),
    ],
)
def test_a_hand_is_in_danger_of_a_foul_only_where_a_row_is_hard_to_catch(front, middle, back, danger):
    rows = Board(*[parse_cards(cards) if cards else () for cards in (front, middle, back)])
    verdict = foresee(rows, prepare(ChineseRules()))
    assert (verdict.why if verdict else "") == danger
    assert verdict is None or not verdict.is_certain
