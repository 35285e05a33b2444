"""An entry taken back after the start, before its player has played a hand (`TournamentRules.withdraws_after_start`)."""

from __future__ import annotations

from datetime import datetime

from club.base.phrases import gettext as _
from club.models import User
from tables.models import HandSeat
from tables.tournament_seats import single_seats
from tournaments.base.errors import Refused
from tournaments.entries import entries
from tournaments.log import tournament_rules
from tournaments.log.events.entries import Unregistered
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry
from tournaments.rooms import tournament_tables


def check(log: TournamentLog, entry: Entry) -> None:
    """Whether the entry may be taken back now that play is on. Raises `Refused`."""
    state = log.state
    if not tournament_rules.in_force(log.tournament, None).withdraws_after_start:
        raise Refused("started_already", _("The tournament has started: the entry stands."))
    if state.entries[entry.number].is_out:
        raise Refused("is_out", _("This player is out already."), entry=entry.number)
    if len(state.alive) < 2:
        raise Refused("last_player", _("The last player has won, and cannot be knocked out."))
    if has_played(entry):
        words = _("This player has been dealt a hand: the entry stands.")
        raise Refused("changed_since", words, entry=entry.number)


def has_played(entry: Entry) -> bool:
    """True if cards of a hand on record were the entry's. Of real cards whose hands nobody enters the desk alone knows."""
    return entry.account_id is not None and HandSeat.objects.filter(account=entry.account_id).exists()


def take_back(log: TournamentLog, entry: Entry, *, why: str, now: datetime, by: User | None, source: str) -> None:
    """The seat is free, the chips leave play, and the price goes back, the fee with it."""
    tournament, place = log.tournament, log.state.entries[entry.number]
    is_physical = place.table in log.state.orders.physical
    if place.seat is not None:
        single_seats.unseat(tournament_tables.sittings(log, place.table)[place.seat], now=now)
    entry.is_withdrawn = True
    entry.save(update_fields=["is_withdrawn"])
    out = Unregistered(entry=entry.number, player=entry.player_id, why=why or None)
    seq = log.add(out, now=now, by=by, source=source)
    key = f"{tournament.owner}:{seq}"
    if is_physical:
        chips = _first_stack(log, entry)
        tournament_tables.take_stack(log, entry.number, chips, f"{key}:2", by, is_physical=True)
    else:
        entries.take_stack(tournament, entry, f"{key}:2", by)
    entries.pay_back(tournament, entry, f"{seq}:1", by)
    entries.pay_back_bought(entry, f"{key}:bought", now)


def _first_stack(log: TournamentLog, entry: Entry) -> int:
    return log.tournament.starting_chips if entry.chips is None else entry.chips
