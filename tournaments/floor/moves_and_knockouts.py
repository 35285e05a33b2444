"""The floor: what a director does to a running tournament by hand. Every act is a line of the log that keeps what it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.models import User
from tables.models import Sitting
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.log.events.knockouts import KnockedOut
from tournaments.log.events.prizes import PrizeBarred
from tournaments.log.events.purchases import question
from tournaments.log.events.seats import move_of
from tournaments.log.tournament_log import TournamentLog, transfer_key
from tournaments.prizes import bounty_awards
from tournaments.rooms import tournament_tables
from tournaments.running import balancing_moves, bracket_rounds, settled_hands

# -- acts -------------------------------------------------------------------------------------------------------------


def move(
    tournament_id: int,
    entry: int,
    table_id: int,
    seat: int,
    *,
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
    chips: int | None = None,
) -> None:
    """Move an entry to a free seat, between hands; `chips` is its stack as counted, from real cards to dealt ones.

    Raises `Refused` (not running, no such entry, out, no seat, no such table), and what `tournament_tables.move_stack` refuses.
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        place = log.state.entries[seated(log, entry)]
        number = next((one for one, pk in log.state.tables.items() if pk == table_id), None)
        if number is None:
            raise Refused("unknown_table", _("This is no table of the tournament."), 404, table=table_id)
        bracket_rounds.may_move(log, entry, number)
        key = log.transfer_key()
        stack = tournament_tables.move_stack(log, entry, (number, seat), key=key, now=now, chips=chips)
        moved = move_of(entry, place, (number, seat), stack)
        log.add(replace(moved, why=why, floor=True), now=now, by=by, source=source)
        balancing_moves.close_empty(log, now)
        balancing_moves.advance(log, now)
        log.close()


def knock_out(
    tournament_id: int,
    entry: int,
    *,
    now: datetime,
    by: User | None,
    why: str,
    source: str = "",
    eliminators: Sequence[int] = (),
    is_disqualified: bool = False,
    chips: int | None = None,
) -> None:
    """Take an entry out of the tournament, between hands: who is disqualified, or gives up. Its chips leave play (TDA 8-B).

    The place is the next to be lost. eliminators: who won the bounty; nobody by default. Who is disqualified has the prize that
    the event says. At real cards the stack has to be counted: `chips`, else the last count. Who decides on a rebuy has none, and
    has the place of the hand that took the last chip. Raises `Refused` (not running, no such entry, out already, no seat, the
    last one in, eliminators that are none, a stack nobody counted).
    """
    with transaction.atomic():
        log = settled_hands.open_running(tournament_id, now)
        place = log.state.entries[seated(log, entry)]
        left = len(log.state.alive)
        if left < 2:
            raise Refused("last_player", _("The last player has won, and cannot be knocked out."))
        bounty_awards.make_envelopes(log, left, now)
        asked, is_physical = log.state.deciding.get(entry), place.table in log.state.orders.physical
        stack = 0 if asked is not None else tournament_tables.stack_of(log, entry, chips)
        single_seats.unseat(sitting_of(log, entry), now=now)
        out = KnockedOut(
            entry=entry, best=left, worst=left, elimination_number=log.state.next_elimination(entry),
            table=place.table, seat=place.seat, physical=is_physical, why=why, floor=True,
        )  # fmt: skip
        if asked is not None:
            out = replace(out, elimination_number=asked.elimination_number, round=asked.round, declined=question(asked))
        seq = log.add(out, now=now, by=by, source=source)
        tournament_tables.take_stack(log, entry, stack, transfer_key(log.tournament, seq), by, is_physical=is_physical)
        bounty_awards.award_bounty(log, entry, eliminators or (asked.eliminators if asked else None) or (), now, by=by)
        if is_disqualified:
            log.add(PrizeBarred(entry=entry, is_barred=True), now=now, by=by, source=source)
        balancing_moves.advance(log, now)
        log.close()


# Acts that change more than the log when they are undone, or done again; of the others the class says it all.


# -- the pieces -------------------------------------------------------------------------------------------------------


def in_play(log: TournamentLog, entry: int) -> int:
    """The entry, if it is in play. Raises `Refused`."""
    if entry not in log.state.entries:
        words = _("There is no entry %(entry)d in this tournament.")
        raise Refused("unknown_entry", words % {"entry": entry}, 404, entry=entry)
    if log.state.entries[entry].is_out:
        raise Refused("is_out", _("This player is out already."), entry=entry)
    return entry


def seated(log: TournamentLog, entry: int) -> int:
    """The entry, if it is in play and has a seat. Raises `Refused`."""
    if log.state.entries[in_play(log, entry)].seat is None:
        raise Refused("not_seated", _("This player has no seat yet: wait until one is drawn."), entry=entry)
    return entry


def sitting_of(log: TournamentLog, entry: int) -> Sitting:
    place = log.state.entries[entry]
    return tournament_tables.sittings(log, place.table)[place.seat]
