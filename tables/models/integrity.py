"""Rows of what is worth a look (`tables.integrity_desk`): days looked over, what was found, what was noted of it."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class IntegrityLook(models.Model):
    """One look over the business days from `first_day` to `last_day`; of the same last day there is one, the latest."""

    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"), unique=True)
    at = models.DateTimeField(_("at"))
    hands = models.PositiveIntegerField(_("hands"), help_text=_("Those that were looked over."))
    left_out = models.PositiveIntegerField(_("hands left out"), default=0, help_text=_("Older ones beyond the limit."))
    players = models.PositiveIntegerField(_("players"))

    class Meta:
        verbose_name = _("look over play")
        verbose_name_plural = _("looks over play")

    def __str__(self) -> str:
        return f"{self.first_day} – {self.last_day}"


class IntegrityFinding(models.Model):
    """What one sign found about one player or two. It accuses nobody: somebody looks, and notes what came of it."""

    sign = models.CharField(_("sign"), max_length=30)
    first = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+", verbose_name=_("player"))
    second = models.ForeignKey(
        "club.Player", on_delete=models.PROTECT, related_name="+", null=True, verbose_name=_("other player")
    )
    count = models.FloatField(help_text=_("What was counted."))
    of = models.FloatField(help_text=_("Out of how many."))
    usual = models.FloatField(help_text=_("What is usual out of as many."))
    chance = models.FloatField(help_text=_("How rarely chance alone gives as much, 0 to 1."))
    evidence = models.JSONField(default=list, encoder=DjangoJSONEncoder)
    found_at = models.DateTimeField(_("found"))
    last_day = models.DateField(_("last day"), help_text=_("Of the latest look that found it."))
    looked_at = models.DateTimeField(_("looked into"), null=True, blank=True)
    looked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    looked_day = models.DateField(null=True, blank=True, help_text=_("The last day that it was looked into for."))
    note = models.CharField(_("note"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("thing worth a look")
        verbose_name_plural = _("things worth a look")
        constraints = [
            models.UniqueConstraint(
                fields=["sign", "first", "second"], nulls_distinct=False, name="finding_once_a_sign_and_players"
            ),
            models.CheckConstraint(
                condition=Q(looked_at__isnull=True, looked_day__isnull=True)
                | Q(looked_at__isnull=False, looked_day__isnull=False),
                name="finding_looked_into_for_a_day",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sign} {self.first_id} {self.second_id or ''}".strip()
