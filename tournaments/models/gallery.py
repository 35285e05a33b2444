"""Rows of the gallery: the club's own key, the keys of others that were accepted, and what was taken in."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class SigningKey(models.Model):
    """The key of Ed25519 by which the club signs what it shares; its key in the table is 1. Made with the first file."""

    private = models.CharField(max_length=64)  # hexadecimal; leaves the database with a backup alone
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("signing key of the club")
        verbose_name_plural = _("signing keys of the club")
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="tournaments_signing_key_is_one")]

    def __str__(self) -> str:
        return str(self.made_at)


class KnownKey(models.Model):
    """A key of another club that somebody here has accepted."""

    public = models.CharField(max_length=64, unique=True)  # hexadecimal
    name = models.CharField(_("club"), max_length=120)  # as the file said that was accepted with it
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    accepted_at = models.DateTimeField(_("accepted"))

    class Meta:
        verbose_name = _("accepted key")
        verbose_name_plural = _("accepted keys")

    def __str__(self) -> str:
        return self.name


class SharedSetImport(models.Model):
    """A shared set that was taken in.

    before, after: values of house rules by full name, null where none was set. structures: of each sheet that was kept its key
    and version, and `before`, the version to which taking it back leads, where that is not the one before.
    """

    title = models.CharField(_("title"), max_length=200)
    club = models.CharField(_("club"), max_length=120)
    licence = models.CharField(_("licence"), max_length=40)
    public = models.CharField(max_length=64, blank=True)  # the key that signed it; empty: it came with Cardhouse
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    structures = models.JSONField(default=list)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    at = models.DateTimeField(_("at"))
    taken_back_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True)
    taken_back_at = models.DateTimeField(_("taken back"), null=True)

    class Meta:
        verbose_name = _("shared set taken in")
        verbose_name_plural = _("shared sets taken in")

    def __str__(self) -> str:
        return self.title
