"""The list of events: those that are on, and those that were. Nothing here writes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop

from club.base.phrases import gettext as _
from tournaments.log import spectator_delay
from tournaments.log.state import BAGGED, CANCELLED, FINISHED, REGISTERING, RUNNING, State
from tournaments.models import Tournament
from tournaments.prizes import prize_pool
from tournaments.rooms import mixed_games
from tournaments.structures import level_games_and_stakes
from tournaments.terms import event_kinds

LIVE_A_PAGE = 60  # tournaments that are open or running, on a page of the list
PAST = 30
# How the pages call a state; `paused` is a running tournament whose clock stands.
WORDS = {
    "open": gettext_noop("Registration open"),
    "running": gettext_noop("Running"),
    "paused": gettext_noop("Paused"),
    "bagged": gettext_noop("Bagged: goes on another day"),
    "over": gettext_noop("Over"),
    "cancelled": gettext_noop("Called off"),
}


def listed(page: int = 1, *, now: datetime) -> list[Tournament]:
    """A page of the tournaments that are on, by their time; with the first page the latest of the others.

    Whether one has begun changes no place, nor that it is over before spectators know: they hear of that later.
    """
    live = is_on(now)
    first = (page - 1) * LIVE_A_PAGE
    found = list(Tournament.objects.filter(live).order_by("starts_at", "pk")[first : first + LIVE_A_PAGE])
    if page == 1:
        found += Tournament.objects.exclude(live).order_by("-pk")[:PAST]
    return found


def is_on(now: datetime, *statuses: str) -> Q:
    """Open or running (or of those states), or over so lately that spectators do not know."""
    return Q(status__in=statuses or (REGISTERING, RUNNING)) | Q(pk__in=spectator_delay.kept_back(now=now))


def has_more(page: int = 1, *, now: datetime) -> bool:
    """Whether tournaments that are on follow those of this page."""
    return Tournament.objects.filter(is_on(now))[page * LIVE_A_PAGE :].exists()


def finished(*, before: int | None = None) -> QuerySet[Tournament]:
    """Finished tournaments, the latest first, from those with a smaller number."""
    rows = Tournament.objects.filter(status=FINISHED).order_by("-pk")
    return rows if before is None else rows.filter(pk__lt=before)


def status_of(tournament: Tournament, state: State) -> str:
    """One of open, running, paused, bagged (a flight that is over), over, cancelled."""
    if state.status == RUNNING:
        return "paused" if state.clock.paused is not None else "running"
    return {REGISTERING: "open", BAGGED: "bagged", FINISHED: "over", CANCELLED: "cancelled"}.get(state.status, "open")


def in_list(tournament: Tournament) -> dict[str, Any]:
    """One line of the list."""
    state = State.from_json(tournament.snapshot)
    status = status_of(tournament, state)
    pool = prize_pool.pool(tournament)
    return {
        "id": tournament.pk,
        "name": tournament.name,
        "version": tournament.version,
        "game_name": mixed_games.name_of(tournament),
        "is_chinese": level_games_and_stakes.is_chinese(tournament.sheet),
        "status": status,
        "status_words": status_words(tournament, status),
        "starts_at": tournament.starts_at,
        "buy_in": tournament.buy_in,
        "fee": tournament.fee,
        "cost": tournament.buy_in + tournament.fee,
        "starting_chips": tournament.starting_chips,
        "prize_pool": pool.total,
        "guarantee": tournament.guarantee,
        "overlay": pool.overlay,
        "staff_share": prize_pool.taken(tournament).staff,
        "bounty": tournament.bounty,
        "bounty_words": tournament.get_bounty_kind_display() if tournament.bounty else "",
        "ticket_value": tournament.ticket_value,
        "ticket_for": tournament.ticket_for_id,
        "entries": entered_of(tournament, state),
        "players_left": len(state.alive),
        "seats": tournament.table_size,
        "max_players": tournament.max_players,
        "starts_when": tournament.starts_when,
        "format": tournament.format,
        "format_words": "" if tournament.format == Tournament.Format.FIELD else str(tournament.get_format_display()),
        "flight_of": tournament.day_two_id,
    }


def status_words(tournament: Tournament, status: str) -> str:
    """The state in words. A Day 2 that nobody enters directly is not open, though its flights may be."""
    if status == "open" and event_kinds.format_of(tournament).gathers and not event_kinds.is_entered_late(tournament):
        return _("Through its flights")
    return str(_(WORDS[status]))


def entered_of(tournament: Tournament, state: State) -> int:
    """How many entries were made: of a Day 2 those of all flights."""
    return prize_pool.entered(tournament) if event_kinds.format_of(tournament).gathers else len(state.entries)
