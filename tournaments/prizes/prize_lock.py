"""Prizes that the director fixes: those worked out, or amounts of the director's own. Nothing changes them silently after."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from club.house import amounts
from club.models import User
from tournaments.base.errors import Refused
from tournaments.log import tournament_log
from tournaments.log.events.prizes import PrizesLocked, PrizesUnlocked
from tournaments.log.state import REGISTERING, RUNNING
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Tournament
from tournaments.prizes import prize_pool, prizes_by_place


def lock(
    tournament_id: int,
    *,
    prizes: Sequence[int] = (),
    now: datetime,
    by: User | None,
    why: str = "",
    source: str = "",
) -> None:
    """Fix the prizes by place, the first first: those given, or as they are worked out. Locking again replaces them.

    Raises `Refused`: nobody has entered, it is over, a deal stands, a satellite, and amounts that do not come to the pool,
    rise downwards, are more than there are entries, or are below the event's least prize.
    """
    with transaction.atomic():
        log = _open(tournament_id)
        tournament = log.tournament
        if tournament.ticket_value:
            raise Refused("is_satellite", _("A satellite pays tickets: its prizes are not set by hand."))
        if not prize_pool.entered(tournament):
            raise Refused("nobody_entered", _("Nobody has entered yet: prizes are locked once there are entries."))
        chosen = tuple(prizes) or prizes_by_place.worked_out(tournament)
        _check(tournament, chosen)
        pool, entries = prize_pool.left(tournament), prize_pool.entered(tournament)
        locked = PrizesLocked(prizes=tuple(chosen), entries=entries, pool=pool, own=bool(prizes), why=why)
        log.add(locked, now=now, by=by, source=source)
        log.close()


def unlock(tournament_id: int, *, now: datetime, by: User | None, why: str = "", source: str = "") -> None:
    """Let the prizes follow the entries again. Raises `Refused` if they are not locked, or a deal stands."""
    with transaction.atomic():
        log = _open(tournament_id)
        lock = log.state.prize_state.lock
        if lock is None:
            raise Refused("not_locked", _("The prizes are not locked."))
        log.add(PrizesUnlocked(why=why, prizes=lock.prizes), now=now, by=by, source=source)
        log.close()


def _open(tournament_id: int) -> TournamentLog:
    log = tournament_log.open_log(tournament_id)
    if log.tournament.day_two is not None:
        words = _("A flight plays for the prizes of %(name)s: lock them there.") % {"name": log.tournament.pot.name}
        raise Refused("is_flight", words)
    if log.state.status not in (REGISTERING, RUNNING):
        raise Refused("is_over", _("The tournament is over: its prizes stand."))
    deal = log.state.prize_state.deal
    if deal is not None and deal.is_binding:
        raise Refused("deal_stands", _("A deal stands: its prizes are those that were agreed."))
    return log


def _check(tournament: Tournament, prizes: Sequence[int]) -> None:
    pool, entries = prize_pool.left(tournament), prize_pool.entered(tournament)
    words = ""
    if not prizes or min(prizes) < 1:
        words = _("Give at least one prize, each a whole number of chips, 1 or more.")
    elif sum(prizes) != pool:
        words = _("The prizes come to %(sum)s, the pool is %(pool)s.")
        words %= {"sum": amounts.written(sum(prizes)), "pool": amounts.written(pool)}
    elif list(prizes) != sorted(prizes, reverse=True):
        words = _("A lower place would get more than the one above it.")
    elif len(prizes) > entries:
        words = _("There are %(prizes)d prizes for %(entries)d entries.") % {"prizes": len(prizes), "entries": entries}
    elif len(prizes) > 1 and prizes[-1] < tournament.payout_minimum:
        words = _("The last prize is below the least prize of this event, %(least)s.")
        words %= {"least": amounts.written(tournament.payout_minimum)}
    if words:
        raise Refused("bad_prizes", words, 422, field="prizes", pool=pool)
