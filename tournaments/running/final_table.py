"""The final table: when its seats are to be drawn, and the draw."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import datetime

from club.base.phrases import gettext as _
from club.house import house_rules
from club.models import User
from tables.breaking_and_closing import closing_tables
from tables.models import Table
from tournaments.log import seating_rules
from tournaments.log.events.seats import FinalTable, Room
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import LogEntry
from tournaments.rooms import mixed_games, tournament_tables
from tournaments.seating import balancing
from tournaments.seating.seat_draw import draw
from tournaments.structures import level_games_and_stakes
from tournaments.terms import late_registration_and_rebuy_periods

FINAL = "Final"  # the same in every language, since it is part of a name that is kept


def is_final_due(log: TournamentLog) -> bool:
    """True if no more are left than sit at the final table, at more than one table."""
    state, policy = log.state, seating_rules.policy(log.tournament, log.state)
    return state.stage is None and balancing.is_final(
        len(state.alive),
        len(state.tables),
        log.tournament.table_size,
        level_games_and_stakes.most_seats(log.tournament.sheet),
        policy,
    )


def may_draw_final(log: TournamentLog, now: datetime) -> bool:
    """True if the seats of the final table are to be drawn now: nobody may enter any more, and no round is being played."""
    is_settled = not log.state.orders.is_round_open and not late_registration_and_rebuy_periods.may_grow(
        log.tournament, log.state, now
    )
    return is_settled and is_final_due(log)


def draw_final_table(
    log: TournamentLog, now: datetime, *, by: User | None = None, source: str = "", is_order: bool = False
) -> None:
    """Draw new seats for everybody left, at a table of their own; the others close (TDA RP-9).

    Its cards are real if those of any table were; its hands are entered if the stacks of all tables were on record. A draw that
    was taken back is followed by one of its own lot. is_order: the floor has said so, and may take it back.
    """
    tournament, tables_before, orders = log.tournament, dict(sorted(log.state.tables.items())), log.state.orders
    seats = min(
        balancing.final_size(tournament.table_size, seating_rules.policy(tournament, log.state)),
        level_games_and_stakes.most_seats(log.tournament.sheet),
    )
    # A number that no table had: decks derive from it.
    number = log.state.last_table + 1
    drawn_before = LogEntry.objects.filter(tournament=tournament, kind=FinalTable.kind).count()
    seed_parts = ("final table", drawn_before) if drawn_before else ("final table",)
    rng = random.Random(tournament_tables.derived(bytes(tournament.seed), *seed_parts))
    seat_by_entry = {entry: seat for entry, _table, seat in draw(sorted(log.state.alive), seats, rng)}
    is_physical = bool(orders.physical)
    stacks = tournament_tables.recorded_stacks(log) if is_physical else {}
    table = tournament_tables.open_table(tournament, number, FINAL, seats, now, physical=bool(orders.real))
    list(Table.objects.select_for_update(no_key=True).filter(pk__in=tables_before.values()).order_by("pk"))
    for entry, seat in sorted(seat_by_entry.items()):
        key = log.transfer_key(entry)
        tournament_tables.to_seat_of(log, entry, table, seat, is_physical=is_physical, key=key, now=now)
    first_table = Table.objects.get(pk=tables_before[min(tables_before)])
    rules = seating_rules.in_force(tournament, log.state.level_began)
    if rules.final_button != seating_rules.AS_ELSEWHERE:
        button_rule = {"TableRules.first_button": rules.final_button}
        house_rules.change(button_rule, scope=f"table:{table.pk}", by=by, why=_("final table"), source=source, now=now)
    if not rules.restarts_mix:
        mixed_games.go_on(
            table,
            first_table,
            set(seat_by_entry.values()),
            tournament_tables.derived(bytes(tournament.seed), "button", number),
        )
    is_recorded = bool(orders.recorded) and not is_physical
    line = FinalTable(
        table=number, id=table.pk, seats=tuple(sorted(seat_by_entry.items())),
        physical=is_physical, recorded=is_recorded, stacks=stacks,
    )  # fmt: skip
    if is_order:
        line = replace(line, rounds=log.state.rounds, was=Room.of(log.state), floor=True)
    log.add(line, now=now, by=by, source=source)
    for pk in tables_before.values():
        closing_tables.close_table(pk, by=None, now=now)
