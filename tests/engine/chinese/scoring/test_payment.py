"""Payment: who is paid first when a stack runs out, and the rake (S3.6, S3.7)."""

from __future__ import annotations

import pytest

from engine.chinese.rows.chinese_rules import ChineseRules
from engine.chinese.scoring.payment import BadSettlement, Transfer, settle
from engine.chinese.scoring.proportional_shares import share
from engine.chinese.scoring.rake import rakes_of
from engine.chinese.scoring.scoring import score
from tests.support.boards import boards


def paid(debts, stacks, button, payment, **rules):
    settled = settle(debts, stacks=stacks, button=button, rules=ChineseRules(payment=payment, **rules))
    return [stack + won for stack, won in zip(stacks, settled.moved, strict=True)]


# Player 1 holds 10, owes 12, and is owed 40 by two others: the case the research found four answers to.
SHORT = ([(0, 1, 12), (1, 2, 20), (1, 3, 20)], [100, 10, 100, 100], 3)


@pytest.mark.parametrize(
    ("payment", "stacks"),
    [
        ("net", [112, 38, 80, 80]),
        ("credit", [112, 38, 80, 80]),
        ("position", [110, 40, 80, 80]),
        ("win cap", [110, 0, 100, 100]),
        ("bust", [110, 0, 100, 100]),
    ],
)
def test_s3_6_four_orders_of_payment_and_credit(payment, stacks):
    assert paid(*SHORT, payment) == stacks


def test_the_win_cap_is_the_stack_held_at_that_moment():
    debts = [(0, 1, 10), (0, 2, 40), (1, 2, -20)]
    assert paid(debts, [5, 10, 135], 2, "win cap") == [20, 0, 130]
    assert paid(debts, [5, 10, 135], 2, "position") == [55, 0, 95]
    assert paid(debts, [5, 10, 135], 2, "net") == [35, 0, 115]  # +50, -30 and -20, of which 10 and 20 can be paid


def test_a_bust_player_and_a_capped_one_are_not_the_same():
    debts = [(0, 1, 30)]
    assert paid(debts, [10, 50], 1, "bust") == [40, 20]
    assert paid(debts, [10, 50], 1, "win cap") == [20, 40]
    assert paid([(0, 1, 30)], [0, 50], 1, "bust") == [0, 50]


def test_the_button_says_who_is_served_first():
    debts = [(0, 2, 30), (1, 2, 20)]
    assert paid(debts, [50, 50, 25], 2, "position") == [75, 50, 0]
    assert paid(debts, [50, 50, 25], 0, "position") == [55, 70, 0]
    assert paid(debts, [50, 50, 25], 1, "position") == [75, 50, 0]
    assert paid([(0, 2, 10), (1, 2, 10)], [50, 50, 15], 2, "net") == [58, 57, 0]
    assert paid([(0, 2, 10), (1, 2, 10)], [50, 50, 15], 0, "net") == [57, 58, 0]


def test_shares_go_to_the_largest_remainder():
    assert share(10, [3, 3, 3], [2, 0, 1]) == [3, 3, 4]
    assert share(7, [1, 2, 4], [0, 1, 2]) == [1, 2, 4]
    assert share(5, [1, 2, 4], [0, 1, 2]) == [1, 1, 3]  # 0.71, 1.43, 2.86
    assert share(0, [0, 0], [0, 1]) == [0, 0]


def test_a_point_has_a_value_and_transfers_say_who_pays_whom():
    scores = score(
        boards(
            "Ks Kh 4d / Ad Jd 9d 6d 3d / Ac Kc 8c 5c 2c",
            "As Ah 5s / 9s 9h 4s 4h Jc / Qs Qh Qd 7s 7h",
        )
    )
    settled = settle(
        scores.debts, stacks=[500, 1000], button=0, rules=ChineseRules(rake_hundredths=500), point_value=100
    )
    assert settled.moved == (400, -400)
    assert settled.rakes == (20, 0)
    assert settled.net == (380, -400)
    assert settled.transfers == (Transfer(payer=1, receiver=0, chips=400),)


def test_net_transfers_are_no_more_than_are_needed():
    settled = settle([(0, 1, 5), (1, 2, 5), (0, 2, 1)], stacks=[9, 9, 9], button=2, rules=ChineseRules())
    assert settled.transfers == (Transfer(2, 0, 6),)


@pytest.mark.parametrize(
    ("debts", "stacks", "button", "value", "said"),
    [
        ([(0, 1, 5)], [10, 10], 0, 0, "a point must be worth 1 chip or more"),
        ([(0, 1, 5)], [10, 10], 2, 1, "the button must be one of the seats 0 to 1, not 2"),
        ([(0, 1, 5)], [10, -1], 0, 1, "a stack must be 0 chips or more, not -1"),
        ([(0, 2, 5)], [10, 10], 0, 1, "seats 0 and 2 are no pair"),
        ([(1, 1, 5)], [10, 10], 0, 1, "seats 1 and 1 are no pair"),
        ([(0, 1, 5), (1, 0, 5)], [10, 10], 0, 1, "seats 1 and 0 are there twice"),
    ],
)
def test_what_cannot_be_settled_is_told_why(debts, stacks, button, value, said):
    with pytest.raises(BadSettlement, match=said):
        settle(debts, stacks=stacks, button=button, rules=ChineseRules(), point_value=value)


# -- rake -------------------------------------------------------------------------------------------------------------


def rakes(moved, left=None, point_value=1, **rules):
    return rakes_of(moved, left, range(len(moved)), ChineseRules(**rules), point_value)


@pytest.mark.parametrize(
    ("moved", "rules", "expected"),
    [
        ([700, -700], {}, [0, 0]),  # no rake unless the house asks one
        ([700, -700], {"rake_hundredths": 500}, [35, 0]),
        ([40, -40], {"rake_hundredths": 300}, [1, 0]),
        ([40, -40], {"rake_hundredths": 300, "rake_rounding": "up"}, [2, 0]),
        ([40, -40], {"rake_hundredths": 400, "rake_rounding": "nearest"}, [2, 0]),
        ([50, -50], {"rake_hundredths": 300, "rake_rounding": "nearest"}, [2, 0]),  # a half goes up
        ([1000, -1000], {"rake_hundredths": 500, "rake_cap": 40}, [40, 0]),
        ([40, -40], {"rake_hundredths": 300, "rake_floor": 5}, [5, 0]),
        ([3, -3], {"rake_hundredths": 300, "rake_floor": 5}, [3, 0]),  # never more than was won
        ([0, 0], {"rake_hundredths": 300, "rake_floor": 5}, [0, 0]),  # nothing moved
        ([40, -40], {"rake_floor": 5}, [0, 0]),  # no rake, no least rake
        ([30, 10, -40], {"rake_hundredths": 500}, [2, 0, 0]),  # 2 of 40: 1.5 and 0.5, the odd chip from the first
        ([300, 100, -400], {"rake_hundredths": 200}, [6, 2, 0]),
        ([19, 19, -38], {"rake_hundredths": 500}, [1, 0, 0]),  # 1.9 of 38 is 1
        ([19, 19, -38], {"rake_hundredths": 500, "rake_payers": "each winner"}, [0, 0, 0]),
        ([300, 100, -400], {"rake_hundredths": 1000, "rake_cap": 20}, [15, 5, 0]),
        ([300, 100, -400], {"rake_hundredths": 1000, "rake_cap": 20, "rake_payers": "each winner"}, [20, 10, 0]),
        ([300, 100, -400], {"rake_hundredths": 500, "rake_payers": "everyone"}, [7, 7, 6]),
        ([30, -30, 0], {"rake": "flat", "rake_chips": 1}, [1, 1, 1]),
        ([0, 0, 0], {"rake": "flat", "rake_chips": 2, "rake_cap": 1}, [2, 2, 2]),
        ([7, -7], {"rake": "per point", "rake_chips": 2}, [7, 0]),
        ([30, 10, -40], {"rake": "per point", "rake_chips": 0}, [0, 0, 0]),
    ],
)
def test_s3_7_rakes(moved, rules, expected):
    assert rakes(moved, **rules) == expected


def test_s3_7_a_rake_per_point_counts_points_paid():
    assert rakes([700, -700], rake="per point", rake_chips=5, point_value=100) == [35, 0]
    assert rakes([750, -750], rake="per point", rake_chips=5, point_value=100) == [35, 0]
    assert rakes([700, -700], rake="per point", rake_chips=5, rake_cap=20, point_value=100) == [20, 0]


def test_s3_7_nobody_pays_a_rake_that_is_not_there():
    assert rakes([300, -300, 0], [400, 0, 1], rake="flat", rake_chips=5) == [5, 0, 1]
    assert rakes([300, -300, 0], [400, 0, 1], rake_hundredths=500, rake_payers="everyone") == [14, 0, 1]


def test_s3_7_the_rake_is_taken_after_the_stakes():
    """A winner owed 30 by a player who holds 10 pays rake on 10."""
    settled = settle([(0, 1, 30)], stacks=[50, 10], button=0, rules=ChineseRules(rake_hundredths=1000))
    assert (settled.moved, settled.rakes) == ((10, -10), (1, 0))
