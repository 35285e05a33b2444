"""What the floor takes from a player, or from the clock. Values in, values out."""

from __future__ import annotations

from club.base.errors import ClubError
from tournaments.messages.seating import PenaltyText

HAND_FOR_HAND_MINUTES = 2  # TDA RP-8C, D; RP-8B allows 3 at most
MOST_HAND_FOR_HAND_MINUTES = 3


def hands_missed(rounds: int, players: int) -> int:
    """How many hands a penalty of so many rounds comes to: a round has as many as the table has players when it is given
    (TDA 71-A; T22), whoever comes or goes afterwards. Raises `ClubError` for less than one round or player."""
    if rounds < 1 or players < 1:
        raise ClubError("bad_penalty", PenaltyText.ROUNDS(), 422)
    return rounds * players


def hand_for_hand_charge(hands: int, minutes: int = HAND_FOR_HAND_MINUTES) -> int:
    """How many minutes the clock is charged for so many hands played hand for hand (TDA RP-8; T15), hand by hand.

    Raises `ClubError` for fewer than none, or more than three minutes a hand.
    """
    if hands < 0 or not 0 <= minutes <= MOST_HAND_FOR_HAND_MINUTES:
        raise ClubError("bad_charge", PenaltyText.CHARGE(most=MOST_HAND_FOR_HAND_MINUTES), 422)
    return hands * minutes
