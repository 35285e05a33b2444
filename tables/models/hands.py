"""Rows of the hands: how one began, who held its seats, and every decision of it."""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.tables import Table


class Hand(models.Model):
    """One hand: how it began. `start` is the engine's, without the deck; `decisions` are the rest of it."""

    class State(models.TextChoices):
        PLAYING = "playing", _("being played")
        OVER = "over", _("over, to be settled")
        SETTLED = "settled", _("settled")
        VOID = "void", _("void")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField(_("number"))
    is_recorded = models.BooleanField(_("recorded"), default=False, help_text=_("The cards came from outside."))
    start = models.JSONField(_("start"), encoder=DjangoJSONEncoder)
    engine_version = models.CharField(_("engine"), max_length=40)
    rule_set = models.ForeignKey("club.RuleSet", on_delete=models.PROTECT, related_name="+", null=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PLAYING)
    commitment = models.CharField(_("commitment"), max_length=200, blank=True)
    shuffle = models.CharField(_("how it was shuffled"), max_length=40, blank=True, help_text=_("Empty if recorded."))
    words = models.JSONField(
        _("words"), default=dict, blank=True, help_text=_("What players added to the shuffle, by seat.")
    )
    button_cards = models.JSONField(
        _("cards for the button"), null=True, blank=True, help_text=_("By seat, if the first button was dealt for.")
    )
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True, help_text=_("When the clock decides."))
    # Asks that have longer than the deadline: instants by the ask's number.
    later = models.JSONField(default=dict, blank=True, editable=False)
    play_at = models.DateTimeField(null=True, blank=True, help_text=_("When a computer player has thought enough."))
    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True, encoder=DjangoJSONEncoder)
    hunted_at = models.DateTimeField(  # who asked stands in the audit log
        _("cards that would have come asked for at"), null=True, blank=True, editable=False
    )
    # Recorded hands only: {"file", "hand", "scale", "finishing_stacks", …}, what the source says came of it; or what was
    # entered of a hand of which the result is all that is known: {"net", "rake", "pot", "given", "before"}; of Chinese
    # poker {"sheet", "before"} (`tables.chinese_hands.chinese_entry`). A hand entered instead of an earlier one has its number
    # under "corrects", and "since" if hands were played since.
    expected = models.JSONField(_("recorded outcome"), null=True, blank=True, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="hand_number_once"),
            # Stacks are known only when the last hand is settled. Recorded hands bring their own stacks.
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state__in=["playing", "over"], is_recorded=False),
                name="one_live_hand_a_table",
            ),
        ]
        indexes = [
            models.Index(fields=["deadline"], condition=Q(deadline__isnull=False), name="hand_deadline"),
            models.Index(fields=["play_at"], condition=Q(play_at__isnull=False), name="hand_play_at"),
            models.Index(fields=["table"], condition=Q(state="over"), name="hand_to_settle"),
        ]

    def __str__(self) -> str:
        return f"{self.table} #{self.number}"

    @property
    def reference(self) -> str:
        """How the ledger names this hand."""
        return f"hand:{self.pk}"

    @property
    def is_result_only(self) -> bool:
        """True if the floor entered who won and lost what, and no action or card (`tables.live_cards.result_entry`,
        `tables.chinese_hands.chinese_entry`)."""
        return bool(self.expected and not {"net", "sheet"}.isdisjoint(self.expected))

    @property
    def is_live(self) -> bool:
        """True until the chips have moved, or the hand was called off."""
        return self.state in (self.State.PLAYING, self.State.OVER)


class HandSeat(models.Model):
    """Who held a seat's cards in a hand, and the account its chips are counted in. It outlives the sitting."""

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="seats")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="hand_seats", null=True)
    name = models.CharField(_("name"), max_length=80, blank=True, help_text=_("Of a recorded hand's player."))
    account = models.ForeignKey("club.Account", on_delete=models.PROTECT, related_name="+", null=True)
    net = models.BigIntegerField(_("won or lost"), null=True, blank=True)
    # What the player will answer if asked in that street; shown to nobody else. And what was shown after the hand.
    preaction = models.CharField(max_length=40, blank=True, editable=False)
    preaction_street = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    shown = models.JSONField(default=list, blank=True, editable=False)  # {"card", "at"}, in the order shown
    # What statistics count (`tables.hand.statistics`); empty where it has no meaning, as in games without betting.
    put_in = models.BooleanField(_("put chips in freely"), null=True, blank=True)
    raised = models.BooleanField(_("raised first"), null=True, blank=True)
    went_on = models.BooleanField(_("saw the next street"), null=True, blank=True)
    showed_down = models.BooleanField(_("went to showdown"), null=True, blank=True)
    won = models.BooleanField(_("won a part of a pot"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat of a hand")
        verbose_name_plural = _("seats of hands")
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="hand_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hand} {self.seat}"


class Decision(models.Model):
    """One answer to one ask of a hand, as the engine's text. Never changed and never deleted."""

    class Source(models.TextChoices):
        PLAYER = "player", _("the player")
        STAFF = "staff", _("the staff")
        CLOCK = "clock", _("the clock")
        COMPUTER = "computer", _("a computer player")
        RECORD = "record", _("the record")

    hand = models.ForeignKey(Hand, on_delete=models.PROTECT, related_name="decisions")
    seq = models.PositiveIntegerField(_("sequence"))
    ask = models.PositiveIntegerField(_("ask"))
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True, help_text=_("Empty for the dealer."))
    text = models.CharField(_("decision"), max_length=400)
    source = models.CharField(_("by"), max_length=10, choices=Source.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    device = models.CharField(_("from where"), max_length=200, blank=True)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("decision")
        verbose_name_plural = _("decisions")
        ordering = ("hand_id", "seq")
        constraints = [
            models.UniqueConstraint(fields=["hand", "ask"], name="ask_answered_once"),
            models.UniqueConstraint(fields=["hand", "seq"], name="decision_seq_once"),
        ]

    def __str__(self) -> str:
        return f"{self.hand_id}.{self.seq} {self.text}"
