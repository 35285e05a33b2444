"""Rows of the big screen: what stands where on it, for the club and for an event."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class ScreenLayout(models.Model):
    """How the big screen of an event is arranged, or of every event that has none of its own (`tournament` empty).

    cells: names of `screen_layout.CELLS` by place, in order. sounds: by signal, the name of its tones. picture: a PNG.
    """

    tournament = models.OneToOneField(
        "tournaments.Tournament",
        on_delete=models.CASCADE,
        related_name="screen",
        null=True,
        blank=True,
        verbose_name=_("tournament"),
    )
    cells = models.JSONField(_("cells of the screen"), default=dict)
    sounds = models.JSONField(_("sounds of the screen"), default=dict)
    sponsor = models.CharField(_("sponsor's line"), max_length=120, blank=True)
    picture = models.BinaryField(_("picture of the screen"), blank=True, default=bytes)
    changed_at = models.DateTimeField(_("last changed"))

    class Meta:
        verbose_name = _("layout of the big screen")
        verbose_name_plural = _("layouts of the big screen")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=models.Q(tournament=None), nulls_distinct=False, name="one_club_screen"
            )
        ]

    def __str__(self) -> str:
        return str(self.tournament or _("the club"))
