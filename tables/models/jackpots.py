"""Rows of jackpots that were won: by which hand, who gets which part, and what was decided."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.hands import Hand


class JackpotWin(models.Model):
    """A hand that wins a jackpot, once somebody approves it. Of the high hands of a period the best is proposed when it is over."""

    class Kind(models.TextChoices):
        BAD_BEAT = "bad-beat", _("bad beat")
        HIGH_HAND = "high-hand", _("high hand")

    class State(models.TextChoices):
        ENTERED = "entered", _("in its period")
        BEATEN = "beaten", _("beaten in its period")
        WAITING = "waiting", _("waiting for approval")
        PAID = "paid", _("paid")
        REFUSED = "refused", _("refused")
        TAKEN_BACK = "taken back", _("taken back")
        RETURNING = "returning", _("being taken back")  # as it is shown while a reversal waits for a second person

    kind = models.CharField(_("kind"), max_length=9, choices=Kind.choices)
    state = models.CharField(_("state"), max_length=10, choices=State.choices)
    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="jackpots")
    value = models.BigIntegerField(help_text=_("Of the hand that wins it, as the engine compares hands."))
    period = models.DateTimeField(_("period"), null=True, blank=True, help_text=_("When a high hand's period began."))
    period_ends = models.DateTimeField(null=True, blank=True)
    found_at = models.DateTimeField(_("at"))
    chips = models.PositiveBigIntegerField(_("chips"), null=True, blank=True, help_text=_("What was paid in all."))
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    why = models.CharField(_("why"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("jackpot won")
        verbose_name_plural = _("jackpots won")
        constraints = [
            models.UniqueConstraint(fields=["kind", "hand"], name="jackpot_once_a_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.hand_id}"


class JackpotPart(models.Model):
    """Who gets a part of a jackpot, and of what kind; once it is paid how many chips, and by which transfer."""

    class Role(models.TextChoices):
        BEATEN = "beaten", _("beaten")
        WINNER = "winner", _("winner")
        DEALT_IN = "dealt in", _("dealt in")

    win = models.ForeignKey(JackpotWin, on_delete=models.CASCADE, related_name="parts")
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+")
    role = models.CharField(_("part"), max_length=8, choices=Role.choices)
    chips = models.PositiveBigIntegerField(_("chips"), null=True, blank=True)
    transfer = models.OneToOneField("club.Transfer", on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        verbose_name = _("part of a jackpot")
        verbose_name_plural = _("parts of jackpots")
        constraints = [models.UniqueConstraint(fields=["win", "player"], name="jackpot_part_once")]

    def __str__(self) -> str:
        return f"{self.win} {self.player}"
