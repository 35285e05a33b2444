"""An event that fewer than its fewest players have entered by the time its registration closes (`TournamentRules.too_few`)."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from club.base.phrases import gettext as _
from tournaments.endings import calling_off
from tournaments.log import tournament_log, tournament_rules
from tournaments.log.state import RUNNING, EndRequest
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.terms import event_kinds, flight_tree, late_registration_and_rebuy_periods


def call_off_if_due(tournament_id: int, *, now: datetime) -> bool:
    """Call the event off and pay everybody back if that is due now; true if it was.

    Raises `Refused`, and what the ledger raises, where chips that have to come back are gone; then nothing has changed.
    """
    if not _may_be_due(tournament_id):
        return False
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if not _is_due(log, now):
            return False
        why = _("Too few players had entered when registration closed.")
        asked = EndRequest("call-off", why, None, calling_off.REFUND)
        calling_off.carry_out(log, asked, now=now, by=None)
        log.close()
        return True


def _may_be_due(tournament_id: int) -> bool:
    """False for nearly every event at nearly every tick, without its log being read."""
    tournament = Tournament.objects.filter(pk=tournament_id, status=RUNNING).first()
    if tournament is None or tournament_rules.in_force(tournament, None).too_few != tournament_rules.AT_THE_CLOSE:
        return False
    goes_on_elsewhere = not flight_tree.is_whole(tournament) or event_kinds.format_of(tournament).gathers
    return (
        event_kinds.is_entered_late(tournament)
        and not goes_on_elsewhere
        and _players(tournament) < tournament.min_players
    )


def _is_due(log: TournamentLog, now: datetime) -> bool:
    tournament, state = log.tournament, log.state
    is_played = state.status == RUNNING and state.request is None and not state.is_reopened
    began_so = tournament_rules.in_force(tournament, state.clock.began).too_few == tournament_rules.AT_THE_CLOSE
    return (  # a rule that is set while the event runs calls nothing off
        is_played
        and began_so
        and not late_registration_and_rebuy_periods.may_grow(tournament, state, now)
        and _players(tournament) < tournament.min_players
    )


def _players(tournament: Tournament) -> int:
    entered = Entry.objects.filter(tournament=tournament, is_withdrawn=False)
    return entered.values("player").distinct().count()
