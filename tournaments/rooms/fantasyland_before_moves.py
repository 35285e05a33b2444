"""Fantasyland and the moves of a tournament: who has earned it plays it before anybody moves them, or takes it along.

Where the house has it played first, a player in fantasyland is not moved to balance, the table is not broken and the final
table not drawn until it is played, and hand-for-hand play begins after it. Whoever cannot play it, since nobody is left at
the table, takes it along (`tables.hand.hand_replay`).
"""

from __future__ import annotations

from tables.hand.carried_over import in_fantasyland
from tables.models import Table
from tournaments.log import seating_rules
from tournaments.log.tournament_log import TournamentLog
from tournaments.structures import level_games_and_stakes


def to_be_played(log: TournamentLog) -> dict[int, frozenset[int]]:
    """By table number the seats whose fantasyland is played before they move; none at a table that cannot play.

    In a mix, where it may wait for its game for long, and at real cards, it is taken along.
    """
    state = log.state
    house = seating_rules.in_force(log.tournament, state.level_began)
    if house.fantasyland_moves != "played first" or not level_games_and_stakes.is_chinese(log.tournament.sheet):
        return {}
    dealt = {pk: number for number, pk in state.tables.items() if number not in state.orders.physical}
    seated = state.room()
    able = {
        number: sum(entry not in state.deciding for entry in seated[number].values()) > 1 for number in dealt.values()
    }
    found = in_fantasyland(Table.objects.filter(pk__in=dealt))
    return {dealt[pk]: seats for pk, seats in found.items() if able[dealt[pk]]}
