"""Rows of the pictures that players show at their seats."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Avatar(models.Model):
    """The picture that a player shows to others at a seat: a small square JPEG. Without one there are initials."""

    player = models.OneToOneField("club.Player", on_delete=models.CASCADE, related_name="avatar")
    jpeg = models.BinaryField()
    digest = models.CharField(
        max_length=16, help_text=_("Of the picture; in its address, so that browsers may keep it.")
    )
    set_at = models.DateTimeField(_("set"))

    class Meta:
        verbose_name = _("avatar")
        verbose_name_plural = _("avatars")

    def __str__(self) -> str:
        return f"{self.player}"
