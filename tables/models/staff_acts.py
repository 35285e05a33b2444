"""What staff does at cash tables, an act a row. Only the folder `tables.staff` writes here."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.sittings import Sitting, Wait
from tables.models.tables import Table


class StaffAct(models.Model):
    """One thing that staff did for a player at a cash table: what it moved, and what stood before. It can be taken back.

    `tables.staff.take_back` says how each kind is taken back.
    """

    class Kind(models.TextChoices):
        SEAT = "seat", _("seated")
        TOP_UP = "top-up", _("chips added")
        STAND_UP = "stand-up", _("stood up")
        PRESENCE = "presence", _("sat out, or came back")
        MOVE = "move", _("seat changed")
        BLINDS = "blinds", _("missed blinds set")
        TIME = "time", _("time charge taken")
        TIPS = "tips", _("tips counted")
        DROP = "drop", _("drop counted")
        COUNT = "count", _("table counted")
        CLOSE = "close", _("table closed")
        JOIN = "join", _("put in line")
        CALL = "call", _("called to a seat")
        LEAVE = "leave", _("taken out of line")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="staff_acts")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+", null=True)
    sitting = models.ForeignKey(
        Sitting, on_delete=models.PROTECT, related_name="staff_acts", null=True, verbose_name=_("stay in a seat")
    )
    wait = models.ForeignKey(
        Wait, on_delete=models.PROTECT, related_name="staff_acts", null=True, verbose_name=_("place in line")
    )
    transfer = models.ForeignKey("club.Transfer", on_delete=models.PROTECT, related_name="+", null=True)
    # Chips sold or paid out at the desk's books in the same act.
    sale = models.ForeignKey(
        "club.Transfer", on_delete=models.PROTECT, related_name="+", null=True, verbose_name=_("sale at the desk")
    )
    chips = models.BigIntegerField(_("chips"), null=True)
    before = models.JSONField(
        _("before"), default=dict, blank=True, help_text=_("Fields of the sitting or place in line, before.")
    )
    after = models.JSONField(_("after"), default=dict, blank=True, help_text=_("The same fields after it."))
    asked = models.JSONField(default=dict, blank=True, editable=False)  # the request's fields, for the same one again
    why = models.CharField(_("why"), max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    taken_back_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, verbose_name=_("taken back by")
    )
    taken_back_at = models.DateTimeField(_("taken back"), null=True)
    request_key = models.CharField(max_length=150, null=True, blank=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("act of the staff")
        verbose_name_plural = _("acts of the staff")

    def __str__(self) -> str:
        return f"{self.table} {self.kind} {self.player}"
