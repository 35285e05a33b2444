"""Places of those who fall together, and what they share (T13, T14, T16)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.shared import needs_shared, shared
from tournaments.seating import places_of_knockouts
from tournaments.seating.places_of_knockouts import Bust

CASES = shared("vectors/tda.json")


@needs_shared
@pytest.mark.parametrize("case", CASES.get("simultaneous_bust", []), ids=lambda case: case["id"])
def test_published_cases(case: dict[str, Any]) -> None:
    names = {bust["id"]: number for number, bust in enumerate(case["busts"], start=1)}
    busts = [Bust(names[bust["id"]], bust["table"], bust["start"]) for bust in case["busts"]]
    found = places_of_knockouts.places(busts, case["left_before"], case["policy"])
    assert found == {names[name]: tuple(place) for name, place in case["places"].items()}


@needs_shared
@pytest.mark.parametrize("case", CASES.get("tie_share", []), ids=lambda case: case["note"])
def test_published_shares(case: dict[str, Any]) -> None:
    prizes = {int(place): amount for place, amount in case["prizes"].items()}
    assert places_of_knockouts.tie_share(prizes, *case["places"], case.get("unit", 1)) == case["expected"]


def test_the_larger_stack_finishes_higher() -> None:
    assert places_of_knockouts.places([Bust(1, 1, 8000), Bust(2, 1, 12000)], 10) == {1: (10, 10), 2: (9, 9)}


def test_two_from_one_table_and_one_from_another() -> None:
    """The last of each table tie; the one who outlasted another at the same table is above them both."""
    busts = [Bust(1, 1, 9000), Bust(2, 1, 3000), Bust(3, 2, 4000)]
    assert places_of_knockouts.places(busts, 20, "table_then_tie") == {1: (18, 18), 2: (19, 20), 3: (19, 20)}


BUSTS = st.lists(st.tuples(st.integers(1, 3), st.integers(1, 4)), min_size=1, max_size=9).map(
    lambda rows: [Bust(entry, table, stack * 100) for entry, (table, stack) in enumerate(rows, start=1)]
)


@pytest.mark.parametrize("policy", sorted(places_of_knockouts.POLICIES))
@given(busts=BUSTS, others=st.integers(1, 50))
def test_every_policy_gives_out_just_the_places_there_are(policy: str, busts: list[Bust], others: int) -> None:
    left = len(busts) + others
    found = places_of_knockouts.places(busts, left, policy)
    assert set(found) == {bust.entry for bust in busts}
    taken = sorted(found.values())
    at = others + 1
    while taken:
        best, worst = taken[0]
        assert best == at
        assert taken.count((best, worst)) == worst - best + 1
        taken = [place for place in taken if place != (best, worst)]
        at = worst + 1
    assert at == left + 1
    for one in busts:
        for other in busts:
            if one.table == other.table and one.start > other.start:
                assert found[one.entry] < found[other.entry]


@given(
    st.dictionaries(st.integers(1, 20), st.integers(0, 10**6)), st.integers(1, 20), st.integers(0, 8), st.integers(1, 7)
)
def test_tied_places_share_all_of_their_prizes(prizes: dict[int, int], best: int, more: int, unit: int) -> None:
    shares = places_of_knockouts.tie_share(prizes, best, best + more, unit)
    assert len(shares) == more + 1
    assert sum(shares) == sum(prizes.get(place, 0) for place in range(best, best + more + 1))
    assert shares == sorted(shares, reverse=True)
    assert max(shares[1:], default=0) - min(shares[1:], default=0) <= unit
