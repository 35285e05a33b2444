"""What may be read of the tournaments. Nothing here writes, and nothing here shows a card.

Where a row is a tournament as spectators see it (`spectator_delay.seen_by`), what is said of it is what was so at its instant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from club.base.phrases import gettext as _
from club.models import Account, Player
from tables.core.spectator_delay import stacks_at
from tables.models import Table
from tournaments.api import clock_face, event_list
from tournaments.base.errors import UnknownTournament
from tournaments.desk import own_entry, registration
from tournaments.endings import requests_to_call_off_or_reopen
from tournaments.flights import flight_summary
from tournaments.floor import draw_sheet
from tournaments.log.events.endings import CalledOff, Cancelled
from tournaments.log.events.registry import event_of
from tournaments.log.state import CANCELLED, FINISHED, REGISTERING, RUNNING, Place, State
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.prizes import bounty_awards, prizes_by_place, tickets
from tournaments.structures import levels_and_breaks
from tournaments.structures.clock import moment
from tournaments.structures.levels_and_breaks import Break
from tournaments.terms import flight_tree, late_registration_and_rebuy_periods


def tournament_of(tournament_id: int) -> Tournament:
    """The tournament. Raises `UnknownTournament`."""
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None:
        raise UnknownTournament(tournament_id)
    return found


def as_seen_by(
    tournament: Tournament, viewer: Player | None, *, now: datetime, flights: Sequence[Tournament] | None = None
) -> dict[str, Any]:
    """The whole tournament for its page; `you` is what it means for the viewer, and is so now.

    flights: those of a Day 2 as the viewer sees them; by default as they are.
    """
    state = State.from_json(tournament.snapshot)
    items = levels_and_breaks.items(tournament.sheet)
    clock_moment = moment(items, state.clock, now)
    tables_by_id = Table.objects.in_bulk(list(state.tables.values()))
    entries = list(Entry.objects.filter(tournament=tournament, is_withdrawn=False).select_related("player", "account"))
    entries = [entry for entry in entries if entry.number in state.entries]  # of earlier: who had entered by then
    for entry in entries:  # joined, the database would send the whole tournament with each of them
        entry.tournament = tournament
    if tournament.seen_until is not None:
        _set_back(entries, tournament.seen_until)
    stacks = {entry.number: entry.account for entry in entries}
    winnings = (
        prizes_by_place.won(tournament, state)
        if state.status == FINISHED
        else state.returned or flight_tree.paid_of(state)
    )
    winnings = {**winnings, **flight_summary.paid(tournament, state)}
    open_bounties, bounties_won = bounty_awards.open_bounties(tournament, state), bounty_awards.won(tournament, state)
    deal, seats_taken = state.prize_state.deal, state.room()
    return {
        **event_list.in_list(tournament),
        **flight_summary.told(tournament, state, flights),
        "late_until_words": late_registration_and_rebuy_periods.late_registration(tournament, state, now).words,
        "closings": late_registration_and_rebuy_periods.closings(tournament, state, now)
        if state.status in (REGISTERING, RUNNING)
        else [],
        "is_break": state.status == RUNNING
        and (isinstance(clock_moment.item, Break) or state.clock.rest_left(now) > 0),
        "levels": [
            {**clock_face.item_of(item), "is_now": state.status == RUNNING and index == clock_moment.index}
            for index, item in enumerate(items)
        ],
        "prizes": clock_face.prizes(tournament),
        "tables": [
            {
                "id": pk,
                "number": number,
                "name": tables_by_id[pk].name,
                "seated": len(seats_taken[number]),
                "seats": tables_by_id[pk].seats,
            }
            for number, pk in sorted(state.tables.items())
        ],
        "rounds": draw_sheet.rounds(tournament, state, {entry.number: entry.player.nickname for entry in entries}),
        "is_locked": state.prize_state.lock is not None,
        "has_deal": deal is not None and state.status == RUNNING,
        "is_deal": deal is not None and deal.is_binding,
        "called_off": _called_off(tournament, state),
        "entrants": [
            {
                **_entrant(
                    entry, state.entries[entry.number], state, tables_by_id, stacks[entry.number], winnings, viewer
                ),
                "bounty": open_bounties.get(entry.number) if state.status == RUNNING else None,
                "bounties": bounties_won.get(entry.number),
            }
            for entry in sorted(entries, key=lambda one: _standing(state, one.number, stacks[one.number]))
        ],
        "you": None if viewer is None else _you(tournament, state, viewer, now),
        "delay": 0 if tournament.seen_until is None else round((now - tournament.seen_until).total_seconds()),
    }


def _called_off(tournament: Tournament, state: State) -> dict[str, Any] | None:
    """Of an event that was called off: `why`, and `how_words` where it was running: what became of its money. Else None."""
    if state.status != CANCELLED:
        return None
    kinds = (Cancelled.kind, CalledOff.kind)
    line = LogEntry.objects.filter(tournament=tournament, kind__in=kinds).order_by("-seq").first()
    event = None if line is None else event_of(line)
    how = _(requests_to_call_off_or_reopen.HOW[event.how]) if isinstance(event, CalledOff) else ""
    return {"why": event.why if isinstance(event, Cancelled | CalledOff) else "", "how_words": how}


def _set_back(entries: list[Entry], until: datetime) -> None:
    """Give the entries' accounts, which are not saved, the balances of that instant."""
    then = stacks_at([entry.account_id for entry in entries if entry.account_id], until)
    for entry in entries:
        if entry.account is not None:
            entry.account.balance = then.get(entry.account.pk, 0)


def _standing(state: State, number: int, stack: Account | None) -> tuple[int, int, int]:
    """Those still in by their stacks, then those out by their places."""
    place, counted = state.entries[number], state.orders.counts.get(number, 0)
    counted = state.bags.get(number, counted)
    return (
        place.best or 0,
        -(stack.balance if stack and not state.bags and place.table not in state.orders.physical else counted),
        number,
    )


def _entrant(
    entry: Entry,
    place: Place,
    state: State,
    tables: dict[int, Table],
    stack: Account | None,
    won: Mapping[int, int],
    viewer: Player | None,
) -> dict[str, Any]:
    table = None if place.table is None else tables.get(state.tables.get(place.table, 0))
    shown = None
    if place.best is not None:
        shown = str(place.best) if place.best == place.worst else f"{place.best}–{place.worst}"
    return {
        "entry": entry.number,
        "name": entry.player.nickname,
        "is_you": viewer is not None and entry.player_id == viewer.pk,
        "state_words": _state_words(entry, place, state),
        "chips": _chips(entry.number, place, state, stack)
        if state.status == RUNNING
        else flight_summary.bag_of(entry, state),
        "table": None if table is None else table.pk,
        "table_name": "" if table is None else table.name,
        "table_number": None if table is None else place.table,
        "seat": place.seat,
        "place": shown,
        "prize": won.get(entry.number),
        "is_out": place.is_out,
    }


def _chips(number: int, place: Place, state: State, stack: Account | None) -> int | None:
    """The stack of an entry in play: by its account, at real cards as it was counted last, if it was. Else None."""
    if state.status != RUNNING or place.is_out:
        return None
    if place.table in state.orders.physical:
        return state.orders.counts.get(number)
    return None if stack is None else stack.balance


def _you(tournament: Tournament, state: State, viewer: Player, now: datetime) -> dict[str, Any]:
    """What it means for the viewer, with the tickets that would let them in."""
    if tournament.seen_until is not None:
        tournament = tournament_of(tournament.pk)
        state = State.from_json(tournament.snapshot)
    told = own_entry.told(tournament, state, viewer, now=now)
    return {**told, "tickets": [] if told["is_registered"] else _tickets(tournament, viewer, now)}


def _state_words(entry: Entry, place: Place, state: State) -> str:
    """What a list says of an entry besides its place: deciding on a rebuy, or not there."""
    words = [_("again")] if entry.is_reentry else []
    if entry.number in state.deciding:
        words.append(_("may buy again"))
    elif entry.tournament.needs_check_in and entry.checked_in_at is None and not place.is_out:
        words.append(_("not there"))
    return " · ".join(words)


def _tickets(tournament: Tournament, viewer: Player, now: datetime) -> list[dict[str, Any]]:
    """The viewer's tickets that are good here, while one may register."""
    covered = [
        (one, registration.verdict(tournament, viewer, now=now, covered=one.value))
        for one in tickets.held(viewer, tournament, now=now)
    ]
    return [{"id": one.pk, "value": one.value} for one, found in covered if found.accepted]
