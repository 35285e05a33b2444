"""Where an event is played and by which clock."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models import MAX_SEATS


class RoomTerms(models.Model):
    """Columns of a tournament: its tables and their cards."""

    class Cards(models.TextChoices):
        DEALT = "dealt", _("dealt by the server")
        PHYSICAL = "physical", _("real cards")
        MIXED = "mixed", _("real cards at some tables")

    table_size = models.PositiveSmallIntegerField(
        _("seats a table"), default=9, validators=[MinValueValidator(2), MaxValueValidator(MAX_SEATS)]
    )
    cards = models.CharField(_("cards"), max_length=10, choices=Cards.choices, default=Cards.DEALT)
    physical_tables = models.JSONField(
        _("tables with real cards"), default=list, blank=True, help_text=_("By their numbers, where only some are.")
    )
    chip_colours = models.CharField(
        _("colours of the chips"), max_length=300, blank=True, default="",
        help_text=_("Of this event, where they are others than the club's, such as white 25, red 100."),
    )  # fmt: skip

    class Meta:
        abstract = True


class ClockTerms(models.Model):
    """Columns of a tournament: when it is played and how fast."""

    class Driver(models.TextChoices):
        SWEEP = "sweep", _("by the clock")
        COMMAND = "command", _("by a command")

    driver = models.CharField(_("run"), max_length=10, choices=Driver.choices, default=Driver.SWEEP)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    must_end_at = models.DateTimeField(
        _("closing time"), null=True, blank=True, help_text=_("When the house closes: the forecast warns of overtime.")
    )
    pace = models.FloatField(_("pace"), default=1.0, help_text=_("Seconds a computer player thinks; 0 plays at once."))
    action_seconds = models.PositiveSmallIntegerField(_("action clock"), default=20)

    class Meta:
        abstract = True
