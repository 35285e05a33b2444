"""Rows of the club: people, chips, house rules, the desk, conduct, webhooks.

A new table of the club's database belongs here.
"""

from club.models.club import (
    Account,
    ApiToken,
    AskedAudit,
    AuditEntry,
    AuditRun,
    ComputerLevel,
    Entry,
    Heartbeat,
    Invitation,
    Player,
    PlayerPhoto,
    RuleSet,
    RuleValue,
    Transfer,
    User,
)
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
from club.models.embedding import Embedding
from club.models.logo import ClubLogo
from club.models.push import LineNotices, MailedNotices, Notice, PushDevice, PushMessage
from club.models.seals import Seal
from club.models.webhooks import Delivery, DeliveryTry, Webhook

__all__ = [
    "Account",
    "AgeCheck",
    "ApiToken",
    "AskedAudit",
    "AuditEntry",
    "AuditRun",
    "AwaitedChips",
    "ChipRun",
    "ClosedMonth",
    "ClubLogo",
    "ComputerLevel",
    "Delivery",
    "DeliveryTry",
    "Embedding",
    "Entry",
    "ExpiryNotice",
    "Heartbeat",
    "Incident",
    "Invitation",
    "LineNotices",
    "MailedNotices",
    "Notice",
    "OpeningBalance",
    "Player",
    "PlayerPhoto",
    "Proposal",
    "PushDevice",
    "PushMessage",
    "RuleSet",
    "RuleValue",
    "Seal",
    "Shift",
    "Slip",
    "Transfer",
    "TrayMove",
    "UnsentMail",
    "User",
    "Webhook",
]
