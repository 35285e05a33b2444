"""Entering and taking back: the doors of the players and of the desk. What an entry is made of is `entries`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import Player, User
from club.people import people
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.desk import late_withdrawal, reception_sales
from tournaments.entries import alternates, eligibility, eliminations, entries
from tournaments.entries.eligibility import Condition
from tournaments.log import tournament_log, tournament_rules
from tournaments.log.events.entries import RegistrationClosed, RegistrationOpened, Unregistered
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.state import REGISTERING, RUNNING, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.prizes import tickets
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, event_start, settled_hands


@dataclass(frozen=True, slots=True)
class Verdict:
    """May this player enter now? If not, `code` and `why` say what stands in the way, `when` from when, where known."""

    accepted: bool
    code: str = ""
    why: str = ""
    when: datetime | None = None
    conditions: tuple[Condition, ...] = ()


def verdict(
    tournament: Tournament, player: Player, *, now: datetime, code: str | None = None, covered: int = 0
) -> Verdict:
    """Whether the player may enter, or enter again, now; every condition with its own verdict.

    covered: what a ticket pays of the price, in chips.
    """
    return _judged(tournament, State.from_json(tournament.snapshot), player, now, code, covered)


def _judged(
    tournament: Tournament, state: State, player: Player, now: datetime, code: str | None, covered: int = 0
) -> Verdict:
    return _verdict(eligibility.asked(tournament, state, player, now=now, code=code, covered=covered))


def _verdict(question: eligibility.Asked) -> Verdict:
    found = tuple(eligibility.judged(question))
    first = next((one for one in found if not one.is_met), None)
    if first is None:
        return Verdict(True, conditions=found)
    return Verdict(False, first.code, first.why, first.when, found)


def register(
    tournament_id: int,
    player: Player,
    *,
    now: datetime,
    by: User | None = None,
    source: str = "",
    key: str = "",
    code: str = "",
    ticket: int | None = None,
) -> Entry:
    """Enter a player, or one who is out again, with a ticket of that number or with chips.

    With a `key`, the same request again finds the entry it made.

    After the start the entry is seated at once. Raises `UnknownTournament`, and `Refused` with the verdict's reason.
    """
    how: dict[str, Any] = {"now": now, "by": by, "source": source, "key": key}
    return _register(tournament_id, player, **how, code=code, ticket=ticket)


def register_at_desk(
    tournament_id: int,
    player: str,
    *,
    paid: bool = False,
    key: str = "",
    now: datetime,
    by: User | None,
    source: str = "",
) -> Entry:
    """Enter a player whom the desk names by member number, nickname or card. The event's code is not asked for.

    paid: what is not covered by a ticket is paid in cash, with a slip of the desk, in the same transaction. Raises `Refused`
    as `register` does, in words for the desk, and for nobody of that name (404); what selling chips raises.
    """
    found = alternates.player_named(player)
    return enter_at_desk(tournament_id, found, paid=paid, key=key, now=now, by=by, source=source)


def enter_at_desk(
    tournament_id: int, player: Player, *, paid: bool, key: str, now: datetime, by: User | None, source: str = ""
) -> Entry:
    """`register_at_desk` for a player who was found."""
    how: dict[str, Any] = {"now": now, "by": by, "source": source, "key": key and f"desk:{key}"}
    return _register(tournament_id, player, **how, code=None, is_paid=paid, name=player.nickname)


def _register(
    tournament_id: int,
    player: Player,
    *,
    now: datetime,
    by: User | None,
    source: str,
    key: str,
    code: str | None,
    ticket: int | None = None,
    is_paid: bool = False,
    name: str = "",
) -> Entry:
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        tournament = log.tournament
        asked = f"register:{player.pk}:{key}" if key else ""
        earlier_entry = Entry.objects.filter(tournament=tournament, asked=asked).first() if asked else None
        if earlier_entry is not None and not earlier_entry.is_withdrawn:
            return earlier_entry
        if earlier_entry is not None:
            # Posting with the key again would move nothing, and the entry would be free.
            raise Refused("key_reused", _("This request's entry was taken back; send a new key to register again."))
        if log.state.status == RUNNING:
            settled_hands.take_hands(log, now)  # who busted in a hand that is settled may enter again
            log.mark_out()
        ticket_used = None if ticket is None else tickets.take(player, tournament, ticket, now=now)
        covered = 0 if ticket_used is None else ticket_used.value
        question = eligibility.asked(
            tournament, log.state, people.locked(player.pk), now=now, code=code, covered=covered, name=name
        )
        if is_paid:
            who: dict[str, Any] = {"now": now, "by": by, "source": source}
            reception_sales.sell(
                tournament, player, eligibility.price(question), f"entry:{asked or log.next_line}", **who
            )
        found = _verdict(question)
        if not found.accepted:
            raise Refused(found.code, found.why, price=tournament.buy_in + tournament.fee, when=found.when)
        entry = entries.enter(log, player, now=now, by=by, source=source, asked=asked, ticket=ticket_used)
        if tournament.starts_when == Tournament.StartsWhen.FULL:
            event_start.start_if_due(log, now)
        balancing_moves.advance(log, now)
        log.close()
        return entry


def give_up(
    tournament_id: int, player: Player, *, code: str = "", now: datetime, by: User | None = None, source: str = ""
) -> Entry:
    """Give up the stack between hands, where the house allows it, and enter again; the chips leave play (TDA 8-B).

    Raises `Refused`: not in play, in a hand, not allowed, a stack of real cards that nobody has counted, or what stands in the
    way of entering again.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        tournament = log.tournament
        if log.state.status == RUNNING:
            settled_hands.take_hands(log, now)
            log.mark_out()
        entry = entries.live_entry(tournament, player)
        if entry is None or log.state.status != RUNNING or log.state.entries[entry.number].seat is None:
            raise Refused("not_in_play", _("You are not in play."))
        if not tournament_rules.in_force(tournament, log.state.level_began).forfeits_for_reentry:
            raise Refused("no_forfeit", _("Nobody gives up a stack to enter again in this house."))
        people.locked(player.pk)
        if entry.number in log.state.deciding:
            eliminations.let_fall(log, entry.number, now=now, by=by, source=source)
        else:
            _leave_stack(log, entry, now=now, by=by, source=source)
        log.mark_out()
        found = _judged(tournament, log.state, player, now, code)
        if not found.accepted:
            raise Refused(found.code, found.why, when=found.when)
        made = entries.enter(log, player, now=now, by=by, source=source)
        balancing_moves.advance(log, now)
        log.close()
        return made


def _leave_stack(log: TournamentLog, entry: Entry, *, now: datetime, by: User | None, source: str) -> None:
    """The stack leaves play, and the entry is out. Raises `Refused` for a stack of real cards that nobody has counted."""
    number, left = entry.number, len(log.state.alive)
    place = log.state.entries[number]
    is_physical = place.table in log.state.orders.physical
    if is_physical and number not in log.state.orders.counts:
        raise Refused("stack_not_counted", _("Ask the floor to count your stack first: the chips leave play."))
    stack = tournament_tables.stack_of(log, number)
    single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
    fallen, why = log.state.eliminations + 1, "stack given up"
    out = KnockedOut(entry=number, best=left, worst=left, elimination_number=fallen, why=why)
    key = f"{log.tournament.owner}:{log.add(out, now=now, by=by, source=source)}:1"
    tournament_tables.take_stack(log, number, stack, key, by, is_physical=is_physical)


def close(tournament_id: int, *, why: str = "", now: datetime, by: User | None, source: str = "") -> None:
    """Close late registration, re-entry and rebuys by hand. Raises `Refused` unless the tournament runs and they are open."""
    _set_closed(tournament_id, True, why, now, by, source)


def reopen(tournament_id: int, *, why: str = "", now: datetime, by: User | None, source: str = "") -> None:
    """Let the fields of the event say again until when one may enter. Raises `Refused` unless it was closed by hand."""
    _set_closed(tournament_id, False, why, now, by, source)


def _set_closed(tournament_id: int, is_closed: bool, why: str, now: datetime, by: User | None, source: str) -> None:
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        if log.state.is_closed == is_closed:
            words = _("Registration is closed already.") if is_closed else _("Registration was not closed by hand.")
            raise Refused("not_changed", words)
        event = RegistrationClosed(why=why) if is_closed else RegistrationOpened(why=why)
        log.add(event, now=now, by=by, source=source)
        balancing_moves.advance(log, now)
        log.close()


def unregister(tournament_id: int, player: Player, *, now: datetime, by: User | None = None, source: str = "") -> Entry:
    """Take a player's entry back before the start; buy-in and fee return, and who waits longest takes the seat.

    Raises `UnknownTournament`, `Refused`.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        entry = entries.live_entry(log.tournament, player)
        if entry is None:
            raise Refused("not_registered", _("You are not registered for this tournament."), 404)
        return _take_back(log, entry, now=now, by=by, source=source)


def unregister_at_desk(
    tournament_id: int, entry: int, *, why: str, now: datetime, by: User | None, source: str = ""
) -> Entry:
    """Take an entry back for the player: before the start, or after it where the house lets one that has played no hand go.

    Raises `Refused` (no such entry, started, played).
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        found = Entry.objects.filter(tournament=log.tournament, number=entry, is_withdrawn=False).first()
        if found is None:
            words = _("There is no entry %(entry)d in this tournament.")
            raise Refused("unknown_entry", words % {"entry": entry}, 404, entry=entry)
        if log.state.status != RUNNING:
            return _take_back(log, found, now=now, by=by, source=source, why=why)
        _check_is_own(found)
        late_withdrawal.check(log, found)
        late_withdrawal.take_back(log, found, why=why, now=now, by=by, source=source)
        alternates.call(log, now)
        balancing_moves.advance(log, now)
        log.close()
        return found


def _check_is_own(entry: Entry) -> None:
    if entry.came_from_id:
        raise Refused("came_from_flight", _("This entry comes from a flight, with its stack: it stands."))


def _take_back(
    log: TournamentLog, entry: Entry, *, now: datetime, by: User | None, source: str, why: str = ""
) -> Entry:
    if log.state.status != REGISTERING:
        raise Refused("started_already", _("The tournament has started: the entry stands."))
    _check_is_own(entry)
    entry.is_withdrawn = True
    entry.save(update_fields=["is_withdrawn"])
    out = Unregistered(entry=entry.number, player=entry.player_id, why=why or None)
    seq = log.add(out, now=now, by=by, source=source)
    entries.pay_back(log.tournament, entry, f"{seq}:1", by)
    alternates.call(log, now)
    log.close()
    return entry
