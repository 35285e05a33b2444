"""Rows of the webhooks: who is told of what, every message that is to go out, and every try at sending it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Webhook(models.Model):
    """An address that is told of chosen events.

    A program's messages are signed with the secret, which is shown once, when it is made. The secret of a chat
    (`club.notifications.adapters`) lets the club write there, and is never shown.
    """

    class Kind(models.TextChoices):
        PROGRAM = "program", _("Program")
        LINE = "line", "LINE"
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        MAIL = "mail", _("E-mail")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.PROGRAM)
    url = models.CharField(_("address"), max_length=500)  # of chats: what may be shown of it
    name = models.CharField(_("name"), max_length=60)
    secret = models.CharField(max_length=500, blank=True, editable=False)
    target = models.CharField(_("to whom"), max_length=254, blank=True, editable=False)  # to whom, at a chat or by mail
    language = models.CharField(_("language"), max_length=8, blank=True)  # of what people are told; empty: the club's
    events = models.JSONField(_("events"), default=list)
    is_active = models.BooleanField(_("active"), default=True)
    busy_until = models.DateTimeField(null=True, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return self.name


class Delivery(models.Model):
    """One message for one webhook: written in the transaction of what it tells, sent afterwards. `number` is its id."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    webhook = models.ForeignKey(Webhook, on_delete=models.PROTECT, related_name="deliveries")
    number = models.UUIDField(_("number"), default=uuid.uuid4, unique=True, editable=False)
    key = models.CharField(max_length=200, editable=False)
    event = models.CharField(_("event"), max_length=60)
    body = models.TextField(_("body"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)
    due_at = models.DateTimeField(_("due"))
    made_at = models.DateTimeField(_("made"))
    settled_at = models.DateTimeField(_("settled"), null=True)

    class Meta:
        verbose_name = _("webhook message")
        verbose_name_plural = _("webhook messages")
        constraints = [models.UniqueConstraint(fields=["webhook", "key"], name="delivery_key_once")]
        indexes = [models.Index(fields=["due_at"], condition=Q(state="waiting"), name="delivery_due")]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"

    @property
    def message_id(self) -> str:
        """The same for every try, so that a receiver can tell a message it has had."""
        return f"msg_{self.number.hex}"


class DeliveryTry(models.Model):
    """One try at sending a message, and what was answered. `status` is 0 where nothing was."""

    delivery = models.ForeignKey(Delivery, on_delete=models.PROTECT, related_name="history")
    at = models.DateTimeField(_("at"))
    status = models.PositiveSmallIntegerField(_("status"), default=0)
    answer = models.CharField(_("answer"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("try at a webhook message")
        verbose_name_plural = _("tries at webhook messages")

    def __str__(self) -> str:
        return f"{self.delivery_id}: {self.status}"
