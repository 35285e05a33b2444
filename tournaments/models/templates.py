"""Rows of recurring events: what is announced again and again, and what was announced of it."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class TournamentTemplate(models.Model):
    """An event that recurs on days of the week. `fields` are those of the event's form, as they were typed."""

    name = models.CharField(_("name"), max_length=120, unique=True)
    structure = models.ForeignKey("tournaments.Structure", on_delete=models.PROTECT, verbose_name=_("structure"))
    fields = models.JSONField(_("fields of the event"), default=dict, encoder=DjangoJSONEncoder)
    days = models.JSONField(_("days of the week"), help_text=_("0 is Monday, 6 Sunday."))
    at = models.TimeField(_("at"), help_text=_("In the club's time zone, in summer as in winter."))
    begins = models.DateField(_("from"))
    until = models.DateField(_("until"), null=True, blank=True, help_text=_("Empty: without an end."))
    times = models.PositiveSmallIntegerField(
        _("how many times"), null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(1000)]
    )
    days_ahead = models.PositiveSmallIntegerField(
        _("announced days before"), default=7, validators=[MinValueValidator(1), MaxValueValidator(90)]
    )
    is_active = models.BooleanField(_("goes on"), default=True)
    error = models.CharField(_("why it could not be announced"), max_length=300, blank=True, editable=False)
    made_at = models.DateTimeField(_("made"), editable=False)

    class Meta:
        verbose_name = _("recurring event")
        verbose_name_plural = _("recurring events")

    def __str__(self) -> str:
        return self.name


class Occurrence(models.Model):
    """A day for which a recurring event was announced: once, whatever becomes of the tournament."""

    template = models.ForeignKey(TournamentTemplate, on_delete=models.PROTECT, related_name="occurrences")
    day = models.DateField(_("day"))
    tournament = models.OneToOneField("tournaments.Tournament", on_delete=models.PROTECT, related_name="occurrence")

    class Meta:
        verbose_name = _("day of a recurring event")
        verbose_name_plural = _("days of recurring events")
        constraints = [models.UniqueConstraint(fields=["template", "day"], name="template_day_once")]

    def __str__(self) -> str:
        return f"{self.template} {self.day}"
