"""Rows of what players note of one another, each for oneself."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PlayerNote(models.Model):
    """What one player remembers of another: a mark and words. Nobody else ever sees it."""

    class Mark(models.TextChoices):
        NONE = "", pgettext_lazy("mark", "none")
        RED = "red", _("red")
        ORANGE = "orange", _("orange")
        GREEN = "green", _("green")
        BLUE = "blue", _("blue")
        PURPLE = "purple", _("purple")

    writer = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="notes_of_others")
    about = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="+")
    mark = models.CharField(_("mark"), max_length=8, choices=Mark.choices, blank=True, default="")
    text = models.CharField(_("words"), max_length=500, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("note on a player")
        verbose_name_plural = _("notes on players")
        constraints = [models.UniqueConstraint(fields=["writer", "about"], name="note_once")]

    def __str__(self) -> str:
        return f"{self.writer} – {self.about}"
