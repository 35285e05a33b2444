"""Rows of published hands that players keep for study."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Study(models.Model):
    """A file of published hands that a player keeps for study. Nobody else sees it, and no chips are in it."""

    player = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="studies")
    name = models.CharField(_("name"), max_length=80)
    text = models.TextField(_("hands"), help_text=_("PHH or PHHS, as it was uploaded."))
    hands = models.PositiveIntegerField(_("number of hands"))
    added_at = models.DateTimeField(_("added"))
    request_key = models.CharField(max_length=150, null=True, blank=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("file for study")
        verbose_name_plural = _("files for study")

    def __str__(self) -> str:
        return self.name
