"""Rows of what is said at tables and in tournaments: lines, who reported them, whom one does not read, whom the floor silenced."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class ChatRoom(models.Model):
    """The chat of a place: its version grows with every line that is said or hidden."""

    place = models.CharField(_("reference"), max_length=40, unique=True, help_text=_("Of the place, such as table:7."))
    version = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("chat")
        verbose_name_plural = _("chats")

    def __str__(self) -> str:
        return self.place


class ChatLine(models.Model):
    """One thing said: words, or the name of a phrase or a reaction, which is read in one's own language."""

    class Kind(models.TextChoices):
        WORDS = "words", _("words")
        PHRASE = "phrase", _("phrase")
        REACTION = "reaction", _("reaction")

    class Audience(models.TextChoices):
        TABLE = "table", _("players and spectators")
        SPECTATORS = "spectators", _("spectators")

    room = models.ForeignKey(ChatRoom, on_delete=models.CASCADE, related_name="lines")
    player = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="chat_lines")
    is_floor = models.BooleanField(_("from the floor"), default=False)
    audience = models.CharField(_("for"), max_length=10, choices=Audience.choices)
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    text = models.CharField(_("words"), max_length=200)
    at = models.DateTimeField(_("at"), db_index=True)
    hidden_at = models.DateTimeField(_("hidden"), null=True, blank=True)

    class Meta:
        verbose_name = _("line of a chat")
        verbose_name_plural = _("lines of chats")
        indexes = [models.Index(fields=["room", "-id"], name="chat_newest")]

    def __str__(self) -> str:
        return f"{self.room_id}: {self.pk}"


class ChatReport(models.Model):
    """A line that a player has told the floor of."""

    line = models.ForeignKey(ChatLine, on_delete=models.CASCADE, related_name="reports")
    by = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(_("at"))
    settled_at = models.DateTimeField(
        _("settled"), null=True, blank=True, help_text=_("When the floor was done with it.")
    )

    class Meta:
        verbose_name = _("report of a line")
        verbose_name_plural = _("reports of lines")
        constraints = [models.UniqueConstraint(fields=["line", "by"], name="line_reported_once")]

    def __str__(self) -> str:
        return f"{self.line_id} {self.by}"


class ChatMute(models.Model):
    """Somebody whose lines a player does not want to read."""

    player = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="+")

    class Meta:
        verbose_name = _("player who is not read")
        verbose_name_plural = _("players who are not read")
        constraints = [models.UniqueConstraint(fields=["player", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.player} – {self.muted}"


class ChatSilence(models.Model):
    """A player who may say nothing until then, by the floor."""

    player = models.OneToOneField("club.Player", on_delete=models.CASCADE, related_name="silence")
    until = models.DateTimeField(_("until"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        verbose_name = _("player who is silenced")
        verbose_name_plural = _("players who are silenced")

    def __str__(self) -> str:
        return f"{self.player}"
