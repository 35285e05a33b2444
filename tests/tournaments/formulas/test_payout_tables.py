"""Every registered payout divides every pool to the last chip."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.base.errors import ClubError
from tests.support.shared import needs_shared, shared
from tournaments.formulas import guarantees_and_satellites, payout_tables

TABLES = shared("data/payout_tables.json")


@pytest.mark.parametrize("key", sorted(payout_tables.PAYOUTS))
@given(entries=st.integers(1, 3000), pool=st.integers(0, 10**9), unit=st.sampled_from([1, 5, 100]))
def test_prizes_sum_to_the_pool_and_never_rise_downwards(key: str, entries: int, pool: int, unit: int) -> None:
    paid = list(payout_tables.prizes(pool, entries, key, unit))
    assert sum(paid) == pool
    assert paid == sorted(paid, reverse=True)
    assert all(share > 0 for share in paid)
    assert len(paid) <= entries
    assert all(share % unit == 0 for share in paid[1:])


@given(st.integers(0, 10**6), st.lists(st.integers(0, 100), min_size=1, max_size=30).filter(any), st.integers(1, 50))
def test_nobody_is_a_unit_off_the_exact_share(pool: int, weights: list[int], unit: int) -> None:
    shares = payout_tables.divide(pool, weights, unit)
    assert sum(shares) == pool
    for share, weight in zip(shares[1:], weights[1:], strict=True):
        assert abs(share - Fraction(pool // unit * unit * weight, sum(weights))) < unit


def test_an_unknown_payout_is_refused_with_those_there_are() -> None:
    with pytest.raises(ClubError, match="winner-takes-all"):
        payout_tables.prizes(100, 3, "no such payout")


@needs_shared
@pytest.mark.parametrize("case", TABLES.get("rounding_examples", []), ids=lambda case: case["source"])
def test_published_rounding(case: dict[str, Any]) -> None:
    assert payout_tables.divide(case["pool"], case["p"], case.get("unit", 1)) == case["expected"]


@needs_shared
@pytest.mark.parametrize(
    ("key", "published"), [("barge-unified", "barge-unified-old"), ("barge-2025", "barge-2025-irata")]
)
def test_our_tables_are_the_published_ones(key: str, published: str) -> None:
    table = next(table for table in TABLES["tables"] if table["id"] == published)
    for row in table["rows"]:
        for entries in row["entries"]:
            assert [Fraction(points, 100) for points in payout_tables.PAYOUTS[key].shares(entries)] == [
                Fraction(str(share)) / (100 if table["unit"] == "basis_points" else 1) for share in row["p"]
            ]


# -- floors, least prizes, the curve ----------------------------------------------------------------------------------


@given(
    st.integers(1, 10**8),
    st.integers(1, 60),
    st.sampled_from([1, 5, 25, 100]),
    st.integers(0, 10**5),
    st.integers(0, 10**5),
)
def test_a_floor_and_a_least_prize_hold_while_more_than_one_place_is_paid(
    pool: int, places: int, unit: int, floor: int, minimum: int
) -> None:
    paid = payout_tables.share(pool, payout_tables.curve(places), unit, floor=floor, minimum=minimum)
    assert sum(paid) == pool
    assert list(paid) == sorted(paid, reverse=True)
    assert 1 <= len(paid) <= places
    if len(paid) > 1:
        assert paid[-1] >= max(floor, minimum, 1)
        assert all(prize % unit == 0 for prize in paid[1:])


def test_a_least_prize_leaves_the_last_places_out() -> None:
    assert payout_tables.share(1000, (50, 30, 20)) == (500, 300, 200)
    assert payout_tables.share(1000, (50, 30, 20), minimum=250) == (625, 375)
    assert payout_tables.share(1000, (50, 30, 20), minimum=2000) == (1000,)
    assert payout_tables.share(1000, (50, 30, 20), floor=150) == (425, 315, 260)
    assert payout_tables.share(1000, (50, 30, 20), floor=400) == (525, 475)
    with pytest.raises(ClubError, match="unit must be 1 or more"):
        payout_tables.share(1000, (1,), 0)


@pytest.mark.parametrize(
    ("places", "first"),
    [(1, 1.0), (2, 0.65), (3, 0.5), (4, 0.4), (5, 0.4), (9, 0.3), (27, 0.25), (28, 0.2), (1000, 0.2)],
)
def test_the_curve_begins_with_its_first_share_and_falls_evenly(places: int, first: float) -> None:
    weights = payout_tables.curve(places)
    assert weights[0] / sum(weights) == pytest.approx(first, abs=1e-6)
    assert list(weights) == sorted(weights, reverse=True)
    # place^−a: the same factor from 1 to 2, 2 to 4 and 4 to 8.
    if places >= 8:
        assert weights[1] / weights[0] == pytest.approx(weights[3] / weights[1], rel=1e-6)
        assert weights[1] / weights[0] == pytest.approx(weights[7] / weights[3], rel=1e-6)


@pytest.mark.parametrize(
    ("entries", "percent", "paid"), [(0, 10, 0), (1, 10, 1), (9, 10, 1), (11, 10, 2), (100, 15, 15), (101, 15, 16)]
)
def test_a_part_of_the_field_is_paid_rounded_up(entries: int, percent: int, paid: int) -> None:
    assert payout_tables.places_paid(entries, percent) == paid
    assert payout_tables.places_paid(entries, percent, most=1) == min(paid, 1)


# -- a club's own tables ----------------------------------------------------------------------------------------------

OWN = {
    "key": "own",
    "name": "Our table",
    "rows": [
        {"entries": [2, 8], "basis_points": [10000]},
        {"entries": [9, 30], "basis_points": [5000, 3000, 2000]},
    ],
}


def test_an_own_table_is_a_payout() -> None:
    payout = payout_tables.own_table(OWN)
    assert (payout.key, payout.name, payout.source) == ("own", "Our table", "house")
    assert [payout.shares(entries) for entries in (1, 8, 9, 99)] == [
        (10000,),
        (10000,),
        (5000, 3000, 2000),
        (5000, 3000, 2000),
    ]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"entries": [9, 30], "basis_points": [5000, 3000, 1910]}, "9 to 30 entries: the shares come to 99.1 %"),
        ({"entries": [9, 30], "basis_points": [3000, 5000, 2000]}, "a lower place has a larger share"),
        ({"entries": [10, 30], "basis_points": [10000]}, "10 to 30 entries: the row should begin at 9"),
        ({"entries": [8, 30], "basis_points": [10000]}, "should begin at 9"),
        ({"entries": [30, 9], "basis_points": [10000]}, "Row 2: entries must be two whole numbers"),
        ({"entries": [9, 30], "basis_points": [5000.0, 5000]}, "basis_points must be whole numbers"),
        ({"entries": [9, 30], "basis_points": []}, "basis_points must be whole numbers"),
        ("nine", "Row 2: entries must be"),
    ],
)
def test_an_own_table_that_cannot_be_is_refused_with_its_row(row: Any, words: str) -> None:
    with pytest.raises(ClubError, match=words):
        payout_tables.own_table({**OWN, "rows": [OWN["rows"][0], row]})


def test_an_own_table_needs_rows() -> None:
    with pytest.raises(ClubError, match="a key and a list of rows"):
        payout_tables.own_table({"key": "own", "rows": []})


@needs_shared
@pytest.mark.parametrize("table", TABLES.get("tables", []), ids=lambda table: table["id"])
def test_the_published_tables_pass_as_own_tables_but_the_one_that_does_not_sum(table: dict[str, Any]) -> None:
    times = 1 if table["unit"] == "basis_points" else 100
    rows = [
        {"entries": row["entries"], "basis_points": [round(share * times) for share in row["p"]]}
        for row in table["rows"]
    ]
    if all(sum(row["basis_points"]) == payout_tables.WHOLE for row in rows):
        assert payout_tables.own_table({"key": table["id"], "rows": rows}).shares(10) == tuple(
            next(row["basis_points"] for row in rows if row["entries"][0] <= 10 <= row["entries"][1])
        )
        return
    with pytest.raises(ClubError, match=r"66 to 100 entries: the shares come to 99\.1 %"):
        payout_tables.own_table({"key": table["id"], "rows": rows})


@needs_shared
@pytest.mark.parametrize("event", TABLES.get("real_full_results", {}).get("events", []), ids=lambda event: event["id"])
def test_published_results_are_prizes_that_come_to_their_pool(event: dict[str, Any]) -> None:
    prizes = payout_tables.own_prizes([tuple(group) for group in event["groups"]])
    assert (len(prizes), sum(prizes)) == (event["paid"], event["prize_pool"])
    fee = event["entries"] * event["buy_in"] * event["house_percent"] // 100
    assert guarantees_and_satellites.parted(event["entries"] * event["buy_in"], fee).pool == event["prize_pool"]


def test_own_prizes_have_no_gaps_and_never_rise() -> None:
    assert payout_tables.own_prizes([(1, 1, 50), (2, 3, 20)]) == (50, 20, 20)
    with pytest.raises(ClubError, match="should begin at place 2, not 3"):
        payout_tables.own_prizes([(1, 1, 50), (3, 3, 20)])
    with pytest.raises(ClubError, match="Place 2 would get more"):
        payout_tables.own_prizes([(1, 1, 50), (2, 3, 60)])


# -- who gets what ----------------------------------------------------------------------------------------------------


@st.composite
def finishes(draw: st.DrawFn) -> dict[str, tuple[int, int]]:
    """Places from the first on, some of them shared, listed in any order."""
    places: dict[str, tuple[int, int]] = {}
    best = 1
    for size in draw(st.lists(st.integers(1, 4), min_size=1, max_size=8)):
        places |= {f"player {best + at}": (best, best + size - 1) for at in range(size)}
        best += size
    return dict(draw(st.permutations(list(places.items()))))


@given(finishes(), st.lists(st.integers(0, 10**6), min_size=1, max_size=12), st.integers(1, 50))
def test_t16_ties_share_all_of_their_prizes(places: dict[str, tuple[int, int]], prizes: list[int], unit: int) -> None:
    prizes = [prize * unit for prize in sorted(prizes, reverse=True)[: len(places)]]
    won = payout_tables.by_player(prizes, places, unit)
    assert sum(won.values()) == sum(prizes)
    for one, its in places.items():
        for other, theirs in places.items():
            assert its == theirs or its > theirs or won.get(one, 0) >= won.get(other, 0) - unit


def test_t16_the_odd_unit_goes_to_the_first_listed() -> None:
    places = {"c": (9, 10), "a": (9, 10), "w": (1, 1)}
    assert payout_tables.by_player([500] + [0] * 7 + [200, 155], places) == {"c": 178, "a": 177, "w": 500}


def test_places_that_two_cannot_have_are_refused() -> None:
    for places in ({"a": (1, 1), "b": (1, 1)}, {"a": (1, 2)}, {"a": (1, 2), "b": (1, 2), "c": (2, 2)}):
        with pytest.raises(ClubError, match="cannot share the places"):
            payout_tables.by_player([100, 50], places)


# -- the pool before it is shared -------------------------------------------------------------------------------------


@given(st.integers(0, 10**9), st.integers(0, 10**9), st.integers(0, 10_000), st.integers(1, 100))
def test_what_was_paid_in_is_parted_whole(paid_in: int, fee: int, staff: int, unit: int) -> None:
    fee = min(fee, paid_in)
    taken = guarantees_and_satellites.parted(paid_in, fee, staff, unit)
    assert taken.fee + taken.staff + taken.pool == paid_in
    assert taken.staff <= (paid_in - fee) * staff / 10_000
    assert taken.staff % unit == 0


@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_overlay_is_what_is_missing_to_the_guarantee(collected: int, guarantee: int) -> None:
    pool = guarantees_and_satellites.guaranteed(collected, guarantee)
    assert pool.total == max(collected, guarantee)
    assert pool.overlay == pool.total - collected


@given(st.integers(0, 10**6), st.integers(1, 10**4), finishes(), st.integers(0, 10))
def test_a_satellite_gives_out_tickets_and_cash_to_the_pool(
    collected: int, value: int, places: dict[str, tuple[int, int]], guaranteed: int
) -> None:
    made = guarantees_and_satellites.satellite(collected, value, len(places), guaranteed)
    assert made.tickets * value + made.rest == collected + made.overlay
    assert made.tickets >= min(guaranteed, len(places))
    won = guarantees_and_satellites.awards(made, places)
    tickets = sum(award.has_ticket for award in won.values())
    cash = sum(award.cash for award in won.values())
    assert tickets <= made.tickets
    assert tickets * value + cash == collected + made.overlay


def test_a_satellite_pays_the_bubble_the_rest_and_a_tie_in_cash() -> None:
    made = guarantees_and_satellites.satellite(1250, 500, 10)
    assert (made.tickets, made.rest, made.overlay) == (2, 250, 0)
    alone = {"a": (1, 1), "b": (2, 2), "c": (3, 3), "d": (4, 4)}
    ticket, cash = guarantees_and_satellites.Award(True, 0), guarantees_and_satellites.Award
    assert guarantees_and_satellites.awards(made, alone) == {"a": ticket, "b": ticket, "c": cash(False, 250)}
    tied = {"a": (1, 1), "b": (2, 3), "c": (2, 3), "d": (4, 4)}
    assert guarantees_and_satellites.awards(made, tied) == {"a": ticket, "b": cash(False, 375), "c": cash(False, 375)}


def test_pools_that_cannot_be_are_refused() -> None:
    with pytest.raises(ClubError, match="fee is between 0 and 100"):
        guarantees_and_satellites.parted(100, 101)
    with pytest.raises(ClubError, match="staff's part"):
        guarantees_and_satellites.parted(100, 0, 10_001)
    with pytest.raises(ClubError, match="can be below 0"):
        guarantees_and_satellites.guaranteed(-1, 0)
    with pytest.raises(ClubError, match="worth 1 or more"):
        guarantees_and_satellites.satellite(100, 0, 10)
