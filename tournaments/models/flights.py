"""The fields of an event that is one of several first days, or the second day that their survivors meet in."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class FlightFields(models.Model):
    """How a flight ends, and what its Day 2 makes of several of them."""

    class FlightStacks(models.TextChoices):
        BEST = "best", _("the largest; the others leave play")
        ALL = "all", _("all of them together")

    class FlightRanking(models.TextChoices):
        SHARE = "share", _("by the share of the own flight that was left")
        LEFT = "left", _("by how many were left in the own flight")
        DAY_TWO = "day-two", _("they share the last places; only Day 2 is paid")

    day_two = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="flights",
        verbose_name=_("flight of"),
        help_text=_("The Day 2 to which its survivors go on with their stacks; entries, fees apart, go to its prizes."),
    )  # fmt: skip
    bags_after_level = models.PositiveSmallIntegerField(
        _("the flight ends after level"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    bags_at_percent = models.PositiveSmallIntegerField(
        _("or with this share of its entries left"), null=True, blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(99)],
        help_text=_("In per cent, once nobody may enter any more; hands in progress are finished."),
    )  # fmt: skip
    bags_at_players = models.PositiveIntegerField(
        _("or with so many players left"), null=True, blank=True, validators=[MinValueValidator(1)],
        help_text=_("Once nobody may enter any more; hands in progress are finished."),
    )  # fmt: skip
    bags_after_hands = models.PositiveSmallIntegerField(
        _("hands that each table plays then"), default=0, validators=[MaxValueValidator(99)],
        help_text=_("The clock stands meanwhile; the hand in play then does not count. 0: that hand is finished, and no more."),
    )  # fmt: skip
    flight_stacks = models.CharField(
        _("stacks of one who survives several flights"), max_length=4, choices=FlightStacks.choices,
        default=FlightStacks.BEST,
    )  # fmt: skip
    enters_again = models.BooleanField(_("who has survived may enter another flight"), default=False)
    restart_level = models.PositiveSmallIntegerField(
        _("Day 2 goes on at level"), null=True, blank=True, validators=[MinValueValidator(1)],
        help_text=_("From its beginning. Empty: where the flight that came furthest stopped."),
    )  # fmt: skip
    flight_ranking = models.CharField(
        _("places of those out in flights"), max_length=8, choices=FlightRanking.choices, default=FlightRanking.SHARE,
        help_text=_("Below everybody of Day 2; who is equal by this shares."),
    )  # fmt: skip

    flight_paid_percent = models.PositiveSmallIntegerField(
        _("share of its entries that a flight pays"), default=0, validators=[MaxValueValidator(99)],
        help_text=_("In per cent of the flight's own entries; 0: prizes are paid at the end, by place."),
    )  # fmt: skip
    flight_prize = models.PositiveBigIntegerField(
        _("prize of each of them"), default=0,
        help_text=_("In chips, from the pool of all flights, to who falls among those; by place Day 2 alone is paid then."),
    )  # fmt: skip

    class Meta:
        abstract = True
