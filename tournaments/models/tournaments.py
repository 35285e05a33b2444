"""Rows of the tournaments: sheets, tournaments, and the log that a tournament is.

A tournament's columns stand by their subject in the modules beside: `entries`, `kinds`, `flights`, `prizes`, `tickets`,
`room`, `log_state`.
"""

from __future__ import annotations

import copy
from datetime import datetime

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from engine.messages.message import Value, from_json
from tables.models import MAX_SEATS
from tournaments.models import log_kinds
from tournaments.models.entries import Alternate, Entry, EntryTerms, Purchase
from tournaments.models.kinds import KindFields
from tournaments.models.leagues import League, Result, Season
from tournaments.models.log_state import LogState
from tournaments.models.prizes import BountyTerms, PrizeTerms
from tournaments.models.room import ClockTerms, RoomTerms
from tournaments.models.templates import Occurrence, TournamentTemplate
from tournaments.models.tickets import SatelliteTerms, Ticket

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

    @property
    def lacks(self) -> list[Value]:
        """What `missing` keeps, as messages."""
        return [from_json(one) for one in self.missing]


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

    def __str__(self) -> str:
        return f"{self.structure} {self.number}"


class Tournament(EntryTerms, KindFields, PrizeTerms, BountyTerms, SatelliteTerms, RoomTerms, ClockTerms, LogState):
    """One tournament. The structure is copied, so that an edited sheet leaves it alone; the rest of it is its log."""

    class Status(models.TextChoices):
        REGISTERING = "registering", _("Registration open")
        RUNNING = "running", _("Running")
        BAGGED = "bagged", _("Bagged: goes on another day")
        FINISHED = "finished", _("Finished")
        CANCELLED = "cancelled", _("Cancelled")

    class FeeRounding(models.TextChoices):
        DOWN = "down", _("down")
        NEAREST = "nearest", _("to the nearest")
        UP = "up", _("up")

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
    buy_in = models.PositiveBigIntegerField(_("buy-in"))
    fee = models.PositiveBigIntegerField(_("fee"), default=0)
    starting_chips = models.PositiveBigIntegerField(_("starting chips"), validators=[MinValueValidator(1)])
    min_players = models.PositiveIntegerField(_("fewest players"), default=2, validators=[MinValueValidator(2)])
    max_players = models.PositiveIntegerField(_("most players"), null=True, blank=True)
    fee_basis_points = models.PositiveSmallIntegerField(
        _("fee in basis points of the buy-in"), default=0, validators=[MaxValueValidator(10_000)]
    )
    fee_unit = models.PositiveBigIntegerField(
        _("that fee in multiples of"), default=1, validators=[MinValueValidator(1)]
    )
    fee_rounding = models.CharField(
        _("rounding of that fee"), max_length=8, choices=FeeRounding.choices, default=FeeRounding.DOWN
    )
    created_at = models.DateTimeField(_("announced"))

    class Meta:
        verbose_name = _("tournament")
        verbose_name_plural = _("tournaments")
        indexes = [models.Index(fields=["id"], condition=Q(is_demo=True), name="tournament_of_the_demo")]
        constraints = [
            models.CheckConstraint(
                condition=Q(table_size__gte=2, table_size__lte=MAX_SEATS), name="tournament_table_size"
            ),
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
        tournament = self
        while tournament.day_two is not None:
            tournament = tournament.day_two
        if self.seen_until is not None and tournament is not self:  # who sees the one late, sees the other so
            tournament = copy.copy(tournament)
            tournament.seen_until = self.seen_until
        return tournament

    def is_physical(self, table: int) -> bool:
        """True if the cards at the table of that number are real: nothing is dealt there by the server."""
        if self.cards == self.Cards.MIXED:
            return table in self.physical_tables
        return self.cards == self.Cards.PHYSICAL


HEAVY = ("tournament__snapshot", "tournament__sheet")
"""What lists leave out that join the tournament to each of their rows: together as long as all its entries."""


class LogEntry(models.Model):
    """One line of a tournament's log: a decision, or the outcome of a draw. Never changed and never deleted.

    `data` are the fields of the class that `kind` names (`tournaments.log.events.registry`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="log")
    seq = models.PositiveIntegerField(_("sequence"))
    kind = models.CharField(_("kind"), max_length=20, choices=log_kinds.choices)
    data = models.JSONField(_("particulars"), encoder=DjangoJSONEncoder)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    source = models.CharField(_("from where"), max_length=200, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("line of the log")
        verbose_name_plural = _("lines of the log")
        ordering = ("tournament_id", "seq")
        constraints = [models.UniqueConstraint(fields=["tournament", "seq"], name="log_seq_once")]

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
