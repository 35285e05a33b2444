"""The tables of a tournament as rows: opened with its unit, players and their stacks at them, a seat for who comes in."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime

from club.base.phrases import gettext as _
from club.database import bulk_sql
from club.ledger import ledger
from club.models import Account, User
from tables.cash import new_tables
from tables.cash.sittings import move_sitting
from tables.models import Sitting, Table
from tables.tournament_seats import bulk_seating, single_seats
from tournaments.base.errors import Refused
from tournaments.log import seating_rules
from tournaments.log.events.seats import TableOpened
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.rooms import mixed_games
from tournaments.seating.balancing import Seats
from tournaments.seating.seat_draw import ANY_SEAT, LOWEST_SEAT
from tournaments.structures import level_games_and_stakes, levels_and_breaks
from tournaments.structures.clock import level_at

DECK_SEED_BYTES = 32
PURPOSE = "tournament-stacks"


def derived(seed: bytes, *parts: object) -> bytes:
    """A secret that depends on the tournament's seed and on what it is for, never on a primary key."""
    return hashlib.sha256(seed + ":".join(str(part) for part in parts).encode()).digest()


def open_table(
    tournament: Tournament,
    number: int,
    name: str,
    seats: int,
    now: datetime,
    by: User | None = None,
    source: str = "",
    *,
    physical: bool | None = None,
    again: int | None = None,
) -> Table:
    """A table of the tournament; `physical` says if its cards are real, None: as the event has it.

    Its own stakes are the first level's; each hand is dealt with those in force.

    The secret of its packs follows from the tournament's seed and the table's number; of one that is opened `again` under
    a number that another has had, from the line of the log that does so, too: no pack is dealt twice.
    """
    opening = _called(
        _opening(tournament, seats, tournament.is_physical(number) if physical is None else physical),
        tournament,
        number,
        name,
    )
    if again is not None:
        opening = replace(opening, secret=derived(bytes(tournament.seed), "packs", number, again))
    return new_tables.open_table(opening, by=by, now=now, source=source)


def open_again(
    log: TournamentLog,
    number: int | None,
    now: datetime,
    *,
    physical: bool | None = None,
    by: User | None = None,
    source: str = "",
    is_order: bool = False,
    is_limited: bool = True,
) -> TableOpened:
    """Open a table while play goes on: under the number of one that has been closed, or (None) the next number.

    physical: whether its cards are real and nobody enters the hands; None: as the event has it for that number. Returns the
    line, which the caller adds. Raises `Refused` where the event has as many tables as it may; not for one who comes back, whose
    mistake is taken back whatever (`is_limited` false).
    """
    tournament, state = log.tournament, log.state
    if is_limited and tournament.max_tables is not None and len(state.tables) >= tournament.max_tables:
        raise Refused("full", _("No seat is free, and no further table is opened."))
    number = state.last_table + 1 if number is None else number
    is_real = bool(physical) or tournament.is_physical(number)
    line = log.next_line if is_order or number <= state.last_table else None
    table = open_table(
        tournament, number, str(number), tournament.table_size, now, by, source, physical=is_real, again=line
    )
    is_recorded = is_real and physical is False
    return TableOpened(table=number, id=table.pk, physical=is_real and not is_recorded, recorded=is_recorded)


def open_tables(
    tournament: Tournament, numbers: Sequence[int], now: datetime, by: User | None = None, source: str = ""
) -> dict[int, Table]:
    """The first tables of the tournament, by their numbers, as `open_table` opens one."""
    real = {number: tournament.is_physical(number) for number in numbers}
    alike = {
        is_physical: _opening(tournament, tournament.table_size, is_physical) for is_physical in set(real.values())
    }
    openings = [_called(alike[real[number]], tournament, number, str(number)) for number in numbers]
    return dict(zip(numbers, bulk_seating.open_tables(openings, by=by, now=now, source=source), strict=True))


def _called(opening: new_tables.Opening, tournament: Tournament, number: int, name: str) -> new_tables.Opening:
    """The same as that table: with its name, and the secret of its packs."""
    return replace(
        opening, name=f"{tournament.name} · {name}"[:80], secret=derived(bytes(tournament.seed), "packs", number)
    )


def _opening(tournament: Tournament, seats: int, is_physical: bool) -> new_tables.Opening:
    level = level_at(levels_and_breaks.items(tournament.sheet), 0)
    event = mixed_games.event_of(tournament, level, 0.0)
    return new_tables.Opening(
        name=tournament.name,
        game=level_games_and_stakes.game_of(tournament.sheet)[0],
        stakes=level_games_and_stakes.stakes(tournament.sheet, level),
        rotation=event and event.rotation,
        level=event and event.level,
        kind=Table.Kind.RECORDED if is_physical else Table.Kind.DEALT,
        seats=seats,
        min_buy_in=1,
        max_buy_in=tournament.starting_chips,
        action_seconds=tournament.action_seconds,
        pace=tournament.pace,
        owner=tournament.owner,
        unit=tournament.owner,
    )


def pool(tournament: Tournament) -> Account:
    """The one account of all chips at tables with real cards, where nobody records whose they are."""
    return ledger.open_account(tournament.owner, "stack", tournament.owner)


def issue_stacks(
    tournament: Tournament, entries: list[Entry], seq: int, physical: Collection[int] | None = None
) -> None:
    """Every entry's first chips (`Entry.chips`, else the starting chips of the event) from the unit's own cashier, in one
    transfer; whoever comes from a flight has the own.

    `physical` are the numbers of the entries that sit at tables with real cards, whose chips are one pool; None: all of
    them if the event is played with real cards.
    """
    if physical is None:
        physical = [entry.number for entry in entries] if tournament.cards == tournament.Cards.PHYSICAL else ()
    _lay_on_tables(
        tournament,
        [one for one in entries if one.came_from_id and one.number in physical],
        f"{tournament.owner}:{seq}:2",
    )
    entries = [one for one in entries if not one.came_from_id]
    if not entries:
        return
    cashier = ledger.open_account("cashier", "cashier", tournament.owner)
    stacks = {entry.number: tournament.starting_chips if entry.chips is None else entry.chips for entry in entries}
    moves = {cashier.pk: -sum(stacks.values())}
    if among := sum(stacks[entry.number] for entry in entries if entry.number in physical):
        moves[pool(tournament).pk] = among
    dealt = {f"entry:{entry.pk}": entry for entry in entries if entry.number not in physical}
    for owner, account in ledger.open_account_ids(dealt, "stack", tournament.owner).items():
        dealt[owner].account_id = account
        moves[account] = stacks[dealt[owner].number]
    bulk_sql.set_each(Entry, "account_id", {entry.pk: entry.account_id for entry in dealt.values()})
    ledger.post(f"{tournament.owner}:{seq}:1", moves, purpose=PURPOSE, reference=tournament.owner)


def _lay_on_tables(tournament: Tournament, entries: list[Entry], key: str) -> None:
    """Stacks that came from flights go before real cards, where nobody records whose they are."""
    held = Account.objects.filter(pk__in=[entry.account_id for entry in entries], balance__gt=0)
    moves = {account.pk: -account.balance for account in held}
    if moves:
        moves[pool(tournament).pk] = -sum(moves.values())
        ledger.post(key, moves, purpose=PURPOSE, reference=tournament.owner)


def move_stack(
    log: TournamentLog, entry: int, to: tuple[int, int], *, key: str, now: datetime, chips: int | None = None
) -> int | None:
    """Move an entry to a seat of a table, between hands, and its chips where the tables are of different kinds.

    From real cards to dealt ones the stack has to be counted: `chips`, else the last count. Returns the
    chips of a stack on record that comes to a table where nobody records it, so that it stays known as counted; else None.
    Raises `Refused` for a stack nobody has counted, or larger than the pool, and
    what `tables.cash.sittings.move_sitting` refuses.
    """
    table = Table.objects.get(pk=log.state.tables[to[0]])
    is_physical = to[0] in log.state.orders.physical
    known = recorded_stack(log, entry) if is_physical else 0
    to_seat_of(log, entry, table, to[1], is_physical=is_physical, key=key, now=now, chips=chips)
    return known or None


def recorded_stack(log: TournamentLog, entry: int) -> int:
    """The chips of an entry whose stack is on record; 0 at a table where nobody records it."""
    if log.state.entries[entry].table in log.state.orders.physical:
        return 0
    held = Entry.objects.select_related("account").get(tournament=log.tournament, number=entry)
    return held.account.balance if held.account is not None else 0


def to_seat_of(
    log: TournamentLog,
    entry: int,
    table: Table,
    seat: int,
    *,
    is_physical: bool,
    key: str,
    now: datetime,
    chips: int | None = None,
) -> None:
    """As `move_stack`, to a table that need not be in the state yet."""
    place = log.state.entries[entry]
    sitting = sittings(log, place.table)[place.seat]
    moved = move_sitting(sitting, table, seat, now=now)
    if (place.table in log.state.orders.physical) == is_physical:
        return
    held = Entry.objects.select_related("account").get(tournament=log.tournament, number=entry)
    if is_physical:
        if held.account is not None and held.account.balance:
            stack = held.account.balance
            ledger.post(
                key,
                {held.account.pk: -stack, pool(log.tournament).pk: stack},
                purpose=PURPOSE,
                reference=log.tournament.owner,
            )
        single_seats.give_stack(moved, None)
    else:
        stack = counted(log, entry, chips)
        held.account = ledger.open_account(f"entry:{held.pk}", "stack", log.tournament.owner)
        held.save(update_fields=["account"])
        ledger.post(
            key,
            {pool(log.tournament).pk: -stack, held.account.pk: stack},
            purpose=PURPOSE,
            reference=log.tournament.owner,
        )
        single_seats.give_stack(moved, held.account)


def counted(log: TournamentLog, entry: int, chips: int | None, least: int = 1) -> int:
    """How many chips an entry has in front of it at a table with real cards. Raises `Refused` if nobody has counted."""
    stack = log.state.orders.counts.get(entry) if chips is None else chips
    if stack is None:
        raise Refused("stack_not_counted", _("Count the stack: say how many chips it is."), 422, entry=entry)
    most = ledger.balance(pool(log.tournament))
    if not least <= stack <= most:
        words = _("The tables with real cards hold %(most)s chips together; this stack cannot be %(stack)s.")
        raise Refused(
            "stack_impossible", words % {"most": f"{most:,}", "stack": f"{stack:,}"}, 422, entry=entry, most=most
        )
    return stack


def stack_of(log: TournamentLog, entry: int, chips: int | None = None) -> int:
    """The chips in front of an entry: by its account, or as counted. Raises `Refused` for a stack nobody has counted."""
    if log.state.entries[entry].table in log.state.orders.physical:
        return counted(log, entry, chips, least=0)
    held = Entry.objects.select_related("account").get(tournament=log.tournament, number=entry)
    return 0 if held.account is None else ledger.balance(held.account)


def recorded_stacks(log: TournamentLog) -> dict[int, int]:
    """The chips of those in play whose stacks are on record, by entry."""
    numbers = [number for number in log.state.tables if number not in log.state.orders.physical]
    at = {log.state.tables[number]: log.state.seated(number) for number in numbers}
    found = Sitting.objects.filter(table_id__in=at).exclude(state=Sitting.State.LEFT).exclude(account=None)
    return {at[one.table_id][one.seat]: one.account.balance for one in found.select_related("account") if one.account}


def take_stack(log: TournamentLog, entry: int, chips: int, key: str, by: User | None, *, is_physical: bool) -> None:
    """So many chips in front of the entry leave play (TDA 8-B)."""
    if not chips:
        return
    held = Entry.objects.select_related("account").get(tournament=log.tournament, number=entry)
    account = pool(log.tournament) if is_physical else held.account
    assert account is not None
    moves = {account.pk: -chips, ledger.open_account("cashier", "cashier", log.tournament.owner).pk: chips}
    ledger.post(key, moves, purpose=PURPOSE, reference=log.tournament.owner, by=by)


def sittings(log: TournamentLog, table: int | None) -> dict[int | None, Sitting]:
    """The sittings at a table of the tournament, by seat."""
    found = Sitting.objects.filter(table_id=log.state.tables[table or 0]).exclude(state=Sitting.State.LEFT)
    return {sitting.seat: sitting for sitting in found.select_related("player", "account")}


def free_seats(log: TournamentLog, entry: int = 0, *, physical: bool | None = None) -> dict[int, list[int]]:
    """The seats that may be given to an entry now, by the numbers of the tables: nobody sits there, is called there, or has
    it held. Where one is reserved for the entry at a table, that one alone.

    physical: only at tables with real cards whose stacks nobody records, or only at the others.
    """
    state, orders = log.state, log.state.orders
    sizes = dict(Table.objects.filter(pk__in=state.tables.values()).values_list("pk", "seats"))
    taken = state.room()
    for one, move in orders.called.items():
        if one != entry:
            taken.setdefault(move.table, {})[move.seat] = one
    return {
        number: Seats(number, sizes[pk], taken[number], held=orders.held.get(number, {})).free(entry)
        for number, pk in sorted(state.tables.items())
        if physical is None or (number in orders.physical) == physical
    }


def seat_for(
    log: TournamentLog,
    entry: int = 0,
    *,
    physical: bool | None = None,
    part: str = "seat",
    but: tuple[int, int] | None = None,
) -> tuple[int, int] | None:
    """A seat for one who comes in, as table number and seat: one reserved for the entry, or by lot any that is open (TDA 8-A),
    or as the house draws seats.

    Not at a table that breaks, nor at one where nobody sits, as long as there is another; nor the seat `but`, as long as
    another is free. None if every seat is taken. part: what the lot is for.
    """
    state = log.state
    free = free_seats(log, entry, physical=physical)
    for number, seats in free.items():
        if entry and (own := [seat for seat in seats if state.orders.held.get(number, {}).get(seat) == entry]):
            return number, own[0]
    leaving = {state.entries[one].table for one, move in state.orders.called.items() if move.breaks}
    seated = state.room()
    good = [number for number in free if number not in leaving and seated[number]]
    how = seating_rules.draw_of(log.tournament, state).seats
    for numbers in (good, list(free)):
        chairs = [(number, seat) for number in numbers for seat in free[number]]
        chairs = [chair for chair in chairs if chair != but] or chairs
        if not chairs:
            continue
        if how != ANY_SEAT:
            fewest = min(len(seated[number]) for number, _seat in chairs)
            chairs = [chair for chair in chairs if len(seated[chair[0]]) == fewest]
        if how == LOWEST_SEAT:
            chairs = sorted({number: min(s for n, s in chairs if n == number) for number, _seat in chairs}.items())
        return random.Random(derived(bytes(log.tournament.seed), part, log.tournament.seq)).choice(chairs)
    return None
