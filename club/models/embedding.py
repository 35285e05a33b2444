"""On which sites elsewhere the club's screens and widgets may stand in a frame, as a row."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Embedding(models.Model):
    """The owner's sites, and the key from which the addresses of widgets are signed; its key in the table is 1.

    Without a row, or with an empty key, there is no widget and no site.
    """

    sites = models.JSONField(_("sites"), default=list)  # origins such as https://club.example
    secret = models.CharField(max_length=64, blank=True)
    changed_at = models.DateTimeField(_("changed"))

    class Meta:
        verbose_name = _("widgets on other sites")
        verbose_name_plural = _("widgets on other sites")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="club_embedding_is_one")]

    def __str__(self) -> str:
        return ", ".join(self.sites)
