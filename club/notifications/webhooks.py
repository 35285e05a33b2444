"""The outbox: other programs are told of what happens, signed as the Standard Webhooks specification says, and so are chats and
mailboxes, in words (`club.notifications.adapters`).

A message is a row written in the transaction of what it tells, so that one is there if and only if the other is. A worker
sends it, tries again with growing waits for about a day, and then marks it failed with the last answer. A message may
come twice (a worker killed between sending and writing it down); it has the same id each time.
Messages go out in the order in which they were made; one that has to wait for its next try does not hold up the others.
"""

from __future__ import annotations

import base64
import contextlib
import json
import logging
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, transaction
from django.db.models import Q, QuerySet
from standardwebhooks.webhooks import Webhook as Signature
from urllib3.exceptions import HTTPError

from club.base import on_commit_tasks
from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import EVENTS
from club.database.prepared_queries import Lines, read
from club.house import audit_log
from club.http import safe_http
from club.http.safe_http import Answer
from club.models import Delivery, DeliveryTry, User, Webhook
from club.notifications import event_words
from club.notifications.adapters import ADAPTERS
from club.notifications.receivers import Adapter, Given, Outcome, Said, Verdict, unsaid

log = logging.getLogger(__name__)

# Seconds between one try and the next: the last comes a little less than a day after the first.
WAITS = (5, 30, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 8 * 3600, 8 * 3600)
KEPT = timedelta(days=30)  # how long a message is shown once it was sent, or has failed
PRUNED = 1_000  # messages at once
LEASE = timedelta(seconds=90)  # longer than one try can last: another worker takes over after it
SECRET_BYTES = 32
PRIVATE = (
    "member.",
    "ledger.",
)  # events of these families are for programs alone, whose owner answers for what becomes of them
_ANY = Lines("SELECT EXISTS (SELECT FROM club_webhook WHERE is_active)")
GONE = 410  # by the specification: this receiver wants nothing more


# -- who is told ------------------------------------------------------------------------------------------------------


def make(
    url: str, name: str, events: Iterable[str], *, by: User | None, now: datetime, source: str = ""
) -> tuple[Webhook, str]:
    """A webhook and its secret, which is told here and never again. Raises `ClubError` for a bad address or event."""
    chosen = _chosen(events, Webhook.Kind.PROGRAM)
    _check_address(url)
    secret = f"whsec_{base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()}"
    with transaction.atomic():
        made = Webhook.objects.create(
            url=url.strip(), name=name.strip()[:60] or url[:60], secret=secret, events=chosen, by=by, made_at=now
        )
        audit_log.record(
            "webhook.made",
            by=by,
            subject=_subject(made),
            after={"url": made.url, "events": chosen},
            source=source,
            now=now,
        )
    return made, secret


def make_for_people(
    kind: str,
    given: Given,
    name: str,
    events: Iterable[str],
    *,
    language: str = "",
    by: User | None,
    now: datetime,
    source: str = "",
) -> Webhook:
    """A chat or a mailbox that is told of events in words. Nothing that was given as a secret is shown again, or on record.

    Raises `ClubError` (422) for a kind, an event or a language that there is not, and for what its service does not take.
    """
    if kind not in ADAPTERS:
        raise ClubError("unknown_kind", _("There are: %(known)s.") % {"known": ", ".join(ADAPTERS)}, 422, field="kind")
    if language not in ("", *dict(settings.LANGUAGES)):
        raise ClubError("unknown_language", _("There is no such language here."), 422, field="language")
    chosen, adapter = _chosen(events, kind), ADAPTERS[kind]
    read = adapter.read(given)
    with transaction.atomic():
        made = Webhook.objects.create(
            kind=kind,
            url=adapter.shown(read),
            name=name.strip()[:60] or adapter.name,
            secret=read.secret,
            target=read.target,
            language=language,
            events=chosen,
            by=by,
            made_at=now,
        )
        after = {"kind": kind, "events": chosen}
        audit_log.record("webhook.made", by=by, subject=_subject(made), after=after, source=source, now=now)
    return made


def change(
    webhook_id: int,
    *,
    events: Iterable[str] | None = None,
    is_active: bool | None = None,
    by: User | None,
    now: datetime,
    source: str = "",
) -> Webhook:
    """Choose other events, switch it off or on. Messages made before go out all the same while it is on."""
    with transaction.atomic():
        row = found(webhook_id)
        before = {"events": row.events, "is_active": row.is_active}
        row.events = row.events if events is None else _chosen(events, row.kind)
        row.is_active = row.is_active if is_active is None else is_active
        row.save(update_fields=["events", "is_active"])
        after = {"events": row.events, "is_active": row.is_active}
        audit_log.record(
            "webhook.changed", by=by, subject=_subject(row), before=before, after=after, source=source, now=now
        )
    return row


def found(webhook_id: int) -> Webhook:
    """The webhook. Raises `ClubError`."""
    row = Webhook.objects.filter(pk=webhook_id).first()
    if row is None:
        raise ClubError("unknown_webhook", _("There is no such webhook."), 404)
    return row


def _subject(row: Webhook) -> str:
    return f"webhook:{row.pk}"


def _chosen(events: Iterable[str], kind: str) -> list[str]:
    chosen = list(dict.fromkeys(events))
    strange = [one for one in chosen if one not in EVENTS]
    if strange or not chosen:
        words = _("Choose one or more of these events: %(known)s.")
        raise ClubError("unknown_event", words % {"known": ", ".join(EVENTS)}, 422)
    if kind != Webhook.Kind.PROGRAM and (private := [one for one in chosen if one.startswith(PRIVATE)]):
        words = _("What concerns members and the desk is told to programs alone: %(events)s.")
        raise ClubError("private_event", words % {"events": ", ".join(private)}, 422, field="events")
    return chosen


def _check_address(url: str) -> None:
    if len(url) > 500:
        raise ClubError("bad_url", _("An address has 500 characters at most."), 422)
    parts = safe_http.read_url(url)
    safe_http.addresses(str(parts.hostname), parts.port or 443)


# -- what is told -----------------------------------------------------------------------------------------------------


def is_anybody_told() -> bool:
    """True if there is a webhook that is switched on."""
    [[(is_told,)]] = read((_ANY, []))
    found: bool = is_told
    return found


def tell(told: Iterable[tuple[str, str, Mapping[str, Any]]], *, now: datetime, late: int = 0) -> None:
    """Write the messages of some events, in the caller's transaction; they go out after it.

    told: each event's kind, the key that makes it one (the same key is one message), and its particulars. late: seconds by which
    spectators hear of it later, and so do chats and mailboxes. Whoever wants none of them costs one question to the database.
    """
    listed = list(told)
    if not listed:
        return
    made = []
    for row in Webhook.objects.filter(is_active=True).order_by("pk"):
        due = now if row.kind == Webhook.Kind.PROGRAM else now + timedelta(seconds=late)
        for kind, key, data in listed:
            if kind in row.events:
                message = {"type": kind, "timestamp": now.astimezone(UTC).isoformat(), "data": data}
                body = json.dumps(message, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))
                made.append(Delivery(webhook=row, key=key[:200], event=kind, body=body, due_at=due, made_at=now))
    if not made:
        return
    Delivery.objects.bulk_create(made, ignore_conflicts=True)
    for webhook_id in sorted({one.webhook_id for one in made}):
        _send_after_commit(webhook_id)


def forget_names(players: Iterable[int]) -> None:
    """Take the nicknames of players who are forgotten out of all messages, those that wait among them."""
    for player in players:
        told = f'"id":{player},"nickname":'
        named = re.compile(re.escape(told) + r'"(?:[^"\\]|\\.)*"')
        for row in Delivery.objects.filter(body__contains=told).only("body").iterator(500):
            row.body = named.sub(f'{told}""', row.body)
            row.save(update_fields=["body"])


def _send_after_commit(webhook_id: int) -> None:
    on_commit_tasks.send("club.tasks.deliver", webhook_id)


def redeliver(number: UUID, *, by: User | None, now: datetime, source: str = "") -> Delivery:
    """Send a message again, with the tries of a new one. Raises `ClubError` for one that is none, or still waits."""
    with transaction.atomic():
        row = Delivery.objects.select_for_update(of=("self",)).select_related("webhook").filter(number=number).first()
        if row is None:
            raise ClubError("unknown_message", _("There is no such message."), 404)
        if row.state == Delivery.State.WAITING:
            raise ClubError("message_waits", _("This message is on its way already."), 409)
        if not row.webhook.is_active:
            raise ClubError("webhook_off", _("This webhook is switched off: switch it on first."), 409)
        row.state, row.tries, row.due_at, row.settled_at = Delivery.State.WAITING, 0, now, None
        row.save(update_fields=["state", "tries", "due_at", "settled_at"])
        after = {"message": str(row.number), "event": row.event}
        audit_log.record(
            "webhook.redelivered", by=by, subject=_subject(row.webhook), after=after, source=source, now=now
        )
        _send_after_commit(row.webhook_id)
    return row


# -- sending ----------------------------------------------------------------------------------------------------------


def due_messages(now: datetime) -> QuerySet[Delivery]:
    """The messages that are due, to webhooks that nobody is at."""
    waiting = Delivery.objects.filter(state=Delivery.State.WAITING, due_at__lte=now, webhook__is_active=True)
    return waiting.filter(Q(webhook__busy_until=None) | Q(webhook__busy_until__lte=now))


def due(now: datetime) -> list[int]:
    """The webhooks for which a message is due, and nobody is at it."""
    return list(due_messages(now).order_by("webhook_id").values_list("webhook_id", flat=True).distinct())


def deliver_next(webhook_id: int, *, now: datetime) -> bool:
    """Send the next message that is due; false if there is none, or another worker is at it.

    No lock is held while the receiver is asked: the webhook is taken for `LEASE`, and given back with what came of it.
    """
    with transaction.atomic():
        row = Webhook.objects.select_for_update(no_key=True, skip_locked=True).filter(pk=webhook_id).first()
        if row is None or not row.is_active or (row.busy_until is not None and row.busy_until > now):
            return False
        waiting = Delivery.objects.filter(webhook=row, state=Delivery.State.WAITING, due_at__lte=now)
        message = waiting.order_by("tries", "pk").first()
        if message is None:
            return False
        if message.tries > len(WAITS):  # no try came to an end: its worker was stopped each time
            _settle(message, Answer(0, ""), Verdict(Outcome.AGAIN), now)
            return True
        message.tries += 1
        # A worker that is killed half way leaves it so: it is due again when the lease is over.
        message.due_at = now + LEASE
        message.save(update_fields=["tries", "due_at"])
        row.busy_until = now + LEASE
        row.save(update_fields=["busy_until"])
    answer, verdict = _send(row, message, now)
    with transaction.atomic():
        _settle(message, answer, verdict, now)
        Webhook.objects.filter(pk=row.pk).update(busy_until=None)
        if verdict.outcome is Outcome.GONE:
            log.warning("webhook %s is switched off: its receiver wants nothing more (%s)", row.pk, answer.status)
            Webhook.objects.filter(pk=row.pk).update(is_active=False)
    return True


def _send(row: Webhook, message: Delivery, now: datetime) -> tuple[Answer, Verdict]:
    """The answer, status 0 and the reason where nobody answered, and what it means. No secret is in it."""
    adapter = ADAPTERS.get(row.kind)
    try:
        answer = _to_program(row, message, now) if adapter is None else _to_people(adapter, row, message)
    except (HTTPError, OSError, ClubError) as wrong:
        answer = Answer(0, f"{type(wrong).__name__}: {wrong}")
    verdict = _of_program(answer) if adapter is None else adapter.verdict(answer)
    return answer._replace(text=unsaid(answer.text, row.secret)), verdict


def _to_program(row: Webhook, message: Delivery, now: datetime) -> Answer:
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Cardhouse-Webhooks",
        "webhook-id": message.message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Signature(row.secret).sign(message.message_id, now.astimezone(UTC), message.body),
    }
    return safe_http.post(row.url, message.body.encode(), headers)


def _of_program(answer: Answer) -> Verdict:
    """Any 2xx settles it; 410 wants nothing more; whatever else is answered is tried again."""
    if 200 <= answer.status < 300:
        return Verdict(Outcome.SENT)
    return Verdict(Outcome.GONE if answer.status == GONE else Outcome.AGAIN, answer.retry_after)


def _to_people(adapter: Adapter, row: Webhook, message: Delivery) -> Answer:
    headline, text = event_words.words(json.loads(message.body), row.language)
    return adapter.send(Given(row.secret, row.target), Said(headline, text, str(message.number)))


def _settle(message: Delivery, answer: Answer, verdict: Verdict, now: datetime) -> None:
    status = answer.status
    DeliveryTry.objects.create(delivery=message, at=now, status=status, answer=answer.text[: safe_http.KEPT])
    if verdict.outcome is Outcome.SENT:
        message.state, message.settled_at = Delivery.State.SENT, now
    elif message.tries > len(WAITS) or verdict.outcome in (Outcome.REFUSED, Outcome.GONE):
        message.state, message.settled_at = Delivery.State.FAILED, now
        log.warning(
            "webhook %s: message %s failed after %s tries (%s)",
            message.webhook_id,
            message.number,
            message.tries,
            status,
        )
    else:
        wait = max(WAITS[message.tries - 1], verdict.retry_after or 0)
        message.due_at = now + timedelta(seconds=wait)
    message.save(update_fields=["state", "settled_at", "due_at"])


@contextlib.contextmanager
def _pruning() -> Iterator[None]:
    """Tries may be deleted inside, in a transaction alone (club/notifications/sql/keep_tries.sql)."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL cardhouse.prunes = 'deliveries'")
        yield
        cursor.execute("SET LOCAL cardhouse.prunes = ''")


def prune(*, now: datetime) -> int:
    """Forget messages that were sent or have failed so long ago, with their tries; how many, `PRUNED` at most."""
    with transaction.atomic(), _pruning():
        old = Delivery.objects.exclude(state=Delivery.State.WAITING).filter(settled_at__lte=now - KEPT)
        numbers = list(old.order_by("pk").values_list("pk", flat=True)[:PRUNED])
        DeliveryTry.objects.filter(delivery__in=numbers).delete()
        Delivery.objects.filter(pk__in=numbers).delete()
    return len(numbers)
