"""Rows of the seats: who sits where, and who waits for a seat."""

from __future__ import annotations

from datetime import timedelta

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tables.models.tables import MAX_SEATS, Table


class Sitting(models.Model):
    """One player's stay in one seat. The chips in front of the player are the balance of `account`."""

    class State(models.TextChoices):
        ACTIVE = "active", _("playing")
        OUT = "out", _("sitting out")
        LEAVING = "leaving", _("leaving after this hand")
        LEFT = "left", _("left")

    class Entry(models.TextChoices):
        IN = "in", _("in the game")
        WAITS = "waits", _("waiting for the big blind")
        POSTS = "posts", _("posting")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="sittings")
    account = models.ForeignKey(
        "club.Account", on_delete=models.PROTECT, related_name="+", null=True, help_text=_("The stack.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.ACTIVE)
    entry = models.CharField(pgettext_lazy("sitting", "entry"), max_length=10, choices=Entry.choices, default=Entry.IN)
    owes_big = models.BooleanField(_("missed the big blind"), default=False)
    owes_small = models.BooleanField(_("missed the small blind"), default=False)
    is_missing = models.BooleanField(
        _("misses hands"), default=False, help_text=_("Under a penalty: dealt in and killed.")
    )
    is_moving = models.BooleanField(_("moves to the main table"), default=False)
    bank_seconds = models.PositiveSmallIntegerField(_("time bank (seconds)"), null=True, blank=True)
    bank_hand = models.PositiveIntegerField(null=True, blank=True, editable=False)  # the hand in which it was used last
    bank_key = models.CharField(max_length=100, blank=True, editable=False)
    seen_at = models.DateTimeField(_("last sign of life"), null=True, blank=True, editable=False)
    is_away = models.BooleanField(_("away"), default=False, help_text=_("Gave no sign of life lately."))
    grace_hand = models.PositiveIntegerField(null=True, blank=True, editable=False)  # the hand of the last grace
    brought = models.PositiveBigIntegerField(
        _("chips brought"), default=0, help_text=_("Buy-in and add-ons at a cash table.")
    )
    left_with = models.PositiveBigIntegerField(_("chips taken away"), null=True, blank=True)
    wants_seat = models.PositiveSmallIntegerField(_("wants seat"), null=True, blank=True)
    wants_since = models.DateTimeField(null=True, blank=True, editable=False)
    # Switches of the player's own (`tables.player_choices.seat_switches`), for this stay.
    shows_losing = models.BooleanField(_("shows losing hands"), default=False)
    straddles = models.BooleanField(_("straddles"), default=False)
    posts_always = models.BooleanField(_("posts without waiting"), default=False)
    leaves_at_big_blind = models.BooleanField(_("sits out at the next big blind"), default=False)
    tops_up_to = models.PositiveBigIntegerField(_("tops up to"), null=True, blank=True)
    joined_hand = models.PositiveIntegerField(_("first hand"), default=1)
    buy_in_key = models.CharField(max_length=200, null=True, blank=True, unique=True, editable=False)
    sat_down_at = models.DateTimeField(_("sat down"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], condition=~Q(state="left"), name="seat_taken_once"),
            models.UniqueConstraint(fields=["table", "player"], condition=~Q(state="left"), name="player_seated_once"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=MAX_SEATS), name="sitting_seat_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.player} @ {self.table} {self.seat}"

    @property
    def result(self) -> int | None:
        """What a stay at a cash table came to, in chips: those taken away less those brought. None until then."""
        return None if self.left_with is None else self.left_with - self.brought

    @property
    def played(self) -> timedelta | None:
        """How long the player held the seat; None until it is left."""
        return None if self.left_at is None else self.left_at - self.sat_down_at


class Wait(models.Model):
    """A player in line for a seat: of one cash table, or, `table` empty, of a game; or of a `mix`, ``{"rotation", "level"}``
    as a table has them, at any table that plays it (else empty). Who waits for a table with real cards (`kind`) is not
    called to one on the screen, nor the other way round."""

    class State(models.TextChoices):
        WAITING = "waiting", _("in line")
        CALLED = "called", _("called")
        SEATED = "seated", _("seated")
        MISSED = "missed", _("did not answer")
        LEFT = "left", _("left")

    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="waits")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="waits", null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Table.Kind.choices, default=Table.Kind.DEALT)
    game = models.CharField(_("game"), max_length=40, blank=True)
    mix = models.JSONField(default=dict, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    joined_at = models.DateTimeField(_("in line since"))
    called_to = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls", null=True, blank=True)
    answer_by = models.DateTimeField(_("answer by"), null=True, blank=True)

    class Meta:
        verbose_name = _("place in line")
        verbose_name_plural = _("waiting lists")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "table", "kind", "game", "mix"],
                condition=Q(state__in=["waiting", "called"]),
                nulls_distinct=False,
                name="in_line_once",
            ),
        ]
        indexes = [models.Index(fields=["answer_by"], condition=Q(state="called"), name="wait_called")]

    def __str__(self) -> str:
        return f"{self.player} → {self.table or self.game}"
