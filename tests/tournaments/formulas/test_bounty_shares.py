"""Bounties: whatever is knocked out by whom, not a unit comes or goes (club.md §5)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.base.errors import ClubError
from tournaments.formulas import bounty_shares

BOUNTIES = st.dictionaries(st.integers(1, 50), st.integers(0, 10_000), min_size=2, max_size=10)


@given(BOUNTIES, st.integers(0, 100), st.sampled_from([1, 5, 100]), st.randoms(use_true_random=False))
def test_all_bounties_are_paid_or_the_winners_own(
    held: dict[int, int], percent: int, unit: int, rng: random.Random
) -> None:
    total, paid = sum(held.values()), 0
    while len(held) > 1:
        out, *eliminators = rng.sample(sorted(held), rng.randint(2, len(held)))
        made = bounty_shares.knock_out(held, out, eliminators, paid_percent=percent, unit=unit)
        assert sum(made.paid.values()) + sum(made.added.values()) == held[out]
        assert set(made.paid) == set(made.added) == set(eliminators)
        paid += sum(made.paid.values())
        held = dict(made.bounties)
    (winner,) = held
    assert paid + bounty_shares.winners_own(held, winner) == total
    if percent == bounty_shares.FIXED:
        assert paid == total - held[winner]


def test_half_is_paid_and_half_goes_onto_the_eliminators_bounty() -> None:
    made = bounty_shares.knock_out({1: 10, 2: 10}, 2, [1])
    assert (made.paid, made.added, made.bounties) == ({1: 5}, {1: 5}, {1: 15})


def test_an_odd_unit_stays_on_a_bounty() -> None:
    made = bounty_shares.knock_out({1: 10, 2: 11}, 2, [1])
    assert (made.paid, made.bounties) == ({1: 5}, {1: 16})


def test_a_fixed_bounty_is_paid_whole() -> None:
    made = bounty_shares.knock_out({1: 25, 2: 25, 3: 25}, 2, [3], paid_percent=bounty_shares.FIXED, unit=10)
    assert (made.paid, made.bounties) == ({3: 25}, {1: 25, 3: 25})


def test_several_eliminators_share_the_odd_units_going_to_the_earliest() -> None:
    made = bounty_shares.knock_out({1: 0, 2: 0, 3: 0, 4: 16}, 4, [3, 1, 2])
    assert made.paid == {3: 3, 1: 3, 2: 2}
    assert made.bounties == {1: 3, 2: 2, 3: 3}


@pytest.mark.parametrize("eliminators", [[], [2], [1, 1], [9]])
def test_only_others_still_in_eliminate(eliminators: list[int]) -> None:
    with pytest.raises(ClubError, match="one or more of the others still in"):
        bounty_shares.knock_out({1: 10, 2: 10}, 2, eliminators)
    with pytest.raises(ClubError, match="has no bounty"):
        bounty_shares.knock_out({1: 10}, 2, [1])


def test_the_winners_bounty_is_the_last() -> None:
    with pytest.raises(ClubError, match="bounties: 2"):
        bounty_shares.winners_own({1: 5, 2: 5}, 1)
    assert bounty_shares.winners_own({}, 1) == 0


# -- pools ------------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10_000), st.integers(0, 1000), st.integers(0, 1000), st.sampled_from(bounty_shares.WINNERS_OWN))
def test_what_was_paid_in_is_parted_whole(entries: int, buy_in: int, more: int, policy: str) -> None:
    made = bounty_shares.pools(entries, buy_in + more, buy_in, policy)
    assert made.prizes + made.bounties == entries * (buy_in + more)
    assert made.bounties == made.count * buy_in


def test_the_winners_own_bounty_goes_to_the_winner_or_the_pool() -> None:
    assert bounty_shares.pools(4, 100, 25, "pool") == bounty_shares.Pools(325, 75, 3)
    assert bounty_shares.pools(4, 100, 25, "winner") == bounty_shares.Pools(300, 100, 4)
    assert bounty_shares.pools(0, 100, 25, "pool") == bounty_shares.Pools(0, 0, 0)
    with pytest.raises(ClubError, match="between 0 and the buy-in"):
        bounty_shares.pools(4, 100, 125)


# -- who knocked out --------------------------------------------------------------------------------------------------


def test_the_last_pot_the_player_was_in_decides() -> None:
    pots = [((1, 2, 3, 4), (1,)), ((2, 3), (2,))]
    assert bounty_shares.eliminators_of(3, pots) == (2,)
    assert bounty_shares.eliminators_of(4, pots) == (1,)
    with pytest.raises(ClubError, match="in none of these pots"):
        bounty_shares.eliminators_of(9, pots)
    with pytest.raises(ClubError, match="is not out"):
        bounty_shares.eliminators_of(2, pots)


# -- mystery ----------------------------------------------------------------------------------------------------------


@given(st.integers(1, 60), st.integers(0, 5), st.integers(1, 100), st.integers(0, 2**32), st.data())
def test_what_is_drawn_and_what_is_not_come_to_the_pool(
    count: int, tops: int, unit: int, seed: int, data: st.DataObject
) -> None:
    shares = [(20, min(tops, count))]
    pool = data.draw(st.integers(unit * (count + 20 * tops) * 2, 10**7))
    unopened = bounty_shares.envelopes(pool, count, shares, unit)
    assert len(unopened) == count
    assert all(one % unit == 0 for one in unopened[1:])
    rng = random.Random(seed)
    drawn = []
    while unopened:
        won, unopened = bounty_shares.draw(unopened, rng)
        drawn.append(won)
        assert sum(drawn) + sum(unopened) == pool
    with pytest.raises(ClubError, match="Every envelope"):
        bounty_shares.draw(unopened, rng)


def test_envelopes_are_drawn_evenly() -> None:
    rng = random.Random(3)
    counts = dict.fromkeys((50, 30, 20), 0)
    for _ in range(3000):
        counts[bounty_shares.draw((50, 30, 20), rng)[0]] += 1
    assert all(900 < count < 1100 for count in counts.values())


def test_an_envelope_is_shared() -> None:
    assert bounty_shares.share_envelope(100, [4, 2, 9]) == {4: 34, 2: 33, 9: 33}


def test_envelopes_without_money_are_refused() -> None:
    with pytest.raises(ClubError, match="leave some of 10 envelopes empty"):
        bounty_shares.envelopes(5, 10, [])
    with pytest.raises(ClubError, match="3 envelopes"):
        bounty_shares.envelopes(500, 2, [(5, 3)])


def test_envelopes_are_won_from_the_bubble_on_or_earlier() -> None:
    assert [bounty_shares.are_drawn(alive, paid=10) for alive in (11, 10)] == [False, True]
    assert [bounty_shares.are_drawn(alive, paid=10, places=20) for alive in (21, 20)] == [False, True]
