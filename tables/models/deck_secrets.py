"""Rows of fair deals: the secrets of packs, which nobody is shown, and the words that players add to a shuffle."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tables.models.hands import Hand
from tables.models.tables import Table


class DeckSeed(models.Model):
    """The secret a deck was shuffled from. Never shown by admin, API, pages or logs: it names every folded card."""

    hand = models.OneToOneField(Hand, on_delete=models.PROTECT, primary_key=True, related_name="+")
    seed = models.BinaryField(max_length=64, editable=False)

    def __str__(self) -> str:
        return "sealed"

    __repr__ = __str__


class PackSecret(models.Model):
    """The secret from which a table's packs are sealed, hand by hand. Never shown by admin, API, pages or logs."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, primary_key=True, related_name="+")
    secret = models.BinaryField(max_length=64, editable=False)

    def __str__(self) -> str:
        return "sealed"

    __repr__ = __str__


class Word(models.Model):
    """A player's word for the shuffle of a table's next hand. Everybody may see it; the hand keeps it."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="words")
    number = models.PositiveIntegerField(_("hand"))
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+")
    word = models.CharField(_("word"), max_length=40)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("word")
        verbose_name_plural = _("words")
        constraints = [models.UniqueConstraint(fields=["table", "number", "player"], name="word_once_a_hand")]

    def __str__(self) -> str:
        return f"{self.table} #{self.number} {self.player}: {self.word}"
