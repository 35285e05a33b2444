"""What a tournament's log comes to."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _


class LogState(models.Model):
    """Columns of a tournament: what its log comes to, and the seed of its draws. Written with the log alone."""

    seed = models.BinaryField(max_length=64, editable=False)
    version = models.PositiveBigIntegerField(_("version"), default=0)
    snapshot = models.JSONField(default=dict, editable=False, encoder=DjangoJSONEncoder)
    seq = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        abstract = True
