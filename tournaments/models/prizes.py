"""What an event pays, and how: its prize pool, places, and bounties."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.formulas.payout_tables import DEFAULT


class PrizeTerms(models.Model):
    """Columns of a tournament: how the prize pool is made and divided. Amounts in chips."""

    class Rounding(models.TextChoices):
        LARGEST = "largest", _("to the largest remainders")
        FIRST = "first", _("rounded down, the rest to the first")
        LAST = "last", _("rounded down, the rest to the last that may have it")
        NEAREST = "nearest", _("to the nearest, the difference to the first")

    class Disqualified(models.TextChoices):
        NONE = "none", _("none: the places below move up")
        PLACED = "placed", _("as placed")

    payout = models.CharField(_("payout"), max_length=40, default=DEFAULT)
    payout_table = models.JSONField(_("own payout table"), null=True, blank=True, encoder=DjangoJSONEncoder)
    payout_unit = models.PositiveBigIntegerField(
        _("prizes rounded to"), default=1, validators=[MinValueValidator(1)], help_text=_("In chips.")
    )
    payout_floor = models.PositiveBigIntegerField(_("each paid place gets first"), default=0)
    payout_minimum = models.PositiveBigIntegerField(_("least prize"), default=0)
    payout_rounding = models.CharField(
        _("what rounding leaves"), max_length=8, choices=Rounding.choices, default=Rounding.LARGEST
    )
    guarantee = models.PositiveBigIntegerField(_("guaranteed prize pool"), default=0)
    staff_basis_points = models.PositiveSmallIntegerField(
        _("staff's share"), default=0, validators=[MaxValueValidator(10_000)], help_text=_("In basis points.")
    )
    disqualified_prize = models.CharField(
        _("prize of the disqualified"), max_length=6, choices=Disqualified.choices, default=Disqualified.NONE
    )

    class Meta:
        abstract = True


class BountyTerms(models.Model):
    """Columns of a tournament: the bounty on each entry, and how it is paid. Amounts in chips."""

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
        help_text=_("In per cent; the rest goes onto the eliminator's own bounty."),
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

    class Meta:
        abstract = True
