"""Rows of conduct: what the floor recorded of a player, and what it took back."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Incident(models.Model):
    """One thing the floor recorded of a player. Never changed and never deleted: a withdrawal is a row that names it."""

    class Kind(models.TextChoices):
        INCIDENT = "incident", _("incident")
        WARNING = "warning", _("warning")
        MISSED_HAND = "missed-hand", _("missed hands")
        MISSED_ORBIT = "missed-orbit", _("missed orbits")
        DISQUALIFICATION = "disqualification", _("disqualification")
        WITHDRAWAL = "withdrawal", _("withdrawal")

    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="incidents")
    kind = models.CharField(_("kind"), max_length=16, choices=Kind.choices, db_index=True)
    amount = models.PositiveSmallIntegerField(_("hands or orbits"), default=0)
    place = models.CharField(_("where"), max_length=60, blank=True, db_index=True, help_text=_("Empty for the club."))
    words = models.CharField(_("words for the player"), max_length=300)
    withdraws = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, related_name="withdrawn_by", verbose_name=_("withdraws")
    )
    key = models.CharField(max_length=200, unique=True, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("incident or penalty")
        verbose_name_plural = _("incidents and penalties")
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="withdrawal", withdraws__isnull=False) | ~Q(kind="withdrawal") & Q(withdraws=None),
                name="incident_withdrawal_names_one",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["missed-hand", "missed-orbit"], amount__gte=1)
                | ~Q(kind__in=["missed-hand", "missed-orbit"]) & Q(amount=0),
                name="incident_amount_of_missed",
            ),
            models.CheckConstraint(condition=~Q(words=""), name="incident_says_why"),
            models.CheckConstraint(condition=~Q(withdraws=F("pk")), name="incident_withdraws_another"),
        ]

    def __str__(self) -> str:
        return f"{self.pk} {self.kind}"
