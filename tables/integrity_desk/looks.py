"""A look over the play of the last weeks: facts read, signs counted, findings kept. Only business days that are over are looked at,
so that nothing of it says what goes on at a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import date, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db import connection, transaction

from club.base import on_commit_tasks
from club.base.phrases import gettext as _
from club.house import audit_log
from club.house.club_rules import in_force
from club.models import AuditEntry, User
from tables.core.errors import Refused
from tables.integrity.findings import Evidence, Finding
from tables.integrity.sign_list import SIGNS, Look
from tables.integrity_desk import evening_facts, hand_facts, visit_facts
from tables.models import IntegrityFinding, IntegrityLook

RIGHT = "integrity.see"
WINDOW = 42  # business days
KEPT = timedelta(
    days=180
)  # what was noted, after it was found last; as long as visits are (`club.membership.retention`)
MOST_OF_A_SIGN = 50  # findings, the rarest
UNDER_WAY, LONGEST = "integrity-look", 1860  # seconds: the time limit of the task
_LOCK = 0x6C6F6F6B


def latest() -> IntegrityLook | None:
    """The latest look."""
    return IntegrityLook.objects.order_by("-last_day").first()


def nightly(*, now: datetime) -> IntegrityLook | None:
    """A look over the days until yesterday, once in each business day; None if there was one."""
    if IntegrityLook.objects.filter(last_day=_yesterday(now)).exists():
        return None
    return look_over(now=now)


def ask(*, by: User, source: str = "", now: datetime) -> None:
    """Have a worker look over the days until yesterday now, be it again. On record. Raises `Refused` (409) for a second
    within ten minutes."""
    last = latest()
    if last is not None and now - last.at < timedelta(minutes=10):
        raise Refused("looked_already", _("Play was looked over minutes ago."), 409)
    with transaction.atomic():
        day = _yesterday(now)
        audit_log.record("integrity.asked", by=by, subject="integrity", after=day.isoformat(), source=source, now=now)
        on_commit_tasks.send("tables.tasks.look_over_play")


def seen(*, by: User, source: str = "", now: datetime) -> None:
    """Put on record that somebody looked at what was found, once in each business day: who watches others is seen to."""
    day = in_force().calendar.day_of(now)
    begins, _ends = in_force().calendar.span(day, day)
    if not AuditEntry.objects.filter(kind="integrity.seen", by=by, at__gte=begins, at__lte=now).exists():
        audit_log.record("integrity.seen", by=by, subject="integrity", source=source, now=now)


def look_over(*, now: datetime) -> IntegrityLook | None:
    """Look over the days until yesterday, and keep what was found; None while another look goes on, which is asked of the cache to
    spare work alone: two at once, and any number after one another, keep the same."""
    if not cache.add(UNDER_WAY, 1, LONGEST):
        return None
    try:
        return _look_over(now)
    finally:
        cache.delete(UNDER_WAY)


def _look_over(now: datetime) -> IntegrityLook:
    calendar, last_day = in_force().calendar, _yesterday(now)
    first_day = last_day - timedelta(days=WINDOW - 1)
    begins, ends = calendar.span(first_day, last_day)
    known = hand_facts.members()
    hands = hand_facts.hands(begins, ends)
    look, seen, players = Look(), 0, set[int]()
    for visit in visit_facts.visits(begins, ends, calendar, known):
        look.add(visit)
    for evening in evening_facts.evenings(begins, ends, calendar, known):
        look.add(evening)
    for hand in hand_facts.facts(hands, calendar, known):
        look.add(hand)
        seen += 1
        players.update(seat.player for seat in hand.seats)
    left_out = max(0, hands.count() - hand_facts.MOST_HANDS)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])  # one after another where two come to this at once
        told = {"first_day": first_day, "at": now, "hands": seen, "left_out": left_out, "players": len(players)}
        row, _is_new = IntegrityLook.objects.update_or_create(last_day=last_day, defaults=told)
        _keep(look.findings(), last_day, now)
    return row


def _keep(findings: Iterable[Finding], last_day: date, now: datetime) -> None:
    """Keep them, with what was noted of those that were there; forget those that are found no longer and that nobody noted
    anything of, and what was noted long ago."""
    told = dict[str, int]()
    kept = set[int]()
    for one in findings:
        told[one.sign] = told.get(one.sign, 0) + 1
        if told[one.sign] > MOST_OF_A_SIGN:
            continue
        players = {"first_id": one.players[0], "second_id": one.players[1] if len(one.players) > 1 else None}
        figures = {"count": one.count, "of": one.of, "usual": one.usual, "chance": one.chance}
        evidence = [_as_json(each) for each in one.evidence]
        row, _is_new = IntegrityFinding.objects.update_or_create(
            sign=one.sign,
            **players,
            defaults={**figures, "evidence": evidence, "last_day": last_day},
            create_defaults={**figures, "evidence": evidence, "last_day": last_day, "found_at": now},
        )
        kept.add(row.pk)
    gone = IntegrityFinding.objects.exclude(pk__in=kept)
    gone.filter(looked_at=None).delete()
    gone.filter(last_day__lt=last_day - KEPT).delete()
    IntegrityFinding.objects.exclude(sign__in=SIGNS).delete()
    IntegrityLook.objects.filter(last_day__lt=last_day - KEPT).delete()


def _as_json(one: Evidence) -> dict[str, Any]:
    told = asdict(one)
    told.pop("weight")
    return told


def _yesterday(now: datetime) -> date:
    return in_force().calendar.day_of(now) - timedelta(days=1)
