"""Breaking and balancing: the tables as they are, and the moves that are due made or, at real cards, called.

Where the server deals, moves are made by themselves between hands. Where cards are real a move is an instruction: it is
called, shown until it is made, and made in the books when the floor says so (TDA 10, 11).
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from tables.cash import next_hand
from tables.models import Sitting, Table
from tables.tournament_seats import bulk_seating
from tournaments.log import seating_rules, stored_lines
from tournaments.log.events.seats import CallDropped, MoveCalled, Moved, TableBroken, move_of
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.rooms import fantasyland_before_moves, tournament_tables
from tournaments.running import bracket_rounds, final_table
from tournaments.seating import balancing
from tournaments.seating.balancing import Move, Policy, Seats
from tournaments.terms import late_registration_and_rebuy_periods

_OF_A_TABLE = ("seats", "button", "small_blind", "big_blind", "turn")
BUTTON_IS_KNOWN = timedelta(minutes=5)  # as long as a hand or two: then it has moved on


def tables_of(log: TournamentLog, now: datetime) -> list[Seats]:
    """The tables by number, between hands, with what the house's policy asks of them."""
    state, orders = log.state, log.state.orders
    rows = Table.objects.only(*_OF_A_TABLE).in_bulk(list(state.tables.values()))
    policy, kept = seating_rules.policy(log.tournament, state), kept_open(state)
    moved = _last_moves(log) if policy.mover == "moved longest ago" else {}
    vacated = _vacated(log) if policy.destination == "last open" else {}
    broken = _last_breaks(log) if policy.breaks == "broken longest ago" else {}
    found, seated, waiting = [], state.room(), fantasyland_before_moves.to_be_played(log)
    for number, pk in sorted(state.tables.items()):
        row, players = rows[pk], seated[number]
        button, small, big = _positions(log, number, row, now)
        still = orders.fixed | orders.dealers
        fixed = frozenset(seat for seat, entry in players.items() if entry in still)
        held, free_since = orders.held.get(number, {}), vacated.get(number, {})
        first = waiting.get(number, frozenset())
        found.append(
            Seats(
                number,
                row.seats,
                players,
                button,
                small,
                big,
                held,
                fixed | first,
                moved,
                free_since,
                bool(first),
                number in kept,
                broken.get(number, 0),
            )
        )
    return found


def policy_of(log: TournamentLog, now: datetime) -> Policy:
    """The house's policy, with the seats that stay free for who may still enter: one for a stranger, and one for each who
    has entered and is seated on coming."""
    tournament, state = log.tournament, log.state
    policy = seating_rules.policy(tournament, state)
    if not late_registration_and_rebuy_periods.may_grow(tournament, state, now):
        return policy
    unseated = sum(state.entries[entry].seat is None for entry in state.alive)
    how = seating_rules.draw_of(tournament, state)
    return replace(policy, reserve=max(unseated, 1), most=(how.alone if len(state.tables) == 2 else 0) or how.above)


def kept_open(state: State) -> set[int]:
    """The tables that the floor has opened, and that stay while nobody is out since."""
    return {number for number, alive in state.orders.opened.items() if len(state.alive) >= alive}


def _positions(log: TournamentLog, number: int, row: Table, now: datetime) -> tuple[int | None, int | None, int | None]:
    """Button, small and big blind of the last hand; in a mix, while a game without blinds is played, of the last hand
    that had any (TDA 11-B). At real cards as they were told, if that is not long ago."""
    if number not in log.state.orders.physical:
        return next_hand.last_positions(row)
    told = log.state.orders.buttons.get(number)
    if told is None or now - datetime.fromisoformat(told[2]) > BUTTON_IS_KNOWN:
        return None, None, None
    return told[0], None, told[1]


def _last_moves(log: TournamentLog) -> dict[int, int]:
    return {line.event.entry: line.seq for line in stored_lines.of_class(log.tournament, Moved)}


def _last_breaks(log: TournamentLog) -> dict[int, int]:
    return {line.event.table: line.seq for line in stored_lines.of_class(log.tournament, TableBroken)}


def _vacated(log: TournamentLog) -> dict[int, dict[int, int]]:
    """For each table, when each of its seats was left last, as a growing number."""
    numbers = {pk: number for number, pk in log.state.tables.items()}
    left = Sitting.objects.filter(table_id__in=numbers, state=Sitting.State.LEFT).order_by("left_at", "pk")
    found: dict[int, dict[int, int]] = {}
    for at, (table, seat) in enumerate(left.values_list("table_id", "seat"), 1):
        found.setdefault(numbers[table], {})[seat] = at
    return found


def rebalance(log: TournamentLog, now: datetime) -> None:
    """Do what is due. Where the server deals everywhere, whoever moves has to be between hands, and the others play on; who
    arrives is dealt in with the next hand. The final table is drawn once no hand is in play."""
    if log.state.stage is not None:
        bracket_rounds.go_on(log, now)
        return
    if len(log.state.tables) < 2 and not log.state.orders.called:
        return
    if log.state.orders.real or log.state.orders.called:
        _call(log, now)
        _make_called(log, now)
        close_empty(log, now)
        return
    if final_table.may_draw_final(log, now):
        if not log.state.hands and not fantasyland_before_moves.to_be_played(log):
            final_table.draw_final_table(log, now)
        return
    policy, size = policy_of(log, now), log.tournament.table_size
    if not _may_move(log.state, size, policy):
        return
    rng = random.Random(tournament_tables.derived(bytes(log.tournament.seed), "moves", log.state.rounds))
    _make_all(log, _possible(log, balancing.plan(tables_of(log, now), size, rng, policy)), now)
    close_empty(log, now)


def _may_move(state: State, size: int, policy: Policy) -> bool:
    """False if nobody between hands can have to move: asked first, since a plan reads every table."""
    sizes = {number: len(seated) for number, seated in state.room().items()}
    if not state.hands or balancing.can_break(sum(sizes.values()), len(sizes), size):
        return True
    free = [count for number, count in sizes.items() if number not in state.hands]
    # Of the largest tables one with nobody to give is passed over for a smaller one, down to a spread that is no cause.
    return bool(free) and balancing.must_move([*free, min(sizes.values())], policy.least(len(sizes)))


def _possible(log: TournamentLog, moves: list[Move]) -> list[Move]:
    """The moves of a plan that can be made while hands are in play: of players between hands, and none that counts on one
    that has to wait."""
    state, waits, made = log.state, set[int](), list[Move]()
    where = {entry: (place.table, place.seat) for entry, place in state.entries.items()}
    taken = set(where.values())
    for move in moves:
        if move.table in state.hands or move.table in waits or (move.to_table, move.to_seat) in taken:
            waits |= {move.table, move.to_table}
            continue
        taken.discard(where[move.entry])
        where[move.entry] = (move.to_table, move.to_seat)
        taken.add(where[move.entry])
        made.append(move)
    return made


def halted(log: TournamentLog, now: datetime) -> frozenset[int]:
    """The dealt tables that stop before their next hand until players come (TDA 11-D), by their numbers."""
    state, orders = log.state, log.state.orders
    sizes = [len(seated) for seated in state.room().values()]
    if state.stage is not None or not balancing.must_move(sizes):
        return frozenset()
    policy, largest = seating_rules.policy(log.tournament, state), max(sizes)
    if not balancing.must_move(sizes, policy.least(len(sizes))):
        return frozenset()  # nobody would come
    found = [table for table in tables_of(log, now) if table.table not in orders.real | orders.waived]
    return frozenset(table.table for table in found if balancing.halts(table, largest, policy))


def _make_all(log: TournamentLog, moves: list[Move], now: datetime) -> None:
    """The moves between tables where the server deals, all at once: none of them touches chips."""
    where = {entry: (place.table or 0, place.seat or 0) for entry, place in log.state.entries.items()}
    lines, made = list[Moved](), list[tuple[bulk_seating.Chair, bulk_seating.Chair]]()
    for move in moves:
        (table, seat), to = where[move.entry], (move.to_table, move.to_seat)
        moved = Moved(entry=move.entry, table=table, seat=seat, to_table=to[0], to_seat=to[1], card=move.card)
        lines.append(moved)
        made.append(
            (bulk_seating.Chair(log.state.tables[table], seat), bulk_seating.Chair(log.state.tables[to[0]], to[1]))
        )
        where[move.entry] = to
    if made:
        bulk_seating.move_all(made, now=now)
        log.add_all(lines, now=now)


def _make(log: TournamentLog, move: Move, now: datetime) -> None:
    place = log.state.entries[move.entry]
    key = log.transfer_key()
    to = move.to_table, move.to_seat
    stack = tournament_tables.move_stack(log, move.entry, to, key=key, now=now)
    log.add(replace(move_of(move.entry, place, to, stack), card=move.card), now=now)


def close_empty(log: TournamentLog, now: datetime) -> None:
    """Close the tables that nobody sits at or is sent to, and that the floor has not opened just now."""
    coming = {move.table for move in log.state.orders.called.values()} | kept_open(log.state)
    empty = [number for number, seated in sorted(log.state.room().items()) if not seated and number not in coming]
    if empty:
        bulk_seating.close_tables([log.state.tables[number] for number in empty], by=None, now=now)
        log.add_all([TableBroken(table=number) for number in empty], now=now)


# -- real cards -------------------------------------------------------------------------------------------------------


def _call(log: TournamentLog, now: datetime) -> None:
    """Call the moves that are due and not called yet.

    A move that balances waits until the floor has told where the buttons are; a table breaks at once.
    """
    if final_table.may_draw_final(log, now):
        _drop(log, log.state.orders.called, now)  # everybody is given a new seat
    _reexamine(log, now)
    if not final_table.may_draw_final(log, now) and not log.state.orders.is_round_open:
        room_then, off = _as_called(log, now), log.state.orders.off
        policy = policy_of(log, now)
        rng = random.Random(tournament_tables.derived(bytes(log.tournament.seed), "moves", log.tournament.seq))
        planned = balancing.plan(room_then, log.tournament.table_size, rng, policy, _breaking(log))
        emptied = {table.table for table in balancing.as_moved(room_then, planned) if not table.players}
        for move in planned:
            place = log.state.entries[move.entry]
            if move.table not in emptied and _unknown(log, move, now):
                break
            if move.entry in off:
                continue  # the floor has called it off
            if (place.table, place.seat) == (move.to_table, move.to_seat):
                log.add(CallDropped(entry=move.entry), now=now)
                continue
            called = MoveCalled(
                entry=move.entry, table=place.table or 0, seat=place.seat or 0, card=move.card,
                to_table=move.to_table, to_seat=move.to_seat, line=log.next_line,
                breaks=move.table in emptied and move.table == place.table,
            )  # fmt: skip
            log.add(called, now=now)


def _make_called(log: TournamentLog, now: datetime) -> None:
    """Make the called moves between tables where the server deals, once neither has a hand in play."""
    for entry, called in sorted(log.state.orders.called.items()):
        tables = {log.state.entries[entry].table or 0, called.table}
        if not tables & (log.state.orders.real | set(log.state.hands)):
            _make(log, Move(entry, 0, called.table, called.seat), now)


def advance(log: TournamentLog, now: datetime) -> None:
    """The field has changed by hand: where moves are called, every call is looked at anew, and those due now are called.

    None is made within the act itself, so that an act taken back at once finds everybody where it left them.
    """
    state, orders = log.state, log.state.orders
    if state.status == RUNNING and state.request is None and state.stage is None and (orders.real or orders.called):
        _call(log, now)


def call_anew(log: TournamentLog, since: int, now: datetime) -> None:
    """The moves that were called after that line and are not made yet are called by what is known now."""
    _drop(log, [entry for entry, called in log.state.orders.called.items() if called.line > since], now)
    rebalance(log, now)


def _drop(log: TournamentLog, entries: Collection[int], now: datetime) -> None:
    for entry in sorted(entries):
        log.add(CallDropped(entry=entry), now=now)


def _reexamine(log: TournamentLog, now: datetime) -> None:
    """Take back the calls that the field as it is now has made wrong: to a seat that is not free any more, away from a table
    that cannot break since the others do not seat its players, or between tables that are level without it."""
    called = log.state.orders.called
    if not called:
        return
    free = {entry: tournament_tables.free_seats(log, entry) for entry in called}
    _drop(log, [entry for entry, move in called.items() if move.seat not in free[entry].get(move.table, ())], now)
    _drop(log, balancing.wrong_calls(tables_of(log, now), _due(log), log.tournament.table_size), now)


def _due(log: TournamentLog) -> list[tuple[Move, bool]]:
    """The moves that are called, in their order, and whether each is because its table breaks."""
    calls = sorted(log.state.orders.called.items(), key=lambda one: one[1].line)
    return [(Move(one, log.state.entries[one].table or 0, to.table, to.seat), to.breaks) for one, to in calls]


def _breaking(log: TournamentLog) -> set[int]:
    """The tables that break: their players are called away."""
    return {move.table for move, breaks in _due(log) if breaks}


def _as_called(log: TournamentLog, now: datetime) -> list[Seats]:
    """The tables as they will be once every called move is made; whose move the floor has called off is not moved to balance.

    Nobody is called to a seat while who is called away still sits there: such seats are held, for the moves may be made in
    any order.
    """
    off, called = log.state.orders.off, log.state.orders.called
    now_at = tables_of(log, now)
    taken = {one.table: {seat: 0 for seat, entry in one.players.items() if entry in called} for one in now_at}
    found = balancing.as_moved(now_at, [move for move, _breaks in _due(log)])
    stay = {table.table: {seat for seat, entry in table.players.items() if entry in off} for table in found}
    return [replace(one, fixed=one.fixed | stay[one.table], held={**one.held, **taken[one.table]}) for one in found]


def _unknown(log: TournamentLog, move: Move, now: datetime) -> set[int]:
    """The tables of a balancing move whose button nobody has told; where nobody or one sits there is none."""
    known = {table.table for table in tables_of(log, now) if table.big_blind is not None or len(table.players) < 2}
    return ({move.table, move.to_table} & log.state.orders.physical) - known


def buttons_wanted(log: TournamentLog, now: datetime) -> list[int]:
    """The tables whose button the floor has to tell, before a player can be called away from one to the other."""
    orders = log.state.orders
    if (
        not orders.physical
        or orders.is_round_open
        or log.state.stage is not None
        or final_table.may_draw_final(log, now)
    ):
        return []
    room_then = _as_called(log, now)
    policy, size = policy_of(log, now), log.tournament.table_size
    if balancing.next_break(room_then, size, policy) is not None:
        return []
    moves = balancing.plan(room_then, size, random.Random(0), policy, _breaking(log))
    return sorted(_unknown(log, moves[0], now)) if moves else []


# -- the final table --------------------------------------------------------------------------------------------------
