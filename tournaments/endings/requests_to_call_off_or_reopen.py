"""Requests about an event's end that a second person decides: to call a running event off, to reopen a finished one. Whoever is
the only one in the club who may approve (`no_self_service.is_alone`) approves the own request.

While one waits the clock stands and nothing is dealt, and what would move chips, places or money is refused
(`tournament_log.WHILE_ASKED`). Nobody who has an entry in the event asks or approves: they would gain by it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_noop

from club.base.lookalikes import shows_nothing
from club.base.phrases import gettext as _
from club.cashier import no_self_service
from club.models import User
from tournaments.base.errors import Refused
from tournaments.endings import calling_off, reopening
from tournaments.log import tournament_log
from tournaments.log.events.endings import CallOffAsked, ReopenAsked, RequestApproved, RequestRefused
from tournaments.log.state import FINISHED, RUNNING, EndRequest, State
from tournaments.log.tournament_log import TournamentLog
from tournaments.models import Entry, Tournament
from tournaments.prizes import tickets
from tournaments.running import settled_hands

CALL_OFF, REOPEN = "call-off", "reopen"
WORDS = {CALL_OFF: gettext_noop("Call the tournament off"), REOPEN: gettext_noop("Reopen the tournament")}
HOW = {
    calling_off.REFUND: gettext_noop("Everybody is paid back, the fee with it."),
    "by chips": gettext_noop("The prizes that are left are shared by chips among those still in."),
    "by ICM": gettext_noop("The prizes that are left are shared by ICM among those still in."),
}


def ask_to_call_off(tournament_id: int, *, why: str, now: datetime, by: User | None, source: str = "") -> None:
    """Ask that a running event is called off; hands in play go on until that is decided, and the clock stops.

    Raises `Refused`: not running, no reason, asked already, an own entry in the event; and where the prizes are to be shared
    somebody who decides on a rebuy, or what `calling_off.check` refuses.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != RUNNING:
            raise Refused("not_running", _("The tournament is not running."))
        _check_asked(log, by, why)
        settled_hands.take_hands(log, now)
        how = calling_off.how_of(log.tournament, log.state)
        if how != calling_off.REFUND and log.state.deciding:
            words = _("Somebody without chips may still buy again: sell the rebuy, or say that there is none.")
            raise Refused("decides", words)
        calling_off.check(log.tournament, log.state, how)
        asked = CallOffAsked(why=why.strip(), by=None if by is None else by.pk, how=how)
        log.add(asked, now=now, by=by, source=source)
        log.close()


def ask_to_reopen(tournament_id: int, *, why: str, now: datetime, by: User | None, source: str = "") -> None:
    """Ask that a finished event is reopened, so that the floor can put its end right. Nothing changes before that is approved.

    Raises `Refused`: it is not over, no reason, asked already, an own entry in the event.
    """
    with transaction.atomic():
        log = tournament_log.open_log(tournament_id)
        if log.state.status != FINISHED:
            raise Refused("not_over", _("Only a tournament that is over is reopened."))
        _check_asked(log, by, why)
        asked = ReopenAsked(why=why.strip(), by=None if by is None else by.pk)
        log.add(asked, now=now, by=by, source=source)
        log.close()


def approve(tournament_id: int, *, now: datetime, by: User, source: str = "") -> None:
    """Let the request pass, and do it. Raises `Refused`: none waits, one's own, an own entry; and what doing it refuses."""
    with transaction.atomic():
        log, asked = _waiting(tournament_id)
        if asked.by == by.pk and not no_self_service.is_alone(by):
            raise Refused("second_person_needed", _("Somebody else must approve what you proposed."), 403)
        _check_gains_nothing(log.tournament, by)
        log.add(RequestApproved(act=asked.act, why=asked.why), now=now, by=by, source=source)
        _DOES[asked.act](log, asked, now=now, by=by, source=source)
        log.close()


def refuse(tournament_id: int, *, why: str, now: datetime, by: User | None, source: str = "") -> None:
    """Refuse the request: the event goes on once its clock is started. Raises `Refused`: none waits, or no reason."""
    _let_go(tournament_id, why, now, by, source, is_own=False)


def withdraw(tournament_id: int, *, why: str, now: datetime, by: User | None, source: str = "") -> None:
    """Take back what one has asked for oneself. Raises `Refused` for another's, and as `refuse` does."""
    _let_go(tournament_id, why, now, by, source, is_own=True)


def _let_go(tournament_id: int, why: str, now: datetime, by: User | None, source: str, *, is_own: bool) -> None:
    with transaction.atomic():
        log, asked = _waiting(tournament_id)
        _check_reason(why)
        if is_own and asked.by != (None if by is None else by.pk):
            raise Refused("not_your_request", _("Only what you asked for yourself can be withdrawn."), 403)
        log.add(RequestRefused(act=asked.act, why=why, is_own=is_own), now=now, by=by, source=source)
        log.close()


def _check_asked(log: TournamentLog, by: User | None, why: str) -> None:
    _check_reason(why)
    if log.state.request is not None:
        raise Refused("asked_already", _("That waits for a second person already."))
    _check_gains_nothing(log.tournament, by)


def _check_reason(why: str) -> None:
    if shows_nothing(why):
        raise Refused("reason_missing", _("Say why: it is kept on record."), 422, field="why")


def _check_gains_nothing(tournament: Tournament, by: User | None) -> None:
    """Raises `Refused` for who plays in the event, unless nobody else could decide: a club of one puts its mistakes right too."""
    if by is None or no_self_service.is_alone(by):
        return
    own = Entry.objects.filter(tournament=tournament, player__in=no_self_service.own_players(by), is_withdrawn=False)
    if own.exists():
        words = _("You have an entry in this tournament: somebody who has none asks for it and approves it.")
        raise Refused("has_entry", words, 403)


def _waiting(tournament_id: int) -> tuple[TournamentLog, EndRequest]:
    log = tournament_log.open_log(tournament_id)
    if log.state.request is None:
        raise Refused("nothing_asked", _("Nothing waits for approval here."))
    return log, log.state.request


_DOES = {CALL_OFF: calling_off.carry_out, REOPEN: reopening.carry_out}


# -- what is read -----------------------------------------------------------------------------------------------------


def told(tournament: Tournament) -> dict[str, Any] | None:
    """The request that waits, for API and page: `act`, `words`, `why`, `by`, `how` in words, `warnings` of tickets, and `lines`:
    what each is paid.

    None if nothing waits.
    """
    state = State.from_json(tournament.snapshot)
    asked = state.request
    if asked is None:
        return None
    user = None if asked.by is None else User.objects.filter(pk=asked.by).first()
    chips, held = _comes_to(tournament, state, asked)
    return {
        "act": asked.act,
        "words": _(WORDS[asked.act]),
        "why": asked.why,
        "by": "" if user is None else user.get_username(),
        "how": asked.how,
        "how_words": _(HOW[asked.how]) if asked.how else "",
        "obstacles": held,
        "warnings": tickets.warnings(tournament) if asked.act == CALL_OFF else [],
        "lines": _lines(tournament, chips),
    }


def _comes_to(tournament: Tournament, state: State, asked: EndRequest) -> tuple[dict[int, int], list[str]]:
    if asked.act != CALL_OFF:
        return {}, []
    held = calling_off.obstacles(tournament, state, asked.how)
    return ({} if held else calling_off.comes_to(tournament, state, asked.how)), held


def _lines(tournament: Tournament, chips: dict[int, int]) -> list[dict[str, Any]]:
    named = Entry.objects.filter(tournament=tournament, number__in=chips).order_by("number")
    return [
        {"entry": number, "name": name, "chips": chips[number]}
        for number, name in named.values_list("number", "player__nickname")
    ]
