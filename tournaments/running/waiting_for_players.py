"""Tables that wait with their first hand until enough players are there (`SeatingRules.begins_with`)."""

from __future__ import annotations

from datetime import datetime

from tables.models import Table
from tournaments.log import seating_rules, stored_lines
from tournaments.log.events.hand_for_hand import HandPlayed
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.terms import late_registration_and_rebuy_periods

THERE = 3


def waiting(log: TournamentLog, now: datetime) -> frozenset[int]:
    """The tables that play no hand yet, by their numbers; none once nobody may enter any more, or the director waives it."""
    tournament, state = log.tournament, log.state
    rule = seating_rules.in_force(tournament, state.level_began).begins_with
    if rule != seating_rules.HALF_OR_THREE or state.stage is not None:
        return frozenset()
    if not late_registration_and_rebuy_periods.may_grow(tournament, state, now):
        return frozenset()
    rows = Table.objects.only("seats", "next_hand").in_bulk(list(state.tables.values()))
    asked = {number: rows[pk] for number, pk in state.tables.items() if number not in state.orders.waived}
    few = [number for number, table in asked.items() if not _is_enough(log, number, table)]
    return frozenset(number for number in few if not _has_begun(log, number, asked[number]))


def _is_enough(log: TournamentLog, number: int, table: Table) -> bool:
    seated = log.state.room().get(number, {})
    return 2 * len(seated) >= table.seats or _there(log, list(seated.values())) >= THERE


def _there(log: TournamentLog, entries: list[int]) -> int:
    if not log.tournament.needs_check_in:
        return len(entries)
    found = Entry.objects.filter(tournament=log.tournament, number__in=entries, is_withdrawn=False)
    return found.exclude(checked_in_at=None).count()


def _has_begun(log: TournamentLog, number: int, table: Table) -> bool:
    """At real cards it is known by a hand that was reported, or a player who is out there."""
    if number not in log.state.orders.physical:
        return table.next_hand > 1
    return any(
        stored_lines.last_of_class(log.tournament, one, data__table=number) is not None
        for one in (HandPlayed, KnockedOut)
    )
