"""Rows of the tournaments: sheets, tournaments, and the log that a tournament is; `entries` has the entries."""

from __future__ import annotations

import copy
from datetime import datetime

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Alternate, Entry, EntryTerms, Purchase
from tournaments.models.kinds import KindFields
from tournaments.models.leagues import League, Result, Season
from tournaments.models.templates import Occurrence, TournamentTemplate
from tournaments.payouts.payouts import DEFAULT

__all__ = [
    "Alternate",
    "Entry",
    "EntryTerms",
    "League",
    "LogEntry",
    "Occurrence",
    "Purchase",
    "Result",
    "Season",
    "Structure",
    "Ticket",
    "Tournament",
    "TournamentTemplate",
]


class Structure(models.Model):
    """A structure sheet, whole. `missing` says what must be completed before a tournament can be scheduled by it."""

    key = models.SlugField(_("key"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=200)
    sheet = models.JSONField(_("sheet"), encoder=DjangoJSONEncoder)
    missing = models.JSONField(_("missing"), default=list)
    version = models.PositiveIntegerField(_("version"), default=1, help_text=_("Grows with every saving."))
    imported_at = models.DateTimeField(_("imported"))

    class Meta:
        verbose_name = _("structure")
        verbose_name_plural = _("structures")

    def __str__(self) -> str:
        return self.name


class StructureVersion(models.Model):
    """A sheet as it was saved: every version is kept. Never changed and never deleted."""

    structure = models.ForeignKey(Structure, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(_("version"))
    sheet = models.JSONField(_("sheet"), encoder=DjangoJSONEncoder)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("version of a structure")
        verbose_name_plural = _("versions of structures")
        constraints = [models.UniqueConstraint(fields=["structure", "number"], name="structure_version_once")]
        triggers = [pgtrigger.Protect(name="structure_append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.structure} {self.number}"


class Tournament(EntryTerms, KindFields):
    """One tournament. The structure is copied, so that an edited sheet leaves it alone; the rest of it is its log."""

    class Status(models.TextChoices):
        REGISTERING = "registering", _("Registration open")
        RUNNING = "running", _("Running")
        BAGGED = "bagged", _("Bagged: goes on another day")
        FINISHED = "finished", _("Finished")
        CANCELLED = "cancelled", _("Cancelled")

    class Driver(models.TextChoices):
        SWEEP = "sweep", _("by the clock")
        COMMAND = "command", _("by a command")

    class Rounding(models.TextChoices):
        LARGEST = "largest", _("to the largest remainders")
        FIRST = "first", _("rounded down, the rest to the first")
        LAST = "last", _("rounded down, the rest to the last that may have it")
        NEAREST = "nearest", _("to the nearest, the difference to the first")

    class BountyKind(models.TextChoices):
        FIXED = "fixed", _("fixed")
        PROGRESSIVE = "progressive", _("progressive")
        MYSTERY = "mystery", _("mystery")

    class BountyFinal(models.TextChoices):
        WINNER = "winner", _("to the winner")
        POOL = "pool", _("to the prize pool")

    class BountyPaid(models.TextChoices):
        ONCE = "once", _("at the knock-out")
        END = "end", _("at the end")

    class Disqualified(models.TextChoices):
        NONE = "none", _("none: the places below move up")
        PLACED = "placed", _("as placed")

    class Cards(models.TextChoices):
        DEALT = "dealt", _("dealt by the server")
        PHYSICAL = "physical", _("real cards")
        MIXED = "mixed", _("real cards at some tables")

    seen_until: datetime | None = (
        None  # of an unsaved one, as spectators see it: its instant (`tournaments.log.spectator_delay`)
    )

    name = models.CharField(_("name"), max_length=120)
    is_demo = models.BooleanField(
        default=False, editable=False
    )  # announced by the demo: another follows when it is over
    structure = models.ForeignKey(Structure, on_delete=models.PROTECT, null=True, related_name="tournaments")
    sheet = models.JSONField(_("sheet"), encoder=DjangoJSONEncoder)
    status = models.CharField(_("status"), max_length=12, choices=Status.choices, default=Status.REGISTERING)
    driver = models.CharField(_("run"), max_length=10, choices=Driver.choices, default=Driver.SWEEP)
    starts_at = models.DateTimeField(_("starts"), null=True, blank=True)
    must_end_at = models.DateTimeField(
        _("closing time"), null=True, blank=True, help_text=_("When the house closes: the forecast warns of overtime.")
    )
    buy_in = models.PositiveBigIntegerField(_("buy-in"))
    fee = models.PositiveBigIntegerField(_("fee"), default=0)
    starting_chips = models.PositiveBigIntegerField(_("starting chips"), validators=[MinValueValidator(1)])
    table_size = models.PositiveSmallIntegerField(
        _("seats a table"), default=9, validators=[MinValueValidator(2), MaxValueValidator(10)]
    )
    cards = models.CharField(_("cards"), max_length=10, choices=Cards.choices, default=Cards.DEALT)
    physical_tables = models.JSONField(
        _("tables with real cards"), default=list, blank=True, help_text=_("By their numbers, where only some are.")
    )
    min_players = models.PositiveIntegerField(_("fewest players"), default=2, validators=[MinValueValidator(2)])
    max_players = models.PositiveIntegerField(_("most players"), null=True, blank=True)
    payout = models.CharField(_("payout"), max_length=40, default=DEFAULT)
    payout_table = models.JSONField(_("own payout table"), null=True, blank=True, encoder=DjangoJSONEncoder)
    payout_unit = models.PositiveBigIntegerField(
        _("prizes rounded to"), default=1, validators=[MinValueValidator(1)], help_text=_("In chips.")
    )
    payout_floor = models.PositiveBigIntegerField(_("each paid place gets first"), default=0)
    payout_minimum = models.PositiveBigIntegerField(_("least prize"), default=0)
    guarantee = models.PositiveBigIntegerField(_("guaranteed prize pool"), default=0)
    staff_basis_points = models.PositiveSmallIntegerField(
        _("staff's share"), default=0, validators=[MaxValueValidator(10_000)], help_text=_("In basis points.")
    )
    payout_rounding = models.CharField(
        _("what rounding leaves"), max_length=8, choices=Rounding.choices, default=Rounding.LARGEST
    )
    fee_basis_points = models.PositiveSmallIntegerField(
        _("fee in basis points of the buy-in"), default=0, validators=[MaxValueValidator(10_000)]
    )
    bounty = models.PositiveBigIntegerField(
        _("bounty"), default=0, help_text=_("In chips, a part of the buy-in; 0 for none.")
    )
    bounty_kind = models.CharField(
        _("kind of bounty"), max_length=12, choices=BountyKind.choices, default=BountyKind.FIXED
    )
    bounty_paid_percent = models.PositiveSmallIntegerField(
        _("part of a progressive bounty paid at once"),
        default=50,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_("In per cent; the rest goes onto the hunter's own head."),
    )
    bounty_final = models.CharField(
        _("winner's own bounty"), max_length=6, choices=BountyFinal.choices, default=BountyFinal.WINNER
    )
    bounty_paid = models.CharField(
        _("bounties are paid"), max_length=4, choices=BountyPaid.choices, default=BountyPaid.ONCE
    )
    mystery_level = models.PositiveSmallIntegerField(
        _("envelopes from level"), null=True, blank=True, help_text=_("Empty: once everybody left is paid a prize.")
    )
    mystery_shares = models.JSONField(
        _("envelopes"), default=list, blank=True, help_text=_("Pairs of a weight and how many such envelopes.")
    )
    disqualified_prize = models.CharField(
        _("prize of the disqualified"), max_length=6, choices=Disqualified.choices, default=Disqualified.NONE
    )
    ticket_for = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="satellites", verbose_name=_("ticket for")
    )
    ticket_value = models.PositiveBigIntegerField(
        _("worth of a ticket"), default=0, help_text=_("In chips; 0: the prizes are chips, not tickets.")
    )
    tickets_guaranteed = models.PositiveIntegerField(_("guaranteed tickets"), default=0)
    pace = models.FloatField(_("pace"), default=1.0, help_text=_("Seconds a computer player thinks; 0 plays at once."))
    action_seconds = models.PositiveSmallIntegerField(_("action clock"), default=20)
    seed = models.BinaryField(max_length=64, editable=False)
    version = models.PositiveBigIntegerField(_("version"), default=0)
    snapshot = models.JSONField(default=dict, editable=False, encoder=DjangoJSONEncoder)
    seq = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(_("announced"))

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [models.Index(fields=["id"], condition=Q(is_demo=True), name="tournament_of_the_demo")]
        constraints = [
            models.CheckConstraint(condition=Q(table_size__gte=2, table_size__lte=10), name="tournament_table_size"),
            models.CheckConstraint(condition=Q(starting_chips__gte=1), name="tournament_has_chips"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def owner(self) -> str:
        """How tables and ledger name this tournament; also the unit of its chips and the channel of its watchers."""
        return f"tournament:{self.pk}"

    @property
    def pot(self) -> Tournament:
        """The event whose prizes are played for: of a flight its last day, else itself."""
        row = self
        while row.day_two is not None:
            row = row.day_two
        if self.seen_until is not None and row is not self:  # who sees the one late, sees the other so
            row = copy.copy(row)
            row.seen_until = self.seen_until
        return row

    def is_physical(self, table: int) -> bool:
        """True if the cards at the table of that number are real: nothing is dealt there by the server."""
        if self.cards == self.Cards.MIXED:
            return table in self.physical_tables
        return self.cards == self.Cards.PHYSICAL


HEAVY = ("tournament__snapshot", "tournament__sheet")
"""What lists leave out that join the tournament to each of their rows: together as long as all its entries."""


class Ticket(models.Model):
    """The right to enter, held by a player. Its value lies in the escrow of tickets while it can be used.

    Good for one tournament, for every one of a name, or for any whose price it covers.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waits for a second person")
        HELD = "held", _("good")
        USED = "used", _("used")
        CANCELLED = "cancelled", _("taken back")
        EXPIRED = "expired", _("expired")

    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="tickets")
    value = models.PositiveBigIntegerField(_("worth"), validators=[MinValueValidator(1)])
    tournament = models.ForeignKey(
        Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="tickets_in",
        verbose_name=_("for the tournament"),
    )  # fmt: skip
    event = models.CharField(_("for every tournament called"), max_length=120, blank=True)
    won_in = models.ForeignKey(
        Tournament,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="tickets_out",
        verbose_name=_("won in"),
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.HELD)
    key = models.CharField(max_length=120, unique=True, editable=False)
    why = models.CharField(_("reason"), max_length=300, blank=True)
    issued_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        verbose_name=_("issued by"),
    )  # fmt: skip
    issued_at = models.DateTimeField(_("issued"))
    expires_at = models.DateTimeField(_("good until"), null=True, blank=True)
    noticed_at = models.DateTimeField(_("notice of expiry sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("ticket")
        verbose_name_plural = _("tickets")
        constraints = [models.CheckConstraint(condition=Q(value__gte=1), name="ticket_has_value")]

    def __str__(self) -> str:
        return f"{self.pk}: {self.value} ({self.player})"


class LogEntry(models.Model):
    """One line of a tournament's log: a decision, or the outcome of a draw. Never changed and never deleted."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="log")
    seq = models.PositiveIntegerField(_("sequence"))
    kind = models.CharField(_("kind"), max_length=20)
    data = models.JSONField(_("particulars"), encoder=DjangoJSONEncoder)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    source = models.CharField(_("from where"), max_length=200, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("line of the log")
        verbose_name_plural = _("lines of the log")
        ordering = ("tournament_id", "seq")
        constraints = [models.UniqueConstraint(fields=["tournament", "seq"], name="log_seq_once")]
        triggers = [pgtrigger.Protect(name="log_append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.tournament_id}.{self.seq} {self.kind}"


class Forecast(models.Model):
    """Evenings of one plan played by the workers: what was asked, how far they are, and what came of it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="forecasts")
    asked = models.JSONField(_("asked"), encoder=DjangoJSONEncoder)
    evenings = models.PositiveIntegerField(_("evenings"), default=400)
    done = models.PositiveIntegerField(_("played"), default=0)
    result = models.JSONField(_("result"), null=True, blank=True, encoder=DjangoJSONEncoder)
    error = models.CharField(_("error"), max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(_("asked at"))

    class Meta:
        verbose_name = _("forecast")
        verbose_name_plural = _("forecasts")
        indexes = [models.Index(fields=["tournament", "-created_at"], name="latest_forecast")]

    def __str__(self) -> str:
        return f"{self.tournament or ''} {self.created_at:%Y-%m-%d %H:%M}"
