"""Work for the workers. Every task takes ids, asks the database what is due, and is harmless run twice or at once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from celery import shared_task
from django.db.models import QuerySet
from django.utils import timezone

from club.base.errors import ClubError
from club.base.task_kinds import EFFECT, TICK
from tables import due_work
from tables.breaking_and_closing import breaking_tables, must_move
from tables.cash import waiting_lists
from tables.chat import chat_lines
from tables.core.locks import TableBusy
from tables.dealing import dealer, settlement, time_outs
from tables.hand import presence
from tables.integrity_desk import looks
from tables.jackpots import found_wins
from tables.models import Hand
from tables.players import barred_players, turn_and_seat_notifications
from tables.practice import practice_tables
from tables.private import private_tables

log = logging.getLogger(__name__)
BATCH = 200  # of each kind of work in one sweep; the next sweep takes the rest


@shared_task(name="tables.tasks.resolve_hand", **EFFECT)
def resolve_hand(hand_id: int) -> None:
    """Settle one hand that is over, and with it the others that wait: behind many tasks, the first does the work of all."""
    now = timezone.now()
    settlement.resolve_over(now=now)
    if Hand.objects.filter(pk=hand_id, state=Hand.State.OVER).exists():  # somebody was at its table, or many before it
        settlement.one_by_one([hand_id], now=now, wait=True)


@shared_task(name="tables.tasks.resolve_hands", **EFFECT)
def resolve_hands(hand_ids: list[int]) -> None:
    """Settle many hands that are over."""
    settlement.resolve_all(hand_ids, now=timezone.now())


@shared_task(name="tables.tasks.play_hand", **EFFECT)
def play_hand(hand_id: int) -> None:
    """Have the computer players decide until a person is asked; a hand they finish is settled with it."""
    settlement.play_out(hand_id, now=timezone.now())


@shared_task(name="tables.tasks.sweep", **TICK)
def sweep() -> None:
    """Settle what is over and deal what is due, a transaction each; a table somebody works at is left out."""
    now = timezone.now()
    while settlement.resolve_over(now=now) == settlement.TOGETHER:
        continue
    settlement.resolve_refused(now=now)
    _each(due_work.deals(now).order_by("deal_at"), dealer.deal_when_due, now)
    waiting_lists.sweep(now=now)
    breaking_tables.sweep(now=now)
    must_move.sweep(now=now)
    presence.sweep(now=now)


@shared_task(name="tables.tasks.call_players", **TICK)
def call_players() -> None:
    """Call players who are not there to their turn, or to the seat that is kept for them."""
    turn_and_seat_notifications.call_players(now=timezone.now())


@shared_task(name="tables.tasks.keep_practice_going", **TICK)
def keep_practice_going() -> None:
    """At practice tables bring computer players new chips, and let them go where no person sits any more."""
    practice_tables.keep_going(now=timezone.now())


@shared_task(name="tables.tasks.prune_chats", **TICK)
def prune_chats() -> None:
    """Forget what was said longer ago than the house keeps it."""
    chat_lines.prune(now=timezone.now())


@shared_task(name="tables.tasks.close_jackpot_periods", **TICK)
def close_jackpot_periods() -> None:
    """Propose the best hand of each period of the high-hand jackpot that is over."""
    found_wins.close_periods(now=timezone.now())


@shared_task(name="tables.tasks.look_over_play", soft_time_limit=1800, time_limit=1860, **TICK)
def look_over_play() -> None:
    """Look over the play of the last weeks, because somebody asked."""
    looks.look_over(now=timezone.now())


@shared_task(name="tables.tasks.look_over_play_nightly", soft_time_limit=1800, time_limit=1860, **TICK)
def look_over_play_nightly() -> None:
    """Look over the play of the last weeks when the business day has ended, once."""
    looks.nightly(now=timezone.now())


@shared_task(name="tables.tasks.prune_guesses", **TICK)
def prune_guesses() -> None:
    """Forget wrong passwords of private tables that count no longer."""
    private_tables.prune(now=timezone.now())


@shared_task(name="tables.tasks.sweep_barred", **TICK)
def sweep_barred() -> None:
    """Let go whoever may play no longer, where the signal that said so was lost."""
    barred_players.sweep_barred(now=timezone.now())


@shared_task(name="tables.tasks.think", **TICK)
def think() -> None:
    """Answer for those whose clock has run out and for computer players whose time has come.

    Setting seventeen cards takes a while, so this has a queue of its own: a settlement never waits for it.
    """
    now = timezone.now()
    _each(due_work.late(now).order_by("deadline"), time_outs.time_out, now)
    _each(due_work.computers(now).order_by("play_at"), time_outs.play_on, now)


def _each(rows: QuerySet[Any], do: Callable[..., object], now: datetime) -> None:
    """Do it for each row's id; one that fails is logged and must not stop the others."""
    for pk in list(rows.values_list("pk", flat=True)[:BATCH]):
        try:
            do(pk, now=now, wait=False)
        except TableBusy:
            continue
        except ClubError as refusal:
            log.info("%s %s: %s", do.__name__, pk, refusal)
        except Exception:
            log.exception("%s %s failed", do.__name__, pk)
