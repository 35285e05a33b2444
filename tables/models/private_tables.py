"""Rows of private tables: whose they are, the link and the password, who was let in, and passwords that were guessed wrong."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.tables import Table


class PrivateTable(models.Model):
    """What only its host and the floor know of a private table. `Table.is_private` is true where there is such a row."""

    table = models.OneToOneField(Table, on_delete=models.CASCADE, related_name="private")
    host = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+")
    link = models.CharField(_("link"), max_length=40, unique=True, null=True, help_text=_("Null: no link lets in."))
    password = models.CharField(_("password"), max_length=128, blank=True, help_text=_("As a hash; empty: none."))

    class Meta:
        verbose_name = _("private table")
        verbose_name_plural = _("private tables")

    def __str__(self) -> str:
        return f"{self.table}"


class PrivateGuest(models.Model):
    """A player who was let in at a private table, by its link or its password, and perhaps shown out again."""

    table = models.ForeignKey(PrivateTable, on_delete=models.CASCADE, related_name="guests")
    player = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(_("at"))
    shown_out_at = models.DateTimeField(
        _("shown out"), null=True, blank=True, help_text=_("Lets nobody in until the host takes it back.")
    )

    class Meta:
        verbose_name = _("guest of a private table")
        verbose_name_plural = _("guests of private tables")
        constraints = [models.UniqueConstraint(fields=["table", "player"], name="private_guest_once")]

    def __str__(self) -> str:
        return f"{self.table} {self.player}"


class PrivateGuess(models.Model):
    """A wrong password: whose guess it was, and for which number of a table, whether there is one or not."""

    player = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="+")
    number = models.PositiveBigIntegerField(db_index=True)
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("wrong password of a private table")
        verbose_name_plural = _("wrong passwords of private tables")

    def __str__(self) -> str:
        return f"{self.player} {self.number}"
