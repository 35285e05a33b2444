"""Rows of the tables: a table, who sits at it, its hands, and every decision of a hand.

A hand's truth is its start and its decisions; whatever else is shown of it is replayed from them. Amounts are integer
chips of the table's unit. Only `tables.dealing.dealer`, `tables.dealing.settlement`, `tables.cash.new_tables`,
`tables.cash.seating`, `tables.cash.floor_seats`, `tables.cash.sittings`, `tables.dealing.phh_import`,
`tables.hand.fair_deals` and `tables.hand.study` write here.
"""

from __future__ import annotations

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MAX_SEATS = 10


class Table(models.Model):
    """A table of the club. Its row is the lock under which all that happens at it is written, one after another."""

    class Kind(models.TextChoices):
        DEALT = "dealt", _("dealt by the server")
        RECORDED = "recorded", _("recorded")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices, default=Kind.DEALT)
    game = models.CharField(_("game"), max_length=40, help_text=_("A key of the catalogue of games."))
    stakes = models.JSONField(_("stakes"), default=dict, encoder=DjangoJSONEncoder)
    seats = models.PositiveSmallIntegerField(
        _("seats"), default=9, validators=[MinValueValidator(2), MaxValueValidator(MAX_SEATS)]
    )
    # A mixed table: `game` and `stakes` are then those of the hand dealt last, before the first those of the first game.
    rotation = models.JSONField(_("mix"), null=True, blank=True, help_text=_("Of `engine.mixes.rotation.Rotation`."))
    level = models.JSONField(_("level"), null=True, blank=True, help_text=_("Of `engine.mixes.mixes.MixedStakes`."))
    turn = models.JSONField(
        null=True, blank=True, editable=False
    )  # of the hand dealt last: `engine.mixes.rotation.Turn`
    choosing = models.JSONField(
        null=True, blank=True, editable=False
    )  # the question to a chooser: see `tables.cash.mixed`
    owner = models.CharField(
        _("owner"), max_length=40, blank=True, db_index=True, help_text=_("Empty for a cash table.")
    )
    unit = models.CharField(_("unit"), max_length=40, default="chips")
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.OPEN)
    version = models.PositiveBigIntegerField(_("version"), default=0, help_text=_("Grows with every change shown."))

    button = models.PositiveSmallIntegerField(_("button"), null=True, blank=True)
    small_blind = models.PositiveSmallIntegerField(_("small blind's seat"), null=True, blank=True)
    big_blind = models.PositiveSmallIntegerField(_("big blind's seat"), null=True, blank=True)
    next_hand = models.PositiveIntegerField(_("next hand"), default=1)

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
    min_buy_in = models.PositiveBigIntegerField(_("smallest buy-in"), default=0)
    max_buy_in = models.PositiveBigIntegerField(_("largest buy-in"), default=0)
    is_breaking = models.BooleanField(_("being broken"), default=False)
    main = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="feeders", null=True, blank=True, help_text=_("Of a feeder.")
    )
    before_deal = models.JSONField(null=True, blank=True, editable=False)  # what a misdeal goes back to
    time_due = models.DateTimeField(_("time charge due"), null=True, blank=True)
    deal_at = models.DateTimeField(_("next deal"), null=True, blank=True)

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
            models.Index(fields=["deal_at"], condition=Q(deal_at__isnull=False), name="table_waiting_for_a_deal")
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
    def channel(self) -> str:
        """The name under which watchers hear of a new version."""
        return f"table:{self.pk}"


class Sitting(models.Model):
    """One player's stay in one seat. The chips in front of the player are the balance of `account`."""

    class State(models.TextChoices):
        ACTIVE = "active", _("playing")
        OUT = "out", _("sitting out")
        LEAVING = "leaving", _("leaving after this hand")
        LEFT = "left", _("left")

    class Entry(models.TextChoices):
        IN = "in", _("in the game")
        WAITS = "waits", _("waiting for the big blind")
        POSTS = "posts", _("posting")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="sittings")
    account = models.ForeignKey(
        "club.Account", on_delete=models.PROTECT, related_name="+", null=True, help_text=_("The stack.")
    )
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.ACTIVE)
    entry = models.CharField(pgettext_lazy("sitting", "entry"), max_length=10, choices=Entry.choices, default=Entry.IN)
    owes_big = models.BooleanField(_("missed the big blind"), default=False)
    owes_small = models.BooleanField(_("missed the small blind"), default=False)
    is_missing = models.BooleanField(
        _("misses hands"), default=False, help_text=_("Under a penalty: dealt in and killed.")
    )
    is_moving = models.BooleanField(_("moves to the main table"), default=False)
    bank_seconds = models.PositiveSmallIntegerField(_("time bank (seconds)"), null=True, blank=True)
    bank_hand = models.PositiveIntegerField(null=True, blank=True, editable=False)  # the hand in which it was used last
    bank_key = models.CharField(max_length=100, blank=True, editable=False)
    seen_at = models.DateTimeField(_("last sign of life"), null=True, blank=True, editable=False)
    is_away = models.BooleanField(_("away"), default=False, help_text=_("Gave no sign of life lately."))
    grace_hand = models.PositiveIntegerField(null=True, blank=True, editable=False)  # the hand of the last grace
    left_with = models.PositiveBigIntegerField(_("chips taken away"), null=True, blank=True)
    wants_seat = models.PositiveSmallIntegerField(_("wants seat"), null=True, blank=True)
    wants_since = models.DateTimeField(null=True, blank=True, editable=False)
    joined_hand = models.PositiveIntegerField(_("first hand"), default=1)
    buy_in_key = models.CharField(max_length=200, null=True, blank=True, unique=True, editable=False)
    sat_down_at = models.DateTimeField(_("sat down"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)

    class Meta:
        verbose_name = _("sitting")
        verbose_name_plural = _("sittings")
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], condition=~Q(state="left"), name="seat_taken_once"),
            models.UniqueConstraint(fields=["table", "player"], condition=~Q(state="left"), name="player_seated_once"),
            models.CheckConstraint(condition=Q(seat__gte=1, seat__lte=MAX_SEATS), name="sitting_seat_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.player} @ {self.table} {self.seat}"


class Wait(models.Model):
    """A player in line for a seat: of one cash table, or, `table` empty, of a game; or of a `mix`, ``{"rotation", "level"}``
    as a table has them, at any table that plays it (else empty). Who waits for a table with real cards (`kind`) is not
    called to one on the screen, nor the other way round."""

    class State(models.TextChoices):
        WAITING = "waiting", _("in line")
        CALLED = "called", _("called")
        SEATED = "seated", _("seated")
        MISSED = "missed", _("did not answer")
        LEFT = "left", _("left")

    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="waits")
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="waits", null=True, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Table.Kind.choices, default=Table.Kind.DEALT)
    game = models.CharField(_("game"), max_length=40, blank=True)
    mix = models.JSONField(default=dict, blank=True, editable=False)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    joined_at = models.DateTimeField(_("in line since"))
    called_to = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="calls", null=True, blank=True)
    answer_by = models.DateTimeField(_("answer by"), null=True, blank=True)

    class Meta:
        verbose_name = _("place in line")
        verbose_name_plural = _("waiting lists")
        constraints = [
            models.UniqueConstraint(
                fields=["player", "table", "kind", "game", "mix"],
                condition=Q(state__in=["waiting", "called"]),
                nulls_distinct=False,
                name="in_line_once",
            ),
        ]
        indexes = [models.Index(fields=["answer_by"], condition=Q(state="called"), name="wait_called")]

    def __str__(self) -> str:
        return f"{self.player} → {self.table or self.game}"


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
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True, help_text=_("When the clock decides."))
    # Asks that have longer than the deadline: instants by the ask's number.
    later = models.JSONField(default=dict, blank=True, editable=False)
    play_at = models.DateTimeField(null=True, blank=True, help_text=_("When a computer player has thought enough."))
    started_at = models.DateTimeField(_("started"))
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True, encoder=DjangoJSONEncoder)
    # Recorded hands only: {"file", "hand", "scale", "finishing_stacks", …}, what the source says came of it; or what was
    # entered of a hand of which the result is all that is known: {"net", "rake", "pot", "given", "before"}.
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
        """True if the floor entered who won and lost what, and no action (`tables.live_cards.result_entry`)."""
        return bool(self.expected and "net" in self.expected)

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
    plan = models.CharField(max_length=40, blank=True, editable=False)
    plan_street = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
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


class DeckSeed(models.Model):
    """The secret a deck was shuffled from. Never shown by admin, API, pages or logs: it names every folded card."""

    hand = models.OneToOneField(Hand, on_delete=models.PROTECT, primary_key=True, related_name="+")
    seed = models.BinaryField(max_length=64, editable=False)

    def __str__(self) -> str:
        return "sealed"

    __repr__ = __str__


class PackSecret(models.Model):
    """The secret from which a table's packs are sealed, hand by hand. Never shown by admin, API, pages or logs."""

    table = models.OneToOneField(Table, on_delete=models.PROTECT, primary_key=True, related_name="+")
    secret = models.BinaryField(max_length=64, editable=False)

    def __str__(self) -> str:
        return "sealed"

    __repr__ = __str__


class Word(models.Model):
    """A player's word for the shuffle of a table's next hand. Everybody may see it; the hand keeps it."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="words")
    number = models.PositiveIntegerField(_("hand"))
    player = models.ForeignKey("club.Player", on_delete=models.PROTECT, related_name="+")
    word = models.CharField(_("word"), max_length=40)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("word")
        verbose_name_plural = _("words")
        constraints = [models.UniqueConstraint(fields=["table", "number", "player"], name="word_once_a_hand")]

    def __str__(self) -> str:
        return f"{self.table} #{self.number} {self.player}: {self.word}"


class Study(models.Model):
    """A file of published hands that a player keeps for study. Nobody else sees it, and no chips are in it."""

    player = models.ForeignKey("club.Player", on_delete=models.CASCADE, related_name="studies")
    name = models.CharField(_("name"), max_length=80)
    text = models.TextField(_("hands"), help_text=_("PHH or PHHS, as it was uploaded."))
    hands = models.PositiveIntegerField(_("number of hands"))
    added_at = models.DateTimeField(_("added"))
    request_key = models.CharField(max_length=150, null=True, blank=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("file for study")
        verbose_name_plural = _("files for study")

    def __str__(self) -> str:
        return self.name


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
