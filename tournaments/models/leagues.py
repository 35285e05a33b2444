"""Rows of the seasons: what each entry of a finished tournament came to, leagues, and how a season scores."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Result(models.Model):
    """What one entry of a finished tournament came to: its place, what it cost and won. Made anew whenever the log says so.

    `turn` is which entry of its player it was, from 1. Amounts are in the club's chips.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="results")
    entry = models.OneToOneField("tournaments.Entry", on_delete=models.PROTECT, related_name="result")
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="results")
    best = models.PositiveIntegerField(_("place"))
    worst = models.PositiveIntegerField(_("place, shared down to"))
    turn = models.PositiveSmallIntegerField(_("entry of the player"), default=1)
    spent = models.PositiveBigIntegerField(_("spent"))
    prize = models.PositiveBigIntegerField(_("prize"), default=0)
    bounty = models.PositiveBigIntegerField(_("bounties"), default=0)
    hits = models.PositiveIntegerField(_("knock-outs"), default=0)
    rebuys = models.PositiveIntegerField(_("rebuys"), default=0)
    addons = models.PositiveIntegerField(_("add-ons"), default=0)
    at = models.DateTimeField(_("over"))

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ("tournament_id", "best", "entry__number")
        constraints = [models.CheckConstraint(condition=Q(best__gte=1, worst__gte=F("best")), name="result_place")]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.best} {self.player_id}"


class League(models.Model):
    """A series of evenings with a table of its own; its seasons follow one another."""

    name = models.CharField(_("name"), max_length=120)
    about = models.TextField(_("about it"), max_length=2000, blank=True)
    made_at = models.DateTimeField(_("made"))

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")

    def __str__(self) -> str:
        return self.name


class Season(models.Model):
    """One season: which tournaments count (or cash play instead), and how. Closed, it keeps the table it was closed with."""

    class Belongs(models.TextChoices):
        DATES = "dates", _("every tournament of its days")
        STRUCTURE = "structure", _("those of one structure, of its days")
        TEMPLATE = "template", _("those of one recurring event, of its days")
        CHOSEN = "chosen", _("those that were chosen")
        CASH = "cash", _("none: cash play of its days")

    class Entries(models.TextChoices):
        BEST = "best", _("a player's best entry of an evening")
        FIRST = "first", _("a player's first entry alone")
        LAST = "last", _("a player's last entry alone")
        EVERY = "every", _("every entry of a player")

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=120)
    begins = models.DateField(_("first day"))
    ends = models.DateField(_("last day"))
    belongs = models.CharField(
        _("tournaments"), max_length=10, choices=Belongs.choices, default=Belongs.DATES, db_index=True
    )
    structure = models.ForeignKey(
        "tournaments.Structure",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("structure"),
    )
    template = models.ForeignKey(
        "tournaments.TournamentTemplate",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("recurring event"),
    )
    tournaments = models.ManyToManyField("tournaments.Tournament", blank=True, related_name="seasons")
    formula = models.CharField(
        _("points"), max_length=500, help_text=_("The name of a known formula, or an expression of the club's own.")
    )
    overall = models.CharField(_("season's points"), max_length=20, default="sum")
    entries = models.CharField(_("who scores"), max_length=10, choices=Entries.choices, default=Entries.BEST)
    attendance = models.FloatField(_("points for each evening"), default=0)
    best = models.PositiveSmallIntegerField(
        _("evenings that count"), null=True, blank=True, validators=[MinValueValidator(1)], help_text=_("Empty: all.")
    )
    drop = models.PositiveSmallIntegerField(_("worst evenings dropped"), default=0)
    decimals = models.PositiveSmallIntegerField(_("decimals"), default=2, validators=[MaxValueValidator(6)])
    least_events = models.PositiveSmallIntegerField(_("fewest evenings to be ranked"), default=0)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    frozen = models.JSONField(_("closing table"), null=True, encoder=DjangoJSONEncoder, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = [
            models.CheckConstraint(condition=Q(ends__gte=F("begins")), name="season_ends_after_it_begins"),
            models.CheckConstraint(
                condition=Q(closed_at=None) | Q(frozen__isnull=False), name="season_closed_is_frozen"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league} {self.name}"
