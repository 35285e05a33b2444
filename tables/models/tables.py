"""Rows of the tables. What a table is stands in groups by subject, as in the rows of tournaments.

Amounts are integer chips of the table's unit. Only `tables.dealing`, `tables.cash` and `tables.live_cards` write here.
"""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from club.live import channel_names

MAX_SEATS = 11
PRACTICE = "practice"  # the unit of play chips, which are exchanged for no others


class GameFields(models.Model):
    """What is played: the game and its stakes, or a mix of games, then those of the hand dealt last."""

    game = models.CharField(_("game"), max_length=40, help_text=_("A key of the catalogue of games."))
    stakes = models.JSONField(_("stakes"), default=dict, encoder=DjangoJSONEncoder)
    rotation = models.JSONField(_("mix"), null=True, blank=True, help_text=_("Of `engine.mixes.rotation.Rotation`."))
    level = models.JSONField(_("level"), null=True, blank=True, help_text=_("Of `engine.mixes.mixes.MixedStakes`."))
    # Of the hand dealt last: `engine.mixes.rotation.Turn`.
    turn = models.JSONField(null=True, blank=True, editable=False)
    # The question to a chooser: see `tables.cash.mixed_games`.
    choosing = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True


class ButtonFields(models.Model):
    """Where the next hand stands: its number, its button and blinds, and what a misdeal goes back to."""

    button = models.PositiveSmallIntegerField(_("button"), null=True, blank=True)
    small_blind = models.PositiveSmallIntegerField(_("small blind's seat"), null=True, blank=True)
    big_blind = models.PositiveSmallIntegerField(_("big blind's seat"), null=True, blank=True)
    # The cards by seat that the first button was dealt for, until the hand that begins from it.
    button_cards = models.JSONField(_("cards for the button"), null=True, blank=True, editable=False)
    next_hand = models.PositiveIntegerField(_("next hand"), default=1)
    before_deal = models.JSONField(null=True, blank=True, editable=False)

    class Meta:
        abstract = True


class PaceFields(models.Model):
    """How fast it goes, in seconds, and when the next hand is dealt."""

    action_seconds = models.PositiveSmallIntegerField(
        _("action clock"), default=30, help_text=_("Seconds a person has for a decision.")
    )
    pace = models.FloatField(
        _("pace"),
        default=1.0,
        validators=[MinValueValidator(0.0)],
        help_text=_("Seconds a computer player thinks; 0 plays at once."),
    )
    pause = models.FloatField(
        _("pause"),
        default=4.0,
        validators=[MinValueValidator(0.0)],
        help_text=_("Seconds between a hand and the next at a cash table."),
    )
    deal_at = models.DateTimeField(_("next deal"), null=True, blank=True)

    class Meta:
        abstract = True


class CashFields(models.Model):
    """A cash table alone: what one may buy in for, its time charge, and whether it is broken or feeds another."""

    min_buy_in = models.PositiveBigIntegerField(_("smallest buy-in"), default=0)
    max_buy_in = models.PositiveBigIntegerField(_("largest buy-in"), default=0)
    time_due = models.DateTimeField(_("time charge due"), null=True, blank=True)
    is_breaking = models.BooleanField(_("being broken"), default=False)
    main = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="feeders", null=True, blank=True, help_text=_("Of a feeder.")
    )

    class Meta:
        abstract = True


class Table(GameFields, ButtonFields, PaceFields, CashFields):
    """A table of the club. Its row is the lock under which all that happens at it is written, one after another."""

    class Kind(models.TextChoices):
        DEALT = "dealt", _("dealt by the server")
        RECORDED = "recorded", _("recorded")
        SESSION = "session", _("session, no hands entered")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.DEALT)
    seats = models.PositiveSmallIntegerField(
        _("seats"), default=9, validators=[MinValueValidator(2), MaxValueValidator(MAX_SEATS)]
    )
    owner = models.CharField(
        _("owner"), max_length=40, blank=True, db_index=True, help_text=_("Empty for a cash table.")
    )
    unit = models.CharField(_("unit"), max_length=40, default="chips")
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveBigIntegerField(_("version"), default=0, help_text=_("Grows with every change shown."))
    channel_turn = models.PositiveIntegerField(
        _("names of the channels so far"),
        default=0,
        editable=False,
        help_text=_("Of a private table: how often its channels had new names."),
    )
    is_private = models.BooleanField(  # for ever: see `tables.core.admission`
        _("private"), default=False, editable=False
    )
    is_demo = models.BooleanField(default=False, editable=False)  # opened by the demo, which keeps it in chips
    opened_at = models.DateTimeField(_("opened"))
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    request_key = models.CharField(max_length=150, null=True, blank=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints = [
            models.CheckConstraint(condition=Q(seats__gte=2, seats__lte=MAX_SEATS), name="table_seats_in_range"),
            models.CheckConstraint(condition=Q(max_buy_in__gte=F("min_buy_in")), name="table_buy_in_range"),
            models.CheckConstraint(condition=Q(pace__gte=0, pause__gte=0), name="table_waits_not_negative"),
        ]
        indexes = [
            models.Index(fields=["deal_at"], condition=Q(deal_at__isnull=False), name="table_waiting_for_a_deal"),
            models.Index(fields=["owner", "name", "id"], condition=Q(status="open"), name="table_in_the_lobby"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_cash(self) -> bool:
        """True if players buy in and leave as they like, with chips of their own, whoever deals the cards.

        Not where hands of others were imported, whose chips are of a unit of their own.
        """
        return self.owner == "" and (self.kind == self.Kind.DEALT or self.unit == "chips")

    @property
    def is_of_imports(self) -> bool:
        """True where published hands were imported, whose chips are of a unit of their own and nobody's."""
        return self.kind == self.Kind.RECORDED and not self.owner and self.unit != "chips"

    @property
    def deals_itself(self) -> bool:
        """True at a cash table where the server deals: hands follow one another by themselves."""
        return self.is_cash and self.kind == self.Kind.DEALT

    @property
    def is_practice(self) -> bool:
        """True at a table for play chips, where no chip of the club moves (`tables.practice.practice_tables`)."""
        return self.unit == PRACTICE

    @property
    def has_real_chips(self) -> bool:
        """True at a cash table where people deal: the chips there come from the desk's tray, and go back to it."""
        return self.is_cash and not self.deals_itself

    @property
    def is_session(self) -> bool:
        """True at a cash table with real cards where nobody enters hands: between two counts nobody knows who has how many
        chips, only how many lie on the table (`tables.sessions.session_tables`)."""
        return self.kind == self.Kind.SESSION

    @property
    def line_kind(self) -> str:
        """The kind of table for which people stand in line here: with real cards, or dealt by the server."""
        return self.Kind.DEALT if self.kind == self.Kind.DEALT else self.Kind.RECORDED

    @property
    def channel(self) -> str:
        """The name under which watchers hear of a new version."""
        return self._channel("table")

    @property
    def chat_channel(self) -> str:
        """The name under which they hear that something was said here."""
        return self._channel("chat")

    def _channel(self, kind: str) -> str:
        """Of a private table a name that is told to whoever may look at it, and found by nobody else."""
        name = f"{kind}:{self.pk}"
        return channel_names.secret(name, self.channel_turn) if self.is_private else name
