"""Rows of the entries: the terms on which an event is entered, entries, what is bought besides, and who waits for a seat."""

from __future__ import annotations

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EntryTerms(models.Model):
    """The fields of an event that say who may enter, until when, how often, and what may be bought besides."""

    class Absentees(models.TextChoices):
        STACK = "stack", _("dealt in and blinded off")
        WAIT = "wait", _("seated when they come")

    opens_at = models.DateTimeField(_("registration opens"), null=True, blank=True)
    late_until_level = models.PositiveSmallIntegerField(
        _("late registration until the end of level"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    is_break_late = models.BooleanField(_("and of the break after it"), default=True)
    late_minutes = models.PositiveSmallIntegerField(
        _("late registration for (minutes after the start)"), null=True, blank=True, validators=[MinValueValidator(1)],
        help_text=_("By the clock: a pause or a break of all tables makes it no shorter."),
    )  # fmt: skip
    late_until = models.DateTimeField(_("late registration until"), null=True, blank=True)
    on_time_chips = models.PositiveBigIntegerField(
        _("more chips for who is there at the start"), default=0,
        help_text=_("Besides the starting chips, for entries that are seated by the first draw."),
    )  # fmt: skip
    late_loss_percent = models.PositiveSmallIntegerField(
        _("fewer chips for each level that is over (per cent)"), default=0, validators=[MaxValueValidator(50)],
        help_text=_("Of the starting chips, for who enters late, or again; 0: everybody has the full stack."),
    )  # fmt: skip
    max_entries = models.PositiveIntegerField(
        _("most entries in all"), null=True, blank=True, validators=[MinValueValidator(2)]
    )
    max_tables = models.PositiveSmallIntegerField(
        _("most tables"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    reentries = models.PositiveSmallIntegerField(_("re-entries a player"), default=0, help_text=_("0: a freeze-out."))
    reentry_until_level = models.PositiveSmallIntegerField(
        _("re-entry until the end of level"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    reentry_buy_in = models.PositiveBigIntegerField(_("buy-in of a re-entry"), null=True, blank=True)
    reentry_fee = models.PositiveBigIntegerField(_("fee of a re-entry"), null=True, blank=True)
    rebuys = models.PositiveSmallIntegerField(_("rebuys an entry"), default=0)
    rebuys_at_once = models.PositiveSmallIntegerField(
        _("rebuys at once"), default=1, validators=[MinValueValidator(1), MaxValueValidator(5)]
    )
    rebuy_price = models.PositiveBigIntegerField(_("price of a rebuy"), default=0)
    rebuy_fee = models.PositiveBigIntegerField(_("fee of a rebuy"), default=0)
    rebuy_bounty = models.PositiveBigIntegerField(_("of a rebuy bounty"), default=0)
    rebuy_chips = models.PositiveBigIntegerField(_("chips of a rebuy"), default=0)
    rebuy_until_level = models.PositiveSmallIntegerField(
        _("rebuys until the end of level"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    rebuy_seconds = models.PositiveSmallIntegerField(
        _("seconds to decide on a rebuy"), default=60, validators=[MinValueValidator(5), MaxValueValidator(900)]
    )
    computers_buy = models.BooleanField(
        _("computer players buy again"), default=False,
        help_text=_("Where the server deals: as often as they may, while their wallet holds the price."),
    )  # fmt: skip
    addons = models.PositiveSmallIntegerField(_("add-ons an entry"), default=0)
    addon_price = models.PositiveBigIntegerField(_("price of an add-on"), default=0)
    addon_fee = models.PositiveBigIntegerField(_("fee of an add-on"), default=0)
    addon_chips = models.PositiveBigIntegerField(_("chips of an add-on"), default=0)
    addon_until_level = models.PositiveSmallIntegerField(
        _("add-on until the break after level"), null=True, blank=True, validators=[MinValueValidator(1)]
    )
    is_addon_in_break = models.BooleanField(_("add-on in that break only"), default=True)
    min_age = models.PositiveSmallIntegerField(_("least age"), default=0, help_text=_("By a document seen; 0: any."))
    min_member_days = models.PositiveIntegerField(_("days of membership"), default=0)
    min_finished = models.PositiveIntegerField(_("tournaments finished before"), default=0)
    entry_code = models.CharField(_("code to enter"), max_length=128, blank=True, editable=False)  # hashed
    is_ticket_only = models.BooleanField(
        _("with a ticket only"), default=False, help_text=_("The first entry; who is out enters again with chips.")
    )
    needs_check_in = models.BooleanField(_("players check in"), default=False)
    absentees = models.CharField(
        _("players who have not checked in"), max_length=8, choices=Absentees.choices, default=Absentees.STACK
    )
    is_absent_refunded = models.BooleanField(_("who never comes is paid back"), default=False)

    class Meta:
        abstract = True


class Entry(models.Model):
    """One player's entry, with the price it was made at. The stack is the balance of its account.

    A player who is out may enter again by another entry; `is_out` follows the log, so that one of a player's entries is
    live at most, which the database holds.
    """

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    is_reentry = models.BooleanField(_("re-entry"), default=False)
    paid = models.PositiveBigIntegerField(_("paid"))
    fee = models.PositiveBigIntegerField(_("fee"))
    bounty = models.PositiveBigIntegerField(_("of it bounty"), default=0)
    ticket = models.ForeignKey(
        "tournaments.Ticket", on_delete=models.PROTECT, null=True, blank=True, related_name="entries"
    )
    account = models.ForeignKey("club.Account", on_delete=models.PROTECT, null=True, related_name="+")
    chips = models.PositiveBigIntegerField(
        _("chips it began with"), null=True, blank=True, help_text=_("Empty: the starting chips of the event.")
    )
    came_from = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="goes_on_as",
        verbose_name=_("entry of the flight"), help_text=_("Of an entry in a Day 2: where it was paid."),
    )  # fmt: skip
    is_withdrawn = models.BooleanField(_("withdrawn"), default=False)
    is_out = models.BooleanField(_("out"), default=False)
    registered_at = models.DateTimeField(_("registered"))
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    is_leaving = models.BooleanField(_("leaves when the hand is over"), default=False)
    asked = models.CharField(max_length=120, blank=True, editable=False)  # the key of the request it was made by

    @property
    def first(self) -> Entry:
        """The entry that was paid: of one in a Day 2, or later, that of the flight."""
        entry = self
        while entry.came_from is not None:
            entry = entry.came_from
        return entry

    class Meta:
        verbose_name = pgettext_lazy("tournament", "entry")
        verbose_name_plural = pgettext_lazy("tournament", "entries")
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=Q(is_withdrawn=False, is_out=False),
                name="player_entered_once",
            ),
            models.UniqueConstraint(
                fields=["tournament", "player", "asked"], condition=~Q(asked=""), name="entry_asked_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}: {self.player}"


class Purchase(models.Model):
    """Chips that an entry bought besides: a rebuy or an add-on, with its price. `issued_at` is none while they are behind."""

    class Kind(models.TextChoices):
        REBUY = "rebuy", _("Rebuy")
        ADD_ON = "add-on", _("Add-on")

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="purchases")
    kind = models.CharField(_("kind"), max_length=8, choices=Kind.choices)
    paid = models.PositiveBigIntegerField(_("paid"))
    fee = models.PositiveBigIntegerField(_("fee"))
    bounty = models.PositiveBigIntegerField(_("of it bounty"), default=0)
    chips = models.PositiveBigIntegerField(_("chips"))
    at = models.DateTimeField(_("at"))
    issued_at = models.DateTimeField(_("chips issued"), null=True, blank=True)
    taken_back_at = models.DateTimeField(_("taken back"), null=True, blank=True)
    asked = models.CharField(max_length=120, blank=True, editable=False)

    class Meta:
        verbose_name = _("purchase")
        verbose_name_plural = _("purchases")
        constraints = [
            models.UniqueConstraint(fields=["entry", "asked"], condition=~Q(asked=""), name="purchase_asked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"


class Alternate(models.Model):
    """A player who waits for a seat of a full event. Nothing is charged before the seat."""

    class Outcome(models.TextChoices):
        WAITS = "waits", _("Waiting")
        SEATED = "seated", _("Entered")
        LEFT = "left", _("Left the list")
        PASSED = "passed", _("Passed over")

    tournament = models.ForeignKey("tournaments.Tournament", on_delete=models.PROTECT, related_name="alternates")
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+")
    since = models.DateTimeField(_("since"))
    outcome = models.CharField(_("state"), max_length=8, choices=Outcome.choices, default=Outcome.WAITS)
    why = models.CharField(_("why"), max_length=300, blank=True)
    ended_at = models.DateTimeField(_("until"), null=True, blank=True)

    class Meta:
        verbose_name = _("alternate")
        verbose_name_plural = _("alternates")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"], condition=Q(outcome="waits"), name="alternate_waits_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.player}"
