"""Who lost chips to whom in a hand: each loss is shared by the winners in proportion to what they won (the rest is rake)."""

from __future__ import annotations

from collections.abc import Mapping

from tables.integrity.facts import HandFacts


def flows(fact: HandFacts) -> Mapping[tuple[int, int], float]:
    """Chips by (who lost, who won), over the players of the club in the hand; none where nobody lost."""
    lost = {seat.player: -seat.net for seat in fact.seats if seat.net < 0}
    won = {seat.player: seat.net for seat in fact.seats if seat.net > 0}
    # Who is no player of the club, such as a computer player, has a part of it too.
    whole = max(sum(lost.values()), sum(won.values()))
    return {(loser, winner): chips * gained / whole for loser, chips in lost.items() for winner, gained in won.items()}
