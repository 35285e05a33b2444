"""Jokers: the reading is the best there is, found by trying every card (S3.8)."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import LOW_MIDDLE, OPEN_FACE, prepare
from engine.chinese.rows.jokers import read, readings
from engine.chinese.rows.rows import parse_board, rank_low, rank_row
from engine.chinese.scoring.scoring import score_hand
from engine.games.row_layout import Board
from tests.support.boards import random_boards
from tests.support.budget import budget

STANDARD = prepare(ChineseRules())
JOKERS = (52, 53)


def filled_rows(row):
    """The row with its jokers as every pair of cards that are not in it."""
    places = [at for at, card in enumerate(row) if card in JOKERS]
    free = [card for card in range(52) if card not in row]
    for cards in permutations(free, len(places)):
        filled = list(row)
        for place, card in zip(places, cards, strict=True):
            filled[place] = card
        yield tuple(filled)


@st.composite
def rows_with_jokers(draw):
    size = draw(st.sampled_from([3, 5]))
    jokers = draw(st.integers(1, 2))
    suits = draw(st.sampled_from([(0,), (0, 1, 2, 3), (2, 3)]))  # one suit: rows that may be flushes
    deck = [card for card in range(52) if card & 3 in suits]
    plain = draw(st.lists(st.sampled_from(deck), min_size=size - jokers, max_size=size - jokers, unique=True))
    return tuple(draw(st.permutations([*plain, *JOKERS[:jokers]])))


@given(rows_with_jokers(), st.booleans())
@settings(max_examples=budget(150), deadline=None)
def test_the_readings_of_a_row_are_all_that_substitution_finds(row, is_low):
    rank = rank_low if is_low else rank_row
    expected = sorted({rank(filled) for filled in filled_rows(row)}, reverse=True)
    assert [one.value for one in readings(row, is_low)] == expected


def test_a_row_without_jokers_reads_as_it_is():
    row = parse_board("Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c").middle
    assert [one.value for one in readings(row)] == [rank_row(row)]


@pytest.mark.parametrize("is_low", [False, True])
@pytest.mark.parametrize("reading", ["best legal", "row maximum"])
def test_the_cards_read_are_as_strong_as_said_and_no_card_is_twice_in_a_row(reading, is_low):
    profile = prepare(ChineseRules(joker_reading=reading), LOW_MIDDLE if is_low else OPEN_FACE)
    rng = random.Random(5)
    tried = 0
    for _ in range(1500):
        for board in random_boards(rng, 3, jokers=2):
            after, strengths = read(board, profile)
            assert profile.strengths(after) == strengths
            for before, row in zip(board, after, strict=True):
                assert len(set(row)) == len(row)
                assert max(row) < 52
                assert all(card == told or told in JOKERS for card, told in zip(row, before, strict=True))
            tried += after != board
    assert tried > 1000


def test_no_legal_reading_is_stronger_in_any_row():
    """The strongest legal reading is at least as strong as any other in every row: nothing is given up for it."""
    rng = random.Random(6)
    dealt = [board for _ in range(30) for board in random_boards(rng, 4, jokers=2)]
    jokered = [board for board in dealt if any(card in JOKERS for row in board for card in row)]
    assert len(jokered) > 30
    for board in jokered:
        _, best = read(board, STANDARD)
        legal = []
        for front in filled_rows(board.front):
            for middle in filled_rows(board.middle):
                for back in filled_rows(board.back):
                    filled = Board(front, middle, back)
                    values = STANDARD.strengths(filled)
                    if STANDARD.is_legal(filled, values):
                        legal.append(values)
        for values in legal:
            assert all(mine >= theirs for mine, theirs in zip(best, values, strict=True))
        assert score_hand(board, STANDARD).is_fouled is (not legal)


@pytest.mark.parametrize(
    ("text", "read_as"),
    [
        # Not five of a kind: four of them and the joker make the best kicker.
        ("Kd Jc 4s / Td Ts 8d 6c 5h / 9s 9h 9d 9c X1", "Kd Jc 4s / Td Ts 8d 6c 5h / 9s 9h 9d 9c As"),
        # Not a flush with two aces: the queen is the best there is.
        ("Kd Jc 4s / Td Ts 8d 6c 5h / Ac Kc 9c 4c X1", "Kd Jc 4s / Td Ts 8d 6c 5h / Ac Kc 9c 4c Qc"),
        # The middle would be a straight flush, but for the back.
        ("Kd Jc 4s / 9c 7c 6c 8c X1 / Th 9h 8d 7s 6s", "Kd Jc 4s / 9c 7c 6c 8c Ts / Th 9h 8d 7s 6s"),
        # The front would be a pair of aces, but for the middle's kings.
        ("Ac Kd X1 / Ks Kh Qs Js Tc / Ah Ad 4c 4d 2s", "Ac Kd Qs / Ks Kh Qs Js Tc / Ah Ad 4c 4d 2s"),
    ],
)
def test_s3_8_a_joker_is_the_best_card_that_is_legal(text, read_as):
    after, _ = read(parse_board(text), STANDARD)
    # Two rows may read their jokers as the same card, so the expected text is compared by strength.
    rows = [row.split() for row in read_as.split("/")]
    assert [[card[0] for card in row] for row in str_rows(after)] == [[card[0] for card in row] for row in rows]


def str_rows(board):
    return [row.split() for row in str(board).split("/")]


def test_a_row_maximum_house_lets_the_joker_foul():
    board = parse_board("Ac Kd X1 / Ks Kh Qs Js Tc / Ah Ad 4c 4d 2s")
    assert not score_hand(board, STANDARD).is_fouled
    assert score_hand(board, prepare(ChineseRules(joker_reading="row maximum"))).is_fouled


CONFLICT = parse_board("Ah 7c X1 / Ad Ac 7d 7h 2s / Ks Qs Js Ts X2")  # both jokers want the ace of spades


@pytest.mark.parametrize(
    ("rules", "cards", "royalties"),
    [
        ({"joker_cards": "any"}, 16, (9, 0, 25)),
        ({"joker_cards": "not visible"}, 16, (9, 0, 15)),
        ({"joker_cards": "not visible", "joker_priority": "royalties"}, 0, (2, 0, 25)),
    ],
)
def test_where_two_jokers_want_one_card_the_house_says_what_comes_first(rules, cards, royalties):
    hand = score_hand(CONFLICT, prepare(ChineseRules(**rules)))
    assert (hand.fantasyland, hand.royalties) == (cards, royalties)


def test_a_joker_may_not_be_a_card_that_another_hand_shows():
    profile = prepare(ChineseRules(joker_cards="not visible"))
    board = parse_board("9s 8d 3c / Ts Td Jc 6d 2c / Ah Kh Qh Jh X1")
    assert score_hand(board, profile).royalties[2] == 25
    seen = frozenset(parse_board("Th 2d 3d / 4d 5d 7d 8c 9c / 4h 4s 4c 7s 7c").front)
    hand = score_hand(board, profile, visible=seen)
    assert hand.royalties[2] == 4  # a flush with the nine, since the ten is seen
    assert str(hand.board).endswith("Ah Kh Qh Jh 9h")


@pytest.mark.parametrize("priority", ["fantasyland", "royalties"])
def test_unseen_readings_are_the_best_of_every_assignment(priority):
    profile = prepare(ChineseRules(joker_cards="not visible", joker_priority=priority))
    rng = random.Random(priority)
    compared = 0
    for _ in range(12):
        for board in random_boards(rng, 2, jokers=2):
            places = [(row, at) for row in range(3) for at in range(len(board[row])) if board[row][at] in JOKERS]
            if not places:
                continue
            unseen = [card for card in range(52) if not any(card in row for row in board)]
            best = None
            for cards in permutations(unseen, len(places)):
                rows = [list(row) for row in board]
                for (row, at), card in zip(places, cards, strict=True):
                    rows[row][at] = card
                hand = score_hand(Board(*(tuple(row) for row in rows)), profile)
                if not hand.is_fouled:
                    goals = [hand.fantasyland, sum(hand.royalties)]
                    worth = (goals if priority == "fantasyland" else goals[::-1], hand.strengths[::-1])
                    best = worth if best is None or worth > best else best
            hand = score_hand(board, profile)
            assert hand.is_fouled is (best is None)
            if best is not None:
                goals = [hand.fantasyland, sum(hand.royalties)]
                assert (goals if priority == "fantasyland" else goals[::-1], hand.strengths[::-1]) == best
            compared += 1
    assert compared > 5


def test_unseen_row_maximum_gives_each_row_its_best_from_the_back():
    profile = prepare(ChineseRules(joker_cards="not visible", joker_reading="row maximum"))
    after, _ = read(CONFLICT, profile)
    assert str(after) == "Ah 7c 7s / Ad Ac 7d 7h 2s / Ks Qs Js Ts As"
