"""Deals: every way shares what there is to the last unit (club.md §5)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from club.base.errors import ClubError
from tournaments.formulas import deal_methods

SPOTS = st.integers(1, 8).flatmap(
    lambda count: st.tuples(
        st.lists(st.integers(0, 10**6), min_size=count, max_size=count),
        st.lists(st.integers(0, 10**6), min_size=1, max_size=count),
    )
)


@pytest.mark.parametrize("method", sorted(deal_methods.METHODS))
@given(spot=SPOTS, keep=st.integers(0, 1000), unit=st.sampled_from([1, 5, 25, 100]))
def test_shares_and_what_is_kept_come_to_the_prizes(
    method: str, spot: tuple[list[int], list[int]], keep: int, unit: int
) -> None:
    stacks, prizes = spot
    assume(keep <= sum(prizes))
    deal = deal_methods.propose(method, stacks, prizes, keep=keep, unit=unit)
    assert sum(deal.shares) + deal.kept == sum(prizes)
    assert all(share % unit == 0 for share in deal.shares[1:])
    assert float(sum(deal.exact)) == pytest.approx(sum(prizes) - keep, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("method", ["icm", "chip_chop", "proportional"])
@given(spot=SPOTS)
def test_who_has_more_chips_gets_no_less(method: str, spot: tuple[list[int], list[int]]) -> None:
    stacks, prizes = spot
    deal = deal_methods.propose(method, stacks, prizes)
    for one, its in zip(stacks, deal.exact, strict=True):
        for other, theirs in zip(stacks, deal.exact, strict=True):
            assert one < other or float(its) >= float(theirs) * (1 - 1e-12)


@given(spot=SPOTS)
def test_icm_and_the_chip_chop_leave_everybody_the_lowest_prize(spot: tuple[list[int], list[int]]) -> None:
    stacks, prizes = spot
    lowest = min(prizes) if len(prizes) == len(stacks) else 0
    for method in ("icm", "chip_chop"):
        assert min(deal_methods.propose(method, stacks, prizes).exact) >= lowest * (1 - 1e-12)
        assert "below last" not in deal_methods.propose(method, stacks, prizes).doubts


def test_the_chip_chop_of_the_books() -> None:
    assert deal_methods.propose("chip_chop", [6000, 3000, 1000], [500, 300, 200]).shares == (440, 320, 240)


def test_what_is_saved_for_the_winner_comes_off_the_first_prize() -> None:
    """3,000 against 1,000 for 700 and 300, playing on for 100 (MTT)."""
    deal = deal_methods.propose("icm", [3000, 1000], [700, 300], keep=100)
    assert (deal.shares, deal.kept) == ((525, 375), 100)


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=8), st.data())
def test_prizes_never_rise_downwards_whatever_is_kept(prizes: list[int], data: st.DataObject) -> None:
    keep = data.draw(st.integers(0, sum(prizes)))
    left = deal_methods.left_for(prizes, keep)
    assert sum(left) == sum(prizes) - keep
    assert left == sorted(left, reverse=True)
    assert all(0 <= now <= before for now, before in zip(left, sorted(prizes, reverse=True), strict=True))


def test_more_than_there_is_cannot_be_kept() -> None:
    with pytest.raises(ClubError, match="Between 0 and 1000"):
        deal_methods.propose("icm", [1, 2], [700, 300], keep=1001)


# -- more than the first prize ----------------------------------------------------------------------------------------

LEADER = ([90, 5, 5], [500, 300, 200])


def test_a_chip_chop_above_the_first_prize_warns_caps_or_is_refused() -> None:
    warned = deal_methods.propose("chip_chop", *LEADER)
    assert (warned.shares, warned.doubts) == ((560, 220, 220), ("above first",))
    capped = deal_methods.propose("chip_chop", *LEADER, over_first="cap")
    assert (capped.shares, capped.doubts) == ((500, 250, 250), ())
    with pytest.raises(ClubError, match="560 is more than the first prize, 500"):
        deal_methods.propose("chip_chop", *LEADER, over_first="refuse")
    with pytest.raises(ClubError, match="warn, cap, refuse"):
        deal_methods.propose("chip_chop", *LEADER, over_first="ignore")


@given(spot=SPOTS)
def test_capped_nobody_has_more_than_the_first_prize(spot: tuple[list[int], list[int]]) -> None:
    stacks, prizes = spot
    deal = deal_methods.propose("chip_chop", stacks, prizes, over_first="cap")
    assert max(deal.exact) <= max(prizes)
    assert sum(deal.exact) == sum(prizes)


def test_icm_never_needs_a_cap() -> None:
    assert deal_methods.propose("icm", *LEADER, over_first="refuse").doubts == ()


# -- ties and custom deals --------------------------------------------------------------------------------------------


def test_the_odd_unit_of_equal_stacks_goes_to_the_first_listed() -> None:
    for method in deal_methods.METHODS:
        assert deal_methods.propose(method, [5, 5, 5], [500, 300, 200]).shares == (334, 333, 333)


def test_a_custom_deal_comes_to_the_prizes() -> None:
    deal = deal_methods.agree([450, 350, 150], [500, 300, 200], keep=50)
    assert (deal.method, deal.shares, deal.kept, deal.doubts) == ("custom", (450, 350, 150), 50, ("below last",))
    assert deal_methods.agree([600, 200, 200], [500, 300, 200]).doubts == ("above first",)
    with pytest.raises(ClubError, match="come to 950, but 1000 is to be shared"):
        deal_methods.agree([450, 350, 150], [500, 300, 200])


def test_every_way_side_by_side() -> None:
    side = deal_methods.compare([6000, 3000, 1000], [500, 300, 200], unit=10)
    assert list(side) == list(deal_methods.METHODS)
    assert side["even"].shares == (340, 330, 330)
    assert side["proportional"].exact == (Fraction(600), Fraction(300), Fraction(100))
    assert side["proportional"].doubts == ("above first", "below last")


@pytest.mark.parametrize(
    ("stacks", "prizes", "words"),
    [
        ([], [], "one player or more"),
        ([1], [2, 1], "2 prizes are too many for 1 players"),
        ([1, -2], [5], "Stacks must be whole numbers, 0 or more, not -2"),
        ([1, 2], [5.5], "Prizes must be whole numbers"),
    ],
)
def test_what_cannot_be_is_refused(stacks: list[int], prizes: list[int], words: str) -> None:
    with pytest.raises(ClubError, match=words):
        deal_methods.propose("even", stacks, prizes)


def test_an_unknown_way_is_refused_with_those_there_are() -> None:
    with pytest.raises(ClubError, match="icm, chip_chop, proportional, even"):
        deal_methods.propose("coin flip", [1], [1])
