"""Rows of web push: browsers that are told of what calls a player, and what they were told."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Notice(models.TextChoices):
    """What a player may be told of."""

    TURN = "turn", _("It is my turn, and I have not acted for some seconds")
    SEAT = "seat", _("A seat is kept for me")
    STARTS = "tournament-starts", _("A tournament of mine starts")
    MOVED = "tournament-moved", _("I am moved to another table")
    ANNOUNCED = "tournament-announced", _("A tournament is announced")


class PushDevice(models.Model):
    """A browser of a player's that may be called, at its push service: any address that the browser named."""

    player = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="push_devices")
    endpoint = models.CharField(_("address"), max_length=700, unique=True)
    public_key = models.CharField(
        max_length=100, editable=False
    )  # of the browser, base64url: what it is told is sealed for it
    auth = models.CharField(max_length=40, editable=False)
    kinds = models.JSONField(_("called for"), default=list)
    name = models.CharField(_("device"), max_length=120, blank=True)
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("device that is notified")
        verbose_name_plural = _("devices that are notified")

    def __str__(self) -> str:
        return f"{self.player} {self.name}"


class MailedNotices(models.Model):
    """What a player is told of by e-mail, at the address of the own login."""

    player = models.OneToOneField("club.Player", on_delete=models.CASCADE, related_name="mailed_notices")
    kinds = models.JSONField(_("told of"), default=list)
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("notices by e-mail")
        verbose_name_plural = _("notices by e-mail")

    def __str__(self) -> str:
        return f"{self.player}"


class LineNotices(models.Model):
    """What a player is told of by LINE, at the account by which the own login is opened."""

    player = models.OneToOneField("club.Player", on_delete=models.CASCADE, related_name="line_notices")
    kinds = models.JSONField(_("told of"), default=list)
    made_at = models.DateTimeField(_("made"))
    unreachable_at = models.DateTimeField(
        _("cannot be reached since"), null=True, blank=True, help_text=_("Until its owner chooses again.")
    )

    class Meta:
        verbose_name = _("notices by LINE")
        verbose_name_plural = _("notices by LINE")

    def __str__(self) -> str:
        return f"{self.player}"


class PushMessage(models.Model):
    """One thing a device is told, a mailbox, or an account of LINE: written in the transaction of what it tells, sent once, and
    worth nothing when it is late."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")

    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, null=True, related_name="messages")
    mailed = models.ForeignKey(MailedNotices, on_delete=models.CASCADE, null=True, related_name="messages")
    lined = models.ForeignKey(LineNotices, on_delete=models.CASCADE, null=True, related_name="messages")
    key = models.CharField(max_length=200, editable=False)
    body = models.TextField(_("body"))
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.WAITING)
    made_at = models.DateTimeField(_("made"))
    worthless_at = models.DateTimeField(_("too late at"))
    status = models.PositiveSmallIntegerField(
        _("status"), default=0, help_text=_("What the push service answered. 0: nothing.")
    )

    class Meta:
        verbose_name = _("push message")
        verbose_name_plural = _("push messages")
        constraints = [
            models.UniqueConstraint(fields=["device", "key"], name="push_key_once"),
            models.UniqueConstraint(fields=["mailed", "key"], name="push_key_mailed_once"),
            models.UniqueConstraint(fields=["lined", "key"], name="push_key_lined_once"),
            models.CheckConstraint(
                condition=Q(device__isnull=False, mailed__isnull=True, lined__isnull=True)
                | Q(device__isnull=True, mailed__isnull=False, lined__isnull=True)
                | Q(device__isnull=True, mailed__isnull=True, lined__isnull=False),
                name="push_one_way",
            ),
        ]
        indexes = [models.Index(fields=["made_at"], condition=Q(state="waiting"), name="push_waiting")]

    def __str__(self) -> str:
        return f"{self.device_id or self.mailed_id or self.lined_id}: {self.key}"
