"""Work for the workers: the director's rounds. Harmless run twice or at once."""

from __future__ import annotations

import logging
import time
from datetime import datetime
from typing import Any

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from club.base.errors import ClubError
from club.base.task_kinds import EFFECT, TICK
from club.live import nudges
from tournaments.base import turns
from tournaments.endings import too_few
from tournaments.evening import recurring
from tournaments.floor import forecast_jobs
from tournaments.models import Tournament
from tournaments.prizes import ticket_expiry
from tournaments.results import tournament_results
from tournaments.running import runner

logger = logging.getLogger(__name__)
SWEEP_SECONDS = 20.0  # of one sweep, well below a task's time limit


@shared_task(name="tournaments.tasks.direct", **TICK)
def direct(tournament_id: int) -> None:
    """Do whatever is due in one tournament; the sweep finds what a lost message would have done."""
    direct_at(tournament_id, timezone.now())


def direct_at(tournament_id: int, now: datetime) -> None:
    """Do whatever is due in one tournament at that instant."""
    try:
        too_few.call_off_if_due(tournament_id, now=now)
    except ClubError as refusal:  # chips that would have to come back are gone: it is played on
        logger.info("tournament %s is not called off: %s", tournament_id, refusal)
    runner.direct(tournament_id, now=now)


@shared_task(name="tournaments.tasks.sweep", **TICK)
def sweep() -> None:
    """Do whatever is due in the tournaments that the clock runs; one that fails must not stop the others.

    Of very many a sweep takes the next ones, so that each has its turn, and those at once in several workers share the work.
    """
    from tournaments.evening import demo

    now = timezone.now()
    try:
        demo.keep_going(now=now)
    except Exception:  # a demo that is stuck must not stop the club
        logger.exception("the demo could not go on")
    waiting = list(runner.waiting(now).order_by("pk").values_list("pk", flat=True))
    for part in turns.parts(waiting, until=time.monotonic() + SWEEP_SECONDS):
        for tournament_id in part:
            _direct_whatever_happens(tournament_id)


def _direct_whatever_happens(tournament_id: int) -> None:
    try:
        direct_at(tournament_id, timezone.now())
    except ClubError as refusal:
        logger.info("tournament %s: %s", tournament_id, refusal)
    except Exception:
        logger.exception("tournament %s could not be directed", tournament_id)


@shared_task(name="tournaments.tasks.keep_results", **TICK)
def keep_results() -> None:
    """Write the results that are missing: of tournaments that were over before results were kept."""
    tournament_results.keep_missing()


@shared_task(name="tournaments.tasks.announce_recurring", **TICK)
def announce_recurring() -> None:
    """Announce the recurring events that are near."""
    recurring.announce_due(now=timezone.now())


@shared_task(name="tournaments.tasks.play_evenings", **EFFECT)
def play_evenings(forecast_id: int) -> None:
    """Play the evenings of a forecast; harmless run twice."""
    forecast_jobs.work(forecast_id)


def on_forecast(*, forecast: int, **_named: Any) -> None:
    """A forecast was asked for: have a worker play its evenings once that is committed."""
    transaction.on_commit(lambda: play_evenings.delay(forecast), robust=True)


@shared_task(name="tournaments.tasks.expire_tickets", **TICK)
def expire_tickets() -> None:
    """Give notice of tickets that will expire, and let those expire whose time has come."""
    now = timezone.now()
    ticket_expiry.mail_notices(now=now)
    ticket_expiry.expire(now=now)


def look_again(*, owner: str, **_named: Any) -> None:
    """A hand at a table of that owner waits to be settled, or the books refuse it: if it is a tournament's, have its floor
    look again.
    """
    if not owner.startswith("tournament:"):
        return
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update(no_key=True).get(pk=int(owner.partition(":")[2]))
        tournament.version += 1
        tournament.save(update_fields=["version"])
        nudges.nudge(tournament.owner, tournament.version)


def after_hand(*, owner: str, **_named: Any) -> None:
    """A hand was settled at a table of that owner: if it was a tournament's, have the director take it."""
    if not owner.startswith("tournament:"):
        return
    number = int(owner.partition(":")[2])
    # Tournaments that a command runs are directed by the command alone.
    if Tournament.objects.filter(pk=number, driver=Tournament.Driver.SWEEP).exists():
        transaction.on_commit(lambda: direct.delay(number), robust=True)
