"""Rows: what they make, which order is legal, and what is no board (S3.1)."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

from engine.cards import parse_cards
from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.rows.compiled_rules import LOW_MIDDLE, prepare
from engine.chinese.rows.rows import check_board, check_boards, made, made_low, parse_board, rank_row
from engine.chinese.scoring.scoring import score_hand
from engine.errors import BadCards
from engine.games.row_layout import Board

STANDARD = prepare(ChineseRules())
STRICT = prepare(ChineseRules(equal_rows="foul"))
LOW = prepare(ChineseRules(), LOW_MIDDLE)


def is_fouled(text, profile=STANDARD):
    return score_hand(parse_board(text), profile).is_fouled


def test_every_five_cards_make_what_they_rank_as():
    """Kinds in the order of strength, over one hand in a hundred of them all."""
    strongest = {}
    for at, cards in enumerate(combinations(range(52), 5)):
        if at % 97:
            continue
        kind, value = made(cards).kind, rank_row(cards)
        low, high = strongest.get(kind, (value, value))
        strongest[kind] = (min(low, value), max(high, value))
    order = ["high card", "pair", "two pair", "trips", "straight", "flush", "full house", "quads", "straight flush"]
    for weaker, stronger in pairwise(order):
        if stronger in strongest:
            assert strongest[weaker][1] < strongest[stronger][0]


@pytest.mark.parametrize(
    ("cards", "kind", "rank"),
    [
        ("As Ks Qs Js Ts", "royal flush", 12),
        ("Ks Qs Js Ts 9s", "straight flush", 11),
        ("5s 4s 3s 2s As", "straight flush", 3),
        ("5s 4h 3s 2s As", "straight", 3),
        ("2s Ah Ks Qs Js", "high card", 12),
        ("7s 7h 7d 7c As", "quads", 5),
        ("7s 7h 7d Ac As", "full house", 5),
        ("7s 7h 7d", "trips", 5),
        ("7s 7h Ad", "pair", 5),
        ("As Ks Qs", "high card", 12),
    ],
)
def test_a_row_makes(cards, kind, rank):
    assert made(parse_cards(cards)) == (kind, rank)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("7s 5h 4d 3c 2s", (5, True)),
        ("7s 6h 4d 3c 2s", (5, False)),
        ("As 5h 4d 3c 2s", (12, False)),
        ("6s 5h 4d 3c 2s", None),
        ("9s 5s 4s 3s 2s", None),
        ("9s 9h 4s 3s 2s", None),
    ],
)
def test_a_deuce_to_seven_middle_makes(cards, expected):
    assert made_low(parse_cards(cards)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kc 8s 2d / As 9s 6s 4s 3s / Ah Jh 7h 5h 2h", False),  # S3.1's example: flush under flush, by cards
        ("Kc 8s 2d / Ah Jh 7h 5h 2h / As 9s 6s 4s 3s", True),
        ("Ks Kh Ac / Kd Kc Qs 7h 3d / As Ah 4c 4d 2s", True),  # the front's kicker
        ("Ks Kh Qc / Kd Kc As 7h 3d / Ac Ah 4c 4d 2s", False),
        ("2s 2h 2d / As Ah Kc Kd 3s / Ac Ad 9c 9d 3h", True),  # trips over two pair
        ("7s 7h 7d / 8s 8h 8d Kc 2c / 9s 9h 9d 5c 3c", False),  # trips under trips under trips
        ("As Kd Qc / Ah Kc Qd 2s 3c / Jd Jc 5s 6c 7s", False),  # the middle goes on where the front has ended
        ("Qc Jd 3c / 2h 3d 4s 5c 6h / As 2s 3h 4d 5s", True),  # a wheel is the lowest straight
    ],
)
def test_s3_1_front_middle_back_must_not_fall(text, expected):
    assert is_fouled(text) is expected


def test_s3_1_equal_rows_are_legal_or_a_foul_as_the_house_has_it():
    text = "9c 7d 2s / Ts 9s 8d 7c 6h / Td 9h 8s 7s 6c"
    assert not is_fouled(text)
    assert is_fouled(text, STRICT)
    assert not is_fouled("9c 7d 2s / 9s 8d 7c 6h 5d / Td 9h 8s 7s 6c", STRICT)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kd Jc 2h / Td 8c 5h 3s 2d / Ad Ac 5c 4s 3d", False),
        ("Kd Jc 2h / Jd 8c 5h 3s 2s / Ad Ac 5c 4s 3d", True),  # jack-low does not qualify
        ("Kd Tc 9h / Ad 5d 4h 3s 2d / As Ac Jc 7s 5c", True),  # the ace is high
        ("Ks Kh Qd / 9d 8c 5h 3s 2d / Kd Kc 9c 4s 3d", True),  # the front beats the back
        ("Kd Kh 4d / 9d 8c 5h 3s 2d / Ks Kc Ac 4s 3d", False),
    ],
)
def test_a_deuce_to_seven_middle_must_qualify_and_only_front_and_back_are_compared(text, expected):
    assert is_fouled(text, LOW) is expected


def test_the_house_says_which_low_qualifies():
    nine = prepare(ChineseRules(low_qualifier="9"), LOW_MIDDLE)
    assert is_fouled("Kd Jc 2h / Td 8c 5h 3s 2d / Ad Ac 5c 4s 3d", nine)
    assert not is_fouled("Kd Jc 2h / 9d 8c 5h 3s 2d / Ad Ac 5c 4s 3d", nine)


def test_a_fouled_hand_says_why():
    told = STANDARD.why_fouled
    for profile, text, why in [
        (STANDARD, "Kc 8s 2d / Ah Jh 7h 5h 2h / As 9s 6s 4s 3s", "middle_over_back"),
        (STANDARD, "Ks Kh Ac / Kd Kc Qs 7h 3d / As Ah 4c 4d 2s", "front_over_middle"),
        (STRICT, "9c 7d 2s / Ts 9s 8d 7c 6h / Td 9h 8s 7s 6c", "middle_over_back"),
        (LOW, "Kd Jc 2h / Jd 8c 5h 3s 2s / Ad Ac 5c 4s 3d", "low_does_not_qualify"),
        (LOW, "Ks Kh Qd / 9d 8c 5h 3s 2d / Kd Kc 9c 4s 3d", "front_over_back"),
    ]:
        board = parse_board(text)
        assert profile.why_fouled(board, profile.strengths(board)) == why
    legal = parse_board("Kc 8s 2d / As 9s 6s 4s 3s / Ah Jh 7h 5h 2h")
    assert told(legal, STANDARD.strengths(legal)) == ""


def test_rows_are_said_in_words():
    high = parse_board("Ks Kh 4d / Ad Jd 9d 6d 3d / Qs Qh Qd 7s 7h")
    assert [str(words) for words in STANDARD.words(high)] == [
        "Pair of Kings",
        "Flush, Ace high",
        "Queens full of Sevens",
    ]
    low = parse_board("Kd Jc 2h / 9d 8c 5h 3s 2d / Ad Ac 5c 4s 3d")
    assert str(LOW.words(low)[1]) == "9-8-5-3-2 low"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ks Kh / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c", "the front needs 3 cards, not 2"),
        ("Ks Kh 4d / Ad Jd 9d 6d / Ac Kc 8c 5c 2c", "the middle needs 5 cards, not 4"),
        ("Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c 3c", "the back needs 5 cards, not 6"),
        ("Ks Kh 4d / Ad Jd 9d 6d 3d / Ks Kc 8c 5c 2c", "Ks is there twice"),
        ("Ks Kh X1 / Ad Jd 9d 6d 3d / X1 Kc 8c 5c 2c", "X1 is there twice"),
        ("Ks Kh ?? / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c", "a card that nobody knows"),
        ("Ks Kh 4d / Ad Jd 9d 6d 3d", "write front / middle / back"),
        ("Ks Kh 1d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c", "'1d' is no card"),
    ],
)
def test_what_is_no_board_is_told_what_would_be_right(text, said):
    with pytest.raises(BadCards, match=said.replace("?", r"\?")):
        parse_board(text)


def test_boards_of_one_deal_share_no_card_and_are_two_to_four():
    one = parse_board("Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c")
    other = parse_board("As Ah 5s / 9s 9h 4s 4h Jc / Qs Qh Qd 7s 7h")
    check_boards([one, other])
    with pytest.raises(BadCards, match=r"the boards: .*Ks.* is there twice"):
        check_boards([one, other, one])
    with pytest.raises(BadCards, match="2 to 4 players"):
        check_boards([one])
    with pytest.raises(BadCards, match="2 to 4 players"):
        check_boards([one, other, None, None, None])
    with pytest.raises(BadCards, match="Ben: the front needs 3 cards, not 2"):
        check_boards([one, other._replace(front=other.front[:2])], names=["Ann", "Ben"])
    with pytest.raises(BadCards, match="board 2: 99 in the front is no card"):
        check_boards([one, other._replace(front=(99, 0, 1))])
    with pytest.raises(BadCards, match="-1 in the back is no card"):
        check_board(Board(other.front, other.middle, (-1, *other.back[1:])))


def test_a_board_reads_back_as_it_is_written():
    text = "Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c X1 2c"
    assert str(parse_board(text)) == text
