"""Tickets, and the satellites that are played for them."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class SatelliteTerms(models.Model):
    """Columns of a tournament whose prizes are tickets for another. Amounts in chips."""

    ticket_for = models.ForeignKey(
        "tournaments.Tournament",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="satellites",
        verbose_name=_("ticket for"),
    )
    ticket_value = models.PositiveBigIntegerField(
        _("worth of a ticket"), default=0, help_text=_("In chips; 0: the prizes are chips, not tickets.")
    )
    tickets_guaranteed = models.PositiveIntegerField(_("guaranteed tickets"), default=0)

    class Meta:
        abstract = True


class Ticket(models.Model):
    """The right to enter, held by a player. Its value lies in the escrow of tickets while it can be used.

    Good for one tournament, for every one of a name, or for any whose price it covers.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        HELD = "held", _("good")
        USED = "used", _("used")
        CANCELLED = "cancelled", _("taken back")
        EXPIRED = "expired", _("expired")

    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="tickets")
    value = models.PositiveBigIntegerField(_("worth"), validators=[MinValueValidator(1)])
    tournament = models.ForeignKey(
        "Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="tickets_in",
        verbose_name=_("for the tournament"),
    )  # fmt: skip
    event = models.CharField(_("for every tournament called"), max_length=120, blank=True)
    won_in = models.ForeignKey(
        "Tournament",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tickets_out",
        verbose_name=_("won in"),
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.HELD)
    key = models.CharField(max_length=120, unique=True, editable=False)
    why = models.CharField(_("reason"), max_length=300, blank=True)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("issued by"),
    )  # fmt: skip
    issued_at = models.DateTimeField(_("issued"))
    expires_at = models.DateTimeField(_("good until"), null=True, blank=True)
    noticed_at = models.DateTimeField(_("notice of expiry sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        constraints = [models.CheckConstraint(condition=Q(value__gte=1), name="ticket_has_value")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.value} ({self.player})"
