"""Tables with real cards: what the floor reports of them, since nothing there is dealt or counted by the server.

Knock-outs, moves that were made, where the button is, stacks as counted, the final table, the end. The chips of these
tables are one pool (`tournament_tables.pool`); a stack is known only as it was counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from club.base.phrases import gettext as _
from club.base.phrases import joined
from club.ledger import ledger
from club.models import Player, User
from tables.cash import sittings
from tournaments.base.errors import Refused
from tournaments.floor import moves_and_knockouts
from tournaments.log.events.floor_orders import ButtonPlace, ButtonTold, Counts, StacksCounted
from tournaments.log.events.seats import CallSeen, move_of
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.prizes import payout_settlement
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, event_finish, final_table, settled_hands
from tournaments.seating import balancing
from tournaments.terms import late_registration_and_rebuy_periods


def confirm(
    tournament_id: int,
    entry: int,
    *,
    now: datetime,
    by: User | None,
    chips: int | None = None,
    source: str = "",
) -> None:
    """A move that was called has been made. `chips`: the stack as counted, from real cards to dealt ones.

    Raises `Refused` (not running, no move called for this entry) and what `tournament_tables.move_stack` refuses.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        _confirm(log, entry, now, chips, by=by, source=source)
        balancing_moves.rebalance(log, now)
        log.close()


def confirm_table(tournament_id: int, table: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Every move that was called away from a table (its id) has been made. Raises `Refused` as `confirm` does."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        number = _number(log, table)
        here = [entry for entry in log.state.orders.called if log.state.entries[entry].table == number]
        if not here:
            raise Refused("not_called", _("No move is called for this player."))
        for entry in here:
            _confirm(log, entry, now, None, by=by, source=source)
        balancing_moves.rebalance(log, now)
        log.close()


def _confirm(log: TournamentLog, entry: int, now: datetime, chips: int | None, **who: Any) -> None:
    moves_and_knockouts.in_play(log, entry)
    called = log.state.orders.called.get(entry)
    if called is None:
        raise Refused("not_called", _("No move is called for this player."), entry=entry)
    place = log.state.entries[entry]
    key = log.transfer_key()
    to = called.table, called.seat
    stack = tournament_tables.move_stack(log, entry, to, key=key, now=now, chips=chips)
    log.add(replace(move_of(entry, place, to, stack), floor=True), now=now, **who)


def see(tournament_id: int, entry: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """The player knows of the move that was called. Harmless again. Raises `Refused` (not running, none called)."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        called = log.state.orders.called.get(entry)
        if called is None:
            raise Refused("not_called", _("No move is called for this player."), entry=entry)
        if not called.is_seen:
            log.add(CallSeen(entry=entry), now=now, by=by, source=source)
        log.close()


def see_own(tournament_id: int, player: Player, *, now: datetime, by: User | None, source: str = "") -> None:
    """As `see`, by the player. Raises `Refused` for one who is not in play or not called."""
    entered = Entry.objects.filter(tournament_id=tournament_id, player=player, is_withdrawn=False)
    entry = entered.order_by("-number").values_list("number", flat=True).first()
    if entry is None:
        raise Refused("not_registered", _("You are not registered for this tournament."), 404)
    see(tournament_id, entry, now=now, by=by, source=source)


def tell_button(
    tournament_id: int,
    table: int,
    button: int,
    big_blind: int | None = None,
    *,
    now: datetime,
    by: User | None,
    source: str = "",
) -> None:
    """Where the button of the last hand is at a table (its id), and its big blind: None as the seats follow one another.

    Good for a few minutes; the moves that waited for it are called. Raises `Refused` (not running, no such table with
    real cards, no such seat, a big blind at an empty seat).
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        number = _number(log, table)
        seated, size = log.state.seated(number), sittings.size_of(table)
        for seat in (button, big_blind or button):
            if not 1 <= seat <= size:
                words = _("This table has the seats 1 to %(seats)s.") % {"seats": size}
                raise Refused("unknown_seat", words, 422, seat=seat)
        if not seated:
            raise Refused("empty_seat", _("Nobody sits in seat %(seat)d.") % {"seat": button}, 422, seat=button)
        if big_blind is None:
            behind = balancing.clockwise(button, seated, size)
            big_blind = behind[min(1, len(behind) - 1)] if len(behind) > 2 else behind[0]
        if big_blind not in seated:
            raise Refused("empty_seat", _("Nobody sits in seat %(seat)d.") % {"seat": big_blind}, 422, seat=big_blind)
        before = log.state.orders.buttons.get(number, (None, None, ""))
        was = ButtonPlace(table=number, button=before[0], big_blind=before[1], told_at=before[2])
        told = ButtonTold(table=number, button=button, big_blind=big_blind, told_at=now.isoformat(), was=was)
        log.add(told, now=now, by=by, source=source)
        balancing_moves.rebalance(log, now)
        log.close()


def count(
    tournament_id: int,
    entries: Sequence[int],
    stacks: Sequence[int],
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
) -> None:
    """Stacks at tables with real cards, as the floor counted them: chips for each entry, in the same order.

    Raises `Refused`: not running, an entry named twice or out or where the server deals, not a stack for each, or more
    chips than these tables hold.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if not entries or len(entries) != len(stacks) or len(set(entries)) != len(entries):
            raise Refused("bad_stacks", _("Name each player once, and the chips of each."), 422)
        for entry in entries:
            moves_and_knockouts.in_play(log, entry)
            if log.state.entries[entry].table not in log.state.orders.physical:
                raise Refused(
                    "not_physical",
                    _("At this player's table the stacks are on record; nothing is counted by hand."),
                    entry=entry,
                )
        given = dict(zip(entries, stacks, strict=True))
        most, together = (
            ledger.balance(tournament_tables.pool(log.tournament)),
            sum({**log.state.orders.counts, **given}.values()),
        )
        if together > most or min(stacks) < 1:
            words = _(
                "The tables with real cards hold %(most)s chips; those counted come to %(together)s. Count again."
            )
            told = {"most": f"{most:,}", "together": f"{together:,}"}
            raise Refused("stack_impossible", words % told, 422, most=most, together=together)
        was = Counts(stacks={entry: log.state.orders.counts.get(entry) for entry in entries})
        log.add(StacksCounted(stacks=given, was=was, why=why), now=now, by=by, source=source)
        log.close()


def draw_final_table(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """Draw the seats of the final table. Raises `Refused` (not running, not with so many players, hands in play)."""
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if final_table.is_final_due(log) and late_registration_and_rebuy_periods.may_grow(
            log.tournament, log.state, now
        ):
            raise Refused(
                "not_final", _("Players may still enter: the final table is drawn once registration is closed.")
            )
        if not final_table.is_final_due(log):
            raise Refused("not_final", _("The final table is not due yet."))
        if log.state.hands:
            words = _("Hands are in play: the final table is drawn when they are over.")
            raise Refused("hand_in_progress", words)
        final_table.draw_final_table(log, now, by=by, source=source, is_order=True)
        log.close()


def finish(tournament_id: int, *, now: datetime, by: User | None, source: str = "") -> None:
    """The last one left has won: prizes are paid; what is wrong then is put right once the event is reopened
    (`tournaments.endings`).

    Raises `Refused` (not running, more than one left).
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        if not payout_settlement.is_over(log.tournament, log.state):
            raise Refused("not_over", _("%(n)d players are left.") % {"n": len(log.state.alive)})
        if held := payout_settlement.holds(log.tournament, log.state):
            raise Refused("prizes_held", joined(held))
        event_finish.finish(log, now, by=by, source=source)
        log.close()


def _number(log: TournamentLog, table: int) -> int:
    """The number of a table with real cards. Raises `Refused`."""
    number = next((one for one, pk in log.state.tables.items() if pk == table), None)
    if number is None or number not in log.state.orders.real:
        raise Refused("unknown_table", _("This is no table of the tournament with real cards."), 404, table=table)
    return number
