"""What the floor takes from a player or the clock, and who shares at the bubble (T14, T15, T22)."""

from __future__ import annotations

import pytest

from club.base.errors import ClubError
from tournaments.seating import penalty_hands_and_clock_charge, places_of_knockouts
from tournaments.seating.places_of_knockouts import Bust


def test_t22_a_round_has_as_many_hands_as_the_table_has_players() -> None:
    assert penalty_hands_and_clock_charge.hands_missed(2, 9) == 18
    assert penalty_hands_and_clock_charge.hands_missed(1, 5) == 5
    for rounds, players in ((0, 9), (1, 0)):
        with pytest.raises(ClubError, match="one round or more"):
            penalty_hands_and_clock_charge.hands_missed(rounds, players)


def test_t15_the_clock_is_charged_two_minutes_a_hand_and_three_at_most() -> None:
    assert penalty_hands_and_clock_charge.hand_for_hand_charge(0) == 0
    assert [penalty_hands_and_clock_charge.hand_for_hand_charge(hands) for hands in (1, 2, 3)] == [2, 4, 6]
    assert penalty_hands_and_clock_charge.hand_for_hand_charge(4, 3) == 12
    with pytest.raises(ClubError, match="0 to 3 minutes"):
        penalty_hands_and_clock_charge.hand_for_hand_charge(1, 4)
    with pytest.raises(ClubError, match="0 to 3 minutes"):
        penalty_hands_and_clock_charge.hand_for_hand_charge(-1)


def test_t14_three_who_fall_in_the_last_hands_before_hand_for_hand_share_the_last_prize() -> None:
    """52 left, 50 paid: three at three tables are out in the hands that were being finished when it was announced."""
    busts = [Bust(1, 4, 9000), Bust(2, 1, 3000), Bust(3, 2, 4000)]
    places = places_of_knockouts.places(busts, 52, "table_then_tie")
    assert places == {1: (50, 52), 2: (50, 52), 3: (50, 52)}
    assert places_of_knockouts.tie_share({50: 300}, 50, 52) == [100, 100, 100]
