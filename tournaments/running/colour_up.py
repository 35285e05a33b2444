"""Colour-up in play (TDA 24; T19): at a break that takes chips out, dealt stacks become whole larger chips and the outcome
is told; the floor does the same at tables with real cards, and says when it is done.

Where the server deals, chips are amounts: a stack's odd chips are what is no whole larger one. They are settled table by
table, once no hand is in play and before the next is dealt; what the stacks gain or lose together comes from the
tournament's own cashier, or goes there.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.ledger import ledger
from club.models import Transfer, User
from engine.cards import cards_text
from tournaments.base.errors import Refused
from tournaments.log import stored_lines, tournament_log, tournament_rules
from tournaments.log.events.floor_orders import StacksCounted
from tournaments.log.events.penalties_and_colour_ups import ChipsInPlay, ColouredUp, Owing, Race, TableColoured
from tournaments.log.state import RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.rooms import tournament_tables
from tournaments.seating import chip_race
from tournaments.structures import chip_colours, chips_in_play, levels_and_breaks
from tournaments.structures.levels_and_breaks import Break

PURPOSE = "tournament-colour-up"


def due(tournament: Tournament, state: State) -> tuple[int, ...]:
    """The chips that are to go and have not yet, smallest first: of every break up to where the log says that play is."""
    spoken_for = state.orders.gone | state.orders.kept
    return tuple(chip for chip in chips_in_play.removed(tournament.sheet, state.item) if chip not in spoken_for)


def apply_due(log: TournamentLog, now: datetime) -> None:
    """Take the chips that are due out of play, unless a hand is in play at a dealt table."""
    chips, state = due(log.tournament, log.state), log.state
    if not chips or state.hands:
        return
    method = tournament_rules.in_force(log.tournament, state.level_began).colour_up
    made = _settled(log, chips, method)
    line, orders = log.next_line, state.orders
    gone, kept, owing = (tuple(sorted(one)) for one in (orders.gone, orders.kept, orders.owing))
    coloured = ColouredUp(
        gone=tuple(sorted({*gone, *chips})),
        kept=kept,
        owing=tuple(sorted({*owing, *(orders.real & set(state.tables))})),
        coloured=line,
        chips=tuple(chips),
        words=chip_colours.named(chips, log.tournament.chip_colours),
        method=method,
        races=tuple(made.races),
        change=made.change,
        round=state.rounds,
        was=ChipsInPlay(gone=gone, kept=kept, owing=owing, coloured=orders.coloured),
    )
    log.add(coloured, now=now)
    if made.moves:
        cashier = ledger.open_account("cashier", "cashier", log.tournament.owner)
        moves = {**made.moves, cashier.pk: -made.change} if made.change else made.moves
        ledger.post(f"{log.tournament.owner}:{line}:1", moves, purpose=PURPOSE, reference=log.tournament.owner)


@dataclass
class _Made:
    """What came of it: chips gained or lost by account, together, and the outcomes by table and chip."""

    moves: dict[int, int] = field(default_factory=dict)
    change: int = 0
    races: list[Race] = field(default_factory=list)


def _settled(log: TournamentLog, chips: Collection[int], method: str) -> _Made:
    """The dealt tables' stacks after each of the chips, one after another: 100 to 500 first, then 500 to 1,000."""
    tournament, state, outcome = log.tournament, log.state, _Made()
    seated_entries = Entry.objects.filter(tournament=tournament, number__in=state.playing).select_related("account")
    accounts = {entry.number: entry.account for entry in seated_entries if entry.account is not None}
    began = {entry: account.balance for entry, account in accounts.items()}
    stacks, chips_gone = dict(began), set(state.orders.gone)
    for low in chips:
        chips_gone.add(low)
        high = next(
            (
                chip
                for chip in chips_in_play.chip_set(tournament.sheet)
                if chip > low and not chip % low and chip not in chips_gone
            ),
            0,
        )
        for number, seated in sorted(state.room().items()) if high else ():
            if number in state.orders.real:
                continue
            stacks_here = {seat: stacks[entry] for seat, entry in seated.items() if stacks.get(entry)}
            rng = random.Random(tournament_tables.derived(bytes(tournament.seed), "colour up", low, number))
            settled = chip_race.settle(stacks_here, low, high, method, rng)
            stacks |= {seated[seat]: chips_now for seat, chips_now in settled.stacks.items()}
            if settled.stacks != stacks_here:
                outcome.races.append(_outcome(number, low, high, seated, settled))
    outcome.moves = {
        accounts[entry].pk: stacks[entry] - began[entry] for entry in began if stacks[entry] != began[entry]
    }
    outcome.change = sum(outcome.moves.values())
    return outcome


def _outcome(number: int, low: int, high: int, seated: dict[int, int], done: chip_race.Settled) -> Race:
    cards = {seated[seat]: cards_text(held) for seat, held in done.cards.items()}
    won, saved = (tuple(seated[seat] for seat in seats) for seats in (done.won, done.saved))
    return Race(table=number, low=low, high=high, cards=cards, won=won, saved=saved)


# -- by hand ----------------------------------------------------------------------------------------------------------


def done(
    tournament_id: int,
    table: int,
    entries: Collection[int] = (),
    change: int = 0,
    *,
    now: datetime,
    by: User | None,
    source: str = "",
) -> None:
    """A table with real cards (`table` its id) has changed its small chips. `entries` won a chip in the race.

    Where the stacks are on record, or all were counted since the chips went, what each has now and by how much the table has
    more follows from them, by the house's method; nobody is left without a chip. Elsewhere `change` says by how many chips'
    worth the table has more, with a minus fewer, within what those who won a chip can have made of it; the pool of these tables
    follows.
    Raises `Refused`: not running, no such table, nothing to change there, winners who do not sit there or cannot have won, or a
    change that does not follow.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        table_number = next((one for one, pk in log.state.tables.items() if pk == table), None)
        if table_number is None or table_number not in log.state.orders.owing:
            words = _("No chips are to be changed at this table, or it has told so already.")
            raise Refused("nothing_to_colour", words, table=table)
        entries_here = list(log.state.seated(table_number).values())
        strangers = [entry for entry in entries if entry not in entries_here]
        if strangers:
            words = _("Entry %(entry)d does not sit at this table.")
            raise Refused("unknown_entry", words % {"entry": strangers[0]}, 422, entry=strangers[0])
        if len(set(entries)) != len(entries):
            raise Refused("bad_winners", _("Nobody wins more than one chip of a race."), 422, field="entries")
        stacks = _known(log, table_number, entries_here)
        if stacks is None:
            _check_possible(log, len(entries_here), len(entries), change)
            moves = {tournament_tables.pool(log.tournament).pk: change} if change else {}
        else:
            gains = _gains(log, stacks, entries)
            if change not in (0, sum(gains.values())):
                words = _("By the stacks of this table the change is %(change)s.")
                expected_change = sum(gains.values())
                raise Refused(
                    "bad_change", words % {"change": f"{expected_change:,}"}, 422, change=change, field="change"
                )
            change = sum(gains.values())
            moves = _moves(log, table_number, gains)
        owed_before = Owing(table=table_number, is_in=True)
        coloured = TableColoured(
            table=table_number, is_in=False, entries=tuple(entries), change=change, was=owed_before
        )
        line_number = log.add(coloured, now=now, by=by, source=source)
        if moves:
            cashier = ledger.open_account("cashier", "cashier", log.tournament.owner)
            moves |= {cashier.pk: -change} if change else {}
            ledger.post(
                f"{log.tournament.owner}:{line_number}:1", moves, purpose=PURPOSE, reference=log.tournament.owner, by=by
            )
        log.close()


def _known(log: TournamentLog, number: int, seated: Collection[int]) -> dict[int, int] | None:
    """The stacks at that table by entry, where they are on record or all were counted since the chips went; else None."""
    if number in log.state.orders.recorded:
        return {entry: chips for entry, chips in tournament_tables.recorded_stacks(log).items() if entry in seated}
    counts, since = log.state.orders.counts, log.state.orders.coloured
    lines = stored_lines.of_class(log.tournament, StacksCounted, seq__gt=since)
    fresh = {entry for line in lines for entry in line.event.stacks}
    return {entry: counts[entry] for entry in seated} if set(seated) <= fresh & set(counts) else None


def _gains(log: TournamentLog, stacks: Mapping[int, int], named: Collection[int]) -> dict[int, int]:
    """What each stack gains or loses as it becomes whole larger chips. Raises `Refused` for winners that a race cannot have."""
    high = chips_in_play.smallest_chip(log.tournament.sheet, log.state.orders.gone)
    method = tournament_rules.in_force(log.tournament, log.state.level_began).colour_up
    odd = {entry: chips % high for entry, chips in stacks.items() if chips % high}
    if method == "race":
        count = min(len(odd), (2 * sum(odd.values()) + high) // (2 * high))
        if len(named) != count or not set(named) <= set(odd):
            words = _("%(n)d chips are won in this race: name as many players who had odd chips.")
            raise Refused("bad_winners", words % {"n": count}, 422, field="entries", most=count)
        won = set(named)
    else:
        won = {entry for entry, part in odd.items() if method != "round half" or 2 * part >= high}
    won |= {entry for entry in odd if stacks[entry] < high}  # nobody is left without a chip (TDA 24)
    return {entry: high * (entry in won) - part for entry, part in odd.items()}


def _moves(log: TournamentLog, number: int, gains: Mapping[int, int]) -> dict[int, int]:
    """What accounts gain or lose: each stack's on record, else the pool."""
    if number not in log.state.orders.recorded:
        total = sum(gains.values())
        return {tournament_tables.pool(log.tournament).pk: total} if total else {}
    held = Entry.objects.filter(tournament=log.tournament, number__in=gains).exclude(account=None)
    return {pk: gains[entry] for entry, pk in held.values_list("number", "account_id") if gains[entry]}


def _check_possible(log: TournamentLog, players: int, won: int, change: int) -> None:
    """Raise `Refused` for a change that so many larger chips cannot have made: each is won for one small chip at least, and what
    goes without one is less than half a chip, in a race of all players together, else of each."""
    high = chips_in_play.smallest_chip(log.tournament.sheet, log.state.orders.gone)
    line = stored_lines.last_of_class(log.tournament, ColouredUp, seq=log.state.orders.coloured)
    low = min(line.event.chips) if line is not None and line.event.chips else 1
    method = tournament_rules.in_force(log.tournament, log.state.level_began).colour_up
    losers = {"race": 1, "round half": players}.get(method, 0)
    if won:
        most = (high - low) * won
    else:  # nobody was named: as much as a race of them all, or everybody rounded up, can bring
        most = high // 2 if method == "race" else (high - low) * players
    least = -losers * ((high - 1) // 2)
    if not least <= change <= most or change % low:
        words = _("With %(n)d chips won the table can have from %(least)s to %(most)s more, in steps of %(low)s.")
        told = {"n": won, "least": f"{least:,}", "most": f"{most:,}", "low": f"{low:,}"}
        raise Refused("bad_change", words % told, 422, change=change, most=most, field="change")


def reverse(log: TournamentLog, last: LogEntry, key: str, now: datetime, by: User | None) -> None:
    """What chips moved by that line goes back, when it is undone or done again."""
    moved = Transfer.objects.filter(key=f"{log.tournament.owner}:{last.seq}:1").first()
    if moved is not None:
        ledger.reverse(moved, key=key, by=by, why=_("undone"), now=now)


# -- what is told -----------------------------------------------------------------------------------------------------


def told(tournament: Tournament, state: State) -> dict[str, Any] | None:
    """In a break that takes chips out: `chips` as words, `is_done`, `won` (name, table, chip and cards of everybody who got
    a larger one), `change` of all stacks together. None at any other time."""
    items = levels_and_breaks.items(tournament.sheet)
    if state.status != RUNNING or state.item >= len(items):
        return None
    item = items[state.item]
    if not isinstance(item, Break) or not item.remove:
        return None
    words = chip_colours.named(item.remove, tournament.chip_colours)
    found: dict[str, Any] = {"chips": words, "is_done": False, "won": [], "change": 0}
    if not set(item.remove) <= state.orders.gone:
        return found
    line = stored_lines.last_of_class(tournament, ColouredUp, seq=state.orders.coloured)
    if line is None or not set(item.remove) & set(line.event.chips):
        return {**found, "is_done": True}
    who = {entry for race in line.event.races for entry in race.won}
    held = Entry.objects.filter(tournament=tournament, number__in=who).select_related("player")
    names = {entry.number: entry.player.nickname for entry in held}
    for race in line.event.races:
        for entry in race.won:
            cards = race.cards.get(entry, "")
            one = {"name": names.get(entry, "–"), "table": race.table, "chip": race.high, "cards": cards}
            found["won"].append({**one, "is_saved": entry in race.saved})
    return {**found, "is_done": True, "change": line.event.change}
