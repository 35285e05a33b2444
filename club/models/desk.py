"""Rows of the cashier's desk: slips, shifts, what waits for a second person, notices, closed months."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Shift(models.Model):
    """A cashier's time at the desk, between two counts of the tray. Counts map a chip's value to how many there are."""

    number = models.PositiveIntegerField(_("number"), unique=True)
    cashier = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    business_day = models.DateField(_("business day"), db_index=True)
    chip_set = models.CharField(_("chip set"), max_length=500)
    opened_at = models.DateTimeField(_("opened"))
    opening = models.JSONField(_("opening count"))
    opening_total = models.BigIntegerField()
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    closing = models.JSONField(_("closing count"), null=True)
    closing_total = models.BigIntegerField(null=True)
    expected = models.BigIntegerField(_("expected"), null=True)
    # The cash drawer, in the currency's smallest unit; None throughout in a shift without one.
    chip_price = models.PositiveBigIntegerField(_("price of a chip"), default=1)
    cash_opening = models.BigIntegerField(_("cash at the opening"), null=True)
    cash_closing = models.BigIntegerField(_("cash at the end"), null=True)
    cash_expected = models.BigIntegerField(_("cash expected"), null=True)
    note = models.CharField(_("note"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("shift")
        verbose_name_plural = _("shifts")
        constraints = [
            models.UniqueConstraint(fields=["cashier"], condition=Q(closed_at=None), name="shift_one_open_a_cashier"),
            models.CheckConstraint(
                condition=Q(closed_at=None, closing_total=None, expected=None)
                | Q(closed_at__isnull=False, closing_total__isnull=False, expected__isnull=False),
                name="shift_closed_with_a_count",
            ),
            models.CheckConstraint(
                condition=Q(cash_closing=None, cash_expected=None)
                & (Q(cash_opening=None) | Q(closed_at=None, cash_opening__gte=0))
                | Q(
                    closed_at__isnull=False,
                    cash_opening__isnull=False,
                    cash_opening__gte=0,
                    cash_closing__isnull=False,
                    cash_closing__gte=0,
                    cash_expected__isnull=False,
                ),
                name="shift_cash_counted_at_both_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def variance(self) -> int | None:
        """What was counted at the end less what should have been there; None while the shift is open."""
        if self.closing_total is None or self.expected is None:
            return None
        return self.closing_total - self.expected

    @property
    def cash_variance(self) -> int | None:
        """Cash counted at the end less what should have been in the drawer; None while the shift is open, or has none."""
        if self.cash_closing is None or self.cash_expected is None:
            return None
        return self.cash_closing - self.cash_expected


class TrayMove(models.Model):
    """Chips and cash brought from the bank (fill) or to it (credit), and chips from the tables' boxes (drop), counted; each
    kind numbered without gaps."""

    class Kind(models.TextChoices):
        FILL = "fill", _("fill")
        CREDIT = "credit", _("credit to the bank")
        DROP = "drop", _("drop")

    kind = models.CharField(_("kind"), max_length=6, choices=Kind.choices)
    number = models.PositiveIntegerField(_("number"))
    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, related_name="moves")
    counts = models.JSONField(_("count"))
    total = models.BigIntegerField(_("total"))
    # Into the drawer, or with a credit out of it; in the currency's smallest unit.
    cash = models.PositiveBigIntegerField(_("cash"), default=0)
    key = models.CharField(max_length=200, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))
    why = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("fill or credit")
        verbose_name_plural = _("fills and credits")
        constraints = [models.UniqueConstraint(fields=["kind", "number"], name="tray_move_number_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class ChipRun(models.Model):
    """Real chips carried between the desk's tray and a table: `chips` above 0 into the tray; no shift: from or to the bank."""

    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, null=True, blank=True, related_name="runs")
    transfer = models.OneToOneField(
        "club.Transfer", on_delete=models.PROTECT, null=True, blank=True, related_name="chip_run"
    )
    chips = models.BigIntegerField(_("chips into the tray"))
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("chip run")
        verbose_name_plural = _("chip runs")
        constraints = [models.CheckConstraint(condition=~Q(chips=0), name="chip_run_carries_something")]

    def __str__(self) -> str:
        return f"{self.chips}"


class AwaitedChips(models.Model):
    """Real chips of a table that has closed under its players: theirs by the books, and to be carried to a tray.

    They lie in no tray until somebody at the desk says that they are here, by a chip run of the same transfer.
    """

    transfer = models.OneToOneField("club.Transfer", on_delete=models.PROTECT, related_name="awaited_chips")
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+")
    place = models.CharField(_("where they lay"), max_length=120)
    chips = models.PositiveBigIntegerField(_("chips"))
    since = models.DateTimeField(_("since"))

    class Meta:
        verbose_name = _("chips to be carried to the desk")
        verbose_name_plural = _("chips to be carried to the desk")

    def __str__(self) -> str:
        return f"{self.place} {self.chips}"


class Slip(models.Model):
    """The number of a transfer made at the desk, without gaps, the shift in which it was made, and what was paid."""

    number = models.PositiveBigIntegerField(_("number"), unique=True)
    transfer = models.OneToOneField("club.Transfer", on_delete=models.PROTECT, related_name="slip")
    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, null=True, blank=True, related_name="slips")
    business_day = models.DateField(_("business day"), db_index=True)
    # Into the drawer, below 0 out of it, in the currency's smallest unit.
    cash = models.BigIntegerField(_("cash"), default=0)

    class Meta:
        verbose_name = _("slip")
        verbose_name_plural = _("slips")

    def __str__(self) -> str:
        return f"{self.number}"


class Proposal(models.Model):
    """An adjustment, the difference of a count, a reversal, opening balances, a shift closed with a large variance, or one to be
    opened again: proposed by one person and, above an amount, decided by another."""

    class Kind(models.TextChoices):
        ADJUSTMENT = "adjustment", _("adjustment")
        DIFFERENCE = "difference", _("difference of a count")
        REVERSAL = "reversal", _("reversal")
        VARIANCE = "variance", _("variance of a shift")
        REOPENING = "reopening", _("reopening of a shift")
        OPENING = "opening", _("opening balances")

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        APPROVED = "approved", _("approved")
        REFUSED = "refused", _("refused")

    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    key = models.CharField(max_length=200, unique=True)
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, null=True, related_name="+")
    account = models.ForeignKey(
        "club.Account", on_delete=models.PROTECT, null=True, related_name="+", verbose_name=_("counted account")
    )
    amount = models.BigIntegerField(_("chips"))
    reverses = models.ForeignKey("club.Transfer", on_delete=models.PROTECT, null=True, related_name="+")
    shift = models.ForeignKey(Shift, on_delete=models.PROTECT, null=True, related_name="proposals")
    why = models.CharField(_("reason"), max_length=300)
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField(_("proposed"))
    needs_second = models.BooleanField(_("needs a second person"))
    status = models.CharField(_("status"), max_length=8, choices=Status.choices, default=Status.WAITING)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(_("decided"), null=True)
    transfer = models.OneToOneField("club.Transfer", on_delete=models.PROTECT, null=True, related_name="proposal")

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
        constraints = [
            # The second pair of eyes is not a matter of code alone.
            models.CheckConstraint(
                condition=~Q(status="approved", needs_second=True) | ~Q(decided_by=models.F("proposed_by")),
                name="proposal_second_person",
            ),
            models.CheckConstraint(
                condition=Q(status="approved", transfer__isnull=False)
                | ~Q(status="approved") & Q(transfer=None)
                | Q(status="approved", transfer=None, kind__in=("variance", "reopening")),
                name="proposal_approved_is_posted",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"


class OpeningBalance(models.Model):
    """What a member had at hand when the club moved in: a row of the file whose balances a proposal of kind `opening` brings."""

    proposal = models.ForeignKey(
        Proposal, on_delete=models.PROTECT, related_name="openings", verbose_name=_("proposal")
    )
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="openings")
    chips = models.PositiveBigIntegerField(_("chips"))

    class Meta:
        verbose_name = _("opening balance")
        verbose_name_plural = _("opening balances")
        constraints = [models.UniqueConstraint(fields=["proposal", "player"], name="opening_once")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.chips}"


class AgeCheck(models.Model):
    """Somebody saw a document: the player is at least so old."""

    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="age_checks")
    age = models.PositiveSmallIntegerField(_("at least (years)"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("age check")
        verbose_name_plural = _("age checks")

    def __str__(self) -> str:
        return f"{self.player_id} {self.age}"


class UnsentMail(models.Model):
    """An e-mail to a login that could not be sent, kept until it is: it is tried again by a task."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(_("text"))
    since = models.DateTimeField(_("since"))
    tries = models.PositiveIntegerField(_("tries"), default=1)
    fault = models.CharField(_("what the mail server said"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("unsent e-mail")
        verbose_name_plural = _("unsent e-mails")

    def __str__(self) -> str:
        return f"{self.user_id} {self.subject}"


class ExpiryNotice(models.Model):
    """Word that a wallet expires at an instant, if nothing moves it: its line `version` is still the last."""

    account = models.ForeignKey("club.Account", on_delete=models.PROTECT, related_name="+")
    version = models.PositiveBigIntegerField()
    given_at = models.DateTimeField(_("given"))
    due_at = models.DateTimeField(_("expires"))
    # Sent by e-mail, or found to have nobody to send it to.
    mail_done_at = models.DateTimeField(_("e-mail done"), null=True, editable=False)

    class Meta:
        verbose_name = _("notice of expiry")
        verbose_name_plural = _("notices of expiry")
        constraints = [models.UniqueConstraint(fields=["account", "version"], name="expiry_notice_once")]

    def __str__(self) -> str:
        return f"{self.account_id}.{self.version}"


class ClosedMonth(models.Model):
    """A month whose report stands: the instants it runs between, and the figures as they were."""

    month = models.DateField(_("month"), unique=True)
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    report = models.JSONField(encoder=DjangoJSONEncoder)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    closed_at = models.DateTimeField(_("closed"))

    class Meta:
        verbose_name = _("closed month")
        verbose_name_plural = _("closed months")

    def __str__(self) -> str:
        return f"{self.month:%Y-%m}"
