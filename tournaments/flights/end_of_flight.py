"""Flights: when one ends, its stacks bagged, what of them goes on to Day 2, and Day 2 begun with them.

The prizes of all flights are one pool: what is entered for lies in the escrow of Day 2 from the first entry on
(`Tournament.pot`). When a flight is bagged its chips leave play, and Day 2 gives out as many of its own to those who go on,
each on an account where they wait for the draw. Everybody of the flight becomes an entry of Day 2: who survived is in, who
did not is out below everybody there (`flight_places`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Account, User
from tables.models import Table
from tables.tournament_seats import bulk_seating
from tournaments.base.errors import Refused
from tournaments.entries import alternates
from tournaments.flights import day_two_merge
from tournaments.log import tournament_log
from tournaments.log.events.flights import Bagged
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.prizes import bounty_awards, payout_settlement
from tournaments.rooms import tournament_tables
from tournaments.structures import clock, levels_and_breaks
from tournaments.structures.levels_and_breaks import Break, Level
from tournaments.terms import late_registration_and_rebuy_periods

# -- when a flight ends -----------------------------------------------------------------------------------------------


def _level_is_over(tournament: Tournament, state: State, now: datetime) -> bool:
    if tournament.bags_after_level is None:
        return False
    items = levels_and_breaks.items(tournament.sheet)
    return clock.moment(items, state.clock, now).index > levels_and_breaks.level_index(
        items, tournament.bags_after_level
    )


def _share_is_left(tournament: Tournament, state: State, now: datetime) -> bool:
    percent = tournament.bags_at_percent
    return (
        percent is not None
        and len(state.alive) * 100 <= percent * len(state.entries)
        and _is_closed(tournament, state, now)
    )


def _few_are_left(tournament: Tournament, state: State, now: datetime) -> bool:
    return len(state.alive) <= (tournament.bags_at_players or 1) and _is_closed(tournament, state, now)


def _is_closed(tournament: Tournament, state: State, now: datetime) -> bool:
    return not late_registration_and_rebuy_periods.may_grow(tournament, state, now)


ENDS: tuple[Callable[[Tournament, State, datetime], bool], ...] = (_level_is_over, _share_is_left, _few_are_left)
"""Any of them ends a flight; with one player left it is over in any case."""


def has_come_to_end(tournament: Tournament, state: State, now: datetime) -> bool:
    """True for a flight whose end, by its fields, has come; not while the clock is stopped."""
    if tournament.day_two_id is None or state.status != RUNNING or state.clock.paused is not None:
        return False
    return any(ends(tournament, state, now) for ends in ENDS)


def is_due(tournament: Tournament, state: State, now: datetime) -> bool:
    """True for a flight that is to be bagged now, as soon as no hand is played any more; not while the clock is stopped.

    Where hands are played after its end, once every table whose hands are on record has played its own; the floor sees to
    the others.
    """
    last = state.orders.last_hands
    if last is None:
        return not tournament.bags_after_hands and has_come_to_end(tournament, state, now)
    if state.clock.paused is not None or state.hands:
        return False
    return not any(last.left(number) for number in _playing(state))


def _playing(state: State) -> list[int]:
    """The tables that can play a hand which is on record."""
    seated = state.room()
    able = (number for number in state.tables if number not in state.orders.physical)
    return [number for number in able if sum(one not in state.deciding for one in seated[number].values()) > 1]


def next_level(tournament: Tournament, state: State, now: datetime) -> int:
    """Where play goes on from here: a level that was not played out begins again, one that was is followed by the next."""
    items = levels_and_breaks.items(tournament.sheet)
    where = clock.moment(items, state.clock, now)
    last = state.orders.last_hands
    if last is not None and last.level is not None:
        above = (item.number for item in items if isinstance(item, Level) and item.number > last.level)
        return next(above, last.level)
    if isinstance(where.item, Break):
        later = (item.number for item in items[where.index :] if isinstance(item, Level))
        return next(later, clock.level_at(items, where.index).number)
    return clock.level_at(items, where.index).number


# -- bagged -----------------------------------------------------------------------------------------------------------


def bag_if_free(log: TournamentLog, now: datetime) -> None:
    """Bag a flight that is due, once its hands are over and nobody decides on a rebuy. At real cards the floor does."""
    is_open = log.state.hands or log.state.deciding or bounty_awards.undecided(log.tournament, log.state)
    if not is_open and not log.state.orders.real:
        bag(log, {}, now=now)


def bag(
    log: TournamentLog,
    counted: Mapping[int, int],
    *,
    difference: int = 0,
    why: str = "",
    now: datetime,
    by: User | None = None,
    source: str = "",
) -> None:
    """End the flight: every stack is kept as a bag, the tables close, who has chips goes on to Day 2.

    counted: chips of entries at real cards, over the last counts; difference: how many more (or, below 0, fewer) they come
    to than those tables hold, where that is accepted. Raises `Refused`: no flight, hands in play, somebody deciding on a
    rebuy, a stack nobody counted, or chips that do not come to what is in play.
    """
    tournament, state = log.tournament, log.state
    if tournament.day_two_id is None:
        raise Refused("not_a_flight", _("Only a flight is bagged: this event ends with its prizes."))
    if state.status != RUNNING:
        raise Refused("not_running", _("The tournament is not running."))
    if state.hands:
        raise Refused("hands_in_play", _("Stop the clock, and let the hands in play be finished first."))
    if state.deciding:
        raise Refused(
            "decides", _("Somebody without chips may still buy again: sell the rebuy, or say that there is none.")
        )
    if undecided := bounty_awards.undecided(tournament, state):
        raise Refused(
            "hunters_missing", payout_settlement.ask_for_eliminators(tournament, undecided), entries=undecided
        )
    stacks = _stacks(log, counted, difference, why)
    day_two = tournament_log.open_log(
        tournament.day_two_id
    )  # both tournaments before the tables, these before the accounts
    if day_two.state.status != REGISTERING:
        words = _("%(name)s has begun or is over: this flight can no longer go on to it.")
        raise Refused("day_two_began", words % {"name": day_two.tournament.name})
    _let_the_empty_fall(log, stacks, now)
    tables_by_id = {table.pk: table for table in Table.objects.filter(pk__in=state.tables.values())}
    seats = [(entry, state.entries[entry].table, state.entries[entry].seat) for entry in log.state.alive]
    level = next_level(tournament, state, now)
    chairs = [bulk_seating.Chair(state.tables[table or 0], seat or 0) for _entry, table, seat in seats]
    bulk_seating.unseat_all(chairs, now=now)
    bulk_seating.close_tables(list(state.tables.values()), by=by, now=now, source=source)
    alternates_left, flight_prizes = alternates.end_all(tournament, now), day_two_merge.prizes(log, day_two.tournament)
    last_hands = state.orders.last_hands
    line = Bagged(
        bags={entry: stacks[entry] for entry in log.state.alive},
        level=level,
        difference=difference,
        why=why,
        seats=tuple(seats),
        sizes={number: tables_by_id[pk].seats for number, pk in sorted(state.tables.items())},
        physical=tuple(sorted(state.orders.physical)),
        recorded=tuple(sorted(state.orders.recorded)),
        n=len(seats),
        waited=tuple(alternates_left),
        paid=dict(flight_prizes),
        last_hands=None if last_hands is None else (last_hands.hands, last_hands.level, last_hands.is_own),
    )
    line_number = log.add(line, now=now, by=by, source=source)
    _empty(log, f"{tournament.owner}:{line_number}:1", by)
    day_two_merge.pay(log, flight_prizes, f"{tournament.owner}:{line_number}:3", by)
    day_two_merge.merge(log, day_two, line_number, level, flight_prizes, now=now, by=by, source=source)


def _stacks(log: TournamentLog, counted: Mapping[int, int], difference: int, why: str) -> dict[int, int]:
    """Chips by entry: at dealt tables by the ledger, at real cards as counted, which must come to what these tables hold."""
    tournament, state = log.tournament, log.state
    real = {entry for entry in state.alive if state.entries[entry].table in state.orders.physical}
    if strange := sorted(set(counted) - real):
        words = _("At this player's table the server deals and counts.")
        raise Refused("not_physical", words, 422, entries=strange)
    counts = {**state.orders.counts, **counted}
    held = Entry.objects.filter(tournament=tournament, number__in=state.alive).select_related("account", "player")
    by_number = {entry.number: entry for entry in held}
    if missing := sorted(real - counts.keys()):
        words = _("Count the stacks first of: %(names)s.")
        names = ", ".join(by_number[entry].player.nickname for entry in missing)
        raise Refused("stack_not_counted", words % {"names": names}, 422, entries=missing)
    together = sum(counts[entry] for entry in real)
    there = ledger.balance(tournament_tables.pool(tournament)) if state.orders.physical else 0
    if together - there != difference:
        words = _(
            "The stacks come to %(together)s chips, the tables hold %(there)s: a difference of %(off)s. Count again, or "
            "state the difference and why."
        )
        told = {"together": f"{together:,}", "there": f"{there:,}", "off": f"{together - there:+,}"}
        raise Refused("bag_difference", words % told, 422, together=together, pool=there, difference=together - there)
    if difference and shows_nothing(why):
        raise Refused("reason_missing", _("Say why the chips do not come to what was given out."), 422, field="why")
    dealt = {number: one.account.balance if one.account else 0 for number, one in by_number.items()}
    return {entry: counts[entry] if entry in real else dealt[entry] for entry in state.alive}


def _let_the_empty_fall(log: TournamentLog, stacks: Mapping[int, int], now: datetime) -> None:
    """Who never came, and so has no chips, is out with the end of the flight."""
    empty, left = [entry for entry in log.state.alive if not stacks[entry]], len(log.state.alive)
    number = log.state.eliminations + 1
    for entry in empty:
        log.add(KnockedOut(entry=entry, best=left - len(empty) + 1, worst=left, elimination_number=number), now=now)


def _empty(log: TournamentLog, key: str, by: User | None) -> None:
    """Every chip of the flight returns to its own cashier."""
    held = Account.objects.filter(unit=log.tournament.owner, kind="stack", balance__gt=0)
    moves = {account.pk: -account.balance for account in held}
    moves[ledger.open_account("cashier", "cashier", log.tournament.owner).pk] = -sum(moves.values())
    ledger.post(key, moves, purpose=tournament_tables.PURPOSE, reference=log.tournament.owner, by=by)


# -- Day 2 begins -----------------------------------------------------------------------------------------------------
