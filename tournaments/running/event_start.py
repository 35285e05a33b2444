"""How an event begins: announced, started at its hour or by hand, or cancelled before it has begun."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import audit_log
from club.models import User
from tables.core import shown_names
from tables.tournament_seats import bulk_seating
from tournaments.base.errors import Refused
from tournaments.entries import absentees, entries, first_stacks
from tournaments.flights import day_two_start
from tournaments.log import seating_rules, start_and_move_notifications, tournament_log, webhook_events
from tournaments.log.events.draws_and_hands import Started
from tournaments.log.events.endings import Cancelled
from tournaments.log.state import REGISTERING
from tournaments.log.tournament_log import TournamentLog
from tournaments.messages.structures import all_of
from tournaments.models import Entry, Structure, Tournament
from tournaments.prizes import escrow, prize_pool
from tournaments.rooms import tournament_tables
from tournaments.running import (
    levels,
    sit_and_go,
)
from tournaments.setup import entry_fields, event_checks, flight_terms
from tournaments.structures import level_games_and_stakes
from tournaments.terms import event_kinds, flight_tree


def announce(
    name: str,
    structure: Structure,
    *,
    buy_in: int,
    fee: int = 0,
    starts_at: datetime | None,
    seed: bytes,
    now: datetime,
    by: User | None = None,
    source: str = "",
    **chosen: object,
) -> Tournament:
    """Announce a tournament and open its registration; `chosen` are further fields of the event.

    Raises `Refused` for a structure that has to be completed first, or a field that cannot be.
    """
    if structure.missing:
        raise Refused("structure_incomplete", all_of(structure.lacks), 422, missing=structure.lacks)
    shown_names.check(name)
    chosen |= flight_terms.settled(chosen)
    event_checks.check({**chosen, "starts_at": starts_at}, buy_in, structure.sheet, now=now)
    fee = prize_pool.fee(buy_in, fee, chosen)
    sheet = structure.sheet
    chosen = entry_fields.prepared(chosen, sheet)
    most = level_games_and_stakes.most_seats(sheet)
    fields: dict[str, Any] = {
        "starting_chips": sheet["starting_chips"],
        "table_size": min(most, sheet.get("table_size") or 9),
        **chosen,
    }
    fields |= event_kinds.settled(fields)
    with transaction.atomic():
        made = Tournament(
            name=name.strip() or structure.name,
            structure=structure,
            sheet=sheet,
            buy_in=buy_in,
            fee=fee,
            starts_at=starts_at,
            seed=seed,
            created_at=now,
            **fields,
        )
        day_two_start.lock_day_two(made)
        made.save(force_insert=True)
        escrow.prize_escrow(made)
        webhook_events.announce(made, now=now)
        start_and_move_notifications.announce(made, now=now)
        audit_log.record("tournament.announced", by=by, subject=made.owner, after=made.name, source=source, now=now)
    return made


def start(tournament_id: int, *, now: datetime, by: User | None = None, source: str = "") -> None:
    """Draw the seats and begin, whatever the hour. Harmless if it has begun. Raises `UnknownTournament`, `Refused`."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status == REGISTERING:
            absentees.leave_out_barred(log, now)
            _start(log, now, by, source)
        log.close()


def cancel(tournament_id: int, *, now: datetime, by: User | None, why: str, source: str = "") -> None:
    """Call the tournament off before it starts; every entry returns to its wallet. Raises `Refused` once it has begun."""
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != REGISTERING:
            words = _("The tournament has started: it is called off on the floor, and approved by a second person.")
            raise Refused("started_already", words)
        day_two_start.check_cancelled(log.tournament)
        _call_off(log, why, now, by, source)
        log.close()


def _call_off(log: TournamentLog, why: str, now: datetime, by: User | None = None, source: str = "") -> None:
    for entry in entries.entries_of(log.tournament):
        entries.pay_back(log.tournament, entry, f"cancelled:{entry.number}", by)
    log.add(Cancelled(why=why), now=now, by=by, source=source)


def start_if_due(log: TournamentLog, now: datetime) -> None:
    """Start an event whose moment has come: at its hour with players enough, or once it is full. One that too few have
    entered by then is called off where the house has it so; a flight, or what flights lead to, waits for the director."""
    if log.state.status == REGISTERING and event_kinds.is_to_be_called_off(log.tournament, log.state, now):
        if flight_tree.is_whole(log.tournament) and not event_kinds.format_of(log.tournament).gathers:
            _call_off(log, str(_("Too few players had entered at the hour.")), now)
        return
    if (
        log.state.status != REGISTERING
        or not event_kinds.is_due(log.tournament, log.state, now)
        or not day_two_start.is_ready(log.tournament)
    ):
        return
    absentees.leave_out_barred(log, now)
    if event_kinds.is_due(log.tournament, log.state, now):  # with those who are left
        _start(log, now, None, "")


def _start(log: TournamentLog, now: datetime, by: User | None, source: str) -> None:
    """Draw the seats, open the tables, give everybody the starting chips."""
    tournament = log.tournament
    day_two_start.check_ready(tournament)
    entered = Entry.objects.filter(tournament=tournament, is_withdrawn=False, is_out=False)
    barred = absentees.barred_survivors(tournament, now)
    barred_ids = {entry.pk for entry in barred}
    starting = [
        entry_row
        for entry_row in absentees.drawn(tournament, list(entered.order_by("number")))
        if entry_row.pk not in barred_ids
    ]
    fewest = 1 if event_kinds.format_of(tournament).gathers else event_kinds.least_players(tournament, len(starting))
    if len(starting) < fewest:
        words = _("%(least)d players are needed to start; %(n)d have registered.")
        if tournament.needs_check_in:
            words = _("%(least)d players are needed to start; %(n)d are there.")
        raise Refused("too_few_players", words % {"least": fewest, "n": len(starting)})
    rng = random.Random(tournament_tables.derived(bytes(tournament.seed), "draw"))
    entry_numbers, held_seats = [entry.number for entry in starting], log.state.orders.held
    draw_method = seating_rules.draw_of(tournament, None)
    first_draw = event_kinds.format_of(tournament).first(
        entry_numbers, held_seats, tournament.table_size, tournament.advance, rng, draw_method
    )
    draws = first_draw.seats
    tables = tournament_tables.open_tables(
        tournament, sorted({table for _entry, table, _seat in draws}), now, by, source
    )
    physical = [number for number in tables if tournament.is_physical(number)]
    real_tables = set(physical)
    at_real_tables = {entry for entry, table, _seat in draws if table in real_tables}
    at_real_tables |= set(first_draw.stage.byes) if first_draw.stage is not None and physical else set()
    clock, counts = day_two_start.restart(tournament, log.state, starting, at_real_tables, now)
    started = Started(
        seats=tuple(draws),
        tables={number: table.pk for number, table in tables.items()},
        physical=tuple(physical),
        stage=first_draw.stage,
        rests=levels.rests_of(tournament, now),
        clock=clock,
        counts=counts,
    )
    line_number = log.add(started, now=now, by=by, source=source)
    first_stacks.at_start(tournament, starting)
    tournament_tables.issue_stacks(tournament, starting, line_number, at_real_tables)
    by_number = {entry.number: entry for entry in starting}
    seated = {
        bulk_seating.Chair(tables[table].pk, seat): (
            by_number[number].player_id,
            None if table in real_tables else by_number[number].account_id,
        )
        for number, table, seat in draws
    }
    absent = {entry.player_id for entry in starting if tournament.needs_check_in and entry.checked_in_at is None}
    bulk_seating.seat_all(tables.values(), seated, absent=absent, now=now)
    absentees.take_out_survivors(log, barred, now)
    if tournament.reopens:
        sit_and_go.open_another(tournament, now=now)
