"""Who sits where and who moves where: the floor in one look, with what `director_tasks` finds to do. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from club.ledger import ledger
from tables.models import Sitting, Table
from tournaments.entries.entries import player_names
from tournaments.floor import director_tasks, seat_questions
from tournaments.log import seating_rules
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import (
    balancing_moves,
    colour_up,
    waiting_for_players,
)
from tournaments.seating import balancing


def board(tournament: Tournament, *, now: datetime) -> dict[str, Any]:
    """The floor: `due` is what to do now, the most pressing first; `tables` who sits where; `moves` who moves where.

    Each thing to do has its words and, where one tap does it, the name of the act with its fields.
    """
    log = TournamentLog(tournament)  # read only: nothing is added to it
    state, running = log.state, log.state.status == RUNNING
    names = {number: player.nickname for number, player in player_names(tournament).items()}
    tables = _tables(log, names, now) if running else []
    called = moves(tournament, state, names)
    return {
        "due": director_tasks.due_now(log, names, tables, called, now) if running else [],
        "tables": tables,
        "moves": called,
        "colour_up": colour_up.told(tournament, state),
        "is_hand_for_hand": state.orders.hand_for_hand is not None,
        "last_hands": None if state.orders.last_hands is None else state.orders.last_hands.hands,
        "has_real_cards": bool(state.orders.real),
        "sells_rebuys": running and seat_questions.sells_rebuys(tournament, state, now),
        "asks_when_out": running and seat_questions.asks_when_out(tournament, state, now),
        "may_hand_for_hand": running and len(state.tables) > 1,
        "counted": sum(state.orders.counts.values()) or None,
        "pool": ledger.balance(tournament_tables.pool(tournament)) if running and state.orders.physical else None,
        "break_order": list(state.orders.order),
    }


def moves(tournament: Tournament, state: State, names: dict[int, str] | None = None) -> list[dict[str, Any]]:
    """The moves that are called and not made yet, in the order of their calls."""
    if not state.orders.called:
        return []
    names = names or {number: player.nickname for number, player in player_names(tournament).items()}
    away = _away(state)
    found = []
    for entry, called in sorted(state.orders.called.items(), key=lambda one: one[1].line):
        place = state.entries[entry]
        found.append(
            {
                "entry": entry,
                "name": names.get(entry, "–"),
                "table": place.table,
                "seat": place.seat,
                "to_table": called.table,
                "to_seat": called.seat,
                "card": called.card,
                "is_seen": called.is_seen,
                # TDA RP-16: staff carry the chips of whoever is away.
                "is_away": (place.table, place.seat) in away,
                "is_counted": entry in state.orders.counts,
                "needs_count": place.table in state.orders.physical and called.table not in state.orders.physical,
            }
        )
    return found


def _away(state: State) -> set[tuple[int | None, int | None]]:
    numbers = {pk: number for number, pk in state.tables.items()}
    out = Sitting.objects.filter(table_id__in=numbers, state=Sitting.State.OUT).values_list("table_id", "seat")
    return {(numbers[pk], seat) for pk, seat in out}


def _tables(log: TournamentLog, names: dict[int, str], now: datetime) -> list[dict[str, Any]]:
    state, orders = log.state, log.state.orders
    tables_by_id = Table.objects.in_bulk(list(state.tables.values()))
    seats = {table.table: table for table in balancing_moves.tables_of(log, now)}
    stacks = tournament_tables.recorded_stacks(log) if orders.recorded else {}
    largest = max((len(table.players) for table in seats.values()), default=0)
    policy = seating_rules.policy(log.tournament, state)
    told_tables, waiting = [], waiting_for_players.waiting(log, now)
    for number, table in sorted(seats.items()):
        table_row = tables_by_id[state.tables[number]]
        coming = {move.seat: entry for entry, move in orders.called.items() if move.table == number}
        told_tables.append(
            {
                "id": table_row.pk,
                "number": number,
                "name": table_row.name.rpartition(" · ")[2] or table_row.name,
                "is_physical": number in orders.physical,
                "is_recorded": number in orders.recorded,
                "may_record": number in orders.real and number not in state.hands,
                "players": len(table.players),
                "button": table.button,
                "big_blind": table.big_blind,
                "halts": number not in orders.waived and balancing.halts(table, largest, policy),
                "waits": number in waiting,
                "is_waived": number in orders.waived,
                "is_pending": number in orders.physical and orders.is_pending(number),
                "is_leaving": any(state.entries[entry].table == number for entry in orders.called),
                "seats": [
                    _seat(log, names, stacks, number, seat, table.players.get(seat), coming.get(seat))
                    for seat in range(1, table.size + 1)
                ],
            }
        )
    return told_tables


def _seat(
    log: TournamentLog,
    names: dict[int, str],
    stacks: dict[int, int],
    number: int,
    seat: int,
    entry: int | None,
    coming: int | None,
) -> dict[str, Any]:
    orders = log.state.orders
    held = orders.held.get(number, {}).get(seat)
    return {
        "seat": seat,
        "entry": entry,
        "name": "" if entry is None else names.get(entry, "–"),
        "chips": None if entry is None else stacks.get(entry, orders.counts.get(entry)),
        "misses": 0 if entry is None else orders.misses.get(entry, 0),
        "is_deciding": entry in log.state.deciding,
        "is_fixed": entry in orders.fixed,
        "deals": entry in orders.dealers,
        "is_called": entry in orders.called,
        "coming": "" if coming is None else names.get(coming, "–"),
        "is_held": held is not None,
        "held_for": names.get(held, "") if held else "",
    }


def seat_cards(tournament: Tournament) -> list[dict[str, Any]]:
    """A card for each player in play: the name and the seat, by table and seat; for whoever is called, the seat to come."""
    state = State.from_json(tournament.snapshot)
    names = {number: player.nickname for number, player in player_names(tournament).items()}
    cards = []
    for entry in state.alive:
        where, called = state.entries[entry], state.orders.called.get(entry)
        table, seat = (where.table, where.seat) if called is None else (called.table, called.seat)
        if table is None or seat is None:
            continue
        card = {"entry": entry, "name": names.get(entry, "–"), "table": table, "seat": seat}
        cards.append({**card, "from_table": where.table, "from_seat": where.seat, "is_called": called is not None})
    return sorted(cards, key=lambda one: (one["table"], one["seat"]))
