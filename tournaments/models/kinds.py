"""The fields of an event that say what kind it is: when it starts, and how its tables go on."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.flights import FlightFields


class KindFields(FlightFields):
    """What kind of event it is."""

    class StartsWhen(models.TextChoices):
        HOUR = "hour", _("at its hour, or by hand")
        FULL = "full", _("as soon as it is full (sit-and-go)")

    class Format(models.TextChoices):
        FIELD = "field", _("one field: tables are balanced and combined")
        SHOOT_OUT = "shoot-out", _("shoot-out: each table plays down, winners are drawn anew")
        BRACKET = "bracket", _("heads-up bracket: winners of matches meet")
        DAY_TWO = "day-two", _("Day 2 or later: survivors with their stacks")

    class RoundStacks(models.TextChoices):
        FRESH = "fresh", _("the starting chips again")
        CARRIED = "carried", _("what was won")

    class RoundClock(models.TextChoices):
        ON = "on", _("goes on")
        AGAIN = "again", _("starts again")

    starts_when = models.CharField(
        _("starts"), max_length=4, choices=StartsWhen.choices, default=StartsWhen.HOUR,
        help_text=_("A sit-and-go needs the most players stated, and no hour."),
    )  # fmt: skip
    reopens = models.BooleanField(
        _("another opens when it starts"), default=False, help_text=_("For sit-and-gos: the same event again.")
    )
    format = models.CharField(
        _("format"), max_length=10, choices=Format.choices, default=Format.FIELD,
        help_text=_("Shoot-outs and brackets are freeze-outs, without late registration."),
    )  # fmt: skip
    advance = models.PositiveSmallIntegerField(
        _("go on from each table"), default=1, validators=[MinValueValidator(1), MaxValueValidator(9)],
        help_text=_("Of a shoot-out, in every round but the last."),
    )  # fmt: skip
    round_stacks = models.CharField(
        _("stacks of the next round"), max_length=8, choices=RoundStacks.choices, default=RoundStacks.FRESH
    )
    round_clock = models.CharField(
        _("clock of the next round"), max_length=6, choices=RoundClock.choices, default=RoundClock.AGAIN
    )

    class Meta(FlightFields.Meta):
        abstract = True
