"""The club's logo, as a row."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ClubLogo(models.Model):
    """The club's logo, a small PNG without anything else that its file held. There is one or none; its key is 1."""

    png = models.BinaryField()
    digest = models.CharField(max_length=16)  # of the PNG: a new logo has a new address
    set_at = models.DateTimeField(_("set"))

    class Meta:
        verbose_name = _("logo of the club")
        verbose_name_plural = _("logo of the club")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="club_logo_is_one")]

    def __str__(self) -> str:
        return self.digest
