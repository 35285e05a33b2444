"""What the floor's page asks about one seat: who is out in a hand and by whom, and where a player may move. Nothing here
writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.entries import eliminations
from tournaments.entries.entries import player_names
from tournaments.log.state import State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Tournament
from tournaments.prizes import bounty_awards, bounty_eliminators
from tournaments.running import balancing_moves
from tournaments.terms import late_registration_and_rebuy_periods


@dataclass(frozen=True, slots=True)
class Seated:
    """A player in a seat. is_marked: chosen on the sheet, as an eliminator."""

    entry: int
    name: str
    table: int
    seat: int
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class Out:
    """One who is out in the hand. may_rebuy: a rebuy can be bought; eliminators: who may have won the bounty, by seat."""

    player: Seated
    may_rebuy: bool
    eliminators: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class OutSheet:
    """A hand in which players are out, the largest stack first. others: who may be out in it as well. has_bounty: it is
    asked who won the bounty."""

    out: tuple[Out, ...]
    others: tuple[Seated, ...]
    has_bounty: bool

    @property
    def may_rebuy(self) -> bool:
        """True if one of them may buy a rebuy."""
        return any(one.may_rebuy for one in self.out)


@dataclass(frozen=True, slots=True)
class BountySheet:
    """One who is out and of whom nobody has said who won the bounty. eliminators: who may have, who still play first; of those
    without a seat table and seat are 0."""

    player: Seated
    eliminators: tuple[Seated, ...]


@dataclass(frozen=True, slots=True)
class FreeSeats:
    """The seats of a table that a player may move to. needs_count: the chips have to be counted for the move."""

    table: int
    table_id: int
    seats: tuple[int, ...]
    needs_count: bool


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """A player in play, and the free seats of other tables and of the own one."""

    player: Seated
    is_physical: bool
    tables: tuple[FreeSeats, ...]


def asks_when_out(tournament: Tournament, state: State, now: datetime) -> bool:
    """True if there is something to say of a player who is out of chips: who won the bounty, or whether a rebuy is bought."""
    return _has_bounty(tournament, state) or sells_rebuys(tournament, state, now)


def sells_rebuys(tournament: Tournament, state: State, now: datetime) -> bool:
    """True while whoever is out of chips may still buy again; whether this player may is asked when it is said of one."""
    return bool(tournament.rebuys) and late_registration_and_rebuy_periods.rebuy(tournament, state, now).is_open


def _has_bounty(tournament: Tournament, state: State) -> bool:
    return bool(tournament.bounty) and not bounty_awards.envelopes_wait(tournament, state)


def out_sheet(
    tournament: Tournament,
    entries: Sequence[int],
    won: Sequence[tuple[int, int]],
    now: datetime,
    *,
    table: int | None = None,
) -> OutSheet:
    """The sheet of a hand at a real-card table: `entries` are out, the largest stack first; won: who won whose bounty, as
    pairs of who is out and an eliminator. table: where the hand was played if nobody is out yet; hand for hand it was played at
    all tables. Entries that are none, or are out already, are left out."""
    log = TournamentLog(tournament)  # read only: nothing is added to it
    state = log.state
    seated = {one.entry: one for one in _seated(tournament, state) if one.table in state.orders.physical}
    able = [entry for entry in seated if entry not in state.deciding]
    named = [entry for entry in dict.fromkeys(entries) if entry in able]
    tables = {seated[entry].table for entry in named} | ({table} if table is not None else set())
    if state.orders.hand_for_hand is not None:
        tables = set(state.orders.physical)
    again = eliminations.may_buy_again(log, named, now)
    has_bounty = _has_bounty(tournament, state)
    out = []
    for entry in named:
        less = set(named[named.index(entry) + 1 :])  # whoever had fewer chips cannot have won all of these
        possible = [
            seated[one] for one in able if one != entry and one not in less and seated[one].table == seated[entry].table
        ]
        eliminators = tuple(
            Seated(one.entry, one.name, one.table, one.seat, len(possible) == 1 or (entry, one.entry) in won)
            for one in possible
            if has_bounty
        )
        out.append(Out(seated[entry], entry in again, eliminators))
    others = tuple(seated[one] for one in able if one not in named and seated[one].table in tables)
    return OutSheet(tuple(out), others, has_bounty)


def bounty_sheet(tournament: Tournament, entry: int, now: datetime) -> BountySheet | None:
    """The sheet of a bounty of which nobody has said who won it; None for any other entry."""
    log = TournamentLog(tournament)  # read only: nothing is added to it
    if entry not in bounty_awards.undecided(tournament, log.state):
        return None
    seated = {one.entry: one for one in _seated(tournament, log.state)}
    names = {number: player.nickname for number, player in player_names(tournament).items()}
    able = bounty_eliminators.able(log, entry, now)
    away = sorted(able - seated.keys())
    eliminators = [one for one in seated.values() if one.entry in able]
    eliminators += [Seated(one, names.get(one, "–"), 0, 0) for one in away]
    return BountySheet(Seated(entry, names.get(entry, "–"), 0, 0), tuple(eliminators))


def seat_sheet(tournament: Tournament, entry: int, now: datetime) -> SeatSheet | None:
    """The sheet of a player with a seat; None for one who has none."""
    log = TournamentLog(tournament)  # read only: nothing is added to it
    state = log.state
    player = next((one for one in _seated(tournament, state) if one.entry == entry), None)
    if player is None:
        return None
    coming = {(move.table, move.seat) for move in state.orders.called.values()}
    is_physical = player.table in state.orders.physical
    tables = []
    for table in balancing_moves.tables_of(log, now):
        free = tuple(seat for seat in table.free(entry) if (table.table, seat) not in coming)
        needs_count = is_physical and table.table not in state.orders.physical
        if free:
            tables.append(FreeSeats(table.table, state.tables[table.table], free, needs_count))
    return SeatSheet(player, is_physical, tuple(sorted(tables, key=lambda one: one.table == player.table)))


def _seated(tournament: Tournament, state: State) -> list[Seated]:
    """Who has a seat, by table and seat."""
    names = {number: player.nickname for number, player in player_names(tournament).items()}
    return [
        Seated(entry, names.get(entry, "–"), number, seat)
        for number in sorted(state.tables)
        for seat, entry in sorted(state.seated(number).items())
    ]
