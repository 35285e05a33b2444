"""Who has come, and what becomes of the stack of one who has not (TDA 30)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from club.base.phrases import gettext as _
from club.models import User
from club.people import eligibility, people
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.entries import alternates, entries, late_seating
from tournaments.log import tournament_rules
from tournaments.log.events.entries import Unregistered, Withdrawn
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.state import RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.prizes import tickets
from tournaments.rooms import tournament_tables
from tournaments.terms import late_registration_and_rebuy_periods

HELD_AS_TICKET = "held as a ticket"


def note_come(entry: Entry, now: datetime) -> None:
    """Whoever was taken out as absent, and is brought back, is there and leaves no more."""
    entry.is_leaving, entry.checked_in_at = False, entry.checked_in_at or now
    entry.save(update_fields=["is_leaving", "checked_in_at"])


def take_place(log: TournamentLog, entry: Entry, now: datetime) -> None:
    """The player's seat is no longer that of an absent one; who has none yet draws one."""
    if log.state.status != RUNNING:
        return
    place = log.state.entries[entry.number]
    if place.seat is not None:
        late_seating.set_presence(tournament_tables.sittings(log, place.table)[place.seat], is_present=True)
    elif (
        entry.came_from_id
        or late_registration_and_rebuy_periods.late_registration(log.tournament, log.state, now).is_open
    ):
        late_seating.seat(log, entry, now=now)
    else:
        raise Refused("registration_closed", _("Registration is closed: the tournament has started."))


def leave_out_barred(log: TournamentLog, now: datetime) -> None:
    """Before the draw: whoever may not play now (suspended, self-excluded) is taken out of it, the price returned or held as the
    house has it (`TournamentRules.barred_entry`), and who waits for a seat may have it. For survivors see `take_out_survivors`."""
    tournament = log.tournament
    found = Entry.objects.filter(tournament=tournament, is_withdrawn=False, is_out=False, came_from=None)
    entered = list(found.select_related("player", "ticket").order_by("number"))
    players = people.locked_all(entry.player_id for entry in entered)
    barred = [entry for entry in entered if not eligibility.may_play(players[entry.player_id], now).accepted]
    is_held = bool(barred) and tournament_rules.in_force(tournament, None).barred_entry == HELD_AS_TICKET
    for entry in barred:
        entry.is_withdrawn = True
        entry.save(update_fields=["is_withdrawn"])
        out = Unregistered(entry=entry.number, player=entry.player_id, why=_("may not play now"))
        seq = log.add(out, now=now)
        entries.pay_back(tournament, entry, f"{seq}:1", None)
        if is_held:
            tickets.hold(tournament, entry, now)
    if barred:
        alternates.call(log, now)


def barred_survivors(tournament: Tournament, now: datetime) -> list[Entry]:
    """The entries of a Day 2 whose players survived a flight and may not play now.

    Nobody where the event plays for bounties: a bounty that has grown belongs to nobody else, so they are drawn, and the floor is
    told of them as of everybody in play.
    """
    if tournament.bounty:
        return []
    found = Entry.objects.filter(tournament=tournament, is_withdrawn=False, is_out=False).exclude(came_from=None)
    survived = list(found.select_related("player").order_by("number"))
    players = people.locked_all(entry.player_id for entry in survived)
    return [entry for entry in survived if not eligibility.may_play(players[entry.player_id], now).accepted]


def take_out_survivors(log: TournamentLog, barred: list[Entry], now: datetime) -> None:
    """Those survivors, who were not drawn, leave: their chips go out of play, and what they paid in the flight is returned or
    held as the house has it (`TournamentRules.barred_entry`); what they bought there besides is returned."""
    is_held = bool(barred) and tournament_rules.in_force(log.tournament, None).barred_entry == HELD_AS_TICKET
    for entry in barred:
        out = Unregistered(entry=entry.number, player=entry.player_id, why=_("may not play now"))
        seq = log.add(out, now=now)
        entries.take_stack(log.tournament, entry, f"{log.tournament.owner}:{seq}:1", None)
        days, paid = [entry], entry
        while paid.came_from is not None:
            paid = paid.came_from
            days.append(paid)
        Entry.objects.filter(pk__in=[one.pk for one in days]).update(is_withdrawn=True)
        flight = paid.tournament
        entries.pay_back(flight, paid, f"barred:{paid.number}:1", None)
        entries.pay_back_bought(paid, f"{flight.owner}:barred:{paid.number}", now)
        if is_held:
            tickets.hold(flight, paid, now)


def drawn(tournament: Tournament, entered: list[Entry]) -> list[Entry]:
    """Of those entered who is drawn a seat at the start: everybody, or those who have come."""
    if tournament.needs_check_in and tournament.absentees == Tournament.Absentees.WAIT:
        return [entry for entry in entered if entry.checked_in_at is not None]
    return entered


def let_absent_leave(log: TournamentLog, now: datetime) -> None:
    """Between hands: those who are to leave do; and by the house rule those who never came, once their time is over.

    At real cards only whose stack is counted (see `uncounted`).
    """
    if leaving := _due_to_leave(log, now):
        let_leave(log, leaving, now, {}, None)


def uncounted(log: TournamentLog, now: datetime) -> list[int]:
    """The entries at real cards that are to leave once the floor has counted their stacks."""
    state = log.state
    due = [entry.number for entry in _due_to_leave(log, now)]
    return [one for one in due if state.entries[one].table in state.orders.physical and one not in state.orders.counts]


def _due_to_leave(log: TournamentLog, now: datetime) -> list[Entry]:
    tournament, state = log.tournament, log.state
    leaving = list(Entry.objects.filter(tournament=tournament, is_withdrawn=False, is_out=False, is_leaving=True))
    if tournament.needs_check_in:
        away = Entry.objects.filter(
            tournament=tournament, is_withdrawn=False, is_out=False, is_leaving=False, checked_in_at=None
        )
        minutes, began = tournament_rules.in_force(tournament, state.level_began).absent_minutes, state.clock.began
        is_late = bool(minutes) and began is not None and now >= began + timedelta(minutes=minutes)
        is_closed = not late_registration_and_rebuy_periods.late_registration(tournament, state, now).is_open
        for entry in away:
            has_seat = state.entries[entry.number].seat is not None
            if is_late if has_seat else is_closed:
                leaving.append(entry)
    return leaving


def let_leave(
    log: TournamentLog, leaving: list[Entry], now: datetime, counted: Mapping[int, int], by: User | None
) -> None:
    """Take those out whose table has no hand in play. counted: stacks at real cards that were counted just now."""
    tournament = log.tournament
    for entry in sorted(leaving, key=lambda one: one.number):
        place, left = log.state.entries[entry.number], len(log.state.alive)
        if place.table in log.state.hands or left < 2:
            continue
        is_physical = place.table in log.state.orders.physical
        stack = counted.get(entry.number, log.state.orders.counts.get(entry.number)) if is_physical else None
        if is_physical and stack is None:
            continue
        if place.seat is not None:
            single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
        if tournament.is_absent_refunded:
            entry.is_withdrawn = True
            entry.save(update_fields=["is_withdrawn"])
            seq = log.add(Withdrawn(entry=entry.number, player=entry.player_id), now=now)
            entries.pay_back(tournament, entry, f"{seq}:2", None)
            entries.pay_back_bought(entry, f"{tournament.owner}:{seq}:bought", now)
        else:
            number, player = log.state.eliminations + 1, entry.player_id
            out = KnockedOut(entry=entry.number, best=left, worst=left, elimination_number=number, player=player)
            if place.seat is not None:  # the floor may take it back: the player has come
                out = replace(out, table=place.table, seat=place.seat, physical=is_physical)
                out = replace(out, is_absent=True, floor=True)
            seq = log.add(out, now=now)
        key = f"{tournament.owner}:{seq}:1"
        if is_physical:
            tournament_tables.take_stack(log, entry.number, stack or 0, key, by, is_physical=True)
        else:
            entries.take_stack(tournament, entry, key, None)
