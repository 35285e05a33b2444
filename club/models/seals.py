"""Rows of seals: digests by which what was written once and for good is chained."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class Seal(models.Model):
    """Some lines of a record, and the digest of them and of the seal before. Written by `seal_record` alone."""

    record = models.CharField(_("record"), max_length=60)
    number = models.PositiveBigIntegerField(_("number"))
    low = models.BigIntegerField()  # the highest line that was sealed before
    high = models.BigIntegerField()  # the highest that is sealed with this one
    ids = models.TextField()  # exactly which lines, as PostgreSQL's int8multirange
    lines = models.PositiveBigIntegerField(_("lines"))
    salt = models.CharField(max_length=40, editable=False)
    digest = models.CharField(_("digest"), max_length=64)
    sealed_at = models.DateTimeField(_("sealed"))

    class Meta:
        verbose_name = _("seal")
        verbose_name_plural = _("seals")
        constraints = [models.UniqueConstraint(fields=["record", "number"], name="seal_number_once")]

    def __str__(self) -> str:
        return f"{self.record} {self.number}"
