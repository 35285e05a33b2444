"""Rows of the club: people, chips, house rules, and the record of what people decided.

Accounts, transfers and entries are written by `club.ledger.ledger` alone, through one database function. Amounts are integers
of the account's unit.
"""

from __future__ import annotations

import uuid
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from knox.models import AbstractAuthToken

from club.base.lookalikes import LONGEST_KEY, skeleton
from club.base.name_order import sort_key
from club.models.conduct import Incident
from club.models.desk import (
    AgeCheck,
    AwaitedChips,
    ChipRun,
    ClosedMonth,
    ExpiryNotice,
    OpeningBalance,
    Proposal,
    Shift,
    Slip,
    TrayMove,
    UnsentMail,
)
from club.models.webhooks import Delivery, DeliveryTry, Webhook

__all__ = [
    "Account",
    "AgeCheck",
    "ApiToken",
    "AuditEntry",
    "AuditRun",
    "AwaitedChips",
    "ChipRun",
    "ClosedMonth",
    "Delivery",
    "DeliveryTry",
    "Entry",
    "ExpiryNotice",
    "Heartbeat",
    "Incident",
    "Invitation",
    "OpeningBalance",
    "Player",
    "PlayerPhoto",
    "Proposal",
    "RuleSet",
    "RuleValue",
    "Shift",
    "Slip",
    "Transfer",
    "TrayMove",
    "UnsentMail",
    "User",
    "Webhook",
]


class User(AbstractUser):  # type: ignore[django-manager-missing]  # of the API tokens: knox has no types
    """A login. Our own class from the first day, since it cannot be changed later without pain."""

    # How often all sessions were ended.
    access_version = models.PositiveIntegerField(_("access version"), default=0, editable=False)
    # What the name looks like (`club.base.lookalikes`).
    looks_as = models.CharField(max_length=LONGEST_KEY, db_index=True, editable=False, default="")

    def save(self, *arguments: Any, **named: Any) -> None:
        """Keep what the name looks like in step with the name."""
        self.looks_as = skeleton(self.username)
        if (fields := named.get("update_fields")) is not None and "username" in fields:
            named["update_fields"] = [*fields, "looks_as"]
        super().save(*arguments, **named)

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """What a session must match to stay open: the password, as Django has it, and how often access was ended."""
        if not self.access_version:
            return str(super()._get_session_auth_hash(secret=secret))  # type: ignore[misc]  # the stubs leave it out
        told = f"{self.access_version}:{self.password}"
        return salted_hmac("club.models.User.access_version", told, secret=secret, algorithm="sha256").hexdigest()


class ComputerLevel(models.TextChoices):
    """How well a computer player plays (`engine.computers.levels`), from loose to solid."""

    LOOSE = "loose", _("loose (beginner)")
    STEADY = "steady", _("steady (intermediate)")
    SOLID = "solid", _("solid (advanced)")


class Player(models.Model):
    """Somebody who plays: a person with or without a login, or a computer player.

    The nickname is what everybody sees. The real name, its reading and the notes are for the floor only.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="player"
    )
    nickname = models.CharField(_("nickname"), max_length=60, unique=True)
    is_computer = models.BooleanField(_("computer player"), default=False)
    computer_level = models.CharField(
        _("level"), max_length=10, choices=ComputerLevel.choices, default=ComputerLevel.STEADY
    )
    language = models.CharField(_("language"), max_length=5, choices=settings.LANGUAGES, default="en")
    # False: it was guessed, by whoever enrolled the member; then pages speak what the browser asks for.
    has_chosen_language = models.BooleanField(_("has chosen the language"), default=False)
    joined_at = models.DateTimeField(_("joined"))
    admitted_at = models.DateTimeField(_("admitted"), null=True, blank=True)
    member_number = models.CharField(_("member number"), max_length=20, unique=True, null=True, blank=True)
    real_name = models.CharField(_("real name"), max_length=120, blank=True)
    reading = models.CharField(_("reading of the name"), max_length=120, blank=True)
    # By code points: the key is made for it, and the order is the same on every server.
    sorts_as = models.CharField(max_length=500, db_collation="C", db_index=True, editable=False, default="")
    # What the nickname looks like (`club.base.lookalikes`); none for who was erased.
    looks_as = models.CharField(max_length=LONGEST_KEY, unique=True, null=True, editable=False)
    notes = models.TextField(_("notes of the floor"), blank=True, max_length=2000)
    suspended_at = models.DateTimeField(_("suspended since"), null=True, blank=True)
    suspended_until = models.DateTimeField(_("suspended until"), null=True, blank=True)  # none: until it is lifted
    suspended_why = models.CharField(_("reason of the suspension"), max_length=300, blank=True)
    excluded_until = models.DateTimeField(_("self-excluded until"), null=True, blank=True)
    card = models.CharField(_("code of the member's card"), max_length=40, unique=True, null=True, editable=False)
    # The secret in the address of one's own calendar (`club.membership.calendar_keys`); none where there is no address.
    calendar_key = models.CharField(
        _("secret of the calendar's address"), max_length=40, unique=True, null=True, editable=False
    )
    pin = models.CharField(max_length=128, blank=True, editable=False)  # hashed like a password
    pin_failures = models.PositiveSmallIntegerField(default=0, editable=False)
    pin_locked_until = models.DateTimeField(null=True, editable=False)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )
    erased_at = models.DateTimeField(_("erased"), null=True, blank=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        constraints = [
            models.CheckConstraint(condition=~Q(merged_into=F("pk")), name="player_merged_into_another"),
        ]

    def __str__(self) -> str:
        return self.nickname

    def save(self, *arguments: Any, **named: Any) -> None:
        """Keep the sort key and the look in step with the names."""
        self.sorts_as = sort_key(self.reading or self.real_name or self.nickname)
        self.looks_as = self._look()
        if (fields := named.get("update_fields")) is not None and {"nickname", "real_name", "reading"} & set(fields):
            named["update_fields"] = [*fields, "sorts_as", "looks_as"]
        super().save(*arguments, **named)

    def _look(self) -> str | None:
        """What the nickname looks like. Of members who looked alike before that was checked, later ones have their number too."""
        if self.erased_at is not None:
            return None
        look = skeleton(self.nickname)
        return self.looks_as if (self.looks_as or "").startswith(f"{look}\x01") else look

    @property
    def owner(self) -> str:
        """How the ledger names this player."""
        return f"player:{self.pk}"


class PlayerPhoto(models.Model):
    """A player's photograph, a small JPEG without anything else that the camera wrote. It leaves with an erasure."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="photo")
    jpeg = models.BinaryField()
    set_at = models.DateTimeField(_("set"))

    class Meta:
        verbose_name = _("photograph")
        verbose_name_plural = _("photographs")

    def __str__(self) -> str:
        return str(self.player)


class Invitation(models.Model):
    """Leave to join the club, for one person, for a time. Its code is told once; only a digest is kept."""

    digest = models.CharField(max_length=64, unique=True, editable=False)
    note = models.CharField(_("for whom"), max_length=120, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", verbose_name=_("by"))
    made_at = models.DateTimeField(_("made"))
    expires_at = models.DateTimeField(_("good until"))
    revoked_at = models.DateTimeField(_("taken back"), null=True, blank=True)
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    used_by = models.OneToOneField(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="invitation", verbose_name=_("used by")
    )

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")

    def __str__(self) -> str:
        return f"{self.pk} {self.note}".strip()


class Account(models.Model):
    """Chips of one unit that belong to one owner for one purpose. `floor` is the least balance; None: any."""

    class Kind(models.TextChoices):
        WALLET = "wallet", _("wallet")
        STACK = "stack", _("stack")
        ESCROW = "escrow", _("escrow")
        RAKE = "rake", _("rake")
        FEES = "fees", _("fees")
        CASHIER = "cashier", _("cashier")
        CREDIT = "credit", _("credit")
        TIPS = "tips", _("tips")
        JACKPOT = "jackpot", _("jackpot")
        ADJUST = "adjust", _("adjustments")
        EXPIRED = "expired", _("expired chips")

    owner = models.CharField(_("owner"), max_length=60)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    unit = models.CharField(_("unit"), max_length=40)
    balance = models.BigIntegerField(_("balance"), default=0)
    version = models.PositiveBigIntegerField(_("entries"), default=0)
    floor = models.BigIntegerField(_("floor"), null=True, blank=True, default=0)
    opened_at = models.DateTimeField(_("opened"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    # When its last line was recorded: no later line is dated before that.
    moved_at = models.DateTimeField(_("last moved"), null=True, editable=False)

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(fields=["owner", "kind", "unit"], name="account_once"),
            models.CheckConstraint(condition=Q(floor__isnull=True) | Q(balance__gte=F("floor")), name="account_floor"),
            models.CheckConstraint(
                condition=~Q(kind__in=["wallet", "stack", "escrow", "tips", "jackpot"])
                | Q(floor__isnull=False, floor=0),
                name="account_never_negative",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.owner} {self.kind} ({self.unit})"


class Transfer(models.Model):
    """One movement of chips: two entries or more that sum to zero. Its key decides once."""

    key = models.CharField(_("key"), max_length=200, unique=True)
    digest = models.CharField(max_length=64, editable=False)
    purpose = models.CharField(_("purpose"), max_length=40)
    reference = models.CharField(_("reference"), max_length=80, blank=True, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    why = models.CharField(_("reason"), max_length=300, blank=True)
    corrects = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrected_by", verbose_name=_("corrects")
    )
    recorded_at = models.DateTimeField(_("recorded"), db_index=True)

    class Meta:
        verbose_name = _("transfer")
        verbose_name_plural = _("transfers")

    def __str__(self) -> str:
        return f"{self.purpose} {self.key}"


class Entry(models.Model):
    """One line of an account: the signed amount, the balance after it, and its number in the account from 1."""

    transfer = models.ForeignKey(Transfer, on_delete=models.PROTECT, related_name="entries")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="entries")
    amount = models.BigIntegerField(_("amount"))
    balance_after = models.BigIntegerField(_("balance after"))
    version = models.PositiveBigIntegerField(_("line"))

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        constraints = [
            models.UniqueConstraint(fields=["account", "version"], name="entry_version_once"),
            models.CheckConstraint(condition=~Q(amount=0), name="entry_moves_something"),
        ]

    def __str__(self) -> str:
        return f"{self.account_id}.{self.version}: {self.amount}"


class RuleSet(models.Model):
    """One distinct set of resolved house rules; what runs keeps a key to the one it began with."""

    digest = models.CharField(max_length=64, unique=True)
    values = models.JSONField(encoder=DjangoJSONEncoder)

    def __str__(self) -> str:
        return self.digest[:12]


class RuleValue(models.Model):
    """A house rule's value for a scope, from one version to the next; None gives it back to the wider scope."""

    scope = models.CharField(_("scope"), max_length=60)
    key = models.CharField(_("rule"), max_length=80)
    value = models.JSONField(_("value"), null=True)
    version = models.PositiveIntegerField(_("version"))
    set_at = models.DateTimeField(_("set"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    why = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("house rule")
        verbose_name_plural = _("house rules")
        constraints = [models.UniqueConstraint(fields=["scope", "key", "version"], name="rule_version_once")]

    def __str__(self) -> str:
        return f"{self.scope} {self.key} = {self.value}"


class AuditEntry(models.Model):
    """One decision of a person: who, from where, when, what, and why."""

    kind = models.CharField(_("kind"), max_length=60, db_index=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    subject = models.CharField(_("subject"), max_length=80, blank=True, db_index=True)
    why = models.CharField(_("reason"), max_length=300, blank=True)
    before = models.JSONField(_("before"), null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(_("after"), null=True, encoder=DjangoJSONEncoder)
    source = models.CharField(_("from where"), max_length=200, blank=True)
    at = models.DateTimeField(_("at"), db_index=True)

    class Meta:
        verbose_name = _("decision on record")
        verbose_name_plural = _("decisions on record")

    def __str__(self) -> str:
        return f"{self.kind} {self.subject}"


class ApiToken(AbstractAuthToken):  # type: ignore[misc]  # knox has no types
    """A key to the API that a login made for a program. Kept as a hash: its text is shown once, to whom it belongs."""

    number = models.UUIDField(_("number"), default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(_("name"), max_length=60, blank=True, help_text=_("Empty: by password over the API."))

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__


class AuditRun(models.Model):
    """One rebuilding of every balance, and what disagreed."""

    at = models.DateTimeField(_("at"))
    ok = models.BooleanField(_("in balance"))
    differences = models.JSONField(_("differences"), default=list)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {'ok' if self.ok else len(self.differences)}"


class AskedAudit(models.Model):
    """An audit that somebody asked for, and that a worker makes. It waits until `begun_at`. Ended, it has come to `run`; without
    one, no worker came to its end."""

    class State(StrEnum):
        WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"

    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField()
    begun_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(default=0)
    ended_at = models.DateTimeField(null=True)
    run = models.ForeignKey(AuditRun, on_delete=models.SET_NULL, null=True, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["id"], condition=models.Q(ended_at=None), name="asked_audit_open")]

    def __str__(self) -> str:
        return f"{self.asked_at:%Y-%m-%d %H:%M} {self.state}"

    @property
    def state(self) -> State:
        """How far it is."""
        if self.ended_at is not None:
            return self.State.FAILED if self.run_id is None else self.State.DONE
        return self.State.WAITING if self.begun_at is None else self.State.RUNNING


class Heartbeat(models.Model):
    """The last time beat, broker, worker and database reached each other."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} {self.at}"
